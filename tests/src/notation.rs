//! Writes values in the notation of `tests/vectors/README.md`, so that the reference can compare
//! them.

#![allow(clippy::unwrap_used, reason = "a value that has no notation fails the test")]

use hcldyn::cty::{Inclusive, Kind, Mark, Number, Refinement, Str, Type, Value};
use serde_json::{Map, Value as Json, json};

/// A value in the notation, with the refinements of unknown values. Capsules have no notation.
pub fn value_to_notation(value: &Value) -> Json {
    let of = type_to_notation;
    match value.kind() {
        Kind::Null(ty) => json!({ "t": "null", "of": of(ty) }),
        Kind::Unknown(ty, None) => json!({ "t": "unknown", "of": of(ty) }),
        Kind::Unknown(ty, Some(known)) => {
            let mut node = json!({ "t": "unknown", "of": of(ty) });
            add_refinement(&mut node, known);
            node
        }
        Kind::Bool(value) => json!({ "t": "bool", "v": value }),
        Kind::Number(number) => json!({ "t": "number", "v": number_text(number) }),
        Kind::String(text) => json!({ "t": "string", "v": text.as_str() }),
        Kind::List(list) => {
            json!({ "t": "list", "of": of(list.element_type()), "v": all(list.elements()) })
        }
        Kind::Set(set) => {
            json!({ "t": "set", "of": of(set.element_type()), "v": all(set.elements()) })
        }
        Kind::Map(map) => {
            json!({ "t": "map", "of": of(map.element_type()), "v": entries(map.iter()) })
        }
        Kind::Tuple(tuple) => json!({ "t": "tuple", "v": all(tuple.elements()) }),
        Kind::Object(object) => json!({ "t": "object", "v": entries(object.iter()) }),
        Kind::Marked(value, marks) => {
            let mut node = value_to_notation(value);
            node["marks"] = marks.iter().map(Mark::name).collect();
            node
        }
        _ => panic!("{value:?} has no notation"),
    }
}

/// A type in the JSON form of cty.
pub fn type_to_notation(ty: &Type) -> Json {
    serde_json::from_str(&ty.to_json().unwrap()).unwrap()
}

fn all(elements: &[Value]) -> Json {
    elements.iter().map(value_to_notation).collect()
}

fn entries<'a>(entries: impl Iterator<Item = (&'a Str, &'a Value)>) -> Json {
    entries
        .map(|(key, value)| (key.to_string(), value_to_notation(value)))
        .collect::<Map<_, _>>()
        .into()
}

fn add_refinement(node: &mut Json, refinement: &Refinement) {
    let mut known = Map::new();
    for (name, bound) in [("lower", &refinement.lower), ("upper", &refinement.upper)] {
        if let Some((number, inclusive)) = bound {
            let inclusive = *inclusive == Inclusive::Yes;
            let bound = json!({ "number": number_text(number), "inclusive": inclusive });
            known.insert(name.to_owned(), bound);
        }
    }
    if let Some(prefix) = &refinement.prefix {
        known.insert("prefix".to_owned(), prefix.as_str().into());
    }
    if refinement.min_length > 0 {
        known.insert("min_length".to_owned(), refinement.min_length.into());
    }
    if let Some(max) = refinement.max_length {
        known.insert("max_length".to_owned(), max.into());
    }
    if refinement.not_null {
        node["not_null"] = true.into();
    }
    if !known.is_empty() {
        node["known"] = known.into();
    }
}

fn number_text(number: &Number) -> String {
    match number.to_f64() {
        _ if !number.is_infinite() => number.to_string(),
        f64::INFINITY => "+Inf".to_owned(),
        _ => "-Inf".to_owned(),
    }
}
