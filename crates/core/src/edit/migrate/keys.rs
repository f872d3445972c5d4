//! Items in an old form that are written as keys of object constructors: `server = { port = 80 }`.

use super::super::edits::{Edits, Wanted};
use super::super::new_value::key_text;
use super::batch::Batch;
use super::diags;
use super::find::generates;
use super::path::{PathPart, StepPath};
use super::run::Run;
use crate::body::Body;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::expr::Expression;
use crate::source::Place;

/// A key of an object constructor.
struct FoundKey {
    key: Expression,
    /// The keys of the same object.
    all: Vec<(Str, Place)>,
}

impl Run<'_> {
    /// Renames the keys at a path, in values of the attributes that the path leads through.
    pub(super) fn rename_keys(&mut self, from: &StepPath, to: &PathPart) {
        let (mut batch, records) = (Batch::default(), self.record_count());
        let mut changed = Vec::new();
        for FoundKey { key, all } in find(&self.document.body, from) {
            let place = key.place();
            let old = self.origin(&place);
            if let Some((_, new)) = all.iter().find(|(name, _)| *name == to.name) {
                let new = self.origin(new);
                self.found.push(diags::both_forms(old, new, self.step, self.action));
                continue;
            }
            let range = place.span().range();
            let edits =
                Edits::replacing(range.clone(), key_text(&to.name, key.text()), Wanted::Name);
            let record = self.new_record(Some(old.clone()));
            batch.add(edits, record, &range);
            changed.push(old);
        }
        if changed.is_empty() || self.change(&batch) {
            return;
        }
        self.forget(records);
        let reason = "It can't be written here without a change of other items.";
        let not_migrated = |place| diags::not_migrated(place, self.step, self.action, reason);
        self.found.extend(changed.into_iter().map(not_migrated));
    }
}

/// Finds the keys at a path.
fn find(root: &Body, path: &StepPath) -> Vec<FoundKey> {
    let mut search = Search { path, found: Vec::new() };
    search.body(root, &path.blocks);
    search.found
}

struct Search<'p> {
    path: &'p StepPath,
    found: Vec<FoundKey>,
}

impl Search<'_> {
    /// Visits a body, for the remaining blocks of the path.
    fn body(&mut self, body: &Body, parts: &[PathPart]) {
        let Some((part, rest)) = parts.split_first() else { return };
        let content = body.everything();
        if part.labels.is_empty() {
            let named = content.attributes.iter().filter(|it| it.name == part.name);
            named.for_each(|attribute| self.value(&attribute.expr, rest));
        }
        for block in &content.blocks {
            if part.is_of(block) {
                self.body(&block.body, rest);
            } else if generates(block, part) && !part.depends_on_labels() {
                let contents = block.body.everything().blocks.into_iter();
                let contents = contents.filter(|content| content.ty == "content");
                contents.for_each(|content| self.body(&content.body, rest));
            }
        }
    }

    /// Visits an object constructor, or the elements of a list of them.
    fn value(&mut self, expr: &Expression, parts: &[PathPart]) {
        if let Some(elements) = expr.as_list() {
            return elements.iter().for_each(|element| self.value(element, parts));
        }
        let items = expr.as_map().unwrap_or_default().into_iter();
        let named = items.filter_map(|(key, value)| Some((key.as_name()?, key, value)));
        let named = named.collect_vec();
        let (part, rest) = match parts.split_first() {
            Some((part, rest)) => (part, Some(rest)),
            None => (&self.path.item, None),
        };
        if !part.labels.is_empty() {
            return;
        }
        let found = named.iter().filter(|(name, ..)| *name == part.name);
        match rest {
            Some(rest) => found.for_each(|(.., value)| self.value(value, rest)),
            None => {
                let all = named.iter().map(|(name, key, _)| (name.clone(), key.place()));
                let all = all.collect_vec();
                let keys = found.map(|(_, key, _)| FoundKey { key: key.clone(), all: all.clone() });
                self.found.extend(keys);
            }
        }
    }
}
