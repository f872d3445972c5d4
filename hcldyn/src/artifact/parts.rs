//! What the wire form of a value has no place for: marks and, in JSON, what is not known.

use std::collections::HashMap;
use std::convert::Infallible;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use super::address;
use crate::cty::{Descend, Kind, Mark, Marks, Path, Step, Value, WireError, msgpack};

/// The marks as JSON: `[{"path": ["password"], "marks": ["sensitive"]}]`.
pub(super) fn marks_to_json(places: &[(Path, Marks)]) -> Json {
    let place = |(path, marks): &(Path, Marks)| {
        let marks: Vec<_> = marks.iter().map(Mark::name).collect();
        json!({ "path": address::to_json(path), "marks": marks })
    };
    places.iter().map(place).collect()
}

/// The value with the marks that [`marks_to_json`] wrote. `None` if that did not write them for this
/// value.
pub(super) fn with_marks(value: Value, marks: &Json) -> Option<Value> {
    let place = |place: &Json| {
        let marks = place.get("marks")?.as_array()?.iter();
        let marks: Option<Marks> = marks.map(|name| name.as_str().map(Mark::new)).collect();
        Some((address::from_json(place.get("path")?, &value)?, marks?))
    };
    let places: Option<Vec<_>> = marks.as_array()?.iter().map(place).collect();
    Some(value.mark_with_paths(&places?))
}

/// The value with null in the place of every part that JSON has no form for, and those parts.
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

/// What was taken, as JSON that holds MessagePack: `[{"path": ["id"], "value": "1AAA"}]`.
pub(super) fn taken_to_json(taken: &[(Path, Value)]) -> Result<Json, WireError> {
    let part = |(path, part): &(Path, Value)| {
        let bytes = msgpack::to_msgpack(part, &part.ty())?;
        Ok(json!({ "path": address::to_json(path), "value": STANDARD.encode(bytes) }))
    };
    taken.iter().map(part).collect()
}

/// The value with what [`taken_to_json`] wrote in its place again. `None` if that did not write it for
/// this value.
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
    // Looking up a path takes as long as the elements of sets in it are large.
    let Ok(whole) = value.transform(|path, part| {
        let taken = if is_in_set(path) { None } else { parts.remove(path) };
        Ok::<_, Infallible>(taken.unwrap_or(part))
    });
    Some(whole)
}

/// Whether JSON has a form for a part whose own parts, if it is no set, all have one.
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

/// Whether a path leads into a set, which is taken as a whole. Numbers and texts are positions and keys too,
/// but JSON has a form for those.
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
