//! The scan of the tokens of a source in JSON syntax.

use std::ops::Range;

use hcldyn_syntax::json::{Token, TokenKind};

use super::content;
use crate::ide::cursor::{Header, Key};
use crate::ide::language::Language;

/// The maximum number of objects and arrays around a block. Deeper ones are values.
const MAX_DEPTH: usize = 250;

/// The brackets that are open. Missing punctuation does not stop it.
pub(in crate::ide) struct Scan<'t, 'l> {
    text: &'t str,
    language: &'l Language,
    frames: Vec<Frame<'t>>,
}

/// The meaning of an object or an array, or of those inside an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide) enum Level {
    Body,
    /// Properties whose names are labels, with the number of labels that are still missing.
    Labels(usize),
    Value,
}

/// The meaning of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide) enum Role {
    Attribute,
    BlockType,
    Label,
    /// A key of an object in a value.
    ObjectKey,
    Value,
}

#[derive(Debug)]
struct Frame<'t> {
    level: Level,
    brackets: Brackets<'t>,
}

#[derive(Debug)]
enum Brackets<'t> {
    Object { name: Option<Range<usize>>, state: State, written: Vec<&'t str> },
    Array { index: usize },
}

/// The part of a property that the last token belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Start,
    Name,
    Colon,
    /// The value, with the last string, which is a name if a colon follows.
    Value(Range<usize>),
}

impl<'t, 'l> Scan<'t, 'l> {
    pub(in crate::ide) fn new(text: &'t str, language: &'l Language) -> Self {
        Self { text, language, frames: Vec::new() }
    }

    pub(in crate::ide) fn push(&mut self, token: Token) {
        match token.kind {
            TokenKind::OpenBrace => {
                let (name, state) = (None, State::Start);
                self.open(Brackets::Object { name, state, written: Vec::new() });
            }
            TokenKind::OpenBracket => self.open(Brackets::Array { index: 0 }),
            TokenKind::CloseBrace => self.close(|it| matches!(it, Brackets::Object { .. })),
            TokenKind::CloseBracket => self.close(|it| matches!(it, Brackets::Array { .. })),
            TokenKind::Comma => self.comma(),
            TokenKind::Colon => self.colon(),
            TokenKind::String { .. } | TokenKind::Word | TokenKind::Unknown => self.word(token),
        }
    }

    fn open(&mut self, brackets: Brackets<'t>) {
        let level = self.level_inside();
        self.frames.push(Frame { level, brackets });
    }

    fn close(&mut self, is_wanted: impl Fn(&Brackets<'_>) -> bool) {
        if let Some(at) = self.frames.iter().rposition(|frame| is_wanted(&frame.brackets)) {
            self.frames.truncate(at);
        }
        self.end_value(0..0);
    }

    fn comma(&mut self) {
        match self.frames.last_mut().map(|frame| &mut frame.brackets) {
            Some(Brackets::Object { name, state, .. }) => (*name, *state) = (None, State::Start),
            Some(Brackets::Array { index }) => *index += 1,
            None => {}
        }
    }

    fn colon(&mut self) {
        let text = self.text;
        if let Some(Brackets::Object { name, state, written }) = self.object() {
            // The value before it is missing.
            if let State::Value(string) = state
                && string.start < string.end
            {
                written.push(&text[string.clone()]);
                *name = Some(string.clone());
            }
            *state = State::Colon;
        }
    }

    fn word(&mut self, token: Token) {
        let (text, range) = (self.text, content(token));
        let is_string = matches!(token.kind, TokenKind::String { .. });
        if !is_string || !self.expects_name() {
            return self.end_value(if is_string { range } else { 0..0 });
        }
        if let Some(Brackets::Object { name, state, written }) = self.object() {
            written.push(&text[range.clone()]);
            (*name, *state) = (Some(range), State::Name);
        }
    }

    fn end_value(&mut self, string: Range<usize>) {
        if let Some(Brackets::Object { state, .. }) = self.object() {
            *state = State::Value(string);
        }
    }

    /// Returns the innermost brackets if they are an object.
    fn object(&mut self) -> Option<&mut Brackets<'t>> {
        let brackets = self.frames.last_mut().map(|frame| &mut frame.brackets);
        brackets.filter(|it| matches!(it, Brackets::Object { .. }))
    }

    /// Returns the number of open brackets.
    pub(in crate::ide) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Returns the meaning of the innermost object or array; `None` outside of them.
    pub(in crate::ide) fn level(&self) -> Option<Level> {
        self.frames.last().map(|frame| frame.level)
    }

    /// Returns `true` if the next string is the name of a property.
    pub(in crate::ide) fn expects_name(&self) -> bool {
        match self.frames.last().map(|frame| &frame.brackets) {
            Some(Brackets::Object { state, .. }) => *state != State::Colon,
            _ => false,
        }
    }

    /// Returns `true` if a value follows.
    pub(in crate::ide) fn expects_value(&self) -> bool {
        match self.frames.last().map(|frame| &frame.brackets) {
            Some(Brackets::Object { state, .. }) => *state == State::Colon,
            Some(Brackets::Array { .. }) => true,
            None => false,
        }
    }

    /// Returns the meaning that a string would have as the next token.
    pub(in crate::ide) fn role(&self, name: &str) -> Role {
        match self.level() {
            Some(Level::Body) if self.expects_name() => match self.labels(name) {
                Some(_) => Role::BlockType,
                None => Role::Attribute,
            },
            Some(Level::Labels(_)) if self.expects_name() => Role::Label,
            Some(Level::Value) if self.expects_name() => Role::ObjectKey,
            _ => Role::Value,
        }
    }

    /// Returns the meaning of an object or an array that would be the next token.
    pub(in crate::ide) fn level_inside(&self) -> Level {
        let Some(Frame { level, brackets }) = self.frames.last() else { return Level::Body };
        let name = match brackets {
            Brackets::Array { .. } => return *level,
            Brackets::Object { name, .. } => name.clone().unwrap_or_default(),
        };
        let labels = match level {
            Level::Body if self.frames.len() < MAX_DEPTH => self.labels(&self.text[name]),
            Level::Labels(missing) => Some(missing - 1),
            Level::Body | Level::Value => None,
        };
        match labels {
            None => Level::Value,
            Some(0) => Level::Body,
            Some(missing) => Level::Labels(missing),
        }
    }

    fn labels(&self, name: &str) -> Option<usize> {
        self.language.labels(&self.headers(), name)
    }

    /// Returns the blocks around, the outermost first. The last one may not have all labels yet.
    pub(in crate::ide) fn headers(&self) -> Vec<Header<'t>> {
        let text = |range: &Range<usize>| &self.text[range.clone()];
        let mut headers: Vec<Header<'t>> = Vec::new();
        for (frame, inner) in self.frames.iter().zip(self.frames.iter().skip(1)) {
            let Brackets::Object { name: Some(name), .. } = &frame.brackets else { continue };
            match (frame.level, headers.last_mut()) {
                (Level::Body, _) if inner.level != Level::Value => {
                    headers.push(Header { ty: text(name), labels: Vec::new() });
                }
                (Level::Labels(_), Some(header)) => header.labels.push(text(name)),
                _ => {}
            }
        }
        headers
    }

    /// Returns the ranges of the names of the innermost block with those of its labels.
    pub(in crate::ide) fn header_ranges(&self) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        for frame in &self.frames {
            let Brackets::Object { name: Some(name), .. } = &frame.brackets else { continue };
            match frame.level {
                Level::Body => ranges = vec![name.clone()],
                Level::Labels(_) => ranges.push(name.clone()),
                Level::Value => {}
            }
        }
        ranges
    }

    /// Returns the name of the attribute around, with the way from its value to the innermost part.
    pub(in crate::ide) fn attribute(&self) -> (&'t str, Vec<Key<'t>>) {
        let is_value = |frame: &Frame<'_>| frame.level == Level::Value;
        let first = self.frames.iter().position(is_value).unwrap_or(self.frames.len());
        let name = |frame: &Frame<'_>| match &frame.brackets {
            Brackets::Object { name: Some(name), .. } => Some(&self.text[name.clone()]),
            _ => None,
        };
        let attribute = first.checked_sub(1).and_then(|at| name(&self.frames[at]));
        let key = |frame: &Frame<'_>| match frame.brackets {
            Brackets::Array { index } => Some(Key::Index(index)),
            Brackets::Object { state: State::Colon, .. } => name(frame).map(Key::Name),
            // The name is not known yet.
            Brackets::Object { .. } => None,
        };
        (attribute.unwrap_or_default(), self.frames[first..].iter().filter_map(key).collect())
    }

    /// Returns the names in the object at a depth.
    pub(in crate::ide) fn written(&self, depth: usize) -> Vec<&'t str> {
        match depth.checked_sub(1).and_then(|at| self.frames.get(at)).map(|it| &it.brackets) {
            Some(Brackets::Object { written, .. }) => written.clone(),
            _ => Vec::new(),
        }
    }
}
