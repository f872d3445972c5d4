//! Input that is invalid, hostile or too large.

use hcldyn::cty::{CapsuleType, Number, Type, Value, json};

#[test]
fn errors_have_a_path() {
    let rule = Type::object([("ports", Type::map(Type::list(Type::Number)))]);
    let cases = [
        (
            r#"[{"ports": {"a": [1, {}]}}]"#,
            "element 0: attribute \"ports\": element \"a\": element 1: a number is required, not an object",
        ),
        (r#"[{"port": 1}]"#, "element 0: the type has no attribute \"port\""),
        (
            r#"[{"ports": {"a": 1}}]"#,
            "element 0: attribute \"ports\": element \"a\": a list of numbers is required, not a number",
        ),
        (
            r#"[{"ports": {"a": ["x"]}}]"#,
            "element 0: attribute \"ports\": element \"a\": element 0: a number is required",
        ),
        (
            r#"[{"ports": {"a": [1e999999999]}}]"#,
            "element 0: attribute \"ports\": element \"a\": element 0: \"1e999999999\" is not a valid number: the magnitude of a number must be between 1e-78913 and 1e78913",
        ),
        (r#"[{"ports""#, "element 0: invalid JSON: EOF while parsing an object at line 1 column 9"),
    ];
    for (text, expected) in cases {
        let error = json::from_json(text, &Type::list(rule.clone())).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_value_of_any_type_needs_its_type() {
    let error = |text: &str| json::from_json(text, &Type::Dynamic).unwrap_err().to_string();
    assert!(error("1").starts_with("a value of any type needs its type"));
    assert!(error(r#"{"value": 1}"#).ends_with("both of them"));
    assert!(
        error(r#"{"value": 1, "type": ["list", "int"]}"#)
            .contains("element 1: \"int\" is not a type")
    );
}

#[test]
fn values_without_a_json_form_are_rejected() {
    let capsule = CapsuleType::new("socket");
    let refused = [
        (Value::unknown(Type::Number), "a value that is not known yet can't be written"),
        (Number::NEG_INFINITY.into(), "an infinite number can't be written"),
        (Value::capsule(&capsule, 7), "a value of the program's own can't be written"),
    ];
    for (value, expected) in refused {
        let value = Value::map(value.ty(), vec![("k".into(), value)]);
        let error = json::to_json(&value, &value.ty()).unwrap_err().to_string();
        assert_eq!(error, format!("element \"k\": {expected}"));
    }
    assert!(Type::list(Type::Capsule(capsule)).to_json().is_err());
}

#[test]
fn nesting_ends_in_an_error() {
    let deep = |open: &str, close: &str| open.repeat(100_000) + "1" + &close.repeat(100_000);
    let texts = [
        deep("[", "]"),
        deep("[", ""),
        deep("{\"a\":", "}"),
        deep("{\"type\":\"dynamic\",\"value\":", "}"),
        deep("{\"value\":1,\"type\":[\"list\",", "]}"),
        deep("[\"list\",", "]"),
    ];
    for text in texts {
        assert!(json::from_json(&text, &Type::Dynamic).is_err());
        assert!(json::from_json(&text, &Type::list(Type::list(Type::Number))).is_err());
        assert!(json::from_plain_json(&text).is_err());
        assert!(Type::from_json(&text).is_err());
    }
    let ty = (0..200).fold(Type::String, |ty, _| Type::list(ty));
    assert!(ty.to_json().unwrap_err().to_string().contains("at most 128 levels deep"));
}

/// Each of these objects would have a thousand attributes.
#[test]
fn a_short_input_does_not_make_a_huge_value() {
    let attributes: Vec<_> = (0..1_000).map(|i| format!("\"a{i}\":\"string\"")).collect();
    let ty = format!("[\"list\",[\"object\",{{{}}}]]", attributes.join(","));
    let text = format!("{{\"type\":{ty},\"value\":[{}{{}}]}}", "{},".repeat(20_000));
    let error = json::from_json(&text, &Type::Dynamic).unwrap_err();
    assert!(error.message.contains("more than 1000000 values"), "{error}");
}

/// The value is small, since its parts are shared, but its JSON would have 2^40 elements.
#[test]
fn a_small_value_does_not_make_a_huge_output() {
    let value = (0..40).fold(Value::from("x".repeat(1 << 20)), |value, _| {
        Value::list(Type::String, vec![value.clone(), value])
    });
    assert!(json::to_plain_json(&value).is_err());
}
