//! `check --deny`, `--warn` and `--allow`.

use snapbox::str;

use super::Files;

const EMPTY: &str = r#"dynamic "a" {
  for_each = []
  content {}
}
"#;

fn files(test: &str) -> Files {
    Files::new(test)
        .with("a.hcl", EMPTY)
        .with("m/a.tf", "variable \"used\" {}\nvariable \"unused\" {}\n")
        .with("m/b.tf", "locals {\n  a = var.used\n}\n")
        .with("m/c.tf", "# hcldyn: allow(unused-local)\nlocals {\n  b = 1\n}\n")
}

#[test]
fn a_warning_does_not_fail() {
    files("levels-warn")
        .run(["check", "a.hcl"])
        .assert()
        .success()
        .stderr_eq(str![[r#"
checked the syntax of 1 file: 1 warning

"#]])
        .stdout_eq(str![[r#"
warning[empty-for-each]: Empty collection
 --> a.hcl:2:14
  |
2 |   for_each = []
  |              ^^ The collection has no elements, so no block of type "a" is generated.


"#]]);
}

#[test]
fn a_denied_warning_is_an_error() {
    let files = files("levels-deny");
    for deny in ["empty-for-each", "all"] {
        let check = files.run(["check", "--deny", deny, "a.hcl"]);
        check.assert().code(1).stderr_eq(str![[r#"
checked the syntax of 1 file: 1 error

"#]]);
    }
}

#[test]
fn an_allowed_warning_is_left_out() {
    let files = files("levels-allow");
    let check = files.run(["check", "--deny", "all", "--allow", "empty-for-each", "a.hcl"]);
    check.assert().success().stdout_eq("").stderr_eq(str![[r#"
checked the syntax of 1 file: no errors or warnings

"#]]);
}

#[test]
fn unused_definitions_of_a_directory() {
    let files = files("levels-unused");
    files.run(["check", "m"]).assert().success().stdout_eq("");
    let check = files.run(["check", "--warn", "unused-variable", "--deny", "unused-local", "m"]);
    check.assert().code(1).stdout_eq(str![[r#"
warning[unused-variable]: Unused variable
 --> m/a.tf:2:1
  |
2 | variable "unused" {}
  | ^^^^^^^^^^^^^^^^^ var.unused is never used.
  |
  = help: Remove it, or refer to it.

error[unused-local]: Unused local value
 --> m/b.tf:2:3
  |
2 |   a = var.used
  |   ^ local.a is never used.
  |
  = help: Remove it, or refer to it.


"#]]);
}

#[test]
fn an_unknown_code_is_refused() {
    let check = files("levels-unknown").run(["check", "--warn", "unused-locals", "a.hcl"]);
    check.assert().code(2).stderr_eq(str![[r#"
error: invalid value 'unused-locals' for '--warn <CODE>': Unknown code. Did you mean "unused-local"?

For more information, try '--help'.

"#]]);
}

#[test]
fn old_forms_are_fixed_on_request() {
    let files = Files::new("levels-fix").with("a.hcl", "a = \"${b.0}\"\n");
    files.run(["check", "--fix", "a.hcl"]).assert().success();
    assert_eq!(std::fs::read_to_string(files.0.join("a.hcl")).unwrap(), "a = \"${b.0}\"\n");
    let (index, interpolation) = ("--warn=legacy-index", "--warn=interpolation-only");
    files.run(["check", "--fix", index, interpolation, "a.hcl"]).assert().success();
    assert_eq!(std::fs::read_to_string(files.0.join("a.hcl")).unwrap(), "a = b[0]\n");
}
