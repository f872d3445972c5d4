//! Conditions on values that no value of the attribute's type meets, and defaults that do not meet them.

use super::{Checker, SpecStep};
use crate::cty::internal::CollectVec;
use crate::cty::{Type, Value};
use crate::spec::{AttrSpec, ValueRule};

impl Checker {
    /// Checks that the conditions apply to the type of the attribute.
    pub(super) fn value_rules(&mut self, attr: &AttrSpec) {
        for rule in &attr.rules {
            let parts = parts(&attr.ty);
            let is_all = |wanted| parts.iter().all(|part| is_of(part, wanted));
            let is_dynamic = attr.ty == Type::Dynamic;
            let (is_suitable, wanted) = match rule {
                ValueRule::Range { .. } => (is_all(&Type::Number), "a number"),
                ValueRule::Duration => (is_all(&Type::String), "a string"),
                #[cfg(feature = "functions-regex")]
                ValueRule::Pattern(pattern) => {
                    if let Err(error) = crate::spec::kinds::has_match(pattern, &"".into()) {
                        let name = &*attr.names.name;
                        self.mistake(format!("the pattern of {name:?} {error}"));
                    }
                    (is_all(&Type::String), "a string")
                }
                ValueRule::Length { .. } => {
                    let is_string = is_of(&attr.ty, &Type::String);
                    (is_string || attr.ty.is_iterable(), "a string or a collection")
                }
                ValueRule::Unique => (is_dynamic || attr.ty.is_sequence(), "a list"),
                ValueRule::OneOf(values) => {
                    let types = values.iter().map(Value::ty).collect_vec();
                    let is_suitable = types.iter().all(|ty| parts.iter().any(|it| is_of(it, ty)))
                        && parts.iter().all(|part| types.iter().any(|ty| is_of(part, ty)));
                    (is_suitable, "of the same type as the allowed values")
                }
            };
            if !is_suitable {
                let (name, ty) = (&*attr.names.name, &attr.ty);
                self.mistake(format!("the value of {name:?} must be {wanted}, not {ty}"));
            }
        }
    }

    /// Checks that a default that only the program knows meets the conditions of the attribute.
    pub(super) fn computed_default(&mut self, attr: &AttrSpec) {
        let Some(default) = attr.docs.computed_default.filter(|_| !attr.rules.is_empty()) else {
            return;
        };
        if let Some(value) = default.0() {
            let value = attr.value.try_convert(value.clone()).unwrap_or(value);
            self.under(SpecStep::Default, |it| it.default_meets_rules(attr, &value));
        }
    }

    /// Checks that the default of an attribute meets its conditions.
    pub(super) fn default_meets_rules(&mut self, attr: &AttrSpec, default: &Value) {
        for rule in &attr.rules {
            if let Some((_, part)) = rule.broken_parts(default).into_iter().next() {
                let (expectation, actual) = (rule.expectation(part), rule.actual(part));
                self.mistake(format!("the default must {expectation}, not {actual}"));
            }
        }
    }
}

/// Returns the types of the values that a condition checks: those inside lists, sets, maps and tuples, at any depth.
fn parts(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => parts(element),
        Type::Tuple(elements) => elements.iter().flat_map(parts).collect_vec(),
        _ => vec![ty],
    }
}

fn is_of(ty: &Type, wanted: &Type) -> bool {
    ty == wanted || *ty == Type::Dynamic
}
