//! Random types and values.

use hcldyn::cty::{Mark, Number, Str, json};
use hcldyn::{Type, Value};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

proptest! {
    #[test]
    fn values_come_back_by_their_type((ty, value) in typed_value()) {
        let text = written(&value, &ty)?;
        prop_assert_eq!(json::from_json(&text, &ty), Ok(value), "{} as {}", text, ty);
    }

    #[test]
    fn values_come_back_with_their_type((_, value) in typed_value()) {
        let text = written(&value, &Type::Dynamic)?;
        prop_assert_eq!(json::from_json(&text, &Type::Dynamic), Ok(value), "{}", text);
    }

    #[test]
    fn parts_come_back_with_their_types((ty, value) in typed_value(), depth in 1..4usize) {
        let ty = any_below(&ty, depth);
        let text = written(&value, &ty)?;
        let again = json::from_json(&text, &ty).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(written(&again, &ty)?, text);
    }

    #[test]
    fn plain_data_comes_back_as_it_is((_, value) in typed_value()) {
        let text = json::to_plain_json(&value).unwrap();
        let plain = json::from_plain_json(&text).unwrap();
        prop_assert_eq!(json::to_plain_json(&plain), Ok(text.clone()));
        prop_assert_eq!(json::implied_type(&text), Ok(plain.ty()));
    }

    #[test]
    fn types_come_back(ty in any_type()) {
        prop_assert_eq!(Type::from_json(ty.to_json().unwrap()), Ok(ty));
    }

    #[test]
    fn marks_are_rejected_with_their_path((_, value) in typed_value(), before in 0..3usize) {
        let marked = Value::object([("a", value.mark(Mark::sensitive()))]);
        let tuple = Value::tuple([vec![Value::from(1); before], vec![marked]].concat());
        let error = json::to_json(&tuple, &Type::Dynamic).unwrap_err().to_string();
        let expected =
            format!("element {before}: attribute \"a\": a value marked \"sensitive\" can't be written");
        prop_assert_eq!(error, expected);
    }

    #[test]
    fn a_truncated_text_is_rejected((ty, value) in typed_value(), cut in any::<prop::sample::Index>()) {
        let text = written(&value, &ty)?;
        let end = cut.index(text.len());
        // The beginning of a number is also a number.
        prop_assume!(value.as_number().is_none());
        prop_assert!(json::from_json(&text.as_bytes()[..end], &ty).is_err());
    }

    #[test]
    fn no_text_panics(text in "[\\[\\]{}:,\"\\\\a-f0-9 .eE+-]{0,40}", ty in any_type()) {
        let _ = json::from_json(&text, &ty);
        let _ = json::from_plain_json(&text);
        let _ = Type::from_json(&text);
    }
}

/// A type without dynamic parts and a value of it.
pub(crate) fn typed_value() -> impl Strategy<Value = (Type, Value)> {
    any_type().prop_flat_map(|ty| (Just(ty.clone()), value_of(&ty)))
}

fn any_type() -> impl Strategy<Value = Type> {
    let primitive = prop_oneof![Just(Type::Bool), Just(Type::Number), Just(Type::String)];
    primitive.prop_recursive(3, 12, 3, |ty| {
        prop_oneof![
            ty.clone().prop_map(Type::list),
            ty.clone().prop_map(Type::set),
            ty.clone().prop_map(Type::map),
            vec(ty.clone(), 0..3).prop_map(Type::tuple),
            btree_map(text(), ty, 0..3).prop_map(Type::object),
        ]
    })
}

/// Returns the type with dynamic parts from some depth on.
fn any_below(ty: &Type, depth: usize) -> Type {
    let below = |ty: &Type| any_below(ty, depth - 1);
    match ty {
        _ if depth == 0 => Type::Dynamic,
        Type::List(element) => Type::list(below(element)),
        Type::Set(element) => Type::set(below(element)),
        Type::Map(element) => Type::map(below(element)),
        Type::Tuple(types) => Type::tuple(types.iter().map(below)),
        Type::Object(object) => {
            Type::object(object.iter().map(|(name, ty)| (name.clone(), below(ty))))
        }
        _ => ty.clone(),
    }
}

fn value_of(ty: &Type) -> BoxedStrategy<Value> {
    let null = Just(Value::null(ty.clone()));
    prop_oneof![1 => null, 9 => known_value_of(ty)].boxed()
}

fn known_value_of(ty: &Type) -> BoxedStrategy<Value> {
    let elements = |element: &Type| vec(value_of(element), 0..4);
    let all = |types: &[Type]| types.iter().map(value_of).collect::<Vec<_>>();
    let ty = ty.clone();
    match ty {
        Type::Bool => any::<bool>().prop_map(Value::from).boxed(),
        Type::Number => number().prop_map(Value::from).boxed(),
        Type::String => text().prop_map(Value::from).boxed(),
        Type::List(element) => elements(&element)
            .prop_map(move |elements| Value::list((*element).clone(), elements))
            .boxed(),
        Type::Set(element) => elements(&element)
            .prop_map(move |elements| Value::set((*element).clone(), elements))
            .boxed(),
        Type::Map(element) => vec((text().prop_map(Str::from), value_of(&element)), 0..4)
            .prop_map(move |entries| Value::map((*element).clone(), entries))
            .boxed(),
        Type::Tuple(types) => all(&types).prop_map(Value::tuple).boxed(),
        Type::Object(object) => all(object.types())
            .prop_map(move |values| Value::object_of_shape(object.shape().clone(), values))
            .boxed(),
        _ => Just(Value::null(ty)).boxed(),
    }
}

fn number() -> impl Strategy<Value = Number> {
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

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c<>&\"\\\\]{0,3}", "\\PC{0,4}", any::<String>()]
}

fn written(value: &Value, ty: &Type) -> Result<String, TestCaseError> {
    json::to_json(value, ty).map_err(|error| TestCaseError::fail(error.to_string()))
}
