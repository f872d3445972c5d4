use snapbox::{file, str};

use super::{Files, hcldyn};

const CONFIG: &str = r#"name = "${local.name}-${upper(var.zone)}"
dynamic "port" {
  for_each = var.ports
  labels   = [port.key, local.label]
  content {
    number = port.value + var.offset
  }
}
other "a" {
  x = data.list[*].id
}
other {
  y = [for n in names : n.first]
}
"#;

const SPEC: &str = r#"
variables {
  offset = 5
}
block_list {
  block_type = "port"
  object {
    label "a" {}
    label "b" {}
    attr "number" {
      type = number
    }
  }
}
"#;

fn files(test: &str) -> Files {
    Files::new(test).with("a.hcl", CONFIG).with("s.hcldec", SPEC)
}

#[test]
fn all_that_a_file_refers_to() {
    let vars = files("vars").run(["vars", "a.hcl"]);
    vars.assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
needed to expand dynamic blocks:
  var.ports    a.hcl:3:14
  local.label  a.hcl:4:25
referred to:
  local.name   a.hcl:1:11
  var.zone     a.hcl:1:31
  var.ports    a.hcl:3:14
  local.label  a.hcl:4:25
  var.offset   a.hcl:6:27
  data.list    a.hcl:10:7
  names        a.hcl:13:17

"#]]);
}

#[test]
fn variables_that_a_spec_needs() {
    let vars = files("vars-spec").run(["vars", "--spec", "s.hcldec", "a.hcl"]);
    vars.assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
needed to expand dynamic blocks:
  var.ports    a.hcl:3:14
  local.label  a.hcl:4:25
referred to:
  var.ports    a.hcl:3:14
  local.label  a.hcl:4:25
  var.offset   a.hcl:6:27

"#]]);
}

#[test]
fn json_has_values_that_are_given() {
    let text = "a = x.y\n";
    let vars = hcldyn(["vars", "--format=json", "-V", r#"{"x": {"y": [1]}}"#, "-"]).stdin(text);
    vars.assert().success().stdout_eq(file!["snapshots/vars.json": Text].raw());
}

#[test]
fn several_files_are_one_configuration() {
    let files = files("vars-files").with("b.hcl", "b = x.y\n");
    files.run(["vars", "b.hcl", "a.hcl"]).assert().success().stdout_eq(str![[r#"
needed to expand dynamic blocks:
  var.ports    a.hcl:3:14
  local.label  a.hcl:4:25
referred to:
  x.y          b.hcl:1:5
  local.name   a.hcl:1:11
  var.zone     a.hcl:1:31
  var.ports    a.hcl:3:14
  local.label  a.hcl:4:25
  var.offset   a.hcl:6:27
  data.list    a.hcl:10:7
  names        a.hcl:13:17

"#]]);
}

#[test]
fn a_json_file_and_a_file_without_references() {
    let files = Files::new("vars-json")
        .with("a.json", r#"{"a": {"b": "${x.y}"}, "a": "${z}", "//": "${no}"}"#)
        .with("empty.hcl", "");
    files.run(["vars", "a.json"]).assert().success().stdout_eq(str![[r#"
needed to expand dynamic blocks: nothing
referred to:
  x.y  a.json:1:16
  z    a.json:1:32

"#]]);
    files.run(["vars", "empty.hcl"]).assert().success().stdout_eq(str![[r#"
needed to expand dynamic blocks: nothing
referred to: nothing

"#]]);
}

#[test]
fn problems_are_failures() {
    let files = files("vars-bad").with("bad.hcl", "a = = 1\n");
    let vars = files.run(["vars", "bad.hcl"]);
    vars.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[invalid-equals-sign]: Invalid equals sign
 --> bad.hcl:1:5
  |
1 | a = = 1
  |     ^ An attribute is set with a single equals sign.

"#]]);
    files.run(["vars", "--spec=none", "a.hcl"]).assert().code(2).stderr_eq(str![[r#"
error[file-not-found]: File not found
--> none
 = note: This file does not exist.

"#]]);
    hcldyn(["vars"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: the following required arguments were not provided:
  <PATH>...

Usage: hcldyn vars <PATH>...

For more information, try '--help'.

"#]]);
}
