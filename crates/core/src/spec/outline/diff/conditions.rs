//! Conditions on values, and rules between items.

use super::{ChangeEffect, Comparison};
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::spec::outline::OutlineBody;
use crate::spec::{Rule, ValueRule};

impl Comparison<'_> {
    /// Compares the conditions on a value. For another type, no condition of the old value implies one.
    pub(super) fn conditions(&mut self, old: &[ValueRule], new: &[ValueRule], has_new_type: bool) {
        let is_other =
            |rules: &[ValueRule], rule: &ValueRule| has_new_type || !rules.contains(rule);
        let added = new.iter().filter(|rule| is_other(old, rule)).collect_vec();
        let lost = old.iter().filter(|rule| is_other(new, rule)).collect_vec();
        let of_kind = |rules: &[&ValueRule], kind: &ValueRule| {
            rules.iter().find(|rule| property(rule) == property(kind)).map(|rule| describe(rule))
        };
        for rule in &added {
            let is_implied = !has_new_type && old.iter().any(|old| implies(old, rule));
            let effect = if is_implied { ChangeEffect::Compatible } else { ChangeEffect::Breaking };
            self.push(effect, property(rule), of_kind(&lost, rule), Some(describe(rule)));
        }
        for rule in lost.iter().filter(|rule| of_kind(&added, rule).is_none()) {
            self.push(ChangeEffect::Compatible, property(rule), Some(describe(rule)), None);
        }
    }

    /// Compares the rules of two bodies. `renamed` gives the current names of the old items.
    pub(super) fn rules(
        &mut self,
        old: &OutlineBody,
        new: &OutlineBody,
        renamed: impl Fn(&Str) -> Str,
    ) {
        let before = old.rules.iter().map(|rule| rule.renamed(&renamed)).collect_vec();
        for rule in new.rules.iter().filter(|rule| !before.contains(rule)) {
            let is_implied = before.iter().any(|old| rule_implies(old, rule));
            let effect = if is_implied { ChangeEffect::Compatible } else { ChangeEffect::Breaking };
            self.push(effect, "rule", None, Some(rule_text(rule)));
        }
        for rule in before.iter().filter(|rule| !new.rules.contains(rule)) {
            self.push(ChangeEffect::Compatible, "rule", Some(rule_text(rule)), None);
        }
    }
}

/// Returns `true` if a rule of a body can require an item to be set.
pub(super) fn may_need(body: &OutlineBody, name: &Str) -> bool {
    body.rules.iter().any(|rule| match rule {
        Rule::AtMostOneOf(_) => false,
        Rule::AtLeastOneOf(names) | Rule::ExactlyOneOf(names) => names.contains(name),
        Rule::Requires(_, needed)
        | Rule::RequiresIf { needed, .. }
        | Rule::Together { needed, .. } => needed.contains(name),
    })
}

fn property(rule: &ValueRule) -> &'static str {
    match rule {
        ValueRule::OneOf(_) => "allowed values",
        ValueRule::Range { .. } => "range",
        ValueRule::Length { .. } => "length",
        #[cfg(feature = "functions-regex")]
        ValueRule::Pattern(_) => "pattern",
        ValueRule::Unique => "unique",
        ValueRule::Duration => "duration",
    }
}

fn describe(rule: &ValueRule) -> String {
    let bounds = |min: Option<String>, max: Option<String>| {
        format!("{}..{}", min.unwrap_or_default(), max.unwrap_or_default())
    };
    match rule {
        ValueRule::OneOf(values) => {
            let values = values.iter().map(Value::describe).collect_vec();
            values.join(", ")
        }
        ValueRule::Range { min, max } => {
            bounds(min.as_ref().map(ToString::to_string), max.as_ref().map(ToString::to_string))
        }
        ValueRule::Length { min, max } => {
            bounds(Some(min.to_string()), max.map(|max| max.to_string()))
        }
        #[cfg(feature = "functions-regex")]
        ValueRule::Pattern(pattern) => pattern.to_string(),
        ValueRule::Unique | ValueRule::Duration => "true".to_owned(),
    }
}

/// Returns `true` if every value of a type that meets a condition meets another one.
fn implies(old: &ValueRule, new: &ValueRule) -> bool {
    match (old, new) {
        (ValueRule::OneOf(values), _)
            if !matches!(new, ValueRule::Length { .. } | ValueRule::Unique) =>
        {
            values.iter().all(|value| new.is_met_by(value))
        }
        (ValueRule::Range { min, max }, ValueRule::Range { min: new_min, max: new_max }) => {
            new_min.as_ref().is_none_or(|new| min.as_ref().is_some_and(|min| min >= new))
                && new_max.as_ref().is_none_or(|new| max.as_ref().is_some_and(|max| max <= new))
        }
        (ValueRule::Length { min, max }, ValueRule::Length { min: new_min, max: new_max }) => {
            min >= new_min && new_max.is_none_or(|new| max.is_some_and(|max| max <= new))
        }
        _ => old == new,
    }
}

/// Returns `true` if items that satisfy a rule satisfy another one.
fn rule_implies(old: &Rule, new: &Rule) -> bool {
    let within = |few: &[Str], many: &[Str]| few.iter().all(|name| many.contains(name));
    match (old, new) {
        (Rule::AtMostOneOf(old) | Rule::ExactlyOneOf(old), Rule::AtMostOneOf(new)) => {
            within(new, old)
        }
        (Rule::AtLeastOneOf(old) | Rule::ExactlyOneOf(old), Rule::AtLeastOneOf(new)) => {
            within(old, new)
        }
        (Rule::Requires(old, all), Rule::Requires(new, needed)) => {
            old == new && within(needed, all)
        }
        (
            Rule::RequiresIf { name: old, value: before, needed: all },
            Rule::RequiresIf { name: new, value: after, needed },
        ) => old == new && before == after && within(needed, all),
        (Rule::Together { names: old, needed: all }, Rule::Together { names: new, needed }) => {
            within(new, old) && within(needed, all)
        }
        (Rule::Together { names, needed: all }, Rule::Requires(name, needed)) => {
            names.contains(name) && within(needed, all)
        }
        _ => old == new,
    }
}

fn rule_text(rule: &Rule) -> String {
    let list = |names: &[Str]| names.iter().map(Str::as_str).collect_vec().join(", ");
    match rule {
        Rule::AtMostOneOf(names) => format!("at most one of {}", list(names)),
        Rule::AtLeastOneOf(names) => format!("at least one of {}", list(names)),
        Rule::ExactlyOneOf(names) => format!("exactly one of {}", list(names)),
        Rule::Requires(name, needed) => format!("{name} requires {}", list(needed)),
        Rule::RequiresIf { name, value, needed } => {
            format!("{name} = {} requires {}", value.describe(), list(needed))
        }
        Rule::Together { names, needed } => {
            format!("each of {} requires {}", list(names), list(needed))
        }
    }
}
