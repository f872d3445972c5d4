//! Resources: instances, arguments, and what only a provider knows.

use serde_json::json;

use crate::{Module, errors, output, shown};

#[test]
fn planned_values_have_known_arguments_alone() {
    let text = r#"
        resource "terraform_data" "r" {
          count = 2
          input = { a = count.index }
        }
        resource "terraform_data" "f" {
          for_each         = { a = "1" }
          input            = [each.value, terraform_data.r[0].id]
          triggers_replace = terraform_data.r[0].id
        }
    "#;
    let shown = shown(&[("main.tf", text)]);
    let resources = &shown["planned_values"]["root_module"]["resources"];
    let wanted = json!({
        "address": "terraform_data.f[\"a\"]",
        "mode": "managed",
        "type": "terraform_data",
        "name": "f",
        "index": "a",
        "values": { "input": ["1", null] },
        "sensitive_values": { "input": [false, false], "output": [] }
    });
    assert_eq!(resources[0], wanted);
    assert_eq!(resources[2]["address"], "terraform_data.r[1]");
    assert_eq!(resources[2]["values"], json!({ "input": { "a": 1 }, "triggers_replace": null }));
    let wanted = json!([
        { "path": "terraform_data.f[\"a\"]", "waits_for": ["terraform_data.r[0].id"] }
    ]);
    assert_eq!(shown["unknown"], wanted);
}

#[test]
fn written_arguments_are_known_without_a_provider() {
    let text = r#"
        resource "aws_instance" "web" {
          count = 2
          name  = "web-${count.index}"
          size  = null
        }
        output "o" { value = aws_instance.web[1].name }
        output "count" { value = length(aws_instance.web) }
        output "id" { value = aws_instance.web[1].id }
        output "size" { value = aws_instance.web[1].size }
        output "all" { value = aws_instance.web[*].name }
    "#;
    let shown = shown(&[("main.tf", text)]);
    let outputs = &shown["planned_values"]["outputs"];
    assert_eq!(outputs["o"]["value"], "web-1");
    assert_eq!(outputs["count"]["value"], 2);
    // A provider may set an argument that is null.
    for name in ["id", "size", "all"] {
        assert_eq!(outputs[name], json!({ "sensitive": false }), "{name}");
    }
}

#[test]
fn dynamic_blocks_are_expanded() {
    let text = r#"
        resource "aws_security_group" "web" {
          dynamic "ingress" {
            for_each = [80, 443]
            content {
              port = ingress.value
            }
          }
          ingress {
            port = 22
          }
        }
    "#;
    let shown = shown(&[("main.tf", text)]);
    let values = &shown["planned_values"]["root_module"]["resources"][0]["values"];
    assert_eq!(values["ingress"], json!([{ "port": 80 }, { "port": 443 }, { "port": 22 }]));
}

#[test]
fn data_sources_are_unknown() {
    let text = r#"
        data "http" "x" { url = "https://example.org" }
        output "o" { value = data.http.x.url }
        output "body" { value = data.http.x.body }
    "#;
    let shown = shown(&[("main.tf", text)]);
    assert_eq!(shown["planned_values"]["outputs"]["o"]["value"], "https://example.org");
    assert_eq!(
        shown["unknown"][0],
        json!({ "path": "outputs.body", "waits_for": ["data.http.x.body"] })
    );
}

#[test]
fn an_unknown_number_of_instances_is_listed() {
    let text = r#"
        resource "terraform_data" "a" {}
        resource "terraform_data" "b" {
          for_each = toset([terraform_data.a.id])
          input    = each.key
        }
        output "o" { value = [for b in terraform_data.b : b.input] }
    "#;
    let shown = shown(&[("main.tf", text)]);
    let wanted = json!([
        { "path": "outputs.o", "waits_for": ["terraform_data.a.id"] },
        { "path": "terraform_data.b", "waits_for": ["terraform_data.a.id"] }
    ]);
    assert_eq!(shown["unknown"], wanted);
}

#[test]
fn arguments_of_known_types_are_checked() {
    let found = errors("resource \"terraform_data\" \"r\" {\n  inputs = 1\n}\n");
    assert!(found.starts_with("main.tf:2:3: error: Unexpected attribute; "), "{found}");
    let found =
        errors("resource \"terraform_data\" \"r\" {}\nlocals {\n  a = terraform_data.r.nope\n}\n");
    assert!(found.starts_with("main.tf:3:23: error: Unknown attribute; "), "{found}");
}

#[test]
fn conditions_are_checked() {
    let text = "resource \"a\" \"b\" {\n  lifecycle {\n    precondition {\n      condition     = 1 > 2\n      \
                error_message = \"Too small.\"\n    }\n  }\n}\n";
    assert_eq!(
        errors(text),
        "main.tf:4:23: error: Invalid value; The condition is false: Too small."
    );
}

#[test]
fn files_are_read_below_the_root_module() {
    let text = "output \"o\" {\n  value = file(\"${path.module}/greeting.txt\")\n}\n";
    let module = Module::new(&[("main.tf", text), ("greeting.txt", "Hello!")]);
    let shown = module.evaluate(hcldyn::ext::kit::Inputs::new()).0;
    assert_eq!(shown["planned_values"]["outputs"]["o"]["value"], "Hello!");
}

#[test]
fn results_of_a_run_are_unknown() {
    assert_eq!(output("output \"o\" { value = timestamp() }"), serde_json::Value::Null);
}
