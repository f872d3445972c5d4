//! The check that fixes of a source in JSON syntax change no other values.

use std::iter::Peekable;
use std::ops::Range;

use hcldyn_syntax::changes::Changes;
use hcldyn_syntax::json::{Lexer, Token, TokenKind};

use crate::cty::internal::{Bisect, CollectVec, KeySet};

/// The maximum nesting of arrays and objects. Deeper ones are not read.
const MAX_DEPTH: usize = 128;

/// A source before fixes.
#[derive(Debug)]
pub(super) struct JsonSource<'s> {
    text: &'s str,
    /// The value, or the offset of the first error.
    root: Result<JsonNode, usize>,
}

/// A value.
#[derive(Debug)]
struct JsonNode {
    range: Range<usize>,
    /// The elements of an array, or the properties of an object.
    items: Vec<JsonItem>,
    is_array: bool,
}

/// An element, or a property with its name in quotes.
#[derive(Debug)]
struct JsonItem {
    name: Option<Range<usize>>,
    value: JsonNode,
}

impl<'s> JsonSource<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, root: StructureReader::read(text) }
    }

    /// Returns `true` if changes keep all values that they do not touch. In a source with an error, no error must remain at
    /// the changes or before them.
    pub(super) fn is_kept(&self, changes: &Changes) -> bool {
        let text = changes.apply(self.text);
        let offsets = changes.offsets();
        let after = StructureReader::read(&text);
        match (&self.root, &after) {
            (Ok(before), Ok(after)) => {
                let changed = changes.iter().map(|(range, _)| range.clone()).collect_vec();
                let inserted = changed.iter().map(|range| offsets.around(range)).collect_vec();
                let comparison = JsonComparison { texts: [self.text, &text], changed, inserted };
                comparison.is_same(before, after)
                    && after.repeated_names(&text) <= before.repeated_names(self.text)
            }
            (Ok(_), Err(_)) => false,
            (Err(_), Ok(_)) => true,
            (Err(before), Err(after)) => *after > offsets.around(&(*before..*before)).start,
        }
    }
}

impl JsonNode {
    /// Returns the number of properties with the name of an earlier one in their object.
    fn repeated_names(&self, text: &str) -> usize {
        let (mut names, mut repeated) = (KeySet::default(), 0);
        for item in &self.items {
            let is_repeated =
                item.name.as_ref().is_some_and(|name| !names.insert(&text[name.clone()]));
            repeated += usize::from(is_repeated) + item.value.repeated_names(text);
        }
        repeated
    }
}

impl JsonItem {
    fn range(&self) -> Range<usize> {
        self.name.as_ref().map_or(self.value.range.start, |name| name.start)..self.value.range.end
    }
}

/// The comparison of values before and after changes.
struct JsonComparison<'c> {
    texts: [&'c str; 2],
    /// The ranges of the changes before and after them, in source order.
    changed: Vec<Range<usize>>,
    inserted: Vec<Range<usize>>,
}

impl JsonComparison<'_> {
    /// Returns `true` if a value is the same except for its changed parts.
    fn is_same(&self, before: &JsonNode, after: &JsonNode) -> bool {
        if !self.is_touched(&before.range) {
            return self.texts[0][before.range.clone()] == self.texts[1][after.range.clone()];
        }
        // The whole value is written in another form.
        let ends = [before.range.start, before.range.end];
        if ends.into_iter().any(|end| self.is_touched(&(end..end))) {
            return true;
        }
        if before.items.is_empty() && after.items.is_empty() {
            return true;
        }
        if before.is_array != after.is_array {
            return false;
        }
        let is_kept = |item: &&JsonItem| !is_inside(&self.changed, &item.range());
        let is_old = |item: &&JsonItem| !is_inside(&self.inserted, &item.range());
        let kept = before.items.iter().filter(is_kept).collect_vec();
        let found = after.items.iter().filter(is_old).collect_vec();
        kept.len() == found.len()
            && kept.iter().zip(&found).all(|(before, after)| self.is_same_item(before, after))
    }

    fn is_same_item(&self, before: &JsonItem, after: &JsonItem) -> bool {
        let is_same_name = match (&before.name, &after.name) {
            (Some(before), Some(after)) => {
                self.is_touched(before)
                    || self.texts[0][before.clone()] == self.texts[1][after.clone()]
            }
            (before, after) => before.is_none() && after.is_none(),
        };
        is_same_name && self.is_same(&before.value, &after.value)
    }

    /// Returns `true` if a change is in a range or at its ends.
    fn is_touched(&self, range: &Range<usize>) -> bool {
        let first = self.changed.count_leading(|it| it.end < range.start);
        self.changed.get(first).is_some_and(|it| it.start <= range.end)
    }
}

/// Returns `true` if a range is in one of several.
fn is_inside(ranges: &[Range<usize>], inner: &Range<usize>) -> bool {
    let first = ranges.count_leading(|range| range.end < inner.end);
    ranges.get(first).is_some_and(|range| range.start <= inner.start)
}

/// A reader of the structure of JSON. It accepts most words as values.
struct StructureReader<'s> {
    text: &'s str,
    tokens: Peekable<Lexer<'s>>,
}

impl<'s> StructureReader<'s> {
    /// Returns the value of a source, or the offset of the first error.
    fn read(text: &'s str) -> Result<JsonNode, usize> {
        let start = text.len() - text.trim_start_matches('\u{feff}').len();
        let mut reader = Self { text, tokens: Lexer::new(text, start).peekable() };
        let root = reader.value(0)?;
        match reader.tokens.next() {
            None => Ok(root),
            Some(token) => Err(token.start),
        }
    }

    fn value(&mut self, depth: usize) -> Result<JsonNode, usize> {
        let token = self.next()?;
        let mut node = JsonNode { range: token.range(), items: Vec::new(), is_array: false };
        match token.kind {
            TokenKind::OpenBrace | TokenKind::OpenBracket if depth < MAX_DEPTH => {
                node.is_array = token.kind == TokenKind::OpenBracket;
                node.range.end = self.items(&mut node, depth + 1)?;
            }
            TokenKind::String { is_closed: true } => {}
            TokenKind::Word => self.check_word(token)?,
            _ => return Err(token.start),
        }
        Ok(node)
    }

    /// Reads the items of an array or an object, and its closing bracket. Returns its end.
    fn items(&mut self, node: &mut JsonNode, depth: usize) -> Result<usize, usize> {
        let closer = if node.is_array { TokenKind::CloseBracket } else { TokenKind::CloseBrace };
        if let Some(empty) = self.tokens.next_if(|token| token.kind == closer) {
            return Ok(empty.end);
        }
        loop {
            let name = if node.is_array { None } else { Some(self.name()?) };
            node.items.push(JsonItem { name, value: self.value(depth)? });
            match self.next()? {
                Token { kind: TokenKind::Comma, .. } => {}
                token if token.kind == closer => return Ok(token.end),
                token => return Err(token.start),
            }
        }
    }

    /// Reads the name of a property and its colon.
    fn name(&mut self) -> Result<Range<usize>, usize> {
        let name = self.expect(TokenKind::String { is_closed: true })?;
        self.expect(TokenKind::Colon)?;
        Ok(name.range())
    }

    fn expect(&mut self, kind: TokenKind) -> Result<Token, usize> {
        let token = self.next()?;
        if token.kind == kind { Ok(token) } else { Err(token.start) }
    }

    /// Checks that a word has neither characters outside ASCII nor dollar signs.
    fn check_word(&self, word: Token) -> Result<(), usize> {
        let is_foreign = |byte: u8| !byte.is_ascii() || byte == b'$';
        match self.text[word.range()].bytes().position(is_foreign) {
            Some(length) => Err(word.start + length),
            None => Ok(()),
        }
    }

    /// Returns the next token, or the end of the source as the offset of an error.
    fn next(&mut self) -> Result<Token, usize> {
        self.tokens.next().ok_or(self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_kept(before: &str, range: Range<usize>, new: &str) -> bool {
        let mut changes = Changes::default();
        changes.replace(range, new);
        JsonSource::new(before).is_kept(&changes)
    }

    #[test]
    fn changes_of_a_value_keep_the_others() {
        for (before, range, new) in [
            (r#"{"prot": 1, "b": 2}"#, 2..6, "port"),
            (r#"{"a": "1", "b": 2}"#, 6..9, "1"),
            (r#"{"a": [1, 2], "b": 2}"#, 10..11, "[2]"),
            (r#"{"a": 1, "a": 2}"#, 7..15, ""),
            (r#"{"a": {}, "b": 2}"#, 7..7, r#""c": 0"#),
            (r#"{"a": 1,}"#, 7..8, ""),
            (r#"{"a" 1, "b": 2,}"#, 4..4, ":"),
            ("{\"a\": \"x,\n\"b\": 2}", 8..8, "\""),
        ] {
            assert!(is_kept(before, range.clone(), new), "{before} {range:?} {new}");
        }
    }

    #[test]
    fn lost_and_repeated_values_are_found() {
        for (before, range, new) in [
            (r#"{"prot": 1, "port": 2}"#, 2..6, "port"),
            (r#"{"a": {"prot": 1, "port": 2}}"#, 8..12, "port"),
            (r#"{"a": 1, "b": 2}"#, 6..6, "\""),
            (r#"{"a": 1, "b": 2}"#, 7..7, "}"),
            (r#"{"a": [1, 2], "b": 2}"#, 8..8, "], \"c\": ["),
            (r#"{"a": "x", "b": "y"}"#, 9..9, "\\"),
            (r#"{"a": "x, "b": 1}"#, 16..16, "\""),
        ] {
            assert!(!is_kept(before, range.clone(), new), "{before} {range:?} {new}");
        }
    }

    #[test]
    fn deep_values_are_not_read() {
        for (depth, expected) in [(MAX_DEPTH, true), (MAX_DEPTH + 1, false)] {
            let text = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
            assert_eq!(is_kept(&text, depth..depth + 1, "2"), expected);
        }
    }
}
