//! Blocks that are written as attributes.

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, Spec, variables};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, Limits, parse_body};

use super::{problems, run_in};

fn attr(name: &'static str, ty: Type) -> (&'static str, Spec) {
    (name, AttrSpec::new(name, ty).into())
}

fn server() -> Spec {
    let tls = BlocksSpec::new("tls", Spec::object([attr("cert", Type::String)]));
    Spec::object([
        ("port", AttrSpec::new("port", Type::Number).required().into()),
        ("tls", tls.into()),
    ])
}

fn context() -> EvalContext {
    let tls = Value::object([("cert", Value::from("x"))]);
    let object = Value::object([("port", Value::from(7)), ("tls", tls)]);
    EvalContext::new()
        .with_variable("on", true)
        .with_variable("port", 80)
        .with_variable("object", object.clone())
        .with_variable("list", Value::tuple(vec![object.clone(), object.clone()]))
        .with_variable("secret", object.mark(Mark::sensitive()))
        .with_variable("unknown", Value::dynamic())
}

/// Returns the value of a valid source.
fn value(text: &str, spec: &Spec) -> Value {
    let (value, problems) = run_in(text, spec, &context());
    assert_eq!(problems, "", "{text}");
    value
}

fn expected(port: u32, cert: Option<&str>) -> Value {
    let null = || Value::null(server_type());
    let tls = cert.map_or_else(null, |cert| Value::object([("cert", Value::from(cert))]));
    Value::object([("port", Value::from(port)), ("tls", tls)])
}

fn server_type() -> Type {
    Value::object([("cert", Value::from(""))]).ty()
}

#[test]
fn one_block() {
    let spec: Spec = BlocksSpec::new("server", server()).or_attr().into();
    let texts = [
        ("server {\n  port = 80\n  tls {\n    cert = \"a\"\n  }\n}\n", expected(80, Some("a"))),
        ("server = { port = 80, tls = { cert = \"a\" } }\n", expected(80, Some("a"))),
        (
            "server = { \"port\" : port, tls = on ? { cert = \"a\" } : null }\n",
            expected(80, Some("a")),
        ),
        ("server = [{ port = port }]\n", expected(80, None)),
        ("server = object\n", expected(7, Some("x"))),
        ("server = on ? object : null\n", expected(7, Some("x"))),
        ("server = { for k, v in object : k => v if k == \"port\" }\n", expected(7, None)),
        ("server = { port = 1, tls = null }\n", expected(1, None)),
        (r#"{"server": {"port": 80, "tls": {"cert": "a"}}}"#, expected(80, Some("a"))),
        (r#"{"server": "${object}"}"#, expected(7, Some("x"))),
        (r#"{"server": ["${object}"]}"#, expected(7, Some("x"))),
    ];
    for (text, expected) in texts {
        assert_eq!(value(text, &spec), expected, "{text}");
    }
    assert!(value("server = null\n", &spec).is_null());
    assert!(value("server = on ? null : object\n", &spec).is_null());
}

#[test]
fn repeated_blocks() {
    let spec = Spec::from(BlocksSpec::new("server", server()).list().or_attr());
    let ports = |text: &str| -> Vec<Value> {
        value(text, &spec).elements().iter().map(|it| it.get("port").unwrap().clone()).collect()
    };
    let numbers =
        |ports: &[u32]| -> Vec<Value> { ports.iter().copied().map(Value::from).collect() };
    assert_eq!(ports("server = [{ port = 1 }, { port = 2 }]\n"), numbers(&[1, 2]));
    assert_eq!(ports("server = list\n"), numbers(&[7, 7]));
    assert_eq!(ports("server = [null, object, { port = 1 }]\n"), numbers(&[7, 1]));
    assert_eq!(
        ports(
            "server { port = 3 }\nserver = [for p in [1, 2] : { port = p }]\nserver { port = 4 }\n"
        ),
        numbers(&[3, 1, 2, 4])
    );
    assert_eq!(ports("server = []\n"), numbers(&[]));
}

#[test]
fn labels_are_keys() {
    let spec: Spec = BlocksSpec::new("server", server()).map("name").or_attr().into();
    let map = Value::map(
        expected(0, None).ty(),
        vec![("a".into(), expected(1, None)), ("b".into(), expected(2, None))],
    );
    for text in [
        "server = { a = { port = 1 }, b = { port = 2 } }\n",
        "server = [{ a = { port = 1 } }, { \"b\" = { port = 2 } }]\n",
        "server \"b\" {\n  port = 2\n}\nserver = { a = { port = 1 } }\n",
        "server = { for n, p in { a = 1, b = 2 } : n => { port = p } }\n",
        r#"{"server": {"a": {"port": 1}, "b": {"port": 2}}}"#,
    ] {
        assert_eq!(value(text, &spec), map, "{text}");
    }
    assert_eq!(
        problems("server \"a\" {\n  port = 2\n}\nserver = { a = { port = 1 } }\n", &spec),
        "t.hcl:4:12: error: Duplicate block; The block server \"a\" is already defined; blocks of this type must have unique labels."
    );
    let labelled =
        Spec::object([("name", LabelSpec::new(0, "name").into()), attr("n", Type::Number)]);
    let spec = Spec::from(BlocksSpec::new("b", labelled).tuple().or_attr());
    let b = |name: &str, n: u32| Value::object([("name", Value::from(name)), ("n", n.into())]);
    assert_eq!(
        value("b = { x = [{ n = 1 }, { n = 2 }] }\n", &spec).elements(),
        [b("x", 1), b("x", 2)]
    );
}

#[test]
fn blocks_of_several_types_keep_their_order() {
    let types = BlocksSpec::of_types([attr("a", Type::Number), ("b", server())]).or_attr();
    let spec = Spec::from(types.tuple());
    let found = value("b = { port = 1 }\na {\n  a = 2\n}\nb {\n  port = 3\n}\n", &spec);
    assert_eq!(found.elements(), [expected(1, None), Value::from(2), expected(3, None)]);
}

#[test]
fn a_block_of_free_attributes() {
    let spec: Spec = BlocksSpec::attributes("tags", Type::String).or_attr().into();
    let tags = Value::map(Type::String, vec![("a".into(), "1".into()), ("b".into(), "x".into())]);
    assert_eq!(value("tags = { a = 1, b = \"x\" }\n", &spec), tags);
    assert_eq!(value("tags = { for k, v in { a = 1, b = \"x\" } : k => v }\n", &spec), tags);
}

#[test]
fn beside_dynamic_blocks() {
    let spec = Spec::from(BlocksSpec::new("server", server()).tuple().or_attr().dynamic());
    let text = r#"dynamic "server" {
  for_each = [1, 2]
  content {
    port = server.value
    tls = { cert = server.key }
  }
}
server = { port = 3 }
"#;
    let inner = || BlocksSpec::new("tls", Spec::object([attr("cert", Type::String)])).or_attr();
    let inner = Spec::object([attr("port", Type::Number), ("tls", inner().into())]);
    let generated = Spec::from(BlocksSpec::new("server", inner).tuple().or_attr().dynamic());
    let found = value(text, &generated);
    assert_eq!(
        found.elements(),
        [expected(1, Some("0")), expected(2, Some("1")), expected(3, None)]
    );
    // Without the option, the nested block must be a block.
    assert!(problems(text, &spec).contains("Write tls { … }"));
}

#[test]
fn unknown_values() {
    let block: Spec = BlocksSpec::new("server", server()).or_attr().required().into();
    let found = value("server = unknown\n", &block);
    assert!(!found.is_known());
    let parts = value("server = { port = unknown }\n", &block);
    assert!(parts.is_known() && !parts.get("port").unwrap().is_known());
    let blocks = Spec::from(BlocksSpec::new("server", server()).list().or_attr());
    assert!(!value("server = unknown\nserver { port = 1 }\n", &blocks).is_known());
    let map: Spec = BlocksSpec::new("server", server()).map("name").or_attr().into();
    assert!(!value("server = { a = unknown }\n", &map).is_known());
    assert!(!value("server = unknown\n", &map).is_known());
    let free: Spec = BlocksSpec::attributes("tags", Type::String).or_attr().into();
    assert!(!value("tags = unknown\n", &free).is_known());
}

#[test]
fn marks_are_kept() {
    let block: Spec = BlocksSpec::new("server", server()).or_attr().into();
    let found = value("server = secret\n", &block);
    assert!(found.get("port").unwrap().contains_marked());
    let blocks = Spec::from(BlocksSpec::new("server", server()).list().or_attr());
    assert!(value("server = [secret]\n", &blocks).contains_marked());
    let (_, found) = run_in("server = { for k, v in secret : k => v }\n", &blocks, &context());
    assert_eq!(found, "");
    let strict =
        Spec::from(BlocksSpec::new("server", Spec::object([attr("port", Type::Number)])).or_attr());
    let (_, found) = run_in("server = secret\n", &strict, &context());
    assert_eq!(
        found,
        "t.hcl:1:10: error: Unexpected attribute; The value has an attribute that is not expected here. \
         Its name is hidden because the value is sensitive."
    );
    let map: Spec = BlocksSpec::new("server", server()).map("name").or_attr().into();
    let (_, found) = run_in("server = secret\n", &map, &context());
    assert!(found.starts_with("t.hcl:1:10: error: Invalid label"), "{found}");
}

#[test]
fn errors_have_the_locations_of_the_parts() {
    let spec: Spec = BlocksSpec::new("server", server()).or_attr().into();
    let cases = [
        (
            "server = { port = \"x\" }\n",
            "t.hcl:1:19: error: Wrong type; Invalid value for \"port\"",
        ),
        (
            "server = {\n  prot = 1\n}\n",
            "t.hcl:2:3: error: Unexpected attribute; The attribute \"prot\" is not expected here. Did you mean \"port\"?",
        ),
        (
            "server = {}\n",
            "t.hcl:1:10: error: Missing attribute; The required attribute \"port\" is not set.",
        ),
        ("server = { port = 1, port = 2 }\n", "t.hcl:1:22: error: Duplicate attribute"),
        ("server = { port = 1, tls = { cert = [] } }\n", "t.hcl:1:37: error: Wrong type"),
        (
            "server = 5\n",
            "t.hcl:1:10: error: Wrong type; Invalid value for \"server\": an object or a list of objects is required, not a number.",
        ),
        ("server = [{ port = 1 }, { port = 2 }]\n", "t.hcl:1:25: error: Second block"),
        ("server { port = 1 }\nserver = { port = 2 }\n", "t.hcl:2:1: error: Second block"),
        ("server = { port = nothing }\n", "t.hcl:1:19: error: Variables not available"),
        ("server = nothing\n", "t.hcl:1:10: error: Variables not available"),
        ("server = { for k in [1] : \"prot\" => k }\n", "t.hcl:1:10: error: "),
        (r#"{"server": 5}"#, "t.json:1:12: error: Wrong type"),
        (r#"{"server": {"prot": 5}}"#, "t.json:1:13: error: Unexpected property"),
    ];
    for (text, problem) in cases {
        let found = problems(text, &spec);
        assert!(found.contains(problem), "{text}: {found}");
    }
    // An attribute that could not be read is not missing.
    let required = BlocksSpec::new("server", server()).or_attr().required().into();
    assert_eq!(problems("server = 5\n", &required).lines().count(), 1);
}

#[test]
fn syntax_errors_inside_an_object() {
    let spec: Spec = BlocksSpec::new("server", server()).or_attr().required().into();
    let found = problems("server = { port = 1 2, tls = { cert = [] } }\n", &spec);
    assert!(!found.contains("Missing attribute"), "{found}");
    let found = problems("server = { port = , tls = { cert = [] } }\n", &spec);
    assert!(!found.contains("Missing attribute"), "{found}");
}

#[test]
fn secrets_are_not_shown() {
    let pin = AttrSpec::new("pin", Type::Number).sensitive();
    let login = Spec::object([("pin", pin.into()), attr("user", Type::String)]);
    let spec: Spec = BlocksSpec::new("login", login).or_attr().into();
    for text in [
        "login = { pin = \"hunter2\" }\n",
        "login = { pin = hunter2 + \"hunter2\", user = [] }\n",
        "login = true ? { pin = \"hunter2\" } : \"other\"\n",
        "login = [1, { pin = \"hunter2\" + 1 }]\n",
        "login = { for k in [\"hunter2\"] : k => k }\n",
        "login = { for k in [\"pin\"] : k => \"hunter2\" }\n",
        "login = true ? { pin = 1 } : \"hunter2\"\n",
        "login = \"hunter2\"\n",
    ] {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        hcldyn::spec::decode(&body, &spec, &EvalContext::new(), &mut diags);
        let report =
            hcldyn::diag::Report::new(&diags).style(hcldyn::diag::Style::Plain).to_string();
        assert!(!diags.is_empty(), "{text}");
        assert!(!report.contains("hunter2"), "{text}:\n{report}");
    }
}

#[test]
fn variables_are_found() {
    let spec: Spec = BlocksSpec::new("server", server()).or_attr().into();
    let text = "server = { port = a, tls = on ? b : { cert = c } }\n";
    let body = parse_body(&Source::new("t.hcl", text), &mut Diagnostics::new());
    let found: Vec<_> = variables(&body, &spec).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["a", "on", "b", "c"]);
}

#[test]
fn work_is_limited() {
    let spec = Spec::from(BlocksSpec::new("server", server()).tuple().or_attr());
    let many = Value::tuple(vec![Value::object([("port", Value::from(1))]); 1_000]);
    let ctx = |work| {
        let limits = Limits::default().with_work(work);
        EvalContext::new().with_variable("many", many.clone()).with_limits(limits)
    };
    let text = "server = many\n";
    assert_eq!(run_in(text, &spec, &ctx(100_000)).1, "");
    let found = run_in(text, &spec, &ctx(10_000)).1;
    assert!(found.starts_with("t.hcl:1:10: error: Too much work"), "{found}");
    let nested = r#"dynamic "server" {
  for_each = many
  content {
    port = 1
    tls = [many, many]
  }
}
"#;
    let tls = BlocksSpec::new("tls", Spec::object([attr("port", Type::Number)])).or_attr();
    let inner = Spec::object([attr("port", Type::Number), ("tls", Spec::from(tls.tuple()))]);
    let spec = Spec::from(BlocksSpec::new("server", inner).tuple().dynamic());
    let found = run_in(nested, &spec, &ctx(1_000_000)).1;
    assert!(found.contains(": Too much work"), "{found}");
}

#[test]
fn a_whole_object() {
    let spec: Spec = ObjectSpec::new([
        ("server", BlocksSpec::new("server", server()).into()),
        ("tags", AttrSpec::new("tags", Type::map(Type::String)).into()),
    ])
    .or_attr()
    .into();
    assert_eq!(value("server = { port = 1 }\n", &spec).get("server"), Some(&expected(1, None)));
    assert!(problems("tags {\n  a = 1\n}\n", &spec).contains("Unexpected block"));
}
