//! Attributes and labels.

use hcldyn::cty::value_spec::ValueSpec;
use hcldyn::cty::{Number, Type, Value};
use hcldyn::spec::{AttrSpec, LabelSpec, Spec, ValueRule};

use super::{Generator, documented, values};

/// Sets the documentation of a spec.
macro_rules! with_docs {
    ($spec:expr, $docs:expr) => {{
        let (mut spec, docs) = ($spec, &$docs);
        if let Some(text) = &docs.text {
            spec = spec.doc(text.clone());
        }
        if let Some(title) = &docs.title {
            spec = spec.title(title.clone());
        }
        if let Some(since) = &docs.since {
            spec = spec.since(since.clone());
        }
        for condition in &docs.conditions {
            spec = spec.condition(condition.clone());
        }
        spec
    }};
}

pub(super) use with_docs;

pub(super) fn label_docs(generator: &mut Generator, label: LabelSpec) -> LabelSpec {
    let docs = generator.docs();
    with_docs!(label, docs)
}

/// Returns the spec of an attribute. The second result is `true` if it may be left out.
pub(super) fn attribute(generator: &mut Generator, name: &str) -> (Spec, bool) {
    let (value, default) = match generator.random.below(3) {
        0 => (values::value(generator, 2), None),
        _ => plain(generator),
    };
    let mut attr = AttrSpec::new(name, value.clone());
    let docs = generator.docs();
    attr = documented(attr, docs);
    match generator.random.below(8) {
        0 => attr = attr.alias(generator.name("alias")),
        1 => attr = attr.former_name(generator.name("former")),
        _ => {}
    }
    if generator.random.percent(10) {
        attr = attr.sensitive();
    }
    if let Some(default) = &default
        && generator.random.percent(20)
    {
        attr = attr.example(hcldyn::syntax::to_hcl(default));
    }
    let has_rules = generator.random.percent(30);
    if has_rules {
        attr = rules(generator, attr, &value);
    }
    if generator.random.percent(30) {
        return (attr.required().into(), false);
    }
    match generator.random.below(20) {
        0 => attr = attr.hide(),
        1 => attr = attr.deprecated(generator.name("Advice")),
        2 => attr = attr.default_text(generator.name("a default of")),
        _ => {}
    }
    match default {
        // Any value of the type may break a rule.
        Some(default) if generator.random.percent(50) && !has_rules => {
            (Spec::from(attr).or(Spec::Literal(default)), true)
        }
        _ => (attr.into(), true),
    }
}

/// Returns the spec of a value, and a value of it that no other attribute has.
fn plain(generator: &mut Generator) -> (ValueSpec, Option<Value>) {
    let text = Value::from(generator.name("value"));
    let number = Value::from(generator.count as u64);
    let (spec, value) = match generator.random.below(8) {
        0 => (Type::Bool.into(), Value::from(true)),
        1 => (Type::Number.into(), number),
        2 => (ValueSpec::integer(0, 65_535), number),
        3 => (ValueSpec::text("name", "abc"), text),
        4 => (Type::list(Type::String).into(), Value::list(Type::String, vec![text])),
        5 => {
            let map = Value::map(Type::String, [("key".into(), text)].into());
            (Type::map(Type::String).into(), map)
        }
        _ => (Type::String.into(), text),
    };
    (spec, Some(value))
}

/// Adds rules that some value meets.
fn rules(generator: &mut Generator, attr: AttrSpec, value: &ValueSpec) -> AttrSpec {
    let length = |min, max| ValueRule::Length { min, max };
    let is_type = *value == ValueSpec::from(value.ty());
    match value.ty() {
        Type::Number if is_type => {
            let min = generator.random.below(2).checked_sub(1).map(|_| Number::from(10));
            attr.rule(ValueRule::Range { min, max: Some(20.into()) })
        }
        Type::String if is_type => match generator.random.below(5) {
            0 => attr.rule(ValueRule::OneOf(vec!["debug".into(), "info".into()])),
            1 => attr.rule(length(12, Some(14))),
            2 => attr.rule(ValueRule::Duration),
            3 => attr.rule(ValueRule::Pattern("^[a-z]{2,}-[0-9]+$".into())).rule(length(8, None)),
            _ => attr.rule(ValueRule::OneOf(vec!["info".into()])),
        },
        Type::List(_) if value.plain_ty().is_some() => {
            attr.rule(length(2, Some(3))).rule(ValueRule::Unique)
        }
        Type::Set(_) if is_type => attr.rule(length(2, None)),
        Type::Map(_) => attr.rule(length(1, None)),
        _ => attr,
    }
}
