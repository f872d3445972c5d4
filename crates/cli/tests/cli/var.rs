//! Variables that `--var` sets.

use snapbox::str;

use super::{Files, hcldyn};

/// Asserts the result of an expression with one variable.
#[track_caller]
fn assert_value(argument: &str, expected: &str) {
    let eval = hcldyn(["eval", "x", "--var", argument]);
    eval.assert().success().stderr_eq("").stdout_eq(format!("{expected}\n"));
}

#[test]
fn literals_and_bracketed_values_are_expressions() {
    assert_value("x=2", "2");
    assert_value("x=-1.5e3", "-1500");
    assert_value("x=true", "true");
    assert_value("x=null", "null");
    assert_value("x=[1, \"a\"]", "[1, \"a\"]");
    assert_value("x={ a = upper(\"b\") }", "{\n  a = \"B\"\n}");
    assert_value("x=\"2\"", "\"2\"");
    assert_value("x=(1 + 1)", "2");
}

#[test]
fn any_other_value_is_a_string() {
    assert_value("x=web", "\"web\"");
    assert_value("x=eu-west-1", "\"eu-west-1\"");
    assert_value("x=10.0.0.0/8", "\"10.0.0.0/8\"");
    assert_value("x=a=b", "\"a=b\"");
    assert_value("x=", "\"\"");
    assert_value("x=${a}", "\"$${a}\"");
    assert_value("x=+4912345", "\"+4912345\"");
    assert_value("x=inf", "\"inf\"");
    assert_value("x=.5", "\".5\"");
    assert_value("x=1p4", "\"1p4\"");
}

#[test]
fn a_variable_replaces_one_of_a_file_and_an_earlier_one() {
    let files = Files::new("var-order").with("v.hcl", "x = 1\ny = 2\n");
    let args = ["eval", "[x, y]", "--var", "x=2", "-V", "v.hcl", "--var", "x=3"];
    files.run(args).assert().success().stdout_eq(str![[r#"
[3, 2]

"#]]);
}

#[test]
fn an_argument_without_a_name_or_a_value_is_rejected() {
    hcldyn(["eval", "x", "--var", "x"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[missing-variable-value]: Missing value
--> --var
 = note: Expected NAME=VALUE; the equals sign is missing.
 = help: To read variables from a file, use --vars.

"#]]);
    hcldyn(["eval", "x", "--var", "1x=secret"]).assert().code(2).stdout_eq("").stderr_eq(str![[
        r#"
error[invalid-variable-argument]: Invalid variable
--> --var
 = note: A variable must be a name before the equals sign, not "1x".
 = help: Write --var NAME=VALUE.

"#
    ]]);
}

#[test]
fn an_invalid_expression_is_located() {
    hcldyn(["eval", "x", "--var", "x=[1, y]"]).assert().code(2).stdout_eq("").stderr_eq(str![[
        r#"
error[variables-not-available]: Variables not available
 --> --var:1:7
  |
1 | x=(sensitive)
  |   ^^^^^^^^^^^
  |
  = note: The details are hidden because the values in this source may be sensitive.
  = help: For a string, write it in quotes.

"#
    ]]);
}

#[test]
fn the_value_of_a_sensitive_attribute_is_hidden() {
    let spec = r#"object {
  attr "password" {
    type      = string
    sensitive = true
  }
}
"#;
    let files =
        Files::new("var-secret").with("s.hcldec", spec).with("a.hcl", "password = password\n");
    let args = ["decode", "--spec", "s.hcldec", "--var", "password=[\"hunter2\"", "a.hcl"];
    let output = files.run(args).assert().failure().get_output().stderr.clone();
    let shown = String::from_utf8(output).unwrap();
    assert!(shown.contains("error") && !shown.contains("hunter2"), "{shown}");
}

#[test]
fn variables_that_a_configuration_declares_have_their_type() {
    let spec = r#"own_variables = "terraform"
object {
  attr "n" {}
  attr "s" {}
}
"#;
    let config = r#"variable "n" { type = number }
variable "s" { type = string }
n = var.n + 1
s = var.s
"#;
    let files = Files::new("var-own").with("s.hcldec", spec).with("a.hcl", config);
    let args = ["decode", "--spec", "s.hcldec", "--var", "n=1", "--var", "s=2", "a.hcl"];
    files.run(args).assert().success().stderr_eq("").stdout_eq(str![[r#"
{"n":2,"s":"2"}

"#]]);
}
