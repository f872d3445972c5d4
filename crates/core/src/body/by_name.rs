//! Lookups by name, fast for few and for many items.

use crate::cty::Str;
use crate::cty::internal::{Bisect, sort_positions};

/// A list of items with names. Few items are searched linearly, without preparation; many items are first sorted
/// by name.
pub(crate) struct ByName<'a, T> {
    items: &'a [T],
    name: fn(&T) -> &Str,
    /// Positions in `items`, in name order; empty for few items.
    sorted: Vec<u32>,
}

impl<'a, T> ByName<'a, T> {
    /// The maximum number of items that are searched linearly.
    const FEW: usize = 24;

    /// Prepares items for lookups. `name` returns the name of an item.
    pub(crate) fn new(items: &'a [T], name: fn(&T) -> &Str) -> Self {
        let mut sorted = Vec::new();
        if items.len() > Self::FEW {
            sorted.extend(0..items.len() as u32);
            let named = |position: u32| name(&items[position as usize]);
            sort_positions(&mut sorted, &|a, b| named(a).cmp(named(b)));
        }
        Self { items, name, sorted }
    }

    /// Returns the item with a name, or the first one if there are several.
    pub(crate) fn get(&self, name: &str) -> Option<&'a T> {
        if self.sorted.is_empty() {
            return self.items.iter().find(|item| *(self.name)(item) == *name);
        }
        let at = |position: u32| &self.items[position as usize];
        let rank = self.sorted.count_leading(|position| (self.name)(at(*position)).as_str() < name);
        let found = at(*self.sorted.get(rank)?);
        (*(self.name)(found) == *name).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_items_are_found() {
        for count in [3, 1000] {
            let names: Vec<Str> = (0..count).rev().map(|i| format!("n{i}").into()).collect();
            let by_name = ByName::new(&names, |name| name);
            assert_eq!(by_name.get("n2"), Some(&names[count - 3]));
            assert_eq!(by_name.get("n"), None);
            assert_eq!(by_name.get("zz"), None);
        }
    }

    #[test]
    fn the_first_item_of_a_name_is_found() {
        let items: Vec<(Str, usize)> = (0..100).map(|i| ("same".into(), i)).collect();
        assert_eq!(ByName::new(&items, |item| &item.0).get("same"), Some(&items[0]));
    }
}
