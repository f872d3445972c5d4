//! Reads the answers of the reference: the files in `tests/vectors`, whose README describes the
//! notation.
//!
//! A file in another notation is an error in this repository, so reading it panics.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use hcldyn::cty::{Inclusive, Kind, Mark, Number, ObjectType, Refinement, Str, Type, Value};
use hcldyn::ext::{can_fn, try_fn};
use hcldyn::{EvalContext, functions};
use serde_json::Value as Json;

/// The content of a vector file.
pub fn read(name: &str) -> Json {
    let path = format!("{}/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cases in a section of a vector file. There must be at least `least` of them.
pub fn cases<'a>(file: &'a Json, section: &str, least: usize) -> &'a [Json] {
    let cases = file[section].as_array().unwrap();
    assert!(cases.len() >= least, "only {} cases in {section}", cases.len());
    cases
}

/// A value in the notation, `None` for a JSON null.
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

/// A context with the functions of the library, `try`, `can` and variables in the notation.
pub fn context(variables: &Json) -> EvalContext {
    let mut context = EvalContext::new()
        .with_functions(functions::all())
        .with_function("try", try_fn())
        .with_function("can", can_fn());
    for (name, value) in values_from_notation(variables) {
        context.set_variable(name, value);
    }
    context
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
        // Go writes a slice that was never filled as null.
        "tuple" => Type::tuple(node[1].as_array().into_iter().flatten().map(type_from_notation)),
        "object" => object_type_from_notation(&node[1], &node[2]),
        other => panic!("{other} is no type"),
    }
}

/// Returns `true` if two values are equal in the sense of the vectors. Numbers are compared by their digits.
/// The only refinement compared is that a value is not null.
pub fn same(a: &Value, b: &Value) -> bool {
    canonical(a, Detail::Nullness) == canonical(b, Detail::Nullness)
}

/// Returns `true` if two values are equal, including all refinements.
pub fn same_fully(a: &Value, b: &Value) -> bool {
    canonical(a, Detail::All) == canonical(b, Detail::All)
}

/// Returns `true` if two values are equal, apart from refinements.
pub fn same_plainly(a: &Value, b: &Value) -> bool {
    canonical(a, Detail::Nothing) == canonical(b, Detail::Nothing)
}

/// Returns `true` if a result equals the recorded one, or both are absent.
pub fn agrees(found: Option<&Value>, expected: &Json) -> bool {
    match (found, value_from_notation(expected)) {
        (Some(found), Some(expected)) => same_fully(found, &expected),
        (None, None) => true,
        _ => false,
    }
}

/// Returns `true` if a node of the notation, or one inside it, satisfies a condition.
pub(crate) fn any_node(node: &Json, is_so: &dyn Fn(&Json) -> bool) -> bool {
    let mut is_found = false;
    each_node(node, &mut |node| is_found |= is_so(node));
    is_found
}

/// Visits a node of the notation and all nodes inside it.
pub(crate) fn each_node<'a>(node: &'a Json, visit: &mut dyn FnMut(&'a Json)) {
    visit(node);
    let elements = node.as_array().into_iter().flatten();
    let fields = node.as_object().into_iter().flat_map(|fields| fields.values());
    elements.chain(fields).for_each(|node| each_node(node, visit));
}

/// The refinements that count when two values are compared.
#[derive(Clone, Copy)]
enum Detail {
    Nothing,
    Nullness,
    All,
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
        "unknown" => Value::unknown_refined(of(), refinement_from_notation(node)),
        other => panic!("{other} is no kind of value"),
    }
}

fn refinement_from_notation(node: &Json) -> Refinement {
    let known = known_from_notation(&node["known"]);
    Refinement { not_null: node["not_null"] == true, ..known }
}

/// The refinements of an unknown value in the notation, without the one that it is not null.
pub fn known_from_notation(known: &Json) -> Refinement {
    let bound = |name: &str| {
        let bound = known[name].as_object()?;
        let inclusive = if bound["inclusive"] == true { Inclusive::Yes } else { Inclusive::No };
        Some((number_from_text(bound["number"].as_str().unwrap()), inclusive))
    };
    Refinement {
        not_null: false,
        lower: bound("lower"),
        upper: bound("upper"),
        prefix: known["prefix"].as_str().map(Str::new),
        min_length: known["min_length"].as_u64().unwrap_or(0),
        max_length: known["max_length"].as_u64(),
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

/// A value as `Debug` writes it, including marked values and complete types.
pub fn revealed(value: &Value) -> String {
    let all = |values: &[Value]| values.iter().map(revealed).collect::<Vec<_>>().join(", ");
    let entry = |(name, value): (&Str, &Value)| format!("{name:?}: {}", revealed(value));
    match value.kind() {
        Kind::Marked(value, marks) => format!("marked({}, {marks:?})", revealed(value)),
        Kind::Null(ty) => format!("null({ty})"),
        Kind::Unknown(ty, None) => format!("unknown({ty})"),
        _ if !value.contains_marked() => format!("{value:?}"),
        Kind::List(list) => format!("list([{}])", all(list.elements())),
        Kind::Tuple(tuple) => format!("[{}]", all(tuple.elements())),
        Kind::Map(map) => format!("{{{}}}", map.iter().map(entry).collect::<Vec<_>>().join(", ")),
        Kind::Object(object) => {
            format!("object{{{}}}", object.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        _ => unreachable!("a value with marked parts has parts, and a set has none that is marked"),
    }
}

/// Returns a string that is equal for values that are equal in the sense of the vectors.
fn canonical(value: &Value, detail: Detail) -> String {
    let canonical = |value: &Value| canonical(value, detail);
    let all = |values: &[Value]| values.iter().map(canonical).collect::<Vec<_>>().join(", ");
    let entry = |(name, value): (&Str, &Value)| format!("{name:?}: {}", canonical(value));
    match value.kind() {
        Kind::Unknown(ty, known) => {
            let not_null = known.is_some_and(|known| known.not_null);
            if let Detail::Nothing = detail {
                return format!("unknown({ty})");
            }
            let known = match (detail, known) {
                (Detail::All, Some(known)) => format!(", {known:?}"),
                _ => String::new(),
            };
            format!("unknown({ty}{}{known})", if not_null { ", not null" } else { "" })
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
        Kind::Null(ty) => format!("null({ty})"),
        _ => format!("{value:?}"),
    }
}
