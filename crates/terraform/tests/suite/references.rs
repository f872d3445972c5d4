//! References: names without a declaration, cycles, and what blocks give to their expressions.

use hcldyn::Diagnostics;
use hcldyn_terraform::ModuleFolder;

use crate::{Module, errors, output};

#[test]
fn declarations_are_in_any_order() {
    let text = r#"
        output "o" { value = local.a }
        locals {
          a = "${local.b}-${local.c}"
        }
        locals {
          b = 1
          c = local.b + 1
        }
    "#;
    assert_eq!(output(text), "1-2");
}

#[test]
fn names_without_a_declaration_are_reported_where_they_are_written() {
    let undefined =
        |expr: &str| errors(&format!("locals {{\n  a = {expr}\n}}\nlocals {{\n  zone = 1\n}}"));
    assert_eq!(
        undefined("try(local.zones, 1)"),
        "main.tf:2:11: error: Undefined name; The local value \"local.zones\" is not declared in this module. \
         Did you mean \"zone\"?"
    );
    let cases = [
        ("var.x", "The variable \"var.x\" is not declared in this module."),
        ("module.x.y", "The module \"module.x.y\" is not declared in this module."),
        ("a_b.c.d", "The resource \"a_b.c.d\" is not declared in this module."),
        ("data.a.b.c", "The resource \"data.a.b.c\" is not declared in this module."),
        ("var", "\"var\" must be followed by a name. Write var.NAME."),
        ("each.key", "\"each\" is available only in blocks with for_each."),
        (
            "path.here",
            "\"path.here\" is not defined. Expected path.module or path.root or path.cwd.",
        ),
    ];
    for (expr, detail) in cases {
        assert_eq!(undefined(expr), format!("main.tf:2:7: error: Undefined name; {detail}"));
    }
}

#[test]
fn values_that_depend_on_themselves_are_reported_once() {
    let text = "locals {\n  a = local.b\n  b = local.c\n  c = local.a\n  d = local.c\n}\n";
    let wanted = "main.tf:2:3: error: Reference cycle; These values depend on each other: local.a -> local.b -> \
                  local.c -> local.a.";
    assert_eq!(errors(text), wanted);
}

#[test]
fn names_are_declared_once() {
    let text = "locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n";
    assert_eq!(
        errors(text),
        "main.tf:5:3: error: Duplicate definition; The name \"local.a\" is declared twice in this module."
    );
}

#[test]
fn the_first_declaration_of_a_name_is_kept() {
    let text = r#"
variable "a" { default = 1 }
variable "b" { default = 2 }
variable "a" { default = 3 }
variable "c" { default = 4 }
variable "a" { default = 5 }
data "http" "x" {}
resource "http" "x" {}
data "http" "x" {}
resource "http" "x" {}
"#;
    let module = Module::new(&[("main.tf", text)]);
    let mut diags = Diagnostics::new();
    let folder = ModuleFolder::read(module.path(), &mut diags);
    let names: Vec<_> = folder.variables.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let lines: Vec<_> = folder.variables.iter().map(|it| it.place.start().line).collect();
    assert_eq!(lines, [2, 3, 5]);
    let resources: Vec<_> =
        folder.resources.iter().map(hcldyn_terraform::Resource::address).collect();
    assert_eq!(resources, ["data.http.x", "http.x"]);
    let errors = diags.to_string();
    let name = |line: &str| line.split('"').nth(1).unwrap().to_owned();
    let found: Vec<_> = errors.lines().map(name).collect();
    assert_eq!(found, ["var.a", "var.a", "data.http.x", "http.x"], "{errors}");
}

#[test]
fn sensitive_values_need_sensitive_outputs() {
    let text = "output \"o\" {\n  value = { a = [sensitive(1)] }\n}\n";
    let wanted = "main.tf:1:1: error: Sensitive output; The value of the output \"o\" is sensitive. Add sensitive = true.";
    assert_eq!(errors(text), wanted);
}

#[test]
fn blocks_without_instances_are_checked() {
    let text =
        "resource \"terraform_data\" \"r\" {\n  count = 0\n  input = upper([count.index])\n}\n";
    let found = errors(text);
    assert!(found.starts_with("main.tf:3:17: error: Invalid argument; "), "{found}");
}

#[test]
fn blocks_that_are_not_evaluated_may_refer_to_other_things() {
    let text = r#"
        terraform {
          required_version = ">= 1.5"
          required_providers {
            aws = {
              source                = "hashicorp/aws"
              configuration_aliases = [aws.east]
            }
          }
          backend "s3" { bucket = "b" }
        }
        provider "aws" {
          alias  = "west"
          region = local.region
        }
        locals { region = "eu" }
        resource "aws_x" "new" {
          provider = aws.west
          lifecycle {
            ignore_changes       = [tags, name]
            replace_triggered_by = [terraform_data.t.id]
          }
          provisioner "local-exec" {
            when    = destroy
            command = "echo ${self.id}"
          }
        }
        resource "terraform_data" "t" {}
        moved {
          from = aws_x.old
          to   = aws_x.new
        }
        import {
          to = aws_x.new
          id = "x"
        }
        removed {
          from = aws_x.gone
          lifecycle { destroy = false }
        }
        check "health" {
          data "http" "h" { url = "https://example.org" }
          assert {
            condition     = data.http.h.status_code == 200
            error_message = "Down."
          }
        }
    "#;
    assert_eq!(errors(text), "");
    let found = errors("provider \"aws\" {\n  region = var.nope\n}\n");
    assert!(found.starts_with("main.tf:2:12: error: Undefined name; "), "{found}");
}
