//! Inputs that end early, or are invalid JSON from some byte on: the error has the path to that byte.

use hcldyn::cty::{Type, json};
use proptest::prelude::*;
use serde_json::value::RawValue;

use crate::support::random_values::known_typed_value;

fn error(text: impl AsRef<[u8]>, ty: &Type) -> String {
    json::from_json(text, ty).unwrap_err().to_string()
}

#[test]
fn the_path_leads_to_the_end_of_a_truncated_text() {
    let number = || Type::Number;
    let cases = [
        (Type::object([("port", number())]), r#"{"port": "#, "attribute \"port\""),
        (Type::object([("port", number())]), r#"{"port": 80"#, "attribute \"port\""),
        (Type::map(number()), r#"{"a": 1, "b": tru"#, "element \"b\""),
        (Type::list(number()), "[1, 2, ", "element 2"),
        (Type::list(number()), "[1, 2, 3.5", "element 2"),
        (Type::tuple([number(), Type::String]), r#"[1, "te"#, "element 1"),
        (Type::tuple([number()]), r#"[1, [2, "#, "element 1"),
        (Type::set(Type::list(number())), "[[1], [2, 3", "element 1: element 1"),
        (Type::list(Type::Dynamic), r#"[{"type": "number", "value": 8"#, "element 0"),
    ];
    for (ty, text, path) in cases {
        let found = error(text, &ty);
        let expected = format!("{path}: invalid JSON: EOF while parsing");
        assert!(found.starts_with(&expected), "{text}: {found}");
        assert!(found.ends_with(&format!("at line 1 column {}", text.len())), "{text}: {found}");
    }
}

#[test]
fn the_path_is_as_deep_as_the_input() {
    let rule = Type::object([("hosts", Type::map(Type::String)), ("port", Type::Number)]);
    let ty = Type::object([("rule", Type::list(rule))]);
    let cases = [
        (
            "{\"rule\": [{\"port\": 1}, {}, {\n  \"port\": 8x}]}",
            "attribute \"rule\": element 2: attribute \"port\": invalid JSON: \
             expected `,` or `}` at line 2 column 12",
        ),
        (
            r#"{"rule": [{"hosts": {"a": "b", "c" "d"}}]}"#,
            "attribute \"rule\": element 0: attribute \"hosts\": invalid JSON: \
             expected `:` at line 1 column 36",
        ),
        (
            r#"{"rule": [{"hosts": {"a": "b", "c": 'd'}}]}"#,
            "attribute \"rule\": element 0: attribute \"hosts\": element \"c\": invalid JSON: expected value at line 1 column 37",
        ),
        (
            "{\"rule\": [{\"hosts\": {\"a\": \"b\n\"}}]}",
            "attribute \"rule\": element 0: attribute \"hosts\": element \"a\": invalid JSON: control character (\\u0000-\\u001F) found while parsing a string at line 1 column 28",
        ),
        (
            "{\"rule\": [\n{\"hosts\": {\"a\": \"\\ud800\"}}]}",
            "attribute \"rule\": element 0: attribute \"hosts\": element \"a\": invalid JSON: unpaired surrogate at line 2 column 17",
        ),
        (
            "{\"rule\": [{\"hosts\": {\"a\": \"\u{dd6}\0\"}}]}",
            "attribute \"rule\": element 0: attribute \"hosts\": element \"a\": invalid JSON: control character (\\u0000-\\u001F) found while parsing a string at line 1 column 30",
        ),
        ("{\"rule\": []} {}", "invalid JSON: trailing characters at line 1 column 14"),
        ("", "invalid JSON: EOF while parsing a value at line 1 column 0"),
        ("{\"rule\"", "invalid JSON: EOF while parsing an object at line 1 column 7"),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text, &ty), expected, "{text}");
    }
}

#[test]
fn the_steps_into_a_dynamic_value_follow_its_type() {
    let ty = Type::object([("extra", Type::Dynamic)]);
    let cases = [
        // The type comes first, so the steps are elements of a map.
        (
            r#"{"extra": {"type": ["map", "number"], "value": {"a": "#,
            "attribute \"extra\": element \"a\"",
        ),
        // The type comes last, so the steps are attributes of a JSON object.
        (r#"{"extra": {"value": {"a": [1, "#, "attribute \"extra\": attribute \"a\": element 1"),
        (
            r#"{"extra": {"value": 1, "type": ["list", "num"#,
            "attribute \"extra\": invalid type of the value: element 1",
        ),
        (r#"{"extra": {"value": 1, "#, "attribute \"extra\""),
    ];
    for (text, path) in cases {
        let found = error(text, &ty);
        assert!(found.starts_with(&format!("{path}: invalid JSON: EOF")), "{found}");
    }
}

#[test]
fn errors_about_invalid_utf_8_have_a_path() {
    let ty = Type::map(Type::String);
    assert!(error(b"{\"a\": \"\xff\"}", &ty).starts_with("element \"a\": invalid UTF-8"));
    assert!(error(b"{\"a\": 'x' \xff}", &ty).starts_with("element \"a\": invalid JSON"));
    assert!(error(b"{} \xff", &ty).starts_with("invalid UTF-8"));
}

/// The first error in the input is reported.
#[test]
fn a_wrong_type_before_the_break_is_reported() {
    let found = error("[true, ", &Type::list(Type::Number));
    assert_eq!(found, "element 0: a number is required, not a bool");
}

#[test]
fn plain_data_and_types_have_paths_too() {
    let found = json::from_plain_json(r#"{"a": [1, {"b": nul}]}"#).unwrap_err().to_string();
    let expected = "attribute \"a\": element 1: attribute \"b\": invalid JSON";
    assert!(found.starts_with(expected), "{found}");
    let found = Type::from_json(r#"["object", {"a": ["list", "#).unwrap_err().to_string();
    let expected = "element 1: attribute \"a\": element 1: invalid JSON";
    assert!(found.starts_with(expected), "{found}");
}

proptest! {
    #[test]
    fn a_text_truncated_at_any_byte_is_rejected((ty, value) in known_typed_value()) {
        for ty in [ty, Type::Dynamic] {
            let text = json::to_json(&value, &ty).unwrap();
            for end in 0..text.len() {
                // The beginning of a number can also be a number.
                let begun = &text.as_bytes()[..end];
                let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
                    && serde_json::from_slice::<&RawValue>(begun).is_ok();
                prop_assert!(is_number || json::from_json(begun, &ty).is_err(), "{} of {}", end, text);
            }
        }
    }

    #[test]
    fn json_with_a_changed_byte_is_read_only_if_valid(
        (ty, value) in known_typed_value(), at in any::<prop::sample::Index>(), byte in any::<u8>()
    ) {
        for ty in [ty, Type::Dynamic] {
            let mut text = json::to_json(&value, &ty).unwrap().into_bytes();
            let at = at.index(text.len());
            text[at] = byte;
            // A number may be too large for serde_json, but is valid JSON.
            let is_json = serde_json::from_slice::<&RawValue>(&text).is_ok();
            prop_assert!(is_json || json::from_json(&text, &ty).is_err());
            prop_assert!(is_json || json::from_plain_json(&text).is_err());
        }
    }
}
