//! The parts of values: attributes of objects, and keywords.

use std::cell::Cell;

use hcldyn_core::cty::value_spec::{
    AttributeKind, ItemDocs, ItemNames, LazyValueSpec, ObjectAttribute, ObjectValueSpec,
    ScopeVariable, ValueSpec, VariantSelector, VariantsSpec,
};

use super::model::{Inline, code, text};
use super::types::type_in_words;

/// The columns of the table of parts.
pub(super) const PART_COLUMNS: &[&str] = &["Part", "Type", "Default", "Description"];

/// The columns of the table of variables.
pub(super) const VARIABLE_COLUMNS: &[&str] = &["Variable", "Type", "Description"];

/// The maximum number of specs that are visited for one table, and of the lines of an example that is made from an outline.
/// Specs that use others twice have exponentially many parts. Long ones count several times.
pub(super) const MAX_PARTS: usize = 2_000;

/// The maximum number of specs that are visited for all tables of a reference, and of the lines of all its examples.
pub(super) const MAX_PARTS_OF_ALL: usize = 100_000;

/// The number of bytes of a row or a line that count as another one.
pub(super) const BYTES_PER_PART: usize = 256;

/// The parts that all tables and examples of a reference may still have.
#[derive(Debug)]
pub(super) struct PartsLeft(Cell<usize>);

impl Default for PartsLeft {
    fn default() -> Self {
        Self(Cell::new(MAX_PARTS_OF_ALL))
    }
}

impl PartsLeft {
    /// Returns the maximum of the next table or example.
    pub(super) fn most(&self) -> usize {
        self.0.get().min(MAX_PARTS)
    }

    pub(super) fn spend(&self, parts: usize) {
        self.0.set(self.0.get().saturating_sub(parts));
    }
}

/// The parts of a value, each as a row.
pub(super) struct Parts {
    rows: Vec<Vec<Vec<Inline>>>,
    visits: usize,
    most: usize,
    /// The lazy specs that are being described.
    open: Vec<LazyValueSpec>,
}

impl Parts {
    /// Returns the parts of the values of a spec.
    pub(super) fn of(spec: &ValueSpec, left: &PartsLeft) -> Vec<Vec<Vec<Inline>>> {
        let mut parts = Self::new(left);
        parts.add(spec, "");
        parts.end(left)
    }

    fn new(left: &PartsLeft) -> Self {
        Self { rows: Vec::new(), visits: 0, most: left.most(), open: Vec::new() }
    }

    /// Returns the rows of variables with their parts. The program sets them, so they have no defaults.
    pub(super) fn of_variables(
        variables: &[ScopeVariable],
        left: &PartsLeft,
    ) -> Vec<Vec<Vec<Inline>>> {
        let mut parts = Self::new(left);
        for ScopeVariable { name, value } in variables {
            let docs = match value {
                ValueSpec::Object(object) => described(object.docs()),
                _ => Vec::new(),
            };
            let ty = vec![text(type_in_words(value))];
            parts.push(vec![part(name), ty, Vec::new(), docs]);
            parts.add(value, name);
        }
        let mut rows = parts.end(left);
        for row in &mut rows {
            row.remove(2);
        }
        rows
    }

    /// Returns the rows, with another one if parts are left out.
    fn end(mut self, left: &PartsLeft) -> Vec<Vec<Vec<Inline>>> {
        left.spend(self.visits);
        if self.visits > self.most {
            let words = vec![text("Further parts are left out.")];
            self.rows.push(vec![part("…"), Vec::new(), Vec::new(), words]);
        }
        self.rows
    }

    fn push(&mut self, row: Vec<Vec<Inline>>) {
        let bytes: usize = row.iter().flatten().map(Inline::len).sum();
        self.visits += bytes / BYTES_PER_PART;
        self.rows.push(row);
    }

    fn add(&mut self, spec: &ValueSpec, path: &str) {
        self.visits += 1;
        if self.visits > self.most {
            return;
        }
        match spec {
            ValueSpec::List(collection) | ValueSpec::Set(collection) => {
                self.add(collection.element(), &format!("{path}[…]"));
            }
            ValueSpec::Map(map) => self.add(map.element(), &format!("{path}[\"…\"]")),
            ValueSpec::Tuple(tuple) => {
                for (position, element) in tuple.elements().iter().enumerate() {
                    self.add(element, &format!("{path}[{position}]"));
                }
            }
            ValueSpec::Object(object) => self.object(object, path),
            ValueSpec::Variants(variants) => self.variants(variants, path),
            ValueSpec::Lazy(lazy) if self.open.iter().all(|known| known.id() != lazy.id()) => {
                self.open.push(lazy.clone());
                self.add(&lazy.spec(), path);
                self.open.pop();
            }
            _ => {}
        }
    }

    fn object(&mut self, object: &ObjectValueSpec, path: &str) {
        for attribute in object.attributes().iter().filter(|it| !it.docs.is_hidden) {
            if self.visits > self.most {
                return;
            }
            match attribute.kind {
                AttributeKind::Flattened => self.add(&attribute.spec, path),
                AttributeKind::Remaining => {
                    let name = format!("{path}.…");
                    let ty = type_in_words(&attribute.spec);
                    let words = vec![text("Further attributes, with any names.")];
                    self.push(vec![part(&name), vec![text(ty)], Vec::new(), words]);
                    self.add(&attribute.spec, &name);
                }
                _ => {
                    let name = format!("{path}.{}", attribute.names.name);
                    self.push(row(&name, attribute));
                    self.add(&attribute.spec, &name);
                }
            }
        }
    }

    fn variants(&mut self, variants: &VariantsSpec, path: &str) {
        for variant in variants.variants().iter().filter(|it| !it.docs.is_hidden) {
            let names = other_names(&variant.names);
            let words = [described(&variant.docs), names].concat();
            match variants.selector() {
                VariantSelector::Attribute(tag) => {
                    let name = format!("{path}.{tag} = \"{}\"", variant.names.name);
                    self.push(vec![part(&name), Vec::new(), Vec::new(), words]);
                    self.add(&variant.spec, path);
                }
                _ if variant.other => {
                    let words = [vec![text("Any other value. ")], words].concat();
                    let name = vec![code("\"…\"")];
                    self.push(vec![name, vec![text("string")], Vec::new(), words]);
                }
                VariantSelector::Form if !variant.keyword => {
                    let ty = type_in_words(&variant.spec);
                    self.push(vec![Vec::new(), vec![text(ty)], Vec::new(), words]);
                    self.add(&variant.spec, path);
                }
                _ => {
                    let name = vec![code(format!("{:?}", &*variant.names.name))];
                    self.push(vec![name, vec![text("keyword")], Vec::new(), words]);
                }
            }
        }
    }
}

fn row(name: &str, attribute: &ObjectAttribute) -> Vec<Vec<Inline>> {
    let default = match &attribute.default {
        Some(_) if attribute.sensitive || attribute.spec.has_sensitive() => {
            vec![text("(sensitive)")]
        }
        Some(default) => vec![code(default.value.describe())],
        None if attribute.optional => match computed(attribute) {
            Some(words) => words,
            None => vec![text("optional")],
        },
        None => vec![text("required")],
    };
    let ty = vec![text(type_in_words(&attribute.spec))];
    let mut words = described(&attribute.docs);
    words.extend(other_names(&attribute.names));
    if attribute.sensitive {
        words.push(text("No message shows the value. "));
    }
    vec![part(name), ty, default, words]
}

/// Returns the default that the program computes.
fn computed(attribute: &ObjectAttribute) -> Option<Vec<Inline>> {
    if attribute.sensitive || attribute.spec.has_sensitive() {
        return None;
    }
    match (attribute.docs.computed_value(), &attribute.docs.default) {
        (Some(value), _) => Some(vec![code(value.describe())]),
        (None, Some(words)) => Some(vec![text(words.as_str())]),
        (None, None) => None,
    }
}

/// Returns the name of a part without the dot of the value itself.
fn part(path: &str) -> Vec<Inline> {
    vec![code(path.strip_prefix('.').unwrap_or(path))]
}

/// Returns the documentation of a part in one line.
pub(super) fn described(docs: &ItemDocs) -> Vec<Inline> {
    let mut words = Vec::new();
    if let Some(title) = &docs.title {
        words.extend([Inline::Strong(title.to_string()), text(". ")]);
    }
    if let Some(prose) = &docs.text {
        words.extend([Inline::Prose(prose.to_string()), text(" ")]);
    }
    words.extend(docs.conditions.iter().map(|condition| text(format!("{condition} "))));
    for example in &docs.examples {
        words.extend([text("Example: "), code(example.as_str()), text(". ")]);
    }
    if let Some(since) = &docs.since {
        words.push(text(format!("Since {since}. ")));
    }
    words
}

/// Describes the other names of a part, and its deprecation.
fn other_names(names: &ItemNames) -> Vec<Inline> {
    let mut words = Vec::new();
    for (label, all) in [("Also: ", &names.aliases), ("Formerly: ", &names.former_names)] {
        if !all.is_empty() {
            let names = all.iter().map(|name| code(name.as_str())).collect();
            words.push(text(label));
            words.extend(super::model::joined(names, "and"));
            words.push(text(". "));
        }
    }
    if let Some(deprecation) = &names.deprecation {
        words.push(text("Deprecated. "));
        if let Some(name) = &deprecation.replacement {
            words.extend([text("Use "), code(name.as_str()), text(" instead. ")]);
        }
        words.extend(deprecation.advice.as_ref().map(|advice| text(format!("{advice} "))));
    }
    words
}
