//! Variables: their declarations, their values, and the precedence of files.

use hcldyn::ext::kit::Inputs;
use hcldyn_terraform::files;
use serde_json::json;

use crate::{Module, errors, output, shown_with};

#[test]
fn values_are_converted_to_the_types_of_variables() {
    let text = r#"
        variable "x" {
          type = object({ a = string, b = optional(number, 7) })
        }
        output "o" { value = var.x }
    "#;
    let shown = shown_with(&[("main.tf", text)], Inputs::new().argument("x={ a = 1 }"));
    assert_eq!(shown["variables"]["x"]["value"], json!({ "a": "1", "b": 7 }));
    assert_eq!(shown["planned_values"]["outputs"]["o"]["value"], json!({ "a": "1", "b": 7 }));
}

#[test]
fn later_files_have_precedence() {
    let module = Module::new(&[
        ("main.tf", "variable \"a\" {}\nvariable \"b\" {}\nvariable \"c\" {}\nvariable \"d\" {}"),
        ("terraform.tfvars", "a = 1\nb = 1\nc = 1\nd = 1\n"),
        ("terraform.tfvars.json", r#"{ "b": 2, "c": 2, "d": 2 }"#),
        ("x.auto.tfvars", "c = 3\nd = 3\n"),
        ("y.auto.tfvars.json", r#"{ "d": "${4}" }"#),
        ("other.tfvars", "a = 9"),
    ]);
    let found = files::variable_files(module.path()).unwrap();
    let (shown, diags) = module.evaluate(found.into_iter().fold(Inputs::new(), Inputs::file));
    assert_eq!(diags.to_string(), "");
    let value = |name: &str| shown["variables"][name]["value"].clone();
    assert_eq!([value("a"), value("b"), value("c")], [json!(1), json!(2), json!(3)]);
    // Strings of JSON are literal in files of values.
    assert_eq!(value("d"), json!("${4}"));
}

#[test]
fn sensitive_values_are_left_out() {
    let text = r#"
        variable "key" {
          default   = "s3cret"
          sensitive = true
        }
        resource "terraform_data" "r" { input = { a = 1, b = var.key } }
        output "o" {
          value     = var.key
          sensitive = true
        }
    "#;
    let shown = shown_with(&[("main.tf", text)], Inputs::new());
    assert!(!shown.to_string().contains("s3cret"));
    assert_eq!(
        shown["planned_values"]["outputs"]["o"],
        json!({ "sensitive": true, "type": "string" })
    );
    let resource = &shown["planned_values"]["root_module"]["resources"][0];
    assert_eq!(resource["values"]["input"], json!({ "a": 1 }));
    assert_eq!(resource["sensitive_values"], json!({ "input": { "b": true }, "output": {} }));
}

#[test]
fn conditions_are_checked() {
    let declaration = |condition: &str| {
        format!(
            "variable \"n\" {{\n  default = 1\n  validation {{\n    condition     = {condition}\n    \
             error_message = \"Not ${{var.n}}.\"\n  }}\n}}\nlocals {{\n  most = 0\n}}\n"
        )
    };
    assert_eq!(errors(&declaration("var.n == 1")), "");
    let own = errors(&declaration("var.n > 1"));
    assert_eq!(own, "main.tf:1:1: error: Invalid value for the variable \"n\": Not 1.");
    let other = errors(&declaration("var.n < local.most"));
    assert_eq!(other, own);
}

#[test]
fn declarations_are_checked() {
    let found = errors("variable \"a\" {\n  type = number\n  default = \"x\"\n}");
    assert!(found.starts_with("main.tf:3:13: error: Invalid default; "), "{found}");
    let found = errors("variable \"a\" {\n  nullable = false\n  default = null\n}");
    assert!(found.starts_with("main.tf:3:13: error: Invalid default; "), "{found}");
    let found = errors("variable \"source\" {\n  default = 1\n}");
    assert!(found.starts_with("main.tf:1:1: error: Invalid name; "), "{found}");
    let found = errors("variable \"a\" {}");
    assert!(found.starts_with("main.tf:1:1: error: Missing value; "), "{found}");
}

#[test]
fn functions_of_other_programs_are_unknown() {
    let found = errors("locals {\n  a = with({ b = 1 }, b)\n}");
    assert!(found.contains("error: Unknown function"), "{found}");
    assert_eq!(output("output \"o\" { value = core::upper(\"a\") }"), "A");
}
