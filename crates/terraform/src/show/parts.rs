//! The parts of values: which are shown, unknown and sensitive.

use hcldyn::cty::{Kind, Mark, Type, Value, json};
use serde_json::value::RawValue;

/// The parts of values that are shown.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) shows_sensitive: bool,
}

impl Shape {
    /// Returns the known attributes of a resource as an object, if there are any.
    pub(super) fn attributes(self, value: &Value) -> Option<Value> {
        let known = match value.unmarked().kind() {
            Kind::Object(_) => self.known(value)?,
            _ => return None,
        };
        let count = known.entries().len();
        (count > 0).then_some(known)
    }

    /// Returns a value without its unknown parts, and without sensitive ones unless they are shown. Attributes and entries of
    /// maps are left out, and other parts are null. The recursion is bounded by the depth of values.
    pub(super) fn without_unknown(self, value: &Value) -> Value {
        self.known(value).unwrap_or_else(|| Value::null(Type::Dynamic))
    }

    fn known(self, value: &Value) -> Option<Value> {
        if !self.shows_sensitive && is_sensitive(value) {
            return None;
        }
        let value = value.unmarked();
        match value.kind() {
            Kind::Unknown(..) => None,
            Kind::Object(_) | Kind::Map(_) => Some(Value::object(
                entries(value).filter_map(|(name, part)| Some((name, self.known(&part)?))),
            )),
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
                Some(Value::tuple(parts(value).map(|part| self.without_unknown(&part)).collect()))
            }
            _ => Some(value.clone()),
        }
    }
}

/// Returns `true` for each unknown part of a value, in its form. Known attributes are left out.
pub(super) fn unknown_parts(value: &Value) -> Value {
    let value = value.unmarked();
    match value.kind() {
        Kind::Unknown(..) => true.into(),
        Kind::Object(_) | Kind::Map(_) => Value::object(
            entries(value).map(|(name, part)| (name, unknown_parts(&part))).filter(is_noted),
        ),
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
            Value::tuple(parts(value).map(|part| unknown_parts(&part)).collect())
        }
        _ => false.into(),
    }
}

/// Returns `true` for each sensitive part of a value, in its form. Other attributes are left out.
pub(super) fn sensitive_parts(value: &Value) -> Value {
    if is_sensitive(value) {
        return true.into();
    }
    let value = value.unmarked();
    match value.kind() {
        Kind::Unknown(..) => match value.ty() {
            Type::Object(_) | Type::Map(_) => Value::object::<&str>([]),
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => Value::tuple(Vec::new()),
            _ => false.into(),
        },
        Kind::Object(_) | Kind::Map(_) => Value::object(
            entries(value).map(|(name, part)| (name, sensitive_parts(&part))).filter(is_noted),
        ),
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
            Value::tuple(parts(value).map(|part| sensitive_parts(&part)).collect())
        }
        _ => false.into(),
    }
}

fn is_noted((_, value): &(String, Value)) -> bool {
    value.as_bool() != Some(false)
}

fn is_sensitive(value: &Value) -> bool {
    value.marks().is_some_and(|marks| marks.contains(&Mark::sensitive()))
}

/// Returns the entries of an object or a map.
fn entries(value: &Value) -> impl Iterator<Item = (String, Value)> {
    value.entries().map(|entry| {
        let key = entry.key().unmarked().as_str().unwrap_or_default().to_owned();
        (key, entry.value().into_owned())
    })
}

/// Returns the elements of a collection or a tuple.
fn parts(value: &Value) -> impl Iterator<Item = Value> {
    value.entries().map(|entry| entry.value().into_owned())
}

/// Returns a value as JSON.
pub(super) fn json(value: &Value) -> Box<RawValue> {
    let plain = value.clone().unmark_deep().0;
    let text = json::to_plain_json(&plain).unwrap_or_else(|_| "null".to_owned());
    RawValue::from_string(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Returns the type of a value as JSON. A plan keeps no type of a null value.
pub(super) fn type_json(value: &Value) -> Box<RawValue> {
    let ty = if value.is_null() { Type::Dynamic } else { value.ty() };
    let text = ty.to_json().unwrap_or_else(|_| "null".to_owned());
    RawValue::from_string(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
