//! Maps of keys, compiled once for each type of keys: the hash table holds positions for all types of values.

use std::borrow::Borrow;
use std::hash::Hash;

use foldhash::HashMap;

/// A map from keys to values, in the order of insertion.
#[derive(Clone, Debug)]
pub struct KeyMap<K, V> {
    positions: HashMap<K, usize>,
    values: Vec<V>,
}

impl<K: Eq + Hash, V> KeyMap<K, V> {
    /// Returns `true` if the map has a key.
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.positions.contains_key(key)
    }

    /// Returns the value of a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.positions.get(key).map(|position| &self.values[*position])
    }

    /// Returns the value of a key, to change it.
    pub fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.positions.get(key).map(|position| &mut self.values[*position])
    }

    /// Sets the value of a key. Returns the value before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.positions.get(&key) {
            Some(position) => Some(std::mem::replace(&mut self.values[*position], value)),
            None => {
                self.add(key, value);
                None
            }
        }
    }

    /// Returns the value of a key, after setting it if the key is new.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let position = match self.positions.get(&key) {
            Some(position) => *position,
            None => self.add(key, value()),
        };
        &mut self.values[position]
    }

    fn add(&mut self, key: K, value: V) -> usize {
        let position = self.values.len();
        self.positions.insert(key, position);
        self.values.push(value);
        position
    }

    /// Returns the values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.values.iter()
    }

    /// Returns the values, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.values.iter_mut()
    }

    /// Returns the keys with their values, in any order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.positions.iter().map(|(key, position)| (key, &self.values[*position]))
    }
}

impl<K, V> Default for KeyMap<K, V> {
    fn default() -> Self {
        Self { positions: HashMap::default(), values: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_its_key() {
        let mut map = KeyMap::default();
        assert_eq!(
            (map.insert("b", 1), map.insert("a", 2), map.insert("b", 3)),
            (None, None, Some(1))
        );
        *map.get_or_insert_with("a", || 0) += 10;
        *map.get_or_insert_with("c", || 4) += 10;
        assert_eq!((map.get("a"), map.get("d")), (Some(&12), None));
        assert!(map.contains("c") && !map.contains("d"));
        map.values_mut().for_each(|value| *value *= 2);
        assert!(map.values().eq(&[6, 24, 28]));
    }
}
