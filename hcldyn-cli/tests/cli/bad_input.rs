use snapbox::str;

use super::{Files, expand, hcldyn};

#[test]
fn a_missing_file() {
    let expand = Files::new("missing").run(["expand", "none.hcl"]);
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: File not found
--> none.hcl
 = note: There is no file of this name.

"#]]);
}

#[test]
fn a_directory() {
    let expand = Files::new("directory").run(["expand", "."]);
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: Not a file
--> .
 = note: This is a directory. Name a file in it.

"#]]);
}

#[test]
fn a_file_in_json_syntax() {
    let expand = Files::new("expand-json").with("a.json", "{}").run(["expand", "a.json"]);
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: JSON syntax
--> a.json
 = note: A file in JSON syntax cannot be expanded: only a spec tells which of its properties are
         blocks. The command "decode" expands dynamic blocks by a spec file.

"#]]);
}

#[test]
fn a_file_that_is_not_utf8() {
    let expand = Files::new("utf8").with("bad.hcl", b"a = \"\xff\"\n").run(["expand", "bad.hcl"]);
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: Invalid text encoding
 --> bad.hcl:1:6
  |
1 | a = "�"
  |      ^ The byte 0xFF is not UTF-8. Save the file as UTF-8.

"#]]);
}

#[test]
fn standard_input_that_is_not_utf8() {
    let expand = hcldyn(["expand", "-"]).stdin(b"a = \"\xff\"\n".as_slice());
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: Invalid text encoding
 --> <stdin>:1:6
  |
1 | a = "�"
  |      ^ The byte 0xFF is not UTF-8. Save the file as UTF-8.

"#]]);
}

#[test]
fn every_syntax_error_of_a_file() {
    let text = "a = [1, 2\nb = 2\nc = = 3\n";
    expand(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: Unclosed bracket
 --> <stdin>:1:5
  |
1 | a = [1, 2
  |     ^ Expected "]" to close this bracket.

error: Invalid equals sign
 --> <stdin>:3:5
  |
3 | c = = 3
  |     ^ Attributes are set with a single equals sign.

"#]]);
}

#[test]
fn variables_with_errors() {
    let vars = "a = nope(1)\nb = a\nc {}\n";
    let files = Files::new("bad-vars").with("vars.hcl", vars);
    let eval = files.run(["eval", "a", "--vars", "vars.hcl"]);
    eval.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: Unknown function
 --> vars.hcl:1:5
  |
1 | a = nope(1)
  |     ^^^^ No function is named "nope".

error: Variables not available
 --> vars.hcl:2:5
  |
2 | b = a
  |     ^ The variable "a" cannot be used here: no variables are available.

error: Unexpected block
 --> vars.hcl:3:1
  |
3 | c {}
  | ^ Only attributes are allowed here, not blocks such as "c".

"#]]);
}

#[test]
fn an_empty_file_is_fine() {
    expand("").assert().success().stdout_eq(str![[""]]).stderr_eq(str![[""]]);
}
