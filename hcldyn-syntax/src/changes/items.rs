//! The items of a source that edits change.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Parts;
use crate::event::Event;
use crate::source::Span;

impl Parts<'_> {
    /// Returns the ranges of the items that edits change, in source order and apart from each other: for each edit the
    /// innermost attribute, item of an object, element or argument that contains it, or the block with the header that it
    /// is in. An edit between items has its own range, with the items that it overlaps.
    #[must_use]
    pub fn changed_items(
        &self,
        edits: impl IntoIterator<Item = Range<usize>>,
    ) -> Vec<Range<usize>> {
        let open = united(edits.into_iter().collect());
        let mut search = Search {
            open: open.into_iter().map(|it| (it.start, it.end)).collect(),
            found: Vec::new(),
        };
        let (mut values, mut templates, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        for (event, span) in &self.list {
            if search.open.is_empty() {
                break;
            }
            match event {
                Event::BlockStart { ty } => blocks.push(ty.to(*span)),
                Event::BlockEnd => search.leave_block(blocks.pop().unwrap_or(*span), *span),
                Event::Attribute { name } => {
                    values.pop();
                    search.leave_attribute(&name.to(*span).range());
                }
                Event::TemplateStart(_) => templates.push(values.len()),
                Event::TemplateEnd => {
                    values.truncate(templates.pop().unwrap_or_default());
                    values.push(*span);
                }
                event => {
                    let first = values.len().saturating_sub(operands(*event));
                    let inner = values.split_off(first);
                    let start = inner.first().map_or(span.start, |it| it.start.min(span.start));
                    let whole = Span::new(start, span.end);
                    search.leave_list(*event, &inner, whole);
                    values.extend(is_expression(*event).then_some(whole));
                }
            }
        }
        search.found.extend(search.open.into_iter().map(|(start, end)| start..end));
        united(search.found)
    }
}

/// The search for the items around edits, from the inside out.
struct Search {
    /// The starts and ends of the edits without an item so far.
    open: BTreeMap<usize, usize>,
    found: Vec<Range<usize>>,
}

impl Search {
    /// Finds the item of the edits in an attribute. An insertion before or after it is not in it.
    fn leave_attribute(&mut self, item: &Range<usize>) {
        let mut edits = self.edits_in(item);
        edits.retain(|edit| !edit.is_empty() || item.start < edit.start && edit.end < item.end);
        self.found(edits, item);
        self.widen(item);
    }

    fn found(&mut self, edits: Vec<Range<usize>>, item: &Range<usize>) {
        for edit in edits {
            self.open.remove(&edit.start);
            self.found.push(item.clone());
        }
    }

    /// Finds the items of the edits in a list of parts.
    fn leave_list(&mut self, event: Event, parts: &[Span], list: Span) {
        let size = match event {
            Event::Object { .. } => 2,
            Event::Tuple { .. } | Event::Call { .. } => 1,
            _ => return,
        };
        if self.edits_in(&list.range()).is_empty() {
            return;
        }
        for part in parts.chunks(size) {
            let part = part[0].to(part[part.len() - 1]).range();
            self.found(self.edits_in(&part), &part);
            self.widen(&part);
        }
        // The edits between the brackets.
        for edit in self.edits_in(&(list.range().start + 1..list.range().end.saturating_sub(1))) {
            self.open.remove(&edit.start);
            self.found.push(edit);
        }
    }

    /// Finds the items of the edits in a block: the whole block for an edit that is not in its body.
    fn leave_block(&mut self, header: Span, close: Span) {
        let block = header.to(close).range();
        for edit in self.edits_in(&block) {
            self.open.remove(&edit.start);
            let is_in_body = edit.start >= header.range().end && edit.end <= close.range().start;
            self.found.push(if is_in_body { edit } else { block.clone() });
        }
        self.widen(&block);
    }

    /// Adds an item to the edits that overlap it.
    fn widen(&mut self, item: &Range<usize>) {
        let overlaps = |edit: &Range<usize>| edit.start < item.end && item.start < edit.end;
        let before = self.open.range(..item.start).next_back();
        let edits = before.into_iter().chain(self.open.range(item.start..item.end));
        let edits: Vec<_> = edits.map(|(start, end)| *start..*end).filter(overlaps).collect();
        for edit in edits {
            self.open.remove(&edit.start);
            let end = self.open.entry(edit.start.min(item.start)).or_default();
            *end = edit.end.max(item.end).max(*end);
        }
    }

    fn edits_in(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        if range.start > range.end {
            return Vec::new();
        }
        let edits = self.open.range(range.start..=range.end);
        edits.filter(|(_, end)| **end <= range.end).map(|(start, end)| *start..*end).collect()
    }
}

/// Returns ranges in order, those that overlap or touch as one.
fn united(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut united: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match united.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => united.push(range),
        }
    }
    united
}

/// Returns the number of expressions that an event outside of templates pops.
fn operands(event: Event) -> usize {
    match event {
        Event::Parens
        | Event::Interpolation(_)
        | Event::If(_)
        | Event::ForDirective { .. }
        | Event::Unary { .. }
        | Event::Attr { .. }
        | Event::LegacyIndex { .. }
        | Event::SplatStart
        | Event::SplatEnd => 1,
        Event::Binary { .. } | Event::Index => 2,
        Event::Conditional => 3,
        Event::Tuple { elements } => elements as usize,
        Event::Object { items } => 2 * items as usize,
        Event::For { has_key, has_condition, .. } => {
            2 + usize::from(has_key) + usize::from(has_condition)
        }
        Event::Call { args, .. } => args as usize,
        Event::Error { parts } => parts as usize,
        _ => 0,
    }
}

/// Returns `true` if an event outside of items pushes an expression, or a part of a template.
fn is_expression(event: Event) -> bool {
    !matches!(event, Event::Label { .. } | Event::Unreadable)
}
