//! The conditions that the value of an attribute must meet.

use std::sync::LazyLock;

#[cfg(feature = "functions-regex")]
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::cty::{Number, Type, Value, convert};
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{argument, body_of};
use crate::spec::language::read::SpecReader;
use crate::spec::{BlocksSpec, ObjectSpec, Spec, ValueRule};

pub(in crate::spec::language) const ONE_OF: &str = "one_of";
pub(in crate::spec::language) const MIN: &str = "min";
pub(in crate::spec::language) const MAX: &str = "max";
pub(in crate::spec::language) const MIN_LENGTH: &str = "min_length";
pub(in crate::spec::language) const MAX_LENGTH: &str = "max_length";
#[cfg(feature = "functions-regex")]
pub(in crate::spec::language) const PATTERN: &str = "pattern";
pub(in crate::spec::language) const UNIQUE: &str = "unique";
pub(in crate::spec::language) const DURATION: &str = "duration";

/// The names of conditions in the derive, and what to write here.
const DERIVE_NAMES: [(&str, &str); 3] = [
    ("range", "Write min and max, such as min = 1 and max = 9."),
    ("length", "Write min_length and max_length, such as min_length = 1."),
    ("matches", "Write pattern = \"…\"."),
];

/// The type of the blocks for further conditions.
pub(in crate::spec::language) const CONDITION: &str = "condition";

/// Returns the arguments of the conditions, and the blocks for further ones.
pub(super) fn arguments() -> Vec<(&'static str, Spec)> {
    let blocks = BlocksSpec::new(CONDITION, body_of(CONDITION)).tuple().into();
    own_arguments().into_iter().chain([(CONDITION, blocks)]).collect_vec()
}

fn own_arguments() -> Vec<(&'static str, Spec)> {
    let derive_names = DERIVE_NAMES.map(|(name, _)| argument::<Value>(name));
    let names = [
        argument::<Vec<Value>>(ONE_OF),
        argument::<Number>(MIN),
        argument::<Number>(MAX),
        argument::<usize>(MIN_LENGTH),
        argument::<usize>(MAX_LENGTH),
        #[cfg(feature = "functions-regex")]
        argument::<Str>(PATTERN),
        argument::<bool>(UNIQUE),
        argument::<bool>(DURATION),
    ];
    names.into_iter().chain(derive_names).collect_vec()
}

impl SpecReader<'_> {
    /// Returns the conditions for values of a type.
    pub(super) fn value_rules(&mut self, block: &BlockBody, ty: &Type) -> Vec<ValueRule> {
        static BODY: LazyLock<Spec> = LazyLock::new(|| ObjectSpec::new(own_arguments()).into());
        let mut rules = self.own_rules(block, ty);
        for more in block.blocks(CONDITION) {
            let (title, place) = ("A condition", more.place.clone());
            let more = BlockBody::open(&more.body, &BODY, title, place, self);
            rules.extend(self.own_rules(&more, ty));
        }
        rules
    }

    /// Returns the conditions in the arguments of a block.
    fn own_rules(&mut self, block: &BlockBody, ty: &Type) -> Vec<ValueRule> {
        for (name, help) in DERIVE_NAMES.iter().filter(|(name, _)| block.is_written(name)) {
            self.diags.push(diags::name_of_derive(block.place_of(name), name, help));
        }
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
        #[cfg(feature = "functions-regex")]
        if let Some(pattern) = block.get::<Str>(PATTERN, self) {
            match crate::spec::kinds::has_match(&pattern, &"".into()) {
                Ok(_) => rules.push(ValueRule::Pattern(pattern)),
                Err(error) => {
                    self.diags.push(diags::wrong_pattern(block.place_of(PATTERN), &error));
                }
            }
        }
        if block.is_set(UNIQUE, self) {
            rules.push(ValueRule::Unique);
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
        values.into_iter().filter_map(convert).collect_vec()
    }
}
