use snapbox::str;

use super::Files;

const MAIN: &str = r#"variable "zone" {}
resource "terraform_data" "r" {
  input = var.zone
}
output "zone" {
  value = upper(terraform_data.r.input)
}
"#;

/// Runs `hcldyn terraform show` on a module, and returns the value of its output.
fn zone(files: &Files, arguments: &[&str]) -> String {
    let run = files.run(["terraform", "show"]).args(arguments).assert().success();
    let output = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let value = output.lines().filter(|line| line.contains("\"value\"")).nth(1).unwrap();
    value.split('"').nth(3).unwrap().to_owned()
}

#[test]
fn values_come_from_files_the_environment_and_arguments() {
    let files =
        Files::new("terraform-inputs").with("main.tf", MAIN).with("b.tfvars", "zone = \"b\"\n");
    assert_eq!(zone(&files, &["--var", "zone=a"]), "A");
    // The last argument has precedence.
    assert_eq!(zone(&files, &["--var", "zone=a", "--var-file", "b.tfvars"]), "B");
    assert_eq!(zone(&files, &["--var-file", "b.tfvars", "--var", "zone=a"]), "A");
    let run = files.run(["terraform", "show", "."]).env("TF_VAR_zone", "e").assert().success();
    assert!(String::from_utf8_lossy(&run.get_output().stdout).contains("\"E\""));
    let files = files.with("terraform.tfvars", "zone = \"t\"\n");
    assert_eq!(zone(&files, &[]), "T");
}

#[test]
fn errors_are_reports() {
    let files = Files::new("terraform-errors").with("main.tf", "locals {\n  a = local.b\n}\n");
    files.run(["terraform", "show"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[undefined-name]: Undefined name
 --> ./main.tf:2:7
  |
2 |   a = local.b
  |       ^^^^^^^ The local value "local.b" is not declared in this module.

"#]]);
}

#[test]
fn the_graph_is_in_the_language_of_graphviz() {
    let files = Files::new("terraform-graph").with("main.tf", MAIN);
    files.run(["terraform", "graph"]).assert().success().stdout_eq(str![[r#"
digraph {
  rankdir = LR
  node [shape = box]
  0 [label = "var.zone"]
  1 [label = "terraform_data.r"]
  2 [label = "output.zone"]
  1 -> 0
  2 -> 1
}

"#]]);
}

const LINTED: &str = r#"variable "unused" {}
variable "zone" {
  type = "string"
}
output "zone" {
  value = "${var.zone}"
}
output "size" {
  # hcldyn: allow(interpolation-only)
  value = "${length(var.nmae)}"
}
"#;

#[test]
fn lint_prints_errors_and_warnings() {
    let files = Files::new("terraform-lint").with("main.tf", LINTED);
    let run = files.run(["terraform", "lint"]).assert().code(1);
    run.stdout_eq(str![[r#"
warning[unused-variable]: Unused variable
 --> ./main.tf:1:1
  |
1 | variable "unused" {}
  | ^^^^^^^^^^^^^^^^^ var.unused is never used.
  |
  = help: Remove it, or refer to it.

error[invalid-type]: Invalid type
 --> ./main.tf:3:10
  |
3 |   type = "string"
  |          ^^^^^^^^ This is not a type.
  |
  = help: Write string without quotes.

warning[interpolation-only]: Interpolation only
 --> ./main.tf:6:11
  |
6 |   value = "${var.zone}"
  |           ^^^^^^^^^^^^^ The string consists of one interpolation, which already has a value.
  |
  = help: Write the expression alone, without quotes.

error[undefined-name]: Undefined name
  --> ./main.tf:10:21
   |
10 |   value = "${length(var.nmae)}"
   |                     ^^^^^^^^ The variable "var.nmae" is not declared in this module.


"#]])
        .stderr_eq(str![[r#"
checked 1 file: 2 errors, 2 warnings; --fix can fix 2

"#]]);
    // Levels and formats are those of `check`.
    let arguments = ["terraform", "lint", "--allow", "all", "--diags", "sarif"];
    let run = files.run(arguments).assert().code(1);
    let log = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let count = |text: &str| log.matches(text).count();
    assert_eq!((count("\"ruleId\": \"undefined-name\""), count("\"unused-variable\"")), (1, 0));
}

/// The schema of an initialised folder is that of the modules inside it, as in an editor.
#[test]
fn provider_schemas_are_read_from_the_initialised_folder() {
    let schema = r#"{"provider_schemas": {"example": {"resource_schemas": {"disk": {"block": {"attributes": {
        "size": {"type": "number", "required": true}}}}}}}}"#;
    let files = Files::new("terraform-schema")
        .with(".terraform/schema.json", schema)
        .with("m/main.tf", "resource \"disk\" \"d\" {\n  sise = 1\n}\n");
    for (command, code) in [("lint", 1), ("show", 2)] {
        let run = files.run(["terraform", command, "m"]).assert().code(code);
        let output = run.get_output();
        let shown = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(shown.contains("m/main.tf:2:3"), "{shown}");
    }
    // One that is given has precedence.
    let files = files.with("other.json", r#"{"provider_schemas": {}}"#);
    files.run(["terraform", "lint", "m"]).args(["--schema", "other.json"]).assert().success();
}

#[test]
fn lint_applies_fixes() {
    let files = Files::new("terraform-lint-fix").with("main.tf", LINTED);
    let run = files.run(["terraform", "lint", "--diff"]).assert().code(1);
    run.stdout_eq(str![[r#"
--- ./main.tf
+++ ./main.tf
@@ -1,9 +1,9 @@
 variable "unused" {}
 variable "zone" {
-  type = "string"
+  type = string
 }
 output "zone" {
-  value = "${var.zone}"
+  value = var.zone
 }
 output "size" {
   # hcldyn: allow(interpolation-only)

"#]]);
    files.run(["terraform", "lint", "--fix"]).assert().code(1).stderr_eq(str![[r#"
checked 1 file: 1 error, 1 warning; 2 fixed

"#]]);
    let fixed = std::fs::read_to_string(files.0.join("main.tf")).unwrap();
    assert!(fixed.contains("  value = var.zone\n"), "{fixed}");
}
