//! Secrets of a source in native syntax, by the events of the parser.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use hcldyn_syntax::error::{ErrorKind, SyntaxError};
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::parser::{parse_body, parse_expression, unescape_quoted};

use super::extent::{Block, BodyLayout, Region, SensitiveItem, next_name};
use super::names::{Matcher, SensitiveNames, Sensitivity, is_in_name};
use super::secrets::{Secrets, Trust};
use crate::cty::internal::{CollectVec, PushAll};
use crate::source::Span;

/// Finds the values of sensitive attributes in a body.
pub(super) fn in_body(text: &str, names: &SensitiveNames, trust: Trust) -> Secrets {
    let mut finder = Finder::new(text, names);
    parse_body(text, &mut finder as &mut dyn Receiver);
    finder.layout.secrets(finder.names, trust)
}

/// Returns the values of all attributes of a source, or `None` if it has anything else, such as an error or a comment, or if
/// an attribute follows a word, which may be the start of a text without its quotes.
pub(super) fn values(text: &str) -> Option<Vec<Range<usize>>> {
    let mut values =
        ValueCollector { text, found: Some(Vec::new()), has_word: false, is_after_word: false };
    parse_body(text, &mut values as &mut dyn Receiver);
    let has_comment = Lexer::new(text)
        .any(|token| matches!(token.kind, TokenKind::LineComment | TokenKind::BlockComment));
    values.found.filter(|_| !has_comment)
}

/// Finds the values of sensitive attributes in an expression.
pub(super) fn in_expression(
    text: &str,
    start: usize,
    names: &SensitiveNames,
    trust: Trust,
) -> Secrets {
    let mut finder = Finder::new(text, names);
    parse_expression(text, start..text.len(), &mut finder as &mut dyn Receiver);
    finder.layout.secrets(finder.names, trust)
}

/// Collects the values of attributes outside blocks.
struct ValueCollector<'a> {
    text: &'a str,
    /// `None` after an error or a block, or if an attribute follows a word.
    found: Option<Vec<Range<usize>>>,
    /// `true` after a value with a word.
    has_word: bool,
    /// `true` if an attribute before this one has such a value.
    is_after_word: bool,
}

impl Receiver for ValueCollector<'_> {
    fn event(&mut self, event: Event, span: Span) {
        match event {
            Event::Attribute { name } => {
                let (name, end) = (name.range().end, span.range().end);
                let value = self.text[name..end].trim_start_matches([' ', '\t', '=', ':']);
                if self.is_after_word {
                    self.found = None;
                } else if let Some(found) = &mut self.found {
                    found.push(end - value.len()..end);
                }
                self.is_after_word = self.has_word;
            }
            Event::Variable => self.has_word = true,
            Event::BlockStart { .. } | Event::Unreadable => self.found = None,
            _ => {}
        }
    }

    fn error(&mut self, _: SyntaxError) {
        self.found = None;
    }
}

/// Collects items from the events of the parser. The spans of expressions are on a stack.
struct Finder<'a> {
    text: &'a str,
    names: Matcher<'a>,
    parts: Vec<StackedExpr>,
    /// The open blocks, by their positions in the layout.
    blocks: Vec<OpenBlock>,
    /// The labels of the block that starts next.
    labels: Vec<Span>,
    /// The items of objects whose names the spec does not know, by the starts of these names. They are secret in a value
    /// with sensitive parts.
    strange: BTreeMap<u32, (Span, StackedExpr)>,
    /// The end of the last error.
    last_error: u32,
    /// The start of the last bracket, string or heredoc without an end.
    last_unclosed: Option<u32>,
    /// `true` for a value that is not the end of its expression: the value of a `for` expression, or an operand of a comparison.
    is_inner: bool,
    layout: BodyLayout<'a>,
}

/// An expression on the stack.
#[derive(Clone, Copy)]
struct StackedExpr {
    span: Span,
    kind: PartKind,
    /// `true` if the expression was read to its end.
    is_whole: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartKind {
    Traversal,
    /// An object, or a tuple of objects.
    Objects,
    Other,
}

/// A block whose end was not reached.
struct OpenBlock {
    position: usize,
    /// The sensitive name among its labels, which makes literal values in it secret.
    label: Option<String>,
    /// Its type, if that is the name of an attribute with sensitive parts.
    with_parts: Option<String>,
}

impl<'a> Finder<'a> {
    fn new(text: &'a str, names: &'a SensitiveNames) -> Self {
        Self {
            text,
            names: Matcher::new(names),
            parts: Vec::new(),
            blocks: Vec::new(),
            labels: Vec::new(),
            strange: BTreeMap::new(),
            last_error: 0,
            last_unclosed: None,
            is_inner: false,
            layout: BodyLayout::new(text),
        }
    }

    /// Returns the name in a span, without quotes, parentheses or operators around it.
    fn name(&self, span: Span) -> Cow<'a, str> {
        unescape_quoted(self.text[span.range()].trim_matches(|c| !is_in_name(c)))
    }

    fn block(&self) -> Option<usize> {
        self.blocks.last().map(|block| block.position)
    }

    fn push(&mut self, span: Span, kind: PartKind) {
        let is_whole = self.last_error <= span.start;
        self.parts.push(StackedExpr { span, kind, is_whole });
    }

    /// Removes a number of parts. Returns `true` if all of them are objects.
    fn pop(&mut self, count: u32) -> bool {
        let first = self.parts.len().saturating_sub(count as usize);
        let are_objects = self.parts[first..].iter().all(|part| part.kind == PartKind::Objects);
        self.parts.truncate(first);
        are_objects
    }

    /// Pops a number of parts and pushes the expression that they form.
    fn replace(&mut self, count: u32, span: Span) {
        self.pop(count);
        self.push(span, PartKind::Other);
    }

    /// Pops the parts of an unreadable expression. An expression with nothing but a separator after it is whole.
    fn unreadable(&mut self, count: u32, span: Span) {
        let is_unclosed = self.last_unclosed == Some(span.start);
        let inner = self.parts.last().copied().filter(|part| {
            count == 1 && part.is_whole && part.span.start == span.start && !is_unclosed
        });
        self.pop(count);
        if let Some(part) = inner
            && self.text[part.span.end as usize..span.end.max(part.span.end) as usize]
                .trim_matches(|c: char| c.is_whitespace() || c == ',' || c == ';')
                .is_empty()
        {
            return self.parts.push(part);
        }
        self.last_error = self.last_error.max(span.end);
        self.parts.push(StackedExpr { span, kind: PartKind::Other, is_whole: false });
        let block = self.block();
        self.layout.regions.push(Region { range: span.range(), block });
    }

    /// Adds a label. One without its end contains what follows it on its line.
    fn label(&mut self, span: Span) {
        self.labels.push(span);
        if self.last_unclosed == Some(span.start) {
            let block = self.block();
            self.layout.regions.push(Region { range: span.range(), block });
        }
    }

    /// Records the operands of an operator. A name before `=` may be that of an item, and what is compared with a secret may
    /// be the secret.
    fn operands(&mut self, operator: Span) {
        let [.., left, right] = self.parts[..] else { return };
        match &self.text[operator.range()] {
            "=" => self.add_value(left.span, StackedExpr { is_whole: false, ..right }),
            "==" | "!=" => {
                self.is_inner = true;
                self.compared(left, right);
                self.compared(right, left);
                self.is_inner = false;
            }
            _ => {}
        }
    }

    /// Records a value that is compared with an expression, if the expression ends in a sensitive name. A variable holds no
    /// secret in this source.
    fn compared(&mut self, with: StackedExpr, value: StackedExpr) {
        let text = self.text[with.span.range()].trim_end_matches([')', ' ']);
        let is_variable = value.kind == PartKind::Traversal && value.is_whole;
        let is_index = text.ends_with(']') && !text.starts_with('[');
        if !is_variable && (is_index || text.ends_with(is_in_name)) {
            let end = text.trim_end_matches(|c| !is_in_name(c)).len();
            let start = text[..end].trim_end_matches(is_in_name).len();
            let first = with.span.start as usize;
            self.add_value(Span::from(first + start..first + end), value);
        }
    }

    /// Extends the topmost part by a step of a traversal.
    fn step(&mut self, step: Span, is_static: bool) {
        if let Some(part) = self.parts.last_mut() {
            part.span.end = step.end;
            part.is_whole &= self.last_error <= part.span.start;
            if !is_static || part.kind != PartKind::Traversal {
                part.kind = PartKind::Other;
            }
        }
    }

    fn index(&mut self, step: Span) {
        let key = self.parts.pop().map_or(step, |key| key.span);
        self.step(step, self.text[key.range()].bytes().all(|byte| byte.is_ascii_digit()));
    }

    fn template(&mut self, span: Span) {
        self.push(span, PartKind::Other);
        if self.text[span.range()].starts_with("<<") {
            self.layout.heredocs.push(span.range());
        }
    }

    fn unreadable_item(&mut self, span: Span) {
        self.labels.clear();
        self.last_error = self.last_error.max(span.end);
        self.layout.unreadable.insert(span.start as usize);
        let block = self.block();
        self.layout.regions.push(Region { range: span.range(), block });
    }

    /// Records the value of an attribute or object item if it is sensitive.
    fn add_value(&mut self, name: Span, value: StackedExpr) {
        let text = self.name(name);
        match self.names.sensitivity(&text) {
            Sensitivity::None => {}
            Sensitivity::Parts if value.kind == PartKind::Objects && value.is_whole => {
                self.add_strange(&text, value.span);
                let item = self.item_of(name, &text, value);
                self.layout.with_parts.push(item);
            }
            Sensitivity::Parts | Sensitivity::Whole => self.add(name, &text, value),
        }
    }

    fn add(&mut self, name: Span, text: &str, value: StackedExpr) {
        let item = self.item_of(name, text, value);
        self.layout.items.push(item);
    }

    fn item_of(&self, name: Span, text: &str, value: StackedExpr) -> SensitiveItem {
        SensitiveItem {
            name: text.to_owned(),
            start: name.start as usize,
            range: value.span.range(),
            is_reference: value.kind == PartKind::Traversal && self.is_reference(value.span),
            is_whole: value.is_whole,
            is_ended: self.is_inner,
            block: self.block(),
        }
    }

    /// Records the items with unknown names in a value with sensitive parts. One of them may be misspelled.
    fn add_strange(&mut self, outer: &str, value: Span) {
        let inside = self.strange.range(value.start..value.end).map(|(start, _)| *start);
        for start in inside.collect_vec() {
            let Some((name, mut part)) = self.strange.remove(&start) else { continue };
            if !part.is_whole {
                // The name may be a value without its name.
                part.span.start = name.start;
            }
            self.add(name, outer, part);
        }
    }

    /// Returns `true` if a traversal has steps, contains no comment and is the entire value.
    fn is_reference(&self, traversal: Span) -> bool {
        let (text, rest) = self.text.split_at(traversal.range().end);
        let (text, rest) = (&text[traversal.range().start..], rest.trim_start_matches([' ', '\t']));
        text.contains(['.', '['])
            && !text.contains(['#', '/'])
            && (rest.is_empty() || rest.starts_with(['\n', '\r', '}', ',', ')', '#', '/']))
    }

    /// Returns the name and the value of an object item. If it has a syntax error and its key is not a name, the first
    /// sensitive name in the key counts, and its value starts after it.
    fn item(&mut self, key: StackedExpr, value: StackedExpr) -> (Span, StackedExpr) {
        let (mut at, end) = (key.span.range().start, key.span.range().end);
        let is_whole = key.is_whole && value.is_whole;
        let is_plain = is_whole || self.name(key.span).chars().all(is_in_name);
        while !is_plain && let Some(name) = next_name(self.text, at..end) {
            at = name.end;
            if self.names.is_sensitive(&self.text[name.clone()]) {
                let span = Span::from(name.end..value.span.range().end.max(name.end));
                return (name.into(), StackedExpr { span, kind: PartKind::Other, is_whole: false });
            }
        }
        (key.span, value)
    }

    fn object(&mut self, items: u32) {
        let first = self.parts.len().saturating_sub(2 * items as usize);
        let parts = self.parts.split_off(first);
        let mut secret: Option<String> = None;
        for item in parts.chunks_exact(2) {
            let (name, value) = self.item(item[0], item[1]);
            // An item without a value may belong to the value before it.
            if let Some(before) = secret.take().filter(|_| !value.is_whole) {
                let span = name.to(value.span);
                self.add(name, &before, StackedExpr { span, ..value });
            }
            self.add_value(name, value);
            let text = self.name(name);
            secret = self.names.is_sensitive(&text).then(|| text.into_owned());
            if value.kind != PartKind::Objects && !self.names.is_known(&self.name(name)) {
                self.strange.insert(name.start, (name, value));
            }
        }
    }

    /// Opens a block. If its type is a sensitive name, the block is secret from its first label on.
    fn start_block(&mut self, ty: Span, open: Span) {
        let labels = std::mem::take(&mut self.labels);
        let (name, start) = match labels.first() {
            Some(label) if &self.text[ty.range()] == "dynamic" => (*label, open.start),
            first => (ty, first.unwrap_or(&open).start),
        };
        let text = self.name(name);
        let sensitivity = self.names.sensitivity(&text);
        let sensitive = (sensitivity != Sensitivity::None).then(|| text.into_owned());
        let has_parts = sensitivity == Sensitivity::Parts;
        let mut label = labels.iter().map(|label| self.name(*label)).rev();
        let label = label.find(|label| self.names.is_name_of_secret(label));
        let outer = self.blocks.last();
        let with_parts = sensitive.clone().filter(|_| has_parts);
        let with_parts = with_parts.or_else(|| outer.and_then(|block| block.with_parts.clone()));
        let outer = outer.and_then(|block| block.label.clone());
        let block = Block {
            around: self.block(),
            item: name.start as usize,
            start: start as usize,
            name: sensitive,
            has_parts,
            end: None,
            is_whole: false,
        };
        let position = self.layout.blocks.len();
        self.layout.blocks.push(block);
        let label = label.map(Cow::into_owned).or(outer);
        self.blocks.push(OpenBlock { position, label, with_parts });
    }

    fn end_block(&mut self, close: Span) {
        if let Some(open) = self.blocks.pop() {
            let block = &mut self.layout.blocks[open.position];
            block.end = (!close.is_empty()).then_some(close.start as usize);
            block.is_whole = self.last_error as usize <= block.start;
        }
    }

    /// Records an attribute. In a block with a sensitive name as a label, its value is secret, unless it is a word. In a block
    /// in place of an attribute with sensitive parts, a value under an unknown name counts as a sensitive part.
    fn attribute(&mut self, name: Span, value: StackedExpr) {
        self.add_value(name, value);
        let Some(block) = self.blocks.last() else { return };
        let (label, with_parts) = (block.label.clone(), block.with_parts.clone());
        if let Some(label) = label.filter(|_| value.kind != PartKind::Traversal) {
            self.add(name, &label, value);
        } else if let Some(outer) = with_parts
            && !self.names.is_known(&self.name(name))
        {
            self.add(name, &outer, value);
        }
    }

    /// Records the names and the literal text of an event.
    fn add_read(&mut self, event: Event, span: Span) {
        let spans = match event {
            Event::Attribute { name } | Event::Attr { name } | Event::Call { name, .. } => {
                [Some(name), None]
            }
            Event::BlockStart { ty } => [Some(ty), None],
            Event::ForDirective { key, value, .. } => [key, Some(value)],
            Event::For { key_var, value_var, .. } => [key_var, Some(value_var)],
            Event::Label { .. }
            | Event::Key
            | Event::Variable
            | Event::String { .. }
            | Event::Text { .. }
            | Event::Number
            | Event::Null
            | Event::True
            | Event::False => [Some(span), None],
            _ => [None, None],
        };
        self.layout.read.push_all(spans.into_iter().flatten().map(Span::range));
    }
}

impl Receiver for Finder<'_> {
    fn event(&mut self, event: Event, span: Span) {
        self.add_read(event, span);
        match event {
            Event::Attribute { name } => {
                if let Some(value) = self.parts.pop() {
                    self.attribute(name, value);
                }
                self.strange.clear();
            }
            Event::Label { .. } => self.label(span),
            Event::BlockStart { ty } => self.start_block(ty, span),
            Event::BlockEnd => self.end_block(span),
            Event::Unreadable => self.unreadable_item(span),
            Event::Null
            | Event::True
            | Event::False
            | Event::Number
            | Event::Key
            | Event::String { .. } => self.push(span, PartKind::Other),
            Event::TemplateEnd => self.template(span),
            Event::Variable => self.push(span, PartKind::Traversal),
            Event::Attr { .. } | Event::LegacyIndex { .. } => self.step(span, true),
            Event::Index => self.index(span),
            Event::SplatStart => self.step(span, false),
            Event::Interpolation(_) | Event::If(_) | Event::ForDirective { .. } => {
                self.pop(1);
            }
            Event::Parens | Event::Unary { .. } => self.replace(1, span),
            Event::Binary { operator, .. } => {
                self.operands(operator);
                self.replace(2, span);
            }
            Event::Conditional => self.replace(3, span),
            Event::Tuple { elements } => {
                let are_objects = self.pop(elements);
                self.push(span, if are_objects { PartKind::Objects } else { PartKind::Other });
            }
            Event::Object { items } => {
                self.object(items);
                self.push(span, PartKind::Objects);
            }
            Event::For { has_key, has_condition, .. } => {
                self.pop(u32::from(has_condition));
                if has_key {
                    self.is_inner = true;
                    self.object(1);
                    self.is_inner = false;
                } else {
                    self.pop(1);
                }
                self.replace(1, span);
            }
            Event::Call { args, .. } => self.replace(args, span),
            Event::Error { parts } => self.unreadable(parts, span),
            Event::TemplateStart(_)
            | Event::Text { .. }
            | Event::Else(_)
            | Event::EndIf(_)
            | Event::EndFor(_)
            | Event::SplatEnd => {}
        }
    }

    fn error(&mut self, error: SyntaxError) {
        self.layout.is_broken = true;
        match error.kind {
            // The value ends where it would without the error.
            ErrorKind::InvalidEscape | ErrorKind::InvalidNumber | ErrorKind::TemplateInLabel => {}
            kind => {
                self.last_error = self.last_error.max(error.span.end);
                if kind == ErrorKind::Unclosed {
                    self.last_unclosed = Some(error.span.start);
                }
            }
        }
    }
}
