//! Outlines: a spec has a place in its outline for everything that it says.

use hcldyn::body::Layering;
use hcldyn::cty::value_spec::{Unexpected, ValueSpec};
use hcldyn::cty::{Function, Type, Value};
use hcldyn::ext::customdecode::{closure_type, expression_type};
use hcldyn::spec::outline::{
    AttributeEvaluation, Outline, OutlineAttribute, OutlineBlock, OutlineBody, OutlineContent,
    OutlineDefault,
};
use hcldyn::spec::{
    AttrSpec, BlockCollection, BlocksSpec, DataForm, LabelSpec, ObjectSpec, OneOfSpec, OtherForms,
    Rest, Rule, Spec, Tag, ValueRule,
};

fn port() -> AttrSpec {
    AttrSpec::new("port", Type::Number)
}

/// Returns the outline of a body of these specs.
fn outline<const N: usize>(specs: [Spec; N]) -> Outline {
    Spec::tuple(specs).outline()
}

/// Returns the only attribute of an outline.
fn attribute(spec: impl Into<Spec>) -> OutlineAttribute {
    let outline = spec.into().outline();
    let [attribute] = &*outline.root().attributes else { panic!("the body has one attribute") };
    attribute.clone()
}

/// Returns the only block of an outline.
fn block(spec: &Spec) -> (Outline, OutlineBlock) {
    let outline = spec.outline();
    let [block] = &*outline.root().blocks else { panic!("the body has one block") };
    let block = block.clone();
    (outline, block)
}

/// Returns the body of the only type of a block.
fn body_of<'a>(outline: &'a Outline, block: &OutlineBlock) -> &'a OutlineBody {
    let [ty] = &*block.types else { panic!("the block has one type") };
    let OutlineContent::Body(id) = ty.content else { panic!("the block has a body") };
    outline.body(id)
}

#[test]
fn attributes() {
    let spec = port()
        .required()
        .sensitive()
        .or_block()
        .merge()
        .alias("p")
        .former_name("prt")
        .deprecated("It is ignored.")
        .doc("Where it listens.")
        .title("Port")
        .since("1.2")
        .example("80")
        .example("443")
        .condition("It is free.")
        .rule(ValueRule::Range { min: Some(1.into()), max: None })
        .hide()
        .restart();
    let it = attribute(spec);
    assert_eq!(it.names.name, *"port");
    assert_eq!(
        (&*it.names.aliases, &*it.names.former_names),
        (&["p".into()][..], &["prt".into()][..])
    );
    assert_eq!(it.names.deprecation.unwrap().advice.as_deref(), Some("It is ignored."));
    assert_eq!(it.docs.text.as_deref(), Some("Where it listens."));
    assert_eq!(it.docs.title.as_deref(), Some("Port"));
    assert_eq!(it.docs.since.as_deref(), Some("1.2"));
    assert_eq!(it.docs.examples, ["80", "443"]);
    assert_eq!(it.docs.conditions, ["It is free."]);
    assert!(it.docs.needs_restart);
    assert!(it.docs.is_hidden && it.is_required && it.is_sensitive && !it.is_transformed);
    assert_eq!(it.forms, OtherForms::OR_BLOCK.and(OtherForms::MERGE));
    assert_eq!(it.value, ValueSpec::from(Type::Number));
    assert_eq!(it.rules, [ValueRule::Range { min: Some(1.into()), max: None }]);
    assert_eq!((it.default, it.evaluation), (None, AttributeEvaluation::Value));
}

#[test]
fn defaults() {
    let eighty = || Spec::Literal(80.into());
    let it = attribute(Spec::from(port()).or(eighty()));
    assert_eq!(it.default, Some(OutlineDefault::Value(80.into())));
    assert_eq!(it.default.unwrap().source().as_deref(), Some("80"));

    let it = attribute(Spec::from(port()).or(eighty()).or(Spec::Literal(81.into())));
    assert_eq!(it.default, Some(OutlineDefault::Value(80.into())));

    let it = attribute(Spec::from(port()).or(Spec::Literal(Value::null(Type::Number))));
    assert_eq!(it.default, None);

    let mut diags = hcldyn::Diagnostics::new();
    let source = hcldyn::syntax::Source::new("d", "base + 1");
    let expr = hcldyn::parse_expression(&source, &mut diags).unwrap();
    let it = attribute(Spec::from(port()).or(Spec::Expr(expr)));
    assert_eq!(it.default, Some(OutlineDefault::Expression("base + 1".into())));

    let it = attribute(port().default_text("a free port"));
    assert_eq!(it.default, Some(OutlineDefault::Text("a free port".into())));

    // The default replaces the result of the function, so no attribute with this value is the same.
    let double = Function::from_fn("double", ["number"], |number: u16| number * 2);
    let it = attribute(Spec::from(port()).transform(double).or(eighty()));
    assert_eq!(it.default, Some(OutlineDefault::Text("80".into())));
    assert!(it.is_transformed);

    let both = outline([Spec::from(port()).or(AttrSpec::new("number", Type::Number).into())]);
    let names = both.root().attributes.iter().map(|it| &*it.names.name);
    assert_eq!(names.collect::<Vec<_>>(), ["port", "number"]);
}

#[test]
fn conditions_are_of_the_item_that_is_checked() {
    let of_attr = Spec::from(port()).validate_as("It is even.", |_, _| {});
    assert_eq!(attribute(of_attr.or(Spec::Literal(2.into()))).docs.conditions, ["It is even."]);
    let of_body = ObjectSpec::new([("port", port().into())]).condition("It is free.");
    let of_body = Spec::from(of_body).validate_as("It is known.", |_, _| {});
    let outline = of_body.validate(|_, _| {}).outline();
    assert_eq!(outline.root().docs.conditions, ["It is free.", "It is known."]);
}

#[test]
fn evaluation_of_expressions() {
    let of = |ty: Type| attribute(AttrSpec::new("a", ty)).evaluation;
    assert_eq!(of(expression_type()), AttributeEvaluation::Expression);
    assert_eq!(of(closure_type()), AttributeEvaluation::Deferred);
    assert_eq!(of(Type::list(closure_type())), AttributeEvaluation::Value);
    let custom = port().decode_with(hcldyn::Expression::value);
    assert_eq!(attribute(custom).evaluation, AttributeEvaluation::Custom);
}

#[test]
fn an_attribute_of_several_specs_is_one() {
    let twice = outline([port().into(), port().required().into()]);
    assert_eq!(twice.root().attributes.len(), 1);
    assert!(twice.root().attributes[0].is_required);
}

#[test]
fn single_blocks() {
    let spec = BlocksSpec::new("tls", port().into())
        .required()
        .dynamic()
        .or_attr()
        .labels_as_blocks()
        .merge()
        .layering(Layering::Append)
        .alias("ssl")
        .doc("Encryption.")
        .example("port = 1");
    let (outline, it) = block(&spec.into());
    assert_eq!(it.types[0].names.name, *"tls");
    assert_eq!(it.types[0].names.aliases, ["ssl"]);
    assert_eq!(it.docs.text.as_deref(), Some("Encryption."));
    assert_eq!(it.docs.examples, ["port = 1"]);
    assert_eq!((it.options.count.min, it.options.count.max), (1, Some(1)));
    assert!(it.is_required() && !it.is_repeated());
    let forms = OtherForms::OR_ATTR.and(OtherForms::LABELS_AS_BLOCKS).and(OtherForms::MERGE);
    assert_eq!((it.collection, it.forms), (BlockCollection::Single, forms));
    assert!(it.options.is_dynamic);
    assert_eq!(it.options.layering, Some(Layering::Append));
    assert_eq!(body_of(&outline, &it).attributes[0].names.name, *"port");

    let text = Value::object([("port", 1.into())]);
    let (_, it) = block(&Spec::from(BlocksSpec::new("b", port().into())).or(Spec::Literal(text)));
    assert_eq!(it.default.unwrap().to_string(), "{\n  port = 1\n}");
    assert_eq!(it.options.count.min, 0);
}

#[test]
fn collections_of_blocks() {
    let blocks = || BlocksSpec::new("b", port().into()).min_items(1).max_items(3);
    let map = || BlocksSpec::new("b", port().into()).map("name").then_by("zone");
    let object = || BlocksSpec::new("b", port().into()).object("name").then_by("zone");
    let all = [
        (blocks().list().into(), BlockCollection::List, (1, Some(3))),
        (blocks().tuple().into(), BlockCollection::Tuple, (1, Some(3))),
        (blocks().set().into(), BlockCollection::Set, (1, Some(3))),
        (map().into(), BlockCollection::Map { is_grouped: false }, (0, None)),
        (object().grouped().into(), BlockCollection::Object { is_grouped: true }, (0, None)),
    ];
    for (spec, collection, counts) in all {
        let (_, it) = block(&spec);
        assert_eq!(
            (it.collection, (it.options.count.min, it.options.count.max)),
            (collection, counts)
        );
        let key: &[&str] = if counts.0 == 0 { &["name", "zone"] } else { &[] };
        assert_eq!(it.key, key);
    }
}

#[test]
fn blocks_of_free_attributes() {
    let (_, it) = block(&BlocksSpec::attributes("tags", Type::String).required().into());
    assert_eq!(it.types[0].content, OutlineContent::Attributes(Type::String.into()));
    assert!(it.is_required());
}

#[test]
fn blocks_of_several_types() {
    let of_path = || AttrSpec::new("path", Type::String).into();
    let types = || BlocksSpec::of_types([("tcp", port().into()), ("unix", of_path())]);
    let (outline, it) = block(&Spec::from(types().doc("Sockets.").max_items(2).tuple()));
    assert_eq!(it.docs.text.as_deref(), Some("Sockets."));
    assert_eq!((it.collection, it.options.count.max), (BlockCollection::Tuple, Some(2)));
    let names = it.types.iter().map(|ty| {
        let OutlineContent::Body(id) = ty.content else { panic!("the type has a body") };
        (ty.names.name.to_string(), outline.body(id).attributes[0].names.name.to_string())
    });
    let expected = [("tcp", "port"), ("unix", "path")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(names.collect::<Vec<_>>(), expected);

    let (_, it) = block(&Spec::from(types().min_items(1)));
    assert_eq!(
        (it.collection, it.options.count.min, it.options.count.max),
        (BlockCollection::Single, 1, Some(1))
    );
}

#[test]
fn labels_are_in_order() {
    let body = Spec::tuple([
        LabelSpec::from_index(2, "rest").into(),
        LabelSpec::key("id").doc("The identity.").into(),
        LabelSpec::new(1, "second").into(),
    ]);
    let names = |spec: &Spec| {
        let (outline, it) = block(spec);
        let labels = outline.labels_of(&it, &it.types[0]);
        labels.into_iter().map(|label| label.name.to_string()).collect::<Vec<_>>()
    };
    let single = BlocksSpec::new("b", body.clone());
    assert_eq!(names(&single.into()), ["id", "label 1", "second", "rest"]);
    let map = BlocksSpec::new("b", body).map("zone").then_by("name");
    assert_eq!(names(&map.into()), ["zone", "id", "label 1", "second", "rest"]);
}

#[test]
fn forms_of_a_body() {
    let tcp = ObjectSpec::new([("port", port().into())]).doc("A port.");
    let unix = Spec::tuple([LabelSpec::new(1, "path").into()]);
    let choice = OneOfSpec::by_label(0, "kind", [("tcp", tcp.into()), ("unix", unix)]);
    let outline = outline([choice.doc("Where it listens.").into(), port().into()]);
    let [choice] = &*outline.root().choices else { panic!("the body has one choice") };
    assert_eq!(choice.tag, Tag::Label { index: 0, name: "kind".into() });
    assert_eq!(choice.docs.text.as_deref(), Some("Where it listens."));
    let [tcp, unix] = &*choice.forms else { panic!("the choice has two forms") };
    assert_eq!((&*tcp.tag, &*unix.tag), ("tcp", "unix"));
    assert_eq!(outline.body(tcp.body).docs.text.as_deref(), Some("A port."));
    assert_eq!(outline.body(tcp.body).attributes.len(), 1);
    assert_eq!(outline.body(unix.body).labels[0].name, *"path");
    assert_eq!(outline.root().attributes.len(), 1);
}

#[test]
fn the_specs_of_a_body_are_one() {
    let inner = ObjectSpec::new([("port", port().into())]).doc("Inner.");
    let inner = inner.unexpected(Unexpected::Warn).or_block();
    let outer = ObjectSpec::new([
        ("inner", inner.into()),
        ("tls", BlocksSpec::new("ssl", Spec::tuple([])).into()),
    ]);
    let outer = outer.doc("Outer.").at_least_one_of(["inner", "tls"]);
    let outline = Spec::from(outer).outline();
    let root = outline.root();
    assert_eq!(root.docs.text.as_deref(), Some("Outer."));
    assert_eq!(root.unexpected, Unexpected::Warn);
    assert_eq!(root.attributes[0].forms, OtherForms::OR_BLOCK);
    assert_eq!(root.blocks[0].forms, OtherForms::NONE);
    assert_eq!(root.rules, [Rule::AtLeastOneOf(vec!["inner".into(), "ssl".into()])]);
}

#[test]
fn the_rest_of_a_body() {
    let rest = |spec| outline([port().into(), spec]).root().rest.clone();
    assert_eq!(outline([port().into()]).root().rest, None);
    assert_eq!(rest(Spec::Rest(Rest::Body)), Some(Rest::Body));
    assert_eq!(rest(Spec::Rest(Rest::Data(DataForm::Tuples))), Some(Rest::Data(DataForm::Tuples)));
    assert_eq!(rest(Spec::any()), Some(Rest::Data(DataForm::Merged)));
    let numbers = ValueSpec::from(Type::Number);
    assert_eq!(
        rest(Spec::Rest(Rest::Attributes(numbers.clone()))),
        Some(Rest::Attributes(numbers))
    );
}

#[test]
fn a_block_may_contain_itself() {
    fn location() -> Spec {
        Spec::object([
            ("port", port().into()),
            ("locations", Spec::from(BlocksSpec::lazy("location", location).tuple())),
        ])
    }
    let outline = location().outline();
    assert_eq!(outline.bodies().len(), 2);
    let [block] = &*outline.root().blocks else { panic!("the body has one block") };
    let inner = body_of(&outline, block);
    assert_eq!(body_of(&outline, &inner.blocks[0]), inner);
    assert_eq!(outline, location().outline());
}
