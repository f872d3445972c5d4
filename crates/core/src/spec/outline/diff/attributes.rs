//! Attributes.

use super::conditions::may_need;
use super::values::{Acceptance, describe};
use super::{ChangeEffect, Comparison};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{Unexpected, ValueSpec};
use crate::spec::outline::{AttributeEvaluation, OutlineAttribute, OutlineBody, OutlineDefault};
use crate::spec::{OtherForms, Rest, Rule, SettingSource};

impl Comparison<'_> {
    /// Compares the attributes of two bodies.
    pub(super) fn attributes(&mut self, old: &OutlineBody, new: &OutlineBody) {
        for attribute in &old.attributes {
            let step = format!(".{}", attribute.names.name);
            self.under(step, |it| it.attribute(attribute, old, new));
        }
        for attribute in &new.attributes {
            let mut known =
                old.attributes.iter().filter(|it| has_target(it, attribute)).collect_vec();
            if let Some(equal) = old.attributes.iter().find(|it| *it == attribute) {
                known = vec![equal];
            }
            let step = format!(".{}", attribute.names.name);
            self.under(step, |it| match known.as_slice() {
                [] => it.added_attribute(attribute, old),
                _ => it.required(&known, attribute),
            });
        }
    }

    /// Compares an attribute with those that accept its names.
    fn attribute(&mut self, old: &OutlineAttribute, before: &OutlineBody, after: &OutlineBody) {
        let targets = targets(old, after);
        for name in old.names.all() {
            if targets.iter().any(|target| target.names.all().any(|it| it == name)) {
                continue;
            }
            let effect = self.rest_effect(Some(&old.value), after);
            // A name of a block type is never an attribute.
            let is_block = after
                .blocks
                .iter()
                .flat_map(|it| &it.types)
                .any(|ty| ty.names.all().any(|it| it == name));
            let is_needed = targets.iter().any(|target| may_need(after, &target.names.name));
            let effect = if is_block || is_needed { ChangeEffect::Breaking } else { effect };
            let property = if *name == old.names.name { "attribute" } else { "alias" };
            self.push(effect, property, Some(name.to_string()), None);
        }
        for target in &targets {
            self.names(&old.names, &target.names);
            self.pair(old, target, after);
        }
        let is_shared = |target: &&&OutlineAttribute| {
            let mut others = before.attributes.iter().filter(|it| it.names.name != old.names.name);
            others.any(|other| {
                self::targets(other, after).iter().any(|it| std::ptr::eq(*it, **target))
            })
        };
        if let Some(target) = targets.iter().find(is_shared) {
            let name = target.names.name.to_string();
            self.push(ChangeEffect::Breaking, "shared name", None, Some(name));
        }
    }

    /// Compares the sources that may set an attribute.
    fn sources(&mut self, old: &OutlineAttribute, new: &OutlineAttribute) {
        let sources = [SettingSource::File, SettingSource::Environment, SettingSource::Flag];
        let allowed = |it: &OutlineAttribute| {
            let allowed = sources.into_iter().filter(|source| it.setting.allows(*source));
            allowed.map(SettingSource::describe).collect_vec()
        };
        let (old, new) = (allowed(old), allowed(new));
        if old == new {
            return;
        }
        let is_narrower = old.iter().any(|source| !new.contains(source));
        let effect = if is_narrower { ChangeEffect::Breaking } else { ChangeEffect::Compatible };
        self.push(effect, "sources", Some(old.join(", ")), Some(new.join(", ")));
    }

    /// Compares an attribute with one that accepts one of its names.
    fn pair(&mut self, old: &OutlineAttribute, new: &OutlineAttribute, after: &OutlineBody) {
        let has_new_type = self.value_types(&old.value, &new.value);
        self.evaluation(old, new);
        if old.is_sensitive != new.is_sensitive {
            let text = |is_sensitive: bool| is_sensitive.then(|| "true".to_owned());
            let (old, new) = (text(old.is_sensitive), text(new.is_sensitive));
            self.push(ChangeEffect::Behavior, "sensitive", old, new);
        }
        // A rule may apply to the value of the attribute.
        let decides =
            |rule: &Rule| matches!(rule, Rule::RequiresIf { name, .. } if *name == new.names.name);
        let is_decisive = after.rules.iter().any(decides);
        let effect = if is_decisive { ChangeEffect::Breaking } else { ChangeEffect::Behavior };
        self.defaults(effect, old.default.as_ref(), new.default.as_ref());
        self.conditions(&old.rules, &new.rules, has_new_type);
        if has_new_type && is_decisive {
            self.push(ChangeEffect::Breaking, "value in a rule", None, None);
        }
        self.sources(old, new);
        let is_or_block = |forms: OtherForms| forms.contains(OtherForms::OR_BLOCK);
        self.permission("or_block", is_or_block(old.forms), is_or_block(new.forms));
        let is_merged = [old, new].map(|it| it.forms.contains(OtherForms::MERGE));
        if is_merged[0] != is_merged[1] {
            let is_used = is_or_block(old.forms);
            let effect = if is_used { ChangeEffect::Breaking } else { ChangeEffect::Compatible };
            let text = |is_merged: bool| is_merged.then(|| "true".to_owned());
            self.push(effect, "merge", text(is_merged[0]), text(is_merged[1]));
        }
        if old.is_transformed != new.is_transformed {
            self.push(ChangeEffect::Behavior, "transformation", None, None);
        }
        self.docs(&old.docs, &new.docs);
    }

    /// Compares two defaults. All hidden ones have the same text.
    pub(super) fn defaults(
        &mut self,
        effect: ChangeEffect,
        old: Option<&OutlineDefault>,
        new: Option<&OutlineDefault>,
    ) {
        let is_hidden = old.is_some_and(OutlineDefault::is_hidden);
        let [before, now] = [old, new].map(|default| default.map(ToString::to_string));
        if before != now || is_hidden && old != new {
            self.push(effect, "default", before, now);
        }
    }

    /// Compares the values of two attributes. Returns `true` if their types differ.
    pub(super) fn value_types(&mut self, old: &ValueSpec, new: &ValueSpec) -> bool {
        if old.is_same(new) {
            return false;
        }
        let is_accepted = Acceptance::default().accepts(old, new);
        let is_opened = self.is_unified && new.ty().has_dynamic() && old.ty() != new.ty();
        let effect = match is_accepted && !is_opened {
            true if old.ty() == new.ty() => ChangeEffect::Compatible,
            true => ChangeEffect::Behavior,
            false => ChangeEffect::Breaking,
        };
        let (old_text, new_text) = (describe(old), describe(new));
        if old_text == new_text {
            self.push(effect, "rules of the value", None, None);
        } else {
            self.push(effect, "type", Some(old_text), Some(new_text));
        }
        old.ty() != new.ty()
    }

    fn evaluation(&mut self, old: &OutlineAttribute, new: &OutlineAttribute) {
        if old.evaluation == new.evaluation {
            return;
        }
        let text = |evaluation: AttributeEvaluation| {
            let text = match evaluation {
                AttributeEvaluation::Value => "value",
                AttributeEvaluation::Expression => "expression",
                AttributeEvaluation::Deferred => "deferred",
                AttributeEvaluation::Custom => "by a function",
            };
            Some(text.to_owned())
        };
        self.push(ChangeEffect::Breaking, "evaluation", text(old.evaluation), text(new.evaluation));
    }

    /// Returns the effect of an item that no spec names any longer. `value` is its value, if it is an attribute.
    pub(super) fn rest_effect(
        &self,
        value: Option<&ValueSpec>,
        body: &OutlineBody,
    ) -> ChangeEffect {
        let is_accepted = match (&body.rest, value) {
            // The data of different items has different types.
            (Some(Rest::Data(_)), _) => !self.is_unified,
            (Some(Rest::Body), _) => true,
            (Some(Rest::Attributes(element)), Some(value)) => {
                Acceptance::default().accepts(value, element)
                    && !(self.is_unified && element.ty().has_dynamic())
            }
            (None, _) | (Some(Rest::Attributes(_)), None) => body.unexpected != Unexpected::Deny,
        };
        if is_accepted { ChangeEffect::Behavior } else { ChangeEffect::Breaking }
    }

    /// Adds an attribute without a name that the old body has as an attribute.
    fn added_attribute(&mut self, attribute: &OutlineAttribute, old: &OutlineBody) {
        let is_taken = match &old.rest {
            None => false,
            Some(Rest::Attributes(value)) => {
                !Acceptance::default().accepts(value, &attribute.value)
            }
            Some(Rest::Data(_) | Rest::Body) => true,
        };
        let is_breaking = attribute.is_required || is_taken;
        let effect = if is_breaking { ChangeEffect::Breaking } else { ChangeEffect::Compatible };
        let property = if attribute.is_required { "required attribute" } else { "attribute" };
        self.push(effect, property, None, Some(attribute.names.name.to_string()));
    }

    /// Reports whether an attribute became required or optional. `known` has the old attributes whose names it accepts.
    fn required(&mut self, known: &[&OutlineAttribute], new: &OutlineAttribute) {
        let text = |is_required: bool| is_required.then(|| "true".to_owned());
        let accepts = |name: &Str| new.names.all().any(|it| it == name);
        let is_required = |old: &&OutlineAttribute| old.is_required && old.names.all().all(accepts);
        let was_required = known.iter().any(is_required);
        if new.is_required && !was_required {
            self.push(ChangeEffect::Breaking, "required", None, text(true));
        } else if !new.is_required && known.iter().any(|old| old.is_required) {
            self.push(ChangeEffect::Compatible, "required", text(true), None);
        }
    }
}

/// Returns the new attribute that equals an old one, or else all attributes that accept one of its names.
fn targets<'a>(old: &OutlineAttribute, after: &'a OutlineBody) -> Vec<&'a OutlineAttribute> {
    match after.attributes.iter().find(|it| *it == old) {
        Some(equal) => vec![equal],
        None => after.attributes.iter().filter(|it| has_target(old, it)).collect_vec(),
    }
}

/// Returns `true` if an attribute accepts one of the names of another one.
fn has_target(old: &OutlineAttribute, new: &OutlineAttribute) -> bool {
    old.names.all().any(|name| new.names.all().any(|it| it == name))
}
