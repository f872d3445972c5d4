//! Translates patterns from Go's syntax to that of the regex library.

use std::fmt::Write;

use hcldyn_cty::Value;

/// The names of classes, as in `[:alpha:]`.
const CLASSES: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "word", "xdigit",
];

/// The flags of groups in Go.
const FLAGS: &str = "imsU-";

/// A pattern of the regex library that is equivalent to a pattern of Go.
#[derive(Debug, Default)]
pub(super) struct Translation {
    /// The translated pattern, in which no group has a name.
    pub(super) out: String,
    /// The names of the capture groups in order; a name may occur more than once.
    pub(super) names: Vec<Option<String>>,
    in_class: bool,
    /// `true` after a repetition operator. Go does not allow another one after it.
    is_repeated: bool,
    /// `true` if the rest of the pattern has no `:]`, so that it is searched only once.
    has_no_named_class: bool,
}

/// Translates a pattern of Go, or returns the reason why it is invalid.
pub(super) fn translate(pattern: &str) -> Result<Translation, String> {
    let mut translation = Translation::default();
    let mut rest = pattern;
    while !rest.is_empty() {
        rest = &rest[translation.take(rest)?..];
    }
    Ok(translation)
}

impl Translation {
    /// Takes the next item of any kind and returns its length.
    fn take(&mut self, rest: &str) -> Result<usize, String> {
        if !self.in_class
            && let Some(length) = repetition(rest)
        {
            return self.repetition(rest, length);
        }
        self.is_repeated = false;
        match rest.as_bytes() {
            [b'\\', ..] => Ok(self.escape(rest)),
            _ if self.in_class => self.class_item(rest),
            [b'(', ..] => self.group(rest),
            _ => Ok(self.item(rest)),
        }
    }

    /// Takes a repetition operator, including the `?` that makes it lazy.
    fn repetition(&mut self, rest: &str, length: usize) -> Result<usize, String> {
        let length = length + usize::from(rest[length..].starts_with('?'));
        let operator = &rest[..length];
        if self.is_repeated {
            return Err(format!("{operator:?} follows another repetition; add parentheses"));
        }
        self.is_repeated = true;
        self.out.push_str(operator);
        Ok(length)
    }

    /// Takes the start of a group.
    fn group(&mut self, rest: &str) -> Result<usize, String> {
        let named = rest.strip_prefix("(?P<").or_else(|| rest.strip_prefix("(?<"));
        if let Some(named) = named {
            let name = named.split_once('>').map_or(named, |(name, _)| name);
            let is_word = |byte| matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_');
            if name.is_empty() || !name.bytes().all(is_word) || name.len() == named.len() {
                let name = Value::from(name).describe();
                return Err(format!("{name} is not a valid group name"));
            }
            self.names.push(Some(name.to_owned()));
            self.out.push('(');
            return Ok(rest.len() - named.len() + name.len() + 1);
        }
        let Some(flags) = rest.strip_prefix("(?") else {
            self.names.push(None);
            return Ok(self.plain(rest));
        };
        let flags = flags.split([':', ')']).next().unwrap_or_default();
        if let Some(flag) = flags.chars().find(|flag| !FLAGS.contains(*flag)) {
            return Err(format!("a group can't start with \"(?\" and {flag:?}"));
        }
        let length = "(?".len() + flags.len();
        self.out.push_str(&rest[..length]);
        Ok(length)
    }

    /// Takes an escape and returns its length.
    fn escape(&mut self, rest: &str) -> usize {
        let Some(escaped) = rest[1..].chars().next() else {
            self.out.push('\\');
            return 1;
        };
        match escaped {
            'd' => self.out.push_str("[0-9]"),
            'D' => self.out.push_str("[^0-9]"),
            'w' => self.out.push_str("[0-9A-Za-z_]"),
            'W' => self.out.push_str("[^0-9A-Za-z_]"),
            's' => self.out.push_str("[\\t\\n\\f\\r ]"),
            'S' => self.out.push_str("[^\\t\\n\\f\\r ]"),
            'b' | 'B' if !self.in_class => {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "(?-u:\\{escaped})");
            }
            // These characters stand for themselves, but mean word boundaries in the library.
            '<' | '>' => self.out.push(escaped),
            '0'..='7' => return self.octal(rest),
            'p' | 'P' | 'x' => return self.braced_escape(rest),
            'Q' if !self.in_class => return self.quotation(rest),
            _ => self.out.extend(['\\', escaped]),
        }
        1 + escaped.len_utf8()
    }

    /// Takes `\p{Greek}` or `\x{10FFFF}`, including the braces.
    fn braced_escape(&mut self, rest: &str) -> usize {
        let braced = rest[2..].starts_with('{').then(|| rest.find('}')).flatten();
        let taken = braced.map_or(2, |end| end + 1);
        self.out.push_str(&rest[..taken]);
        taken
    }

    /// Takes `\101` or `\0`, the code of a character. Another single digit would be a reference to a group, which
    /// neither syntax supports.
    fn octal(&mut self, rest: &str) -> usize {
        let digits = rest[1..].bytes().take(3).take_while(|byte| (b'0'..=b'7').contains(byte));
        let taken = 1 + digits.count();
        match u32::from_str_radix(&rest[1..taken], 8) {
            Ok(code) if taken > 2 || code == 0 => {
                let _ = write!(self.out, "\\x{{{code:x}}}");
            }
            _ => self.out.push_str(&rest[..taken]),
        }
        taken
    }

    /// Takes `\Q...\E`, with or without its end.
    fn quotation(&mut self, rest: &str) -> usize {
        let quoted = &rest[2..];
        let (quoted, taken) = match quoted.find("\\E") {
            Some(end) => (&quoted[..end], 2 + end + 2),
            None => (quoted, rest.len()),
        };
        self.out.push_str(&regex_syntax::escape(quoted));
        taken
    }

    /// Takes one item outside classes and returns its length.
    fn item(&mut self, rest: &str) -> usize {
        match rest.as_bytes() {
            [b'[', ..] => {
                self.in_class = true;
                // An unmatched closing bracket is a literal one.
                let start =
                    ["[^]", "[]", "[^", "["].into_iter().find(|start| rest.starts_with(start));
                let start = start.unwrap_or("[");
                self.out.push_str(&start.replace(']', "\\]"));
                start.len()
            }
            [b'{', ..] => {
                self.out.push_str("\\{");
                1
            }
            _ => self.plain(rest),
        }
    }

    /// Takes one item inside a class and returns its length.
    fn class_item(&mut self, rest: &str) -> Result<usize, String> {
        if let Some(taken) = self.named_class(rest)? {
            return Ok(taken);
        }
        Ok(match rest.as_bytes() {
            [b']', ..] => {
                self.in_class = false;
                self.plain(rest)
            }
            // A nested class, or an operation on classes, in the library.
            [b'[' | b'&' | b'~', ..] => {
                self.out.push('\\');
                self.plain(rest)
            }
            [b'-', b'-', ..] => {
                self.out.push_str("\\-");
                1
            }
            _ => self.plain(rest),
        })
    }

    /// Takes `[:alpha:]` or `[:^alpha:]`, if it is next. Without a closing `:]`, the bracket is an ordinary one. An
    /// unknown name is an error; the library would read it as its letters.
    fn named_class(&mut self, rest: &str) -> Result<Option<usize>, String> {
        let named = rest.strip_prefix("[:").filter(|_| !self.has_no_named_class);
        let Some(named) = named else { return Ok(None) };
        let Some((name, _)) = named.split_once(":]") else {
            self.has_no_named_class = true;
            return Ok(None);
        };
        let known = name.strip_prefix('^').unwrap_or(name);
        if !CLASSES.contains(&known) {
            let (unknown, classes) = (Value::from(known).describe(), CLASSES.join(", "));
            return Err(format!("unknown character class {unknown}; valid classes are {classes}"));
        }
        let taken = "[:".len() + name.len() + ":]".len();
        self.out.push_str(&rest[..taken]);
        Ok(Some(taken))
    }

    fn plain(&mut self, rest: &str) -> usize {
        let length = rest.chars().next().map_or(0, char::len_utf8);
        self.out.push_str(&rest[..length]);
        length
    }
}

/// Returns the length of `*`, `+`, `?`, `{2}`, `{2,}` or `{2,3}` at the start of a pattern.
fn repetition(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'*' | b'+' | b'?', ..] => return Some(1),
        [b'{', ..] => {}
        _ => return None,
    }
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let least = digits(&text[1..]);
    let mut end = 1 + least;
    if text[end..].starts_with(',') {
        end += 1 + digits(&text[end + 1..]);
    }
    (least > 0 && text[end..].starts_with('}')).then_some(end + 1)
}
