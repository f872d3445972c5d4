//! Definitions: schemas that others refer to by name.

use std::collections::HashSet;

use super::schema::Schema;
use crate::type_names::reserve;

/// The definitions of a schema, in the order in which they are reserved.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    known: HashSet<String>,
    all: Vec<(String, Schema)>,
}

impl Definitions {
    /// Returns a name that no other definition has, similar to `wanted`. A schema may refer to it before it is defined.
    /// Characters that a reference would have to escape are replaced.
    pub(super) fn reserve(&mut self, wanted: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
        let wanted: String = wanted.chars().map(plain).collect();
        let name = reserve(&mut self.known, &[&wanted], (&wanted, "_"));
        self.all.push((name.clone(), Schema::any()));
        name
    }

    /// Sets the schema of a reserved name.
    pub(super) fn set(&mut self, name: &str, schema: Schema) {
        if let Some((_, own)) = self.all.iter_mut().find(|(known, _)| known == name) {
            *own = schema;
        }
    }

    /// Adds a schema, and returns a reference to it.
    pub(super) fn add(&mut self, wanted: &str, schema: Schema) -> Schema {
        let name = self.reserve(wanted);
        self.set(&name, schema);
        Schema::reference(&name)
    }

    /// Adds the definitions to a schema.
    pub(super) fn added_to(self, schema: Schema) -> Schema {
        if self.all.is_empty() { schema } else { schema.with_named("definitions", self.all) }
    }
}
