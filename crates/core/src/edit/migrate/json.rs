//! Items in an old form in JSON syntax, where only a spec distinguishes labels, attributes and blocks.

use super::path::{PathPart, StepPath, matches};
use crate::body::Body;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::expr::Expression;
use crate::source::Place;

/// The maximum number of labels that a path can leave out.
const MORE_LABELS: usize = 2;

/// A property of an object.
struct Entry {
    name: Str,
    place: Place,
    value: Expression,
}

/// Returns the items at a path: the location of the name, and the value.
pub(super) fn find(body: &Body, path: &StepPath) -> Vec<(Place, Expression)> {
    let attributes = body.everything().attributes.into_iter();
    let entries = attributes.map(|it| Entry {
        name: it.name.clone(),
        place: it.name_place(),
        value: it.expr,
    });
    let parts = path.blocks.iter().chain([&path.item]).collect_vec();
    let mut search = Search { parts: &parts, found: Vec::new() };
    search.visit(&entries.collect_vec(), 0);
    search.found
}

struct Search<'p> {
    parts: &'p [&'p PathPart],
    found: Vec<(Place, Expression)>,
}

impl Search<'_> {
    /// Visits the items of a body, for the part at an index.
    fn visit(&mut self, entries: &[Entry], index: usize) {
        let part = self.parts[index];
        for entry in entries.iter().filter(|entry| entry.name == part.name) {
            let is_last = index + 1 == self.parts.len();
            match &*part.labels {
                [] if is_last => self.found.push((entry.place.clone(), entry.value.clone())),
                labels => self.enter(entry, labels, MORE_LABELS, index),
            }
        }
    }

    /// Visits the value of a block, below its remaining labels.
    fn enter(&mut self, entry: &Entry, labels: &[Str], more: usize, index: usize) {
        for entries in objects(&entry.value) {
            if let Some((pattern, rest)) = labels.split_first() {
                for label in entries.iter().filter(|it| matches(pattern, &it.name)) {
                    if rest.is_empty() && index + 1 == self.parts.len() {
                        self.found.push((entry.place.clone(), label.value.clone()));
                    } else {
                        self.enter(label, rest, more, index);
                    }
                }
                continue;
            }
            if index + 1 < self.parts.len() {
                self.visit(&entries, index + 1);
            }
            if more > 0 {
                for label in &entries {
                    self.enter(label, labels, more - 1, index);
                }
            }
        }
    }
}

/// Returns `true` for the value of blocks without items.
pub(super) fn is_empty(value: &Expression) -> bool {
    let bodies = objects(value);
    !bodies.is_empty() && bodies.iter().all(Vec::is_empty)
}

/// Returns the properties of an object, or of each object in an array.
fn objects(value: &Expression) -> Vec<Vec<Entry>> {
    let of = |object: &Expression| {
        let entries = object.as_map()?.into_iter().filter_map(|(key, value)| {
            let name = key.as_literal()?.as_str()?.into();
            Some(Entry { name, place: key.place(), value })
        });
        Some(entries.collect_vec())
    };
    match value.as_list() {
        Some(elements) => elements.iter().filter_map(of).collect_vec(),
        None => of(value).into_iter().collect_vec(),
    }
}
