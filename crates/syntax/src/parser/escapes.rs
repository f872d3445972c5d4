//! Escape sequences in literal characters.

use std::borrow::Cow;

use super::Parser;
use crate::error::ErrorKind;
use crate::event::Receiver;
use crate::source::Span;

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Reports invalid escape sequences in the characters of a quoted string.
    pub(super) fn check_escapes(&mut self, text: Span) {
        let slice = self.slice(text);
        let mut at = 0;
        while let Some(length) = memchr::memchr(b'\\', &slice.as_bytes()[at..]) {
            at += length;
            match escape(&slice[at..]) {
                Ok((_, length)) => at += length,
                // The string ends here without its quote, which is reported.
                Err(1) => return,
                Err(length) => {
                    let start = text.start + at as u32;
                    let span = Span::new(start, start + length as u32);
                    self.mistake(ErrorKind::InvalidEscape, span, None);
                    at += length;
                }
            }
        }
    }
}

/// Resolves the escapes in literal characters of a heredoc or a bare template: `$${` is `${`, and `%%{` is
/// `%{`.
///
/// ```
/// use hcldyn_syntax::parser::unescape_template;
///
/// assert_eq!(unescape_template("100 $${x}"), "100 ${x}");
/// ```
#[must_use]
pub fn unescape_template(text: &str) -> Cow<'_, str> {
    let may_be_escaped = memchr::memchr2(b'$', b'%', text.as_bytes()).is_some();
    if may_be_escaped && (text.contains("${") || text.contains("%{")) {
        Cow::Owned(text.replace("$${", "${").replace("%%{", "%{"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Resolves the escape sequences in literal characters of a quoted string. Invalid escape sequences stay as
/// they are.
///
/// ```
/// use hcldyn_syntax::parser::unescape_quoted;
///
/// assert_eq!(unescape_quoted(r"a\tb $${c} \u00e9"), "a\tb ${c} é");
/// ```
#[must_use]
pub fn unescape_quoted(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return unescape_template(text);
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        result.push_str(&unescape_template(&rest[..at]));
        rest = &rest[at..];
        let length = match escape(rest) {
            Ok((c, length)) => {
                result.push(c);
                length
            }
            Err(length) => {
                result.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    result.push_str(&unescape_template(rest));
    Cow::Owned(result)
}

/// Reads the escape sequence at the start of the source. Returns its character and length, or the length of
/// an invalid sequence.
fn escape(text: &str) -> Result<(char, usize), usize> {
    let mut chars = text[1..].chars();
    let Some(kind) = chars.next() else { return Err(1) };
    let most = match kind {
        'n' => return Ok(('\n', 2)),
        'r' => return Ok(('\r', 2)),
        't' => return Ok(('\t', 2)),
        '"' | '\\' => return Ok((kind, 2)),
        'u' => 4,
        'U' => 8,
        _ => return Err(1 + kind.len_utf8()),
    };
    let digits = chars.take(most).take_while(char::is_ascii_hexdigit).count();
    let code = u32::from_str_radix(&text[2..2 + digits], 16).ok();
    match code.and_then(char::from_u32) {
        Some(c) if digits == most => Ok((c, 2 + digits)),
        _ => Err(2 + digits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_quoted_strings_are_resolved() {
        assert_eq!(unescape_quoted(r#"a\nb\t\r\"\\"#), "a\nb\t\r\"\\");
        assert_eq!(unescape_quoted(r"\u00e9\U0001F600"), "\u{e9}\u{1f600}");
        assert_eq!(unescape_quoted("$${a} %%{b} $$$${c}"), "${a} %{b} $$${c}");
        assert_eq!(unescape_quoted(r"é\q"), r"é\q");
    }

    #[test]
    fn invalid_escapes_have_a_length() {
        assert_eq!(escape(r"\q1"), Err(2));
        assert_eq!(escape(r"\ud800"), Err(6));
        assert_eq!(escape(r"\u12x"), Err(4));
        assert_eq!(escape("\\"), Err(1));
    }
}
