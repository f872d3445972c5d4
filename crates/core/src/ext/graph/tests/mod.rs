//! Graphs of whole configurations, with results calculated by hand.

mod cycles;
mod large;
mod laws;

use super::*;
use crate::cty::{Mark, Type};
use crate::diag::Diagnostic;
use crate::ext;
use crate::ext::customdecode::{closure_type, expression_type};
use crate::source::Source;
use crate::spec::{AttrSpec, BlocksSpec, Spec, decode};
use crate::syntax::native::parse_body;

/// An approximation of Terraform's top level.
fn terraform() -> Definitions {
    Definitions::new()
        .block(BlockKind::new("variable", &["name"]).defines(&["var"]))
        .block(BlockKind::new("locals", &[]).attributes_define(&["local"]))
        .block(BlockKind::new("resource", &["type", "name"]).defines(&[]).scope(&["each", "self"]))
        .block(BlockKind::new("output", &["name"]))
}

fn body(text: &str) -> Body {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    body
}

fn graph(definitions: &Definitions, text: &str) -> (Graph, String) {
    let mut diags = Diagnostics::new();
    let graph = definitions.graph(&body(text), &mut diags);
    (graph, diags.to_string())
}

/// Builds a graph of attributes, and returns it with its diagnostics.
fn plain(text: &str) -> (Graph, String) {
    graph(&Definitions::new().attributes_define(&[]), text)
}

fn good(definitions: &Definitions, text: &str) -> Graph {
    let (graph, problems) = graph(definitions, text);
    assert_eq!(problems, "");
    graph
}

/// Evaluates a block to the object of its attributes; `for_each` is not evaluated.
fn evaluate(node: &Node, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
    match node.item() {
        NodeItem::Attribute(attribute) => attribute.expr.value(ctx, diags),
        NodeItem::Block(block) => Value::object(
            block
                .body
                .everything()
                .attributes
                .into_iter()
                .map(|it| (it.name, it.expr.value(ctx, diags))),
        ),
    }
}

fn run(graph: &Graph) -> (Values<'_>, String) {
    let mut diags = Diagnostics::new();
    let ctx = EvalContext::new().with_functions(ext::all());
    let values = graph.evaluate(&ctx, &mut diags, evaluate);
    (values, diags.to_string())
}

/// Lists `name: dependencies` for each node, in source order.
fn needs(graph: &Graph) -> Vec<String> {
    let needs = |node: &Node| {
        let needed: Vec<_> = graph.dependencies(node).iter().map(ToString::to_string).collect();
        format!("{node}: {}", needed.join(" ")).trim_end().to_owned()
    };
    graph.nodes().iter().map(needs).collect()
}

fn levels(graph: &Graph) -> Vec<String> {
    let names =
        |level: Vec<&Node>| level.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    graph.levels().map(names).collect()
}

#[test]
fn references_are_found_everywhere() {
    let text = r#"
        resource "net" "a" {
          for_each = local.nets
          cidr     = "${each.value}/${var.bits}"
          rule {
            port = local.port
            deep {
              on = [for x in local.list : x if x != local.not]
            }
          }
        }
        locals {
          nets = []
          port = 1
          list = []
          not  = 2
        }
        variable "bits" {}
        output "it" {
          value = net.a[*].id
        }
    "#;
    let graph = good(&terraform(), text);
    assert_eq!(
        needs(&graph),
        [
            "net.a: local.nets local.port local.list local.not var.bits",
            "local.nets:",
            "local.port:",
            "local.list:",
            "local.not:",
            "var.bits:",
            "output \"it\": net.a",
        ]
    );
    let found: Vec<_> = graph.nodes()[0].references().map(ToString::to_string).collect();
    assert_eq!(found, ["local.nets", "var.bits", "local.port", "local.list", "local.not"]);
    assert_eq!(
        levels(&graph),
        ["local.nets local.port local.list local.not var.bits", "net.a", "output \"it\"",]
    );
}

#[test]
fn iterators_of_dynamic_blocks_are_not_references() {
    let text = r#"
        resource "net" "a" {
          dynamic "rule" {
            for_each = local.rules
            iterator = local
            labels   = [local.key, var.label]
            content {
              port = local.value + var.port
            }
          }
        }
        locals {
          rules = []
        }
        variable "label" {}
        variable "port" {}
    "#;
    let graph = good(&terraform(), text);
    assert_eq!(needs(&graph)[0], "net.a: local.rules var.label var.port");
}

#[test]
fn only_what_the_spec_evaluates_is_a_reference() {
    let rule = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
    let spec = Spec::object([
        ("name", AttrSpec::new("name", Type::String).into()),
        ("type", AttrSpec::new("type", ext::typeexpr::type_constraint_type()).into()),
        ("after", AttrSpec::new("after", expression_type()).into()),
        ("when", AttrSpec::new("when", closure_type()).into()),
        ("rules", Spec::from(BlocksSpec::new("rule", rule).list().dynamic())),
    ]);
    let text = r#"x "a" {
 name = a
 type = list(b)
 after = [c]
 when = d
 other = e
rule {
 port = f
 other = g
 }
}
a = 0
b = 0
c = 0
d = 0
e = 0
f = 0
g = 0
"#;
    let kind = BlockKind::new("x", &["name"]).spec(spec);
    let definitions = |kind| Definitions::new().attributes_define(&[]).block(kind);
    assert_eq!(needs(&good(&definitions(kind.clone()), text))[7], "x \"a\": a d f");
    let ordered = kind.ordered_by("after");
    assert_eq!(needs(&good(&definitions(ordered), text))[7], "x \"a\": a c d f");
    let whole = BlockKind::new("x", &["name"]).spec_of(|block| {
        (block.labels[0].value == *"b").then(|| AttrSpec::new("name", Type::String).into())
    });
    assert_eq!(needs(&good(&definitions(whole.clone()), text))[7], "x \"a\": a b c d e f g");
    let text = text.replace("\"a\"", "\"b\"");
    assert_eq!(needs(&good(&definitions(whole), &text))[7], "x \"b\": a");
}

#[cfg(feature = "json")]
#[test]
fn json_strings_are_templates_unless_the_spec_takes_them_literally() {
    let text = r#"{
      "locals": { "a": "${local.b}", "b": "local.c", "c": 1 },
      "net": { "x": { "//": "${local.c}", "in": [{ "deep": "${local.a}" }], "type": "local.b" } }
    }"#;
    let mut diags = Diagnostics::new();
    let body = crate::syntax::parse_json_body(&Source::new("t.json", text), &mut diags);
    let locals = BlockKind::new("locals", &[]).attributes_define(&["local"]);
    let definitions = Definitions::new().block(locals).block(BlockKind::new("net", &["name"]));
    let graph = definitions.graph(&body, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let expected = ["local.a: local.b", "local.b:", "local.c:", "net \"x\": local.a"];
    assert_eq!(needs(&graph), expected);
}

#[test]
fn merged_bodies_are_one() {
    let bodies = [body("a = b\n"), body("b = 1\n")];
    let mut diags = Diagnostics::new();
    let whole = Body::merge(bodies).unwrap();
    let graph = Definitions::new().attributes_define(&[]).graph(&whole, &mut diags);
    assert_eq!((run(&graph).0.get(&["a"]), diags.to_string()), (Some(1.into()), String::new()));
}

#[test]
fn a_node_sees_what_it_refers_to_and_nothing_else() {
    let text = r#"
        locals {
          a = 1
          b = 2
          c = [local.a, local["b"]]
          d = local
        }
    "#;
    let (graph, problems) = graph(&terraform(), &text.replace("d = local", "d = 0"));
    assert_eq!(problems, "");
    let seen = |name: &str| {
        let node = graph.nodes().iter().find(|node| node.to_string() == name).unwrap();
        let ctx = run(&graph).0.context(node);
        ctx.variable("local").cloned()
    };
    let two = Value::object([("a", 1.into()), ("b", 2.into())]);
    assert_eq!((seen("local.a"), seen("local.c")), (None, Some(two)));
}

#[test]
fn a_prefix_is_the_object_of_all_its_names() {
    let text = r#"
        variable "x" {}
        variable "y" {}
        resource "net" "a" { id = 1 }
        resource "net" "b c" { id = 2 }
        output "all" { value = [var, net] }
        output "one" { value = net[var.x] }
        output "named" { value = net["b c"].id }
        output "each" { value = net.*.id }
    "#;
    let graph = good(&terraform(), text);
    assert_eq!(
        needs(&graph)[4..],
        [
            "output \"all\": var.x var.y net.a net[\"b c\"]",
            "output \"one\": var.x net.a net[\"b c\"]",
            "output \"named\": net[\"b c\"]",
            "output \"each\": net.a net[\"b c\"]",
        ]
    );
    let values =
        graph.evaluate(&EvalContext::new(), &mut Diagnostics::new(), |node, ctx, diags| match node
            .block_type()
        {
            Some("variable") => Value::from("a"),
            _ => evaluate(node, ctx, diags),
        });
    let net = |id: i32| Value::object([("id", id.into())]);
    let nets = Value::object([("a", net(1)), ("b c", net(2))]);
    let vars = Value::object([("x", "a".into()), ("y", "a".into())]);
    let output = |index: usize| values.value(&graph.nodes()[index]).get("value").cloned();
    assert_eq!(output(4), Some(Value::tuple(vec![vars.clone(), nets.clone()])));
    assert_eq!((output(5), output(6)), (Some(net(1)), Some(2.into())));
    assert_eq!((values.get(&["net"]), values.get(&["var"])), (Some(nets), Some(vars)));
    assert_eq!((values.get(&["net", "a"]), values.get(&["net", "z"])), (Some(net(1)), None));
    let ctx = values.context_of_all();
    assert_eq!(ctx.variable("net").and_then(|net| net.get("a")), Some(&net(1)));
}

#[test]
fn an_undefined_name_is_reported_once_at_its_location() {
    let text = r#"variable "region" {}
locals {
  a = var.regoin
  b = local.a + 1
}
"#;
    let (graph, problems) = graph(&terraform(), text);
    assert_eq!(
        problems,
        "t.hcl:3:7: error: Undefined name; var.regoin is not defined. Did you mean \"region\"?"
    );
    let (values, problems) = run(&graph);
    assert_eq!(problems, "");
    assert!(
        values.get(&["local", "b"]).is_some_and(|it| !it.is_known() && it.ty() == Type::Number)
    );
}

#[test]
fn an_undefined_name_is_reported_once_beside_a_reference_to_the_group() {
    let (graph, problems) = graph(&terraform(), "locals {\n  a = [var, var.x, var[\"y\"].z]\n}\n");
    assert_eq!(problems.matches("Undefined name").count(), 2, "{problems}");
    assert!(problems.contains("var.x is not defined. Nothing is defined in var."), "{problems}");
    assert_eq!(run(&graph).1, "");
}

#[test]
fn other_variables_are_left_to_the_context() {
    let graph = good(&terraform(), "locals {\n  a = zone.name\n  b = regoin\n}\n");
    let zone = Value::object([("name", "eu".into())]);
    let ctx = EvalContext::new().with_variable("zone", zone).with_variable("region", 1);
    let mut diags = Diagnostics::new();
    let values = graph.evaluate(&ctx, &mut diags, evaluate);
    assert_eq!(values.get(&["local", "a"]), Some("eu".into()));
    assert_eq!(diags.len(), 1);
    assert!(diags.to_string().starts_with("t.hcl:3:7: error: "), "{diags}");
    assert!(diags.to_string().contains("Did you mean \"region\"?"), "{diags}");
}

#[test]
fn a_failed_node_is_unknown_to_its_dependents() {
    let (graph, problems) = plain("a = 1 + nope\nb = a.x[0]\nc = \"${b}!\"\nd = [1]\n");
    assert_eq!(problems, "");
    let (values, problems) = run(&graph);
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert_eq!(values.get(&["a"]), Some(Value::failed()));
    assert_eq!(values.get(&["d"]), Some(Value::tuple(vec![1.into()])));
}

#[test]
fn a_failed_node_keeps_its_marks() {
    let graph = plain("a = 1\nb = a\n").0;
    let mut diags = Diagnostics::new();
    let values = graph.evaluate(&EvalContext::new(), &mut diags, |node, ctx, diags| {
        if node.to_string() == "a" {
            diags.push(Diagnostic::error(node.place(), "Bad", "It is bad."));
            return Value::tuple(vec![Value::from(1).mark(Mark::sensitive())]);
        }
        evaluate(node, ctx, diags)
    });
    assert_eq!(values.get(&["b"]), Some(Value::failed().mark(Mark::sensitive())));
}

#[test]
fn a_cycle_is_reported_once_with_all_its_steps() {
    let (graph, problems) = plain("a = b\nb = [c, x]\nc = { v = a }\nd = a\nx = 1 + nope\n");
    assert_eq!(
        problems,
        "t.hcl:1:5: error: Reference cycle; a depends on b, b depends on c and c depends on a. Remove one of these references."
    );
    let mut diags = Diagnostics::new();
    Definitions::new().attributes_define(&[]).graph(&body("a = b\nb = [c]\nc = a\n"), &mut diags);
    let related: Vec<_> = diags.iter().flat_map(|it| &it.related).collect();
    let related: Vec<_> = related.iter().map(|it| format!("{} {}", it.place, it.message)).collect();
    assert_eq!(related, ["t.hcl:2:6 b refers to c", "t.hcl:3:5 c refers to a"]);
    let (values, problems) = run(&graph);
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert_eq!(values.get(&["d"]), Some(Value::failed()));
}

#[test]
fn a_cycle_is_shown_step_by_step() {
    let mut diags = Diagnostics::new();
    let text = r#"locals {
  a = local.b
  b = var
}
variable "x" {
  of = local.a
}
"#;
    terraform().graph(&body(text), &mut diags);
    let report = crate::diag::Report::new(&diags).style(crate::diag::Style::Plain).to_string();
    insta::assert_snapshot!(report, @r"
    error[reference-cycle]: Reference cycle
     --> t.hcl:2:7
      |
    2 |   a = local.b
      |       ^^^^^^^
    3 |   b = var
      |       --- local.b refers to all of var
    ...
    6 |   of = local.a
      |        ------- var.x refers to local.a
      |
      = note: local.a depends on local.b, local.b depends on var.x and var.x depends on local.a.
      = help: Remove one of these references.
    ");
}

#[test]
fn a_node_may_need_itself() {
    let expected = "t.hcl:1:9: error: Reference cycle; a depends on itself: it refers to a here. Remove this reference.";
    assert_eq!(plain("a = 1 + a\n").1, expected);
    let (graph, problems) = graph(&terraform(), "locals {\n  a = 1\n  b = local\n}\n");
    assert_eq!(
        problems,
        "t.hcl:3:7: error: Reference cycle; local.b depends on itself: it refers to all of local here. Remove this reference."
    );
    let (values, problems) = run(&graph);
    assert_eq!((values.get(&["local", "b"]), &*problems), (Some(Value::failed()), ""));
}

#[test]
fn the_shortest_of_many_cycles_is_shown() {
    let (_, problems) = plain("a = b\nb = c\nc = d\nd = [a, e, b]\ne = [c, f]\nf = e\n");
    assert!(problems.contains("; e depends on f and f depends on e."), "{problems}");
    let (_, problems) = plain("a = b\nb = a\nc = d\nd = c\n");
    assert_eq!(problems.lines().count(), 2, "{problems}");
}

#[test]
fn a_name_can_be_defined_once() {
    let text = r"locals {
  a = 1
}
locals {
  a = 2
  b = local.a
}
";
    let (graph, problems) = graph(&terraform(), text);
    assert_eq!(
        problems,
        "t.hcl:5:3: error: Duplicate definition; local.a is already defined at t.hcl:2:3. Define each name once."
    );
    assert_eq!(run(&graph).0.get(&["local", "b"]), Some(1.into()));
}

#[test]
fn a_name_inside_another_name_is_rejected() {
    let kinds = Definitions::new()
        .attributes_define(&[])
        .block(BlockKind::new("x", &["a"]).defines(&[]))
        .block(BlockKind::new("y", &["a", "b"]).defines(&[]));
    for text in ["x \"a\" {}\ny \"a\" \"b\" {}\n", "y \"a\" \"b\" {}\nx \"a\" {}\n"] {
        let problems = graph(&kinds, text).1;
        assert!(problems.starts_with("t.hcl:2:1: error: Duplicate definition; "), "{problems}");
        assert!(problems.ends_with(" Rename one of them."), "{problems}");
    }
}

#[test]
fn the_drawing_is_escaped() {
    let text = r#"resource "a\"b" "c\\d" {
  x = var
}
variable "v" {}
"#;
    let graph = good(&terraform(), text);
    assert_eq!(
        graph.dot(),
        "digraph {\n    0 [ label = \"\\\"a\\\\\\\"b\\\"[\\\"c\\\\\\\\d\\\"]\" ]\n    \
         1 [ label = \"var.v\" ]\n    2 [ label = \"var.*\" ]\n    0 -> 2 [ ]\n    2 -> 1 [ ]\n}\n"
    );
}

#[test]
fn wrong_labels_and_blocks_are_reported() {
    let (graph, problems) = graph(&terraform(), "variable {}\nlocals {\n  x {}\n  a = 1\n}\n");
    assert_eq!(problems.lines().count(), 2, "{problems}");
    assert_eq!(levels(&graph), ["local.a"]);
}

#[test]
fn a_decoded_block_is_the_value_that_others_see() {
    let spec = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
    let kind = BlockKind::new("service", &["name"]).defines(&["service"]).spec(spec.clone());
    let definitions = Definitions::new().block(kind).block(BlockKind::new("output", &["name"]));
    let text = r#"output "x" {
  value = service.a.port + 1
}
service "a" {
  port = "80"
}
"#;
    let graph = good(&definitions, text);
    let mut diags = Diagnostics::new();
    let values = graph.evaluate(&EvalContext::new(), &mut diags, |node, ctx, diags| {
        match (node.block_type(), node.block()) {
            (Some("service"), Some(block)) => decode(&block.body, &spec, ctx, diags),
            _ => evaluate(node, ctx, diags),
        }
    });
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(values.value(&graph.nodes()[0]).get("value"), Some(&Value::from(81)));
}

#[test]
fn undefined_names_get_full_details_until_the_sink_is_full() {
    let references = (0..150).map(|n| format!("a{n} = local.x{n}\n"));
    let text = format!("locals {{\n{}x = 1\n}}\n", references.collect::<String>());
    let mut diags = Diagnostics::with_limit(1_000);
    terraform().graph(&body(&text), &mut diags);
    assert_eq!(diags.len(), 150);
    assert!(diags.iter().all(|it| it.help.ends_with("local has 151 names.")), "{diags}");
}
