//! Maps of names, compiled to little code.

use std::fmt;

use crate::Str;
use crate::collect::CollectVec;
use crate::key_map::{KeyMap, KeySet};
use crate::sort::sort_positions;

/// A map from names to values, in the order of the names. They are sorted for each iteration.
#[derive(Clone)]
pub struct NameMap<V>(KeyMap<Str, V>);

impl<V> NameMap<V> {
    /// Returns `true` without names.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `true` if the map has a name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Returns the value of a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.get(name)
    }

    /// Returns the value of a name, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        self.0.get_mut(name)
    }

    /// Sets the value of a name. Returns the value before.
    pub fn insert(&mut self, name: Str, value: V) -> Option<V> {
        self.0.insert(name, value)
    }

    /// Returns the value of a name, after setting it if the name is new.
    pub fn get_or_insert_with(&mut self, name: &Str, value: impl FnOnce() -> V) -> &mut V {
        self.0.get_or_insert_with(name.clone(), value)
    }

    /// Returns the names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&Str, &V)> {
        in_order(self.0.keys()).into_iter().map(|position| self.0.entry(position))
    }

    /// Returns the names.
    pub fn names(&self) -> impl Iterator<Item = &Str> {
        self.iter().map(|(name, _)| name)
    }

    /// Returns the names with their values.
    pub fn into_sorted(self) -> Vec<(Str, V)> {
        let order = in_order(self.0.keys());
        let mut entries = self.0.into_entries().map(Some).collect_vec();
        order.into_iter().filter_map(|position| entries[position as usize].take()).collect_vec()
    }
}

/// Returns the positions of names in the order of the names.
pub(crate) fn in_order(names: &KeySet<Str>) -> Vec<u32> {
    let names = names.iter().collect_vec();
    let mut order: Vec<u32> = (0..).take(names.len()).collect();
    sort_positions(&mut order, &|a, b| names[a as usize].cmp(names[b as usize]));
    order
}

impl<V> Default for NameMap<V> {
    fn default() -> Self {
        Self(KeyMap::default())
    }
}

impl<V: PartialEq> PartialEq for NameMap<V> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<V: Eq> Eq for NameMap<V> {}

/// Sets each name in turn, so that the last value of a name wins.
impl<V> FromIterator<(Str, V)> for NameMap<V> {
    fn from_iter<I: IntoIterator<Item = (Str, V)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<V: fmt::Debug> fmt::Debug for NameMap<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(map: &NameMap<u8>) -> Vec<(&str, u8)> {
        map.iter().map(|(name, value)| (name.as_str(), *value)).collect()
    }

    #[test]
    fn names_are_in_order() {
        let mut map = NameMap::from_iter([("b".into(), 1), ("c".into(), 2), ("a".into(), 3)]);
        assert_eq!(entries(&map), [("a", 3), ("b", 1), ("c", 2)]);
        assert_eq!(map.insert("b".into(), 4), Some(1));
        assert_eq!(map.insert("aa".into(), 5), None);
        *map.get_or_insert_with(&"c".into(), || 0) += 10;
        *map.get_or_insert_with(&"d".into(), || 6) += 10;
        assert_eq!(entries(&map), [("a", 3), ("aa", 5), ("b", 4), ("c", 12), ("d", 16)]);
        assert_eq!((map.get("aa"), map.get("e")), (Some(&5), None));
        let sorted = map.into_sorted().into_iter().map(|(name, value)| (name.to_string(), value));
        let expected = [("a", 3), ("aa", 5), ("b", 4), ("c", 12), ("d", 16)];
        assert!(sorted.eq(expected.map(|(name, value)| (name.to_owned(), value))));
    }

    #[test]
    fn maps_are_equal_whatever_the_order_of_insertion() {
        let map = |entries: [(&str, u8); 2]| {
            NameMap::from_iter(entries.map(|(name, value)| (Str::from(name), value)))
        };
        assert_eq!(map([("a", 1), ("b", 2)]), map([("b", 2), ("a", 1)]));
        assert_ne!(map([("a", 1), ("b", 2)]), map([("b", 1), ("a", 2)]));
    }
}
