//! Escaping of untrusted text for terminals and logs.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns `true` if a character is invisible or changes how a terminal or an editor shows the text around
/// it: a control character, a bidirectional control, or a character without width. Line breaks, tabs and
/// variation selectors are safe.
///
/// ```
/// use hcldyn_syntax::source::is_unsafe_to_print;
///
/// assert!(['\u{1b}', '\u{9b}', '\u{202e}', '\u{200b}', '\u{e0041}'].into_iter().all(is_unsafe_to_print));
/// assert!(!['a', 'é', '\n', '\u{fe0f}'].into_iter().any(is_unsafe_to_print));
/// ```
pub fn is_unsafe_to_print(c: char) -> bool {
    match c {
        '\n' | '\t' | ' '..='~' => false,
        _ if c.is_control() => true,
        // Soft hyphen, Arabic letter mark, Mongolian vowel separator.
        '\u{ad}' | '\u{61c}' | '\u{180e}' => true,
        // Characters without width, direction marks, line and paragraph separators, embeddings and overrides,
        // joiners, invisible operators, isolates and deprecated format characters.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // Byte-order mark, interlinear annotations, tags.
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

/// Escapes each character that [`is_unsafe_to_print`] as in an HCL string: `\u009b`, `\U000e0041`. Line
/// breaks and tabs stay.
///
/// ```
/// assert_eq!(hcldyn_syntax::source::escape_controls("a\u{1b}[31mb\n"), "a\\u001b[31mb\n");
/// ```
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    escape(text, is_unsafe_to_print)
}

/// Escapes like [`escape_controls`], and line breaks and tabs as well, so that the result is one line. File
/// names are shown in this form.
///
/// ```
/// assert_eq!(hcldyn_syntax::source::escape_line("a\n\u{1b}.hcl"), "a\\n\\u001b.hcl");
/// ```
pub fn escape_line(text: &str) -> Cow<'_, str> {
    escape(text, |c| matches!(c, '\n' | '\t') || is_unsafe_to_print(c))
}

/// Appends a character as HCL escapes it in a string.
#[doc(hidden)]
pub fn push_escape(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // Writing to a string never fails.
        '\0'..='\u{ffff}' => drop(write!(out, "\\u{:04x}", u32::from(c))),
        _ => drop(write!(out, "\\U{:08x}", u32::from(c))),
    }
}

fn escape(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&is_escaped) else { return text.into() };
    let (clean, rest) = text.split_at(first);
    let mut escaped = clean.to_owned();
    for c in rest.chars() {
        if is_escaped(c) { push_escape(&mut escaped, c) } else { escaped.push(c) }
    }
    escaped.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_is_left() {
        let hostile: String = (0..=0x10_ffff).filter_map(char::from_u32).collect();
        let escaped = escape_controls(&hostile);
        assert_eq!(escaped.chars().filter(|c| c.is_control()).collect::<String>(), "\t\n");
        assert!(!escape_line(&hostile).contains(char::is_control));
        assert!(!escaped.contains(is_unsafe_to_print));
    }

    #[test]
    fn characters_are_escaped_as_in_hcl() {
        assert_eq!(escape_controls("\r\u{9b}2J\u{202e}\u{e0041}"), r"\r\u009b2J\u202e\U000e0041");
        assert!(matches!(escape_controls("a\té\u{301}\n❤\u{fe0f}"), Cow::Borrowed(_)));
    }
}
