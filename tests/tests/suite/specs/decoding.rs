//! Bodies decoded by specs: values, source locations of the parts, and errors.

use hcldyn::body::Body;
use hcldyn::cty::{Mark, Type, Value};
use hcldyn::ext::customdecode::closure_type;
use hcldyn::spec::{
    AttrSpec, BlocksSpec, Decoded, LabelSpec, Origin, Presence, Rest, Spec, body_type, decode,
    decode_with_origin,
};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ExpressionClosure, parse_body, parse_expression};

/// Returns the decoded value with its origins, and the diagnostics, one on each line.
fn run(text: &str, spec: &Spec) -> (Decoded, String) {
    run_in(text, spec, &EvalContext::new())
}

fn run_in(text: &str, spec: &Spec, ctx: &EvalContext) -> (Decoded, String) {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let decoded = decode_with_origin(&body, spec, ctx, &mut diags);
    (decoded, diags.to_string())
}

/// Returns the source text at an origin and at the origins of its parts.
fn places(origin: &Origin) -> String {
    let parts: Vec<_> = origin.parts.iter().map(places).collect();
    if parts.is_empty() {
        format!("{:?} {:?}", origin.presence, origin.place.text())
    } else {
        format!("{:?} {:?} [{}]", origin.presence, origin.place.text(), parts.join(", "))
    }
}

fn attr(name: &str, ty: Type) -> Spec {
    AttrSpec::new(name, ty).into()
}

fn number() -> Spec {
    Spec::object([("n", attr("n", Type::Number))])
}

#[test]
fn an_object_keeps_the_order_of_its_spec() {
    let spec = Spec::object([
        ("z", attr("z", Type::Number)),
        ("a", attr("a", Type::Number)),
        ("m", AttrSpec::new("m", Type::String).required().into()),
        ("k", attr("k", Type::Bool)),
    ]);
    let (decoded, problems) = run("a = 1\nz = 2\nm = nowhere\n", &spec);
    assert_eq!(
        problems,
        "t.hcl:3:5: error: Variables not available; No variables are available here, so \"nowhere\" can't be used. For a string, write \"nowhere\"."
    );
    let wanted = [2.into(), 1.into(), Value::unknown(Type::String), Value::null(Type::Bool)];
    assert_eq!(decoded.value.into_elements(), wanted);
    assert_eq!(
        places(&decoded.origin),
        r#"Present "" [Present "2", Present "1", Failed "nowhere", Absent ""]"#
    );
}

#[test]
fn a_missing_attribute_is_null_and_reported_once() {
    let spec = Spec::object([
        ("a", AttrSpec::new("a", Type::Number).required().into()),
        ("again", attr("a", Type::Number)),
        ("b", BlocksSpec::new("b", number()).required().into()),
    ]);
    let (decoded, problems) = run("", &spec);
    assert_eq!(
        problems,
        "t.hcl:1:1: error: Missing attribute; The required attribute \"a\" is not set.\nt.hcl:1:1: error: Missing block; A block of type \"b\" is required here."
    );
    assert_eq!(places(&decoded.origin), r#"Present "" [Failed "", Absent "", Failed ""]"#);
    assert!(decoded.value.elements().iter().all(Value::is_null));
}

#[test]
fn two_specs_can_decode_one_attribute() {
    let required = AttrSpec::new("a", Type::Number).required();
    let spec = Spec::tuple([attr("a", Type::String), required.into()]);
    let (decoded, problems) = run("a = 1\n", &spec);
    assert_eq!(problems, "");
    assert_eq!(decoded.value.elements(), ["1".into(), 1.into()]);
    assert_eq!(spec.implied_schema().attributes.len(), 1);
    assert!(spec.implied_schema().attributes[0].required);
}

#[test]
fn the_location_of_a_block_is_its_header() {
    let nested = Spec::tuple([LabelSpec::new(0, "name").into(), attr("n", Type::Number)]);
    let spec = Spec::from(BlocksSpec::new("b", nested).tuple());
    let (decoded, problems) = run("b \"x\" {\n  n = 1\n}\nb y {\n}\n", &spec);
    assert_eq!(problems, "");
    assert_eq!(
        places(&decoded.origin),
        r#"Present "b \"x\"" [Present "b \"x\"" [Present "\"x\"", Present "1"], Present "b y" [Present "y", Absent ""]]"#
    );
}

#[test]
fn the_origins_of_a_set_are_in_the_order_of_its_elements() {
    let spec = Spec::from(BlocksSpec::new("b", attr("n", Type::Number)).set());
    let (decoded, problems) = run("b {\nn = 2\n}\nb {\nn = 1\n}\nb {\nn = 2\n}\n", &spec);
    assert_eq!(problems, "");
    let lines: Vec<_> = decoded.origin.parts.iter().map(|part| part.place.start().line).collect();
    assert_eq!(decoded.value, Value::set(Type::Number, vec![1.into(), 2.into()]));
    assert_eq!(lines, [4, 1]);
}

#[test]
fn blocks_are_counted() {
    let spec =
        |min, max| Spec::from(BlocksSpec::new("b", number()).list().min_items(min).max_items(max));
    let two = "b {}\nb {}\n";
    assert_eq!(run(two, &spec(1, 2)).1, "");
    assert_eq!(
        run(two, &spec(3, 4)).1,
        "t.hcl:1:1: error: Too few blocks; At least 3 blocks of type \"b\" are required here, not 2."
    );
    assert_eq!(
        run("", &spec(1, 4)).1,
        "t.hcl:1:1: error: Too few blocks; At least 1 block of type \"b\" is required here, not 0."
    );
    let (decoded, problems) = run(two, &spec(0, 1));
    assert_eq!(
        problems,
        "t.hcl:2:1: error: Too many blocks; At most 1 block of type \"b\" is allowed here, not 2."
    );
    assert_eq!(decoded.origin.presence, Presence::Failed);
}

#[test]
fn each_kind_of_blocks_is_decoded_and_counted() {
    let label = LabelSpec::new(0, "name");
    let spec = Spec::tuple([
        BlocksSpec::new("main", attr("at", Type::String)).required().into(),
        BlocksSpec::new("backup", attr("at", Type::String)).into(),
        Spec::from(BlocksSpec::new("node", label.into()).tuple().min_items(1).max_items(2)),
        BlocksSpec::new("user", attr("shell", Type::String)).map("name").into(),
    ]);
    let text = r#"main { at = "x" }
node "b" {}
node "a" {}
user "root" { shell = "sh" }
"#;
    let (decoded, problems) = run(text, &spec);
    assert_eq!(problems, "");
    let nodes = Value::tuple(vec!["b".into(), "a".into()]);
    let users = Value::map(Type::String, vec![("root".into(), "sh".into())]);
    let expected = ["x".into(), Value::null(Type::String), nodes, users];
    assert_eq!(decoded.value.elements(), expected);

    let text = r#"node "1" {}
node "2" {}
node "3" {}
main {}
main {}
user "a" {}
user "a" {}
"#;
    assert_eq!(
        run(text, &spec).1,
        "t.hcl:5:1: error: Second block; At most one block of type \"main\" is allowed here.\n\
         t.hcl:3:1: error: Too many blocks; At most 2 blocks of type \"node\" are allowed here, not 3.\n\
         t.hcl:7:1: error: Duplicate block; The block user \"a\" is already defined; blocks of this type must have unique labels."
    );
    assert_eq!(
        run("", &spec).1,
        "t.hcl:1:1: error: Missing block; A block of type \"main\" is required here.\n\
         t.hcl:1:1: error: Too few blocks; At least 1 block of type \"node\" is required here, not 0."
    );
}

#[test]
fn a_second_block_is_reported_with_the_first() {
    let spec = BlocksSpec::new("b", number()).into();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", "b {\nn = 1\n}\nb {}\nb {}\n"), &mut diags);
    let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    assert_eq!(
        diags.to_string(),
        "t.hcl:4:1: error: Second block; At most one block of type \"b\" is allowed here."
    );
    let related = &diags.iter().next().unwrap().related[0];
    assert_eq!(format!("{}: {}", related.place, related.message), "t.hcl:1:1: first defined here");
    assert_eq!(value.elements(), [Value::from(1)]);
}

#[test]
fn a_map_has_a_level_for_each_label() {
    let nested = Spec::tuple([LabelSpec::new(0, "third").into(), attr("n", Type::Number)]);
    let spec = BlocksSpec::new("b", nested).map("first").then_by("second").into();
    let text = r"b y m t {
n = 1
}
b x m u {
}
b y l v {
}
b y m w {
}
";
    let (decoded, problems) = run(text, &spec);
    assert_eq!(
        problems,
        "t.hcl:8:1: error: Duplicate block; The block b \"y\" \"m\" is already defined; blocks of this type must have unique labels."
    );
    let element = |label: &str, n| Value::tuple(vec![label.into(), n]);
    let null = || Value::null(Type::Number);
    let level = |entries| Value::map(Type::tuple([Type::String, Type::Number]), entries);
    let x = level(vec![("m".into(), element("u", null()))]);
    let y = level(vec![("l".into(), element("v", null())), ("m".into(), element("t", 1.into()))]);
    assert_eq!(decoded.value, Value::map(y.ty(), vec![("x".into(), x), ("y".into(), y)]));
    let lines: Vec<Vec<_>> = decoded
        .origin
        .parts
        .iter()
        .map(|level| level.parts.iter().map(|part| part.place.start().line).collect())
        .collect();
    assert_eq!(lines, [vec![4], vec![6, 1]]);
    assert_eq!(decoded.origin.place.start().line, 1);
}

#[test]
fn blocks_of_any_type_get_a_common_type_if_possible() {
    let spec = Spec::from(BlocksSpec::new("b", attr("v", Type::Dynamic)).list());
    let (decoded, problems) = run("b {\nv = 1\n}\nb {\nv = \"a\"\n}\n", &spec);
    assert_eq!(problems, "");
    assert_eq!(decoded.value, Value::list(Type::String, vec!["1".into(), "a".into()]));
    let (decoded, problems) = run("b {\nv = 1\n}\nb {\nv = [1]\n}\n", &spec);
    assert_eq!(
        problems,
        "t.hcl:1:1: error: Mismatched block types; All \"b\" blocks must have the same type, but one is a number and the other a tuple."
    );
    let spec =
        Spec::from(BlocksSpec::new("b", Spec::object([("v", attr("v", Type::Dynamic))])).list());
    let (_, problems) = run("b {\nv = 1\n}\nb {\nv = [1]\n}\n", &spec);
    assert_eq!(
        problems,
        "t.hcl:1:1: error: Mismatched block types; All \"b\" blocks must have the same type, but attribute \"v\" differs: one is a number and the other a tuple."
    );
    assert_eq!(decoded.value, Value::dynamic());
    assert_eq!(decoded.origin.presence, Presence::Failed);
}

#[test]
fn free_attributes_of_any_type_make_a_map_or_an_object() {
    let spec = BlocksSpec::attributes("b", Type::Dynamic).into();
    let (decoded, _) = run("b {\nx = 1\na = \"s\"\n}\n", &spec);
    let wanted = vec![("a".into(), "s".into()), ("x".into(), "1".into())];
    assert_eq!(decoded.value, Value::map(Type::String, wanted));
    assert_eq!(places(&decoded.origin), r#"Present "b" [Present "\"s\"", Present "1"]"#);

    let (decoded, _) = run("b {\nx = []\na = \"s\"\n}\n", &spec);
    let wanted = Value::object([("a", "s".into()), ("x", Value::tuple(vec![]))]);
    assert_eq!(decoded.value, wanted);
    assert_eq!(
        run("b {\nc {}\n}\n", &spec).1,
        "t.hcl:2:1: error: Unexpected block; Only attributes are allowed here, not a block of type \"c\"."
    );
}

#[test]
fn a_default_replaces_null() {
    let spec = attr("a", Type::Number).or(Spec::Literal(7.into()));
    let origin = |text: &str| places(&run(text, &spec).0.origin);
    for text in ["", "a = null\n"] {
        assert_eq!(run(text, &spec).0.value, Value::from(7));
    }
    assert_eq!(origin(""), r#"Absent """#);
    assert_eq!(origin("a = null\n"), r#"Present "null""#);
    assert_eq!(run("a = 1\n", &spec).0.value, Value::from(1));

    let secret = Value::null(Type::Number).mark(Mark::sensitive());
    let ctx = EvalContext::new().with_variable("secret", secret);
    let (decoded, _) = run_in("a = secret\n", &spec, &ctx);
    assert_eq!(decoded.value, Value::from(7).mark(Mark::sensitive()));
}

#[test]
fn a_default_can_be_an_expression() {
    let source = Source::new("<default>", "\"zone-${zones[1]}\"");
    let default = parse_expression(&source, &mut Diagnostics::new()).unwrap();
    let spec = attr("region", Type::String).or(Spec::Expr(default));
    let zones = Value::tuple(vec!["a".into(), "b".into()]);
    let ctx = EvalContext::new().with_variable("zones", zones);
    let cases = [("", true), ("region = null\n", true), ("region = \"zone-b\"\n", false)];
    for (text, is_default) in cases {
        let (decoded, problems) = run_in(text, &spec, &ctx);
        assert_eq!((decoded.value, &*problems), ("zone-b".into(), ""));
        assert_eq!(decoded.origin.is_default(), is_default, "{text}");
    }
}

#[test]
fn a_closure_of_a_generated_block_sees_the_iterator() {
    let nested = Spec::object([("when", attr("when", closure_type()))]);
    let spec = Spec::from(BlocksSpec::new("b", nested).tuple().dynamic());
    let text = r#"dynamic "b" {
for_each = [5, 6]
content {
when = b.value + b.key
}
}
"#;
    let (decoded, problems) = run(text, &spec);
    assert_eq!(problems, "");
    let value = |block: &Value| {
        let closure: &ExpressionClosure = block.elements()[0].as_capsule().unwrap();
        closure.value(&mut Diagnostics::new())
    };
    let values: Vec<_> = decoded.value.elements().iter().map(value).collect();
    assert_eq!(values, [Value::from(5), Value::from(7)]);
}

#[test]
fn expressions_and_bodies_can_be_decoded_later() {
    let plugin = Spec::tuple([
        LabelSpec::new(0, "kind").into(),
        attr("name", Type::String),
        Spec::Rest(Rest::Body),
    ]);
    let spec = Spec::tuple([
        AttrSpec::new("when", closure_type()).into(),
        BlocksSpec::new("plugin", plugin).into(),
    ]);
    let text = r#"when = size > length(zones)
plugin "cache" {
  name = "c"
  ttl  = 5 + step
}
"#;
    let zones = Value::tuple(vec!["a".into(), "b".into()]);
    let ctx =
        EvalContext::new().with_functions(hcldyn::functions::all()).with_variable("zones", zones);
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let found = decode(&body, &spec, &ctx, &mut diags);

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
fn the_remaining_items_are_a_body() {
    let spec = Spec::tuple([attr("a", Type::Number), Spec::Rest(Rest::Body)]);
    let (decoded, problems) = run("a = 1\nb = 2\nc {}\n", &spec);
    assert_eq!(problems, "");
    assert_eq!(spec.implied_type(), Type::tuple([Type::Number, body_type()]));
    let rest: &Body = decoded.value.elements()[1].as_capsule().unwrap();
    let mut diags = Diagnostics::new();
    assert_eq!(
        decode(rest, &attr("b", Type::Number), &EvalContext::new(), &mut diags),
        Value::from(2)
    );
    assert_eq!(
        diags.to_string(),
        "t.hcl:3:1: error: Unexpected block; A block of type \"c\" is not expected here. No blocks are allowed here."
    );
}

#[test]
fn unexpected_items_are_errors() {
    let spec = Spec::object([
        ("port", attr("port", Type::Number)),
        ("rule", BlocksSpec::new("rule", number()).into()),
    ]);
    assert_eq!(
        run("prot = 1\nrule = 2\nport {}\nrul {}\n", &spec).1,
        "t.hcl:1:1: error: Unexpected attribute; The attribute \"prot\" is not expected here. Did you mean \"port\"?\nt.hcl:2:1: error: Unexpected attribute; The attribute \"rule\" is not expected here. Did you mean a block? Write rule { … }, without the equals sign.\nt.hcl:3:1: error: Unexpected block; A block of type \"port\" is not expected here. Did you mean the attribute? Write port = …, with an equals sign.\nt.hcl:4:1: error: Unexpected block; A block of type \"rul\" is not expected here. Did you mean \"rule\"?"
    );
}

#[test]
fn labels_are_counted() {
    let nested = Spec::tuple([LabelSpec::new(0, "name").into(), LabelSpec::new(1, "zone").into()]);
    let spec = Spec::from(BlocksSpec::new("b", nested).tuple());
    assert_eq!(
        run("b x y z {}\nb x {}\n", &spec).1,
        "t.hcl:1:7: error: Too many labels; A block of type \"b\" takes 2 labels (\"name\" and \"zone\"), not 3.\nt.hcl:2:5: error: Missing label; A block of type \"b\" takes 2 labels; \"zone\" is missing before the brace."
    );
}

#[test]
fn an_invalid_spec_is_reported() {
    let label = |name| Spec::from(LabelSpec::new(0, name));
    let (decoded, problems) = run("", &label("name"));
    assert_eq!(
        problems,
        "t.hcl:1:1: error: Invalid spec; This is an error in the program, not in the configuration: in the spec of this body, the label \"name\" belongs to a body that is not in a block."
    );
    assert_eq!(decoded.value, Value::null(Type::String));

    let blocks = |nested| Spec::from(BlocksSpec::new("b", nested).tuple());
    let (_, problems) = run("b x {}\n", &Spec::tuple([blocks(label("name")), blocks(number())]));
    assert_eq!(
        problems,
        "t.hcl:1:1: error: Invalid spec; This is an error in the program, not in the configuration: in the spec of this body, two specs of the block type \"b\" have different numbers of labels."
    );

    let taken = BlocksSpec::new("dynamic", number());
    let generated = BlocksSpec::new("b", number()).dynamic();
    let specs = [taken, generated].map(|blocks| Spec::from(blocks.list()));
    assert!(run("dynamic {}\n", &Spec::tuple(specs)).1.contains("blocks of type \"dynamic\""));
}

#[test]
fn an_untyped_null_takes_the_type_of_the_other_blocks() {
    let rule = Spec::object([("value", AttrSpec::new("value", Type::Dynamic).into())]);
    let spec = Spec::from(BlocksSpec::new("rule", rule).list());
    let (decoded, problems) = run("rule {}\nrule {\nvalue = [1]\n}\n", &spec);
    assert_eq!(problems, "");
    let value_ty = Type::tuple([Type::Number]);
    assert_eq!(decoded.value.ty(), Type::list(Type::object([("value", value_ty.clone())])));
    assert!(
        decoded
            .value
            .elements()
            .iter()
            .all(|it| it.as_object().unwrap().values()[0].ty() == value_ty)
    );

    let spec = Spec::from(BlocksSpec::attributes("rule", Type::Dynamic));
    let (decoded, _) = run("rule {\na = null\nb = [1]\n}\n", &spec);
    assert_eq!(decoded.value.ty(), Type::map(value_ty));
}

/// Takes minutes if each diagnostic is compared with all earlier ones.
#[test]
fn each_of_many_wrong_parts_is_reported() {
    const PARTS: usize = 100_000;
    let elements = format!("a = [{}]\n", "\"x\", ".repeat(PARTS));
    let items: String = (0..PARTS).map(|index| format!("  k{index} = \"x\"\n")).collect();
    let items = format!("a = {{\n{items}}}\n");
    for (text, ty) in [(elements, Type::list(Type::Number)), (items, Type::map(Type::Number))] {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        decode(&body, &AttrSpec::new("a", ty).into(), &EvalContext::new(), &mut diags);
        assert_eq!(diags.error_count(), PARTS);
    }
}
