//! The section on `dynamic` blocks in Terraform's documentation of expressions, in its order.

use hcldyn::HclDecode;
use hcldyn::cty::{FromValue, Value};

use hcldyn_tests::text::value;

use crate::expressions::terraform::context;

#[derive(Debug, HclDecode)]
struct SecurityGroup {
    name: String,
    #[hcl(dynamic)]
    ingress: Vec<Ingress>,
    #[hcl(dynamic)]
    tag: Vec<Tag>,
    #[hcl(block)]
    lifecycle: Option<Lifecycle>,
}

#[derive(Debug, HclDecode)]
struct Ingress {
    from_port: u16,
    to_port: u16,
    #[hcl(default = "tcp")]
    protocol: String,
}

#[derive(Debug, HclDecode)]
struct Tag {
    #[hcl(label)]
    name: String,
    #[hcl(label)]
    kind: String,
    value: Value,
}

#[derive(Debug, HclDecode)]
struct Lifecycle {
    prevent_destroy: bool,
}

fn group(blocks: &str) -> SecurityGroup {
    hcldyn::from_str(&format!("name = \"example\"\n{blocks}"), &context()).unwrap()
}

fn mistakes(blocks: &str) -> String {
    let text = format!("name = \"example\"\n{blocks}");
    hcldyn::from_str::<SecurityGroup>(&text, &context()).unwrap_err().to_string()
}

/// Returns the tags that a collection generates, each with its key and its value.
fn tags(for_each: &str) -> Vec<(Value, Value)> {
    let found = group(&format!(
        r#"dynamic "tag" {{
           for_each = {for_each}
           labels   = ["a", "b"]
           content {{
             value = [tag.key, tag.value]
           }}
         }}"#
    ));
    let pair = |tag: Tag| <(Value, Value)>::from_value(&tag.value).unwrap();
    found.tag.into_iter().map(pair).collect()
}

fn pairs(expected: &str) -> Vec<(Value, Value)> {
    let pairs = value(expected, &context());
    pairs
        .elements()
        .iter()
        .map(|pair| <(Value, Value)>::from_value(&pair.clone()).unwrap())
        .collect()
}

#[test]
fn a_block_is_literal_and_its_arguments_are_expressions() {
    let found = group(
        r#"ingress {
  from_port = 40 * 2
  to_port = "80"
}
"#,
    );
    assert_eq!((found.name.as_str(), found.ingress[0].from_port), ("example", 80));
    assert!(mistakes("ingress = [{ from_port = 80, to_port = 80 }]\n").contains("\"ingress\""));
}

#[test]
fn a_block_is_generated_for_each_element() {
    let found = group(
        r#"dynamic "ingress" {
           for_each = var.service_ports
           content {
             from_port = ingress.value
             to_port   = ingress.value
             protocol  = "tcp"
           }
         }"#,
    );
    let ports: Vec<_> = found.ingress.iter().map(|it| (it.from_port, it.to_port)).collect();
    assert_eq!(ports, [(80, 80), (443, 443)]);
    assert_eq!(found.ingress[1].protocol, "tcp");
}

#[test]
fn the_iterator_can_be_named() {
    let text = r#"dynamic "ingress" {
                  for_each = var.service_ports
                  iterator = port
                  content {
                    from_port = port.value
                    to_port   = port.value + port.key
                  }
                }"#;
    let ports: Vec<_> = group(text).ingress.iter().map(|it| it.to_port).collect();
    assert_eq!(ports, [80, 444]);
    assert!(mistakes(&text.replace("port.key", "ingress.key")).contains("\"ingress\""));
}

#[test]
fn labels_may_use_the_iterator() {
    let found = group(
        r#"dynamic "tag" {
           for_each = ["x", "y"]
           labels   = ["tag-${tag.value}", tag.key]
           content {
             value = 1
           }
         }"#,
    );
    let labels: Vec<_> = found.tag.iter().map(|it| (it.name.as_str(), it.kind.as_str())).collect();
    assert_eq!(labels, [("tag-x", "0"), ("tag-y", "1")]);
}

#[test]
fn collections_of_any_kind_generate_blocks() {
    assert_eq!(tags("[true, \"a\"]"), pairs("[[0, true], [1, \"a\"]]"));
    assert_eq!(tags("tolist([5])"), pairs("[[0, 5]]"));
    assert_eq!(tags("{ a = 1, b = [] }"), pairs("[[\"a\", 1], [\"b\", []]]"));
    assert_eq!(tags("tomap({ a = 1 })"), pairs("[[\"a\", 1]]"));
    assert_eq!(tags("[]"), []);
}

#[test]
fn the_key_in_a_set_is_the_value() {
    assert_eq!(tags("toset([\"b\", \"a\"])"), pairs("[[\"a\", \"a\"], [\"b\", \"b\"]]"));
}

#[test]
fn for_and_splat_expressions_prepare_a_collection() {
    assert_eq!(tags("{for s in [\"a\"] : s => upper(s)}"), pairs("[[\"a\", \"A\"]]"));
    assert_eq!(tags("var.objects[*].id"), pairs("[[0, 1], [1, 2]]"));
}

#[test]
fn only_the_items_of_a_block_type_can_be_generated() {
    let unknown = r#"dynamic "egress" {
  for_each = [1]
  content {}
}
"#;
    assert!(mistakes(unknown).contains("\"egress\""));
    let argument = r#"dynamic "ingress" {
  for_each = [1]
  content {
    from_port = 1
    to_port = 1
    colour = 1
  }
}
"#;
    assert!(mistakes(argument).contains("\"colour\""));
}

#[test]
fn some_blocks_can_only_be_written() {
    let written = group("lifecycle {\n  prevent_destroy = true\n}\n");
    assert!(written.lifecycle.is_some_and(|it| it.prevent_destroy));
    let generated = r#"dynamic "lifecycle" {
  for_each = [1]
  content {
    prevent_destroy = true
  }
}
"#;
    assert!(mistakes(generated).contains("\"lifecycle\""));
}

#[test]
fn setproduct_makes_combinations() {
    let found = tags("setproduct([\"a\", \"b\"], [\"x\", \"y\"])");
    let texts: Vec<_> = found.iter().map(|(_, value)| value.clone()).collect();
    let expected =
        "[[0, [\"a\", \"x\"]], [1, [\"a\", \"y\"]], [2, [\"b\", \"x\"]], [3, [\"b\", \"y\"]]]";
    let expected: Vec<_> = pairs(expected).into_iter().map(|(_, value)| value).collect();
    let parts =
        |values: &[Value]| values.iter().map(|it| it.elements().to_vec()).collect::<Vec<_>>();
    assert_eq!(parts(&texts), parts(&expected));
}
