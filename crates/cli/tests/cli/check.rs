use snapbox::{IntoData, file, str};

use super::{Files, hcldyn};

#[test]
fn files_without_problems() {
    let files = Files::new("check").with("a.hcl", "a = 1\n").with("b.json", "{\"a\": 1}");
    let check = files.run(["check", "a.hcl", "b.json"]);
    check.assert().success().stdout_eq(str![[""]]).stderr_eq(str![[r#"
checked the syntax of 2 files: no errors or warnings

"#]]);
}

#[test]
fn options_of_decoding_need_a_spec_file() {
    let files = Files::new("check-no-spec").with("a.hcl", "a = b\n");
    for args in [
        ["check", "--vars={", "a.hcl"],
        ["check", "--var=a", "a.hcl"],
        ["check", "--no-dynamic", "a.hcl"],
        ["check", "--values", "a.hcl"],
    ] {
        files.run(args).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: the following required arguments were not provided:
  --spec <FILE>

Usage: hcldyn check --spec <FILE> --[..] <PATH>...

For more information, try '--help'.

"#]]);
    }
}

#[test]
fn problems_come_in_the_order_of_the_files() {
    let files = Files::new("check-problems")
        .with("b.hcl", "a = [1\n")
        .with("a.json", "{\"a\": }")
        .with("c.hcl", "x = {a = 1, a = 2}\ny = = 1\nz = 'z'\n");
    let check = files.run(["check", "b.hcl", "a.json", "none.hcl", "c.hcl"]);
    check
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[unclosed-bracket]: Unclosed bracket
 --> b.hcl:1:5
  |
1 | a = [1
  |     ^ Expected "]" to close this bracket.

error[missing-value]: Missing value
 --> a.json:1:7
  |
1 | {"a": }
  |       ^ Expected a value, not "}".

error[file-not-found]: File not found
--> none.hcl
 = note: This file does not exist.

warning[overwritten-key]: Duplicate key
 --> c.hcl:1:13
  |
1 | x = {a = 1, a = 2}
  |      -      ^ The key a appears more than once in this object; the last value is used.
  |      |
  |      first set here

error[invalid-equals-sign]: Invalid equals sign
 --> c.hcl:2:5
  |
2 | y = = 1
  |     ^ An attribute is set with a single equals sign.

error[single-quotes]: Single quotes
 --> c.hcl:3:5
  |
3 | z = 'z'
  |     ^ Strings are written in double quotes: "…".


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 4 files: 5 errors, 1 warning; --fix can fix 2

"#]]);
}

#[test]
fn a_folder_is_gone_through() {
    let bad = "a = \n";
    let files = Files::new("check-folder")
        .with("f/z.hcl", bad)
        .with("f/m/n/b.tf", bad)
        .with("f/m/a.hcl.json", "{")
        .with("f/m/a.tf.json", "[")
        .with("f/.hidden/a.hcl", bad)
        .with("f/.a.hcl", bad)
        .with("f/data.json", "{")
        .with("f/a.txt", bad);
    let check = files.run(["check", "f"]);
    check
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[unclosed-brace]: Unclosed brace
 --> f/m/a.hcl.json:1:1
  |
1 | {
  | ^ Expected "}" to close this brace.
  |
  = help: A "}" further down may close something else.

error[unclosed-bracket]: Unclosed bracket
 --> f/m/a.tf.json:1:1
  |
1 | [
  | ^ Expected "]" to close this bracket.
  |
  = help: A "]" further down may close something else.

error[missing-expression]: Missing expression
 --> f/m/n/b.tf:1:5
  |
1 | a = 
  |     ^ Expected a value on the line of its equals sign.

error[missing-expression]: Missing expression
 --> f/z.hcl:1:5
  |
1 | a = 
  |     ^ Expected a value on the line of its equals sign.


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 4 files: 4 errors

"#]]);
}

#[test]
fn json_that_is_not_a_body() {
    let files = Files::new("check-no-body").with("a.json", "[{}, 1]").with("b.json", "5");
    let check = files.run(["check", "a.json", "b.json"]);
    check
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[object-required]: Object required
 --> a.json:1:6
  |
1 | [{}, 1]
  |      ^ A body must be an object with attributes and blocks, not a number.

error[invalid-configuration]: Invalid configuration
 --> b.json:1:1
  |
1 | 5
  | ^ A configuration must be an object or an array of objects, not a number.


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 2 files: 2 errors

"#]]);
}

#[test]
fn warnings_do_not_fail() {
    let check = hcldyn(["check", "-"]).stdin("x = {a = 1, a = 2}\n");
    check
        .assert()
        .success()
        .stdout_eq(str![[r#"
warning[overwritten-key]: Duplicate key
 --> <stdin>:1:13
  |
1 | x = {a = 1, a = 2}
  |      -      ^ The key a appears more than once in this object; the last value is used.
  |      |
  |      first set here


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 1 file: 1 warning

"#]]);
}

/// A spec of blocks `b` with a number.
const SPEC: &str = r#"block_list {
  block_type = "b"
  attr {
    name = "a"
    type = number
  }
}
"#;

/// Blocks `b` for the elements of a variable.
const GENERATED: &str = r#"dynamic "b" {
  for_each = l
  content {
    a = b.value
  }
}
"#;

#[test]
fn files_are_decoded_by_a_spec() {
    let files = Files::new("check-spec")
        .with("s.hcldec", SPEC)
        .with("bad.hcl", "b {\n  a = \"x\"\n}\nc = 1\nd = = 1\n")
        .with("good.json", r#"{"b": {"a": 1}}"#)
        .with("generated.hcl", GENERATED);
    let vars = r#"{"l": [1, "y", "z"]}"#;
    let args = ["check", "--spec=s.hcldec", "-V", vars, "bad.hcl", "good.json", "generated.hcl"];
    files
        .run(args)
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[wrong-type]: Wrong type
 --> bad.hcl:2:7
  |
2 |   a = "x"
  |       ^^^ Invalid value for "a": a number is required.

error[unexpected-attribute]: Unexpected attribute
 --> bad.hcl:4:1
  |
4 | c = 1
  | ^ The attribute "c" is not expected here.
  |
  = help: No attributes are allowed here.

error[invalid-equals-sign]: Invalid equals sign
 --> bad.hcl:5:5
  |
5 | d = = 1
  |     ^ An attribute is set with a single equals sign.

error[wrong-type]: Wrong type
 --> generated.hcl:4:9
  |
4 |     a = b.value
  |         ^^^^^^^ Invalid value for "a": a number is required.
  |
  = note: b.value is "y"
  = note: b.key is 1


"#]])
        .stderr_eq(str![[r#"
checked 3 files: 4 errors; --fix can fix 1

"#]]);
    let args = ["check", "-ss.hcldec", "-V", vars, "--no-dynamic", "generated.hcl"];
    files
        .run(args)
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[unexpected-block]: Unexpected block
 --> generated.hcl:1:1
  |
1 | dynamic "b" {
  | ^^^^^^^ A block of type "dynamic" is not expected here.
  |
  = help: Write the blocks directly: they can't be generated here.


"#]])
        .stderr_eq(str![[r#"
checked 1 file: 1 error

"#]]);
}

#[test]
fn problems_as_json() {
    let files = Files::new("check-json").with("a.hcl", "a = [1\n").with("b.hcl", "b = 1\n");
    let check = files.run(["check", "--diags=json", "a.hcl", "b.hcl"]);
    check.assert().code(1).stdout_eq(file!["snapshots/check.json": Text].raw()).stderr_eq(str![[
        r#"
checked the syntax of 2 files: 1 error

"#
    ]]);
    let check = files.run(["check", "--diags=json", "b.hcl"]);
    check.assert().success().stdout_eq(
        str![[r#"
{
  "diagnostics": []
}

"#]]
        .raw(),
    );
}

#[test]
fn problems_as_sarif() {
    let text = "\u{feff}s = [\"e\u{301}\", {a = 1, a = 2}]\nt = = 1\n";
    let files = Files::new("check-sarif").with("a b/ü.hcl", text);
    let check = files.run(["check", "--diags", "sarif", "a b", "none.hcl"]);
    check.assert().code(1).stdout_eq(file!["snapshots/check.sarif": Text].raw()).stderr_eq(str![[
        r#"
checked the syntax of 2 files: 2 errors, 1 warning; --fix can fix 1

"#
    ]]);
}

#[test]
fn invalid_arguments() {
    let files = Files::new("check-usage").with("s.hcldec", "attr {}\n").with("a.hcl", "");
    let check = files.run(["check", "--spec=s.hcldec", "a.hcl"]);
    check.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[missing-spec-name]: Missing name
 --> s.hcldec:1:1
  |
1 | attr {}
  | ^^^^
  |
  = note: A block of type "attr" must have the argument "name", the name to decode.
  = help: Write name = "…". Inside an object, the label is the default.

"#]]);
    hcldyn(["check"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: the following required arguments were not provided:
  <PATH>...

Usage: hcldyn check <PATH>...

For more information, try '--help'.

"#]]);
    hcldyn(["check", "--diags=xml", "a.hcl"]).assert().code(2).stdout_eq(str![[""]]);
}

#[test]
fn the_problems_shown_per_file_are_limited() {
    let more = "1 more diagnostic is not shown";
    for (problems, is_all) in [(1_000, true), (1_001, false)] {
        let text = "a = = 1\n".repeat(problems);
        let files = Files::new(&format!("check-limit-{problems}")).with("a.hcl", text);
        let output = files.run(["check", "a.hcl"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.matches("error[invalid-equals-sign]: ").count(), 1_000);
        assert_eq!(text.contains(more), !is_all);
    }
}

#[test]
fn many_files_come_in_their_order() {
    let mut files = Files::new("check-many");
    for index in 0..300 {
        // Checking the longer files takes longer, so the short files after them finish first.
        let filler = "[1, 2, 3], ".repeat(if index % 7 == 0 { 1_000 } else { 0 });
        let text = format!("b = [{filler}]\na = = {index}\n");
        files = files.with(&format!("d/{index:03}.hcl"), text);
    }
    let output = files.run(["check", "d"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let places = text.lines().filter_map(|line| line.trim_start().strip_prefix("--> d/"));
    let found: Vec<_> = places.map(|place| place[..3].parse::<usize>().unwrap()).collect();
    assert_eq!(found, (0..300).collect::<Vec<_>>());
    let stderr = String::from_utf8(output.stderr).unwrap();
    let summary = "checked the syntax of 300 files: 300 errors; --fix can fix 300\n";
    assert!(stderr.ends_with(summary), "{stderr}");
}

/// An empty directory on the command line is an error.
#[test]
fn folders_without_files_to_check() {
    let files = Files::new("check-nothing")
        .with("a/notes.txt", "")
        .with("b/.hidden.hcl", "")
        .with("b/.c/d.hcl", "")
        .with("good/deep/down/a.hcl", "")
        .with("good/empty/notes.txt", "");
    let check = files.run(["check", "a", "b", "good", "a", "good/empty"]);
    check
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[nothing-to-check]: Nothing to check
--> a
 = note: No .hcl, .tf, .hcl.json or .tf.json files found in this directory or its subdirectories.
 = help: Hidden files and links are skipped; to read one, name it.

error[nothing-to-check]: Nothing to check
--> b
 = note: No .hcl, .tf, .hcl.json or .tf.json files found in this directory or its subdirectories.
 = help: Hidden files and links are skipped; to read one, name it.


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 1 file: 2 errors

"#]]);
}

#[test]
fn a_spec_file_that_is_none() {
    let files = Files::new("check-no-spec-file").with("a.hcl", "port = 80\nserver \"a\" {\n}\n");
    for command in ["check", "decode"] {
        let run = files.run([command, "--spec=a.hcl", "a.hcl"]);
        run.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[not-a-spec-file]: Not a spec file
 --> a.hcl:1:1
  |
1 | port = 80
  | ^^^^
  |
  = note: A spec file must have a spec block, which describes how to decode other files.
  = help: Add a block such as object { … }, or check that this is the intended file.

"#]]);
    }
}

#[test]
fn a_file_that_is_named_twice_is_checked_once() {
    let files = Files::new("check-twice").with("d/u.tf", "a = [1\n").with("d/v.tf", "a = 1\n");
    let check = files.run(["check", "d/u.tf", "d/../d/u.tf", "d", "d/v.tf"]);
    check
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[unclosed-bracket]: Unclosed bracket
 --> d/u.tf:1:5
  |
1 | a = [1
  |     ^ Expected "]" to close this bracket.


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 2 files: 1 error

"#]]);
}

#[test]
fn variables_need_no_values() {
    let files = Files::new("check-types")
        .with(
            "spec.hcl",
            "own_variables = \"terraform\"\nobject {\n  attr \"port\" { type = number }\n}\n",
        )
        .with(
            "a.hcl",
            "variable \"base\" {\n  type = object({ port = number })\n}\nport = var.base.port\n",
        )
        .with(
            "b.hcl",
            "variable \"base\" {\n  type = object({ port = number })\n}\nport = var.base.prot\n",
        );
    let check = files.run(["check", "--spec=spec.hcl", "a.hcl", "b.hcl"]);
    check
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[unknown-attribute]: Unknown attribute
 --> b.hcl:4:16
  |
4 | port = var.base.prot
  |                ^^^^^ This object has no attribute "prot".
  |
  = help: Did you mean "port"?


"#]])
        .stderr_eq(str![[r#"
checked 2 files: 1 error; --fix can fix 1

"#]]);
    let all = files.run(["check", "--spec=spec.hcl", "--values", "a.hcl"]);
    all.assert()
        .code(1)
        .stdout_eq(str![[r#"
error[missing-variable-value]: Missing value
 --> a.hcl:1:1
  |
1 | variable "base" {
  | ^^^^^^^^^^^^^^^ The variable "base" has no value and no default.
  |
  = help: Give it a value, or write a default in its block.


"#]])
        .stderr_eq(str![[r#"
checked 1 file: 1 error

"#]]);
}
