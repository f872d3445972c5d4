//! The parts of a source, and their comparison.

use std::ops::Range;

use super::{Changes, Offsets, Side};
use crate::error::{ErrorKind, SyntaxError};
use crate::event::{Event, Receiver};
use crate::parser::{parse_body, parse_expression};
use crate::source::Span;

/// The parts of a source: what the parser reports, in postfix order.
#[derive(Clone, Debug)]
pub struct Parts<'t> {
    pub(super) text: &'t str,
    pub(super) list: Vec<(Event, Span)>,
    /// The starts and kinds of the syntax errors.
    pub(crate) errors: Vec<(u32, ErrorKind)>,
}

impl Receiver for Parts<'_> {
    fn event(&mut self, event: Event, span: Span) {
        self.list.push((event, span));
    }

    fn error(&mut self, error: SyntaxError) {
        self.errors.push((error.span.start, error.kind));
    }
}

impl<'t> Parts<'t> {
    /// Parses a source as a body.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        let mut parts = Self::empty(text);
        parse_body(text, &mut parts as &mut dyn Receiver);
        parts
    }

    /// Parses a source as one expression.
    #[must_use]
    pub fn of_expression(text: &'t str) -> Self {
        let mut parts = Self::empty(text);
        parse_expression(text, 0..text.len(), &mut parts as &mut dyn Receiver);
        parts
    }

    fn empty(text: &'t str) -> Self {
        Self { text, list: Vec::new(), errors: Vec::new() }
    }

    /// Returns `true` if the source has a syntax error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Compares the parts of a changed source with those before the changes. `changed` are the ranges of the changed
    /// items in the source before, in source order; an item that is inserted has the range of the insertion.
    ///
    /// All other parts must be the same, at the offsets to which the changes move them. If the source before has syntax
    /// errors, only its complete attributes and its block headers are required. Returns the new parts of each changed
    /// item.
    ///
    /// # Errors
    ///
    /// Fails with the span of the first part before the changes that is not kept. It is the end of the source if a part or
    /// an error was added.
    pub fn kept(
        &self,
        before: &Parts<'_>,
        changes: &Changes,
        changed: &[Range<usize>],
    ) -> Result<Vec<Self>, Span> {
        let offsets = changes.offsets();
        let moved = Moved { offsets: &offsets, changed };
        if self.errors.len() > before.errors.len() {
            return Err(Span::empty(before.text.len() as u32));
        }
        if before.has_errors() {
            return self.has_complete_items_of(before, &moved).map(|()| Vec::new());
        }
        let ranges: Vec<_> = changed.iter().map(|range| offsets.around(range)).collect();
        let mut inside: Vec<_> = changed.iter().map(|_| Self::empty(self.text)).collect();
        let mut old = before.list.iter().filter(|(_, span)| !is_in(changed, *span));
        for (event, span) in &self.list {
            if let Some(index) = position(&ranges, *span) {
                inside[index].list.push((*event, *span));
                continue;
            }
            let Some((old_event, old_span)) = old.next() else {
                return Err(Span::empty(before.text.len() as u32));
            };
            if !moved.is_same((*old_event, *old_span), (*event, *span)) {
                return Err(*old_span);
            }
        }
        old.next().map_or(Ok(inside), |(_, lost)| Err(*lost))
    }

    /// Checks that the complete items of a source with syntax errors are the same, except for changed ones.
    fn has_complete_items_of(&self, before: &Parts<'_>, moved: &Moved<'_>) -> Result<(), Span> {
        let mut new = self.list.iter();
        let (mut start, list) = (0, &before.list);
        for (index, (event, _)) in list.iter().enumerate() {
            let is_end = matches!(
                event,
                Event::Attribute { .. }
                    | Event::BlockStart { .. }
                    | Event::BlockEnd
                    | Event::Unreadable
            );
            if !is_end {
                continue;
            }
            let item = &list[std::mem::replace(&mut start, index + 1)..=index];
            let is_complete = !matches!(event, Event::BlockEnd | Event::Unreadable)
                && !item.iter().any(|(event, _)| matches!(event, Event::Error { .. }))
                && !item.iter().any(|(_, span)| moved.is_changed(*span));
            for (event, span) in item.iter().filter(|_| is_complete) {
                if !new.any(|(new, at)| moved.is_same((*event, *span), (*new, *at))) {
                    return Err(*span);
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if two sources have the same parts, regardless of whitespace and comments.
    ///
    /// ```
    /// use hcldyn_syntax::changes::Parts;
    ///
    /// assert!(Parts::of_expression("1+x").is_same_as(&Parts::of_expression("1 + x # sum")));
    /// assert!(!Parts::of_expression("1+x").is_same_as(&Parts::of_expression("1 - x")));
    /// ```
    #[must_use]
    pub fn is_same_as(&self, other: &Parts<'_>) -> bool {
        self.list.len() == other.list.len()
            && self.list.iter().zip(&other.list).all(
                |((event, span), (other_event, other_span))| {
                    without_spans(*event) == without_spans(*other_event)
                        && self.texts(*event, *span) == other.texts(*other_event, *other_span)
                },
            )
    }

    /// Returns the parts without parentheses around the last expression, before the end of an attribute.
    #[must_use]
    pub fn without_last_parens(mut self) -> Self {
        let is_attribute = matches!(self.list.last(), Some((Event::Attribute { .. }, _)));
        let last = self.list.len().checked_sub(1 + usize::from(is_attribute));
        if let Some(last) = last.filter(|last| matches!(self.list[*last].0, Event::Parens)) {
            self.list.remove(last);
        }
        self
    }

    /// Returns the parts without the last one: of an object, the keys and values.
    #[must_use]
    pub fn without_last(mut self) -> Self {
        self.list.pop();
        self
    }

    /// Returns the parts in a range.
    #[must_use]
    pub fn inside(&self, range: &Range<usize>) -> Self {
        let ranges = std::slice::from_ref(range);
        let inside = self.list.iter().filter(|(_, span)| is_in(ranges, *span));
        Self { list: inside.copied().collect(), ..Self::empty(self.text) }
    }

    /// Returns the events of the parser, with their spans.
    #[must_use]
    pub fn events(&self) -> &[(Event, Span)] {
        &self.list
    }

    /// Returns the names in a part and its literal characters.
    fn texts(&self, event: Event, span: Span) -> [&'t str; 3] {
        let slice = |span: Span| self.text.get(span.range()).unwrap_or_default();
        let own = match event {
            Event::Label { .. }
            | Event::Number
            | Event::Variable
            | Event::Key
            | Event::String { .. }
            | Event::Text { .. } => slice(span),
            _ => "",
        };
        let mut texts = [own, "", ""];
        let mut names = texts[1..].iter_mut();
        with_spans(event, |span| {
            // No event has more than two names.
            if let Some(name) = names.next() {
                *name = slice(span);
            }
            span
        });
        texts
    }
}

/// The parts before changes at their new offsets.
struct Moved<'c> {
    offsets: &'c Offsets<'c>,
    changed: &'c [Range<usize>],
}

impl Moved<'_> {
    /// Returns `true` if a part before the changes is a part after them. The number of parts in a list that contains a
    /// changed one can differ.
    fn is_same(&self, (old, old_span): (Event, Span), (new, new_span): (Event, Span)) -> bool {
        let old = with_spans(old, |span| self.span(span));
        let is_list_around = || self.contains_changed(old_span) && uncounted(old) == uncounted(new);
        self.span(old_span) == new_span && (old == new || is_list_around())
    }

    /// Returns the new span of a part. A part around a changed item that is its first or last one grows with it.
    fn span(&self, span: Span) -> Span {
        let range = span.range();
        let first = self.changed.partition_point(|it| it.start < range.start);
        let starts = self.changed[first..]
            .iter()
            .find(|it| !it.is_empty())
            .is_some_and(|it| it.start == range.start && it.end <= range.end);
        let last = self.changed.partition_point(|it| it.end <= range.end);
        let ends = self.changed[..last]
            .iter()
            .rev()
            .find(|it| !it.is_empty())
            .is_some_and(|it| it.end == range.end && it.start >= range.start);
        let start = self.offsets.of(range.start, if starts { Side::Before } else { Side::After });
        let end = self.offsets.of(range.end, if ends { Side::After } else { Side::Before });
        Span::new(start as u32, end.max(start) as u32)
    }

    fn contains_changed(&self, span: Span) -> bool {
        let range = span.range();
        let first = self.changed.partition_point(|it| it.start < range.start);
        self.changed.get(first).is_some_and(|it| it.end <= range.end)
    }

    /// Returns `true` if a part overlaps a changed item.
    fn is_changed(&self, span: Span) -> bool {
        let range = span.range();
        let first = self.changed.partition_point(|it| it.end < range.start);
        self.changed.get(first).is_some_and(|it| it.start <= range.end)
    }
}

/// Returns the index of the range, which is not empty, that a span is in.
fn position(ranges: &[Range<usize>], span: Span) -> Option<usize> {
    let Range { start, end } = span.range();
    let after = ranges.partition_point(|range| range.end <= start);
    let is_inside = |range: &Range<usize>| range.start <= start && end <= range.end;
    ranges.get(after).is_some_and(is_inside).then_some(after)
}

fn is_in(ranges: &[Range<usize>], span: Span) -> bool {
    position(ranges, span).is_some()
}

/// Returns an event without the number of its parts.
fn uncounted(event: Event) -> Event {
    match event {
        Event::Tuple { .. } => Event::Tuple { elements: 0 },
        Event::Object { .. } => Event::Object { items: 0 },
        Event::Call { name, expand_final, .. } => Event::Call { name, args: 0, expand_final },
        event => event,
    }
}

fn without_spans(event: Event) -> Event {
    with_spans(event, |_| Span::default())
}

/// Returns an event with other spans inside it.
fn with_spans(event: Event, mut change: impl FnMut(Span) -> Span) -> Event {
    match event {
        Event::Attribute { name } => Event::Attribute { name: change(name) },
        Event::BlockStart { ty } => Event::BlockStart { ty: change(ty) },
        Event::ForDirective { key, value, strip } => {
            Event::ForDirective { key: key.map(&mut change), value: change(value), strip }
        }
        Event::Unary { op, operator } => Event::Unary { op, operator: change(operator) },
        Event::Binary { op, operator } => Event::Binary { op, operator: change(operator) },
        Event::Attr { name } => Event::Attr { name: change(name) },
        Event::LegacyIndex { number } => Event::LegacyIndex { number: change(number) },
        Event::For { key_var, value_var, has_key, has_condition, group } => Event::For {
            key_var: key_var.map(&mut change),
            value_var: change(value_var),
            has_key,
            has_condition,
            group,
        },
        Event::Call { name, args, expand_final } => {
            Event::Call { name: change(name), args, expand_final }
        }
        event => event,
    }
}
