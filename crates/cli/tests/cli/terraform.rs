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
