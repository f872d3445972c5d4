//! Texts of unknown origin, made fit for a terminal.

/// The text without anything a terminal could take as a command, and without characters that change
/// the direction or the place of what follows. Line breaks stay.
pub(super) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => cleaned.push('\n'),
            '\t' => cleaned.push(' '),
            _ => cleaned.extend(visible(c)),
        }
    }
    cleaned
}

/// A line of source text, made fit for a terminal. Tabs stay, since the renderer lines them up.
pub(super) fn clean_line(line: &str) -> String {
    let tabs_stay = |c| if c == '\t' { Some(c) } else { visible(c) };
    line.chars().filter_map(tabs_stay).collect()
}

/// Breaks lines of more than `width` characters between words.
pub(super) fn wrap(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut width_used = 0;
        let mut current = String::new();
        for (index, word) in line.trim_end().split(' ').enumerate() {
            let word_width = word.chars().count();
            if index > 0 && width_used + 1 + word_width > width {
                lines.push(std::mem::take(&mut current));
                width_used = 0;
            } else if index > 0 {
                current.push(' ');
                width_used += 1;
            }
            current.push_str(word);
            width_used += word_width;
        }
        lines.push(current);
    }
    lines.join("\n")
}

/// Whether a character, put out as it is, may change what a terminal does or shows elsewhere: a
/// control character, or one that changes the direction of the text.
pub(crate) fn steers_terminal(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What stands for a character; nothing for a byte-order mark, which has no width.
fn visible(c: char) -> Option<char> {
    match c {
        '\u{feff}' => None,
        '\u{7f}' => Some('\u{2421}'),
        // Control pictures stand in the order of the control characters.
        '\0'..'\u{20}' => char::from_u32(u32::from(c) + 0x2400),
        _ if steers_terminal(c) => Some(char::REPLACEMENT_CHARACTER),
        _ => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_is_left() {
        let hostile: String = (0..0x300).chain(0x2000..0x2100).filter_map(char::from_u32).collect();
        let cleaned = clean(&hostile);
        assert_eq!(cleaned.chars().filter(|c| c.is_control()).collect::<String>(), "\n");
        assert_eq!(clean("\u{1b}[31m\u{9b}2J\u{202e}"), "␛[31m\u{fffd}2J\u{fffd}");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 7), "one two\nthree");
        assert_eq!(wrap("aaaaaaaaaa b", 4), "aaaaaaaaaa\nb");
        assert_eq!(wrap("kept\n  lines", 20), "kept\n  lines");
    }
}
