//! Secrets of a source in JSON syntax.

use crate::cty::internal::CollectVec;
use std::iter::Peekable;

use hcldyn_syntax::json::{Lexer, Token, TokenKind};
use hcldyn_syntax::parser::unescape_quoted;

use super::extent::next_name;
use super::names::{Matcher, SensitiveNames, Sensitivity};
use super::secrets::{Secret, Secrets, Trust};

/// Finds the values of sensitive properties. A source that is not valid JSON is reported as broken.
pub(super) fn find(text: &str, names: &SensitiveNames, trust: Trust) -> Secrets {
    let mut finder = Finder {
        text,
        tokens: Lexer::new(text, 0).peekable(),
        at: 0,
        names: Matcher::new(names),
        property: None,
        before: Before::Nothing,
        objects: Vec::new(),
        open: Vec::new(),
        are_ends_certain: true,
        is_broken: false,
        is_unmatched: false,
        last_error: 0,
        found: Vec::new(),
        with_parts: Vec::new(),
        misplaced: Vec::new(),
    };
    while let Some(token) = finder.tokens.next() {
        finder.token(token);
    }
    finder.secrets(trust)
}

struct Finder<'a> {
    text: &'a str,
    tokens: Peekable<Lexer<'a>>,
    /// The end of the last token.
    at: usize,
    names: Matcher<'a>,
    /// The property whose value comes next.
    property: Option<Property>,
    before: Before,
    /// The ends of all objects and arrays, with the positions of those around them.
    objects: Vec<(Option<usize>, Option<usize>)>,
    open: Vec<Open>,
    /// `false` after a string without its closing quote, which turns strings and the text between them around.
    are_ends_certain: bool,
    is_broken: bool,
    /// `true` if a bracket lacks the other one of its pair.
    is_unmatched: bool,
    /// The end of the last token that cannot follow the one before it.
    last_error: usize,
    found: Vec<PlacedSecret>,
    /// The values with sensitive parts. If brackets do not match, such a value may end anywhere.
    with_parts: Vec<PlacedSecret>,
    /// The texts after values that are sensitive names. In a broken source, such a value may be a name.
    misplaced: Vec<PlacedSecret>,
}

/// The token before the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Open,
    Comma,
    Colon,
    Value,
}

/// A property that may be sensitive.
#[derive(Clone)]
struct Property {
    start: usize,
    name: String,
    sensitivity: Sensitivity,
    /// `true` if the name is not followed by a colon.
    is_broken: bool,
}

/// An open object or array.
struct Open {
    closer: u8,
    start: usize,
    position: usize,
    property: Option<Property>,
    /// `true` if it is in a value with sensitive parts.
    has_parts: bool,
}

/// A secret, and the position of the object around it.
struct PlacedSecret {
    secret: Secret,
    around: Option<usize>,
}

impl Finder<'_> {
    fn token(&mut self, Token { kind, start, end }: Token) {
        self.at = end;
        if self.open.is_empty() && !self.objects.is_empty() {
            // A bracket too many has closed the whole, so that others may have closed a part too early.
            self.is_unmatched = true;
            self.are_ends_certain = false;
        }
        match kind {
            TokenKind::OpenBrace => self.open(start, b'}'),
            TokenKind::OpenBracket => self.open(start, b']'),
            TokenKind::CloseBrace => self.close(b'}'),
            TokenKind::CloseBracket => self.close(b']'),
            TokenKind::Colon => self.before = Before::Colon,
            TokenKind::Comma => {
                self.missing_value(start);
                self.before = Before::Comma;
            }
            TokenKind::String { is_closed } => self.string(start, is_closed),
            TokenKind::Word | TokenKind::Unknown => self.word(start),
        }
    }

    fn open(&mut self, start: usize, closer: u8) {
        let is_expected = self.expects_value();
        self.error_unless(is_expected);
        let around = self.open.last();
        let parts = self.property.as_ref().map(|it| it.sensitivity == Sensitivity::Parts);
        let has_parts = parts == Some(true) || around.is_some_and(|open| open.has_parts);
        let position = self.objects.len();
        self.objects.push((around.map(|open| open.position), None));
        let property = self.property.take();
        self.open.push(Open { closer, start, position, property, has_parts });
        self.before = Before::Open;
    }

    fn close(&mut self, closer: u8) {
        self.missing_value(self.at - 1);
        let open = self.open.pop();
        if open.as_ref().is_none_or(|open| open.closer != closer) {
            self.are_ends_certain = false;
            self.is_unmatched = true;
            self.error();
        }
        if let Some(open) = open {
            self.objects[open.position].1 = Some(self.at - 1);
            if let Some(property) = open.property {
                self.close_value(open.start, &property);
            }
        }
        self.before = Before::Value;
    }

    /// Adds an object or an array. One with sensitive parts is secret as a whole if it cannot be read.
    fn close_value(&mut self, start: usize, property: &Property) {
        let is_unread = self.last_error > property.start || !self.is_ended();
        if property.sensitivity == Sensitivity::Whole || is_unread {
            return self.add(start, property);
        }
        let found = self.found(start, property);
        self.with_parts.push(found);
    }

    /// Adds the property before a token that is not a value.
    fn missing_value(&mut self, start: usize) {
        if let Some(property) = self.property.take() {
            self.error();
            self.add(start, &Property { is_broken: true, ..property });
        }
    }

    fn string(&mut self, start: usize, is_closed: bool) {
        if !is_closed {
            self.are_ends_certain = false;
            self.error();
        }
        let is_in_object = self.open.last().is_some_and(|open| open.closer == b'}');
        let is_key = is_in_object && matches!(self.before, Before::Open | Before::Comma);
        let has_colon = self.text[self.at..].trim_start().starts_with(':');
        if is_key || has_colon {
            self.missing_value(start);
            self.error_unless(is_key && has_colon);
            if !has_colon {
                self.continue_secret(start);
            }
            self.key(start, !has_colon || !is_closed);
        } else {
            self.misplaced_name(start);
            self.scalar(start, true);
        }
    }

    /// Adds what follows a string that is a sensitive name, but not followed by a colon.
    fn misplaced_name(&mut self, start: usize) {
        let name = unescape_quoted(self.text[start..self.at].trim_matches('"'));
        let sensitivity = self.names.sensitivity(&name);
        if sensitivity != Sensitivity::None {
            let name = name.into_owned();
            let found =
                self.found(self.at, &Property { start, name, sensitivity, is_broken: true });
            self.misplaced.push(found);
        }
    }

    /// Extends the secret before a string without a colon to it, since it may be a part of the value.
    fn continue_secret(&mut self, start: usize) {
        let text = self.text;
        if let Some(PlacedSecret { secret, .. }) = self.found.last_mut()
            && text[secret.range.end.min(start)..start].trim().trim_matches(',').is_empty()
        {
            secret.is_unread = true;
        }
    }

    fn key(&mut self, start: usize, is_broken: bool) {
        let name = unescape_quoted(self.text[start..self.at].trim_matches('"'));
        let in_parts = self.open.last().is_some_and(|open| open.has_parts);
        let sensitivity = match self.names.sensitivity(&name) {
            // One of the sensitive parts may be misspelled.
            Sensitivity::None if in_parts && !self.names.is_known(&name) => Sensitivity::Parts,
            found => found,
        };
        self.property = (sensitivity != Sensitivity::None).then(|| Property {
            start,
            name: name.into_owned(),
            sensitivity,
            is_broken,
        });
        self.before = Before::Value;
        match self.property.clone() {
            Some(property) if is_broken => self.add(self.at, &property),
            None if is_broken => self.names_in(start),
            _ => {}
        }
    }

    /// Takes a word with the words and the unknown characters next to it.
    fn word(&mut self, start: usize) {
        while let Some(next) = self.tokens.next_if(|next| {
            next.start == self.at && matches!(next.kind, TokenKind::Word | TokenKind::Unknown)
        }) {
            self.at = next.end;
        }
        let word = &self.text[start..self.at];
        let is_value = matches!(word, "true" | "false" | "null")
            || word.starts_with(|c: char| c == '-' || c.is_ascii_digit())
                && word.bytes().all(|byte| b"+-.0123456789eE".contains(&byte));
        self.scalar(start, is_value);
    }

    fn scalar(&mut self, start: usize, is_value: bool) {
        let is_expected = self.expects_value();
        self.error_unless(is_value && is_expected);
        let in_parts = self.open.last().is_some_and(|open| open.has_parts && open.closer == b']');
        if let Some(property) = self.property.take() {
            self.add(start, &property);
        } else if in_parts {
            let (name, sensitivity) = (String::new(), Sensitivity::Whole);
            self.add(start, &Property { start, name, sensitivity, is_broken: false });
        } else if !(is_value && is_expected) {
            self.names_in(start);
        }
        self.before = Before::Value;
    }

    /// Searches a token that is not expected for sensitive names.
    fn names_in(&mut self, start: usize) {
        let mut at = start;
        while let Some(name) = next_name(self.text, at..self.at) {
            at = name.end;
            let sensitivity = self.names.sensitivity(&self.text[name.clone()]);
            if sensitivity != Sensitivity::None {
                let text = self.text[name.clone()].to_owned();
                let property =
                    Property { start: name.start, name: text, sensitivity, is_broken: true };
                return self.add(name.end, &property);
            }
        }
    }

    fn expects_value(&self) -> bool {
        match self.before {
            Before::Nothing => true,
            Before::Colon => self.open.last().is_some_and(|open| open.closer == b'}'),
            Before::Open | Before::Comma => {
                self.open.last().is_some_and(|open| open.closer == b']')
            }
            Before::Value => false,
        }
    }

    fn error_unless(&mut self, is_expected: bool) {
        if !is_expected {
            self.error();
        }
    }

    fn error(&mut self) {
        self.is_broken = true;
        self.last_error = self.at;
    }

    /// Adds the value from an offset to the end of the last token.
    fn add(&mut self, start: usize, property: &Property) {
        let found = self.found(start, property);
        self.found.push(found);
    }

    fn found(&self, start: usize, property: &Property) -> PlacedSecret {
        let is_ended = self.is_ended();
        let is_unread = property.is_broken || !is_ended || self.last_error > property.start;
        let secret = Secret {
            item: property.start,
            range: start..self.at,
            name: property.name.clone(),
            is_reference: false,
            is_unread,
        };
        let around = self.open.last().map(|open| open.position);
        PlacedSecret { secret, around }
    }

    /// Returns `true` if the value before the next token ends there: at the end of the object or array around it, or
    /// before the next property or element.
    fn is_ended(&self) -> bool {
        let rest = self.text[self.at..].trim_start();
        let closer = self.open.last().map(|open| open.closer);
        let Some(next) = rest.strip_prefix(',') else {
            return rest.bytes().next() == closer;
        };
        closer == Some(b']') || is_property(next.trim_start())
    }

    fn secrets(mut self, trust: Trust) -> Secrets {
        self.is_broken |= !self.open.is_empty();
        self.is_unmatched |= !self.open.is_empty();
        let (text, is_unmatched) = (self.text, self.is_unmatched);
        while let Some(open) = self.open.pop() {
            if let Some(property) = open.property {
                self.at = text.len();
                self.add(open.start, &Property { is_broken: true, ..property });
            }
        }
        let mut found = std::mem::take(&mut self.found);
        if is_unmatched || trust == Trust::Nothing {
            found.append(&mut self.with_parts);
        }
        if self.is_broken || trust == Trust::Nothing {
            found.append(&mut self.misplaced);
        }
        let values = found.into_iter().map(|PlacedSecret { mut secret, around }| {
            let may_go_on = is_unmatched && text[secret.range.clone()].starts_with(['{', '[']);
            secret.is_unread |= may_go_on || trust == Trust::Nothing;
            if secret.is_unread {
                let end = self.end_of_object(around);
                let is_after_name = secret.range.is_empty();
                let value = text[secret.range.start.min(end)..end].trim_start_matches(|c: char| {
                    c.is_whitespace() || is_after_name && matches!(c, '"' | '\'' | '=' | ':')
                });
                secret.range = end - value.len()..end;
            }
            secret
        });
        Secrets { values: values.collect_vec(), is_broken: self.is_broken }
    }

    /// Returns the end of the object or array, or of the source if that is not certain: if anything after it cannot be
    /// read.
    fn end_of_object(&self, position: Option<usize>) -> usize {
        let end = position.filter(|_| self.are_ends_certain).and_then(|at| self.objects[at].1);
        let end = end.filter(|end| self.last_error <= *end).unwrap_or(self.text.len());
        self.text[..end].trim_end().len()
    }
}

/// Returns `true` if a text starts with a string and a colon.
fn is_property(text: &str) -> bool {
    match Lexer::new(text, 0).next() {
        Some(Token { kind: TokenKind::String { .. }, end, .. }) => {
            text[end..].trim_start_matches('"').trim_start().starts_with(':')
        }
        _ => false,
    }
}
