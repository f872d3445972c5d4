//! The surroundings of an offset in JSON syntax.

use std::ops::Range;

use hcldyn_syntax::json::{Lexer, Token, TokenKind};
use hcldyn_syntax::lexer::Lexer as NativeLexer;

use super::scan::Scan as NativeScan;
use super::{Cursor, Notation, Place, Tokens, ValuePlace, is_word, start_of_character};
use crate::ide::json::{Level, Role, Scan, content, is_template, unescaped};
use crate::ide::language::Language;

impl<'t> Cursor<'t> {
    /// Finds the surroundings of an offset in JSON syntax. Inside quotes, the word is between them.
    pub(in crate::ide) fn in_json(text: &'t str, offset: usize, language: &Language) -> Self {
        let offset = start_of_character(text, offset);
        let mut scan = Scan::new(text, language);
        let mut tokens = Lexer::new(text, 0).peekable();
        while let Some(token) = tokens.next_if(|token| !is_touched(*token, offset)) {
            if token.start >= offset {
                let rest = std::iter::once(token).chain(tokens);
                return Self::at_word(&mut scan, offset..offset, rest);
            }
            scan.push(token);
        }
        let Some(token) = tokens.next() else {
            return Self::at_word(&mut scan, offset..offset, std::iter::empty());
        };
        let range = content(token);
        let is_string = matches!(token.kind, TokenKind::String { .. });
        match scan.role(&text[range.clone()]) {
            Role::Value if is_string => Self::in_string(&scan, text, range, offset),
            Role::ObjectKey if is_string && is_template(&text[range.clone()]) => {
                Self::in_string(&scan, text, range, offset)
            }
            _ => Self::at_word(&mut scan, range, tokens),
        }
    }

    /// Returns the surroundings of a word outside of templates, which is empty between tokens.
    fn at_word(
        scan: &mut Scan<'t, '_>,
        word: Range<usize>,
        rest: impl Iterator<Item = Token>,
    ) -> Self {
        let mut blocks = scan.headers();
        let place = match scan.level() {
            Some(Level::Body) if scan.expects_name() => Place::Item,
            Some(Level::Labels(_)) if scan.expects_name() => {
                blocks.pop().map_or(Place::Other, Place::Label)
            }
            Some(Level::Value) if scan.expects_name() => {
                let (attribute, path) = scan.attribute();
                Place::Value(ValuePlace { is_key: true, ..ValuePlace::new(attribute, path) })
            }
            Some(_) if scan.expects_value() && scan.level_inside() == Level::Value => {
                let (attribute, path) = scan.attribute();
                Place::Value(ValuePlace::new(attribute, path))
            }
            _ => Place::Other,
        };
        let depth = scan.depth();
        let before = scan.written(depth);
        let cursor = Self { blocks, written: Vec::new(), place, word, notation: Notation::Json };
        // A name at the cursor is not pushed.
        for token in rest {
            if token.kind.closes() && scan.depth() <= depth {
                break;
            }
            scan.push(token);
            // Other brackets have ended it.
            if scan.depth() < depth {
                return Self { written: before, ..cursor };
            }
        }
        Self { written: scan.written(depth), ..cursor }
    }

    /// Returns the surroundings of an offset in a string of a value.
    fn in_string(scan: &Scan<'t, '_>, text: &'t str, string: Range<usize>, offset: usize) -> Self {
        let (attribute, path) = scan.attribute();
        let is_key = scan.expects_name();
        let plain = unescaped(&text[string.start - 1..string.end]);
        let plain = &plain[1..];
        let mut inner = NativeScan::in_template(text, attribute, string.start);
        let mut word = offset..offset;
        let tokens = Tokens { lexer: NativeLexer::template(plain), start: 0 };
        for (token, start) in tokens {
            let range = string.start + start..string.start + token.end as usize;
            if range.start <= offset && offset <= range.end && is_word(token.kind) {
                word = range;
                break;
            }
            if range.end > offset {
                break;
            }
            inner.push(token.kind, range);
        }
        let mut place = inner.place();
        if let Place::Value(place) = &mut place {
            let inner = place.path.take();
            place.path = inner.map(|inner| path.into_iter().chain(inner).collect());
            place.is_key |= is_key && place.is_string;
        }
        let written = scan.written(scan.depth());
        let is_literal = matches!(&place, Place::Value(place) if place.is_string);
        let notation = if is_literal { Notation::JsonString } else { Notation::JsonTemplate };
        Self { blocks: scan.headers(), written, place, word, notation }
    }
}

/// Returns `true` if an offset is between the quotes of a string, or at a word.
fn is_touched(token: Token, offset: usize) -> bool {
    match token.kind {
        TokenKind::String { is_closed } => {
            token.start < offset && offset < token.end + usize::from(!is_closed)
        }
        TokenKind::Word => token.start <= offset && offset <= token.end,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;
    use super::*;

    /// Returns the surroundings of `|`.
    fn at(marked: &str) -> String {
        let text = marked.replacen('|', "", 1);
        let offset = marked.find('|').unwrap();
        shown(Cursor::in_json(&text, offset, &Language::without_spec()), &text)
    }

    #[test]
    fn items_and_labels() {
        assert_eq!(at(r#"{"a": 1, "b|": 2, "c": {}}"#), r#" > item "b" ["a", "c"]"#);
        assert_eq!(at(r#"{"variable": {"|x": {"y": 1}}}"#), r#" > label 0 of variable "x" []"#);
        assert_eq!(at(r#"{"variable": {"x": {"y": 1, |}}}"#), r#"variable x > item "" ["y"]"#);
    }
}
