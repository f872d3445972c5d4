//! The conditions that the value of an attribute must meet.

#[cfg(feature = "functions")]
use crate::cty::Str;
use crate::cty::{Number, Type, Value, convert};
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::argument;
use crate::spec::language::read::SpecReader;
use crate::spec::{Spec, ValueRule};

const ONE_OF: &str = "one_of";
const MIN: &str = "min";
const MAX: &str = "max";
const MIN_LENGTH: &str = "min_length";
const MAX_LENGTH: &str = "max_length";
#[cfg(feature = "functions")]
const PATTERN: &str = "pattern";
const DURATION: &str = "duration";

/// Returns the arguments of the conditions.
pub(super) fn arguments() -> Vec<(&'static str, Spec)> {
    vec![
        argument::<Vec<Value>>(ONE_OF),
        argument::<Number>(MIN),
        argument::<Number>(MAX),
        argument::<usize>(MIN_LENGTH),
        argument::<usize>(MAX_LENGTH),
        #[cfg(feature = "functions")]
        argument::<Str>(PATTERN),
        argument::<bool>(DURATION),
    ]
}

impl SpecReader<'_> {
    /// Returns the conditions for values of a type.
    pub(super) fn value_rules(&mut self, block: &BlockBody, ty: &Type) -> Vec<ValueRule> {
        let mut rules = Vec::new();
        if let Some(values) = block.get::<Vec<Value>>(ONE_OF, self) {
            rules.push(ValueRule::OneOf(self.values_of(values, block, ty)));
        }
        let (min, max) = (block.get::<Number>(MIN, self), block.get::<Number>(MAX, self));
        if min.is_some() || max.is_some() {
            rules.push(ValueRule::Range { min, max });
        }
        let (min, max) = (block.get(MIN_LENGTH, self), block.get(MAX_LENGTH, self));
        if min.is_some() || max.is_some() {
            rules.push(ValueRule::Length { min: min.unwrap_or(0), max });
        }
        #[cfg(feature = "functions")]
        if let Some(pattern) = block.get::<Str>(PATTERN, self) {
            match crate::spec::kinds::has_match(&pattern, &"".into()) {
                Ok(_) => rules.push(ValueRule::Pattern(pattern)),
                Err(error) => {
                    self.diags.push(diags::wrong_pattern(block.place_of(PATTERN), &error));
                }
            }
        }
        if block.is_set(DURATION, self) {
            rules.push(ValueRule::Duration);
        }
        rules
    }

    /// Returns the values in the type of the attribute or, for a collection, in that of its elements.
    fn values_of(&mut self, values: Vec<Value>, block: &BlockBody, ty: &Type) -> Vec<Value> {
        let ty = ty.element().unwrap_or(ty);
        let convert = |value| {
            let converted = convert::convert(value, ty);
            let wrong = |error| diags::wrong_choice(block.place_of(ONE_OF), &error);
            converted.map_err(|error| self.diags.push(wrong(error))).ok()
        };
        values.into_iter().filter_map(convert).collect()
    }
}
