//! The parts of a value that differ, where the source writes the value in parts.

use std::collections::BTreeMap;

use super::pairs::{Rule, aligned};
use super::written_value::{WrittenForm, are_written_alike, form};
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::edit::ItemPath;
use crate::expr::{EvalContext, Expression};
use crate::spec::names;
use crate::syntax::native::{Layout, inline_text};

/// The maximum number of parts that are inserted or removed one by one, because each takes time in proportion to the
/// length of the document.
const MAX_MOVES: usize = 100;

/// The maximum number of comparisons of elements.
const MAX_COMPARISONS: usize = 1 << 20;

/// A change of a part of a value, with its text.
#[derive(Debug)]
pub(super) enum PartEdit {
    Set(ItemPath, String),
    Insert(ItemPath, String),
    Remove(ItemPath),
}

/// Returns the edits that change a value at a path part by part. Each may move the parts after it, so they are in this
/// order. Returns `None` if the value is to be written as a whole.
pub(super) fn part_edits(
    context: &EvalContext,
    path: &ItemPath,
    expr: &Expression,
    old: &Value,
    new: &Value,
) -> Option<Vec<PartEdit>> {
    let mut parts = UpdatedParts { context, edits: Vec::new() };
    parts.of_value(path, expr, old, new)?;
    let is_move = |edit: &&PartEdit| !matches!(edit, PartEdit::Set(..));
    (parts.edits.iter().filter(is_move).count() <= MAX_MOVES).then_some(parts.edits)
}

/// Returns the layout of the values in a constructor, or in place of an expression.
pub(super) fn layout_of(expr: &Expression) -> Layout {
    if expr.text().contains('\n') { Layout::Lines } else { Layout::Line }
}

struct UpdatedParts<'c> {
    context: &'c EvalContext,
    edits: Vec<PartEdit>,
}

impl UpdatedParts<'_> {
    /// Changes the parts of a value that differ.
    fn of_value(
        &mut self,
        path: &ItemPath,
        expr: &Expression,
        old: &Value,
        new: &Value,
    ) -> Option<()> {
        if old.elements().is_empty() || new.elements().is_empty() {
            return None;
        }
        match (form(old), form(new)) {
            (WrittenForm::Sequence, WrittenForm::Sequence) => {
                let parts = expr.as_list().filter(|parts| parts.len() == old.elements().len())?;
                match self.order(expr, old.elements()) {
                    None => self.elements(path, expr, &parts, old.elements(), new.elements()),
                    Some(order) => {
                        let old = order.iter().map(|at| &old.elements()[*at]).collect_vec();
                        self.members(path, expr, &old, new.elements())
                    }
                }
            }
            (WrittenForm::Mapping, WrittenForm::Mapping) => self.attributes(path, expr, old, new),
            _ => None,
        }
    }

    /// Changes one part, by its own parts if possible.
    fn part(&mut self, path: &ItemPath, expr: &Expression, old: &Value, new: &Value) -> Option<()> {
        if are_written_alike(old, new) {
            return Some(());
        }
        let count = self.edits.len();
        if self.of_value(path, expr, old, new).is_none() {
            self.edits.truncate(count);
            let text = inline_text(new, layout_of(expr)).ok()?;
            self.edits.push(PartEdit::Set(path.clone(), text));
        }
        Some(())
    }

    fn insert(&mut self, path: ItemPath, within: &Expression, new: &Value) -> Option<()> {
        let text = inline_text(new, layout_of(within)).ok()?;
        self.edits.push(PartEdit::Insert(path, text));
        Some(())
    }

    /// Changes the elements of a list, from the last one, so that the indexes of those before it stay.
    fn elements(
        &mut self,
        path: &ItemPath,
        expr: &Expression,
        parts: &[Expression],
        old: &[Value],
        new: &[Value],
    ) -> Option<()> {
        if old.len().saturating_mul(new.len()) > MAX_COMPARISONS && old.len() != new.len() {
            return None;
        }
        let rules: [Rule<Value>; 2] = [are_written_alike, |_, _| true];
        let pairs = match old.len().saturating_mul(new.len()) {
            ..=MAX_COMPARISONS => aligned(old, new, &rules),
            _ => (0..new.len()).map(Some).collect_vec(),
        };
        let (mut first, mut after) = (Vec::new(), vec![Vec::new(); old.len()]);
        let (mut partners, mut last) = (vec![None; old.len()], None);
        for (new, old) in pairs.iter().enumerate() {
            match (old, last) {
                (Some(old), _) => {
                    partners[*old] = Some(new);
                    last = Some(*old);
                }
                (None, Some(last)) => after[last].push(new),
                (None, None) => first.push(new),
            }
        }
        for at in (0..old.len()).rev() {
            for added in after[at].iter().rev() {
                self.insert(path.clone().index(at + 1), expr, &new[*added])?;
            }
            let path = path.clone().index(at);
            match partners[at] {
                Some(partner) => self.part(&path, &parts[at], &old[at], &new[partner])?,
                None => self.edits.push(PartEdit::Remove(path)),
            }
        }
        first.iter().rev().try_for_each(|at| self.insert(path.clone().index(0), expr, &new[*at]))
    }

    /// Returns the index of each element of the source in the decoded value, if the source has another order, as that of
    /// a set may be.
    fn order(&self, expr: &Expression, old: &[Value]) -> Option<Vec<usize>> {
        let written = expr.value(self.context, &mut Diagnostics::of_attempt());
        let written = written.unmarked().elements();
        let is_ordered = || written.iter().zip(old).all(|(a, b)| are_written_alike(a, b));
        let comparisons = old.len().saturating_mul(old.len());
        if written.len() != old.len() || comparisons > MAX_COMPARISONS || is_ordered() {
            return None;
        }
        let mut free = (0..old.len()).collect_vec();
        let order = written.iter().map(|element| {
            let position = free.iter().position(|at| are_written_alike(&old[*at], element))?;
            Some(free.remove(position))
        });
        order.collect()
    }

    /// Changes the elements of a list whose order does not count.
    fn members(
        &mut self,
        path: &ItemPath,
        expr: &Expression,
        old: &[&Value],
        new: &[Value],
    ) -> Option<()> {
        let is_kept = |at: &usize| new.iter().any(|it| are_written_alike(it, old[*at]));
        let is_old = |new: &&Value| old.iter().any(|it| are_written_alike(it, new));
        let removed = (0..old.len()).filter(|at| !is_kept(at)).collect_vec();
        let added = new.iter().filter(|new| !is_old(new)).collect_vec();
        let replaced = removed.len().min(added.len());
        for (at, new) in removed.iter().zip(&added) {
            let text = inline_text(new, layout_of(expr)).ok()?;
            self.edits.push(PartEdit::Set(path.clone().index(*at), text));
        }
        for (more, new) in added[replaced..].iter().enumerate() {
            self.insert(path.clone().index(old.len() + more), expr, new)?;
        }
        for at in removed[replaced..].iter().rev() {
            self.edits.push(PartEdit::Remove(path.clone().index(*at)));
        }
        Some(())
    }

    /// Changes the attributes of an object. Those that the source leaves out have their defaults.
    fn attributes(
        &mut self,
        path: &ItemPath,
        expr: &Expression,
        old: &Value,
        new: &Value,
    ) -> Option<()> {
        let (old, new) = (by_name(old), by_name(new));
        let mut written: BTreeMap<Str, Expression> = BTreeMap::new();
        for (key, value) in expr.as_map()? {
            let name = key.as_name().filter(|name| old.contains_key(name))?;
            // The last item of several with a name counts.
            if written.insert(name, value).is_some() {
                return None;
            }
        }
        for (name, value) in &new {
            let path = path.clone().key((*name).clone());
            match (old.get(name), written.get(*name)) {
                (Some(old), Some(expr)) => self.part(&path, expr, old, value)?,
                (Some(old), None) if are_written_alike(old, value) => {}
                _ => {
                    let text = inline_text(value, layout_of(expr)).ok()?;
                    self.edits.push(PartEdit::Set(path, text));
                }
            }
        }
        let removed = written.keys().filter(|name| !new.contains_key(name));
        let removed = removed.map(|name| PartEdit::Remove(path.clone().key(name.clone())));
        self.edits.extend(removed);
        Some(())
    }
}

/// Returns the elements of a map or an object by their names.
fn by_name(value: &Value) -> BTreeMap<&Str, &Value> {
    names(value).iter().zip(value.elements()).collect()
}
