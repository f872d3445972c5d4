//! Escape sequences of literal text.

use std::borrow::Cow;
use std::ops::Range;

/// Resolves `$${` and `%%{`, which stand for `${` and `%{`.
pub(super) fn resolve_markers(text: &str) -> Cow<'_, str> {
    // Looking for one character is fast, and most texts do not have it.
    match text.contains('{') && (text.contains("${") || text.contains("%{")) {
        true => Cow::Owned(text.replace("$${", "${").replace("%%{", "%{")),
        false => Cow::Borrowed(text),
    }
}

/// Resolves everything that is escaped between quotes.
///
/// # Errors
///
/// Returns where an escape sequence is that is none, or a quote that is not escaped.
pub(super) fn resolve(text: &str) -> Result<Cow<'_, str>, Range<usize>> {
    if !text.bytes().any(|byte| matches!(byte, b'\\' | b'"')) {
        return Ok(resolve_markers(text));
    }
    let mut resolved = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '"']) {
        resolved += &resolve_markers(&rest[..at]);
        let start = text.len() - rest.len() + at;
        let (c, length) = escape(&rest[at..]).ok_or(start..start + invalid_length(&rest[at..]))?;
        resolved.push(c);
        rest = &rest[at + length..];
    }
    match resolved.is_empty() {
        true => Ok(resolve_markers(rest)),
        false => Ok(Cow::Owned(resolved + &resolve_markers(rest))),
    }
}

/// The character of the escape sequence at the start of a text, and the length of the sequence.
fn escape(text: &str) -> Option<(char, usize)> {
    let kind = text.strip_prefix('\\')?.chars().next()?;
    let digits = match kind {
        'n' => return Some(('\n', 2)),
        'r' => return Some(('\r', 2)),
        't' => return Some(('\t', 2)),
        '"' | '\\' => return Some((kind, 2)),
        'u' => 4,
        'U' => 8,
        _ => return None,
    };
    let digits =
        text.get(2..2 + digits).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?;
    Some((c, 2 + digits.len()))
}

fn invalid_length(text: &str) -> usize {
    match text.strip_prefix('\\') {
        Some(rest) => 1 + rest.chars().next().map_or(0, char::len_utf8),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_quoted_text_are_resolved() {
        assert_eq!(resolve(r#"a\nb\t\r\"\\"#).unwrap(), "a\nb\t\r\"\\");
        assert_eq!(resolve(r"\u00e9\U0001F600").unwrap(), "\u{e9}\u{1f600}");
        assert_eq!(resolve("$${a} %%{b} $$$${c}").unwrap(), "${a} %{b} $$${c}");
        assert_eq!(resolve(r"é\q"), Err(2..4));
        assert_eq!(resolve(r"\ud800"), Err(0..2));
        assert_eq!(resolve("a\"b"), Err(1..2));
    }
}
