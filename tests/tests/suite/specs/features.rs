//! The main features of specs, one test each.

use hcldyn::body::Unexpected;
use hcldyn::cty::Path;
use hcldyn::source::Source;
use hcldyn::spec::{
    AttrSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, Decoded, LabelSpec, ObjectSpec,
    OneOfSpec, Spec, body_type, decode, decode_with_origin, expand_variables, variables,
};
use hcldyn::{
    Body, Diagnostics, EvalContext, ExpressionClosure, Type, Value, closure_type, parse_body,
};

fn read(text: &str) -> Body {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    body
}

fn context() -> EvalContext {
    EvalContext::new().with_variable("zones", Value::tuple(vec!["a".into(), "b".into()]))
}

fn run(text: &str, spec: &Spec) -> (Decoded, Diagnostics) {
    let mut diags = Diagnostics::new();
    let decoded = decode_with_origin(&read(text), spec, &context(), &mut diags);
    (decoded, diags)
}

/// Returns the value of a valid source.
fn value(text: &str, spec: &Spec) -> Value {
    let (decoded, diags) = run(text, spec);
    assert!(diags.is_empty(), "{diags}");
    decoded.value
}

/// Returns the diagnostics of a source, one on each line.
fn problems(text: &str, spec: &Spec) -> String {
    run(text, spec).1.to_string()
}

fn string(name: &str) -> Spec {
    AttrSpec::new(name, Type::String).into()
}

fn texts(values: &[&str]) -> Vec<Value> {
    values.iter().copied().map(Value::from).collect()
}

#[test]
fn blocks_and_labels_are_the_data_model() {
    let label = || Spec::from(LabelSpec::new(0, "name"));
    let spec = Spec::tuple([
        BlockSpec::new("main", string("at")).required().into(),
        BlockSpec::new("backup", string("at")).into(),
        Spec::BlockTuple(BlocksSpec::new("node", label()).min_items(1).max_items(2).into()),
        BlockMapSpec::new("user", "name", string("shell")).into(),
    ]);
    let text = r#"main { at = "x" }
node "b" {}
node "a" {}
user "root" { shell = "sh" }
"#;
    let root = Value::map(Type::String, vec![("root".into(), "sh".into())]);
    let expected =
        vec!["x".into(), Value::null(Type::String), Value::tuple(texts(&["b", "a"])), root];
    assert_eq!(value(text, &spec), Value::tuple(expected));

    let text = r#"node "1" {}
node "2" {}
node "3" {}
main {}
main {}
user "a" {}
user "a" {}
"#;
    let mut found = run(text, &spec).1;
    found.sort();
    let found: Vec<_> = found.iter().map(|it| it.place().unwrap().to_string()).collect();
    assert_eq!(found, ["t.hcl:3:1", "t.hcl:5:1", "t.hcl:7:1"]);
    assert!(problems("", &spec).contains("\"main\""));

    let several = BlockTypesSpec::new([("copy", string("from")), ("run", string("command"))]);
    let text = r#"run { command = "1" }
copy { from = "2" }
run { command = "3" }
"#;
    assert_eq!(value(text, &Spec::BlocksOf(several.into())).elements(), texts(&["1", "2", "3"]));
}

#[test]
fn unexpected_items_are_errors_by_default() {
    let body = || ObjectSpec::new([("port", string("port")), ("path", string("path"))]);
    let text = "port = 1\nprot = 2\nlisten {}\n";
    let strict = problems(text, &body().into());
    assert_eq!(strict.lines().count(), 2, "{strict}");
    assert!(strict.starts_with("t.hcl:2:1: error: "), "{strict}");
    assert!(strict.contains("Did you mean \"port\"?"), "{strict}");

    let (_, warnings) = run(text, &body().unexpected(Unexpected::Warn).into());
    assert!(!warnings.has_errors() && warnings.len() == 2, "{warnings}");
    assert_eq!(problems(text, &body().unexpected(Unexpected::Ignore).into()), "");

    // The remaining body keeps unexpected items, which a later spec checks strictly.
    let (decoded, diags) = run(text, &Spec::tuple([string("port"), Spec::Remain]));
    assert!(diags.is_empty(), "{diags}");
    let rest = decoded.value.elements()[1].as_capsule::<Body>().unwrap();
    let mut diags = Diagnostics::new();
    decode(rest, &string("prot"), &context(), &mut diags);
    assert_eq!(diags.len(), 1, "{diags}");
}

#[test]
fn a_default_replaces_null() {
    let region = string("region").or(Spec::Expr(
        hcldyn::parse_expression(
            &Source::new("<default>", "\"zone-${zones[1]}\""),
            &mut Diagnostics::new(),
        )
        .unwrap(),
    ));
    let is_default = |text: &str| run(text, &region).0.origin.is_default();
    assert_eq!(value("", &region), Value::from("zone-b"));
    assert_eq!(value("region = null\n", &region), Value::from("zone-b"));
    assert_eq!(value("region = \"zone-b\"\n", &region), Value::from("zone-b"));
    let set = ["", "region = null\n", "region = \"zone-b\"\n"].map(|text| !is_default(text));
    assert_eq!(set, [false, false, true]);
}

#[test]
fn every_part_has_a_source_location() {
    let port = Spec::object([
        ("name", LabelSpec::new(0, "name").into()),
        ("number", AttrSpec::new("number", Type::Number).into()),
    ]);
    let spec = Spec::BlockTuple(BlocksSpec::new("port", port).into());
    let (decoded, _) = run("port \"http\" {\n  number = 8 * 10\n}\n", &spec);
    let block = decoded.origin_of(&Path::root().index(0)).unwrap();
    assert_eq!(block.place.text(), "port \"http\"");
    assert_eq!(block.name_place().unwrap().text(), "port");
    assert_eq!(block.label_places().next().unwrap().text(), "\"http\"");
    let number = decoded.origin_of(&Path::root().index(0).attr("number")).unwrap();
    let name = number.name_place().unwrap();
    assert_eq!((name.to_string().as_str(), name.text()), ("t.hcl:2:3", "number"));
    assert_eq!((number.place.to_string().as_str(), number.place.text()), ("t.hcl:2:12", "8 * 10"));
}

#[test]
fn a_tag_chooses_the_form() {
    let forms = || [("tcp", string("port")), ("unix", string("path"))];
    let by_label = Spec::BlockTuple(
        BlocksSpec::new("listener", OneOfSpec::by_label(0, "kind", forms()).into()).into(),
    );
    let by_attribute = Spec::from(OneOfSpec::by_attribute("type", forms()));
    let by_type = Spec::BlockOf(BlockTypesSpec::new(forms()).into());

    assert_eq!(
        value("listener \"unix\" { path = \"/s\" }\n", &by_label).elements(),
        texts(&["/s"])
    );
    assert_eq!(value("type = \"tcp\"\nport = 80\n", &by_attribute), Value::from("80"));
    assert_eq!(value("unix { path = \"/s\" }\n", &by_type), Value::from("/s"));

    // Only the chosen form is decoded, so errors refer to it alone.
    let wrong = problems("listener \"tcp\" { path = \"/s\" }\n", &by_label);
    assert!(wrong.starts_with("t.hcl:1:18: error: ") && wrong.lines().count() == 1, "{wrong}");
    for wrong in
        [problems("listener \"udp\" {}\n", &by_label), problems("type = \"udp\"\n", &by_attribute)]
    {
        assert!(wrong.contains("\"tcp\" or \"unix\""), "{wrong}");
    }
}

#[test]
fn expressions_and_bodies_can_be_decoded_later() {
    let plugin = Spec::tuple([LabelSpec::new(0, "kind").into(), string("name"), Spec::Remain]);
    let spec = Spec::tuple([
        AttrSpec::new("when", closure_type()).into(),
        BlockSpec::new("plugin", plugin).into(),
    ]);
    let text = r#"when = size > length(zones)
plugin "cache" {
  name = "c"
  ttl  = 5 + step
}
"#;
    let ctx = context().with_functions(hcldyn::functions::all());
    let mut diags = Diagnostics::new();
    let found = decode(&read(text), &spec, &ctx, &mut diags);

    let when = found.elements()[0].as_capsule::<ExpressionClosure>().unwrap();
    assert_eq!(when.value_with(&[("size", 3.into())], &mut diags), Value::from(true));
    assert_eq!(when.value_with(&[("size", 1.into())], &mut diags), Value::from(false));

    // The second decoding uses another spec and its own variables.
    let plugin = found.elements()[1].elements();
    assert_eq!(plugin[2].ty(), body_type());
    let rest = plugin[2].as_capsule::<Body>().unwrap();
    let cache = AttrSpec::new("ttl", Type::Number).into();
    let ctx = EvalContext::new().with_variable("step", 2);
    assert_eq!(decode(rest, &cache, &ctx, &mut diags), Value::from(7));
    assert!(diags.is_empty(), "{diags}");
}

#[test]
fn all_variables_of_a_body_are_found() {
    let spec = Spec::tuple([
        string("name"),
        Spec::BlockTuple(BlocksSpec::new("rule", string("from")).dynamic().into()),
    ]);
    let text = r#"name = "%{ for k, v in var.m }${k}${v[local.i]}%{ endfor }${f(data.x)}"
dynamic "rule" {
  for_each = var.rules
  content { from = "${rule.value}${[for r in rule.key : r + var.n][0]}" }
}
other = never.asked
"#;
    let names =
        |found: Vec<hcldyn::Traversal>| found.iter().map(ToString::to_string).collect::<Vec<_>>();
    let body = read(text);
    assert_eq!(
        names(variables(&body, &spec)),
        ["var.m", "local.i", "data.x", "var.rules", "var.n"]
    );
    assert_eq!(names(expand_variables(&body, &spec)), ["var.rules"]);
}

#[test]
fn deprecation_is_a_warning() {
    let spec = Spec::tuple([
        AttrSpec::new("listen", Type::String).former_name("bind").into(),
        AttrSpec::new("fast", Type::Bool).deprecated("It is always fast since 2.0.").into(),
    ]);
    let (decoded, diags) = run("bind = \"::\"\nfast = true\n", &spec);
    assert_eq!(decoded.value.elements(), [Value::from("::"), Value::from(true)]);
    assert!(!diags.has_errors() && diags.len() == 2, "{diags}");
    let said = diags.to_string();
    assert!(said.starts_with("t.hcl:1:1: warning: ") && said.contains("\"listen\""), "{said}");
    assert!(said.contains("since 2.0."), "{said}");

    // A former name is never suggested.
    let misspelt = problems("bnd = 1\n", &spec);
    assert!(!misspelt.contains("Did you mean \"bind\""), "{misspelt}");
}
