//! The content of strings.

use std::fmt;
use std::ops::Range;

/// The length of `\uXXXX`.
const UNICODE_LENGTH: usize = 6;

/// An error in a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StringError {
    /// The closing quote is missing.
    Unclosed,
    /// The control character in this range is not written as an escape sequence.
    ControlCharacter(Range<usize>),
    /// The escape sequence in this range is invalid.
    InvalidEscape(Range<usize>),
}

impl fmt::Display for StringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unclosed => "a string is not closed",
            Self::ControlCharacter(_) => "a control character must be an escape sequence",
            Self::InvalidEscape(_) => "an escape sequence is invalid",
        })
    }
}

impl std::error::Error for StringError {}

/// An escape sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Escape {
    /// The character that is written. It is `None` for half of a surrogate pair, which is valid JSON although it is
    /// not a character.
    pub character: Option<char>,
    /// The byte offset of its end in the source.
    pub end: usize,
}

/// Returns the first error in the string whose opening quote is at an offset. The string ends with its line.
///
/// ```
/// use hcldyn_syntax::json::{StringError, string_error};
///
/// assert_eq!(string_error(r#""a\n""#, 0), None);
/// assert_eq!(string_error(r#"["C:\temp\x"]"#, 1), Some(StringError::InvalidEscape(9..11)));
/// ```
#[must_use]
pub fn string_error(text: &str, quote: usize) -> Option<StringError> {
    let mut at = quote + 1;
    loop {
        match text.get(at..).and_then(|rest| rest.chars().next()) {
            Some('"') => return None,
            None | Some('\n' | '\r') => return Some(StringError::Unclosed),
            Some('\\') => match escape(text, at) {
                Ok(escape) => at = escape.end,
                Err(error) => return Some(error),
            },
            Some(c) if c < ' ' => return Some(StringError::ControlCharacter(at..at + 1)),
            Some(c) => at += c.len_utf8(),
        }
    }
}

/// Reads the escape sequence whose backslash is at an offset. Two halves of a surrogate pair are one sequence.
///
/// ```
/// use hcldyn_syntax::json::{Escape, escape};
///
/// assert_eq!(escape(r"a\n", 1), Ok(Escape { character: Some('\n'), end: 3 }));
/// ```
///
/// # Errors
///
/// Returns an error if the sequence is invalid, or if the source ends in it.
pub fn escape(text: &str, at: usize) -> Result<Escape, StringError> {
    let rest = text.get(at..).unwrap_or_default();
    let kind = rest.chars().nth(1).ok_or(StringError::Unclosed)?;
    let end = at + 1 + kind.len_utf8();
    let character = match kind {
        '"' | '\\' | '/' => kind,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return unicode(rest, at),
        _ if kind.is_control() => return Err(StringError::ControlCharacter(at + 1..end)),
        _ => return Err(StringError::InvalidEscape(at..end)),
    };
    Ok(Escape { character: Some(character), end })
}

/// Reads `\uXXXX`, or two of them as a surrogate pair, at the start of a source. `at` is the offset of the start.
fn unicode(text: &str, at: usize) -> Result<Escape, StringError> {
    let Some(first) = code_unit(text) else {
        let digits = text.bytes().skip(2).take_while(u8::is_ascii_hexdigit).count();
        let end = at + 2 + digits;
        let is_at_end = text.len() == 2 + digits;
        let invalid = StringError::InvalidEscape(at..end);
        return Err(if is_at_end { StringError::Unclosed } else { invalid });
    };
    let second = text.get(UNICODE_LENGTH..).and_then(code_unit);
    let units = std::iter::once(first).chain(second);
    let character = char::decode_utf16(units).next().and_then(Result::ok);
    let count = character.map_or(1, char::len_utf16);
    Ok(Escape { character, end: at + count * UNICODE_LENGTH })
}

fn code_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the character and the length of an escape sequence.
    fn read(text: &str) -> Result<(Option<char>, usize), StringError> {
        escape(text, 0).map(|escape| (escape.character, escape.end))
    }

    #[test]
    fn escapes_of_one_letter_are_read() {
        let written = [
            (r#"\""#, '"'),
            (r"\\", '\\'),
            (r"\/", '/'),
            (r"\b", '\u{8}'),
            (r"\f", '\u{c}'),
            (r"\n", '\n'),
            (r"\r", '\r'),
            (r"\t", '\t'),
        ];
        for (text, character) in written {
            assert_eq!(read(&format!("{text}x")), Ok((Some(character), 2)), "{text}");
        }
    }

    #[test]
    fn code_units_are_read() {
        assert_eq!(read(r"\u00e9x"), Ok((Some('é'), 6)));
        assert_eq!(read(r"\u20AC1"), Ok((Some('€'), 6)));
        assert_eq!(read(r"\u0000"), Ok((Some('\0'), 6)));
        assert_eq!(read(r"\u0041\u0042"), Ok((Some('A'), 6)));
        assert_eq!(read(r"\uD83D\uDE00x"), Ok((Some('\u{1f600}'), 12)));
    }

    #[test]
    fn half_of_a_surrogate_pair_is_not_a_character() {
        for text in [
            r"\ud800",
            r"\udc00",
            r"\ud800x",
            r"\ud800\n",
            r"\ud800\u0041",
            r"\udc00\ud800",
            r"\ud800\ud800",
            r"\ud83d\ude0",
            r"\ud83dxude00",
        ] {
            assert_eq!(read(text), Ok((None, 6)), "{text}");
        }
    }

    #[test]
    fn invalid_escapes_have_a_range() {
        let invalid = |range| Err(StringError::InvalidEscape(range));
        assert_eq!(read(r"\q1"), invalid(0..2));
        assert_eq!(read(r"\é"), invalid(0..3));
        assert_eq!(read(r"\U0041"), invalid(0..2));
        assert_eq!(read(r#"\u""#), invalid(0..2));
        assert_eq!(read(r"\u12x4"), invalid(0..4));
        assert_eq!(read(r"\u+123"), invalid(0..2));
        assert_eq!(read(r"\u123é"), invalid(0..5));
        assert_eq!(escape(r"ab\q", 2), Err(StringError::InvalidEscape(2..4)));
    }

    #[test]
    fn a_source_can_end_in_an_escape() {
        for text in ["", r"\", r"\u", r"\u12", r"\u123"] {
            assert_eq!(read(text), Err(StringError::Unclosed), "{text}");
        }
        assert_eq!(escape("é", 1), Err(StringError::Unclosed));
    }

    #[test]
    fn control_characters_cannot_be_escaped() {
        assert_eq!(read("\\\n"), Err(StringError::ControlCharacter(1..2)));
        assert_eq!(read("\\\u{85}"), Err(StringError::ControlCharacter(1..3)));
    }

    #[test]
    fn valid_strings_have_no_errors() {
        for text in [r#""""#, r#""a" \q"#, r#""\"\\""#, r#""\ud800""#, "\"é\u{7f}\u{feff}\""] {
            assert_eq!(string_error(text, 0), None, "{text}");
        }
    }

    #[test]
    fn the_first_error_of_a_string_is_found() {
        for (text, error) in [
            ("\"", StringError::Unclosed),
            ("\"a\n\"", StringError::Unclosed),
            ("\"a\r\"", StringError::Unclosed),
            ("\"a\\\"", StringError::Unclosed),
            ("\"\\u12", StringError::Unclosed),
            ("\"a\u{0}\\q\"", StringError::ControlCharacter(2..3)),
            ("\"\t", StringError::ControlCharacter(1..2)),
            ("\"\\\n\"", StringError::ControlCharacter(2..3)),
            ("\"é\\q\u{0}", StringError::InvalidEscape(3..5)),
            ("\"\\ud83d\\u12\"", StringError::InvalidEscape(7..11)),
        ] {
            assert_eq!(string_error(text, 0), Some(error), "{text:?}");
        }
    }
}
