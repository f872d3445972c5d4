//! The scan of the tokens before a cursor.

use std::ops::Range;

use hcldyn_syntax::lexer::TokenKind;

use super::{Header, Key, Place, ValuePlace};

/// The brackets that are open, and the item that is being written.
pub(super) struct Scan<'t> {
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

#[derive(Debug, PartialEq, Eq)]
enum Frame<'t> {
    Body {
        header: Header<'t>,
        written: Vec<&'t str>,
    },
    Value {
        attribute: &'t str,
    },
    Object {
        key: Option<&'t str>,
        is_value: bool,
        written: Vec<&'t str>,
    },
    /// An object of a `for`.
    For,
    List {
        index: usize,
    },
    Parens {
        function: Option<&'t str>,
        argument: usize,
    },
    Template {
        start: usize,
    },
    /// An interpolation or a directive.
    Sequence {
        start: usize,
    },
}

impl Frame<'_> {
    /// Returns `true` for an object without keys.
    fn is_empty(&self) -> bool {
        matches!(self, Self::Object { key: None, is_value: false, written } if written.is_empty())
    }
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str) -> Self {
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

    /// Starts among the characters of a string in the value of an attribute.
    pub(super) fn in_template(text: &'t str, attribute: &'t str, start: usize) -> Self {
        let mut scan = Self::new(text);
        scan.frames.extend([Frame::Value { attribute }, Frame::Template { start }]);
        scan
    }

    pub(super) fn push(&mut self, kind: TokenKind, range: Range<usize>) {
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
            TokenKind::Interpolation | TokenKind::Directive => {
                self.frames.push(Frame::Sequence { start: range.start });
            }
            TokenKind::SequenceEnd => self.pop_to(|frame| matches!(frame, Frame::Sequence { .. })),
            TokenKind::OpenBrace => self.open_brace(),
            TokenKind::CloseBrace => {
                self.pop_to(is_brace);
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
            Some(frame @ Frame::Object { .. }) if name == "for" && frame.is_empty() => {
                *frame = Frame::For;
            }
            Some(Frame::Object { key, is_value: false, written }) => {
                *key = Some(name);
                written.push(name);
            }
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
            self.frames.push(Frame::Object { key: None, is_value: false, written: Vec::new() });
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
            Some(Frame::Object { key, is_value: false, written }) => {
                *key = Some(content);
                written.push(content);
            }
            _ => {}
        }
    }

    fn next_element(&mut self) {
        match self.frames.last_mut() {
            Some(Frame::List { index: count } | Frame::Parens { argument: count, .. }) => {
                *count += 1;
            }
            Some(Frame::Object { key, is_value, .. }) => (*key, *is_value) = (None, false),
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
            Some(Frame::Object { key, is_value, .. }) => (*key, *is_value) = (None, false),
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
    pub(super) fn body(&self) -> usize {
        let is_body = |frame: &Frame<'_>| matches!(frame, Frame::Body { .. });
        self.frames.iter().rposition(is_body).unwrap_or_default()
    }

    /// Returns the position of the frame that the next closing brace closes.
    pub(super) fn innermost_brace(&self) -> usize {
        self.frames.iter().rposition(is_brace).unwrap_or_default()
    }

    pub(super) fn blocks(&self) -> Vec<Header<'t>> {
        let header = |frame: &Frame<'t>| match frame {
            Frame::Body { header, .. } => Some(header.clone()),
            _ => None,
        };
        self.frames.iter().skip(1).filter_map(header).collect()
    }

    /// Returns the position of the innermost body or object.
    pub(super) fn names(&self) -> usize {
        let has_names =
            |frame: &Frame<'_>| matches!(frame, Frame::Body { .. } | Frame::Object { .. });
        self.frames.iter().rposition(has_names).unwrap_or_default()
    }

    /// Returns the number of open frames.
    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Returns the names in the body or the object at a position.
    pub(super) fn written(&self, position: usize) -> Vec<&'t str> {
        match self.frames.get(position) {
            Some(Frame::Body { written, .. } | Frame::Object { written, .. }) => written.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the part of the grammar that follows.
    pub(super) fn place(&self) -> Place<'t> {
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
        let (mut path, mut call, mut is_argument) = (Some(Vec::new()), None, false);
        let mut inner = inner.iter().peekable();
        while let Some(frame) = inner.next() {
            let key = match frame {
                // The value of a template with nothing but an interpolation is the value in it.
                Frame::Template { start }
                    if inner.next_if_eq(&&Frame::Sequence { start: *start }).is_some() =>
                {
                    continue;
                }
                Frame::Object { is_value: true, key: Some(key), .. } => Some(Key::Name(key)),
                Frame::Object { is_value: false, .. } if is_key => continue,
                Frame::List { index } => Some(Key::Index(*index)),
                Frame::Parens { function: None, .. } => continue,
                Frame::Parens { function: Some(function), argument } => {
                    call = Some((*function, *argument));
                    is_argument = true;
                    path = None;
                    continue;
                }
                _ => None,
            };
            is_argument = false;
            path = path.zip(key).map(|(mut path, key)| {
                path.push(key);
                path
            });
        }
        ValuePlace { attribute, path, is_key, is_string, call, is_argument }
    }
}

/// Returns `true` if a closing brace closes a frame.
fn is_brace(frame: &Frame<'_>) -> bool {
    matches!(frame, Frame::Body { .. } | Frame::Object { .. } | Frame::For)
}
