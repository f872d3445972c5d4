//! The conditions that the value of an attribute must meet.

#[cfg(feature = "functions-regex")]
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::cty::{Number, Type, Value, convert};
use crate::decode::Spanned;
use crate::spec::ValueRule;
use crate::spec::language::block::{BlockKind, BlockKinds, Blocks};
use crate::spec::language::diags;
use crate::spec::language::read::SpecReader;
use crate::spec::language::write::{Writer, block};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

// Conditions on the value, or on each element of a collection. (A doc comment would be part of reference pages.)
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Conditions {
    /// The allowed values.
    one_of: Option<Spanned<Vec<Value>>>,
    /// The minimum of a number.
    min: Option<Number>,
    /// The maximum of a number.
    max: Option<Number>,
    /// The minimum number of characters of a string, or elements of a collection.
    min_length: Option<usize>,
    /// The maximum number of characters of a string, or elements of a collection.
    max_length: Option<usize>,
    /// A regular expression that must match somewhere in the string.
    #[cfg(feature = "functions-regex")]
    pattern: Option<Spanned<Str>>,
    /// `true` if the elements of a list must differ from each other.
    unique: bool,
    /// `true` for strings such as `"1h30m"`.
    duration: bool,
    // The names of conditions in the derive.
    #[hcl(hide)]
    range: Option<Spanned<Value>>,
    #[hcl(hide)]
    length: Option<Spanned<Value>>,
    #[hcl(hide)]
    matches: Option<Spanned<Value>>,
}

/// The blocks for further conditions.
pub(super) struct Condition;

const CONDITION: &str = "condition";

impl BlockKinds for Condition {
    fn kinds() -> Vec<BlockKind> {
        vec![BlockKind::of::<Conditions>(CONDITION)]
    }
}

impl SpecReader<'_> {
    /// Returns the conditions for values of a type, with those of further blocks.
    pub(super) fn conditions(
        &mut self,
        own: Conditions,
        more: &Blocks<Condition>,
        ty: &Type,
    ) -> Vec<ValueRule> {
        let mut rules = own.read(self, ty);
        for more in &more.0 {
            let (more, _) = more.open::<Conditions>(self);
            rules.extend(more.read(self, ty));
        }
        rules
    }
}

impl Conditions {
    fn read(self, reader: &mut SpecReader<'_>, ty: &Type) -> Vec<ValueRule> {
        let derive_names = [
            ("range", self.range, "Write min and max, such as min = 1 and max = 9."),
            ("length", self.length, "Write min_length and max_length, such as min_length = 1."),
            ("matches", self.matches, "Write pattern = \"…\"."),
        ];
        for (name, written, help) in derive_names {
            if let Some(written) = written {
                reader.diags.push(diags::name_of_derive(written.place().clone(), name, help));
            }
        }
        let mut rules = Vec::new();
        if let Some(values) = self.one_of {
            rules.push(ValueRule::OneOf(values_of(values, ty, reader)));
        }
        if self.min.is_some() || self.max.is_some() {
            rules.push(ValueRule::Range { min: self.min, max: self.max });
        }
        if self.min_length.is_some() || self.max_length.is_some() {
            let (min, max) = (self.min_length.unwrap_or(0), self.max_length);
            rules.push(ValueRule::Length { min, max });
        }
        #[cfg(feature = "functions-regex")]
        if let Some(pattern) = self.pattern {
            match crate::spec::kinds::has_match(&pattern, &"".into()) {
                Ok(_) => rules.push(ValueRule::Pattern(pattern.into_inner())),
                Err(error) => {
                    reader.diags.push(diags::wrong_pattern(pattern.place().clone(), &error));
                }
            }
        }
        rules.extend(self.unique.then_some(ValueRule::Unique));
        rules.extend(self.duration.then_some(ValueRule::Duration));
        rules
    }

    /// Adds a condition.
    fn add(&mut self, rule: &ValueRule, writer: &mut Writer) {
        match rule {
            ValueRule::OneOf(values) => {
                let values = writer.written(&Value::tuple(values.clone()));
                self.one_of = (!values.is_null()).then(|| values.into_elements().into());
            }
            ValueRule::Range { min: None, max: None } => writer.lose("a range without bounds"),
            ValueRule::Range { min, max } => {
                let mut written =
                    |bound: &Number| writer.written(&bound.clone().into()).as_number().cloned();
                self.min = min.as_ref().and_then(&mut written);
                self.max = max.as_ref().and_then(&mut written);
            }
            ValueRule::Length { min, max } => {
                self.min_length = (*min > 0 || max.is_none()).then_some(*min);
                self.max_length = *max;
            }
            #[cfg(feature = "functions-regex")]
            ValueRule::Pattern(pattern) => self.pattern = Some(pattern.clone().into()),
            ValueRule::Unique => self.unique = true,
            ValueRule::Duration => self.duration = true,
        }
    }
}

/// Returns the values in the type of the attribute or, for a collection, in that of its elements.
fn values_of(values: Spanned<Vec<Value>>, ty: &Type, reader: &mut SpecReader<'_>) -> Vec<Value> {
    let (ty, place) = (ty.element().unwrap_or(ty), values.place().clone());
    let convert = |value| {
        let wrong = |error| diags::wrong_choice(place.clone(), &error);
        convert::convert(value, ty).map_err(|error| reader.diags.push(wrong(error))).ok()
    };
    values.into_inner().into_iter().filter_map(convert).collect_vec()
}

impl Writer {
    /// Returns conditions, with the blocks for further ones: a block of conditions has each kind once, and a reader takes
    /// them in a certain order.
    pub(super) fn conditions(&mut self, rules: &[ValueRule]) -> (Conditions, Vec<NewItem>) {
        let mut runs = rules.chunk_by(|a, b| rank(a) < rank(b)).map(|run| {
            let mut conditions = Conditions::default();
            for rule in run {
                conditions.add(rule, self);
            }
            conditions
        });
        let first = runs.next().unwrap_or_default();
        let rest = runs.collect_vec();
        let rest = rest.iter().map(|run| block(CONDITION, None, self.content(run, [])));
        (first, rest.collect_vec())
    }
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
