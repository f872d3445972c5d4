//! Random types and values.

use hcldyn::cty::{Inclusive, Number, Refinement, Str};
use hcldyn::{Type, Value};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::Union;

/// An unmarked value and its type, without dynamic parts.
pub(crate) fn typed_value() -> impl Strategy<Value = (Type, Value)> {
    ty().prop_flat_map(|ty| value(&ty).prop_map(move |value| (ty.clone(), value)))
}

/// A type without dynamic parts.
fn ty() -> impl Strategy<Value = Type> {
    let primitive = prop_oneof![Just(Type::Bool), Just(Type::Number), Just(Type::String)];
    primitive.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            vec(inner.clone(), 0..4).prop_map(Type::tuple),
            btree_map("[a-c<é]{1,2}", inner, 0..4).prop_map(Type::object),
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
fn value(ty: &Type) -> BoxedStrategy<Value> {
    let of = ty.clone();
    let unknown =
        refinement(ty).prop_map(move |known| Value::unknown_refined(of.clone(), known)).boxed();
    let null = Just(Value::null(ty.clone())).boxed();
    Union::new_weighted(vec![(6, known(ty)), (1, null), (2, unknown)]).boxed()
}

fn known(ty: &Type) -> BoxedStrategy<Value> {
    let of = ty.clone();
    match ty {
        Type::Bool => any::<bool>().prop_map(Value::bool).boxed(),
        Type::Number => number().prop_map(Value::number).boxed(),
        Type::String => {
            prop_oneof![".{0,8}", "[a-z]{28,36}", "[a-z]{250,260}"].prop_map(Value::from).boxed()
        }
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
            let entries = btree_map(".{0,3}".prop_map(Str::from), value(element), 0..4);
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
