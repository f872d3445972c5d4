//! The items of a body, some at a time.

use std::mem;
use std::ops::Range;

use super::{BODY, Found, Item, Scanner};

/// Neighbouring items of a body, with what was found in them while they were cut.
pub(in crate::syntax::native) struct Group {
    /// The items, and some behind them.
    items: Vec<Item>,
    /// How many of the items belong to the group.
    own: usize,
    pub(in crate::syntax::native) found: Found,
}

/// Cuts groups off a body, one after the other.
pub(in crate::syntax::native) struct Groups<'t> {
    scanner: Scanner<'t>,
    /// Items that were cut but belong to no group yet.
    ahead: Vec<Item>,
    /// A group goes on with each item that starts so few bytes behind its start.
    size: usize,
}

impl Group {
    /// The items that belong to the group.
    pub(in crate::syntax::native) fn own(&self) -> &[Item] {
        &self.items[..self.own]
    }

    /// The items from one of them on, with at least [`Groups::AHEAD`] of the next groups, if there are so many.
    pub(in crate::syntax::native) fn from(&self, index: usize) -> &[Item] {
        self.items.get(index..).unwrap_or_default()
    }
}

impl<'t> Groups<'t> {
    /// How many items behind its own a group knows.
    pub(in crate::syntax::native) const AHEAD: usize = 16;

    pub(super) fn new(text: &'t str, range: Range<usize>, size: usize) -> Self {
        let mut scanner = Scanner::new(text, range, &BODY);
        scanner.found = Some(Found::default());
        Self { scanner, ahead: Vec::new(), size }
    }

    /// The item so far ahead.
    fn ahead(&mut self, index: usize) -> Option<&Item> {
        while self.ahead.len() <= index {
            self.ahead.push(self.scanner.next()?);
        }
        self.ahead.get(index)
    }
}

impl Iterator for Groups<'_> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        let start = self.ahead(0)?.span.start;
        let mut own = 1;
        let end = start.saturating_add(self.size);
        while self.ahead(own).is_some_and(|item| item.span.start < end) {
            own += 1;
        }
        self.ahead(own + Self::AHEAD - 1);
        let items = mem::take(&mut self.ahead);
        self.ahead = items[own..].to_vec();
        let mut found = self.scanner.found.take().unwrap_or_default();
        self.scanner.found = Some(found.split_off(items[own - 1].span.end));
        Some(Group { items, own, found })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.scanner.text.len().div_ceil(self.size)))
    }
}
