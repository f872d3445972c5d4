//! Syntax errors of JSON syntax.

use hcldyn::diag::Applicability;
use hcldyn::spec::Spec;

use super::{assert_fixed_in, decoded, spec};

#[test]
fn certain_fixes() {
    for (code, wrong, right) in [
        ("control-character", "{\"a\": \"b\tc\"}", r#"{"a": "b\tc"}"#),
        ("invalid-quotes", "{'a': 1}", r#"{"a": 1}"#),
        ("missing-colon", r#"{"a" 1}"#, r#"{"a": 1}"#),
        ("missing-colon", r#"{"a" = 1}"#, r#"{"a" : 1}"#),
        ("missing-quotes", "{a: 1}", r#"{"a": 1}"#),
        ("trailing-comma", r#"{"a": [1, 2, ]}"#, r#"{"a": [1, 2 ]}"#),
        ("unknown-word", r#"{"a": True}"#, r#"{"a": true}"#),
        ("unknown-word", r#"{"a": b}"#, r#"{"a": "b"}"#),
    ] {
        let applicability = assert_fixed_in("t.json", &Spec::any(), code, wrong, right);
        assert_eq!(applicability, Applicability::Safe, "{wrong}");
    }
}

/// Quotes around a word would end the JSON string.
#[test]
fn words_in_expressions_get_no_quotes() {
    let (_, diags) = decoded("t.json", r#"{"a": "${upper(west)}"}"#, &Spec::any());
    let fixes = diags.iter().flat_map(|diagnostic| &diagnostic.fixes);
    assert_eq!((diags.len(), fixes.count()), (1, 0), "{diags}");
}

#[test]
fn uncertain_fixes() {
    for (code, wrong, right) in [
        ("invalid-escape-sequence", r#"{"a": "\d"}"#, r#"{"a": "\\d"}"#),
        ("invalid-number", r#"{"a": 01}"#, r#"{"a": 1}"#),
        ("invalid-number", r#"{"a": +1.5}"#, r#"{"a": 1.5}"#),
        ("mismatched-bracket", r#"{"a": [1}}"#, r#"{"a": [1]}"#),
        ("missing-comma", "{\"a\": 1\n\"b\": 2}", "{\"a\": 1,\n\"b\": 2}"),
        ("unclosed-brace", "{\"a\": 1\n", "{\"a\": 1}\n"),
        ("unclosed-bracket", r#"[{"a": 1}"#, r#"[{"a": 1}]"#),
        ("unclosed-string", r#"{"a": "b}"#, r#"{"a": "b"}"#),
        ("unexpected-comment", "{\"a\": 1 // b\n}", "{\"a\": 1 \n}"),
        ("unexpected-comment", "{\"a\": /* b */ 1}", "{\"a\":  1}"),
    ] {
        let applicability = assert_fixed_in("t.json", &Spec::any(), code, wrong, right);
        assert_eq!(applicability, Applicability::Uncertain, "{wrong}");
    }
}

#[test]
fn repeated_properties() {
    let spec = spec("object {\n  attr \"a\" { type = any }\n}\n");
    let (wrong, right) = (r#"{"a": {"b": 1, "b": 2}}"#, r#"{"a": {"b": 1}}"#);
    let applicability = assert_fixed_in("t.json", &spec, "duplicate-key", wrong, right);
    assert_eq!(applicability, Applicability::Uncertain);
}
