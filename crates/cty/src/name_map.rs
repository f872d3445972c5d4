//! Maps of names, compiled to little code: the tree of names is that of all sets and maps of names.

use std::fmt;

use crate::Str;
use crate::name_set::NameSet;

/// A map from names to values, in the order of the names.
#[derive(Clone)]
pub struct NameMap<V> {
    names: NameSet,
    /// The values in the order of insertion.
    values: Vec<V>,
}

impl<V> NameMap<V> {
    /// Returns `true` without names.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns `true` if the map has a name.
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns the value of a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.names.position(name).map(|position| &self.values[position])
    }

    /// Returns the value of a name, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        self.names.position(name).map(|position| &mut self.values[position])
    }

    /// Sets the value of a name. Returns the value before.
    pub fn insert(&mut self, name: Str, value: V) -> Option<V> {
        match self.get_mut(&name) {
            Some(known) => Some(std::mem::replace(known, value)),
            None => {
                self.names.insert(name);
                self.values.push(value);
                None
            }
        }
    }

    /// Returns the value of a name, after setting it if the name is new.
    pub fn get_or_insert_with(&mut self, name: &Str, value: impl FnOnce() -> V) -> &mut V {
        let position = match self.names.position(name) {
            Some(position) => position,
            None => {
                self.names.insert(name.clone());
                self.values.push(value());
                self.values.len() - 1
            }
        };
        &mut self.values[position]
    }

    /// Returns the names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&Str, &V)> {
        let mut names = self.names.iter();
        std::iter::from_fn(move || names.next_position())
            .map(|(name, position)| (name, &self.values[position]))
    }

    /// Returns the names.
    pub fn names(&self) -> impl Iterator<Item = &Str> {
        self.names.iter()
    }

    /// Returns the names with their values.
    pub fn into_sorted(self) -> Vec<(Str, V)> {
        let mut values: Vec<Option<V>> = self.values.into_iter().map(Some).collect();
        let entries = self.names.into_positions().into_iter();
        entries.filter_map(|(name, at)| Some((name, values[at as usize].take()?))).collect()
    }
}

impl<V> Default for NameMap<V> {
    fn default() -> Self {
        Self { names: NameSet::default(), values: Vec::new() }
    }
}

impl<V: PartialEq> PartialEq for NameMap<V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<V: Eq> Eq for NameMap<V> {}

/// Sets each name in turn, so that the last value of a name wins.
impl<V> FromIterator<(Str, V)> for NameMap<V> {
    fn from_iter<I: IntoIterator<Item = (Str, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        entries.into_iter().for_each(|(name, value)| drop(map.insert(name, value)));
        map
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
