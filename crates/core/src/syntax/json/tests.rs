//! Valid and invalid JSON, with its errors.

use std::sync::Arc;

use proptest::prelude::*;

use super::{parse_json_body, parse_json_expression};
use crate::body::{AttributeSchema, BlockSchema, BodySchema};
use crate::cty::{Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::source::Source;

fn expression(text: &str) -> (Option<Expression>, String) {
    let mut diags = Diagnostics::new();
    let found = parse_json_expression(&Source::new("t", text), &mut diags);
    assert_eq!(found.is_none(), diags.has_errors(), "{text}");
    (found, diags.to_string())
}

fn problem(text: &str) -> String {
    expression(text).1
}

/// Returns the location and the summary of the only error.
fn summary(text: &str) -> String {
    let problem = problem(text);
    assert!(!problem.contains("\nt:"), "{problem}");
    problem.split_once(';').map_or(problem.clone(), |(summary, _)| summary.to_owned())
}

/// Sources that RFC 8259 rejects, with the location and the summary of each error.
const REFUSED: [(&str, &str); 76] = [
    ("", "1:1: error: Missing value"),
    (" \n", "2:1: error: Missing value"),
    ("{", "1:1: error: Unclosed brace"),
    ("{\"a\"", "1:1: error: Unclosed brace"),
    ("{\"a\":", "1:1: error: Unclosed brace"),
    ("[{\"a\":1", "1:2: error: Unclosed brace"),
    ("{\"a\":1,", "1:1: error: Unclosed brace"),
    ("[", "1:1: error: Unclosed bracket"),
    ("[[], 1", "1:1: error: Unclosed bracket"),
    ("[1,]", "1:3: error: Trailing comma"),
    ("[1 , \n ]", "1:4: error: Trailing comma"),
    ("{\"a\":1,}", "1:7: error: Trailing comma"),
    ("[,]", "1:2: error: Missing value"),
    ("{,}", "1:2: error: Missing name"),
    ("[1,,2]", "1:4: error: Missing value"),
    ("{\"a\":1,,\"b\":2}", "1:8: error: Missing name"),
    ("{\"a\":}", "1:6: error: Missing value"),
    ("{\"a\":,}", "1:6: error: Missing value"),
    ("]", "1:1: error: Missing value"),
    (":", "1:1: error: Missing value"),
    ("[1}", "1:3: error: Mismatched bracket"),
    ("{\"a\":1]", "1:7: error: Mismatched bracket"),
    ("{\"a\" 1}", "1:6: error: Missing colon"),
    ("{\"a\"=1}", "1:5: error: Missing colon"),
    ("{\"a\",1}", "1:5: error: Missing colon"),
    ("{\"a\":1 \"b\":2}", "1:8: error: Missing comma"),
    ("{\"a\":1\n\"b\":2}", "2:1: error: Missing comma"),
    ("[1 2]", "1:4: error: Missing comma"),
    ("[[][]]", "1:4: error: Missing comma"),
    ("[{}{}]", "1:4: error: Missing comma"),
    ("[\"a\"\"b\"]", "1:5: error: Missing comma"),
    ("{a: 1}", "1:2: error: Missing quotes"),
    ("{1: 2}", "1:2: error: Missing quotes"),
    ("{null: 1}", "1:2: error: Missing quotes"),
    ("{[]: 1}", "1:2: error: Missing name"),
    ("{} {}", "1:4: error: Extra characters after value"),
    ("1 2", "1:3: error: Extra characters after value"),
    ("[1]]", "1:4: error: Extra characters after value"),
    ("\"a\" b", "1:5: error: Extra characters after value"),
    ("// x\n{}", "1:1: error: Unexpected comment"),
    ("{} // x", "1:4: error: Unexpected comment"),
    ("{\"a\":1 /* c */}", "1:8: error: Unexpected comment"),
    ("# x\n{}", "1:1: error: Unexpected comment"),
    ("'a'", "1:1: error: Invalid quotes"),
    ("{'a': 1}", "1:2: error: Invalid quotes"),
    ("\u{201c}a\u{201d}", "1:1: error: Invalid quotes"),
    ("`a`", "1:1: error: Invalid quotes"),
    ("True", "1:1: error: Unknown word"),
    ("[nul]", "1:2: error: Unknown word"),
    ("[nulls]", "1:2: error: Unknown word"),
    ("NaN", "1:1: error: Unknown word"),
    ("Infinity", "1:1: error: Unknown word"),
    ("-Infinity", "1:1: error: Invalid number"),
    ("01", "1:1: error: Invalid number"),
    ("[-01]", "1:2: error: Invalid number"),
    ("+1", "1:1: error: Invalid number"),
    (".5", "1:1: error: Invalid number"),
    ("[1.]", "1:2: error: Invalid number"),
    ("1.e3", "1:1: error: Invalid number"),
    ("1e", "1:1: error: Invalid number"),
    ("[1e+]", "1:2: error: Invalid number"),
    ("-", "1:1: error: Invalid number"),
    ("0x10", "1:1: error: Invalid number"),
    ("1_000", "1:1: error: Invalid number"),
    ("\"a", "1:1: error: Unclosed string"),
    ("{\"a\": \"b}\n", "1:7: error: Unclosed string"),
    ("\"a\nb\"", "1:1: error: Unclosed string"),
    ("\"a\tb\"", "1:3: error: Control character"),
    ("\"\u{0}\"", "1:2: error: Control character"),
    ("\"\\x41\"", "1:2: error: Invalid escape sequence"),
    ("[\"\\u12\"]", "1:3: error: Invalid escape sequence"),
    ("\"\\'\"", "1:2: error: Invalid escape sequence"),
    ("\"a\\ud800b\"", "1:3: error: Invalid escape sequence"),
    ("\u{a0}1", "1:1: error: Missing value"),
    ("\u{b}1", "1:1: error: Missing value"),
    ("\u{feff}\u{feff}1", "1:1: error: Missing value"),
];

#[test]
fn invalid_json_is_rejected_with_its_location() {
    for (text, expected) in REFUSED {
        assert_eq!(summary(text), format!("t:{expected}"), "{text:?}");
    }
}

#[test]
fn valid_json_is_accepted() {
    let accepted = [
        "\u{feff}{}",
        " \t\r\n[ ] ",
        "\"\u{7f}\u{e9}\u{2028}\"",
        "\"\\u00e9\\ud83d\\ude00\\b\\f\\n\\r\\t\\/\\\\\\\"\"",
        "-0",
        "0.5",
        "1e+05",
        "1E-5",
        "{\"\": [null, true, false]}",
    ];
    for text in accepted {
        assert_eq!(problem(text), "", "{text:?}");
    }
}

#[test]
fn messages_contain_the_cure() {
    let says = |text: &str, part: &str| {
        let problem = problem(text);
        assert!(problem.contains(part), "{problem}");
    };
    says("[1,]", "A comma is not allowed before \"]\". Remove the comma.");
    says("{port: 1}", "A property name must be in double quotes. Write \"port\": ….");
    says("True", "True is not a JSON value. Write true in lowercase.");
    says("007", "A number can't start with an extra zero");
    says("0x10", "0x10 is not a valid number; ");
    says("+7", "A number can't start with a plus sign.");
    says("1.5.2", "1.5.2 is not a valid number; ");
    says("\"a\tb\"", "Write \\t.");
    says("\"a\u{1}b\"", "Write \\u0001.");
    says("[1 2]", "Expected a comma, or \"]\" to close the bracket, before this.");
    says("#", "a property named \"//\" is a comment");
    says("\"\\q\"", "\\q is not an escape sequence.");
    says("1e999999999", "The magnitude of the number 1e999999999 is too large or too small.");
    says("", "Write an empty body as {}.");
}

#[test]
fn nesting_is_limited() {
    let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
    assert_eq!(problem(&nested(128)), "");
    assert_eq!(summary(&nested(129)), "t:1:129: error: Nested too deeply");
    assert_eq!(summary(&nested(100_000)), "t:1:129: error: Nested too deeply");
    assert_eq!(summary(&"[".repeat(100_000)), "t:1:100000: error: Unclosed bracket");
    let objects = "{\"a\":".repeat(100_000) + "1" + &"}".repeat(100_000);
    assert_eq!(summary(&objects), "t:1:641: error: Nested too deeply");
    let templates = format!("\"{}1{}\"", "${[".repeat(10_000), "]}".repeat(10_000));
    assert_eq!(summary(&templates), "t:1:5: error: Missing quotes");
}

#[test]
fn each_part_with_an_error_is_known() {
    let text = r#"{"a": [ "${b c}", "${d e}", "f", "g((", "${h}"]}"#;
    let mut diags = Diagnostics::new();
    let body = parse_json_body(&Source::new("t", text), &mut diags);
    let parts = body.just_attributes(&mut diags)[0].expr.as_list().unwrap();
    let errors: Vec<_> = parts.iter().map(Expression::has_error).collect();
    assert_eq!(errors, [true, true, false, false, false]);
}

#[test]
fn locations_in_strings_are_locations_in_the_source() {
    let found = |text: &str| {
        let (expr, problems) = expression(text);
        let mut diags = Diagnostics::new();
        if let Some(expr) = expr {
            expr.value(&EvalContext::new().with_variable("x", 1), &mut diags);
        }
        let found = problems + &diags.to_string();
        found.split_once(';').map(|(place, _)| place.to_owned()).unwrap()
    };
    assert_eq!(found("\"${nowhere}\""), "t:1:4: error: Undefined variable");
    assert_eq!(found(r#""\n\u00e9\ud83d\ude00${nowhere}""#), "t:1:24: error: Undefined variable");
    assert_eq!(found(r#"{"a\"": ["\t${x.\u0061}"]}"#), "t:1:16: error: Unknown attribute");
    assert_eq!(found(r#"{"a": "\\${x +}"}"#), "t:1:15: error: Missing expression");
    assert_eq!(found(r#""\t${x""#), "t:1:4: error: Unclosed template sequence");
    assert_eq!(found("[\n\t\"${\"]"), "t:2:3: error: Unclosed template sequence");
    assert_eq!(found(r#""\"${x \"a\"}""#), "t:1:8: error: Extra characters in interpolation");
}

#[test]
fn parts_of_strings_have_their_source_text() {
    let (expr, _) = expression(r#""\n${a.b[\"\u0063\"]}\n${upper(d)}""#);
    let places: Vec<_> =
        expr.unwrap().variables().iter().map(|it| it.place().text().to_owned()).collect();
    assert_eq!(places, [r#"a.b[\"\u0063\"]"#, "d"]);
    let (expr, _) = expression(r#"" f(\"\\n\", g)""#);
    let call = expr.unwrap().as_call().unwrap();
    let arguments: Vec<_> = call.arguments.iter().map(|it| it.text().to_owned()).collect();
    assert_eq!(
        (call.name_place.text(), arguments),
        ("f", vec![r#"\"\\n\""#.to_owned(), "g".to_owned()])
    );
    assert_eq!(call.arguments[0].as_literal(), Some(&Value::from("\n")));
}

#[test]
fn plain_names_are_read_as_by_the_parser() {
    let written = |text: &str| {
        let spelled = expression(text).0.unwrap().as_traversal().unwrap();
        (spelled.root().to_owned(), spelled.steps().to_vec(), spelled.place().text().to_owned())
    };
    // The whitespace in the second string of each pair avoids the fast path.
    for (text, other) in [(r#""a""#, r#"" a ""#), (r#""a-1.\u0062.c_d""#, r#"" a-1.\u0062.c_d ""#)]
    {
        assert_eq!(written(text), written(other));
    }
    for word in ["a.", "1"] {
        assert_eq!(expression(&format!("\"{word}\"")).0.unwrap().as_traversal(), None, "{word}");
    }
}

#[test]
fn each_use_of_a_property_is_the_same_expression() {
    let source = Source::new("t", r#"{"a": "${x}", "b": "${x}"}"#);
    let body = parse_json_body(&source, &mut Diagnostics::new());
    let uses = [(); 3].map(|()| body.just_attributes(&mut Diagnostics::new()));
    let [first, second, third] = uses.each_ref().map(|attributes| &attributes[0].expr);
    assert!(first == second && second == third);
    assert_ne!(*first, uses[0][1].expr);
    // Only the second use stores its tree.
    assert!(!Arc::ptr_eq(first.tree(), second.tree()));
    assert!(Arc::ptr_eq(second.tree(), third.tree()));
}

#[test]
fn invalid_json_is_a_body_without_missing_items() {
    let wanted = AttributeSchema { name: "a".into(), required: true };
    let schema = BodySchema { attributes: vec![wanted], ..BodySchema::default() };
    for text in ["{", "1", "\"a\"", "{\"a\": 1,}", "{\"b\": \"\\ud800\"}"] {
        let mut diags = Diagnostics::new();
        let body = parse_json_body(&Source::new("t", text), &mut diags);
        assert_eq!(diags.error_count(), 1, "{text}");
        assert!(!body.content(&schema, &mut diags).is_complete);
        assert_eq!(diags.error_count(), 1, "{text}: {diags}");
        assert!(body.just_attributes(&mut diags).is_empty());
    }
}

#[test]
fn input_with_invalid_utf8_is_not_read() {
    let mut diags = Diagnostics::new();
    let bytes = b"{\"a\": 1, \"b\": \"\xff\"}";
    let source = crate::syntax::source_from_bytes("t", *bytes, &mut diags).unwrap();
    let body = parse_json_body(&source, &mut diags);
    assert!(body.just_attributes(&mut diags).is_empty());
    assert_eq!(diags.len(), 1);
}

/// Makes all kinds of requests to a source.
fn exercise(text: &str) {
    let mut diags = Diagnostics::new();
    let ctx = EvalContext::new().with_variable("a", Value::unknown(Type::String));
    if let Some(expr) = parse_json_expression(&Source::new("t", text), &mut diags) {
        expr.value(&ctx, &mut diags);
        let _ =
            (expr.variables(), expr.as_call(), expr.as_traversal(), expr.as_map(), expr.as_list());
    }
    let body = parse_json_body(&Source::new("t", text), &mut diags);
    let block = |ty: &str, labels: &[&str]| BlockSchema {
        ty: ty.into(),
        labels: labels.iter().map(|label| (*label).into()).collect(),
    };
    let schema = BodySchema {
        attributes: vec![AttributeSchema { name: "a".into(), required: true }],
        blocks: vec![block("b", &[]), block("c", &["x", "y"])],
        ..BodySchema::default()
    };
    for block in body.content(&schema, &mut diags).blocks {
        block.body.content(&schema, &mut diags);
    }
    body.just_attributes(&mut diags);
    body.partial_content(&schema, &mut diags).1.content(&schema, &mut diags);
    let _ = diags.to_string();
}

proptest! {
    #[test]
    fn invalid_json_has_a_specific_error(text in r#"([\[\]{}:,"\\ \n0-9eE.+-]|"[abc]":|true|null|\\u[0-9a-fdD]{4}|\PC){1,12}"#) {
        prop_assert!(text.trim().is_empty() || !problem(&text).contains("the input is empty"));
    }

    #[test]
    fn random_strings_do_not_panic(text in r#"([\[\]{}:,"\\/ \n0-9eE.+-]|"[abc]":|true|null|\$\{|%\{|\\u[0-9a-fdD]{4}|\PC){0,40}"#) {
        exercise(&text);
        exercise(&format!("{{\"a\": \"{text}\"}}"));
    }

    #[test]
    fn random_json_does_not_panic(text in json()) {
        prop_assert!(!problem(&text).contains("Missing comma"));
        exercise(&text);
    }
}

/// Returns random JSON with the names and words of the requests.
fn json() -> impl Strategy<Value = String> {
    let string = r#""([ab. ]|\\n|\\u00e9|\\"|\$\{a\}|\$\{b|%\{ if a \}|f\(a\)|é){0,4}""#;
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        "-?(0|[1-9]{1,40})(\\.[0-9]{1,9})?",
        string
    ];
    leaf.prop_recursive(5, 40, 4, move |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4)
            .prop_map(|it| format!("[{}]", it.join(", ")));
        let property = ("[abc]|//", inner).prop_map(|(name, value)| format!("\"{name}\": {value}"));
        let object =
            prop::collection::vec(property, 0..4).prop_map(|it| format!("{{{}}}", it.join(",\n")));
        prop_oneof![list, object]
    })
}
