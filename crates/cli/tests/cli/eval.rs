use snapbox::{IntoData, str};

use super::{Files, hcldyn};

#[test]
fn a_value_is_printed_as_hcl() {
    let expr = r#"{ b = [for n in range(3) : n * 2], "a b" = upper("x"), c = null, d = {} }"#;
    hcldyn(["eval", expr]).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
{
  "a b" = "X"
  b     = [0, 2, 4]
  c     = null
  d     = {}
}

"#]]);
}

#[test]
fn try_and_can_are_at_hand() {
    hcldyn(["eval", "[try({}.a, 1), can({}.a)]"]).assert().success().stdout_eq(str![[r#"
[1, false]

"#]]);
}

#[test]
fn an_expression_may_start_with_a_minus() {
    hcldyn(["eval", "-5"]).assert().success().stdout_eq(str![[r#"
-5

"#]]);
}

#[test]
fn variables_come_from_a_file() {
    let files = Files::new("eval-vars").with("vars.hcl", "name = upper(\"a\")\nn = [1, 2]\n");
    let eval = files.run(["eval", "\"${name}-${n[1]}\"", "--vars", "vars.hcl"]);
    eval.assert().success().stdout_eq(str![[r#"
"A-2"

"#]]);
}

#[test]
fn terminal_commands_in_a_value_are_escaped() {
    hcldyn(["eval", r#""\u001b[31m""#]).assert().success().stdout_eq(
        str![[r#"
"\u001b[31m"

"#]]
        .raw(),
    );
}

#[test]
fn an_error_leaves_standard_output_empty() {
    let eval = hcldyn(["eval", "[1, nope(2), 1 / 0]"]);
    eval.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unknown-function]: Unknown function
 --> <expression>:1:5
  |
1 | [1, nope(2), 1 / 0]
  |     ^^^^ The function "nope" is not defined.

"#]]);
}

#[test]
fn a_syntax_error_is_located() {
    let eval = hcldyn(["eval", "[1, "]);
    eval.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unclosed-bracket]: Unclosed bracket
 --> <expression>:1:1
  |
1 | [1, 
  | ^ Expected "]" to close this bracket.

"#]]);
}

#[test]
fn without_variables_none_is_known() {
    let eval = hcldyn(["eval", "var.name"]);
    eval.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[variables-not-available]: Variables not available
 --> <expression>:1:1
  |
1 | var.name
  | ^^^ No variables are available here, so "var" can't be used.

"#]]);
}

#[test]
fn wrong_arguments_are_a_failure() {
    hcldyn(["eval"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: the following required arguments were not provided:
  <EXPR>

Usage: hcldyn eval <EXPR>

For more information, try '--help'.

"#]]);
    hcldyn(["frobnicate"]).assert().code(2).stdout_eq(str![[""]]);
}

#[test]
fn an_expression_is_read_from_standard_input() {
    hcldyn(["eval", "-"]).stdin("[\n  1,\n  2,\n]\n").assert().success().stdout_eq(str![[r#"
[1, 2]

"#]]);
    let eval = hcldyn(["eval", "-"]).stdin("1 +\n");
    eval.assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[missing-expression]: Missing expression
 --> <stdin>:2:1
  |
2 |
  | ^ Expected an expression after "+", not the end of the input.

"#]]);
}

#[test]
fn a_value_is_printed_as_json() {
    let expr = "{ b = [1, null], a = \"é\" }";
    hcldyn(["eval", expr, "--format", "json"]).assert().success().stdout_eq(str![[r#"
{"a":"é","b":[1,null]}

"#]]);
}

#[test]
fn a_value_that_json_cannot_hold_is_an_error() {
    let eval = hcldyn(["eval", "sensitive(1)", "--format", "json"]);
    eval.assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[value-not-writable]: Value not writable
 --> <expression>:1:1
  |
1 | sensitive(1)
  | ^^^^^^^^^^^^
  |
  = note: The result can't be written: a value marked "sensitive" can't be written.

"#]]);
}
