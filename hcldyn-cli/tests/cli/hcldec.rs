//! The command under the name of the reference's program.

use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};
use snapbox::{IntoData, str};

use super::Files;

const SPEC: &str = "attr {\n  name = \"a\"\n  type = any\n}\n";

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
fn dynamic_blocks_are_not_expanded() {
    let files = files("hcldec-dynamic").with("d.hcl", "dynamic \"a\" {}\n");
    let decode = hcldec(&files, ["-ss.hcldec", "d.hcl"]);
    decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: Unexpected block
 --> d.hcl:1:1
  |
1 | dynamic "a" {}
  | ^^^^^^^ There are no blocks of type "dynamic" here. There are none at all.

"#]]);
}

#[test]
fn blocks_on_one_line_are_reported_where_they_go_wrong() {
    let text = "b { a = 1, c = 2 }\nb { a = 1\n}\nb { c {} }\nb { c \"l\" {} }\nb {\n";
    let files = files("hcldec-one-line").with("b.hcl", text);
    let decode = hcldec(&files, ["-ss.hcldec", "--diags=json", "b.hcl"]);
    decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
{
  "diagnostics": [
    {
      "severity": "error",
      "summary": "Too much on one line",
      "detail": "A block on one line can hold a single attribute. Put the braces and each item on lines of their own.",
      "subject": {
        "filename": "b.hcl",
        "start": {
          "line": 1,
          "column": 10,
          "byte": 9
        },
        "end": {
          "line": 1,
          "column": 11,
          "byte": 10
        }
      }
    },
    {
      "severity": "error",
      "summary": "Too much on one line",
      "detail": "A block on one line can hold a single attribute. Put the braces and each item on lines of their own.",
      "subject": {
        "filename": "b.hcl",
        "start": {
          "line": 2,
          "column": 10,
          "byte": 28
        },
        "end": {
          "line": 3,
          "column": 1,
          "byte": 29
        }
      }
    },
    {
      "severity": "error",
      "summary": "Too much on one line",
      "detail": "A block on one line can hold a single attribute. Put the braces and each item on lines of their own.",
      "subject": {
        "filename": "b.hcl",
        "start": {
          "line": 4,
          "column": 5,
          "byte": 35
        },
        "end": {
          "line": 4,
          "column": 8,
          "byte": 38
        }
      }
    },
    {
      "severity": "error",
      "summary": "Too much on one line",
      "detail": "A block on one line can hold a single attribute. Put the braces and each item on lines of their own.",
      "subject": {
        "filename": "b.hcl",
        "start": {
          "line": 5,
          "column": 5,
          "byte": 46
        },
        "end": {
          "line": 5,
          "column": 8,
          "byte": 49
        }
      }
    },
    {
      "severity": "error",
      "summary": "Unclosed brace",
      "detail": "There is no \"}\" for this brace. A closing one further down may belong to something opened later.",
      "subject": {
        "filename": "b.hcl",
        "start": {
          "line": 6,
          "column": 3,
          "byte": 59
        },
        "end": {
          "line": 6,
          "column": 4,
          "byte": 60
        }
      }
    }
  ]
}

"#]].raw());
}

#[test]
fn help_is_a_failure_as_it_is_there() {
    let files = files("hcldec-help");
    hcldec(&files, ["-h"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
Decodes HCL by a spec file and prints the result as JSON

Usage: hcldec [OPTIONS] [PATH]...

Arguments:
  [PATH]...  Files, in JSON syntax if they end in .json, and folders, which stand for their .hcl and .hcl.json files. All of them make up one configuration. Without any standard input is read

Options:
  -s, --spec <FILE>          The spec file, which says how to decode
  -o, --out <FILE>           Write the result to this file instead of standard output
  -V, --vars <FILE-OR-JSON>  Variables: the attributes of an HCL file such as .hcl or .tfvars, those of a .json file, or those of a JSON object that is given itself. May be given several times; the last one that sets a variable counts
      --diags <FORMAT>       How problems are shown on standard error, instead of as reports for people [possible values: json]
      --var-refs             Print the variables that are referred to as JSON, and decode nothing
      --with-type            Print the value together with its type
      --keep-nulls           Keep attributes that are null, which are left out of JSON and HCL otherwise
  -v, --version              Print the version
  -h, --help                 Print help (see more with '--help')

"#]]);
    hcldec(&files, ["--no-dynamic"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: unexpected argument '--no-dynamic' found

  tip: to pass '--no-dynamic' as a value, use '-- --no-dynamic'

Usage: hcldec [OPTIONS] [PATH]...

For more information, try '--help'.

"#]]);
    hcldec(&files, []).assert().code(1).stdout_eq(str![[""]]).stderr_eq(str![[r#"
Error: name the spec file: --spec=FILE


"#]]);
}
