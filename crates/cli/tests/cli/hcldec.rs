//! The command, invoked as the reference's `hcldec`.

use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};
use snapbox::{IntoData, file, str};

use super::Files;

const SPEC: &str = r#"attr {
  name = "a"
  type = any
}
"#;

fn files(test: &str) -> Files {
    Files::new(test).with("s.hcldec", SPEC).with("a.hcl", "a = [1, null, { b = null }]\n")
}

fn hcldec<const N: usize>(files: &Files, args: [&str; N]) -> Command {
    let link = files.0.join("hcldec");
    if !Path::exists(&link) {
        std::os::unix::fs::symlink(cargo_bin!("hcldyn"), &link).unwrap();
    }
    Command::new(link).args(args).current_dir(&files.0)
}

#[test]
fn it_decodes_at_once() {
    let files = files("hcldec");
    let decode = hcldec(&files, ["--spec=s.hcldec", "--with-type", "a.hcl"]);
    decode.assert().success().stderr_eq(str![[""]]).stdout_eq(
        str![[r#"
{"type":["tuple",["number","dynamic",["object",{"b":"dynamic"}]]],"value":[1,null,{}]}

"#]]
        .raw(),
    );
    let stdin = hcldec(&files, ["-s", "s.hcldec"]).stdin("a = 1\n");
    stdin.assert().success().stdout_eq("1\n");
}

#[test]
fn a_spec_is_required() {
    let decode = hcldec(&files("hcldec-no-spec"), ["a.hcl"]);
    decode.assert().code(1).stdout_eq("").stderr_eq(str![[r#"
Error: the spec file is missing; add --spec=FILE


"#]]);
}

#[test]
fn it_reads_no_files_and_no_clock() {
    let files = files("hcldec-effects");
    for option in ["--folder=.", "--now=2024-02-29T23:59:00Z"] {
        let decode = hcldec(&files, ["-ss.hcldec", option, "a.hcl"]);
        decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: unexpected argument '--[..]' found
...
"#]]);
    }
}

#[test]
fn dynamic_blocks_are_not_expanded() {
    let files = files("hcldec-dynamic").with("d.hcl", "dynamic \"a\" {}\n");
    let decode = hcldec(&files, ["-ss.hcldec", "d.hcl"]);
    decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unexpected-block]: Unexpected block
 --> d.hcl:1:1
  |
1 | dynamic "a" {}
  | ^^^^^^^ A block of type "dynamic" is not expected here.
  |
  = help: Write the blocks directly: they can't be generated here.

"#]]);
}

#[test]
fn blocks_on_one_line_are_reported_where_they_go_wrong() {
    let text = r#"b { a = 1, c = 2 }
b { a = 1
}
b { c {} }
b { c "l" {} }
b {
"#;
    let files = files("hcldec-one-line").with("b.hcl", text);
    let decode = hcldec(&files, ["-ss.hcldec", "--diags=json", "b.hcl"]);
    decode
        .assert()
        .code(2)
        .stdout_eq(str![[""]])
        .stderr_eq(file!["snapshots/one-line.json": Text].raw());
}

#[test]
fn help_is_a_failure_as_it_is_there() {
    let files = files("hcldec-help");
    hcldec(&files, ["-h"])
        .assert()
        .code(2)
        .stdout_eq(str![[""]])
        .stderr_eq(file!["snapshots/hcldec-help.txt": Text]);
    hcldec(&files, ["--no-dynamic"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: unexpected argument '--no-dynamic' found

  tip: to pass '--no-dynamic' as a value, use '-- --no-dynamic'

Usage: hcldec [OPTIONS] [PATH]...

For more information, try '--help'.

"#]]);
    hcldec(&files, []).assert().code(1).stdout_eq(str![[""]]).stderr_eq(str![[r#"
Error: the spec file is missing; add --spec=FILE


"#]]);
}

#[test]
fn strings_in_json_variables_are_literal() {
    let files = files("hcldec-literal-vars");
    let vars = r#"{"t": "Hi ${1+1} $${x}"}"#;
    let decode = hcldec(&files, ["-ss.hcldec", "-V", vars]).stdin("a = t\n");
    decode.assert().success().stdout_eq("\"Hi ${1+1} $${x}\"\n".raw());
}
