//! Random types and values.

use hcldyn::cty::{Mark, Type, Value, json};
use proptest::prelude::*;

use crate::support::random_values::{any_type, known_typed_value};

proptest! {
    #[test]
    fn values_come_back_by_their_type((ty, value) in known_typed_value()) {
        let text = written(&value, &ty)?;
        prop_assert_eq!(json::from_json(&text, &ty), Ok(value), "{} as {}", text, ty);
    }

    #[test]
    fn values_come_back_with_their_type((_, value) in known_typed_value()) {
        let text = written(&value, &Type::Dynamic)?;
        prop_assert_eq!(json::from_json(&text, &Type::Dynamic), Ok(value), "{}", text);
    }

    #[test]
    fn parts_come_back_with_their_types((ty, value) in known_typed_value(), depth in 1..4usize) {
        let ty = any_below(&ty, depth);
        let text = written(&value, &ty)?;
        let again = json::from_json(&text, &ty).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(written(&again, &ty)?, text);
    }

    #[test]
    fn plain_data_comes_back_as_it_is((_, value) in known_typed_value()) {
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
    fn marks_are_rejected_with_their_path((_, value) in known_typed_value(), before in 0..3usize) {
        let marked = Value::object([("a", value.mark(Mark::sensitive()))]);
        let tuple = Value::tuple([vec![Value::from(1); before], vec![marked]].concat());
        let error = json::to_json(&tuple, &Type::Dynamic).unwrap_err().to_string();
        let expected =
            format!("element {before}: attribute \"a\": a value marked \"sensitive\" can't be written");
        prop_assert_eq!(error, expected);
    }

    #[test]
    fn no_text_panics(text in "[\\[\\]{}:,\"\\\\a-f0-9 .eE+-]{0,40}", ty in any_type()) {
        let _ = json::from_json(&text, &ty);
        let _ = json::from_plain_json(&text);
        let _ = Type::from_json(&text);
    }
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

fn written(value: &Value, ty: &Type) -> Result<String, TestCaseError> {
    json::to_json(value, ty).map_err(|error| TestCaseError::fail(error.to_string()))
}
