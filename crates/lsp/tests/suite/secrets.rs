//! Descriptions, hints and their details never show a secret, in either syntax.

use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, EvalContext, functions};
use hcldyn_lsp::ide::{HintKind, HintKinds, Language};

use crate::fixture::{Config, Fixture};

/// The secret, and what expressions make of it.
const SECRETS: [&str; 3] = ["hunter2", "2retnuh", "nter2"];

const NATIVE: &str = r#"
variable "key" {
  default   = "hunter2"
  sensitive = true
}
locals {
  upper  = upper(var.key)
  chars  = [for c in split("u", var.key) : strrev(c)]
  object = { "${var.key}" = 1, plain = var.key }
  both   = [local.upper, "seen"]
}
region   = "${local.upper}-${local.object.plain}"
password = "hunter2"
zone     = strrev(var.key)
limits   = { memory = length(var.key), files = "hunter2" == var.key ? 1 : 2 }
dynamic "server" {
  for_each = { a = var.key, b = strrev(var.key) }
  labels   = [server.value]
  content {
    host = "${server.key}-${server.value}"
    tls  = upper(server.value) == "seen"
  }
}
dynamic "server" {
  for_each = split("u", var.key)
  labels   = ["x"]
  content {
    host = server.value
  }
}
"#;

const JSON: &str = r#"
{
  "variable": {"key": {"default": "hunter2", "sensitive": true}},
  "locals": {
    "upper": "${upper(var.key)}",
    "chars": "${[for c in split(\"u\", var.key) : strrev(c)]}",
    "object": {"${var.key}": 1, "plain": "${var.key}"},
    "both": ["${local.upper}", "seen"]
  },
  "region": "${local.upper}-${local.object.plain}",
  "password": "hunter2",
  "zone": "${strrev(var.key)}",
  "limits": {"memory": "${length(var.key)}", "files": "${\"hunter2\" == var.key ? 1 : 2}"},
  "dynamic": {"server": [
    {
      "for_each": {"a": "${var.key}", "b": "${strrev(var.key)}"},
      "labels": ["${server.value}"],
      "content": {
        "host": "${server.key}-${server.value}",
        "tls": "${upper(server.value) == \"seen\"}"
      }
    },
    {
      "for_each": "${split(\"u\", var.key)}",
      "labels": ["x"],
      "content": {"host": "${server.value}"}
    }
  ]}
}
"#;

/// Returns what the server says about a source: the description at each offset, and all hints with their details.
fn said(name: &str, text: &str) -> Vec<String> {
    let ctx = EvalContext::new().with_functions(functions::all());
    let decoder = Decoder::new().context(ctx).inputs(Inputs::new());
    let snapshot = Fixture::new(text).snapshot_as(name, Language::of_type::<Config>(decoder));
    let hovers = (0..text.len()).filter_map(|offset| snapshot.hover(name, offset));
    let mut said: Vec<_> = hovers.map(|hover| hover.markdown).collect();
    for hint in snapshot.hints(name, 0..text.len(), HintKinds::default()) {
        let docs = snapshot.hint_docs(name, hint.offset, hint.kind);
        assert!(hint.kind != HintKind::Value || docs.is_some(), "{hint:?} has no details");
        said.extend(docs);
        if hint.kind != HintKind::Parameter {
            said.push(hint.text);
        }
    }
    said
}

#[track_caller]
fn check(name: &str, text: &str) {
    let said = said(name, text);
    for text in &said {
        let lower = text.to_lowercase();
        assert!(!SECRETS.iter().any(|it| lower.contains(it)), "{text}");
    }
    // Other values are shown.
    let has = |part: &str| said.iter().any(|it| it.contains(part));
    assert!(has("[(sensitive), \"seen\"]") && has("(sensitive)"), "{said:#?}");
    assert!(has("Value: sensitive"), "{said:#?}");
}

#[test]
fn secrets_in_native_syntax() {
    check("main.hcl", NATIVE);
}

#[test]
fn secrets_in_json_syntax() {
    check("main.hcl.json", JSON);
}
