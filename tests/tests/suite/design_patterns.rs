//! The reference's guide to design patterns for complex systems, claim by claim, in its order.

use hcldyn::body::Body;
use hcldyn::cty::{Type, Value, json, msgpack};
use hcldyn::ext::graph::{BlockKind, Definitions};
use hcldyn::ext::kit;
use hcldyn::ext::kit::{Inputs, Variables};
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::{AttrSpec, BlocksSpec, Rest, Spec, decode, decode_with_origin, variables};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode, functions};
use hcldyn_tests::text::{self, body, parse, problems, value};

/// The example of the first section, with the name of its variable corrected.
const NETWORKS: &str = r#"
variable "network_numbers" {
  type = list(number)
}

variable "base_network_addr" {
  type    = string
  default = "10.0.0.0/8"
}

locals {
  network_blocks = {
    for x in var.network_numbers:
    x => cidrsubnet(var.base_network_addr, 8, x)
  }
}

resource "cloud_subnet" "example" {
  for_each = local.network_blocks

  cidr_block = each.value
}

output "subnet_ids" {
  value = cloud_subnet.example[*].id
}
"#;

#[derive(HclDecode)]
struct File {
    #[hcl(block)]
    variable: Vec<Named>,
    #[hcl(block)]
    locals: Locals,
    #[hcl(block)]
    resource: Vec<Resource>,
    #[hcl(block)]
    output: Vec<Named>,
}

#[derive(HclDecode)]
struct Named {
    #[hcl(label)]
    name: String,
    #[hcl(remain)]
    body: Body,
}

#[derive(HclDecode)]
struct Locals {
    #[hcl(remain)]
    body: Body,
}

#[derive(HclDecode)]
struct Resource {
    #[hcl(label)]
    r#type: String,
    #[hcl(label)]
    name: String,
    #[hcl(remain)]
    body: Body,
}

fn none() -> EvalContext {
    EvalContext::new()
}

fn keywords(texts: &[&str]) -> Vec<Option<String>> {
    texts.iter().map(|text| parse(text).as_keyword().map(|word| word.to_string())).collect()
}

fn traversals(texts: &[&str]) -> Vec<Option<String>> {
    texts.iter().map(|text| parse(text).as_traversal().map(|found| found.to_string())).collect()
}

mod interdependent_blocks {
    use super::*;

    fn file() -> File {
        hcldyn::from_str(NETWORKS, &none()).unwrap()
    }

    /// The variables that the attributes of a body refer to.
    fn references(body: &Body) -> Vec<String> {
        let attributes = body.just_attributes(&mut Diagnostics::new());
        let found = attributes.iter().flat_map(|attribute| attribute.expr.variables());
        found.map(|traversal| traversal.to_string()).collect()
    }

    fn attribute(body: &Body, name: &str, ctx: &EvalContext) -> Value {
        let mut diags = Diagnostics::new();
        let spec = AttrSpec::new(name, Type::Dynamic).required().into();
        let (spec, rest) = (Spec::tuple([spec, Spec::Rest(Rest::Body)]), body);
        let value = decode(rest, &spec, ctx, &mut diags);
        assert!(diags.is_empty(), "{diags}");
        value.elements()[0].clone()
    }

    #[test]
    fn the_top_level_is_decoded_without_its_contents() {
        let file = file();
        let names: Vec<_> = file.variable.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["network_numbers", "base_network_addr"]);
        assert_eq!(
            (file.resource[0].r#type.as_str(), file.resource[0].name.as_str()),
            ("cloud_subnet", "example")
        );
        assert_eq!(file.output[0].name, "subnet_ids");
    }

    #[test]
    fn each_expression_lists_its_variables() {
        let file = file();
        assert_eq!(references(&file.locals.body), ["var.network_numbers", "var.base_network_addr"]);
        assert_eq!(references(&file.resource[0].body), ["local.network_blocks", "each.value"]);
        assert_eq!(references(&file.output[0].body), ["cloud_subnet.example"]);
        assert_eq!(references(&file.variable[1].body), ["string"]);
    }

    #[test]
    fn a_spec_lists_the_variables_that_decoding_needs() {
        let nested = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
        let spec = Spec::object([
            ("name", AttrSpec::new("name", Type::String).into()),
            ("services", Spec::from(BlocksSpec::new("service", nested).list())),
        ]);
        let text = "name = var.name
service {
  port = local.base + 1
}
service {
  port = 80
}
";
        let found = variables(&body(text), &spec);
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["var.name", "local.base"]);
    }

    #[test]
    fn changing_a_copy_of_a_context_leaves_the_original() {
        let before = none().with_variable("x", 1);
        let after = before.clone().with_variable("x", 2);
        assert_eq!((value("x", &before), value("x", &after)), (1.into(), 2.into()));
        let child = before.child().with_variable("y", 3);
        assert_eq!(value("x + y", &child), Value::from(4));
        assert_eq!(before.variable("y"), None);
    }

    /// The blocks of the language, and the names that they define.
    fn definitions() -> Definitions {
        let resource = BlockKind::new("resource", &["type", "name"]).defines(&[]);
        kit::definitions().block(resource.scope(&["each"]))
    }

    #[test]
    fn the_references_make_a_graph() {
        let mut diags = Diagnostics::new();
        let graph = definitions().graph(&body(NETWORKS), &mut diags);
        assert!(diags.is_empty(), "{diags}");
        let needs = graph.nodes().iter().map(|node| {
            let needs = graph.dependencies(node);
            (node.to_string(), needs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        });
        let expected = [
            ("var.network_numbers", ""),
            ("var.base_network_addr", ""),
            ("local.network_blocks", "var.network_numbers var.base_network_addr"),
            ("cloud_subnet.example", "local.network_blocks"),
            ("output \"subnet_ids\"", "cloud_subnet.example"),
        ];
        let expected = expected.map(|(node, needs)| (node.to_owned(), needs.to_owned()));
        assert_eq!(needs.collect::<Vec<_>>(), expected);
        assert_eq!(graph.levels().map(|level| level.len()).collect::<Vec<_>>(), [2, 1, 1, 1]);
    }

    #[test]
    fn blocks_are_evaluated_in_the_order_of_the_graph() {
        let (mut diags, body) = (Diagnostics::new(), body(NETWORKS));
        let ctx = none().with_functions(functions::all());
        let inputs = Inputs::new().argument("network_numbers=[1, 2]");
        let var = Variables::of(&body, &mut diags).assign(&inputs, &ctx, &mut diags);
        let graph = definitions().graph(&body, &mut diags);
        let values = graph.evaluate(&ctx, &mut diags, |node, ctx, diags| match node.block() {
            Some(block) if block.ty == *"resource" => subnets(&block.body, ctx),
            _ => kit::value_of(node, &var, ctx, diags).unwrap(),
        });
        assert!(diags.is_empty(), "{diags}");
        assert_eq!(
            values.get(&["local", "network_blocks"]),
            Some(value("{ 1 = \"10.1.0.0/16\", 2 = \"10.2.0.0/16\" }", &none()))
        );
        assert_eq!(
            *values.value(&graph.nodes()[4]),
            value("[\"subnet 10.1.0.0/16\", \"subnet 10.2.0.0/16\"]", &none())
        );
    }

    /// Returns the values of the block, one for each element of `for_each`.
    fn subnets(body: &Body, ctx: &EvalContext) -> Value {
        let each = attribute(body, "for_each", ctx);
        let subnets = each.elements().iter().map(|cidr| {
            let each = Value::object([("value", cidr.clone())]);
            let cidr = attribute(body, "cidr_block", &ctx.child().with_variable("each", each));
            Value::object([("id", Value::from(format!("subnet {}", cidr.as_str().unwrap())))])
        });
        Value::tuple(subnets.collect())
    }

    #[test]
    fn a_decoded_value_goes_into_the_next_context() {
        let spec = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
        let (service, _) = text::decode("port = \"80\"\n", spec, &none());
        let ctx = none().with_variable("service", service);
        assert_eq!(value("service.port + 1", &ctx), Value::from(81));
    }
}

mod ahead_of_time {
    use super::*;

    fn plugin() -> Spec {
        let disk = Spec::object([
            ("size", AttrSpec::new("size", Type::Number).required().into()),
            ("tags", AttrSpec::new("tags", Type::map(Type::String)).into()),
        ]);
        Spec::object([
            ("name", AttrSpec::new("name", Type::String).into()),
            ("disks", Spec::from(BlocksSpec::new("disk", disk).list())),
        ])
    }

    const TEXT: &str = r#"name = "n${1 + 1}"
disk {
  size = "10"
  tags = { a = 1 }
}
disk {
  size = 0.1
}
"#;

    #[test]
    fn a_decoded_value_conforms_to_its_schema() {
        let (found, problems) = text::decode(TEXT, plugin(), &none());
        assert_eq!((found.ty(), &*problems), (plugin().implied_type(), ""));
        let (_, problems) = text::decode("disk {\n  size = \"big\"\n}\n", plugin(), &none());
        assert!(problems.starts_with("t.hcl:2:10: error: "), "{problems}");
    }

    #[test]
    fn values_survive_json_if_both_sides_know_the_type() {
        let (found, ty) = (text::decode(TEXT, plugin(), &none()).0, plugin().implied_type());
        let wire = json::to_json(&found, &ty).unwrap();
        assert_eq!(json::from_json(wire, &ty), Ok(found));
    }

    #[test]
    fn values_survive_messagepack_if_both_sides_know_the_type() {
        let (found, ty) = (text::decode(TEXT, plugin(), &none()).0, plugin().implied_type());
        let wire = msgpack::to_msgpack(&found, &ty).unwrap();
        assert_eq!(msgpack::from_msgpack(&wire, &ty), Ok(found));
    }

    #[test]
    fn numbers_lose_nothing_on_the_way() {
        let number = value("0.1 + 12345678901234567890123", &none());
        let wire = json::to_json(&number, &Type::Number).unwrap();
        assert_eq!(json::from_json(wire, &Type::Number).as_ref(), Ok(&number));
        let wire = msgpack::to_msgpack(&number, &Type::Number).unwrap();
        assert_eq!(msgpack::from_msgpack(&wire, &Type::Number), Ok(number));
    }
}

mod gradual_evaluation {
    use super::*;

    const TEXT: &str = "id = instance.id\nurl = \"http://${instance.name}.${zone}/\"\n";

    fn spec() -> Spec {
        let attr = |name| AttrSpec::new(name, Type::String).required().into();
        Spec::object([("id", attr("id")), ("url", attr("url"))])
    }

    /// The example of the section.
    fn unknown() -> EvalContext {
        none()
            .with_variable("name", Value::unknown(Type::String))
            .with_variable("age", Value::unknown(Type::Number))
    }

    #[test]
    fn errors_refer_to_the_source() {
        let problems = text::decode(TEXT, spec(), &none().with_variable("zone", "z")).1;
        assert!(problems.starts_with("t.hcl:1:6: error: "), "{problems}");
    }

    /// The other side only needs the source to report the same locations.
    #[test]
    fn the_source_parsed_again_has_the_same_locations() {
        let places = || {
            let attributes = body(TEXT).just_attributes(&mut Diagnostics::new());
            attributes.iter().map(|it| it.expr.place().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(places(), places());
        assert_eq!(places(), ["t.hcl:1:6", "t.hcl:2:7"]);
        let source = Source::new("t.hcl", TEXT);
        assert_eq!(source.text(), TEXT);
    }

    #[test]
    fn a_partial_result_is_completed_by_a_second_run() {
        let instance = Type::object([("id", Type::String), ("name", Type::String)]);
        let plan =
            none().with_variable("zone", "z").with_variable("instance", Value::unknown(instance));
        let (planned, problems) = text::decode(TEXT, spec(), &plan);
        assert_eq!(problems, "");
        assert!(planned.is_known() && !planned.is_wholly_known());

        let instance =
            Value::object([("id", "i-1"), ("name", "n")].map(|(k, v)| (k, Value::from(v))));
        let apply = none().with_variable("zone", "z").with_variable("instance", instance);
        let (applied, problems) = text::decode(TEXT, spec(), &apply);
        assert_eq!(problems, "");
        let expected = [("id", "i-1"), ("url", "http://n.z/")].map(|(k, v)| (k, Value::from(v)));
        assert_eq!(applied, Value::object(expected));
    }

    /// A partial result goes to another process together with its sources.
    #[test]
    fn a_partial_result_travels_with_its_sources() {
        let plan = none()
            .with_variable("zone", "z")
            .with_variable("instance", Value::unknown(Type::Dynamic));
        let (planned, _) = text::decode(TEXT, spec(), &plan);
        let artifact = Artifact::new().with_source(Source::new("t.hcl", TEXT));
        let bytes = artifact.with_value("server", planned).to_msgpack().unwrap();

        let artifact = Artifact::from_bytes(&bytes).unwrap();
        let apply = none()
            .with_variable("zone", "z")
            .with_variable("instance", value("{ id = \"i-1\", name = \"n\" }", &none()));
        let mut diags = Diagnostics::new();
        let applied = decode_with_origin(&artifact.body(&mut diags), &spec(), &apply, &mut diags);
        artifact.check("server", &applied.value, &applied.origin, &mut diags);
        assert!(diags.is_empty(), "{diags}");
        assert_eq!(applied.value.get("url"), Some(&"http://n.z/".into()));
    }

    #[test]
    fn unknown_values_keep_their_type() {
        assert_eq!(
            value("[name, age]", &unknown()).ty(),
            Type::tuple([Type::String, Type::Number])
        );
        assert_eq!(value("age + 1", &unknown()).ty(), Type::Number);
        assert_eq!(value("\"${name} is ${age}\"", &unknown()).ty(), Type::String);
        assert_eq!(value("age > 17", &unknown()).ty(), Type::Bool);
    }

    #[test]
    fn types_of_unknown_values_are_checked() {
        for wrong in ["!age", "age ? 1 : 2", "name[0]", "age.years", "[1] + age"] {
            let problems = problems(wrong, &unknown());
            assert!(problems.starts_with("t.hcl:1:"), "{wrong}: {problems}");
        }
    }

    #[test]
    fn unknown_values_propagate_through_expressions() {
        for text in ["age * 2", "\"${name}!\"", "-age", "age == 4 && true", "[1, 2][age]"] {
            assert!(!value(text, &unknown()).is_known(), "{text}");
        }
        assert!(!value("{ name = name, two = 1 + 1 }", &unknown()).is_wholly_known());
        assert!(value("{ name = name, two = 1 + 1 }.two", &unknown()).is_known());
    }

    #[test]
    fn more_known_variables_make_more_results_known() {
        let text = "[name, age, \"${name} is ${age}\"]";
        let count = |ctx: &EvalContext| {
            value(text, ctx).elements().iter().filter(|value| !value.is_known()).count()
        };
        let first = unknown();
        let second = first.clone().with_variable("age", 52);
        let third = second.clone().with_variable("name", "Mabel");
        assert_eq!([count(&first), count(&second), count(&third)], [3, 2, 0]);
    }

    #[test]
    fn without_unknown_values_the_result_is_wholly_known() {
        let ctx = none().with_variable("name", "Mabel").with_variable("age", 52);
        let result =
            value("{ text = \"${name} is ${age}\", next = [for i in [1, 2] : age + i] }", &ctx);
        assert!(result.is_wholly_known());
    }
}

mod static_analysis {
    use super::*;

    #[test]
    fn a_list_can_be_any_expression() {
        let ctx =
            none().with_variable("given", Value::list(Type::Number, vec![1.into(), 2.into()]));
        for text in ["[1, 2]", "[for x in [0, 1] : x + 1]", "given"] {
            let spec = AttrSpec::new("list", Type::list(Type::Number));
            let (found, problems) = text::decode(&format!("list = {text}\n"), spec, &ctx);
            assert_eq!((found, &*problems), (ctx.variable("given").unwrap().clone(), ""));
        }
    }

    /// The `depends_on` of the document: a list of references that are never evaluated.
    #[test]
    fn references_in_a_list_are_read_without_evaluation() {
        let text = r#"cidr_block = "10.1.2.0/24"
depends_on = [
  cloud_network.example,
]
"#;
        let attributes = body(text).just_attributes(&mut Diagnostics::new());
        let items = attributes[1].expr.as_list().unwrap();
        let found = items[0].as_traversal().unwrap();
        assert_eq!(found.to_string(), "cloud_network.example");
        assert_eq!(found.place().to_string(), "t.hcl:3:3");
    }

    #[test]
    fn a_keyword_is_a_single_name() {
        let found = keywords(&["foo", "foo.bar", "\"foo\"", "1", "foo()", "(foo)"]);
        assert_eq!(found, [Some("foo".to_owned()), None, None, None, None, None]);
    }

    #[test]
    fn literals_like_true_are_keywords_too() {
        let words = ["true", "false", "null"];
        assert_eq!(keywords(&words), words.map(|word| Some(word.to_owned())));
    }

    #[test]
    fn a_traversal_has_constant_steps_only() {
        let found =
            traversals(&["foo", "foo.bar", "foo[0]", "foo[\"a b\"].c", "foo[bar]", "foo[*]"]);
        let expected =
            [Some("foo"), Some("foo.bar"), Some("foo[0]"), Some("foo[\"a b\"].c"), None, None];
        assert_eq!(found, expected.map(|text| text.map(str::to_owned)));
    }

    #[test]
    fn a_traversal_can_begin_with_a_literal_like_true() {
        let found = traversals(&["null.foo", "true[0].x", "false"]);
        assert_eq!(found, ["null.foo", "true[0].x", "false"].map(|text| Some(text.to_owned())));
        assert!(problems("null.foo", &none()).starts_with("t.hcl:1:5: error: "));
    }

    #[test]
    fn a_relative_traversal_begins_with_an_attribute() {
        let path = parse("bar[0].baz").as_traversal().unwrap().to_path();
        let foo = value("{ bar = [{ baz = 5 }] }", &none());
        assert_eq!(path.apply(&foo), Ok(Value::from(5)));
        assert!(parse("bar[x]").as_traversal().is_none());
    }

    #[test]
    fn a_list_is_a_tuple_constructor() {
        let items = parse("[a, b.c, 1 + 1]").as_list().unwrap();
        assert_eq!(items.iter().map(Expression::text).collect::<Vec<_>>(), ["a", "b.c", "1 + 1"]);
        assert!(parse("a").as_list().is_none() && parse("[for x in a : x]").as_list().is_none());
    }

    #[test]
    fn the_parts_can_be_evaluated_as_usual() {
        let items = parse("[1 + 1, missing]").as_list().unwrap();
        let mut diags = Diagnostics::new();
        assert_eq!(items[0].value(&none(), &mut diags), Value::from(2));
        assert!(diags.is_empty());
    }

    #[test]
    fn a_map_is_an_object_constructor() {
        let items = parse("{ a = b, (c) = d.e, \"f g\" = 1 }").as_map().unwrap();
        let texts: Vec<_> = items.iter().map(|(key, value)| (key.text(), value.text())).collect();
        assert_eq!(texts, [("a", "b"), ("(c)", "d.e"), ("\"f g\"", "1")]);
        assert!(
            parse("[a]").as_map().is_none() && parse("{for x in a : x => x}").as_map().is_none()
        );
    }

    #[test]
    fn a_call_is_a_name_and_arguments() {
        let call = parse("object({ a = string })").as_call().unwrap();
        assert_eq!(call.name, "object");
        assert_eq!(call.arguments[0].as_map().unwrap()[0].1.as_keyword().unwrap(), "string");
        assert!(parse("object").as_call().is_none());
    }

    #[test]
    fn variables_are_found_without_evaluating() {
        let names: Vec<_> = parse("[for x in a.b : x + c[0]]").variables();
        assert_eq!(names.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a.b", "c[0]"]);
    }
}
