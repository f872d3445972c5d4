//! Random types and values.

use hcldyn::cty::{Inclusive, Number, Refinement, Str, Type, Value};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::Union;

/// The parts of random values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// Unknown values and infinite numbers too.
    All,
    /// Known values and nulls that JSON can hold, with names and strings that it escapes.
    Json,
}

/// An unmarked value and its type, without dynamic parts.
pub(crate) fn typed_value() -> impl Strategy<Value = (Type, Value)> {
    typed_value_of(Parts::All)
}

/// An unmarked value that JSON can hold, and its type, without dynamic parts.
pub(crate) fn known_typed_value() -> impl Strategy<Value = (Type, Value)> {
    typed_value_of(Parts::Json)
}

/// A type without dynamic parts.
pub(crate) fn any_type() -> impl Strategy<Value = Type> {
    ty(Parts::Json)
}

fn typed_value_of(parts: Parts) -> impl Strategy<Value = (Type, Value)> {
    ty(parts).prop_flat_map(move |ty| value(&ty, parts).prop_map(move |value| (ty.clone(), value)))
}

fn ty(parts: Parts) -> impl Strategy<Value = Type> {
    let name = match parts {
        Parts::All => "[a-c<é]{1,2}".boxed(),
        Parts::Json => escaped_text().boxed(),
    };
    let primitive = prop_oneof![Just(Type::Bool), Just(Type::Number), Just(Type::String)];
    primitive.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            vec(inner.clone(), 0..4).prop_map(Type::tuple),
            btree_map(name.clone(), inner, 0..4).prop_map(Type::object),
        ]
    })
}

/// A type to which every value of `ty` conforms.
pub(crate) fn constraint(ty: &Type) -> BoxedStrategy<Type> {
    let parts = |types: Vec<&Type>| types.into_iter().map(constraint).collect::<Vec<_>>();
    let same = match ty {
        Type::List(element) => constraint(element).prop_map(Type::list).boxed(),
        Type::Set(element) => constraint(element).prop_map(Type::set).boxed(),
        Type::Map(element) => constraint(element).prop_map(Type::map).boxed(),
        Type::Tuple(types) => parts(types.iter().collect()).prop_map(Type::tuple).boxed(),
        Type::Object(object) => {
            let names: Vec<Str> = object.iter().map(|(name, _)| name.clone()).collect();
            let types = parts(object.iter().map(|(_, ty)| ty).collect());
            types.prop_map(move |types| Type::object(names.iter().cloned().zip(types))).boxed()
        }
        _ => Just(ty.clone()).boxed(),
    };
    prop_oneof![3 => same, 1 => Just(Type::Dynamic)].boxed()
}

/// A value of a type: known, null or unknown.
fn value(ty: &Type, parts: Parts) -> BoxedStrategy<Value> {
    let null = Just(Value::null(ty.clone())).boxed();
    let mut all = vec![(6, known(ty, parts)), (1, null)];
    if parts == Parts::All {
        let of = ty.clone();
        let unknown =
            refinement(ty).prop_map(move |known| Value::unknown_refined(of.clone(), known));
        all.push((2, unknown.boxed()));
    }
    Union::new_weighted(all).boxed()
}

fn known(ty: &Type, parts: Parts) -> BoxedStrategy<Value> {
    let value = move |ty: &Type| value(ty, parts);
    let of = ty.clone();
    match ty {
        Type::Bool => any::<bool>().prop_map(Value::bool).boxed(),
        Type::Number => match parts {
            Parts::All => number().prop_map(Value::number).boxed(),
            Parts::Json => json_number().prop_map(Value::number).boxed(),
        },
        Type::String => match parts {
            Parts::All => prop_oneof![".{0,8}", "[a-z]{28,36}", "[a-z]{250,260}"].boxed(),
            Parts::Json => escaped_text().boxed(),
        }
        .prop_map(Value::from)
        .boxed(),
        Type::List(element) => {
            let element_type = (**element).clone();
            let elements = vec(value(element), 0..4);
            elements.prop_map(move |all| Value::list(element_type.clone(), all)).boxed()
        }
        Type::Set(element) => {
            let element_type = (**element).clone();
            let elements = vec(value(element), 0..4);
            elements.prop_map(move |all| Value::set(element_type.clone(), all)).boxed()
        }
        Type::Map(element) => {
            let element_type = (**element).clone();
            let name = match parts {
                Parts::All => ".{0,3}".boxed(),
                Parts::Json => escaped_text().boxed(),
            };
            let entries = btree_map(name.prop_map(Str::from), value(element), 0..4);
            let map = move |all: std::collections::BTreeMap<_, _>| {
                Value::map(element_type.clone(), all.into_iter().collect())
            };
            entries.prop_map(map).boxed()
        }
        Type::Tuple(types) => {
            types.iter().map(value).collect::<Vec<_>>().prop_map(Value::tuple).boxed()
        }
        Type::Object(object) => {
            let names: Vec<Str> = object.iter().map(|(name, _)| name.clone()).collect();
            let values: Vec<_> = object.iter().map(|(_, ty)| value(ty)).collect();
            values.prop_map(move |all| Value::object(names.iter().cloned().zip(all))).boxed()
        }
        _ => Just(Value::null(of)).boxed(),
    }
}

/// A string with characters that JSON escapes.
fn escaped_text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c<>&\"\\\\]{0,3}", "\\PC{0,4}", any::<String>()]
}

/// A number that comes back from JSON unchanged.
fn json_number() -> impl Strategy<Value = Number> {
    let decimal = (any::<i64>(), -40..40i32);
    prop_oneof![
        any::<i64>().prop_map(Number::from),
        decimal.prop_map(|(digits, power)| Number::parse(&format!("{digits}e{power}")).unwrap()),
        // An `f64` comes back as its shortest decimal, which is a slightly different number.
        any::<f64>().prop_filter_map("a finite number", |value| {
            Number::parse(&value.to_string()).ok().filter(|number| !number.is_infinite())
        }),
    ]
}

fn number() -> impl Strategy<Value = Number> {
    prop_oneof![
        (-300_i64..300).prop_map(Number::from),
        any::<i64>().prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        any::<i128>().prop_map(Number::from),
        any::<f64>().prop_filter_map("NaN is no number", small_float),
        r"-?[0-9]{1,30}\.[0-9]{1,30}".prop_map(|text| Number::parse(&text).unwrap()),
        Just(Number::INFINITY),
        Just(Number::NEG_INFINITY),
    ]
}

/// Returns a number, but not a large integer: those are written with the digits of their precision and then
/// zeros, as in the reference, so that they come back as another number.
fn small_float(value: f64) -> Option<Number> {
    let number = Number::from_f64(value)?;
    (!number.is_integer() || number.to_i64().is_some()).then_some(number)
}

/// A refinement of an unknown value of a type.
fn refinement(ty: &Type) -> BoxedStrategy<Refinement> {
    let not_null = any::<bool>().prop_map(|not_null| Refinement { not_null, ..<_>::default() });
    match ty {
        Type::Number => (not_null, bounds())
            .prop_map(|(known, (lower, upper))| Refinement { lower, upper, ..known })
            .boxed(),
        Type::String => (not_null, proptest::option::of(".{1,9}[/ab]"))
            .prop_map(|(known, prefix)| Refinement { prefix: prefix.map(Str::from), ..known })
            .boxed(),
        Type::List(_) | Type::Set(_) | Type::Map(_) => {
            (not_null, 0_u64..4, proptest::option::of(0_u64..70_000))
                .prop_map(|(known, min, more)| known.with_length(min, more.map(|more| min + more)))
                .boxed()
        }
        _ => not_null.boxed(),
    }
}

type Bound = Option<(Number, Inclusive)>;

fn bounds() -> impl Strategy<Value = (Bound, Bound)> {
    let inclusive = || prop_oneof![Just(Inclusive::Yes), Just(Inclusive::No)];
    let least =
        prop_oneof![(-300_i64..300).prop_map(Number::from), any::<i64>().prop_map(Number::from)];
    let range = (least, 1_u64..70_000, inclusive(), inclusive(), 0..4);
    range.prop_map(|(least, width, from, to, sides)| {
        let most = least.add(&Number::from(width)).unwrap();
        ((sides & 1 > 0).then_some((least, from)), (sides & 2 > 0).then_some((most, to)))
    })
}
