//! A later evaluation knows more, and must not change known values.

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::{AttrSpec, BlocksSpec, Origin, Presence, Spec, decode_with_origin};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};
use hcldyn_tests::text;

/// Returns the errors if an expression changes from `before` to `after`.
fn problems(before: &str, after: &str) -> String {
    problems_of(text::value(before, &context()), text::value(after, &context()))
}

fn problems_of(before: Value, after: Value) -> String {
    let origin = Origin::new(text::parse("1").place(), Presence::Present);
    let mut diags = Diagnostics::new();
    Artifact::new().with_value("v", before).check("v", &after, &origin, &mut diags);
    let plain = |line: &str| {
        let line = line.strip_prefix("t.hcl:1:1: error: Changed value; \"v\"").unwrap();
        line.strip_suffix(". A value that was known before must not change.").unwrap().to_owned()
    };
    diags.to_string().lines().map(plain).collect::<Vec<_>>().join("\n")
}

fn context() -> EvalContext {
    let text = Value::unknown(Type::String).refine().not_null();
    let range = Value::unknown(Type::Number).refine();
    let list = Value::unknown(Type::list(Type::String)).refine();
    let yes = hcldyn::cty::Inclusive::Yes;
    let no = hcldyn::cty::Inclusive::No;
    EvalContext::new()
        .with_functions(hcldyn::functions::all())
        .with_variable("any", Value::dynamic())
        .with_variable("text", Value::unknown(Type::String))
        .with_variable("id", text.whole_prefix("i-").finish().unwrap())
        .with_variable("port", range.lower(1, yes).upper(10, no).finish().unwrap())
        .with_variable("some", list.min_length(1).max_length(2).finish().unwrap())
        .with_variable("secret", Value::from("s3cret").mark(Mark::sensitive()))
        .with_variable("later", Value::unknown(Type::String).mark(Mark::sensitive()))
        .with_variable("one", Value::list(Type::Number, vec![1.into()]))
        .with_variable("none", Value::list(Type::Number, vec![]))
        .with_variable("nothing", Value::list(Type::String, vec![]))
}

#[test]
fn a_known_value_may_stay_the_same() {
    for text in [
        "1",
        "\"a\"",
        "null",
        "[1, [true]]",
        "{ a = 1, b = null }",
        "one",
        "none",
        "secret",
        "any",
        "id",
        "[text, later]",
        "toset([\"a\", \"b\"])",
        "toset([\"a\", text])",
    ] {
        assert_eq!(problems(text, text), "", "{text}");
    }
}

#[test]
fn an_unknown_value_may_become_known() {
    for (before, after) in [
        ("any", "{ a = [1] }"),
        ("any", "null"),
        ("text", "\"a\""),
        ("text", "null"),
        ("id", "\"i-1\""),
        ("port", "1"),
        ("port", "9.5"),
        ("some", "tolist([\"a\"])"),
        ("{ a = text, b = 1 }", "{ a = \"x\", b = 1 }"),
        ("[any, 1]", "[[1, 2], 1]"),
        ("toset([\"a\", text])", "toset([\"a\", \"b\"])"),
        ("toset([\"a\", text])", "toset([\"a\"])"),
        ("later", "\"x\""),
        ("later", "secret"),
        ("secret", "\"s3cret\""),
    ] {
        assert_eq!(problems(before, after), "", "{before} to {after}");
    }
}

/// The precision of a number depends on its origin, but only its digits are stored.
#[test]
fn numbers_are_the_same_by_their_digits() {
    let ctx = context();
    let float = Value::number(hcldyn::cty::Number::from_f64(0.1).unwrap());
    let digits = text::value("0.1", &ctx);
    assert_ne!(float, digits);
    assert_eq!(problems_of(float.clone(), digits.clone()), "");
    let set = |number| Value::set(Type::Number, vec![number]);
    assert_eq!(problems_of(set(float), set(digits)), "");
}

#[test]
fn an_unknown_value_may_stay_unknown() {
    for (before, after) in [("any", "text"), ("text", "id"), ("id", "text"), ("[any]", "[some]")] {
        assert_eq!(problems(before, after), "", "{before} to {after}");
    }
}

#[test]
fn both_values_are_shown() {
    assert_eq!(problems("1", "2"), ": the value was 1 before and is 2 now");
    assert_eq!(problems("\"a\"", "null"), ": the value was \"a\" before and is null now");
    assert_eq!(problems("1", "port"), ": the value was 1 before and is not known now");
    assert_eq!(
        problems("1", "one"),
        ": the value was 1 before and is a list of numbers with 1 element now"
    );
}

#[test]
fn every_difference_has_a_path() {
    assert_eq!(
        problems(
            "{ a = [1, 2], m = tomap({ k = true }), c = 3 }",
            "{ a = [1, 3], m = tomap({ k = false }), c = 4 }"
        ),
        ", attribute \"a\": element 1: the value was 2 before and is 3 now\n, attribute \"c\": the value was 3 before and is 4 now\n, attribute \"m\": element \"k\": the value was true before and is false now"
    );
}

#[test]
fn added_and_removed_parts_are_reported() {
    assert_eq!(
        problems("{ a = 1, b = 2 }", "{ a = 1, c = 2 }"),
        ": the attribute \"b\" was removed\n: the attribute \"c\" was added"
    );
    assert_eq!(
        problems("tomap({ a = 1, b = 2 })", "tomap({ a = 1, c = 2 })"),
        ": the element \"b\" was removed\n: the element \"c\" was added"
    );
    assert_eq!(problems("[1]", "[1, 2]"), ": the length was 1 before and is 2 now");
    assert_eq!(
        problems("toset([\"a\", text])", "toset([\"b\", \"c\"])"),
        ": the element \"a\" was removed\n: the element \"c\" was added"
    );
    assert_eq!(
        problems("toset([\"a\"])", "toset([\"a\", text])"),
        ": the element not known yet was added"
    );
}

#[test]
fn a_known_value_fits_its_earlier_refinements() {
    assert_eq!(
        problems("text", "[]"),
        ": the value must be of type string: a string is required, not a tuple"
    );
    assert_eq!(
        problems("id", "\"x-1\""),
        ": the value must not be null and start with \"i-\"; it is \"x-1\" now"
    );
    assert_eq!(
        problems("port", "10"),
        ": the value must be at least 1 and be less than 10; it is 10 now"
    );
    assert_eq!(
        problems("some", "nothing"),
        ": the value must have at least 1 element and have at most 2 elements; it is a list of strings \
         with no elements now"
    );
    assert!(problems("text", "any").starts_with(": the value must be of type string"));
}

#[test]
fn types_without_a_value_stay() {
    let list = |ty| Value::list(ty, vec![]);
    assert_eq!(
        problems_of(list(Type::String), list(Type::Number)),
        ": the value must be of type list(string): every element: a string is required, not a number"
    );
    let null = |ty| Value::null(ty);
    assert_eq!(problems_of(null(Type::Dynamic), null(Type::Number)), "");
    assert!(problems_of(null(Type::Number), null(Type::Bool)).contains("of type number"));
}

/// The report omits even the path inside a marked value: its keys may be as secret as its values.
#[test]
fn differences_of_marked_values_are_reported_without_values() {
    let hidden = "the value has changed. Both values are hidden because they are sensitive";
    assert_eq!(problems("secret", "\"other\""), format!(": {hidden}"));
    assert_eq!(problems("\"plain\"", "secret"), format!(": {hidden}"));
    assert_eq!(problems("later", "1"), format!(": {hidden}"));
    let map = |key: &str| Value::map(Type::Number, vec![(key.into(), 1.into())]);
    let secret = |key| Value::object([("tokens", map(key).mark(Mark::sensitive()))]);
    assert_eq!(
        problems_of(secret("t0ken"), secret("t1ken")),
        format!(", attribute \"tokens\": {hidden}")
    );
}

#[test]
fn names_without_an_earlier_value_are_not_compared() {
    let origin = Origin::new(text::parse("1").place(), Presence::Present);
    let mut diags = Diagnostics::new();
    Artifact::new().check("v", &1.into(), &origin, &mut diags);
    assert!(diags.is_empty());
}

#[test]
fn differences_have_the_locations_of_the_parts() {
    let port = Spec::object([("number", AttrSpec::new("number", Type::Number).into())]);
    let spec = Spec::object([
        ("name", AttrSpec::new("name", Type::String).into()),
        ("ports", Spec::from(BlocksSpec::new("port", port).list())),
    ]);
    let text = "name = base
port {
  number = 80
}
port {
  number = offset + 1
}
";
    let decoded = |base: &str, offset: u16, diags: &mut Diagnostics| {
        let ctx = EvalContext::new().with_variable("base", base).with_variable("offset", offset);
        decode_with_origin(&parse_body(&Source::new("p.hcl", text), diags), &spec, &ctx, diags)
    };
    let mut diags = Diagnostics::new();
    let before = decoded("a", 1, &mut diags).value;
    let after = decoded("b", 2, &mut diags);
    let artifact = Artifact::new().with_value("server", before);
    artifact.check("server", &after.value, &after.origin, &mut diags);
    assert_eq!(
        diags.to_string(),
        "p.hcl:1:8: error: Changed value; \"server\", attribute \"name\": the value was \"a\" before and is \"b\" now. A value that was known before must not change.\np.hcl:6:12: error: Changed value; \"server\", attribute \"ports\": element 1: attribute \"number\": the value was 2 before and is 3 now. A value that was known before must not change."
    );
}

/// The failure was reported, and the value is unknown.
#[test]
fn failed_values_are_not_compared() {
    let spec = AttrSpec::new("port", Type::Number).required().into();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("p.hcl", "port = missing\n"), &mut diags);
    let decoded = decode_with_origin(&body, &spec, &EvalContext::new(), &mut diags);
    assert_eq!(diags.len(), 1);
    let artifact = Artifact::new().with_value("port", 80.into());
    artifact.check("port", &decoded.value, &decoded.origin, &mut diags);
    assert_eq!(diags.len(), 1, "{diags}");
}

/// The comparison takes linear time, regardless of the differences.
#[test]
fn large_values_are_compared() {
    let texts = |from: u32| (from..from + 5_000).map(|it| it.to_string());
    let set = |from| Value::set(Type::String, texts(from).map(Value::from).collect());
    let map =
        |from| Value::map(Type::Bool, texts(from).map(|it| (it.into(), true.into())).collect());
    let object = |from| Value::object(texts(from).map(|it| (it, true.into())));
    let origin = Origin::new(text::parse("1").place(), Presence::Present);
    for (before, after) in [(set(0), set(5_000)), (map(0), map(5_000)), (object(0), object(5_000))]
    {
        let mut diags = Diagnostics::new();
        Artifact::new().with_value("v", before).check("v", &after, &origin, &mut diags);
        assert_eq!(diags.error_count(), 10_000);
    }
}
