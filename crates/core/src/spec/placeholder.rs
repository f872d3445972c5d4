//! Placeholder values of required attributes, for the fix of a missing one.

use super::{AttrSpec, ValueRule};
use crate::cty::internal::{CollectVec, PushAll};
use crate::cty::value_spec::{ValueHint, ValueSpec};
use crate::cty::{Kind, Str, Type, Value};

/// Returns an expression that the spec of an attribute accepts, in syntax that is both native and JSON. Returns `None` if
/// the type or the rules do not suggest one.
pub(super) fn of(attr: &AttrSpec) -> Option<Str> {
    if attr.decoder.is_some() {
        return None;
    }
    let is_accepted = |value: &Value| {
        attr.value.try_convert(value.clone()).is_ok_and(|value| {
            attr.rules.iter().all(|rule| rule.is_met_by(&value))
                && attr.check.is_none_or(|check| check(&value).is_ok())
        })
    };
    let value = candidates(attr).into_iter().find(is_accepted)?;
    written(&value).map(Str::from)
}

/// Returns an expression for a value in syntax that is both native and JSON. Returns `None` for a string with characters
/// that need escapes.
fn written(value: &Value) -> Option<String> {
    let parts = |values: &[Value]| values.iter().map(written).collect_all();
    Some(match value.kind() {
        Kind::Bool(value) => value.to_string(),
        Kind::Number(number) => number.to_string(),
        Kind::String(text) => {
            let is_plain = |c: char| c.is_alphanumeric() || " _-./:".contains(c);
            return text.chars().all(is_plain).then(|| format!("\"{text}\""));
        }
        Kind::Tuple(tuple) => format!("[{}]", parts(tuple.elements())?.join(", ")),
        Kind::Object(object) => {
            let names = object.shape().names().iter();
            let items = names.zip(parts(object.values())?);
            let items = items.map(|(name, value)| format!("\"{name}\": {value}")).collect_vec();
            format!("{{{}}}", items.join(", "))
        }
        _ => return None,
    })
}

/// Returns the values to try, the simplest ones first.
fn candidates(attr: &AttrSpec) -> Vec<Value> {
    let mut values = Vec::new();
    for rule in &attr.rules {
        match rule {
            ValueRule::OneOf(allowed) => values.push_all(allowed.first().cloned()),
            ValueRule::Range { min, max } => {
                values.push_all([min, max].into_iter().flatten().cloned().map(Value::from));
            }
            ValueRule::Duration => values.push(Value::from("1s")),
            #[cfg(feature = "functions-regex")]
            ValueRule::Pattern(_) => {}
            ValueRule::Length { .. } | ValueRule::Unique => {}
        }
    }
    values.push_all(plain(&attr.ty));
    if attr.ty == Type::Number {
        values.push(Value::from(1));
    }
    values
}

/// Returns the simplest value of a type.
fn plain(ty: &Type) -> Option<Value> {
    Some(match ty {
        Type::Bool => Value::from(false),
        Type::Number => Value::from(0),
        Type::String => Value::from(""),
        Type::List(_) | Type::Set(_) => Value::tuple(Vec::new()),
        Type::Map(_) => Value::object::<Str>([]),
        Type::Tuple(elements) => Value::tuple(elements.iter().map(plain).collect_all()?),
        Type::Object(object) => {
            let required =
                object.iter().enumerate().filter(|(index, _)| !object.is_optional(*index));
            let attribute =
                |(_, (name, ty)): (usize, (&Str, &Type))| Some((name.clone(), plain(ty)?));
            Value::object(required.map(attribute).collect_all()?)
        }
        _ => return None,
    })
}

/// Returns a value of an attribute as messages show it, unless the value can be an object.
pub(super) fn shown(attr: &AttrSpec) -> Option<Str> {
    let text = |example: &str| Str::from(format!("{example:?}"));
    match (&attr.value, &attr.ty) {
        (ValueSpec::Leaf(leaf), Type::String) => Some(match leaf.hint() {
            Some(ValueHint::Text { example, .. }) if !leaf.is_sensitive() => text(example),
            _ => text("…"),
        }),
        (ValueSpec::Variants(variants), Type::String) => {
            Some(text(variants.offered().next().map_or("…", |name| name)))
        }
        (_, Type::String) => Some(text("…")),
        (_, Type::Number | Type::Bool) => Some("…".into()),
        (_, Type::List(element) | Type::Set(element)) => Some(match **element {
            Type::String | Type::Number | Type::Bool => "[…]".into(),
            _ => "[{ … }]".into(),
        }),
        _ => None,
    }
}
