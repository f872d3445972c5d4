//! The console with standard input that is not a terminal.

use snapbox::cmd::Command;
use snapbox::{IntoData, str};

use super::{Files, hcldyn};

fn console(text: &str) -> Command {
    hcldyn(["console"]).stdin(text)
}

#[test]
fn a_value_of_every_type() {
    let text = r#"true
1.50
"a\tb"
null
[1, "a", []]
{ b = 1, "a b" = {} }
tolist(["a"])
toset([2, 1, 2])
tomap({ a = 1 })
1 / 3
"#;
    console(text).assert().success().stderr_eq(str![[""]]).stdout_eq(
        str![[r#"
true
1.5
"a\tb"
null
[1, "a", []]
{
  "a b" = {}
  b     = 1
}
["a"]
[1, 2]
{
  a = 1
}
0.33333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333335

"#]]
        .raw(),
    );
}

#[test]
fn the_type_of_a_value() {
    let text = r#"type(true)
type(1)
type("a")
type(null)
type([1, "a"])
type({ b = 1, "a b" = {} })
type(tolist(["a"]))
type(toset([1]))
type(tomap({ a = [1] }))
type({ rules = [for n in range(2) : { port = n, protocol = "tcp", tags = tomap({ a = 1 }) }] })
"#;
    console(text).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
bool
number
string
any
tuple([number, string])
object({ "a b" = object({}), b = number })
list(string)
set(number)
map(tuple([number]))
object({
  rules = tuple([
    object({ port = number, protocol = string, tags = map(number) }),
    object({ port = number, protocol = string, tags = map(number) }),
  ])
})

"#]]);
}

#[test]
fn an_expression_goes_on_while_something_is_open() {
    let text = r#"# Comments and empty lines are no expressions.

max(
  1, # one
  5,
)
[for n in [1, 2] : {
n = n
}][0]
<<EOT
hi ${upper(
"a")}
EOT
"a${
1}" /* and
this */
2"#;
    console(text).assert().success().stderr_eq(str![[""]]).stdout_eq(
        str![[r#"
5
{
  n = 1
}
"hi A\n"
"a1"
2

"#]]
        .raw(),
    );
}

#[test]
fn every_error_is_reported_at_its_place_and_the_rest_evaluated() {
    let text = r#"1
nope(2)

[
  1 + [],
]
"open
1 +
2
"#;
    console(text)
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
1
2

"#]])
        .stderr_eq(
            str![[r#"
error[unknown-function]: Unknown function
 --> <stdin>:2:1
  |
2 | nope(2)
  | ^^^^ The function "nope" is not defined.
error[invalid-operand]: Invalid operand
 --> <stdin>:5:7
  |
5 |   1 + [],
  |       ^^
  |
  = note: Invalid operand of "+": a number is required, not a tuple; this one is empty.
error[unclosed-string]: Unclosed string
 --> <stdin>:7:1
  |
7 | "open
  | ^ Expected a closing quote on this line.
  |
  = help: Write a newline in a string as \n, or use a heredoc: <<EOT.
error[missing-expression]: Missing expression
 --> <stdin>:8:4
  |
8 | 1 +
  |    ^ Expected an expression after "+", not the end of the input.

"#]]
            .raw(),
        );
}

#[test]
fn unclosed_input_is_an_error() {
    console("1\n[2,\n3")
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
1

"#]])
        .stderr_eq(str![[r#"
error[unclosed-bracket]: Unclosed bracket
 --> <stdin>:2:1
  |
2 | [2,
  | ^ Expected "]" to close this bracket.

"#]]);
}

#[test]
fn type_is_the_whole_of_an_expression() {
    console("[type(1)]\ntype()\n").assert().code(1).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[function-call-failed]: Function call failed
 --> <stdin>:1:2
  |
1 | [type(1)]
  |  ^^^^ The call to type failed: its result is a type, not a value.
  |
  = help: Write type(…) as the whole input, not inside another expression.
error[missing-argument]: Missing argument
 --> <stdin>:2:6
  |
2 | type()
  |      ^ The argument "value" of type is missing.
  |
  = help: Usage: type(value).

"#]]);
}

#[test]
fn an_assignment_is_answered_with_what_to_do() {
    console("x = 1\nx == 1").assert().code(1).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unexpected-assignment]: Unexpected assignment
 --> <stdin>:1:3
  |
1 | x = 1
  |   ^ The console can't set variables.
  |
  = help: Write "==" to compare. To set "x", write the line to a file, and start the console with
          --vars and that file.
error[variables-not-available]: Variables not available
 --> <stdin>:2:1
  |
2 | x == 1
  | ^ No variables are available here, so "x" can't be used.

"#]]);
}

#[test]
fn variables_come_from_files_of_each_kind() {
    let files = Files::new("console-vars")
        .with("a.hcl", "name = upper(\"a\")\nkept = true\n")
        .with("b.tfvars", "name = \"b\"\n")
        .with("c.json", r#"{"ports": [80, 443], "name": "c"}"#);
    let args = ["console", "--vars", "a.hcl", "--vars", "c.json", "--vars", "b.tfvars"];
    let console = files.run(args).stdin("[name, kept, ports]\ntype(ports)");
    console.assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
["b", true, [80, 443]]
tuple([number, number])

"#]]);
}

#[test]
fn a_wrong_file_of_variables_ends_the_console_at_once() {
    let files = Files::new("console-bad-vars").with("a.json", "[1]").with("b.json", "{");
    let args = ["console", "--vars", "a.json", "--vars", "b.json", "--vars", "none.hcl"];
    let console = files.run(args).stdin("1");
    console.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[file-not-found]: File not found
--> none.hcl
 = note: This file does not exist.

error[object-required]: Object required
 --> a.json:1:1
  |
1 | [1]
  | ^^^ A body must be an object with attributes, not an array.

error[unclosed-brace]: Unclosed brace
 --> b.json:1:1
  |
1 | (sensitive)
  | ^^^^^^^^^^^
  |
  = note: The details are hidden because the values in this source may be sensitive.

"#]]);
}

#[test]
fn exit_ends_it_with_what_came_before() {
    console("1\nexit\n2").assert().success().stdout_eq(str![[r#"
1

"#]]);
    console("nope\nquit\n2").assert().code(1).stdout_eq(str![[""]]);
}

#[test]
fn help_is_at_hand() {
    let output = console("help").output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("type(x)"));
}

#[test]
fn empty_input_succeeds() {
    console("").assert().success().stdout_eq(str![[""]]).stderr_eq(str![[""]]);
    console("\n# nothing\n").assert().success().stdout_eq(str![[""]]).stderr_eq(str![[""]]);
}

#[test]
fn bytes_that_are_not_utf8_hide_no_other_expression() {
    let console = hcldyn(["console"]).stdin(b"1\n\"\xff\"\n2\n".as_slice());
    console
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
1
2

"#]])
        .stderr_eq(str![[r#"
error[invalid-encoding]: Invalid encoding
 --> <stdin>:2:2
  |
2 | "�"
  |  ^ The byte 0xFF is not valid UTF-8.
  |
  = help: Save the file as UTF-8.

"#]]);
}

/// A megabyte sixteen times and a part of it, in quotes: 16 MiB in all.
#[test]
fn a_value_is_printed_up_to_the_limit() {
    let printed = |length: usize| {
        let megabyte = "replace(format(\"%1000s\", \"\"), \" \", format(\"%1000s\", \"\"))";
        let copies = ", m".repeat(15);
        let parts = format!("concat([m{copies}], [substr(m, 0, {length})])");
        console(&format!("[for m in [{megabyte}] : join(\"\", {parts})][0]")).output().unwrap()
    };
    let part = (16 << 20) - 16_000_000 - 2;
    let output = printed(part);
    assert_eq!((output.stdout.len(), output.stderr.len()), ((16 << 20) + 1, 0));
    let output = printed(part + 1);
    assert!(output.stdout.is_empty());
    assert!(
        output.stderr.starts_with(b"error[value-too-long-to-print]: Value too long to print\n")
    );
}

#[test]
fn a_value_that_is_too_long_to_print_is_an_error() {
    let shared =
        (0..21).fold("[0]".to_owned(), |inner, _| format!("[for x in [{inner}] : [x, x]]"));
    console(&format!("{shared}\n1")).assert().code(1).stdout_eq(str![[r#"
1

"#]]).stderr_eq(str![[r#"
error[value-too-long-to-print]: Value too long to print
 --> <stdin>:1:1
  |
1 | [for x in [[for x in [[for x in [[for x in [[for x in [[for x in [[for x in [[for x in [[for x in [[for x in [[for x in …
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A value is printed with at most 16777216 bytes.
  |
  = help: Evaluate a part of the value, or its length.

"#]]);
}

#[test]
fn terminal_commands_in_a_name_are_escaped() {
    console("type({ \"\\u001b[31m\" = 1 })").assert().success().stdout_eq(
        str![[r#"
object({ "\u001b[31m" = number })

"#]]
        .raw(),
    );
}
