//! Names and documentation.

use super::{ChangeEffect, Comparison};
use crate::cty::value_spec::{Deprecation, ItemDocs, ItemNames, ScopeVariable};
use crate::cty::{Str, Type};

impl Comparison<'_> {
    /// Compares the names of an item. Names that the new item does not accept are compared elsewhere.
    pub(super) fn names(&mut self, old: &ItemNames, new: &ItemNames) {
        if old.name != new.name {
            let (old, new) = (Some(old.name.to_string()), Some(new.name.to_string()));
            self.push(ChangeEffect::Compatible, "name", old, new);
        }
        for name in new.all().filter(|name| **name != new.name && !old.all().any(|it| it == *name))
        {
            self.push(ChangeEffect::Compatible, "alias", None, Some(name.to_string()));
        }
        let is_former = |names: &ItemNames, name: &Str| names.former_names.contains(name);
        for name in old.all().filter(|name| is_former(old, name) != is_former(new, name)) {
            if new.all().any(|it| it == name) && *name != new.name {
                let text = Some(name.to_string());
                let (old, new) = if is_former(old, name) { (text, None) } else { (None, text) };
                self.push(ChangeEffect::Compatible, "deprecated name", old, new);
            }
        }
        self.deprecation(old.deprecation.as_ref(), new.deprecation.as_ref());
    }

    fn deprecation(&mut self, old: Option<&Deprecation>, new: Option<&Deprecation>) {
        let text = |it: &Deprecation| {
            let replacement = it.replacement.as_ref().map(|name| format!("use {name}"));
            let advice = it.advice.as_ref().map(Str::to_string);
            advice.or(replacement).unwrap_or_else(|| "true".to_owned())
        };
        let (old, new) = (old.map(text), new.map(text));
        self.differ(ChangeEffect::Compatible, "deprecation", old.as_ref(), new.as_ref());
    }

    pub(super) fn docs(&mut self, old: &ItemDocs, new: &ItemDocs) {
        for condition in new.conditions.iter().filter(|it| !old.conditions.contains(it)) {
            self.push(ChangeEffect::Breaking, "condition", None, Some(condition.to_string()));
        }
        for condition in old.conditions.iter().filter(|it| !new.conditions.contains(it)) {
            self.push(ChangeEffect::Compatible, "condition", Some(condition.to_string()), None);
        }
        self.variables(&old.variables, &new.variables);
        let restart = |docs: &ItemDocs| docs.needs_restart.then_some("needed");
        let (before, now) = (restart(old), restart(new));
        self.differ(ChangeEffect::Compatible, "restart", before.as_ref(), now.as_ref());
        let rest = |docs: &ItemDocs| {
            let mut docs = docs.clone();
            docs.conditions.clear();
            docs.variables.clear();
            docs.default = None;
            docs.needs_restart = false;
            docs
        };
        if rest(old) != rest(new) {
            self.push(ChangeEffect::Compatible, "documentation", None, None);
        }
    }

    /// Compares the variables of an expression that is evaluated later.
    fn variables(&mut self, old: &[ScopeVariable], new: &[ScopeVariable]) {
        let ty = |all: &[ScopeVariable], name: &Str| {
            all.iter().find(|it| it.name == *name).map(|it| it.value.ty().without_optional())
        };
        let added = new.iter().filter(|it| ty(old, &it.name).is_none());
        for name in old.iter().chain(added).map(|variable| &variable.name) {
            let (before, now) = (ty(old, name), ty(new, name));
            if before == now {
                continue;
            }
            let is_kept = match (&before, &now) {
                (Some(before), Some(now)) => offers(now, before),
                (before, _) => before.is_none(),
            };
            let effect = if is_kept { ChangeEffect::Compatible } else { ChangeEffect::Breaking };
            let text = |ty: Option<Type>| ty.map(|ty| format!("{name}: {ty}"));
            self.push(effect, "variable", text(before), text(now));
        }
    }
}

/// Returns `true` if a variable of a type has all attributes of another type.
fn offers(new: &Type, old: &Type) -> bool {
    match (new, old) {
        (Type::Object(new), Type::Object(old)) => {
            let mut attributes = old.shape().names().iter().zip(old.types());
            attributes.all(|(name, old)| {
                let position = new.shape().position(name);
                position.and_then(|it| new.types().get(it)).is_some_and(|new| offers(new, old))
            })
        }
        (Type::List(new), Type::List(old))
        | (Type::Set(new), Type::Set(old))
        | (Type::Map(new), Type::Map(old)) => offers(new, old),
        _ => new == old,
    }
}
