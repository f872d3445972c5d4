use snapbox::str;

use super::Files;

const OLD: &str = r#"object {
  attr "port" {
    type    = string
    aliases = ["p"]
  }
  block_list "server" {
    object {
      attr "host" { type = string }
    }
  }
}
"#;

const NEW: &str = r#"object {
  attr "port" { type = number }
  block_list "server" {
    max_items = 2
    object {
      attr "host" { type = string }
      attr "zone" { type = string }
    }
  }
}
"#;

fn files(test: &str) -> Files {
    Files::new(test).with("old.hcldec", OLD).with("new.hcldec", NEW)
}

#[test]
fn a_spec_is_written_in_both_syntaxes() {
    let files = files("spec-write");
    files.run(["spec", "write", "new.hcldec"]).assert().success().stderr_eq(str![[""]]).stdout_eq(
        str![[r#"
object {
  attr "port" {
    type = number
  }

  block_list "server" {
    max_items = 2

    object {
      attr "host" {
        type = string
      }

      attr "zone" {
        type = string
      }
    }
  }
}

"#]],
    );
    let json = files.run(["spec", "write", "--to", "json", "old.hcldec"]);
    json.assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
{
  "object": {
    "attr": {
      "port": {
        "type": "${string}",
        "aliases": ["p"]
      }
    },
    "block_list": {
      "server": {
        "object": {
          "attr": {
            "host": {
              "type": "${string}"
            }
          }
        }
      }
    }
  }
}

"#]]);
}

#[test]
fn the_spec_of_spec_files_describes_itself() {
    let language = files("spec-language").run(["spec", "language"]).output().unwrap();
    assert!(language.status.success() && language.stderr.is_empty());
    let language = String::from_utf8(language.stdout).unwrap();
    let wrong = r#"object {
  attr "port" {
    typ = number
  }
}
"#;
    let files = files("spec-language-check");
    let files = files.with("language.hcldec", &language).with("a.hcldec", wrong);
    for valid in ["language.hcldec", "old.hcldec", "new.hcldec"] {
        let check = files.run(["check", "--spec", "language.hcldec", valid]);
        check.assert().success().stdout_eq(str![[""]]);
    }
    let check = files.run(["check", "--spec", "language.hcldec", "a.hcldec"]);
    check.assert().code(1).stdout_eq(str![[r#"
error[unexpected-attribute]: Unexpected attribute
 --> a.hcldec:3:5
  |
3 |     typ = number
  |     ^^^ The attribute "typ" is not expected here.
  |
  = help: Did you mean "type"?


"#]]);
    let schema = files.run(["schema", "--spec", "language.hcldec"]).output().unwrap();
    let schema: serde_json::Value = serde_json::from_slice(&schema.stdout).unwrap();
    let mut bodies = schema["definitions"].as_object().unwrap().values();
    let length = bodies.find_map(|body| body["properties"].get("max_length")).unwrap();
    assert_eq!(length["minimum"], 0, "{length}");
}

#[test]
fn differences_that_break_configurations_fail() {
    let files = files("spec-diff");
    let diff = files.run(["spec", "diff", "old.hcldec", "new.hcldec"]);
    diff.assert().code(1).stderr_eq(str![[""]]).stdout_eq(str![[r#"
breaking: port: alias removed: p
breaking: port: type: string → number
compatible: server.zone: attribute added: zone
breaking: server: maximum number of blocks added: 2
4 differences, 3 breaking

"#]]);
    let diff = files.run(["spec", "diff", "--format", "json", "new.hcldec", "old.hcldec"]);
    diff.assert().code(1).stderr_eq(str![[""]]).stdout_eq(str![[r#"
{
  "breaking": 1,
  "changes": [
    {
      "effect": "compatible",
      "path": "port",
      "property": "alias",
      "old": null,
      "new": "p"
    },
    {
      "effect": "behavior",
      "path": "port",
      "property": "type",
      "old": "number",
      "new": "string"
    },
    {
      "effect": "breaking",
      "path": "server.zone",
      "property": "attribute",
      "old": "zone",
      "new": null
    },
    {
      "effect": "compatible",
      "path": "server",
      "property": "maximum number of blocks",
      "old": "2",
      "new": null
    }
  ]
}

"#]]);
}

#[test]
fn an_invalid_file_has_no_differences() {
    let files = files("spec-diff-invalid").with("broken.hcldec", "atr {}\n");
    files
        .run(["spec", "diff", "old.hcldec", "broken.hcldec"])
        .assert()
        .code(2)
        .stdout_eq(str![[""]]);
}

/// The result has only the spec of the file. Everything else that the file defines is listed.
#[test]
fn definitions_that_are_not_written_are_listed() {
    let definitions = r#"
functions     = ["upper", "lower"]
runtime_names = ["self"]
own_variables = "terraform"

variables {
  region = "eu"
}

function "shifted" {
  params = [port]
  result = port + 8000
}

attr {
  name = "port"
  type = number
}
"#;
    let files = Files::new("spec-write-definitions").with("app.hcldec", definitions);
    let written = files.run(["spec", "write", "app.hcldec"]);
    written
        .assert()
        .success()
        .stdout_eq(str![[r#"
attr {
  name = "port"
  type = number
}

"#]])
        .stderr_eq(str![[r#"
not written: the argument "functions"
not written: the argument "runtime_names"
not written: the argument "own_variables"
not written: the function "shifted"
not written: the variable "region"

"#]]);
}
