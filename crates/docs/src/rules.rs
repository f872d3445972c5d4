//! Conditions and rules in words.

use hcldyn_core::cty::{Str, Value};
use hcldyn_core::spec::{Rule, ValueRule};

use super::model::{Inline, code, joined, text};

/// Describes a condition on a value. `is_text` is `true` for a string, whose length is in characters.
pub(super) fn condition(rule: &ValueRule, is_text: bool) -> Vec<Inline> {
    let sample = if is_text { Value::from("") } else { Value::tuple(Vec::new()) };
    match rule {
        ValueRule::OneOf(values) => {
            let values = values.iter().map(|value| code(value.describe())).collect();
            [vec![text("It must be ")], joined(values, "or"), vec![text(".")]].concat()
        }
        #[cfg(feature = "functions-regex")]
        ValueRule::Pattern(pattern) => {
            vec![text("It must match the regular expression "), code(pattern.as_str()), text(".")]
        }
        rule => vec![text(format!("It must {}.", rule.expectation(&sample)))],
    }
}

/// Describes a rule between items of a body.
pub(super) fn rule(rule: &Rule) -> Vec<Inline> {
    let all = |names: &[Str], conjunction| {
        joined(names.iter().map(|name| code(name.as_str())).collect(), conjunction)
    };
    let sentence = |start: &str, names: Vec<Inline>, end: &str| {
        [vec![text(start)], names, vec![text(end)]].concat()
    };
    match rule {
        Rule::AtMostOneOf(names) => sentence("At most one of ", all(names, "and"), " may be set."),
        Rule::AtLeastOneOf(names) => {
            sentence("At least one of ", all(names, "and"), " must be set.")
        }
        Rule::ExactlyOneOf(names) => {
            sentence("Exactly one of ", all(names, "and"), " must be set.")
        }
        Rule::Requires(name, needed) => [
            vec![text("If "), code(name.as_str()), text(" is set, ")],
            all(needed, "and"),
            vec![text(" must be set too.")],
        ]
        .concat(),
        Rule::RequiresIf { name, value, needed } => [
            vec![text("If "), code(name.as_str()), text(" is ")],
            vec![if value.is_marked() { text("(sensitive)") } else { code(value.describe()) }],
            sentence(", ", all(needed, "and"), " must be set too."),
        ]
        .concat(),
        Rule::Together { names, needed } => [
            sentence("If one of ", all(names, "and"), " is set, "),
            sentence("", all(needed, "and"), " must be set too."),
        ]
        .concat(),
    }
}
