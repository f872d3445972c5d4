//! Sets of names.

use std::collections::BTreeMap;
use std::collections::btree_map::Iter;
use std::fmt;

use crate::Str;

/// A set of names, in the order of the names. The tree is compiled once, for all sets and maps of names.
#[derive(Clone, Default)]
pub struct NameSet {
    /// The names with their positions in the order of insertion.
    positions: BTreeMap<Str, u32>,
}

/// The names of a set.
#[derive(Debug)]
pub struct Names<'a>(Iter<'a, Str, u32>);

impl NameSet {
    /// Returns `true` without names.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns `true` if the set has a name.
    pub fn contains(&self, name: &str) -> bool {
        self.positions.contains_key(name)
    }

    /// Adds a name. Returns `true` if it is new.
    pub fn insert(&mut self, name: Str) -> bool {
        let next = self.positions.len() as u32;
        *self.positions.entry(name).or_insert(next) == next
    }

    /// Returns the names.
    pub fn iter(&self) -> Names<'_> {
        Names(self.positions.iter())
    }

    /// Returns the position of a name in the order of insertion.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).map(|position| *position as usize)
    }

    /// Returns the names with their positions in the order of insertion.
    pub(crate) fn into_positions(self) -> Vec<(Str, u32)> {
        self.positions.into_iter().collect()
    }
}

impl<'a> Names<'a> {
    /// Returns the next name with its position in the order of insertion.
    pub(crate) fn next_position(&mut self) -> Option<(&'a Str, usize)> {
        self.0.next().map(|(name, position)| (name, *position as usize))
    }
}

impl<'a> Iterator for Names<'a> {
    type Item = &'a Str;

    fn next(&mut self) -> Option<&'a Str> {
        self.next_position().map(|(name, _)| name)
    }
}

impl<'a> IntoIterator for &'a NameSet {
    type Item = &'a Str;
    type IntoIter = Names<'a>;

    fn into_iter(self) -> Names<'a> {
        self.iter()
    }
}

impl PartialEq for NameSet {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl Eq for NameSet {}

impl Extend<Str> for NameSet {
    fn extend<I: IntoIterator<Item = Str>>(&mut self, names: I) {
        names.into_iter().for_each(|name| _ = self.insert(name));
    }
}

impl FromIterator<Str> for NameSet {
    fn from_iter<I: IntoIterator<Item = Str>>(names: I) -> Self {
        let mut set = Self::default();
        set.extend(names);
        set
    }
}

impl fmt::Debug for NameSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        let mut set: NameSet = ["b", "c", "a", "b"].map(Str::new).into_iter().collect();
        assert_eq!((set.insert("c".into()), set.insert("aa".into()), set.len()), (false, true, 4));
        assert!(set.iter().eq(&["a", "aa", "b", "c"].map(Str::new)));
        assert!(set.contains("b") && !set.contains("d") && !NameSet::default().contains("b"));
        assert_eq!(set, ["c", "b", "aa", "a"].map(Str::new).into_iter().collect());
        assert_ne!(set, NameSet::default());
    }
}
