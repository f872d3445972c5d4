//! Sets of names.

use std::fmt;
use std::vec;

use crate::Str;
use crate::key_map::KeySet;
use crate::name_map::in_order;

/// A set of names, in the order of the names. They are sorted for each iteration.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct NameSet(KeySet<Str>);

/// The names of a set.
#[derive(Debug)]
pub struct Names<'a> {
    names: &'a KeySet<Str>,
    order: vec::IntoIter<u32>,
}

impl NameSet {
    /// Returns `true` without names.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the set has a name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Adds a name. Returns `true` if it is new.
    pub fn insert(&mut self, name: Str) -> bool {
        self.0.insert(name)
    }

    /// Returns the names.
    pub fn iter(&self) -> Names<'_> {
        Names { names: &self.0, order: in_order(&self.0).into_iter() }
    }
}

impl<'a> Iterator for Names<'a> {
    type Item = &'a Str;

    fn next(&mut self) -> Option<&'a Str> {
        self.order.next().map(|position| self.names.key(position))
    }
}

impl<'a> IntoIterator for &'a NameSet {
    type Item = &'a Str;
    type IntoIter = Names<'a>;

    fn into_iter(self) -> Names<'a> {
        self.iter()
    }
}

impl Extend<Str> for NameSet {
    fn extend<I: IntoIterator<Item = Str>>(&mut self, names: I) {
        for name in names {
            self.insert(name);
        }
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
