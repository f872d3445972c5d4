//! The surroundings of an offset, found by tokens alone, so that they are known in broken sources, too.

mod json;
mod scan;

use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, Token, TokenKind};

use self::scan::Scan;
use super::workspace::File;

/// The surroundings of an offset.
#[derive(Debug)]
pub(in crate::ide) struct Cursor<'t> {
    /// The blocks around it, the outermost first.
    pub(in crate::ide) blocks: Vec<Header<'t>>,
    /// The names in the innermost body, or in the innermost object for a key of it, without the one at the cursor.
    pub(in crate::ide) written: Vec<&'t str>,
    pub(in crate::ide) place: Place<'t>,
    /// The range of the name or the literal characters at the cursor, which is empty between tokens.
    pub(in crate::ide) word: Range<usize>,
    /// The notation of values there.
    pub(in crate::ide) notation: Notation,
}

/// The notation of names and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide) enum Notation {
    /// Native syntax.
    Native,
    /// Property names and values of JSON.
    Json,
    /// The characters of a string in JSON.
    JsonString,
    /// An interpolation in a string in JSON: native syntax in which quotes are escape sequences.
    JsonTemplate,
}

/// The type and the labels of a block, without quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ide) struct Header<'t> {
    pub(in crate::ide) ty: &'t str,
    pub(in crate::ide) labels: Vec<&'t str>,
}

/// The part of the grammar at the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::ide) enum Place<'t> {
    /// The name of an attribute, or the type of a block.
    Item,
    /// A label of a block. The header has those before it.
    Label(Header<'t>),
    /// The value of an attribute, or a part of it.
    Value(ValuePlace<'t>),
    /// A comment, or a place for punctuation.
    Other,
}

/// A place in the value of an attribute.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::ide) struct ValuePlace<'t> {
    pub(in crate::ide) attribute: &'t str,
    /// The way from the value to the part at the cursor; `None` inside a call or a template, whose parts have no spec.
    pub(in crate::ide) path: Option<Vec<Key<'t>>>,
    /// `true` for a key of an object, which the path leads to.
    pub(in crate::ide) is_key: bool,
    /// `true` among the literal characters of a string.
    pub(in crate::ide) is_string: bool,
    /// The function whose arguments are around the cursor, with the position of the argument.
    pub(in crate::ide) call: Option<(&'t str, usize)>,
    /// `true` if the place is an argument of the function, not a part of one.
    pub(in crate::ide) is_argument: bool,
}

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide) enum Key<'t> {
    Name(&'t str),
    Index(usize),
}

impl<'t> Cursor<'t> {
    /// Finds the surroundings of an offset in a file.
    pub(in crate::ide) fn of(file: &'t File, offset: usize) -> Self {
        if file.is_json() {
            return Self::in_json(file.text(), offset, &file.language);
        }
        Self::at(file.text(), offset)
    }

    /// Finds the surroundings of an offset in native syntax. An offset past the end is the end, and one inside a character
    /// is its start.
    fn at(text: &'t str, offset: usize) -> Self {
        let offset = start_of_character(text, offset);
        let mut scan = Scan::new(text);
        let mut tokens = Tokens { lexer: Lexer::new(text), start: 0 }.peekable();
        let mut word = offset..offset;
        let mut is_comment = false;
        while let Some((token, start)) = tokens.peek().copied() {
            let end = token.end as usize;
            let is_touched = start <= offset && offset <= end;
            if is_touched && is_word(token.kind) {
                word = start..end;
                break;
            }
            is_comment |= is_comment_at(token.kind, start, end, offset);
            if end > offset || is_comment {
                break;
            }
            scan.push(token.kind, start..end);
            tokens.next();
        }
        let place = if is_comment { Place::Other } else { scan.place() };
        let blocks = scan.blocks();
        let is_key = matches!(&place, Place::Value(place) if place.is_key);
        // The names after the cursor.
        let around = if is_key { scan.names() } else { scan.body() };
        let before = scan.written(around);
        let cursor = Self { blocks, written: Vec::new(), place, word, notation: Notation::Native };
        if !cursor.word.is_empty() && (is_key || cursor.place == Place::Item) {
            tokens.next();
        }
        for (token, start) in tokens {
            if token.kind == TokenKind::CloseBrace && scan.innermost_brace() <= around {
                break;
            }
            scan.push(token.kind, start..token.end as usize);
            // Other brackets have ended it.
            if scan.depth() <= around {
                return Self { written: before, ..cursor };
            }
        }
        Self { written: scan.written(around), ..cursor }
    }
}

/// Returns the offset of the character that an offset is in, or of the end.
fn start_of_character(text: &str, offset: usize) -> usize {
    let mut offsets = (0..=offset.min(text.len())).rev();
    offsets.find(|it| text.is_char_boundary(*it)).unwrap_or_default()
}

impl<'t> ValuePlace<'t> {
    /// Creates a place outside of calls, keys and strings.
    fn new(attribute: &'t str, path: Vec<Key<'t>>) -> Self {
        Self {
            attribute,
            path: Some(path),
            is_key: false,
            is_string: false,
            call: None,
            is_argument: false,
        }
    }
}

/// The tokens with their starts.
struct Tokens<'t> {
    lexer: Lexer<'t>,
    start: usize,
}

impl Iterator for Tokens<'_> {
    type Item = (Token, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let token = self.lexer.next()?;
        let start = std::mem::replace(&mut self.start, token.end as usize);
        Some((token, start))
    }
}

/// Returns `true` for tokens that are completed or described as a whole.
fn is_word(kind: TokenKind) -> bool {
    use TokenKind::{EscapedText, Ident, Number, Text};
    matches!(kind, Ident | Number | Text | EscapedText)
}

fn is_comment_at(kind: TokenKind, start: usize, end: usize, offset: usize) -> bool {
    match kind {
        TokenKind::LineComment | TokenKind::UnclosedComment => start < offset && offset <= end,
        TokenKind::BlockComment => start < offset && offset < end,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the surroundings of `|`.
    fn at(marked: &str) -> String {
        let offset = marked.find('|').unwrap();
        let text = marked.replacen('|', "", 1);
        shown(Cursor::at(&text, offset), &text)
    }

    /// Returns a cursor in a few words.
    pub(super) fn shown(cursor: Cursor<'_>, text: &str) -> String {
        let blocks: Vec<_> =
            cursor.blocks.iter().map(|it| [&[it.ty], &*it.labels].concat().join(" ")).collect();
        let place = match cursor.place {
            Place::Item => "item".to_owned(),
            Place::Label(header) => format!("label {} of {}", header.labels.len(), header.ty),
            Place::Value(place) => {
                let key = if place.is_key { " key" } else { "" };
                let string = if place.is_string { " string" } else { "" };
                format!("{}{key}{string} {:?} {:?}", place.attribute, place.path, place.call)
            }
            Place::Other => "other".to_owned(),
        };
        let word = &text[cursor.word];
        format!("{} > {place} {word:?} {:?}", blocks.join(" > "), cursor.written)
    }

    #[test]
    fn items_and_labels() {
        assert_eq!(at("|"), " > item \"\" []");
        assert_eq!(at("a = 1\nb| = 2\nc {\nd = 3\n}\n"), " > item \"b\" [\"a\", \"c\"]");
        assert_eq!(at("a \"x\" {\n  b = 1\n  |\n  c = 2\n}\n"), "a x > item \"\" [\"b\", \"c\"]");
        assert_eq!(at("a \"x\" \"|y\" {\n}\n"), " > label 1 of a \"y\" [\"a\"]");
        assert_eq!(at("a \"|"), " > label 0 of a \"\" [\"a\"]");
    }

    #[test]
    fn values_and_their_parts() {
        assert_eq!(at("a = |"), " > a Some([]) None \"\" [\"a\"]");
        assert_eq!(at("a = \"x|\""), " > a string Some([]) None \"x\" [\"a\"]");
        assert_eq!(
            at("a = { b = [1, |] }"),
            " > a Some([Name(\"b\"), Index(1)]) None \"\" [\"a\"]"
        );
        assert_eq!(
            at("a = {\n  b = 1\n  c|\n  d = 2\n}"),
            " > a key Some([]) None \"c\" [\"b\", \"d\"]"
        );
        assert_eq!(at("a = f(1, x|)"), " > a None Some((\"f\", 1)) \"x\" [\"a\"]");
        assert_eq!(at("a = \"${x|}\""), " > a Some([]) None \"x\" [\"a\"]");
        assert_eq!(at("a = \"b${x|}\""), " > a None None \"x\" [\"a\"]");
    }

    #[test]
    fn broken_sources() {
        assert_eq!(at("a = f(1,\nb = |\n"), " > b Some([]) None \"\" [\"a\", \"b\"]");
        assert_eq!(at("a = \"x\nb = |\n"), " > b Some([]) None \"\" [\"a\", \"b\"]");
        assert_eq!(at("s {\n  a = [\n  |"), "s > a Some([Index(0)]) None \"\" [\"a\"]");
    }

    #[test]
    fn comments_have_no_place() {
        assert_eq!(at("a = 1 # b|\n"), " > other \"\" [\"a\"]");
    }
}
