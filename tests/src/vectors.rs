//! Reads what the reference answers: the files in `tests/vectors`, whose README tells the notation.
//!
//! A file that does not have the notation is a mistake in this repository, so reading one panics.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use hcldyn::cty::{Kind, Mark, Number, ObjectType, Refinement, Str, Type, Value};
use serde_json::{Value as Json, json};

/// The content of a vector file.
pub fn read(name: &str) -> Json {
    let path = format!("{}/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cases in a section of a vector file, as long as there are at least `least` of them.
pub fn cases<'a>(file: &'a Json, section: &str, least: usize) -> &'a [Json] {
    let cases = file[section].as_array().unwrap();
    assert!(cases.len() >= least, "only {} cases in {section}", cases.len());
    cases
}

/// A value in the notation; `None` for the JSON null that stands for "no value".
pub fn value_from_notation(node: &Json) -> Option<Value> {
    if node.is_null() {
        return None;
    }
    let marks = node["marks"].as_array().into_iter().flatten();
    let value = unmarked_from_notation(node);
    Some(marks.fold(value, |value, mark| value.mark(Mark::new(mark.as_str().unwrap()))))
}

/// Values by name, in the notation.
pub fn values_from_notation(nodes: &Json) -> Vec<(Str, Value)> {
    let entries = nodes.as_object().unwrap().iter();
    entries.map(|(name, node)| (Str::new(name), value_from_notation(node).unwrap())).collect()
}

/// A type in the JSON form of cty.
pub fn type_from_notation(node: &Json) -> Type {
    match node.as_str() {
        Some("bool") => return Type::Bool,
        Some("number") => return Type::Number,
        Some("string") => return Type::String,
        Some("dynamic") => return Type::Dynamic,
        Some(other) => panic!("{other} is no type"),
        None => {}
    }
    match node[0].as_str().unwrap() {
        "list" => Type::list(type_from_notation(&node[1])),
        "set" => Type::set(type_from_notation(&node[1])),
        "map" => Type::map(type_from_notation(&node[1])),
        "tuple" => Type::tuple(node[1].as_array().unwrap().iter().map(type_from_notation)),
        "object" => object_type_from_notation(&node[1], &node[2]),
        other => panic!("{other} is no type"),
    }
}

/// A value in the notation, but for what is marked or not known.
pub fn value_to_notation(value: &Value) -> Json {
    let of = type_to_notation;
    let array = |values: &[Value]| values.iter().map(value_to_notation).collect::<Json>();
    let entry = |(name, value): (&Str, &Value)| (name.to_string(), value_to_notation(value));
    match value.kind() {
        Kind::Null(ty) => json!({"t": "null", "of": of(ty)}),
        Kind::Bool(value) => json!({"t": "bool", "v": value}),
        Kind::Number(number) => json!({"t": "number", "v": number.to_string()}),
        Kind::String(text) => json!({"t": "string", "v": text.as_str()}),
        Kind::List(list) => {
            json!({"t": "list", "of": of(list.element_type()), "v": array(list.elements())})
        }
        Kind::Set(set) => {
            json!({"t": "set", "of": of(set.element_type()), "v": array(set.elements())})
        }
        Kind::Tuple(tuple) => json!({"t": "tuple", "v": array(tuple.elements())}),
        Kind::Map(map) => {
            let entries: Json = map.iter().map(entry).collect();
            json!({"t": "map", "of": of(map.element_type()), "v": entries})
        }
        Kind::Object(object) => {
            let entries: Json = object.iter().map(entry).collect();
            json!({"t": "object", "v": entries})
        }
        Kind::Unknown(..) | Kind::Capsule(_) | Kind::Marked(..) => panic!("{value:?}"),
    }
}

/// A type in the JSON form of cty.
pub fn type_to_notation(ty: &Type) -> Json {
    serde_json::from_str(&ty.to_json().unwrap()).unwrap()
}

/// Whether two values are equal as the vectors tell them apart: numbers by their text, and of what
/// is known of unknown values only that they are not null.
pub fn same(a: &Value, b: &Value) -> bool {
    canonical(a) == canonical(b)
}

fn unmarked_from_notation(node: &Json) -> Value {
    let (v, of) = (&node["v"], || type_from_notation(&node["of"]));
    let elements =
        || v.as_array().unwrap().iter().map(|v| value_from_notation(v).unwrap()).collect();
    match node["t"].as_str().unwrap() {
        "string" => Value::from(v.as_str().unwrap_or_default()),
        "bool" => Value::from(v.as_bool().unwrap()),
        "number" => Value::number(number_from_text(v.as_str().unwrap())),
        "list" => Value::list(of(), elements()),
        "set" => Value::set(of(), elements()),
        "tuple" => Value::tuple(elements()),
        "map" => Value::map(of(), values_from_notation(v)),
        "object" => Value::object(values_from_notation(v)),
        "null" => Value::null(of()),
        "unknown" if node["not_null"] == true => {
            Value::unknown_refined(of(), Refinement::not_null())
        }
        "unknown" => Value::unknown(of()),
        other => panic!("{other} is no kind of value"),
    }
}

fn number_from_text(text: &str) -> Number {
    match text {
        "+Inf" => Number::INFINITY,
        "-Inf" => Number::NEG_INFINITY,
        _ => Number::parse(text).unwrap(),
    }
}

fn object_type_from_notation(attributes: &Json, optional: &Json) -> Type {
    let is_optional = |name: &str| optional.as_array().into_iter().flatten().any(|it| it == name);
    let attributes = attributes.as_object().unwrap().iter();
    let attributes =
        attributes.map(|(name, ty)| (Str::new(name), type_from_notation(ty), is_optional(name)));
    Type::Object(ObjectType::new(attributes).into())
}

/// A text that is the same for values that are equal as the vectors tell them apart.
fn canonical(value: &Value) -> String {
    let all = |values: &[Value]| values.iter().map(canonical).collect::<Vec<_>>().join(", ");
    let entry = |(name, value): (&Str, &Value)| format!("{name:?}: {}", canonical(value));
    match value.kind() {
        Kind::Unknown(ty, known) => {
            let not_null = known.is_some_and(|known| known.not_null);
            format!("unknown({ty}{})", if not_null { ", not null" } else { "" })
        }
        Kind::List(list) => format!("list({}: {})", list.element_type(), all(list.elements())),
        Kind::Set(set) => format!("set({}: {})", set.element_type(), all(set.elements())),
        Kind::Map(map) => {
            let entries: Vec<_> = map.iter().map(entry).collect();
            format!("map({}: {})", map.element_type(), entries.join(", "))
        }
        Kind::Tuple(tuple) => format!("[{}]", all(tuple.elements())),
        Kind::Object(object) => {
            format!("{{{}}}", object.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Kind::Marked(value, marks) => {
            let marks: Vec<_> = marks.iter().map(Mark::name).collect();
            format!("marked({}: {})", marks.join(", "), canonical(value))
        }
        Kind::Null(_) | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) | Kind::Capsule(_) => {
            format!("{value:?}")
        }
    }
}
