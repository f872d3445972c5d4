//! The steps, applied to a document one after the other.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use foldhash::HashMap;

use super::super::Document;
use super::super::edits::{Edits, Wanted};
use super::super::geometry::Text;
use super::super::items;
use super::super::new_value::{NewValue, label_text};
use super::super::site::BodyItem;
use super::batch::Batch;
use super::find::{Found, FoundItems, find};
use super::new_expr::{NewExpr, OldKind, kind_of};
use super::path::StepPath;
use super::step::{Action, MigrationStep};
use super::trace::{Replacement, Trace};
use super::{Migrated, Origins, diags, json};
use crate::body::{Attribute, Body, Content};
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Type};
use crate::diag::{Diagnostic, Diagnostics, Severity};
use crate::expr::{EvalContext, Expression};
use crate::source::{Place, Source, Span};

/// The state of a migration.
pub(super) struct Run<'s> {
    pub(super) document: Document,
    pub(super) ctx: &'s EvalContext,
    records: Vec<Record<'s>>,
    /// The original locations of the parts of the document, once they are needed.
    origins: Option<Option<Origins>>,
    /// The contents of bodies of the document that were listed.
    contents: HashMap<Span, Rc<Content>>,
    /// Errors and warnings about items that are not migrated, with locations in the original source.
    pub(super) found: Vec<Diagnostic>,
    pub(super) step: &'s MigrationStep,
    pub(super) action: &'s Action,
}

/// A location of an old form.
struct Record<'s> {
    step: &'s MigrationStep,
    action: &'s Action,
    /// The location in the original source; for functions, that of their first change.
    place: Option<Place>,
}

/// Applies steps to a source, and reports the old forms.
pub(super) fn migrate(
    steps: &[MigrationStep],
    source: &Source,
    body: &Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<Migrated> {
    let (document, records, found) = apply(steps, source, body, ctx)?;
    let trace = document.trace.as_ref()?;
    let is_changed = document.source().text() != source.text();
    let has_errors = found.iter().any(|it| it.severity == Severity::Error);
    let is_stable = !is_changed || has_errors || {
        let body = document.body().clone();
        let again = apply(steps, document.source(), &body, ctx);
        again.is_none_or(|(again, ..)| again.source().text() == document.source().text())
    };
    if !is_stable {
        diags.push(diags::not_stable(source));
        return None;
    }
    report(trace, document.source().text(), &records, diags);
    for diagnostic in found {
        diags.push(diagnostic);
    }
    let origins = trace.origins();
    (is_changed && !has_errors)
        .then(|| Migrated { document: Document { trace: None, ..document }, origins })
}

/// Applies steps to a source, and returns the changed one with its records and other diagnostics.
fn apply<'s>(
    steps: &'s [MigrationStep],
    source: &Source,
    body: &Body,
    ctx: &'s EvalContext,
) -> Option<(Document, Vec<Record<'s>>, Vec<Diagnostic>)> {
    let trace = Some(Box::new(Trace::new(source)));
    let document = Document { source: source.clone(), body: body.clone(), trace };
    let first = steps.first()?;
    let action = first.action().ok()?;
    let (records, found) = (Vec::new(), Vec::new());
    let mut run = Run {
        document,
        ctx,
        records,
        origins: None,
        contents: HashMap::default(),
        found,
        step: first,
        action,
    };
    for step in steps {
        let Ok(action) = step.action() else { continue };
        (run.step, run.action) = (step, action);
        run.apply();
    }
    Some((run.document, run.records, run.found))
}

/// Reports a warning for each place in an old form, with the fix that writes the new one.
fn report(trace: &Trace, after: &str, records: &[Record<'_>], diags: &mut Diagnostics) {
    if records.is_empty() {
        return;
    }
    let source = trace.source();
    let replacements = trace.replacements(after);
    let mut groups: BTreeMap<usize, Vec<&Replacement>> = BTreeMap::new();
    for replacement in &replacements.list {
        groups.entry(replacement.group).or_default().push(replacement);
    }
    for (index, record) in records.iter().enumerate() {
        let Some(own) = groups.get(&replacements.group(index)) else { continue };
        let start = own[0].range.start;
        let place = record.place.clone();
        let place = place.unwrap_or_else(|| source.place(Span::from(start..start)));
        let edits = own.iter().map(|it| (Span::from(it.range.clone()), it.text.clone()));
        // A full sink counts further diagnostics without keeping them.
        let fix = (!diags.is_full()).then(|| diags::fix(source, record.action, edits));
        diags.push(diags::old_form(place, record.step, record.action).with_fix(fix));
    }
}

/// Reports the items in an old form of a source in JSON syntax, which is not migrated.
pub(super) fn report_in_json(
    steps: &[MigrationStep],
    body: &Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) {
    for step in steps {
        let Ok(action) = step.action() else { continue };
        let Some(path) = action.path() else { continue };
        let reason = "JSON syntax is not migrated.";
        for (place, value) in json::find(body, path) {
            match action.kind_in_json(&value, ctx) {
                OldKind::Old => diags.push(diags::not_migrated(place, step, action, reason)),
                OldKind::Unclear => diags.push(diags::unclear(value.place(), step, action)),
                OldKind::New => {}
            }
        }
    }
}

impl Action {
    /// Returns the path of the items in the old form.
    fn path(&self) -> Option<&StepPath> {
        match self {
            Self::Rename { from, .. } | Self::Move { from, .. } | Self::Split { from, .. } => {
                Some(from)
            }
            Self::Remove { path, .. } | Self::Convert { path, .. } => Some(path),
            Self::Function(_) => None,
        }
    }

    /// Returns the kind of an item at the path in JSON syntax.
    fn kind_in_json(&self, value: &Expression, ctx: &EvalContext) -> OldKind {
        match self {
            Self::Convert { old, .. } => kind_of(value, old, ctx),
            Self::Remove { if_empty: true, .. } if !json::is_empty(value) => OldKind::New,
            _ => OldKind::Old,
        }
    }
}

impl<'s> Run<'s> {
    fn apply(&mut self) {
        match self.action {
            Action::Rename { from, to } => {
                self.each(from, |run, it| run.rename(it, from, to));
                if from.item.name != to.item.name {
                    self.rename_keys(from, &to.item);
                }
            }
            Action::Move { from, to } => self.move_all(from, to),
            Action::Split { from, into } => self.each(from, |run, it| run.split(it, into)),
            Action::Convert { path, old, to } => {
                self.each(path, |run, it| run.convert(it, old, to));
            }
            Action::Remove { path, if_empty } => {
                self.each(path, |run, it| run.remove(it, *if_empty));
            }
            Action::Function(edit) => self.edit(&**edit),
        }
    }

    /// Changes each item at a path, all of them at once.
    fn each(
        &mut self,
        path: &StepPath,
        edits: impl Fn(&mut Self, &Found) -> Option<(Edits, Vec<super::trace::Copied>)>,
    ) {
        let FoundItems { items, computed } = find(&self.document.body, path);
        self.report_computed(&computed);
        let (mut batch, mut changed) = (Batch::default(), Vec::new());
        for item in &items {
            let Some((edits, copies)) = edits(self, item) else { continue };
            let range = item.item.range();
            let slot = edits.changes().iter().next().map_or(0..0, |(range, _)| range.clone());
            let record = self.record(item);
            batch.add_copied(edits, record, &range, slot, copies);
            changed.push(item);
        }
        if changed.is_empty() {
            return;
        }
        if !self.change(&batch) {
            self.forget(self.records.len() - changed.len());
            let reason = "It can't be written here without a change of other items.";
            self.keep_all(changed, reason);
        }
    }

    /// Adds a record of an item.
    pub(super) fn record(&mut self, item: &Found) -> usize {
        let place = Some(self.origin(&item.name_place()));
        self.new_record(place)
    }

    pub(super) fn new_record(&mut self, place: Option<Place>) -> usize {
        self.records.push(Record { step: self.step, action: self.action, place });
        self.document.trace.as_mut().map_or(0, |trace| trace.add_record())
    }

    /// Returns the content of a body, which is listed once.
    pub(super) fn content(&mut self, body: &Body) -> Rc<Content> {
        let content = self.contents.entry(body.span());
        Rc::clone(content.or_insert_with(|| Rc::new(body.everything())))
    }

    pub(super) fn record_count(&self) -> usize {
        self.records.len()
    }

    /// Truncates the records whose changes were undone.
    pub(super) fn forget(&mut self, count: usize) {
        self.records.truncate(count);
        if let Some(trace) = &mut self.document.trace {
            trace.forget(count);
        }
    }

    /// Changes the document, and returns `true` if that succeeds.
    pub(super) fn change(&mut self, batch: &Batch) -> bool {
        self.origins = None;
        self.contents.clear();
        self.document.change_marked(&batch.edits, &batch.marks).is_ok()
    }

    /// Returns the original location of a location in the document.
    pub(super) fn origin(&mut self, place: &Place) -> Place {
        let trace = self.document.trace.as_ref();
        match self.origins.get_or_insert_with(|| trace.map(|trace| trace.origins())) {
            Some(origins) => origins.place(place.span()),
            None => place.clone(),
        }
    }

    /// Reports an item that is not migrated.
    pub(super) fn keep(&mut self, item: &Found, reason: &str) {
        let place = self.origin(&item.name_place());
        self.found.push(diags::not_migrated(place, self.step, self.action, reason));
    }

    /// Reports items that are not migrated.
    pub(super) fn keep_all<'f>(
        &mut self,
        items: impl IntoIterator<Item = &'f Found>,
        reason: &str,
    ) {
        for item in items {
            self.keep(item, reason);
        }
    }

    pub(super) fn report_computed(&mut self, computed: &[Place]) {
        for place in computed {
            let (place, reason) = (self.origin(place), "A dynamic block generates it.");
            self.found.push(diags::not_migrated(place, self.step, self.action, reason));
        }
    }

    pub(super) fn text(&self) -> Text<'_> {
        self.document.text()
    }

    /// Reports an item whose new name is taken in its body, and returns `true` if it is.
    pub(super) fn is_taken(&mut self, item: &Found, body: &Body, name: &str) -> bool {
        let content = self.content(body);
        let attribute = content.attribute(name).map(Attribute::name_place);
        let block = match item.item {
            BodyItem::Attribute(_) => content.blocks.iter().find(|block| block.ty == *name),
            BodyItem::Block(_) => None,
        };
        let Some(new) = attribute.or_else(|| Some(block?.type_place())) else { return false };
        let (old, new) = (self.origin(&item.name_place()), self.origin(&new));
        self.found.push(diags::both_forms(old, new, self.step, self.action));
        true
    }

    fn rename(&mut self, found: &Found, from: &StepPath, to: &StepPath) -> NewItem {
        let (name, new) = (found.name_place(), &to.item);
        let is_other = from.item.name != new.name;
        if is_other && self.is_taken(found, &found.body, &new.name) {
            return None;
        }
        let mut edits = Edits::default();
        if is_other {
            edits.replace_item(name.span().range(), new.name.as_str(), Wanted::Name);
        }
        match &found.item {
            BodyItem::Attribute(attribute) if is_other => {
                let (start, value) = (name.span().range(), attribute.expr.span().range().start);
                keep_column(self.text(), start, value, &new.name, &mut edits);
            }
            BodyItem::Attribute(_) => {}
            BodyItem::Block(block) => {
                for (index, label) in new.labels.iter().enumerate() {
                    let place =
                        block.label_place(index).filter(|_| block.labels[index].value != *label);
                    if let Some(place) = place {
                        let text = label_text(label, place.text());
                        edits.replace_item(place.span().range(), text, Wanted::Name);
                    }
                }
            }
        }
        edits.changes().iter().next()?;
        Some((edits, Vec::new()))
    }

    fn split(&mut self, found: &Found, into: &[(Str, NewExpr)]) -> NewItem {
        let BodyItem::Attribute(attribute) = &found.item else { return None };
        for (name, _) in into {
            if *name != attribute.name && self.is_taken(found, &found.body, name) {
                return None;
            }
        }
        let range = attribute.place().span().range();
        if into.len() > 1 && !self.text().is_first(range.start) {
            self.keep(found, "Several attributes can't be written in one line.");
            return None;
        }
        let text = self.text();
        let (key, value) = (attribute.name_place().span().range(), &attribute.expr);
        let separator = text.line_break.to_owned() + text.indentation(range.start);
        let (mut new, mut copies) = (String::new(), Vec::new());
        for (name, expr) in into {
            let Some(made) = expr.made_from(value, self.ctx) else {
                self.keep(found, "Its value can't be written in the new form.");
                return None;
            };
            if !new.is_empty() {
                new += &separator;
            }
            let start = value.span().range().start;
            let sign = items::sign_like(text, key.clone(), start, name.chars().count());
            new += &format!("{name}{sign}");
            let at = new.len();
            copies.extend(made.copies.into_iter().map(|it| it.after(at)));
            new += &made.text;
        }
        let wanted = Wanted::Items(new.clone() + "\n");
        Some((Edits::replacing(range, new, wanted), copies))
    }

    fn convert(&mut self, found: &Found, old: &Type, to: &NewExpr) -> NewItem {
        let BodyItem::Attribute(attribute) = &found.item else { return None };
        match kind_of(&attribute.expr, old, self.ctx) {
            OldKind::New => return None,
            OldKind::Old => {}
            OldKind::Unclear => {
                let place = self.origin(&attribute.expr.place());
                self.found.push(diags::unclear(place, self.step, self.action));
                return None;
            }
        }
        let new = to.made_from(&attribute.expr, self.ctx);
        let Some(new) = new.filter(|it| NewValue::of_expression(&it.text).is_ok()) else {
            self.keep(found, "Its value can't be written in the new form.");
            return None;
        };
        let range = attribute.expr.span().range();
        let wanted = Wanted::Value(new.text.clone());
        Some((Edits::replacing(range, new.text, wanted), new.copies))
    }

    fn remove(&mut self, found: &Found, if_empty: bool) -> NewItem {
        let range = found.item.range();
        if if_empty {
            let block = found.item.block()?;
            let content = block.body.everything();
            let inside = block.body.span().range();
            let is_empty = content.attributes.is_empty()
                && content.blocks.is_empty()
                && !self.text().has_comment(inside.start + 1..inside.end - 1);
            if !is_empty {
                return None;
            }
        }
        Some((items::remove(self.text(), range), Vec::new()))
    }

    /// Runs a function on the document.
    fn edit(&mut self, edit: &dyn Fn(&mut Document) -> Result<(), Diagnostics>) {
        let mut edited = self.document.clone();
        let count = self.records.len();
        self.records.push(Record { step: self.step, action: self.action, place: None });
        if let Some(trace) = &mut edited.trace {
            let record = trace.add_record();
            trace.set_default(record, 0..0);
        }
        let source = |run: &Self| run.document.trace.as_ref().map(|trace| trace.source().clone());
        let result = edit(&mut edited);
        let is_same = edited.source().text() == self.document.source().text();
        match result {
            Ok(()) if edited.trace.is_none() => {
                let source = source(self).unwrap_or_else(|| self.document.source().clone());
                self.found.push(diags::replaced_document(&source, self.step));
            }
            Ok(()) if !is_same => {
                (self.document, self.origins) = (edited, None);
                self.contents.clear();
                return;
            }
            Ok(()) => {}
            Err(errors) => {
                let origins = edited.trace.as_ref().map(|trace| trace.origins());
                let is_here = |error: &Diagnostic| {
                    error.place().is_some_and(|place| place.source() == edited.source())
                };
                let moved = errors.iter().cloned().map(|error| match &origins {
                    Some(origins) if is_here(&error) => error.moved(|span| origins.place(span)),
                    _ => error,
                });
                self.found.extend(moved.collect_vec());
            }
        }
        self.records.truncate(count);
    }
}

/// The edits that write an item in the new form, with the parts of their first text that are copied.
type NewItem = Option<(Edits, Vec<super::trace::Copied>)>;

/// Keeps the equals sign of a renamed attribute in its column, if it is aligned and there is room.
fn keep_column(text: Text<'_>, key: Range<usize>, value: usize, name: &str, edits: &mut Edits) {
    let gap = &text.text[key.end..value];
    let spaces = gap.len() - gap.trim_start_matches(' ').len();
    if spaces < 2 {
        return;
    }
    let column = text.text[key.clone()].chars().count() + spaces;
    let spaces_after = column.saturating_sub(name.chars().count()).max(1);
    edits.replace(key.end..key.end + spaces, " ".repeat(spaces_after));
}
