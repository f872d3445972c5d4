//! Values that can't be written.

use hcldyn::cty::{CapsuleType, Function, Mark, Number, Type, Value};
use hcldyn::ext::customdecode::closure_type;
use hcldyn::spec::{AttrSpec, BlocksSpec, Encoder, LabelSpec, Spec, decode, encode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

fn attr(name: &str, ty: Type) -> Spec {
    AttrSpec::new(name, ty).into()
}

fn error(value: &Value, spec: &Spec) -> String {
    encode(value, spec).unwrap_err().to_string()
}

#[test]
fn each_part_is_reported_with_its_path() {
    let server =
        Spec::object([("port", attr("port", Type::Number)), ("all", attr("all", Type::Dynamic))]);
    let spec = Spec::object([("servers", BlocksSpec::new("server", server).map("name").into())]);
    let infinity = Value::number(Number::INFINITY);
    let socket = Value::capsule(&CapsuleType::new("socket"), 7);
    let all = Value::tuple(vec![
        Value::unknown(Type::String),
        Value::object([("x", infinity), ("y", socket)]),
        Value::from(1).mark(Mark::new("origin")),
    ]);
    let web = Value::object([("port", "http".into()), ("all", all)]);
    let value = Value::object([("servers", Value::object([("web", web)]))]);
    let at = "attribute \"servers\": element \"web\": attribute";
    let expected = [
        format!("{at} \"port\": a number is required"),
        format!("{at} \"all\": element 0: an unknown value can't be written"),
        format!("{at} \"all\": element 1: attribute \"x\": an infinite number can't be written"),
        format!(
            "{at} \"all\": element 1: attribute \"y\": a value of a capsule type can't be written"
        ),
        format!(
            "{at} \"all\": element 2: a marked value can't be written, because the mark would be lost"
        ),
    ];
    assert_eq!(error(&value, &spec), expected.join("\n"));
}

#[test]
fn sensitive_values_are_written_on_request() {
    let spec = Spec::object([
        ("pin", AttrSpec::new("pin", Type::Number).sensitive().into()),
        ("any", attr("any", Type::Dynamic)),
    ]);
    let value = |any: Value| Value::object([("pin", 1234.into()), ("any", any)]);
    let secret = |value: Value| value.mark(Mark::sensitive());
    let any = Value::tuple(vec![secret("x".into())]);
    let message = "a sensitive value is only written by an `Encoder` with `reveal_sensitive`";
    let expected = format!("attribute \"pin\": {message}\nattribute \"any\": element 0: {message}");
    assert_eq!(error(&value(any.clone()), &spec), expected);
    assert_eq!(error(&secret(value(any.clone())), &spec), message);
    let revealed = Encoder::new().reveal_sensitive().encode(&secret(value(any)), &spec).unwrap();
    assert_eq!(revealed, "pin = 1234\nany = [\"x\"]\n");
    let unset = Value::object([("pin", secret(Value::null(Type::Number)))]);
    assert_eq!(encode(&unset, &spec).unwrap(), "");
}

/// Shows a string in place of each sensitive value, and all other parts as they are.
#[test]
fn redacted_values_are_placeholders() {
    let spec = Spec::object([
        ("pin", AttrSpec::new("pin", Type::Number).sensitive().into()),
        ("all", AttrSpec::new("all", Type::list(Type::Number)).sensitive().into()),
        ("unset", AttrSpec::new("unset", Type::Number).sensitive().into()),
        ("any", attr("any", Type::Dynamic)),
        ("whole", attr("whole", Type::Number)),
        ("other", attr("other", Type::Number).or(Spec::Literal(1.into()))),
        ("free", BlocksSpec::attributes("free", Type::String).into()),
    ]);
    let secret = |value: Value| value.mark(Mark::sensitive());
    let any = Value::tuple(vec![
        secret("hunter2".into()),
        Value::object([("a", secret(1234.into())), ("b", "shown".into())]),
    ]);
    let value = Value::object([
        ("pin", 1234.into()),
        ("all", Value::list(Type::Number, vec![12.into(), 34.into()])),
        ("unset", Value::null(Type::Number)),
        ("any", any),
        ("whole", secret(1234.into())),
        ("other", secret(1234.into())),
        ("free", Value::object([("a", secret("hunter2".into())), ("b", "shown".into())])),
    ]);
    let shown = Encoder::new().redact_sensitive().encode(&value, &spec).unwrap();
    let expected = r#"pin = "(sensitive)"
all = "(sensitive)"
any = [
  "(sensitive)",
  {
    a = "(sensitive)"
    b = "shown"
  },
]
whole = "(sensitive)"
other = "(sensitive)"

free {
  a = "(sensitive)"
  b = "shown"
}
"#;
    assert_eq!(shown, expected);
}

#[test]
fn whole_blocks_that_are_sensitive_are_written_on_request() {
    let body = || Spec::object([("pin", attr("pin", Type::Number))]);
    let blocks = || BlocksSpec::new("b", body());
    let types = || BlocksSpec::of_types([("b", body())]);
    let block = Value::object([("pin", 1234.into())]).mark(Mark::sensitive());
    let by_label = |value: Value| Value::object([("a", value)]);
    let plain = Value::object([("pin", 1234.into())]);
    let cases: [(Spec, Value, &str); 8] = [
        (BlocksSpec::new("b", body()).into(), block.clone(), ""),
        (blocks().list().into(), Value::tuple(vec![block.clone()]), "element 0: "),
        (blocks().tuple().into(), Value::tuple(vec![plain]).mark(Mark::sensitive()), ""),
        (blocks().set().into(), Value::tuple(vec![block.clone()]), "element 0: "),
        (BlocksSpec::new("b", body()).map("l").into(), by_label(block.clone()), "element \"a\": "),
        (types().into(), block.clone(), ""),
        (types().tuple().into(), Value::tuple(vec![block.clone()]), "element 0: "),
        (BlocksSpec::attributes("b", Type::Number).into(), block, ""),
    ];
    let message = "a sensitive value is only written by an `Encoder` with `reveal_sensitive`";
    for (spec, value, path) in cases {
        let (spec, value) = (Spec::object([("v", spec)]), Value::object([("v", value)]));
        assert_eq!(error(&value, &spec), format!("attribute \"v\": {path}{message}"));
        let revealed = Encoder::new().reveal_sensitive().encode(&value, &spec).unwrap();
        assert!(revealed.contains("pin = 1234"), "{revealed}");
        // Only attributes have a placeholder.
        let redacted = Encoder::new().redact_sensitive().encode(&value, &spec);
        assert_eq!(redacted.unwrap_err().to_string(), format!("attribute \"v\": {path}{message}"));
    }
}

#[test]
fn blocks_generated_from_a_sensitive_list_are_not_written() {
    let body = Spec::object([("a", attr("a", Type::String))]);
    let spec = Spec::object([("all", Spec::from(BlocksSpec::new("b", body).list().dynamic()))]);
    let text = r"dynamic b {
  for_each = pins
  content {
    a = b.value
  }
}
";
    let source = Source::new("a.hcl", text);
    let mut diags = Diagnostics::new();
    let pins = Value::from(vec!["hunter2"]).mark(Mark::sensitive());
    let ctx = EvalContext::new().with_variable("pins", pins);
    let value = decode(&parse_body(&source, &mut diags), &spec, &ctx, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let error = error(&value, &spec);
    assert!(error.contains("sensitive") && !error.contains("hunter2"), "{error}");
}

#[test]
fn values_that_do_not_fit_the_spec() {
    let object = |name: &str, value: Value| Value::object([(name, value)]);
    let rule = Spec::object([("l", LabelSpec::new(0, "l").into())]);
    let cases = [
        (Spec::object([("a", attr("a", Type::Bool))]), object("b", 1.into())),
        (Spec::object([("a", attr("a", Type::Bool))]), Value::from(1)),
        (Spec::object([("a", attr("x y", Type::Bool))]), object("a", true.into())),
        (Spec::object([("a", Spec::Literal(1.into()))]), object("a", 2.into())),
        (Spec::object([("l", LabelSpec::new(0, "l").into())]), object("l", "x".into())),
        (
            Spec::object([("b", BlocksSpec::new("b", rule.clone()).required().into())]),
            object("b", Value::null(Type::Dynamic)),
        ),
        (
            Spec::object([("b", Spec::from(BlocksSpec::new("b", rule).list()))]),
            object("b", Value::tuple(vec![object("l", 1.into())])),
        ),
        (
            attr("a", Type::Bool).transform(Function::from_fn("not", ["it"], |it: bool| !it)),
            Value::from(true),
        ),
        (Spec::tuple([attr("a", Type::Bool), attr("a", Type::Bool)]), {
            Value::tuple(vec![true.into(), false.into()])
        }),
    ];
    let expected = [
        "attribute \"b\": the spec has no such attribute",
        "an object is required, not 1",
        "attribute \"a\": \"x y\" is not a name in native syntax",
        "attribute \"a\": 1 is required, not 2",
        "a label requires a block around it",
        "attribute \"b\": the block \"b\" is required",
        "attribute \"b\": element 0: attribute \"l\": the label must be a string, not 1",
        "the spec transforms the value, which can't be undone",
        "element 1: the attribute \"a\" already has another value",
    ];
    for ((spec, value), expected) in cases.iter().zip(expected) {
        let error = error(value, spec);
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn expressions_of_generated_blocks_have_no_source() {
    let rule = Spec::object([("when", attr("when", closure_type()))]);
    let spec = Spec::from(BlocksSpec::new("rule", rule).tuple().dynamic());
    let read = |when: &str| {
        let text = format!("dynamic rule {{\nfor_each = [1]\ncontent {{\nwhen = {when}\n}}\n}}\n");
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
        assert!(diags.is_empty(), "{diags}");
        encode(&value, &spec)
    };
    assert_eq!(read("load < 9").unwrap(), "rule {\n  when = load < 9\n}\n");
    assert_eq!(
        read("load < rule.value").unwrap_err().to_string(),
        "element 0: attribute \"when\": the expression refers to the iterator of a dynamic block, \
         which is not written"
    );
}
