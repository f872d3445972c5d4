//! The strings of a source in JSON syntax as templates of the native syntax.

use std::ops::Range;

use hcldyn_syntax::json::{Lexer, Token, TokenKind, escape};

/// Returns the range of the characters of a string token, without its quotes.
pub(in crate::ide) fn content(token: Token) -> Range<usize> {
    match token.kind {
        TokenKind::String { is_closed: true } => token.start + 1..token.end - 1,
        TokenKind::String { is_closed: false } => token.start + 1..token.end,
        _ => token.range(),
    }
}

/// Returns a source of the same length in which each escape sequence is spaces and the character that it means, so that
/// the native lexer reads the templates in its strings. A character that is not ASCII is left out.
pub(in crate::ide) fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let strings = Lexer::new(text, 0).filter(|it| matches!(it.kind, TokenKind::String { .. }));
    for token in strings {
        let range = content(token);
        while let Some(at) = text[result.len()..range.end].find('\\') {
            let at = result.len() + at;
            result += &text[result.len()..at];
            let (end, character) = match escape(text, at) {
                Ok(escape) if escape.end <= range.end => (escape.end, escape.character),
                _ => (at + 1, None),
            };
            let character = character.filter(char::is_ascii_graphic);
            let spaces = end - at - usize::from(character.is_some());
            result.extend(std::iter::repeat_n(' ', spaces));
            result.extend(character);
        }
        result += &text[result.len()..range.end];
    }
    result += &text[result.len()..];
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_stay() {
        let text = r#"{"a": "${f(\"b\", \"\u0041\\n\u00e4\")}", "c\q": "d\"#;
        let changed = unescaped(text);
        assert_eq!(changed.len(), text.len());
        assert_eq!(changed, r#"{"a": "${f( "b ",  "     A \n       ")}", "c q": "d "#);
    }
}
