//! The surroundings of an offset, found by tokens alone, so that they are known in broken sources, too.

use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, Token, TokenKind};

/// The surroundings of an offset.
#[derive(Debug)]
pub(super) struct Cursor<'t> {
    /// The blocks around it, the outermost first.
    pub(super) blocks: Vec<Header<'t>>,
    /// The names of the items in the innermost body, without the one at the cursor.
    pub(super) written: Vec<&'t str>,
    pub(super) place: Place<'t>,
    /// The range of the name or the literal characters at the cursor, which is empty between tokens.
    pub(super) word: Range<usize>,
}

/// The type and the labels of a block, without quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header<'t> {
    pub(super) ty: &'t str,
    pub(super) labels: Vec<&'t str>,
}

/// The part of the grammar at the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place<'t> {
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
pub(super) struct ValuePlace<'t> {
    pub(super) attribute: &'t str,
    /// The way from the value to the part at the cursor; `None` inside a call or a template, whose parts have no spec.
    pub(super) path: Option<Vec<Key<'t>>>,
    /// `true` for a key of an object, which the path leads to.
    pub(super) is_key: bool,
    /// `true` among the literal characters of a string.
    pub(super) is_string: bool,
    /// The function whose arguments are around the cursor, with the position of the argument.
    pub(super) call: Option<(&'t str, usize)>,
}

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key<'t> {
    Name(&'t str),
    Index(usize),
}

impl<'t> Cursor<'t> {
    /// Finds the surroundings of an offset in native syntax. An offset past the end is the end, and one inside a character
    /// is its start.
    pub(super) fn at(text: &'t str, offset: usize) -> Self {
        let offset = (0..=offset.min(text.len())).rev().find(|it| text.is_char_boundary(*it));
        let offset = offset.unwrap_or_default();
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
        // The items after the cursor.
        let body = scan.body();
        if !word.is_empty() && place == Place::Item {
            tokens.next();
        }
        for (token, start) in tokens {
            if token.kind == TokenKind::CloseBrace && scan.innermost_brace() <= body {
                break;
            }
            scan.push(token.kind, start..token.end as usize);
        }
        Self { blocks, written: scan.written(body), place, word }
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

/// The brackets that are open, and the item that is being written.
struct Scan<'t> {
    text: &'t str,
    frames: Vec<Frame<'t>>,
    /// The words of the item since its start.
    header: Vec<&'t str>,
    /// The end and the text of the last token, if it is a name.
    name: Option<(usize, &'t str)>,
    /// `true` if the last name is the first token on its line.
    is_first: bool,
    is_line_start: bool,
}

#[derive(Debug)]
enum Frame<'t> {
    Body { header: Header<'t>, written: Vec<&'t str> },
    Value { attribute: &'t str },
    Object { key: Option<&'t str>, is_value: bool },
    List { index: usize },
    Parens { function: Option<&'t str>, argument: usize },
    Template { start: usize },
    Sequence,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Self {
        let root = Frame::Body { header: Header::default(), written: Vec::new() };
        Self {
            text,
            frames: vec![root],
            header: Vec::new(),
            name: None,
            is_first: false,
            is_line_start: true,
        }
    }

    fn push(&mut self, kind: TokenKind, range: Range<usize>) {
        let text = self.text;
        match kind {
            TokenKind::Whitespace | TokenKind::BlockComment => return,
            TokenKind::Newline => self.end_line(),
            TokenKind::Ident => {
                self.push_name(&text[range.clone()]);
                self.name = Some((range.end, &text[range]));
                self.is_first = std::mem::take(&mut self.is_line_start);
                return;
            }
            TokenKind::OpenQuote | TokenKind::OpenHeredoc | TokenKind::BrokenHeredoc => {
                self.frames.push(Frame::Template { start: range.end });
            }
            TokenKind::CloseQuote | TokenKind::CloseHeredoc => self.close_template(range.start),
            TokenKind::Interpolation | TokenKind::Directive => self.frames.push(Frame::Sequence),
            TokenKind::SequenceEnd => self.pop_to(|frame| matches!(frame, Frame::Sequence)),
            TokenKind::OpenBrace => self.open_brace(),
            TokenKind::CloseBrace => {
                self.pop_to(|it| matches!(it, Frame::Object { .. } | Frame::Body { .. }));
                self.header.clear();
            }
            TokenKind::OpenBracket => self.frames.push(Frame::List { index: 0 }),
            TokenKind::CloseBracket => self.pop_to(|frame| matches!(frame, Frame::List { .. })),
            TokenKind::OpenParen => {
                let name = self.name.filter(|(end, _)| *end == range.start);
                let function = name.map(|(_, name)| name);
                self.frames.push(Frame::Parens { function, argument: 0 });
            }
            TokenKind::CloseParen => self.pop_to(|frame| matches!(frame, Frame::Parens { .. })),
            TokenKind::Comma => self.next_element(),
            TokenKind::Equals | TokenKind::Colon => self.equals(),
            _ => {}
        }
        (self.name, self.is_line_start) = (None, kind == TokenKind::Newline);
    }

    fn push_name(&mut self, name: &'t str) {
        match self.frames.last_mut() {
            Some(Frame::Body { written, .. }) => {
                if self.header.is_empty() {
                    written.push(name);
                }
                self.header.push(name);
            }
            Some(Frame::Object { key, is_value: false }) => *key = Some(name),
            _ => {}
        }
    }

    fn open_brace(&mut self) {
        if let Some(Frame::Body { .. }) = self.frames.last() {
            let mut words = std::mem::take(&mut self.header).into_iter();
            let ty = words.next().unwrap_or_default();
            let header = Header { ty, labels: words.collect() };
            self.frames.push(Frame::Body { header, written: Vec::new() });
        } else {
            self.frames.push(Frame::Object { key: None, is_value: false });
        }
    }

    fn close_template(&mut self, end: usize) {
        let is_template = |frame: &Frame<'_>| matches!(frame, Frame::Template { .. });
        let Some(Frame::Template { start }) = self.frames.iter().rev().find(|it| is_template(it))
        else {
            return;
        };
        let content = &self.text[*start..end.max(*start)];
        self.pop_to(is_template);
        match self.frames.last_mut() {
            Some(Frame::Body { .. }) => self.header.push(content),
            Some(Frame::Object { key, is_value: false }) => *key = Some(content),
            _ => {}
        }
    }

    fn next_element(&mut self) {
        match self.frames.last_mut() {
            Some(Frame::List { index: count } | Frame::Parens { argument: count, .. }) => {
                *count += 1;
            }
            Some(Frame::Object { key, is_value }) => (*key, *is_value) = (None, false),
            _ => {}
        }
    }

    fn equals(&mut self) {
        match self.frames.last_mut() {
            Some(Frame::Object { is_value, .. }) => *is_value = true,
            Some(Frame::Body { .. }) => {
                if let [attribute, ..] = *self.header {
                    self.frames.push(Frame::Value { attribute });
                }
                self.header.clear();
            }
            // A name and an equals sign on a new line are an attribute after an unfinished one.
            Some(Frame::List { .. } | Frame::Parens { .. }) if self.is_first => {
                let Some((_, attribute)) = self.name else { return };
                let is_body = |frame: &Frame<'_>| matches!(frame, Frame::Body { .. });
                while self.frames.last().is_some_and(|frame| !is_body(frame)) {
                    self.frames.pop();
                }
                if let Some(Frame::Body { written, .. }) = self.frames.last_mut() {
                    written.push(attribute);
                }
                self.frames.push(Frame::Value { attribute });
            }
            _ => {}
        }
    }

    fn end_line(&mut self) {
        // A string ends with its line.
        if let Some(Frame::Template { .. }) = self.frames.last() {
            self.frames.pop();
        }
        match self.frames.last_mut() {
            Some(Frame::Value { .. }) => drop(self.frames.pop()),
            Some(Frame::Object { key, is_value }) => (*key, *is_value) = (None, false),
            _ => {}
        }
        self.header.clear();
    }

    /// Closes the innermost frame of a kind with those inside it. The whole source stays open.
    fn pop_to(&mut self, is_wanted: impl Fn(&Frame<'_>) -> bool) {
        if let Some(at) = self.frames.iter().rposition(is_wanted) {
            self.frames.truncate(at.max(1));
        }
    }

    /// Returns the position of the innermost body.
    fn body(&self) -> usize {
        let is_body = |frame: &Frame<'_>| matches!(frame, Frame::Body { .. });
        self.frames.iter().rposition(is_body).unwrap_or_default()
    }

    /// Returns the position of the frame that the next closing brace closes.
    fn innermost_brace(&self) -> usize {
        let is_brace =
            |frame: &Frame<'_>| matches!(frame, Frame::Body { .. } | Frame::Object { .. });
        self.frames.iter().rposition(is_brace).unwrap_or_default()
    }

    fn blocks(&self) -> Vec<Header<'t>> {
        let header = |frame: &Frame<'t>| match frame {
            Frame::Body { header, .. } => Some(header.clone()),
            _ => None,
        };
        self.frames.iter().skip(1).filter_map(header).collect()
    }

    fn written(&self, body: usize) -> Vec<&'t str> {
        match self.frames.get(body) {
            Some(Frame::Body { written, .. }) => written.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the part of the grammar that follows.
    fn place(&self) -> Place<'t> {
        let value = self.frames.iter().rposition(|it| matches!(it, Frame::Value { .. }));
        let value = value.filter(|at| *at > self.body());
        match (value, self.frames.last()) {
            (Some(at), Some(last)) => Place::Value(self.value_place(at, last)),
            (None, _) if self.header.is_empty() => Place::Item,
            (None, _) => {
                let labels = self.header[1..].to_vec();
                Place::Label(Header { ty: self.header[0], labels })
            }
            (Some(_), None) => Place::Other,
        }
    }

    fn value_place(&self, at: usize, last: &Frame<'t>) -> ValuePlace<'t> {
        let attribute = match self.frames[at] {
            Frame::Value { attribute } => attribute,
            _ => "",
        };
        let is_string = matches!(last, Frame::Template { .. });
        let mut inner = &self.frames[at + 1..];
        if is_string {
            inner = &inner[..inner.len() - 1];
        }
        let is_key = matches!(inner.last(), Some(Frame::Object { is_value: false, .. }));
        let (mut path, mut call) = (Some(Vec::new()), None);
        for frame in inner {
            let key = match frame {
                Frame::Object { is_value: true, key: Some(key) } => Some(Key::Name(key)),
                Frame::Object { is_value: false, .. } if is_key => continue,
                Frame::List { index } => Some(Key::Index(*index)),
                Frame::Parens { function: None, .. } => continue,
                Frame::Parens { function: Some(function), argument } => {
                    call = Some((*function, *argument));
                    None
                }
                _ => None,
            };
            path = path.zip(key).map(|(mut path, key)| {
                path.push(key);
                path
            });
        }
        ValuePlace { attribute, path, is_key, is_string, call }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the surroundings of `|`.
    fn at(marked: &str) -> String {
        let offset = marked.find('|').unwrap();
        let text = marked.replacen('|', "", 1);
        let cursor = Cursor::at(&text, offset);
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
        assert_eq!(at("a = {\n  b = 1\n  c|\n}"), " > a key Some([]) None \"c\" [\"a\"]");
        assert_eq!(at("a = f(1, x|)"), " > a None Some((\"f\", 1)) \"x\" [\"a\"]");
        assert_eq!(at("a = \"${x|}\""), " > a None None \"x\" [\"a\"]");
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
