//! `for` expressions.

use super::construct::{ObjectEntry, object_of, shown_key};
use super::{Evaluator, collect_marks};
use crate::cty::convert::convert;
use crate::cty::internal::{CollectVec, sort_by};
use crate::cty::{Kind, Marks, Type, Value};
use crate::expr::diags;
use crate::expr::scope::Scope;
use crate::expr::unknown_entry::unknown_entry;
use crate::limits::work;
use crate::tree::{ExprId, For};

/// The output of a `for` expression so far.
#[derive(Default)]
struct Output {
    /// The elements of a tuple.
    elements: Vec<Value>,
    /// The attributes of an object.
    entries: Vec<ObjectEntry>,
    /// Marks of the collection, the conditions and the keys.
    marks: Marks,
    /// `true` if a condition or a key was unknown, which makes the whole result unknown.
    unknown: bool,
    /// `true` if a condition or a key was invalid, as it probably is for most other elements too.
    failed: bool,
}

impl Evaluator<'_> {
    /// Evaluates `[for k, v in collection : value if condition]` and `{for k, v in collection : key => value}`.
    #[inline(never)]
    pub(super) fn for_expr(&mut self, id: ExprId, parts: &For, scope: &Scope<'_>) -> Value {
        let collection = self.eval(parts.collection, scope);
        let mut output = Output::default();
        collect_marks(&collection, &mut output.marks);
        if collection.is_null() {
            return self.fail_at(diags::loop_over_null(), parts.collection, scope);
        }
        let is_iterable = match collection.unmarked().kind() {
            Kind::Unknown(Type::Dynamic, _) => {
                if self.diags.checks_types() {
                    self.check_unknown_element(parts, &Type::Dynamic, scope);
                }
                return Value::dynamic().with_marks(&output.marks);
            }
            Kind::Unknown(ty, _) => ty.is_iterable(),
            Kind::Map(_) | Kind::Object(_) => true,
            _ => collection.is_sequence(),
        };
        if !is_iterable {
            let problem = diags::not_iterable(&collection);
            return self.fail_at(problem, parts.collection, scope);
        }
        let mut checked = Output::default();
        let can_hold = self.condition_can_hold(parts, scope, &mut checked);
        if !can_hold || !collection.is_known() {
            if can_hold && self.diags.checks_types() {
                self.check_unknown_element(parts, &collection.ty(), scope);
            }
            output.marks.extend(checked.marks);
            return Value::dynamic().with_marks(&output.marks);
        }
        self.go_through(id, parts, &collection, scope, &mut output);
        self.finish(id, parts, scope, output)
    }

    /// Evaluates the condition once with unknown variables. This reports errors that do not depend on the element,
    /// even for an empty collection.
    fn condition_can_hold(&mut self, parts: &For, scope: &Scope<'_>, output: &mut Output) -> bool {
        let Some(condition) = parts.condition else { return true };
        let unknown = Value::dynamic();
        let key = parts.key_var.as_ref().map(|name| (&name.text, &unknown));
        let inner = Scope::of_local(scope, key, (&parts.value_var.text, &unknown));
        let errors = self.diags.error_count();
        self.condition(condition, &inner, output);
        self.diags.error_count() == errors
    }

    /// Evaluates the parts with an element of an unknown collection, which may be empty, only to report errors.
    #[cold]
    fn check_unknown_element(&mut self, parts: &For, collection: &Type, scope: &Scope<'_>) {
        let (key, value) = unknown_entry(collection);
        let key = parts.key_var.as_ref().map(|name| (&name.text, &key));
        let inner = Scope::of_local(scope, key, (&parts.value_var.text, &value));
        let before = self.diags.checkpoint();
        let holds = parts
            .condition
            .and_then(|condition| self.condition(condition, &inner, &mut Output::default()));
        if holds != Some(false) {
            self.check_output(parts, &inner);
        }
        self.append_possible_since(before);
    }

    /// Evaluates the key and the value of an element that may be left out, only to report errors.
    #[cold]
    fn check_output(&mut self, parts: &For, scope: &Scope<'_>) {
        let before = self.diags.checkpoint();
        if let Some(key) = parts.key {
            let name = self.eval(key, scope);
            self.key_name(&name, key, scope, &mut Marks::new());
        }
        self.eval(parts.value, scope);
        self.append_possible_since(before);
    }

    fn go_through(
        &mut self,
        id: ExprId,
        parts: &For,
        collection: &Value,
        scope: &Scope<'_>,
        output: &mut Output,
    ) {
        let errors = self.diags.error_count();
        let steps = work::steps_of_text(self.length_inside(parts));
        let entries = collection.entries();
        match parts.key {
            None => output.elements.reserve(entries.len()),
            Some(_) => output.entries.reserve(entries.len()),
        }
        for entry in entries {
            work::spend(steps);
            if !self.has_work_left(id, scope) || output.failed || self.is_enough(errors) {
                output.unknown = true;
                return;
            }
            let key = parts.key_var.as_ref().map(|name| (&name.text, entry.key()));
            let key = key.as_ref().map(|(name, key)| (*name, key));
            let value = entry.value();
            let inner = Scope::of_local(scope, key, (&parts.value_var.text, &value));
            self.element(parts, &inner, output);
        }
    }

    /// Returns the number of bytes of source text that are evaluated for each element.
    fn length_inside(&self, parts: &For) -> usize {
        let length = |node| self.tree.span(node).range().len();
        length(parts.value)
            + parts.key.map(length).unwrap_or_default()
            + parts.condition.map(length).unwrap_or_default()
    }

    fn element(&mut self, parts: &For, scope: &Scope<'_>, output: &mut Output) {
        let errors = self.diags.error_count();
        if let Some(condition) = parts.condition {
            match self.condition(condition, scope, output) {
                Some(true) => {}
                Some(false) => return,
                None => {
                    output.unknown = true;
                    output.failed = self.diags.error_count() > errors;
                    if self.diags.checks_types() && !output.failed {
                        self.check_output(parts, scope);
                    }
                    return;
                }
            }
        }
        let Some(key) = parts.key else {
            let value = self.eval(parts.value, scope).into_owned();
            output.elements.push(value);
            return;
        };
        let name = self.eval(key, scope);
        match self.key_name(&name, key, scope, &mut output.marks) {
            Some(name) => {
                let value = self.eval(parts.value, scope).into_owned();
                output.entries.push(ObjectEntry { name, value, key });
            }
            None => {
                output.unknown = true;
                output.failed = self.diags.error_count() > errors;
            }
        }
    }

    /// Returns the value of the condition, or `None` if it is unknown or invalid.
    fn condition(
        &mut self,
        condition: ExprId,
        scope: &Scope<'_>,
        output: &mut Output,
    ) -> Option<bool> {
        let value = self.eval(condition, scope);
        if let Some(holds) = value.as_bool() {
            return Some(holds);
        }
        collect_marks(&value, &mut output.marks);
        if value.is_null() {
            return self.none_at(diags::null_condition(), condition, scope);
        }
        // The conversion gets the marks, so that its error does not reveal a secret.
        match convert(Value::clone(&value), &Type::Bool) {
            Ok(converted) => converted.unmarked().as_bool(),
            Err(error) => self.none_at(diags::wrong_condition(&value, &error), condition, scope),
        }
    }

    fn finish(&mut self, id: ExprId, parts: &For, scope: &Scope<'_>, output: Output) -> Value {
        let Output { elements, mut entries, marks, unknown, .. } = output;
        sort_by(&mut entries, |a, b| a.name.cmp(&b.name));
        if let Some(key) = parts.key.filter(|_| !parts.group) {
            let mut is_repeated = false;
            for pair in entries.windows(2).filter(|pair| pair[0].name == pair[1].name) {
                self.fail_at(diags::duplicate_key(&shown_key(&pair[1], &marks)), key, scope);
                is_repeated = true;
            }
            if is_repeated {
                entries = first_of_each(entries);
            }
        }
        if unknown {
            return Value::dynamic().with_marks(&marks);
        }
        if parts.key.is_none() {
            return self.made(Value::tuple(elements), id, scope).with_marks(&marks);
        }
        if parts.group {
            let mut groups = grouped(entries);
            for group in &mut groups {
                group.value = self.made(group.value.clone(), id, scope);
            }
            return self.made(object_of(groups), id, scope).with_marks(&marks);
        }
        self.made(object_of(entries), id, scope).with_marks(&marks)
    }
}

/// Groups the values of adjacent entries with the same name in tuples.
fn grouped(entries: Vec<ObjectEntry>) -> Vec<ObjectEntry> {
    let mut groups: Vec<(ObjectEntry, Vec<Value>)> = Vec::new();
    for entry in entries {
        let value = entry.value.clone();
        match groups.last_mut() {
            Some((first, values)) if first.name == entry.name => values.push(value),
            _ => groups.push((entry, vec![value])),
        }
    }
    let tuple = |(entry, values)| ObjectEntry { value: Value::tuple(values), ..entry };
    groups.into_iter().map(tuple).collect_vec()
}

/// Returns the first of several entries with the same name.
fn first_of_each(entries: Vec<ObjectEntry>) -> Vec<ObjectEntry> {
    let mut first: Vec<ObjectEntry> = Vec::new();
    for entry in entries {
        if first.last().is_none_or(|last| last.name != entry.name) {
            first.push(entry);
        }
    }
    first
}
