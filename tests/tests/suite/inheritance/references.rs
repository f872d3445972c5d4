//! Blocks that inherit, and expressions that refer to blocks.

use std::collections::BTreeMap;

use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, EvalContext, HclDecode, functions};

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Config {
    #[hcl(block, inherits)]
    disk: BTreeMap<String, Disk>,
    out: Option<String>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Disk {
    id: Option<String>,
    of: Option<String>,
}

fn decoder() -> Decoder {
    let ctx = EvalContext::new().with_functions(functions::all());
    Decoder::new().context(ctx).references("disk").inputs(Inputs::new())
}

fn out(text: &str) -> String {
    let loaded = decoder().decode_str::<Config>(text);
    loaded.unwrap_or_else(|problems| panic!("{problems}")).value.out.unwrap()
}

/// The inherited expression refers to a block that is evaluated first.
#[test]
fn inherited_references_are_dependencies() {
    let text = r#"
out = "${disk.a.of} ${disk.base.of}"
disk "a" {
  inherits = [disk.base]
}
disk "base" {
  of = disk.z.id
}
disk "z" {
  id = "z${local.n}"
}
locals {
  n = 1
}
"#;
    assert_eq!(out(text), "z1 z1");
}

/// The overridden expression of the parent would refer to the block itself.
#[test]
fn overridden_references_are_not_dependencies() {
    let text = r#"
out = disk.b.id
disk "a" {
  id = disk.b.id
}
disk "b" {
  inherits = ["a"]
  id       = "b"
}
"#;
    assert_eq!(out(text), "b");
}

#[test]
fn computed_lists_depend_on_all_blocks_of_the_type() {
    let text = r#"
out = disk.a.of
disk "a" {
  inherits = [local.parent]
}
disk "base" {
  of = disk.z.id
}
disk "z" {
  id = "z"
}
locals {
  parent = "base"
}
"#;
    assert_eq!(out(text), "z");
    let listed = text.replace("[local.parent]", "concat([], [local.parent])");
    assert_eq!(out(&listed), "z");
}

#[test]
fn a_block_can_list_the_attribute_of_another_one() {
    let text = r#"
out = disk.a.of
disk "a" {
  inherits = [disk.z.id]
  id       = "a"
}
disk "base" {
  of = "base"
}
disk "z" {
  id = "base"
}
"#;
    assert_eq!(out(text), "base");
}

#[test]
fn json_inherits_too() {
    let text = r#"{
  "out": "${disk.a.of}",
  "disk": {
    "a": { "inherits": ["base"] },
    "b": { "inherits": "${[local.parent]}" },
    "base": { "of": "${disk.z.id}" },
    "z": { "id": "z" }
  },
  "locals": { "parent": "base" }
}"#;
    let loaded = decoder().text("a.json", text).decode::<Config>();
    let config = loaded.unwrap_or_else(|problems| panic!("{problems}")).value;
    assert_eq!(config.out.as_deref(), Some("z"));
    assert_eq!(config.disk["b"].of.as_deref(), Some("z"));
}

/// Each of the blocks has the references of all others.
#[test]
fn many_computed_lists_are_limited() {
    let block =
        |n: usize| format!("disk \"d{n}\" {{\n  inherits = [local.p]\n  id = local.l{n}\n}}\n");
    let local = |n: usize| format!("  l{n} = \"x\"\n");
    let blocks: String = (0..501).map(block).collect();
    let locals: String = (0..501).map(local).collect();
    let text = format!("{blocks}disk \"base\" {{}}\nlocals {{\n  p = \"base\"\n{locals}}}\n");
    let problems = decoder().text("a.hcl", &text).decode::<Config>().err().unwrap();
    let codes: Vec<_> = problems.iter().map(|it| it.code.as_ref()).collect();
    assert_eq!(codes, ["invalid-inheritance"], "{problems}");
}
