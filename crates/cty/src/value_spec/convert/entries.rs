//! The attributes of an object.

use crate::{Kind, Str, Value};

/// The attributes of an object, some of them taken.
pub(super) struct Entries<'a> {
    value: &'a Value,
    names: &'a [Str],
    values: &'a [Value],
    is_taken: Vec<bool>,
}

impl<'a> Entries<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        let (names, values) = entries(value);
        Self { value, names, values, is_taken: vec![false; names.len()] }
    }

    /// Takes an attribute, unless it is already taken.
    pub(super) fn take(&mut self, name: &str) -> Option<&'a Value> {
        let position = match self.value.kind() {
            Kind::Map(map) => map.keys().binary_search_by(|key| key.as_str().cmp(name)).ok()?,
            Kind::Object(object) => object.shape().position(name)?,
            _ => return None,
        };
        let is_taken = self.is_taken.get_mut(position)?;
        if std::mem::replace(is_taken, true) { None } else { self.values.get(position) }
    }

    /// Returns the names of the attributes that are not taken.
    pub(super) fn left(&self) -> impl Iterator<Item = &'a Str> {
        self.names
            .iter()
            .zip(&self.is_taken)
            .filter(|(_, is_taken)| !**is_taken)
            .map(|(name, _)| name)
    }

    /// Takes all remaining attributes.
    pub(super) fn take_all(&mut self) -> impl Iterator<Item = (&'a Str, &'a Value)> {
        let was_taken = std::mem::replace(&mut self.is_taken, vec![true; self.names.len()]);
        let entries = self.names.iter().zip(self.values).zip(was_taken);
        entries.filter(|(_, was_taken)| !was_taken).map(|(entry, _)| entry)
    }
}

/// Returns the names and values of a map or an object.
pub(super) fn entries(value: &Value) -> (&[Str], &[Value]) {
    match value.kind() {
        Kind::Map(map) => (map.keys(), map.values()),
        Kind::Object(object) => (object.shape().names(), object.values()),
        _ => (&[], &[]),
    }
}
