//! Hints, written into the source between `«` and `»`.

use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, EvalContext, functions};
use hcldyn_lsp::ide::{HintKinds, Language};

use crate::fixture::{Config, Fixture};

/// Returns a source with its hints.
fn shown(name: &str, text: &str, kinds: HintKinds) -> String {
    let ctx = EvalContext::new().with_variable("base", 8000).with_functions(functions::all());
    let decoder = Decoder::new().context(ctx).inputs(Inputs::new());
    let snapshot = Fixture::new(text).snapshot_as(name, Language::of_type::<Config>(decoder));
    let mut text = snapshot.source(name).unwrap().text().to_owned();
    for hint in snapshot.hints(name, 0..text.len(), kinds).into_iter().rev() {
        text.insert_str(hint.offset, &format!("«{}»", hint.text));
    }
    text
}

/// Checks that the hints of a source without hints are those that it has.
#[track_caller]
fn check(name: &str, expected: &str) {
    let mut plain = String::new();
    for (index, part) in expected.split(['«', '»']).enumerate() {
        plain += if index % 2 == 0 { part } else { "" };
    }
    assert_eq!(shown(name, &plain, HintKinds::default()).trim(), expected.trim());
}

#[test]
fn values_after_expressions() {
    check(
        "main.hcl",
        r#"
variable "open" {
  type = string
}
variable "secret" {
  default   = "hunter2"
  sensitive = true
}
locals {
  zones = [for z in ["a", "b"] : upper(z)]« = ["A", "B"]»
  all   = [1, { b = 2 }]
  key   = upper(var.secret)« = (sensitive)»
  long  = range(1000)« = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, …]»
}
port     = base + 80« = 8080»
region   = var.open
password = upper("hunter2")« = (sensitive)»
limits   = { memory = base }« = { memory = 8000 }»
zone     = nothing
"#,
    );
}

#[test]
fn blocks_after_dynamic() {
    check(
        "main.hcl",
        r#"
variable "open" {
  type = list(string)
}
dynamic "server"« 2 blocks: "a-0", "b-1"» {
  for_each = ["a", "b"]
  labels   = ["${server.value}-${server.key}"]
  content {
    host = server.value« = "a" | "b"»
    tls  = base > 1« = true»
  }
}
dynamic "server"« no blocks» {
  for_each = []
  labels   = [server.value]
  content {
    host = server.value
  }
}
dynamic "server"« number of blocks not known» {
  for_each = var.open
  content {
    host = server.value
  }
}
dynamic "other"« 7 blocks: 0, 1, 2, 3, 4, …» {
  for_each = range(7)« = [0, 1, 2, 3, 4, 5, 6]»
  content {
    a = other.value« = 0 | 1 | 2 | 3 | 4 | …»
  }
}
"#,
    );
}

#[test]
fn parameters_before_arguments() {
    check(
        "main.hcl",
        r#"
locals {
  separator = ","
  list      = split(local.separator, «string:»"a,b")« = ["a", "b"]»
  first     = element(local.list, «index:»0)« = "a"»
  one       = upper("a")« = "A"»
  max       = max(1, 2)« = 2»
}
"#,
    );
}

#[test]
fn hints_in_json_syntax() {
    check(
        "main.hcl.json",
        r#"
{
  "locals": {"a": "${base + 1}"« = 8001»},
  "port": "${local.a}"« = 8001»,
  "password": "${upper(\"x\")}"« = (sensitive)»,
  "dynamic": {"server"« 2 blocks: "a", "b"»: {
    "for_each": ["a", "b"],
    "labels": ["${server.value}"],
    "content": {"host": "${server.value}"« = "a" | "b"»}
  }}
}
"#,
    );
}

#[test]
fn values_in_repeated_blocks() {
    let text = r#"
locals {
  list = ["amd", "arm"]
}
image "app" {
  matrix = { os = ["linux"], arch = local.list }
  name   = "${os}-${arch}"
  cpu    = os
}
disk "a" {
  for_each = { for arch in local.list : arch => upper(arch) }
  name     = each.key
  dynamic "part" {
    for_each = [each.value]
    content {
      name = part.value
    }
  }
}
"#;
    let ctx = EvalContext::new().with_functions(functions::all());
    let snapshot = Fixture::new(text).snapshot(Language::without_spec_in(ctx));
    let hints = snapshot.hints("main.hcl", 0..text.len(), HintKinds::default());
    let hints: Vec<_> = hints.iter().map(|hint| hint.text.trim()).collect();
    let expected = [
        r#"= { arch = ["amd", "arm"], os = ["linux"] }"#,
        r#"= "linux-amd" | "linux-arm""#,
        r#"= "linux""#,
        r#"= { amd = "AMD", arm = "ARM" }"#,
        r#"= "amd" | "arm""#,
        r#"= ["AMD"] | ["ARM"]"#,
        r#"= "AMD" | "ARM""#,
    ];
    assert_eq!(hints, expected);
}

#[test]
fn each_kind_has_a_switch() {
    let text = "dynamic \"server\" {\n  for_each = split(\",\", \"a\")\n}\n";
    let only = HintKinds { values: false, blocks: false, parameters: false };
    assert_eq!(shown("main.hcl", text, only), text);
    let values = shown("main.hcl", text, HintKinds { values: true, ..only });
    assert_eq!(values, text.replace("\"a\")", "\"a\")« = [\"a\"]»"));
    let parameters = shown("main.hcl", text, HintKinds { parameters: true, ..only });
    assert!(parameters.contains("split(«separator:»\",\""), "{parameters}");
}

#[test]
fn only_a_range_has_hints() {
    let text = "port = base\nregion = upper(\"a\")\n";
    let snapshot = Fixture::new(text).snapshot(crate::fixture::language());
    let hints = snapshot.hints("main.hcl", 12..20, HintKinds::default());
    assert!(hints.is_empty(), "{hints:?}");
    let hints = snapshot.hints("main.hcl", 12..text.len(), HintKinds::default());
    assert_eq!(hints.len(), 1, "{hints:?}");
}

/// A function that a configuration defines has names of parameters, too.
#[test]
fn parameters_of_own_functions() {
    let text = r#"
function "pair" {
  params         = [left, right]
  variadic_param = others
  result         = "${left}-${right}"
}
region = pair("a", "b", "c")
"#;
    let ctx = EvalContext::new().with_functions(functions::all());
    let decoder = Decoder::new().context(ctx).functions("function");
    let snapshot = Fixture::new(text).snapshot(Language::of_type::<Config>(decoder));
    let only = HintKinds { values: false, blocks: false, parameters: true };
    let hints = snapshot.hints("main.hcl", 0..text.len(), only);
    let shown: Vec<_> = hints.iter().map(|hint| &*hint.text).collect();
    assert_eq!(shown, ["left:", "right:"]);
    let docs = snapshot.hint_docs("main.hcl", hints[1].offset, hints[1].kind).unwrap();
    assert!(docs.starts_with("`pair(left, right, others…)`"), "{docs}");
}

/// Returns the details of the first hint of a source.
fn details(text: &str) -> Option<String> {
    let ctx = EvalContext::new().with_variable("base", 8000).with_functions(functions::all());
    let decoder = Decoder::new().context(ctx).inputs(Inputs::new());
    let snapshot = Fixture::new(text).snapshot(Language::of_type::<Config>(decoder));
    let hints = snapshot.hints("main.hcl", 0..text.len(), HintKinds::default());
    snapshot.hint_docs("main.hcl", hints[0].offset, hints[0].kind)
}

#[test]
fn details_of_hints() {
    assert_eq!(details("port = base + 80\n").unwrap(), "Value: `8080` (number)\n");
    assert_eq!(details("password = upper(\"x\")\n").unwrap(), "Value: sensitive\n");
    let blocks = r#"
dynamic "server" {
  for_each = [1, 2, 3, 4, 5, 6, 7]
  labels   = ["`${server.value}`"]
  content {}
}
"#;
    let listed = details(blocks).unwrap();
    assert_eq!(listed.lines().count(), 7);
    assert!(listed.starts_with("- `` \"`1`\" ``\n"), "{listed}");
    assert_eq!(details("dynamic \"server\" {\n  for_each = []\n  content {}\n}\n"), None);
    let function = details("region = element([\"a\"], 0)\n").unwrap();
    assert!(function.starts_with("`element(list: any, index: number)`"), "{function}");
}
