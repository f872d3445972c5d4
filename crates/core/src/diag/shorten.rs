//! Limits on the length of messages, which may contain long values and names.

/// The maximum length in characters of a quoted part of a message, or of a word in it.
const MAX_QUOTED_CHARS: usize = 200;

/// The maximum length of a message in characters.
const MAX_MESSAGE_CHARS: usize = 4_000;

/// Returns the message with its long parts shortened: a name, a number, a string or a type may be as long as a
/// source.
pub(super) fn shorten(message: String) -> String {
    // A character has at least one byte.
    if message.len() <= MAX_QUOTED_CHARS {
        return message;
    }
    let (mut short, mut length, mut part) = (String::new(), 0, TextPart::default());
    for c in message.chars() {
        let shown = match part.add(c) {
            0..=MAX_QUOTED_CHARS => c,
            past if past == MAX_QUOTED_CHARS + 1 => '…',
            _ => continue,
        };
        if length == MAX_MESSAGE_CHARS {
            short.push_str(" …");
            break;
        }
        short.push(shown);
        length += 1;
    }
    short
}

/// A quoted part, or a word of ASCII characters. Only ASCII words count, because some scripts have no spaces
/// between words.
#[derive(Default)]
struct TextPart {
    is_quoted: bool,
    is_escaped: bool,
    length: usize,
}

impl TextPart {
    /// Adds a character, and returns the length of the part so far in characters, or 0 between parts.
    fn add(&mut self, c: char) -> usize {
        let is_between = match c {
            '\n' => {
                self.is_quoted = false;
                true
            }
            '"' if !self.is_escaped => {
                self.is_quoted = !self.is_quoted;
                true
            }
            _ => !self.is_quoted && (c.is_whitespace() || !c.is_ascii()),
        };
        self.is_escaped = self.is_quoted && c == '\\' && !self.is_escaped;
        self.length = if is_between { 0 } else { self.length + 1 };
        self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_messages_are_unchanged() {
        let message = format!(
            "No {:?} in {}, \"or {}\".",
            "a\"b".repeat(40),
            "語".repeat(1000),
            "c ".repeat(90)
        );
        assert_eq!(shorten(message.clone()), message);
    }

    #[test]
    fn long_parts_are_shortened() {
        let name = "a\" ".repeat(1_000_000);
        let cut = format!("\\\"{}", " a\\\"".repeat(49));
        assert_eq!(shorten(format!("No {name:?} here.")), format!("No \"a{cut} …\" here."));
        let (digits, cut) = ("7".repeat(3_000_000), "7".repeat(200));
        assert_eq!(shorten(format!("{digits} is too long.")), format!("{cut}… is too long."));
        let cut = shorten(shorten("many words ".repeat(1_000_000)));
        assert_eq!(cut, "many words ".repeat(364)[..MAX_MESSAGE_CHARS].to_owned() + " …");
    }
}
