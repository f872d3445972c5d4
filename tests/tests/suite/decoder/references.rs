//! Blocks that expressions refer to.

use std::collections::BTreeMap;

use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, EvalContext, HclDecode, functions};

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Config {
    #[hcl(dynamic)]
    upstream: BTreeMap<String, Upstream>,
    #[hcl(block)]
    route: Vec<Route>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Upstream {
    #[hcl(default = 80)]
    port: u16,
    host: Option<String>,
    #[hcl(sensitive)]
    token: Option<String>,
    #[hcl(dynamic)]
    server: Vec<Server>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Server {
    address: String,
}

#[derive(Debug, HclDecode)]
struct Route {
    #[hcl(label)]
    name: String,
    target: String,
}

fn decoder() -> Decoder {
    let ctx = EvalContext::new().with_functions(functions::all());
    Decoder::new().context(ctx).references("upstream").inputs(Inputs::new())
}

fn targets(text: &str) -> Vec<String> {
    let loaded =
        decoder().decode_str::<Config>(text).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(loaded.warnings.is_empty());
    loaded.value.route.into_iter().map(|route| format!("{}={}", route.name, route.target)).collect()
}

fn problems(text: &str) -> String {
    decoder().decode_str::<Config>(text).err().unwrap().to_string()
}

#[test]
fn blocks_are_evaluated_in_any_order() {
    let text = r#"
        route "r" { target = "${upstream.a.host}:${upstream.a.port}, ${local.first}" }
        locals { first = upstream["b"].server[0].address }
        upstream "a" {
          host = upstream.b.host
        }
        upstream "b" {
          host = "b.${upstream.c.port}"
          dynamic "server" {
            for_each = [upstream.c.port]
            content { address = "10.0.0.${server.value}" }
          }
        }
        upstream "c" { port = 9 }
    "#;
    assert_eq!(targets(text), ["r=b.9:80, 10.0.0.9"]);
}

#[test]
fn generated_blocks_are_included() {
    let text = r#"
        route "all"  { target = join(",", [for name, u in upstream : "${name}:${u.port}"]) }
        route "self" { target = upstream.web.host }
        variable "services" { default = { web = 1, api = 2 } }
        locals { offset = upstream.base.port }
        upstream "base" { port = 100 }
        dynamic "upstream" {
          for_each = var.services
          labels   = [upstream.key]
          content {
            port = upstream.value + local.offset
            host = upstream.key == "web" ? "api" : "none"
          }
        }
    "#;
    assert_eq!(targets(text), ["all=api:102,base:100,web:101", "self=api"]);
}

#[test]
fn generated_blocks_refer_to_each_other() {
    let text = r#"
        route "r" { target = upstream.b.host }
        dynamic "upstream" {
          for_each = { a = "x", b = "y" }
          iterator = it
          labels   = [it.key]
          content {
            host = it.key == "a" ? "first" : "after ${upstream["base"].port}"
          }
        }
        upstream "base" { port = 7 }
    "#;
    assert_eq!(targets(text), ["r=after 7"]);
}

#[test]
fn an_undefined_name_is_one_error() {
    let text = r#"upstream "a" {
  host = upstream.c.host
}
route "r" {
  target = upstream.b.host
}
locals {
  x = upstream.d.port
}
"#;
    let found = problems(text);
    let places: Vec<_> = found.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["<text>:2:18", "<text>:5:20", "<text>:8:7"], "{found}");
}

#[test]
fn a_duplicate_is_one_error() {
    let found = problems("upstream \"a\" {}\nupstream \"a\" {}\n");
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.starts_with("<text>:2:1"), "{found}");
}

#[test]
fn sensitive_parts_stay_sensitive() {
    let text = r#"upstream "a" {
  token = "s3cret"
}
route "r" {
  target = upstream.a.token + 1
}
"#;
    let found = problems(text);
    assert!(!found.contains("s3cret") && found.contains("<text>:5:12"), "{found}");
}

#[test]
fn a_type_that_is_not_decoded_is_a_mistake_of_the_program() {
    let found = Decoder::new().references("upstrean").decode_str::<Config>("").err().unwrap();
    assert!(found.to_string().contains("it decodes no such blocks"), "{found}");
}

#[test]
fn generated_blocks_without_a_label_are_one_error() {
    let text = r#"upstream "a" {}
dynamic "upstream" {
  for_each = [1]
  content {}
}
"#;
    let problems = problems(text);
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(problems.contains("label"), "{problems}");
}
