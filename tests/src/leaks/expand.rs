//! `dynamic` blocks over marked collections, for the `expand` command.

use std::fmt::Write as _;

use super::command::Command;
use super::expressions::expression;
use super::outputs::Outputs;
use super::{Case, secret::Scope};
use crate::random::Random;

const COLLECTIONS: &[&str] = &[
    "ls",
    "st",
    "mm",
    "mk",
    "ob",
    "oe",
    "le",
    "te",
    "tu",
    "d",
    "pl",
    "pm",
    "toset(ls)",
    "keys(mm)",
    "keys(ob)",
    "values(mk)",
    "[for v in ls : v]",
    "{ for k, v in mm : k => v }",
    "{ for v in st : v => 1 }",
    "[s, n]",
    "toset(te)",
    "[mm]",
    "[oe]",
    "setproduct(st, pl)",
    "zipmap(ls, ls)",
    "merge(mk, mm)",
    "nope",
];

/// `IT` is replaced by the iterator.
const CONTENTS: &[&str] = &[
    "IT.value",
    "IT.key",
    "IT.value.x",
    "IT.value[0]",
    "IT",
    "upper(IT.key)",
    "\"${IT.key}\"",
    "\"a${IT.value}\"",
    "[IT.key]",
    "{ (IT.key) = IT.value }",
    "{ \"${IT.key}\" = 1 }",
    "[for v in [IT.key] : v]",
    "[for k, v in IT.value : k]",
    "IT.value == IT.key",
    "length(IT.value)",
    "nope.x[IT.key]",
    "\"${nope} ${IT.key}\"",
    "IT.key == \"x\" ? IT.value : nope",
    "try(IT.value.y, IT.key)",
    "[for v in nope : IT.value]",
    "p",
    "keys(IT.value)",
    "type(IT.value)",
    "can(IT.value.x)",
];

/// Expands a random file.
pub(super) fn expand(random: &mut Random, command: &Command) -> Case {
    let mut text = String::new();
    for _ in 0..=random.below(2) {
        dynamic(random, &mut text, "db", 1);
    }
    let mut outputs = Outputs::default();
    command.expand(&text, &mut outputs);
    Case { text, mistakes: Vec::new(), leaks: outputs.leaks, hides_visible: None }
}

fn dynamic(random: &mut Random, text: &mut String, ty: &str, depth: usize) {
    let for_each = if random.percent(75) {
        (*random.pick(COLLECTIONS)).to_owned()
    } else {
        expression(random, 1, &mut Vec::new())
    };
    let for_each = if depth == 0 && random.percent(40) { "db.value".to_owned() } else { for_each };
    let _ = writeln!(text, "dynamic \"{ty}\" {{\nfor_each = {for_each}");
    let iterator = if random.percent(20) { "it" } else { ty };
    if iterator != ty {
        let _ = writeln!(text, "iterator = {iterator}");
    }
    if random.percent(20) {
        let _ = writeln!(text, "labels = [{}]", content(random, iterator));
    }
    text.push_str("content {\n");
    for index in 0..random.below(3) {
        let _ = writeln!(text, "a{index} = {}", content(random, iterator));
    }
    if depth > 0 && random.percent(30) {
        dynamic(random, text, "rule", depth - 1);
    }
    text.push_str("}\n}\n");
}

fn content(random: &mut Random, iterator: &str) -> String {
    random.pick(CONTENTS).replace("IT", iterator)
}

impl Command {
    fn expand(&self, text: &str, outputs: &mut Outputs) {
        let file = self.write("case.hcl", text);
        self.run("expand", Scope::Variables, &["expand".into(), file], "", outputs);
    }
}
