//! The items of a source that edits change.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::{Changes, Parts};
use crate::error::{ErrorKind, Expected};
use crate::event::Event;
use crate::source::Span;

impl Parts<'_> {
    /// Returns the ranges of the items that edits change, in source order and without overlaps. An edit changes the innermost
    /// attribute, item of an object, element or argument around it, or the block whose header it is in. An edit between items
    /// has its own range, with the items that it overlaps.
    ///
    /// ```
    /// use hcldyn_syntax::changes::Parts;
    ///
    /// let parts = Parts::of("a = 1\nb = [2, 3]\n");
    /// assert_eq!(parts.changed_items([11..12]), [11..12]);
    /// assert!(!parts.inside(&(4..5)).events().is_empty());
    /// ```
    #[must_use]
    pub fn changed_items(
        &self,
        edits: impl IntoIterator<Item = Range<usize>>,
    ) -> Vec<Range<usize>> {
        let open = united(edits.into_iter().collect());
        let mut search = EditSearch {
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
                    let first = values.len().saturating_sub(event.operands());
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

    /// Returns the number of attributes and items of objects that have the name of an earlier one beside them.
    pub(super) fn repeated_names(&self) -> usize {
        let mut names = HashSet::new();
        let name = |it: &NamedItem| (it.parent, self.text[it.name.range()].trim_matches('"'));
        self.named_items().iter().filter(|it| !names.insert(name(it))).count()
    }

    /// Returns `true` if the attributes of a source without errors in them, and the items of objects in a source without
    /// errors, are attributes or items after changes that do not touch them.
    pub(super) fn has_untouched_items_of(&self, before: &Parts<'_>, changes: &Changes) -> bool {
        let changed: Vec<_> = changes.iter().map(|(range, _)| range).collect();
        let is_touched = |item: &Range<usize>| {
            let first = changed.partition_point(|range| range.end < item.start);
            changed.get(first).is_some_and(|range| range.start <= item.end)
        };
        // An attribute without its equals sign is read as one.
        let is_inside = |kind| kind != ErrorKind::Expected(Expected::EqualsOrBlock);
        let errors = before.errors.iter().filter(|(_, kind)| is_inside(*kind));
        let mut errors: Vec<_> = errors.map(|(start, _)| *start as usize).collect();
        errors.sort_unstable();
        let has_error = |item: &Range<usize>| {
            let first = errors.partition_point(|start| *start < item.start);
            errors.get(first).is_some_and(|start| *start <= item.end)
        };
        let offsets = changes.offsets();
        let found: HashSet<_> =
            self.named_items().iter().map(|it| (it.name.range(), it.value.range())).collect();
        before.named_items().iter().all(|item| {
            let whole = item.name.to(item.value).range();
            let is_certain = item.is_attribute && !has_error(&whole) || !before.has_errors();
            let moved = || {
                let [name, value] = [item.name, item.value].map(|it| offsets.apart(&it.range()));
                found.contains(&(name, value))
            };
            !is_certain || is_touched(&whole) || moved()
        })
    }

    /// Returns all attributes and the items of objects whose keys are names or plain strings.
    fn named_items(&self) -> Vec<NamedItem> {
        let (mut found, mut values, mut templates) = (Vec::new(), Vec::new(), Vec::new());
        let (mut blocks, mut parents) = (vec![0], 0);
        for (event, span) in &self.list {
            match event {
                Event::BlockStart { .. } => {
                    parents += 1;
                    blocks.push(parents);
                }
                Event::BlockEnd => drop(blocks.pop()),
                Event::Attribute { name } => {
                    let parent = blocks.last().copied().unwrap_or_default();
                    let value = values.pop().map_or(*name, |(value, _)| value);
                    found.push(NamedItem { parent, is_attribute: true, name: *name, value });
                }
                Event::TemplateStart(_) => templates.push(values.len()),
                Event::TemplateEnd => {
                    values.truncate(templates.pop().unwrap_or_default());
                    values.push((*span, false));
                }
                event => {
                    let inner = values.split_off(values.len().saturating_sub(event.operands()));
                    if matches!(event, Event::Object { .. }) {
                        parents += 1;
                        let items = inner.chunks_exact(2).filter(|item| item[0].1);
                        found.extend(items.map(|item| NamedItem {
                            parent: parents,
                            is_attribute: false,
                            name: item[0].0,
                            value: item[1].0,
                        }));
                    }
                    let start =
                        inner.first().map_or(span.start, |(it, _)| it.start.min(span.start));
                    let is_name = matches!(event, Event::Key | Event::String { escaped: false });
                    let whole = Span::new(start, span.end);
                    values.extend(is_expression(*event).then_some((whole, is_name)));
                }
            }
        }
        found
    }
}

/// An attribute or an item of an object.
struct NamedItem {
    /// The number of the body or object around it.
    parent: usize,
    is_attribute: bool,
    name: Span,
    value: Span,
}

/// The search for the items around edits, from the inside out.
struct EditSearch {
    /// The starts and ends of the edits without an item so far.
    open: BTreeMap<usize, usize>,
    found: Vec<Range<usize>>,
}

impl EditSearch {
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

/// Returns `true` if an event outside of items pushes an expression, or a part of a template.
fn is_expression(event: Event) -> bool {
    !matches!(event, Event::Label { .. } | Event::Unreadable)
}
