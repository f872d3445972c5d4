//! The costs of operations, conversions and calls.

#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]

use divan::{Bencher, black_box};
use hcldyn_cty::convert::{convert, unify};
use hcldyn_cty::{Function, ObjectType, Str, Type, Value, json, ops};

const COUNT: usize = 1000;

fn main() {
    divan::main();
}

/// A thousand additions.
#[divan::bench]
fn add(bencher: Bencher<'_, '_>) {
    let one = Value::from(1);
    bencher.bench(|| {
        let add = |sum: Value, _| ops::add(&sum, black_box(&one)).unwrap();
        (0..COUNT).fold(Value::from(0), add)
    });
}

#[divan::bench]
fn less_than(bencher: Bencher<'_, '_>) {
    let (a, b) = (Value::from(40), Value::from(2));
    bencher.bench(|| ops::less_than(black_box(&a), black_box(&b)));
}

#[divan::bench]
fn add_unknown(bencher: Bencher<'_, '_>) {
    let (a, b) = (Value::from(40), Value::unknown(Type::Number));
    bencher.bench(|| ops::add(black_box(&a), black_box(&b)));
}

#[divan::bench]
fn equal_texts(bencher: Bencher<'_, '_>) {
    let (a, b) = (Value::from("ingress"), Value::from("ingress"));
    bencher.bench(|| black_box(&a).equals(black_box(&b)));
}

#[divan::bench]
fn convert_number_to_number(bencher: Bencher<'_, '_>) {
    bencher.bench(|| convert(black_box(Value::from(1)), &Type::Number));
}

#[divan::bench]
fn convert_text_to_number(bencher: Bencher<'_, '_>) {
    let text = Value::from("8080");
    bencher.bench(|| convert(black_box(&text).clone(), &Type::Number));
}

#[divan::bench]
fn convert_tuple_to_list(bencher: Bencher<'_, '_>) {
    let wanted = Type::list(Type::String);
    let tuple = || Value::tuple(vec![Value::from("a"); COUNT]);
    bencher.with_inputs(tuple).bench_values(|tuple| convert(tuple, &wanted));
}

#[divan::bench]
fn convert_tuple_to_list_of_any(bencher: Bencher<'_, '_>) {
    let wanted = Type::list(Type::Dynamic);
    let tuple = || Value::tuple(vec![Value::from("a"); COUNT]);
    bencher.with_inputs(tuple).bench_values(|tuple| convert(tuple, &wanted));
}

#[divan::bench]
fn convert_object(bencher: Bencher<'_, '_>) {
    let attribute = |name: &str, ty, optional| (Str::new(name), ty, optional);
    let wanted = ObjectType::new([
        attribute("name", Type::String, false),
        attribute("port", Type::Number, false),
        attribute("note", Type::String, true),
    ]);
    let wanted = Type::Object(wanted.into());
    let object = Value::object([("name", Value::from("http")), ("port", 80.into())]);
    bencher.bench(|| convert(black_box(&object).clone(), &wanted));
}

#[divan::bench]
fn unify_objects(bencher: Bencher<'_, '_>) {
    let object = || Type::object([("name", Type::String), ("port", Type::Number)]);
    let types: Vec<Type> = (0..COUNT).map(|_| object()).collect();
    bencher.bench(|| unify(black_box(&types)));
}

#[divan::bench]
fn call_closure(bencher: Bencher<'_, '_>) {
    let function = Function::from_fn("", ["a", "b"], |a: i64, b: i64| a + b);
    bencher.bench(|| function.call(vec![black_box(Value::from(1)), Value::from(2)]));
}

#[divan::bench]
fn take_rust_type(bencher: Bencher<'_, '_>) {
    use hcldyn_cty::FromValue;
    let list = || Value::list(Type::Number, vec![Value::from(7); COUNT]);
    bencher.with_inputs(list).bench_values(|list| Vec::<u16>::from_value(&list).unwrap());
}

/// A thousand servers of a name, two ports and a tag each.
fn servers() -> (Value, Type) {
    let ty = Type::list(Type::object([
        ("name", Type::String),
        ("ports", Type::list(Type::Number)),
        ("tags", Type::map(Type::String)),
    ]));
    let server = |index: i64| {
        Value::object([
            ("name", Value::from(format!("server-{index}"))),
            ("ports", Value::list(Type::Number, vec![index.into(), 443.into()])),
            ("tags", Value::map(Type::String, vec![("role".into(), "web".into())])),
        ])
    };
    let servers = Value::tuple((0..1_000).map(server).collect());
    (convert(servers, &ty).unwrap(), ty)
}

#[divan::bench]
fn write_json(bencher: Bencher<'_, '_>) {
    let (value, ty) = servers();
    bencher.bench(|| json::to_json(black_box(&value), &ty));
}

#[divan::bench]
fn read_json(bencher: Bencher<'_, '_>) {
    let (value, ty) = servers();
    let text = json::to_json(&value, &ty).unwrap();
    bencher.bench(|| json::from_json(black_box(&text), &ty));
}

#[divan::bench]
fn read_plain_json(bencher: Bencher<'_, '_>) {
    let (value, ty) = servers();
    let text = json::to_json(&value, &ty).unwrap();
    bencher.bench(|| json::from_plain_json(black_box(&text)));
}
