//! Maps and sets of keys, compiled to little code: one table for all types of keys holds positions by hashes.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{BuildHasher, Hash};

use foldhash::HashMap;

/// The positions of entries by the hashes of their keys. It does not depend on the type of the keys, so it is compiled
/// once.
#[derive(Clone, Debug, Default)]
pub struct HashIndex(HashMap<u64, u32>);

impl HashIndex {
    /// Returns the hash of a key.
    #[inline]
    pub fn hash_of<K: Hash + ?Sized>(&self, key: &K) -> u64 {
        self.0.hasher().hash_one(key)
    }

    /// Returns the last position with a hash.
    pub fn get(&self, hash: u64) -> Option<u32> {
        self.0.get(&hash).copied()
    }

    /// Records the position of a hash. Returns the position before, if another entry has the same hash.
    pub fn insert(&mut self, hash: u64, position: u32) -> Option<u32> {
        self.0.insert(hash, position)
    }

    /// Removes a hash.
    pub fn remove(&mut self, hash: u64) {
        self.0.remove(&hash);
    }
}

/// A map from keys to values, in the order of insertion.
#[derive(Clone)]
pub struct KeyMap<K, V> {
    keys: KeySet<K>,
    values: Vec<V>,
}

/// A set of keys, in the order of insertion.
#[derive(Clone)]
pub struct KeySet<K> {
    index: HashIndex,
    entries: Vec<Entry<K>>,
}

#[derive(Clone)]
struct Entry<K> {
    key: K,
    /// The entry before this one with the same hash.
    before: Option<u32>,
}

impl<K: Eq + Hash, V> KeyMap<K, V> {
    /// Returns `true` if the map has a key.
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.keys.contains(key)
    }

    /// Returns the value of a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.keys.position(key).map(|position| &self.values[position])
    }

    /// Returns the value of a key, to change it.
    pub fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.keys.position(key).map(|position| &mut self.values[position])
    }

    /// Sets the value of a key. Returns the value before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let position = self.keys.add(key);
        match self.values.get_mut(position) {
            Some(known) => Some(std::mem::replace(known, value)),
            None => {
                self.values.push(value);
                None
            }
        }
    }

    /// Returns the value of a key, after setting it if the key is new.
    pub fn get_or_insert(&mut self, key: K, value: V) -> &mut V {
        self.get_or_insert_with(key, || value)
    }

    /// Returns the value of a key, after setting it to a computed value if the key is new.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let position = self.keys.add(key);
        if position == self.values.len() {
            self.values.push(value());
        }
        &mut self.values[position]
    }
}

impl<K, V> KeyMap<K, V> {
    /// Returns `true` without entries.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the keys.
    pub fn keys(&self) -> &KeySet<K> {
        &self.keys
    }

    /// Returns the values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.values.iter()
    }

    /// Returns the values, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.values.iter_mut()
    }

    /// Returns the keys with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.keys.iter().zip(&self.values)
    }

    /// Returns the entry at a position in the order of insertion.
    pub(crate) fn entry(&self, position: u32) -> (&K, &V) {
        (self.keys.key(position), &self.values[position as usize])
    }

    /// Returns the keys with their values.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (K, V)> {
        self.keys.entries.into_iter().map(|entry| entry.key).zip(self.values)
    }
}

impl<K, V> Default for KeyMap<K, V> {
    fn default() -> Self {
        Self { keys: KeySet::default(), values: Vec::new() }
    }
}

/// Compares the entries in any order.
impl<K: Eq + Hash, V: PartialEq> PartialEq for KeyMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.iter().all(|(key, value)| other.get(key).is_some_and(|it| it == value))
    }
}

impl<K: Eq + Hash, V: Eq> Eq for KeyMap<K, V> {}

/// Sets each key in turn, so that the last value of a key wins.
impl<K: Eq + Hash, V> FromIterator<(K, V)> for KeyMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for KeyMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Eq + Hash> KeySet<K> {
    /// Returns `true` if the set has a key.
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.position(key).is_some()
    }

    /// Adds a key. Returns `true` if it is new.
    pub fn insert(&mut self, key: K) -> bool {
        let next = self.entries.len();
        self.add(key) == next
    }

    /// Adds a key, if it is new. Returns its position.
    fn add(&mut self, key: K) -> usize {
        let hash = self.index.hash_of(&key);
        if let Some(position) = self.position_of(hash, &key) {
            return position;
        }
        let next = self.entries.len();
        let before = self.index.insert(hash, next as u32);
        self.entries.push(Entry { key, before });
        next
    }

    fn position<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        if self.is_empty() { None } else { self.position_of(self.index.hash_of(key), key) }
    }

    fn position_of<Q: Eq + ?Sized>(&self, hash: u64, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        let mut next = self.index.get(hash);
        while let Some(position) = next {
            let entry = &self.entries[position as usize];
            if entry.key.borrow() == key {
                return Some(position as usize);
            }
            next = entry.before;
        }
        None
    }
}

impl<K> KeySet<K> {
    /// Returns `true` without keys.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the keys.
    pub fn iter(&self) -> impl Iterator<Item = &K> {
        self.entries.iter().map(|entry| &entry.key)
    }

    /// Returns the key at a position in the order of insertion.
    pub(crate) fn key(&self, position: u32) -> &K {
        &self.entries[position as usize].key
    }
}

impl<K> Default for KeySet<K> {
    fn default() -> Self {
        Self { index: HashIndex::default(), entries: Vec::new() }
    }
}

/// Compares the keys in any order.
impl<K: Eq + Hash> PartialEq for KeySet<K> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|key| other.contains(key))
    }
}

impl<K: Eq + Hash> Eq for KeySet<K> {}

impl<K: Eq + Hash> Extend<K> for KeySet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: Eq + Hash> FromIterator<K> for KeySet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = Self::default();
        set.extend(keys);
        set
    }
}

impl<K: fmt::Debug> fmt::Debug for KeySet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::hash::Hasher;

    use super::*;

    /// A key whose hash equals that of all other keys.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct SameHash(u8);

    impl Hash for SameHash {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn a_value_is_found_by_its_key() {
        let mut map = KeyMap::default();
        assert_eq!((map.get("b"), map.is_empty()), (None, true));
        assert_eq!(
            (map.insert("b", 1), map.insert("a", 2), map.insert("b", 3)),
            (None, None, Some(1))
        );
        *map.get_or_insert_with("a", || 0) += 10;
        *map.get_or_insert_with("c", || 4) += 10;
        assert_eq!((map.get("a"), map.get("d")), (Some(&12), None));
        assert_eq!(*map.get_or_insert("a", 9), 12);
        assert!(map.contains("c") && !map.contains("d"));
        map.values_mut().for_each(|value| *value *= 2);
        assert!(map.iter().eq([(&"b", &6), (&"a", &24), (&"c", &28)]));
    }

    #[test]
    fn keys_with_equal_hashes_are_different() {
        let mut map: KeyMap<_, _> = (0..9).map(|key| (SameHash(key), key)).collect();
        assert_eq!((map.insert(SameHash(0), 10), map.insert(SameHash(8), 18)), (Some(0), Some(8)));
        assert!((0..9).all(|key| map.get(&SameHash(key)).is_some_and(|value| value % 10 == key)));
        assert_eq!((map.get(&SameHash(9)), map.len()), (None, 9));
    }

    #[test]
    fn sets_are_equal_whatever_the_order_of_insertion() {
        let set = |keys: &'static str| keys.split(' ').collect::<KeySet<_>>();
        assert_eq!(set("a b a"), set("b a"));
        assert_ne!(set("a b"), set("a c"));
        assert_ne!(set("a b"), set("a"));
        let mut keys = set("b a");
        assert_eq!((keys.insert("a"), keys.insert("c")), (false, true));
        assert!(keys.iter().eq(&["b", "a", "c"]));
    }
}
