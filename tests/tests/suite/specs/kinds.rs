//! Kinds and options of specs that the reference does not have.

use hcldyn::cty::value_spec::Unexpected;
use hcldyn::cty::{Mark, Path, Refiner, Type, Value};
use hcldyn::diag::Severity;
use hcldyn::spec::{
    AttrSpec, BlocksSpec, Decoded, LabelSpec, ObjectSpec, OneOfSpec, Presence, Rest, Spec,
    decode_with_origin, source_place,
};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body, parse_expression};

fn run(text: &str, spec: &Spec) -> (Decoded, String) {
    let ctx = EvalContext::new()
        .with_variable("unknown", Value::unknown(Type::String))
        .with_variable("anything", Value::dynamic())
        .with_variable("secret", Value::from("tcp").mark(Mark::sensitive()));
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let decoded = decode_with_origin(&body, spec, &ctx, &mut diags);
    let lines = diags.iter().map(|diagnostic| {
        let related: Vec<_> = diagnostic
            .related
            .iter()
            .map(|related| format!(" [{}: {}]", related.place.start(), related.message))
            .collect();
        let (severity, place) = (diagnostic.severity, diagnostic.place().unwrap().start());
        let (summary, detail) = (&diagnostic.summary, diagnostic.detail_with_help());
        format!("{severity} {place}: {summary}; {detail}{}", related.concat())
    });
    (decoded, lines.collect::<Vec<_>>().join("\n"))
}

fn attr(name: &str, ty: Type) -> Spec {
    AttrSpec::new(name, ty).into()
}

fn number() -> Spec {
    attr("n", Type::Number)
}

#[test]
fn an_attribute_has_aliases_and_former_names() {
    let port = AttrSpec::new("port", Type::Number).required().alias("prt").former_name("pport");
    let spec = Spec::object([("port", port.into())]);
    assert_eq!(run("prt = 1\n", &spec).1, "");
    let (decoded, problems) = run("pport = 1\n", &spec);
    assert_eq!(
        problems,
        "warning 1:1: Deprecated attribute; The attribute \"pport\" is deprecated. Use \"port\" \
         instead."
    );
    assert_eq!(decoded.value.elements(), [Value::from(1)]);
    assert_eq!(decoded.origin.parts[0].name_place().unwrap().text(), "pport");

    let (decoded, problems) = run("prt = 2\nport = 1\n", &spec);
    assert_eq!(
        problems,
        "error 1:1: Attribute set twice; \"port\" and \"prt\" are names of the same attribute. Set only one of them. [2:1: the other one is here]"
    );
    assert_eq!(decoded.value.elements(), [Value::from(1)]);
    assert_eq!(
        run("", &spec).1,
        "error 1:1: Missing attribute; The required attribute \"port\" is not set."
    );
    assert_eq!(
        run("port = 1\npprt = 2\n", &spec).1,
        "error 2:1: Unexpected attribute; The attribute \"pprt\" is not expected here. Did you mean \
         \"port\"?"
    );
}

#[test]
fn blocks_have_aliases_and_can_be_deprecated() {
    let blocks = BlocksSpec::new("rule", number()).former_name("regel").dynamic();
    let spec = Spec::from(blocks.tuple());
    let text = r#"regel {
n = 1
}
rule {
n = 2
}
dynamic "regel" {
for_each = [3]
content {
n = regel.value
}
}
"#;
    let (decoded, problems) = run(text, &spec);
    let warning = |place: &str| {
        format!(
            "warning {place}: Deprecated block; Blocks of type \"regel\" are deprecated. Use \
             \"rule\" instead."
        )
    };
    assert_eq!(problems, [warning("1:1"), warning("7:9")].join("\n"));
    assert_eq!(decoded.value.elements(), [1.into(), 2.into(), Value::from(3)]);

    let old = BlocksSpec::new("old", number()).deprecated("It does nothing since 2.0.");
    assert_eq!(
        run("old {}\n", &old.into()).1,
        "warning 1:1: Deprecated block; Blocks of type \"old\" are deprecated. It does nothing \
         since 2.0."
    );
}

#[test]
fn nothing_shows_a_sensitive_value() {
    let spec: Spec = AttrSpec::new("pin", Type::Number).sensitive().into();
    let (decoded, problems) = run("pin = 1234\n", &spec);
    assert_eq!((decoded.value, &*problems), (Value::from(1234).mark(Mark::sensitive()), ""));
    let (decoded, problems) = run("pin = \"hunter2\"\n", &spec);
    assert_eq!(
        problems,
        "error 1:1: Wrong type; Invalid value for \"pin\": it must be of type number. The value is hidden because it is sensitive."
    );
    assert!(decoded.value.is_marked() && !decoded.value.is_known());
    let spec = spec.or(Spec::Literal(1.into()));
    assert_eq!(run("", &spec).0.value, Value::from(1).mark(Mark::sensitive()));
}

#[test]
fn attributes_depend_on_each_other() {
    let spec: Spec = ObjectSpec::new([
        ("a", attr("a", Type::String)),
        ("b", attr("b", Type::String).or(Spec::Literal("none".into()))),
        ("c", Spec::from(BlocksSpec::new("cc", number()).list())),
    ])
    .exactly_one_of(["a", "c"])
    .requires("b", ["a"])
    .into();
    let problems = |text| run(text, &spec).1;
    assert_eq!(problems("a = \"x\"\nb = \"x\"\n"), "");
    // A default does not count as set.
    assert_eq!(problems("cc {}\n"), "");
    assert_eq!(problems("b = null\ncc {}\n"), "");
    assert_eq!(
        problems("a = \"x\"\ncc {}\n"),
        "error 2:1: Conflicting items; \"cc\" can't be set together with \"a\". Set only one of them. [1:1: \"a\" is set here]"
    );
    assert_eq!(
        problems("a = null\n"),
        "error 1:1: Missing item; One of \"a\" or \"cc\" must be set here."
    );
    assert_eq!(
        problems("b = \"x\"\ncc {}\n"),
        "error 1:1: Missing item; \"b\" requires \"a\", which is not set."
    );
    // An unknown value may be null, and a failed one was already reported.
    assert_eq!(problems("a = unknown\n"), "");
    assert_eq!(problems("a = unknown\ncc {}\n"), "");
    assert!(!problems("a = []\n").contains("Missing item"));
}

#[test]
fn a_body_denies_warns_or_ignores_unexpected_items() {
    let spec = |unexpected| {
        let nested = ObjectSpec::new([("n", number())]).unexpected(unexpected).into();
        Spec::from(BlocksSpec::new("b", nested).list().dynamic())
    };
    let text = r"b {
m = 1
c {}
}
";
    let errors = run(text, &spec(Unexpected::Deny)).1;
    assert_eq!(
        errors,
        "error 2:1: Unexpected attribute; The attribute \"m\" is not expected here. Expected here: \"n\".\nerror 3:1: Unexpected block; A block of type \"c\" is not expected here. No blocks are allowed here."
    );
    assert_eq!(run(text, &spec(Unexpected::Warn)).1, errors.replace("error", "warning"));
    assert_eq!(run(text, &spec(Unexpected::Ignore)).1, "");
    // The enclosing body is still strict.
    assert!(run("m = 1\n", &spec(Unexpected::Ignore)).1.starts_with("error 1:1"));
}

#[test]
fn generated_items_can_be_unexpected() {
    let spec = |unexpected| -> Spec {
        let blocks = Spec::from(BlocksSpec::new("b", number()).list().dynamic());
        ObjectSpec::new([("b", blocks)]).unexpected(unexpected).into()
    };
    let text = r#"dynamic "c" {
for_each = []
content {}
}
"#;
    assert!(run(text, &spec(Unexpected::Deny)).1.starts_with("error 1:9"));
    assert!(run(text, &spec(Unexpected::Warn)).1.starts_with("warning 1:9"));
    assert_eq!(run(text, &spec(Unexpected::Ignore)).1, "");
}

fn listeners() -> [(&'static str, Spec); 2] {
    let port = AttrSpec::new("port", Type::Number).required();
    let files = BlocksSpec::new("file", attr("path", Type::String)).dynamic();
    [("tcp", port.into()), ("unix", Spec::from(files.tuple()))]
}

#[test]
fn a_label_chooses_the_form_of_a_body() {
    let nested = Spec::tuple([
        attr("backlog", Type::Number),
        OneOfSpec::by_label(0, "kind", listeners()).into(),
    ]);
    let spec = Spec::from(BlocksSpec::new("listener", nested).tuple());
    let text = r#"listener tcp {
port = 80
backlog = 5
}
listener unix {
file {
path = "/a"
}
dynamic "file" {
for_each = [1]
content {
path = "/b"
}
}
}
"#;
    let (decoded, problems) = run(text, &spec);
    assert_eq!(problems, "");
    let files = Value::tuple(vec!["/a".into(), "/b".into()]);
    let unix = Value::tuple(vec![Value::null(Type::Number), files]);
    let tcp = Value::tuple(vec![5.into(), 80.into()]);
    assert_eq!(decoded.value.elements(), [tcp, unix]);

    assert_eq!(
        run("listener tcp {\nfile {}\nprot = 1\n}\n", &spec).1,
        "error 3:1: Unexpected attribute; The attribute \"prot\" is not expected here. Did you mean \"port\"?\nerror 2:1: Unexpected block; A block of type \"file\" is not expected here. No blocks are allowed here."
    );
    let (decoded, problems) = run("listener upd {\nport = 1\nbacklog = \"x\"\n}\n", &spec);
    assert_eq!(
        problems,
        "error 1:10: Unexpected label; The kind must be \"tcp\" or \"unix\", not \"upd\".\nerror 3:11: Wrong type; Invalid value for \"backlog\": a number is required."
    );
    assert_eq!(decoded.origin.parts[0].parts[1].presence, Presence::Failed);
}

#[test]
fn an_attribute_chooses_the_form_of_a_body() {
    let spec = Spec::object([
        ("type", attr("type", Type::String)),
        ("at", OneOfSpec::by_attribute("type", listeners()).into()),
    ]);
    let (decoded, problems) = run("port = 80\ntype = \"tcp\"\n", &spec);
    assert_eq!((decoded.value.elements(), &*problems), (&["tcp".into(), 80.into()][..], ""));
    assert_eq!(
        run("type = \"tpc\"\nport = 80\n", &spec).1,
        "error 1:8: Unexpected value; \"type\" must be \"tcp\" or \"unix\", not \"tpc\". Did you mean \"tcp\"?"
    );
    assert_eq!(
        run("type = null\n", &spec).1,
        "error 1:8: Unexpected value; \"type\" must be \"tcp\" or \"unix\"."
    );
    assert_eq!(
        run("port = 80\n", &spec).1,
        "error 1:1: Missing attribute; The required attribute \"type\" is not set."
    );
    let (decoded, problems) = run("type = unknown\nport = 80\n", &spec);
    assert_eq!(problems, "");
    assert_eq!(decoded.value.elements()[1], Value::dynamic());
    assert_eq!(decoded.origin.parts[1].presence, Presence::Present);
    let (decoded, problems) = run("type = secret\nport = 80\n", &spec);
    assert_eq!(problems, "");
    assert_eq!(decoded.value.elements()[1], Value::from(80).mark(Mark::sensitive()));
}

#[test]
fn the_label_of_a_generated_block_chooses_its_form() {
    let nested = OneOfSpec::by_label(0, "kind", listeners()).into();
    let spec = Spec::from(BlocksSpec::new("listener", nested).tuple().dynamic());
    let text = |for_each: &str, label: &str| {
        format!(
            "dynamic \"listener\" {{\nfor_each = {for_each}\nlabels = [{label}]\n\
             content {{\nport = 80\n}}\n}}\n"
        )
    };
    let (decoded, problems) = run(&text("[\"tcp\"]", "listener.value"), &spec);
    assert_eq!((decoded.value.elements(), &*problems), (&[Value::from(80)][..], ""));
    assert_eq!(
        run(&text("[\"quic\"]", "listener.value"), &spec).1,
        "error 3:11: Unexpected label; The kind must be \"tcp\" or \"unix\", not \"quic\"."
    );
    let (decoded, problems) = run(&text("anything", "\"tcp\""), &spec);
    assert_eq!((decoded.value, &*problems), (Value::dynamic(), ""));
}

#[test]
fn a_form_can_take_the_remaining_body() {
    let rest = Spec::tuple([attr("a", Type::Number), Spec::Rest(Rest::Body)]);
    let spec: Spec = OneOfSpec::by_attribute("type", [("x", rest), ("y", number())]).into();
    let (decoded, problems) = run("type = \"x\"\nother = 1\na = 2\n", &spec);
    assert_eq!(problems, "");
    let rest: &hcldyn::body::Body = decoded.value.elements()[1].as_capsule().unwrap();
    let names: Vec<_> = rest.just_attributes(&mut Diagnostics::new());
    assert_eq!(names.iter().map(|it| it.name.to_string()).collect::<Vec<_>>(), ["other"]);
    assert!(run("type = \"y\"\nother = 1\n", &spec).1.starts_with("error 2:1: Unexpected"));
}

#[test]
fn an_invalid_form_has_no_further_errors() {
    let spec: Spec = OneOfSpec::by_attribute("type", listeners()).into();
    let (decoded, problems) = run("type = [\n", &spec);
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert_eq!(decoded.origin.presence, Presence::Failed);
}

#[test]
fn forms_of_one_type_have_that_type() {
    let forms = ["a", "b"].map(|tag| (tag, attr(tag, Type::Number)));
    let spec: Spec = OneOfSpec::by_attribute("type", forms).into();
    assert_eq!(spec.implied_type(), Type::Number);
    assert_eq!(run("type = unknown\n", &spec).0.value, Value::unknown(Type::Number));
    // A label outside any block is a mistake in the spec.
    let spec: Spec = OneOfSpec::by_label(0, "kind", listeners()).into();
    assert!(run("port = 1\n", &spec).1.starts_with("error 1:1: Invalid spec"));
}

#[test]
fn forms_can_be_nested() {
    let inner =
        OneOfSpec::by_attribute("version", [("1", attr("a", Type::Number)), ("2", number())]);
    let form = Spec::tuple([LabelSpec::new(1, "name").into(), inner.into()]);
    let outer = OneOfSpec::by_label(0, "kind", [("x", form), ("y", Spec::tuple([]))]);
    let spec = Spec::from(BlocksSpec::new("b", outer.into()).tuple());
    let (decoded, problems) = run("b x one {\nversion = 2\nn = 7\n}\nb y {}\n", &spec);
    assert_eq!(problems, "");
    let x = Value::tuple(vec!["one".into(), 7.into()]);
    assert_eq!(decoded.value.elements(), [x, Value::tuple(vec![])]);
    let names: Vec<_> =
        spec.implied_schema().blocks[0].labels.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["kind", "name"]);
    // Each form has labels of its own.
    let problems = run("b x {}\nb y two {}\n", &spec).1;
    assert!(
        problems.contains("error 1:5: Missing label")
            && problems.contains("error 2:5: Too many labels"),
        "{problems}"
    );
}

#[test]
fn the_schema_has_the_items_of_all_forms() {
    let spec: Spec = OneOfSpec::by_attribute("type", listeners()).into();
    let schema = spec.implied_schema();
    let attributes: Vec<_> =
        schema.attributes.iter().map(|a| (a.name.to_string(), a.required)).collect();
    assert_eq!(attributes, [("type".to_owned(), true), ("port".to_owned(), false)]);
    let blocks: Vec<_> = schema.blocks.iter().map(|block| block.ty.to_string()).collect();
    assert_eq!(blocks, ["file", "dynamic"]);
}

#[test]
fn blocks_of_several_types_keep_their_order() {
    let types = || {
        let types = ["a", "b"].map(|ty| (ty, Spec::tuple([Spec::Literal(ty.into()), number()])));
        BlocksSpec::of_types(types).dynamic()
    };
    let spec = Spec::from(types().max_items(4).tuple());
    let text = r#"b {
n = 1
}
dynamic "a" {
for_each = [2, 3]
content {
n = a.value
}
}
b {}
"#;
    let (decoded, problems) = run(text, &spec);
    assert_eq!(problems, "");
    let element = |ty: &str, n| Value::tuple(vec![ty.into(), n]);
    let null = Value::null(Type::Number);
    let wanted = [
        element("b", 1.into()),
        element("a", 2.into()),
        element("a", 3.into()),
        element("b", null),
    ];
    assert_eq!(decoded.value.elements(), wanted);
    assert_eq!(
        run("a {}\na {}\nb {}\nb {}\na {}\n", &spec).1,
        "error 5:1: Too many blocks; At most 4 blocks of type \"a\" or \"b\" are allowed here, not 5."
    );

    let spec = Spec::from(types().min_items(1));
    assert_eq!(run("b {\nn = 1\n}\n", &spec).0.value, element("b", 1.into()));
    assert_eq!(
        run("b {}\na {}\n", &spec).1,
        "error 2:1: Second block; At most one block of type \"a\" or \"b\" is allowed here. [1:1: first defined here]"
    );
    assert_eq!(
        run("", &spec).1,
        "error 1:1: Missing block; A block of type \"a\" or \"b\" is required here."
    );
    let unknown = r#"dynamic "a" {
for_each = anything
content {}
}
b {}
"#;
    assert_eq!(run(unknown, &Spec::from(types().tuple())).0.value, Value::dynamic());
}

#[test]
fn an_attribute_is_decoded_by_a_function() {
    let words =
        AttrSpec::new("words", Type::list(Type::String)).decode_with(|expr, ctx, diags| match expr
            .as_keyword()
        {
            Some(word) => Value::tuple(vec![word.into()]),
            None => expr.value(ctx, diags),
        });
    let spec: Spec = words.into();
    let list = |words: &[&str]| {
        Value::list(Type::String, words.iter().map(|word| Value::from(*word)).collect())
    };
    assert_eq!(run("words = all\n", &spec).0.value, list(&["all"]));
    assert_eq!(run("words = [\"a\", 1]\n", &spec).0.value, list(&["a", "1"]));
    let (decoded, problems) = run("words = 1\n", &spec);
    assert!(problems.starts_with("error 1:9: Wrong type; "), "{problems}");
    assert_eq!(decoded.value, Value::unknown(Type::list(Type::String)));
}

#[test]
fn a_value_has_a_source_location() {
    let nested = Spec::object([("n", number()), ("o", attr("o", Type::Dynamic))]);
    let spec: Spec = BlocksSpec::new("b", nested).map("key").into();
    let (decoded, _) = run("b \"x\" {\n  n = 1 + 1\n  o = { p = 2 }\n}\n", &spec);
    let block = Path::root().index("x");
    let origin = decoded.origin_of(&block).unwrap();
    assert!(origin.is_block());
    assert_eq!(origin.place.text(), "b \"x\"");
    assert_eq!(origin.name_place().unwrap().text(), "b");
    let labels: Vec<_> = origin.label_places().map(|place| place.text().to_owned()).collect();
    assert_eq!(labels, ["\"x\""]);
    let n = decoded.origin_of(&block.clone().attr("n")).unwrap();
    let name = n.name_place().unwrap();
    assert_eq!((n.place.to_string(), n.place.text()), ("t.hcl:2:7".to_owned(), "1 + 1"));
    assert_eq!((name.to_string(), name.text()), ("t.hcl:2:3".to_owned(), "n"));
    assert_eq!(n.label_places().len(), 0);
    let p = decoded.origin_of(&block.clone().attr("o").attr("p")).unwrap();
    assert_eq!(p.place.text(), "{ p = 2 }");
    assert!(decoded.origin_of(&block.attr("q")).is_none());
    assert!(decoded.origin_of(&Path::root().index("y")).is_none());

    let spec = Spec::from(BlocksSpec::new("b", number()).tuple());
    let (decoded, _) = run("b {}\nb { n = 3 }\n", &spec);
    let block = Path::root().index(1);
    assert_eq!(decoded.origin_of(&block).unwrap().place.to_string(), "t.hcl:2:1");
    assert_eq!(decoded.value.elements()[1], 3.into());
}

#[test]
fn the_location_of_a_part_needs_no_variables() {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", "b {\n  n = nowhere\n}\n"), &mut diags);
    let block: Spec = BlocksSpec::new("b", number()).into();
    assert_eq!(source_place(&body, &block).text(), "b");
    assert_eq!(source_place(&body, &number()).start().line, 1);
}

#[test]
fn docs_can_be_read_back() {
    let port = AttrSpec::new("port", Type::Number).doc("Where it listens.");
    let port = Spec::from(port).or(Spec::Literal(80.into())).refine(Refiner::not_null);
    let spec: Spec = ObjectSpec::new([("port", port)]).doc("A server.").into();
    assert_eq!(spec.docs(), Some("A server."));
    let Spec::Object(object) = &spec else { panic!("{spec:?}") };
    assert_eq!(object.specs()[0].docs(), Some("Where it listens."));
    assert_eq!(Spec::Rest(Rest::Body).docs(), None);
}

#[test]
fn child_block_types_are_those_of_all_specs_of_a_body() {
    let spec = Spec::tuple([
        BlocksSpec::new("a", number()).into(),
        Spec::from(BlocksSpec::new("b", Spec::tuple([number()])).set()).validate(|_, _| ()),
        BlocksSpec::attributes("c", Type::String).into(),
    ]);
    let types = spec.child_block_types();
    assert_eq!(types.keys().map(|ty| &**ty).collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(types["b"].implied_type(), Type::tuple([Type::Number]));
    assert_eq!(types["c"].implied_type(), Type::Dynamic);
}

#[test]
fn a_validation_warns_at_a_part() {
    let range = Spec::tuple([attr("from", Type::Number), attr("to", Type::Number)]);
    let spec = range.validate(|range, diags| {
        let [from, to] = range.value.elements() else { return };
        if from.as_number() > to.as_number() {
            let place = range.origin.parts[1].place.clone();
            let detail = "The end is before the start.";
            diags.push(hcldyn::diag::Diagnostic::warning(place, "Empty range", detail));
        }
    });
    let (decoded, problems) = run("from = 5\nto = 1\n", &spec);
    assert_eq!(problems, "warning 2:6: Empty range; The end is before the start.");
    assert_eq!(decoded.origin.presence, Presence::Present);
}

#[test]
fn a_failed_transformation_is_reported() {
    let expr = parse_expression(&Source::new("spec", "it + 1"), &mut Diagnostics::new()).unwrap();
    let spec = number().transform_expr("it", expr, EvalContext::new());
    assert_eq!(run("n = 1\n", &spec).0.value, Value::from(2));
    let (decoded, problems) = run("", &spec);
    assert!(problems.starts_with("error 1:1: "), "{problems}");
    assert_eq!(decoded.origin.presence, Presence::Failed);
}

#[test]
fn a_warning_does_not_fail_the_decoding() {
    let spec: Spec = AttrSpec::new("a", Type::Number).deprecated("Leave it out.").into();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", "a = 1\n"), &mut diags);
    let value = hcldyn::spec::decode(&body, &spec, &EvalContext::new(), &mut diags);
    assert_eq!(value, Value::from(1));
    assert_eq!(diags.iter().next().unwrap().severity, Severity::Warning);
    assert!(!diags.has_errors());
    assert_eq!(
        diags.to_string(),
        "t.hcl:1:1: warning: Deprecated attribute; The attribute \"a\" is deprecated. Leave it out."
    );
}
