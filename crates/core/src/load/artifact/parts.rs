//! Parts that the wire form of a value cannot represent: marks and, in JSON, unknown values and infinity.

use std::collections::HashMap;
use std::convert::Infallible;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use super::address;
use crate::cty::internal::CollectVec;
use crate::cty::{Descend, Kind, Mark, Marks, Path, Step, Value, WireError, msgpack};

/// The marks as JSON: `[{"path": ["password"], "marks": ["sensitive"]}]`.
pub(super) fn marks_to_json(places: &[(Path, Marks)]) -> Json {
    let place = |(path, marks): &(Path, Marks)| {
        let marks = marks.iter().map(Mark::name).collect_vec();
        json!({ "path": address::to_json(path), "marks": marks })
    };
    places.iter().map(place).collect()
}

/// Returns the value with the marks that [`marks_to_json`] wrote; `None` if they do not fit the value.
pub(super) fn with_marks(value: Value, marks: &Json) -> Option<Value> {
    let place = |place: &Json| {
        let marks = place.get("marks")?.as_array()?.iter();
        let marks: Option<Marks> = marks.map(|name| name.as_str().map(Mark::new)).collect();
        Some((address::from_json(place.get("path")?, &value)?, marks?))
    };
    let places: Option<Vec<_>> = marks.as_array()?.iter().map(place).collect();
    Some(value.mark_with_paths(&places?))
}

/// Replaces every part that only this process can hold, such as a captured expression, with an unknown value.
pub(super) fn without_capsules(value: Value) -> Value {
    if has_wire_form(&value) {
        return value;
    }
    let Ok(left) = value.transform(|path, part| {
        if is_in_set(path) || has_wire_form(&part) {
            return Ok::<_, Infallible>(part);
        }
        Ok(Value::dynamic().with_marks(&part.unmark().1))
    });
    left
}

/// Returns `true` if the type of a value has a wire form. Capsule types have none.
fn has_wire_form(value: &Value) -> bool {
    value.ty().to_json().is_ok()
}

/// Replaces every part without a JSON form with null, and returns these parts.
pub(super) fn take_beyond_json(value: Value) -> (Value, Vec<(Path, Value)>) {
    let mut taken = Vec::new();
    let Ok(left) = value.transform(|path, part| {
        if is_in_set(path) || has_json_form(&part) {
            return Ok::<_, Infallible>(part);
        }
        let null = Value::null(part.ty());
        taken.push((path.clone(), part));
        Ok(null)
    });
    (left, taken)
}

/// Returns the parts taken as JSON with MessagePack inside: `[{"path": ["id"], "value": "1AAA"}]`.
pub(super) fn taken_to_json(taken: &[(Path, Value)]) -> Result<Json, WireError> {
    let part = |(path, part): &(Path, Value)| {
        let bytes = msgpack::to_msgpack(part, &part.ty())?;
        Ok(json!({ "path": address::to_json(path), "value": STANDARD.encode(bytes) }))
    };
    taken.iter().map(part).collect()
}

/// Puts the parts that [`taken_to_json`] wrote back into the value; `None` if they do not fit it.
#[allow(clippy::mutable_key_type, reason = "what changes in a value is only a cached type")]
pub(super) fn put_back(value: Value, taken: &Json) -> Option<Value> {
    let part = |part: &Json| {
        let path = address::from_json(part.get("path")?, &value)?;
        let ty = path.apply(&value).ok()?.ty();
        let bytes = STANDARD.decode(part.get("value")?.as_str()?).ok()?;
        Some((path, msgpack::from_msgpack(&bytes, &ty).ok()?))
    };
    let parts: Option<HashMap<Path, Value>> = taken.as_array()?.iter().map(part).collect();
    let mut parts = parts?;
    // Looking up a path takes time in proportion to the size of the set elements in it.
    let Ok(whole) = value.transform(|path, part| {
        let taken = if is_in_set(path) { None } else { parts.remove(path) };
        Ok::<_, Infallible>(taken.unwrap_or(part))
    });
    Some(whole)
}

/// Returns `true` if JSON has a form for a part, given that its own parts have one. A set is checked with its
/// parts.
fn has_json_form(part: &Value) -> bool {
    let has_form = |part: &Value| match part.kind() {
        Kind::Unknown(..) => false,
        Kind::Number(number) => !number.is_infinite(),
        _ => true,
    };
    let mut all = has_form(part);
    if let Kind::Set(_) = part.kind() {
        part.walk(|_, element| {
            all &= has_form(element);
            if all { Descend::Into } else { Descend::Past }
        });
    }
    all
}

/// Returns `true` if a path leads into a set, which is taken as a whole. A finite number or a string as index
/// does not count: a list or map could have it too, and JSON has a form for both.
fn is_in_set(path: &Path) -> bool {
    path.steps().iter().any(|step| match step {
        Step::Attr(_) => false,
        Step::Index(key) => match key.kind() {
            Kind::String(_) => false,
            Kind::Number(position) => position.is_infinite(),
            _ => true,
        },
    })
}
