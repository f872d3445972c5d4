//! Conditions on values that no value of the attribute's type meets, and defaults that do not meet them.

use super::Checker;
use crate::cty::{Type, Value};
use crate::spec::{AttrSpec, ValueRule};

impl Checker {
    /// Checks that the conditions apply to the type of the attribute.
    pub(super) fn value_rules(&mut self, attr: &AttrSpec) {
        for rule in &attr.rules {
            let part = innermost(&attr.ty);
            let is_collection = attr.ty.is_iterable() || attr.ty.has_dynamic();
            let (is_suitable, wanted) = match rule {
                ValueRule::Range { .. } => (is_of(part, &Type::Number), "a number"),
                ValueRule::Duration => (is_of(part, &Type::String), "a string"),
                #[cfg(feature = "functions")]
                ValueRule::Pattern(pattern) => {
                    if let Err(error) = crate::spec::kinds::has_match(pattern, &"".into()) {
                        let name = &*attr.item.name;
                        self.mistake(format!("the pattern of {name:?} {error}"));
                    }
                    (is_of(part, &Type::String), "a string")
                }
                ValueRule::Length { .. } => {
                    let is_string = is_of(&attr.ty, &Type::String);
                    (is_string || is_collection, "a string or a collection")
                }
                ValueRule::Unique => (is_collection, "a list"),
                ValueRule::OneOf(values) => {
                    let is_possible = |value: &Value| is_of(part, &value.ty());
                    (values.iter().all(is_possible), "of the same type as the allowed values")
                }
            };
            if !is_suitable {
                let (name, ty) = (&*attr.item.name, &attr.ty);
                self.mistake(format!("the value of {name:?} must be {wanted}, not {ty}"));
            }
        }
    }

    /// Checks that the default of an attribute meets its conditions.
    pub(super) fn default_meets_rules(&mut self, attr: &AttrSpec, default: &Value) {
        for rule in &attr.rules {
            if let Some(part) = rule.broken_by(default) {
                let (expectation, actual) = (rule.expectation(part), rule.actual(part));
                self.mistake(format!("the default must {expectation}, not {actual}"));
            }
        }
    }
}

/// Returns the type of the elements of a collection at any depth.
fn innermost(ty: &Type) -> &Type {
    ty.element().map_or(ty, innermost)
}

fn is_of(ty: &Type, wanted: &Type) -> bool {
    ty == wanted || ty.has_dynamic() || ty.is_iterable()
}
