//! The instances that structs hold.

use std::collections::BTreeMap;

use hcldyn::decode::Instances;
use hcldyn::ext::repetition::InstanceKey;
use hcldyn::{Deferred, EvalContext, HclDecode, functions};

#[derive(Debug, HclDecode)]
struct Disk {
    size: u32,
    #[hcl(dynamic)]
    part: Vec<Part>,
}

#[derive(Debug, HclDecode)]
struct Part {
    #[hcl(label)]
    name: String,
    from: u32,
}

fn context() -> EvalContext {
    EvalContext::new().with_functions(functions::all())
}

fn decode<T: HclDecode>(text: &str) -> T {
    hcldyn::from_str(text, &context()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn sizes(instances: &Instances<Disk>) -> Vec<(String, u32)> {
    instances.iter().map(|(key, disk)| (key.to_string(), disk.size)).collect()
}

fn pairs(found: &[(&str, u32)]) -> Vec<(String, u32)> {
    found.iter().map(|(key, size)| ((*key).to_owned(), *size)).collect()
}

#[derive(Debug, HclDecode)]
struct ByLabel {
    #[hcl(for_each, count)]
    disk: BTreeMap<String, Instances<Disk>>,
}

#[test]
fn each_block_has_its_own_instances() {
    let text = r#"
disk "a" {
  size = 1
}
disk "b" {
  for_each = { x = 10, "y z" = 20 }
  size     = each.value + length(each.key)
}
disk "c" {
  for_each = toset(["q", "p"])
  size     = each.key == each.value ? 7 : 8
}
disk "d" {
  count = 2
  size  = count.index
}
disk "e" {
  count = 0
  size  = count.index
}
disk "f" {
  for_each = {}
  size     = each.value
}
"#;
    let disk = decode::<ByLabel>(text).disk;
    assert_eq!(sizes(&disk["a"]), pairs(&[("", 1)]));
    assert_eq!(sizes(&disk["b"]), pairs(&[("[\"x\"]", 11), ("[\"y z\"]", 23)]));
    assert_eq!(sizes(&disk["c"]), pairs(&[("[\"p\"]", 7), ("[\"q\"]", 7)]));
    assert_eq!(sizes(&disk["d"]), pairs(&[("[0]", 0), ("[1]", 1)]));
    assert!(disk["e"].is_empty() && disk["f"].is_empty());
    assert_eq!(disk["b"].get("y z").unwrap().size, 23);
    assert_eq!(disk["d"].get(1).unwrap().size, 1);
    assert!(disk["d"].get("x").is_none() && disk["d"].single().is_none());
    assert_eq!(disk["a"].get(InstanceKey::Single).unwrap().size, 1);
}

#[test]
fn instances_of_a_matrix_are_in_the_order_of_its_values() {
    #[derive(HclDecode)]
    struct ByMatrix {
        #[hcl(block, matrix)]
        disk: Instances<Disk>,
    }

    let text = r#"
disk {
  matrix = { b = ["z", "a"], a = [2, 1] }
  name   = "${b}${a}"
  size   = a
}
"#;
    let disk = decode::<ByMatrix>(text).disk;
    let expected = [("[\"z2\"]", 2), ("[\"a2\"]", 2), ("[\"z1\"]", 1), ("[\"a1\"]", 1)];
    assert_eq!(sizes(&disk), pairs(&expected));
    assert_eq!((disk.len(), disk.get("a1").unwrap().size), (4, 1));
    assert!(disk.get("a3").is_none() && disk.get(0).is_none());

    #[derive(HclDecode)]
    struct FirstFastest {
        #[hcl(matrix, first_fastest)]
        disk: Instances<Disk>,
    }

    let expected = [("[\"z2\"]", 2), ("[\"z1\"]", 1), ("[\"a2\"]", 2), ("[\"a1\"]", 1)];
    assert_eq!(sizes(&decode::<FirstFastest>(text).disk), pairs(&expected));
}

#[test]
fn blocks_inside_see_the_variables_of_the_instance() {
    let text = r#"
disk "a" {
  for_each = { x = [1, 2], y = [] }
  size     = length(each.value)
  part "whole" {
    from = length(each.key)
  }
  dynamic "part" {
    for_each = each.value
    labels   = ["${each.key}${part.key}"]
    content {
      from = part.value * 10
    }
  }
}
"#;
    let disk = &decode::<ByLabel>(text).disk["a"];
    let parts = |key: &str| -> Vec<_> {
        let parts = disk.get(key).unwrap().part.iter();
        parts.map(|part| (part.name.clone(), part.from)).collect()
    };
    let part = |name: &str, from| (name.to_owned(), from);
    assert_eq!(parts("x"), [part("whole", 1), part("x0", 10), part("x1", 20)]);
    assert_eq!(parts("y"), [part("whole", 1)]);
}

#[derive(Debug, HclDecode)]
struct Image {
    os: String,
    #[hcl(label)]
    block: String,
}

#[derive(Debug, HclDecode)]
struct Flat {
    #[hcl(matrix, for_each = "repeat")]
    image: BTreeMap<String, Image>,
    #[hcl(block, count = "times")]
    step: Vec<Step>,
}

#[derive(Debug, HclDecode)]
struct Step {
    number: u32,
}

#[test]
fn a_map_has_the_instances_under_their_names() {
    let text = r#"
image "app" "1" {
  matrix = { os = ["linux", "bsd"], arch = ["arm", "x86"] }
  name   = "app-${arch}-${os}"
  os     = os
}
image "db" "2" {
  matrix = { system = ["linux"], level = [1, 2] }
  os     = "${system}${level}"
}
image "web" "3" {
  repeat = { a = "x" }
  os     = each.value
}
image "one" "4" {
  os = "y"
}
step {
  times  = 2
  number = count.index
}
step {
  number = 7
}
"#;
    let config = decode::<Flat>(text);
    let images: Vec<_> =
        config.image.iter().map(|(key, it)| format!("{key}={}/{}", it.os, it.block)).collect();
    let expected = [
        "1-linux=linux1/2",
        "2-linux=linux2/2",
        "app-arm-bsd=bsd/1",
        "app-arm-linux=linux/1",
        "app-x86-bsd=bsd/1",
        "app-x86-linux=linux/1",
        "one=y/4",
        "web[\"a\"]=x/3",
    ];
    assert_eq!(images, expected);
    let numbers: Vec<_> = config.step.iter().map(|step| step.number).collect();
    assert_eq!(numbers, [0, 1, 7]);
}

#[derive(HclDecode)]
struct Later {
    #[hcl(block, for_each)]
    rule: Instances<Rule>,
}

#[derive(HclDecode)]
struct Rule {
    when: Deferred<bool>,
    #[hcl(block, count)]
    action: Vec<Action>,
}

#[derive(HclDecode)]
struct Action {
    name: String,
}

#[test]
fn closures_keep_the_variables_and_repetitions_nest() {
    let text = r#"
rule {
  for_each = { low = 1, high = 5 }
  when     = load > each.value
  action {
    count = each.value
    name  = "${each.key}-${count.index}"
  }
}
"#;
    let rule = decode::<Later>(text).rule;
    let high = rule.get("high").unwrap();
    let is_met = |rule: &Rule, load: i32| rule.when.evaluate(&[("load", load.into())]).unwrap();
    assert!(!is_met(high, 3) && is_met(rule.get("low").unwrap(), 3));
    let names: Vec<_> = rule.get("low").unwrap().action.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((names, high.action.len()), (vec!["low-0"], 5));
}
