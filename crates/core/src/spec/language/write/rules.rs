//! Rules between attributes, and conditions on values.

use super::Writer;
use super::items::Items;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::spec::language::kinds::rule::{
    AT_LEAST_ONE_OF, AT_MOST_ONE_OF, EXACTLY_ONE_OF, REQUIRES, REQUIRES_IF, VALUE,
};
#[cfg(feature = "functions-regex")]
use crate::spec::language::kinds::value_rules::PATTERN;
use crate::spec::language::kinds::value_rules::{
    CONDITION, DURATION, MAX, MAX_LENGTH, MIN, MIN_LENGTH, ONE_OF, UNIQUE,
};
use crate::spec::{Rule, ValueRule};

impl Writer {
    /// Returns the content of a `rule` block.
    pub(super) fn rule(&mut self, rule: &Rule) -> Items {
        let mut items = Items::default();
        match rule {
            Rule::AtMostOneOf(names) => items.names(AT_MOST_ONE_OF, names),
            Rule::AtLeastOneOf(names) => items.names(AT_LEAST_ONE_OF, names),
            Rule::ExactlyOneOf(names) => items.names(EXACTLY_ONE_OF, names),
            Rule::Requires(name, needed) => {
                items.value(REQUIRES, Value::object([(name.clone(), list(needed))]));
            }
            Rule::RequiresIf { name, value, needed } => {
                let mut body = Items::default();
                let text = self.value_source(value);
                body.source(VALUE, text);
                body.value(REQUIRES, list(needed));
                items.block(REQUIRES_IF, Some(name), body);
            }
        }
        items
    }

    /// Adds conditions. A block of conditions has each kind once, and a reader takes them in a certain order.
    pub(super) fn conditions(&mut self, rules: &[ValueRule], items: &mut Items) {
        let Some((first, rest)) =
            runs(rules).split_first().map(|(first, rest)| (*first, rest.to_vec()))
        else {
            return;
        };
        for rule in first {
            self.condition(rule, items);
        }
        for run in rest {
            let mut body = Items::default();
            for rule in run {
                self.condition(rule, &mut body);
            }
            items.block(CONDITION, None, body);
        }
    }

    fn condition(&mut self, rule: &ValueRule, items: &mut Items) {
        match rule {
            ValueRule::OneOf(values) => {
                let text = self.value_source(&Value::tuple(values.clone()));
                items.source(ONE_OF, text);
            }
            ValueRule::Range { min: None, max: None } => self.lose("a range without bounds"),
            ValueRule::Range { min, max } => {
                let bounds = [(MIN, min), (MAX, max)];
                for (name, bound) in bounds {
                    if let Some(bound) = bound {
                        let text = self.value_source(&bound.clone().into());
                        items.source(name, text);
                    }
                }
            }
            ValueRule::Length { min, max } => {
                if *min > 0 || max.is_none() {
                    items.value(MIN_LENGTH, Value::from(*min as u64));
                }
                if let Some(max) = max {
                    items.value(MAX_LENGTH, Value::from(*max as u64));
                }
            }
            #[cfg(feature = "functions-regex")]
            ValueRule::Pattern(pattern) => items.value(PATTERN, pattern.clone()),
            ValueRule::Unique => items.flag(UNIQUE, true),
            ValueRule::Duration => items.flag(DURATION, true),
        }
    }
}

/// Returns conditions in runs that a reader takes in one order.
fn runs(rules: &[ValueRule]) -> Vec<&[ValueRule]> {
    rules.chunk_by(|a, b| rank(a) < rank(b)).collect_vec()
}

/// Returns the rank of a condition among those of one block.
fn rank(rule: &ValueRule) -> usize {
    match rule {
        ValueRule::OneOf(_) => 0,
        ValueRule::Range { .. } => 1,
        ValueRule::Length { .. } => 2,
        #[cfg(feature = "functions-regex")]
        ValueRule::Pattern(_) => 3,
        ValueRule::Unique => 4,
        ValueRule::Duration => 5,
    }
}

fn list(names: &[Str]) -> Value {
    Value::tuple(names.iter().cloned().map(Value::from).collect_vec())
}
