//! Edits of a source, and the check that they change nothing else.

use std::ops::Range;

use hcldyn_syntax::changes::{Changes, Parts};
use hcldyn_syntax::event::Event;
use hcldyn_syntax::parser::unescape_quoted;

use super::geometry::Slot;
use crate::cty::internal::{CollectVec, sort_by_key};
use crate::source::Span;

/// Replacements of ranges of a source, with the items that they change.
#[derive(Debug, Default)]
pub(super) struct Edits {
    changes: Changes,
    /// The ranges of the changed items in the original source, and the items that are wanted there.
    items: Vec<(Range<usize>, Wanted)>,
}

/// The item wanted in the place of a changed one.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// The item is removed.
    Nothing,
    /// A value, as an expression.
    Value(String),
    /// An item of an object, with its key.
    Entry(String),
    /// Attributes and blocks.
    Items(String),
    /// Another name, or another key of the item of an object.
    Name,
    /// The labels of a block.
    Labels(Vec<String>),
}

impl Edits {
    /// Changes an item.
    pub(super) fn of(range: Range<usize>, wanted: Wanted) -> Self {
        Self { changes: Changes::default(), items: vec![(range, wanted)] }
    }

    /// Replaces an item.
    pub(super) fn replacing(range: Range<usize>, text: impl Into<String>, wanted: Wanted) -> Self {
        let mut edits = Self::default();
        edits.replace_item(range, text, wanted);
        edits
    }

    /// Replaces an item, or inserts one into an empty range.
    pub(super) fn replace_item(
        &mut self,
        range: Range<usize>,
        text: impl Into<String>,
        wanted: Wanted,
    ) {
        self.items.push((range.clone(), wanted));
        self.changes.replace(range, text);
    }

    /// Replaces source text that is not a part of an item.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.changes.replace(range, text);
    }

    /// Inserts an item.
    pub(super) fn fill(&mut self, slot: Slot, item: &str, wanted: Wanted) {
        let Slot { range, before, after, .. } = slot;
        self.replace_item(range, before + item + &after, wanted);
    }

    /// Adds other edits, which change other items.
    pub(super) fn append(&mut self, other: Self) {
        for (range, text) in other.changes.iter() {
            self.changes.replace(range.clone(), text);
        }
        self.items.extend(other.items);
    }

    /// Returns the replacements of ranges.
    pub(super) fn changes(&self) -> &Changes {
        &self.changes
    }

    pub(super) fn apply(&self, text: &str) -> String {
        self.changes.apply(text)
    }

    /// Checks that a changed source has the wanted items, and equals the original source otherwise.
    ///
    /// # Errors
    ///
    /// Fails with the span of an item in the original source that would change.
    pub(super) fn check(&self, before: &str, after: &str) -> Result<(), Span> {
        let mut items = self.items.iter().collect_vec();
        sort_by_key(&mut items, |(range, _)| (range.start, range.end));
        let ranges = items.iter().map(|(range, _)| range.clone()).collect_vec();
        let inside = Parts::of(after).kept(&Parts::of(before), &self.changes, &ranges)?;
        let mut results = items.into_iter().zip(inside);
        match results.find(|((_, wanted), parts)| !wanted.is_in(after, parts)) {
            Some(((range, _), _)) => Err(Span::from(range.clone())),
            None => Ok(()),
        }
    }
}

impl Wanted {
    /// Returns `true` if parts of a source are this item. A value can be in parentheses.
    fn is_in(&self, text: &str, parts: &Parts<'_>) -> bool {
        let is_value = |wanted: &Parts<'_>| {
            wanted.is_same_as(parts) || wanted.is_same_as(&parts.clone().without_last_parens())
        };
        match self {
            Self::Nothing => parts.events().is_empty(),
            Self::Value(value) => is_value(&Parts::of_expression(value)),
            Self::Entry(entry) => {
                is_value(&Parts::of_expression(&format!("{{{entry}\n}}")).without_last())
            }
            Self::Items(items) => is_value(&Parts::of(items)),
            Self::Name => parts.events().len() <= 1,
            Self::Labels(labels) => {
                let mut wanted = labels.iter();
                parts.events().iter().all(|(event, span)| {
                    let label = &text[span.range()];
                    let label = match event {
                        Event::Label { quoted: true } => {
                            unescape_quoted(&label[1..label.len() - 1])
                        }
                        _ => label.into(),
                    };
                    wanted.next().is_some_and(|wanted| *wanted == label)
                }) && wanted.next().is_none()
            }
        }
    }
}
