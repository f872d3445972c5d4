//! The values of flags: their number, their name in the help, and those that are allowed.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use hcldyn_core::cty::value_spec::{ValueHint, ValueSpec, VariantSelector};
use hcldyn_core::cty::{Str, Type, Value};
use hcldyn_core::spec::ValueRule;
use hcldyn_core::spec::outline::{AttributeEvaluation, OutlineAttribute, OutlineDefault};

/// The maximum length of a default in the help.
const MAX_DEFAULT: usize = 60;

/// The values of a flag.
#[derive(Clone, Debug)]
pub(super) struct FlagValue {
    pub(super) count: FlagCount,
    /// The name in the help.
    pub(super) name: String,
    /// The allowed values, as far as they are known.
    pub(super) possible: Vec<PossibleValue>,
}

/// The number of values of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlagCount {
    /// A value that can be left out, which is true then.
    Switch,
    One,
    /// The flag is repeated for further values.
    Several,
}

impl FlagValue {
    /// Returns the values for an attribute.
    pub(super) fn of(attribute: &OutlineAttribute) -> Self {
        let (spec, name) = (&attribute.value, &attribute.names.name);
        let ty = spec.ty();
        let is_value = attribute.evaluation == AttributeEvaluation::Value && !ty.has_capsule();
        let possible = || allowed(spec, &attribute.rules);
        match (&ty, spec) {
            _ if !is_value => Self::one("EXPRESSION", Vec::new()),
            (Type::Bool, _) => {
                let values = ["true", "false"].map(PossibleValue::new).into();
                Self { count: FlagCount::Switch, ..Self::one("BOOL", values) }
            }
            (Type::List(_) | Type::Set(_), ValueSpec::List(it) | ValueSpec::Set(it)) => {
                let element = value_name(it.element(), name);
                let possible = allowed(it.element(), &attribute.rules);
                Self { count: FlagCount::Several, ..Self::one(element, possible) }
            }
            (Type::List(element) | Type::Set(element), _) => {
                let element = value_name(&ValueSpec::from((**element).clone()), name);
                Self { count: FlagCount::Several, ..Self::one(element, possible()) }
            }
            (Type::Tuple(_), _) => {
                Self { count: FlagCount::Several, ..Self::one(upper(name), Vec::new()) }
            }
            (Type::Map(_), _) => {
                Self { count: FlagCount::Several, ..Self::one("KEY=VALUE", Vec::new()) }
            }
            _ => Self::one(value_name(spec, name), possible()),
        }
    }

    /// Returns the values for an attribute that selects the form of a body.
    pub(super) fn of_tags<'t>(name: &str, tags: impl Iterator<Item = &'t Str>) -> Self {
        Self::one(upper(name), tags.map(|tag| PossibleValue::new(tag.to_string())).collect())
    }

    fn one(name: impl Into<String>, possible: Vec<PossibleValue>) -> Self {
        Self { count: FlagCount::One, name: name.into(), possible }
    }

    pub(super) fn is_switch(&self) -> bool {
        self.count == FlagCount::Switch
    }
}

/// Returns the name of a value in the help: its format, or that of the attribute.
fn value_name(spec: &ValueSpec, name: &str) -> String {
    match spec {
        ValueSpec::Leaf(leaf) => match (leaf.hint(), spec.ty()) {
            (Some(ValueHint::Text { name, .. }), _) => upper(name),
            (_, Type::Number) => "NUMBER".to_owned(),
            (_, Type::Object(_) | Type::List(_) | Type::Set(_)) => "EXPRESSION".to_owned(),
            _ => upper(name),
        },
        ValueSpec::Variants(_) => upper(name),
        _ if spec.ty() == Type::Number => "NUMBER".to_owned(),
        _ if spec.ty().is_primitive() => upper(name),
        _ => "EXPRESSION".to_owned(),
    }
}

fn upper(name: &str) -> String {
    name.to_uppercase().replace([' ', '_'], "-")
}

/// Returns the allowed values: those of a condition, or the names of variants. Empty if they are not known.
fn allowed(spec: &ValueSpec, rules: &[ValueRule]) -> Vec<PossibleValue> {
    for rule in rules {
        if let ValueRule::OneOf(values) = rule {
            return values.iter().filter_map(plain).map(PossibleValue::new).collect();
        }
    }
    let ValueSpec::Variants(variants) = spec else { return Vec::new() };
    if !matches!(variants.selector(), VariantSelector::Keyword { .. }) {
        return Vec::new();
    }
    let shown = variants.variants().iter();
    let shown =
        shown.filter(|it| !it.docs.is_hidden && it.names.deprecation.is_none() && !it.other);
    let possible = shown.map(|variant| {
        let value = PossibleValue::new(variant.names.name.to_string());
        match &variant.docs.text {
            Some(text) => value.help(text.to_string()),
            None => value,
        }
    });
    possible.collect()
}

/// Returns a value of a primitive type as it is written in a flag.
fn plain(value: &Value) -> Option<String> {
    let known = value.is_wholly_known() && !value.is_null() && !value.contains_marked();
    match value.as_str() {
        _ if !known => None,
        Some(text) => Some(text.to_owned()),
        None if value.ty().is_primitive() => Some(value.describe()),
        None => None,
    }
}

/// Returns the default of an attribute as the help shows it. That of a sensitive attribute is not shown.
pub(super) fn shown_default(attribute: &OutlineAttribute) -> Option<String> {
    let default = attribute.default.as_ref().filter(|_| !attribute.is_sensitive)?;
    let shown = match default {
        OutlineDefault::Value(value) => {
            value.as_str().map(str::to_owned).or_else(|| default.source())
        }
        OutlineDefault::Expression(_) | OutlineDefault::Text(_) => Some(default.to_string()),
    };
    let is_empty = |it: &str| ["", "[]", "{}"].contains(&it);
    shown.filter(|it| !is_empty(it) && !it.contains('\n') && it.len() <= MAX_DEFAULT)
}

/// A value of the command line with the name of its flag, which clap may have changed.
#[derive(Clone)]
pub(super) struct GivenValue {
    pub(super) flag: String,
    pub(super) value: OsString,
}

/// Takes every value, since decoding checks it and reports the source location of the flag. Help and completions have the
/// allowed values.
#[derive(Clone)]
pub(super) struct GivenValueParser {
    pub(super) possible: Vec<PossibleValue>,
}

impl TypedValueParser for GivenValueParser {
    type Value = GivenValue;

    fn parse_ref(
        &self,
        _: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<GivenValue, clap::Error> {
        let name = arg.and_then(Arg::get_long).unwrap_or_default();
        Ok(GivenValue { flag: format!("--{name}"), value: value.to_owned() })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = self.possible.iter().cloned();
        (!self.possible.is_empty()).then(|| Box::new(values) as Box<dyn Iterator<Item = _>>)
    }
}
