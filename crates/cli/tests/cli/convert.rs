use snapbox::str;

use super::{Files, hcldyn};

const NATIVE: &str = r#"name = "a"

server "web" {
  port = base + 80
}
"#;

#[test]
fn native_syntax_becomes_json() {
    let files = Files::new("convert-to-json").with("a.hcl", NATIVE);
    files.run(["convert", "a.hcl"]).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
{
  "name": "a",
  "server": {
    "web": {
      "port": "${base + 80}"
    }
  }
}

"#]]);
}

#[test]
fn json_becomes_native_syntax() {
    let json = "{ \"name\": \"a\", \"server\": { \"web\": { \"port\": \"${base + 80}\" } } }";
    let spec = r#"object {
  attr "name" {}
  block_map "server" {
    block_type = "server"
    labels = ["name"]
    attr { name = "port" }
  }
}
"#;
    let files = Files::new("convert-to-native").with("a.json", json).with("spec.hcldec", spec);
    files.run(["convert", "a.json"]).assert().success().stdout_eq(str![[r#"
name = "a"
server = {
  web = {
    port = base + 80
  }
}

"#]]);
    files.run(["convert", "a.json", "--spec", "spec.hcldec"]).assert().success().stdout_eq(str![[
        r#"
name = "a"

server "web" {
  port = base + 80
}

"#
    ]]);
}

#[test]
fn standard_input_is_in_the_other_syntax() {
    let to_json = hcldyn(["convert", "-"]).stdin("a = 1");
    to_json.assert().success().stdout_eq(str![[r#"
{
  "a": 1
}

"#]]);
    let to_native = hcldyn(["convert", "-", "--to", "native"]).stdin("{\"a\": 1}");
    to_native.assert().success().stdout_eq(str![[r#"
a = 1

"#]]);
}

#[test]
fn errors_leave_standard_output_empty() {
    let convert = hcldyn(["convert", "-"]).stdin("a = ");
    convert.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[missing-expression]: Missing expression
...

"#]]);
}
