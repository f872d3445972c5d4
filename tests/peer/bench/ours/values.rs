//! The value model: numbers, strings, collections and conversions.

use std::hint::black_box;
use std::rc::Rc;

use hcldyn::cty::convert::{convert, unify};
use hcldyn::cty::ops::{self, OpError};
use hcldyn::cty::{Number, ObjectType, Str, Type, Value};

use crate::measuring::{Case, Operation};

type Binary = fn(&Value, &Value) -> Result<Value, OpError>;

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(texts_of_numbers());
    cases.extend(operations());
    for (name, text) in [
        ("string ASCII", "compute-instance-17"),
        ("string not ASCII", "Grüße aus Zürich, 東京"),
        ("string to normalise", "Cafe\u{301} au lait"),
    ] {
        cases.push(case(name, move || Box::new(move || Value::from(black_box(text)))));
    }
    cases.push(unification("unify 100 primitives", one_of));
    cases.push(unification("unify 100 objects", |i| {
        Type::object([("name", Type::String), ("port", one_of(i))])
    }));
    cases.extend(collections());
    cases.extend(conversions());
    cases
}

fn texts_of_numbers() -> Vec<Case> {
    let third = number("1").as_number().unwrap().div(number("3").as_number().unwrap());
    let third = third.unwrap().to_string();
    let digits = [("int", "42"), ("0.75", "0.75"), ("3.14159", "3.14159"), ("154 digits", &third)];
    let digits = digits.map(|(name, text)| (name, text.to_owned()));
    let mut cases = Vec::new();
    for (name, text) in digits.clone() {
        cases.push(case(&format!("parse {name}"), move || {
            let text = text.clone();
            Box::new(move || number(black_box(&text)))
        }));
    }
    for (name, text) in digits {
        let number = move || number(&text);
        cases.push(conversion(&format!("text of {name}"), number, Type::String));
    }
    cases
}

fn operations() -> Vec<Case> {
    let binary = |name, a, b, operation: Binary| {
        case(name, move || {
            let (a, b) = (number(a), number(b));
            Box::new(move || operation(black_box(&a), black_box(&b)).unwrap())
        })
    };
    vec![
        binary("add ints", "40", "2", ops::add),
        binary("add 0.1 + 0.2", "0.1", "0.2", ops::add),
        binary("multiply ints", "40", "2", ops::multiply),
        binary("multiply 0.1 * 0.2", "0.1", "0.2", ops::multiply),
        binary("divide 84 / 2", "84", "2", ops::divide),
        binary("divide 1 / 3", "1", "3", ops::divide),
        binary("modulo ints", "40", "7", ops::modulo),
        binary("compare ints", "40", "2", ops::less_than),
        binary("compare 0.1 < 0.2", "0.1", "0.2", ops::less_than),
        binary("equal ints", "40", "40", |a, b| Ok(a.equals(b))),
        binary("equal 0.1", "0.1", "0.1", |a, b| Ok(a.equals(b))),
    ]
}

fn collections() -> Vec<Case> {
    vec![
        making("list of 10,000", 10_000, |_, values| Value::list(Type::String, values.to_vec())),
        making("set of 10,000", 10_000, |_, values| Value::set(Type::String, values.to_vec())),
        making("map of 1,000", 1_000, |names, values| {
            let entries = entries(names, values).map(|(name, value)| (Str::new(name), value));
            Value::map(Type::String, entries.collect())
        }),
        making("object of 1,000", 1_000, |names, values| Value::object(entries(names, values))),
        making("type of object of 1,000", 1_000, |names, values| {
            Value::null(Value::object(entries(names, values)).ty())
        }),
        case("read 1,000 attributes", || {
            let names = names(1_000);
            let object = Value::object(entries(&names, &texts(1_000)));
            Box::new(move || {
                let object = black_box(&object).as_object().unwrap();
                let read = |_, name: &String| black_box(object.get(name).unwrap().clone());
                names.iter().fold(Value::dynamic(), read)
            })
        }),
        case("read 1,000 elements", || {
            let list = Value::list(Type::String, texts(1_000));
            Box::new(move || {
                let elements = black_box(&list).elements().iter();
                elements.fold(Value::dynamic(), |_, element| black_box(element.clone()))
            })
        }),
        case("clone", || {
            let value = Value::list(Type::String, texts(10_000));
            Box::new(move || black_box(&value).clone())
        }),
        case("equal lists of 1,000", || {
            let list = || Value::list(Type::String, texts(1_000));
            let (a, b) = (list(), list());
            Box::new(move || black_box(&a).equals(black_box(&b)))
        }),
    ]
}

fn conversions() -> Vec<Case> {
    let strings = || Value::tuple(texts(10_000));
    let integers = || Value::tuple((0..10_000).map(Value::from).collect());
    vec![
        conversion("tuple to list", strings, Type::list(Type::String)),
        conversion("tuple to list of any", strings, Type::list(Type::Dynamic)),
        conversion("tuple to set", strings, Type::set(Type::String)),
        conversion("numbers to strings", integers, Type::list(Type::String)),
        conversion(
            "object to map",
            || Value::object(entries(&names(1_000), &texts(1_000))),
            Type::map(Type::String),
        ),
        conversion("object to object", service, service_type()),
        conversion(
            "list to the same",
            || Value::list(Type::String, texts(10_000)),
            Type::list(Type::String),
        ),
    ]
}

fn service() -> Value {
    Value::object([
        ("name", Value::from("http")),
        ("port", Value::from("8080")),
        ("enabled", Value::from("true")),
        ("zones", Value::tuple(texts(3))),
    ])
}

fn service_type() -> Type {
    let attribute = |name: &str, ty, optional| (Str::new(name), ty, optional);
    let ty = ObjectType::new([
        attribute("name", Type::String, false),
        attribute("port", Type::Number, false),
        attribute("enabled", Type::Bool, false),
        attribute("zones", Type::list(Type::String), false),
        attribute("note", Type::String, true),
    ]);
    Type::Object(ty.into())
}

fn case(name: &str, prepare: impl Fn() -> Operation + 'static) -> Case {
    (name.to_owned(), Rc::new(prepare))
}

/// A case that builds a value from names and strings.
fn making(name: &str, count: usize, make: fn(&[String], &[Value]) -> Value) -> Case {
    case(name, move || {
        let (names, values) = (names(count), texts(count));
        Box::new(move || make(black_box(&names), black_box(&values)))
    })
}

/// A case that converts a value. The value stays in use, so the conversion has to copy it.
fn conversion(name: &str, given: impl Fn() -> Value + 'static, wanted: Type) -> Case {
    case(name, move || {
        let (given, wanted) = (given(), wanted.clone());
        Box::new(move || convert(black_box(&given).clone(), &wanted).unwrap())
    })
}

fn unification(name: &str, ty: fn(usize) -> Type) -> Case {
    case(name, move || {
        let types: Vec<Type> = (0..100).map(ty).collect();
        Box::new(move || Value::null(unify(black_box(&types)).unwrap()))
    })
}

fn one_of(i: usize) -> Type {
    if i.is_multiple_of(2) { Type::Number } else { Type::String }
}

fn number(text: &str) -> Value {
    Value::number(Number::parse(text).unwrap())
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("element-{}", i * 7919 % count)).collect()
}

fn texts(count: usize) -> Vec<Value> {
    names(count).into_iter().map(Value::from).collect()
}

fn entries<'a>(names: &'a [String], values: &'a [Value]) -> impl Iterator<Item = (&'a str, Value)> {
    names.iter().map(String::as_str).zip(values.iter().cloned())
}
