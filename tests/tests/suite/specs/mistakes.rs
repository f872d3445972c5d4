//! Invalid specs: each error has the path to its spec, and decoding never panics.

use hcldyn::cty::{Function, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, OneOfSpec, Rest, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

fn attr(name: &str, ty: Type) -> Spec {
    AttrSpec::new(name, ty).into()
}

fn number() -> Spec {
    attr("n", Type::Number)
}

fn block(ty: &str, nested: Spec) -> Spec {
    BlocksSpec::new(ty, nested).into()
}

/// Returns the errors in a spec, after decoding some bodies by it.
fn mistakes(spec: &Spec) -> String {
    for text in ["", "a = 1\nn = 2\nb {}\n", "b x {\nn = 1\n}\nb y {}\ndynamic \"b\" {}\n"] {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        decode(&body, spec, &EvalContext::new(), &mut diags);
    }
    spec.check().err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn a_valid_spec_has_no_errors() {
    let rule = Spec::object([
        ("name", LabelSpec::new(0, "name").into()),
        ("n", number().or(Spec::Literal(1.into()))),
        ("m", attr("m", Type::String).or(Spec::Literal(Value::null(Type::Dynamic)))),
    ]);
    let forms = [("x", attr("a", Type::Number)), ("y", attr("a", Type::String))];
    let spec = Spec::object([
        ("rules", Spec::from(BlocksSpec::new("rule", rule).tuple().dynamic())),
        ("form", OneOfSpec::by_attribute("type", forms).into()),
        ("rest", Spec::Rest(Rest::Body)),
    ]);
    assert_eq!(spec.check(), Ok(()));
}

#[test]
fn duplicate_names() {
    let spec = Spec::object([
        ("a", number()),
        ("a", attr("n", Type::String)),
        ("b", block("n", Spec::tuple([]))),
    ]);
    assert_eq!(
        mistakes(&spec),
        "the object has two attributes \"a\"\n\
         in a: the attribute \"n\" has two types, number and string\n\
         in b: \"n\" is both an attribute and a block type"
    );
    let spec = Spec::tuple([
        block("b", number()),
        Spec::from(BlocksSpec::new("b", number()).list()),
        Spec::Rest(Rest::Body),
        Spec::Rest(Rest::Body),
    ]);
    assert_eq!(
        mistakes(&spec),
        "in element 1: blocks of type \"b\" are both a block and a list\nin element 3: the remaining items of the body are decoded twice"
    );
    let alias = AttrSpec::new("a", Type::Number).alias("a").into();
    assert_eq!(mistakes(&alias), "the name \"a\" appears twice among the name and the aliases");
    let alias = AttrSpec::new("a", Type::Number).alias("n");
    let spec = Spec::tuple([alias.into(), BlocksSpec::attributes("n", Type::String).into()]);
    assert_eq!(mistakes(&spec), "in element 1: \"n\" is both an attribute and a block type");
    let types = BlocksSpec::of_types([("b", number()), ("b", number())]).min_items(2).max_items(1);
    assert_eq!(
        mistakes(&Spec::from(types.tuple())),
        "the block type \"b\" appears twice\nthe minimum of 2 blocks exceeds the maximum of 1"
    );
}

#[test]
fn labels_outside_of_blocks() {
    let label = |index| Spec::from(LabelSpec::new(index, "name"));
    assert_eq!(mistakes(&label(0)), "the label \"name\" belongs to a body that is not in a block");
    assert_eq!(
        mistakes(&block("b", label(1))),
        "in block \"b\": the label at index 0 has no name, but later ones do"
    );
    assert_eq!(
        mistakes(&block("b", label(usize::MAX))),
        "in block \"b\": the index 18446744073709551615 of the label \"name\" exceeds the labels of every block"
    );
    let spec = Spec::tuple([
        BlocksSpec::new("b", number()).map("key").into(),
        BlocksSpec::new("b", label(0)).map("key").into(),
    ]);
    assert_eq!(
        mistakes(&spec),
        "in element 1: the block type \"b\" has different numbers of labels, 1 and 2"
    );
    let map = BlocksSpec::new("b", number()).object("key");
    let spec = Spec::tuple([block("b", number()), Spec::from(map)]);
    assert_eq!(
        mistakes(&spec),
        "in element 1: the block type \"b\" has different numbers of labels, 0 and 1\nin element 1: blocks of type \"b\" are both a block and an object"
    );
}

#[test]
fn defaults_of_other_types() {
    let spec = Spec::object([("n", number().or(Spec::Literal(Value::tuple(vec![]))))]);
    assert_eq!(mistakes(&spec), "in n, default: the default must be of type number, not tuple([])");
    // A default is not converted.
    let spec = attr("a", Type::String).or(Spec::Literal(1.into()));
    assert_eq!(mistakes(&spec), "in default: the default must be of type string, not number");
    let spec = attr("a", Type::Dynamic).or(Spec::Literal(1.into()));
    assert_eq!(mistakes(&spec), "");
}

#[test]
fn impossible_numbers_of_blocks() {
    let blocks = BlocksSpec::new("b", number()).min_items(3).max_items(2);
    let spec = Spec::object([("bs", Spec::from(blocks.list()))]);
    assert_eq!(mistakes(&spec), "in bs: the minimum of 3 blocks exceeds the maximum of 2");
    let map = BlocksSpec::new("b", number()).map("key").min_items(2).max_items(1);
    assert_eq!(mistakes(&map.into()), "the minimum of 2 blocks exceeds the maximum of 1");
}

#[test]
fn rules_forms_and_functions() {
    let spec: Spec = ObjectSpec::new([("n", number())]).at_most_one_of(["n", "m"]).into();
    assert_eq!(mistakes(&spec), "a rule lists \"m\", which is not an attribute of the object");
    let forms = [("x", number()), ("x", block("n", number()))];
    let spec: Spec = OneOfSpec::by_label(0, "kind", forms).into();
    assert_eq!(
        mistakes(&block("b", Spec::tuple([number(), spec]))),
        "in block \"b\", element 1: the variant \"x\" appears twice\nin block \"b\", element 1, form \"x\": \"n\" is both an attribute and a block type"
    );
    let none = OneOfSpec::by_attribute("a", Vec::<(&str, Spec)>::new());
    assert_eq!(mistakes(&none.into()), "the choice has no variants");
    let constant = Function::builder("Always 1.").returning(Type::Number, |_, _| Ok(1.into()));
    assert_eq!(
        mistakes(&number().transform(constant)),
        "the function that transforms the value must take one argument"
    );
}

#[test]
fn dynamic_beside_generated_blocks() {
    let spec = Spec::tuple([
        block("dynamic", number()),
        Spec::from(BlocksSpec::new("b", number()).list().dynamic()),
    ]);
    assert_eq!(
        mistakes(&spec),
        "blocks of type \"dynamic\" conflict with block types that can be generated"
    );
}

#[test]
fn both_sides_of_a_default_may_share_a_name() {
    let types = BlocksSpec::of_types([("a", number())]);
    let spec = Spec::from(types).or(attr("a", Type::Dynamic));
    assert_eq!(mistakes(&spec), "");
    let spec = block("a", number()).or(attr("a", Type::Dynamic));
    assert_eq!(mistakes(&spec), "");
}
