use snapbox::str;

use super::{Files, expand, hcldyn};

#[test]
fn a_missing_file() {
    let expand = Files::new("missing").run(["expand", "none.hcl"]);
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[file-not-found]: File not found
--> none.hcl
 = note: This file does not exist.

"#]]);
}

#[test]
fn a_directory() {
    let expand = Files::new("directory").run(["expand", "."]);
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[nothing-to-read]: Nothing to read
--> .
 = note: No .hcl, .tf, .hcl.json or .tf.json files found in this directory; its subdirectories are
         not read.
 = help: Hidden files and links are skipped; to read one, name it.

"#]]);
}

#[test]
fn a_file_in_json_syntax() {
    let expand = Files::new("expand-json").with("a.json", "{}").run(["expand", "a.json"]);
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unsupported-json-syntax]: Unsupported JSON syntax
--> a.json
 = note: A file in JSON syntax can't be expanded, because only a spec defines which properties are
         blocks.
 = help: To expand dynamic blocks by a spec file, use the command "decode".

"#]]);
}

#[test]
fn a_file_that_is_not_utf8() {
    let expand = Files::new("utf8").with("bad.hcl", b"a = \"\xff\"\n").run(["expand", "bad.hcl"]);
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[invalid-encoding]: Invalid encoding
 --> bad.hcl:1:6
  |
1 | a = "�"
  |      ^ The byte 0xFF is not valid UTF-8.
  |
  = help: Save the file as UTF-8.

"#]]);
}

#[test]
fn standard_input_that_is_not_utf8() {
    let expand = hcldyn(["expand", "-"]).stdin(b"a = \"\xff\"\n".as_slice());
    expand.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[invalid-encoding]: Invalid encoding
 --> <stdin>:1:6
  |
1 | a = "�"
  |      ^ The byte 0xFF is not valid UTF-8.
  |
  = help: Save the file as UTF-8.

"#]]);
}

#[test]
fn every_syntax_error_of_a_file() {
    let text = r"a = [1, 2
b = 2
c = = 3
";
    expand(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unclosed-bracket]: Unclosed bracket
 --> <stdin>:1:5
  |
1 | a = [1, 2
  |     ^ Expected "]" to close this bracket.

error[invalid-equals-sign]: Invalid equals sign
 --> <stdin>:3:5
  |
3 | c = = 3
  |     ^ An attribute is set with a single equals sign.

"#]]);
}

#[test]
fn variables_with_errors() {
    let vars = r"a = nope(1)
b = a
c {}
";
    let files = Files::new("bad-vars").with("vars.hcl", vars);
    let eval = files.run(["eval", "a", "--vars", "vars.hcl"]);
    eval.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unknown-function]: Unknown function
 --> vars.hcl:1:5
  |
1 | (sensitive)
  | ^^^^^^^^^^^
  |
  = note: The details are hidden because the values in this source may be sensitive.

error[variables-not-available]: Variables not available
 --> vars.hcl:2:5
  |
2 | (sensitive)
  | ^^^^^^^^^^^
  |
  = note: The details are hidden because the values in this source may be sensitive.
  = help: For a string, write it in quotes.

error[unexpected-block]: Unexpected block
 --> vars.hcl:3:1
  |
3 | (sensitive)
  | ^^^^^^^^^^^
  |
  = note: The details are hidden because the values in this source may be sensitive.

"#]]);
}

#[test]
fn an_empty_file_is_fine() {
    expand("").assert().success().stdout_eq(str![[""]]).stderr_eq(str![[""]]);
}
