//! References to repeated blocks.

use std::collections::BTreeMap;

use hcldyn::decode::Instances;
use hcldyn::{Decoder, EvalContext, HclDecode, functions};

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Config {
    #[hcl(for_each, count)]
    disk: BTreeMap<String, Instances<Disk>>,
    out: Vec<String>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Disk {
    id: String,
}

fn out(text: &str) -> Vec<String> {
    let ctx = EvalContext::new().with_functions(functions::all());
    let loaded = Decoder::new().context(ctx).references("disk").decode_str::<Config>(text);
    loaded.unwrap_or_else(|problems| panic!("{problems}")).value.out
}

#[test]
fn a_name_stands_for_all_instances() {
    let text = r#"
out = concat(
  [disk.one.id, disk.two["b"].id],
  values(disk.two)[*].id,
  disk.three[*].id,
  [for key, it in disk.two : "${key}:${it.id}"],
)
disk "three" {
  count = length(disk.two)
  id    = "t${count.index}${disk.two[count.index == 0 ? "a" : "b"].id}"
}
disk "two" {
  for_each = toset(["b", "a"])
  id       = "${disk.one.id}${each.key}"
}
disk "one" {
  id = "o"
}
"#;
    let expected = ["o", "ob", "oa", "ob", "t0oa", "t1ob", "a:oa", "b:ob"];
    assert_eq!(out(text), expected);
}

#[test]
fn collections_may_refer_to_instances() {
    let text = r#"
disk "a" {
  for_each = disk.b
  id       = "${each.key}-${each.value.id}"
}
disk "b" {
  for_each = { x = 1, y = 2 }
  id       = each.value
}
out = [for it in disk.a : it.id]
"#;
    assert_eq!(out(text), ["x-1", "y-2"]);
}
