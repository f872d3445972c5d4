use snapbox::{IntoData, file, str};

use super::{Files, hcldyn};

const SPEC: &str = r#"
variables {
  zone = "eu"
}
object {
  attr "name" {
    type     = string
    required = true
  }
  attr "note" {
    type = string
  }
  block_list "port" {
    object {
      attr "number" {
        type = number
      }
    }
  }
}
"#;

const CONFIG: &str = r#"name = "web-${zone}"
dynamic "port" {
  for_each = [80, 443]
  content {
    number = port.value
  }
}
"#;

fn files(test: &str) -> Files {
    Files::new(test).with("s.hcldec", SPEC).with("a.hcl", CONFIG)
}

#[test]
fn a_file_is_decoded_to_json_without_nulls() {
    let decode = files("decode").run(["decode", "--spec=s.hcldec", "a.hcl"]);
    decode.assert().success().stderr_eq(str![[""]]).stdout_eq(
        str![[r#"
{"name":"web-eu","port":[{"number":80},{"number":443}]}

"#]]
        .raw(),
    );
}

#[test]
fn nulls_and_types_on_demand() {
    let files = files("decode-nulls");
    let nulls = files.run(["decode", "-s", "s.hcldec", "--keep-nulls", "a.hcl"]);
    nulls.assert().success().stdout_eq(
        str![[r#"
{"name":"web-eu","note":null,"port":[{"number":80},{"number":443}]}

"#]]
        .raw(),
    );
    let typed = files.run(["decode", "-s", "s.hcldec", "--with-type", "a.hcl"]);
    typed.assert().success().stdout_eq(str![[r#"
{"type":["object",{"name":"string","note":"string","port":["list",["object",{"number":"number"}]]}],"value":{"name":"web-eu","port":[{"number":80},{"number":443}]}}

"#]].raw());
    let both = files.run(["decode", "-s", "s.hcldec", "--keep-nulls", "--with-type", "a.hcl"]);
    both.assert().success().stdout_eq(str![[r#"
{"value":{"name":"web-eu","note":null,"port":[{"number":80},{"number":443}]},"type":["object",{"name":"string","note":"string","port":["list",["object",{"number":"number"}]]}]}

"#]].raw());
}

#[test]
fn dynamic_blocks_are_blocks_like_others_on_demand() {
    let decode = files("decode-ordinary").run(["decode", "-ss.hcldec", "--no-dynamic", "a.hcl"]);
    decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unexpected-block]: Unexpected block
 --> a.hcl:2:1
  |
2 | dynamic "port" {
  | ^^^^^^^ A block of type "dynamic" is not expected here.
  |
  = help: Write the blocks directly: they can't be generated here.

"#]]);
}

#[test]
fn a_result_as_hcl() {
    let files = files("decode-hcl");
    let plain = files.run(["decode", "-ss.hcldec", "--format", "hcl", "a.hcl"]);
    plain.assert().success().stdout_eq(str![[r#"
{
  name = "web-eu"
  port = [
    {
      number = 80
    },
    {
      number = 443
    },
  ]
}

"#]]);
    let args = ["decode", "-ss.hcldec", "--format", "hcl", "a.hcl", "--with-type", "--keep-nulls"];
    files.run(args).assert().success().stdout_eq(str![[r##"
# object({ name = string, note = string, port = list(object({ number = number })) })
{
  name = "web-eu"
  note = null
  port = [
    {
      number = 80
    },
    {
      number = 443
    },
  ]
}

"##]]);
}

#[test]
fn a_result_as_message_pack() {
    let config = r#"name = "a"
port {
  number = 80
}
"#;
    let files = files("decode-msgpack").with("b.hcl", config);
    let output = files.run(["decode", "-ss.hcldec", "--format=msgpack", "b.hcl"]).output().unwrap();
    assert!(output.status.success());
    // {"name": "a", "note": nil, "port": [{"number": 80}]}
    assert_eq!(output.stdout, b"\x83\xa4name\xa1a\xa4note\xc0\xa4port\x91\x81\xa6number\x50");
    let args = ["decode", "-ss.hcldec", "--format=msgpack", "--with-type", "b.hcl"];
    let output = files.run(args).output().unwrap();
    // The type as JSON, and then the value.
    let ty = br#"["object",{"name":"string","note":"string","port":["list",["object",{"number":"number"}]]}]"#;
    let start = [&[0x92, 0xc4, ty.len() as u8], ty.as_slice()].concat();
    assert!(output.stdout.starts_with(&start));
}

#[test]
fn standard_input_without_files() {
    let decode = files("decode-stdin").run(["decode", "-ss.hcldec"]).stdin("name = 5\n");
    decode.assert().success().stdout_eq(
        str![[r#"
{"name":"5","port":[]}

"#]]
        .raw(),
    );
}

#[test]
fn json_files_and_folders_are_merged() {
    let files = files("decode-folder")
        .with("conf.d/a.hcl", "name = \"a\"\nport {\n  number = 1\n}\n")
        .with("conf.d/b.hcl.json", r#"{"port": [{"number": "${1 + 1}"}]}"#)
        .with("conf.d/other.txt", "not HCL")
        .with("c.json", r#"{"port": {"number": 3}}"#);
    let decode = files.run(["decode", "-ss.hcldec", "conf.d", "c.json"]);
    decode.assert().success().stderr_eq(str![[""]]).stdout_eq(
        str![[r#"
{"name":"a","port":[{"number":1},{"number":2},{"number":3}]}

"#]]
        .raw(),
    );
}

#[test]
fn variables_go_before_those_of_the_spec() {
    let files =
        files("decode-vars").with("v.hcl", "zone = \"us\"\n").with("v.json", r#"{"zone": 5}"#);
    let one = files.run(["decode", "-ss.hcldec", "-V", "v.hcl", "a.hcl"]);
    one.assert().success().stdout_eq(
        str![[r#"
{"name":"web-us","port":[{"number":80},{"number":443}]}

"#]]
        .raw(),
    );
    let args = ["decode", "-ss.hcldec", "-Vv.hcl", "--vars=v.json", "a.hcl"];
    files.run(args).assert().success().stdout_eq(
        str![[r#"
{"name":"web-5","port":[{"number":80},{"number":443}]}

"#]]
        .raw(),
    );
    let args = ["decode", "-ss.hcldec", "-Vv.json", "-V", r#" {"zone": "${1 + 1}"}"#, "a.hcl"];
    files.run(args).assert().success().stdout_eq(
        str![[r#"
{"name":"web-${1 + 1}","port":[{"number":80},{"number":443}]}

"#]]
        .raw(),
    );
}

#[test]
fn variables_with_errors_name_the_argument() {
    let files = files("decode-bad-vars");
    let decode = files.run(["decode", "-ss.hcldec", "-V{", "--vars", "none.hcl", "a.hcl"]);
    decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[file-not-found]: File not found
--> none.hcl
 = note: This file does not exist.

error[unclosed-brace]: Unclosed brace
 --> <vars argument 0>:1:1
  |
1 | (sensitive)
  | ^^^^^^^^^^^
  |
  = note: The details are hidden because the values in this source may be sensitive.

"#]]);
}

#[test]
fn references_are_listed() {
    let files = files("decode-refs").with("r.hcl", "name = \"${zone}-${a.b[0]}\"\n");
    let decode = files.run(["decode", "-ss.hcldec", "--var-refs", "r.hcl"]);
    decode
        .assert()
        .success()
        .stderr_eq(str![[""]])
        .stdout_eq(file!["snapshots/var-refs.json": Text].raw());
}

#[test]
fn problems_as_json() {
    let files = files("decode-diags").with("b.hcl", "name = nope(1)\nport { a = 1, b = 2 }\n");
    let decode = files.run(["decode", "-ss.hcldec", "--diags=json", "b.hcl", "none.hcl"]);
    decode
        .assert()
        .code(2)
        .stdout_eq(str![[""]])
        .stderr_eq(file!["snapshots/decode-diags.json": Text].raw());
}

#[test]
fn warnings_do_not_fail() {
    let files = files("decode-warning").with("b.hcl", "name = {a = 1, a = \"x\"}.a\n");
    let decode = files.run(["decode", "-ss.hcldec", "b.hcl"]);
    decode
        .assert()
        .success()
        .stdout_eq(
            str![[r#"
{"name":"x","port":[]}

"#]]
            .raw(),
        )
        .stderr_eq(str![[r#"
warning[overwritten-key]: Duplicate key
 --> b.hcl:1:16
  |
1 | name = {a = 1, a = "x"}.a
  |         -      ^ The key a appears more than once in this object; the last value is used.
  |         |
  |         first set here

"#]]);
}

#[test]
fn the_result_goes_to_a_file() {
    let files = files("decode-out");
    let decode = files.run(["decode", "-ss.hcldec", "a.hcl", "-o", "out.json"]);
    decode.assert().success().stdout_eq(str![[""]]).stderr_eq(str![[""]]);
    let out = std::fs::read_to_string(files.0.join("out.json")).unwrap();
    assert_eq!(out, "{\"name\":\"web-eu\",\"port\":[{\"number\":80},{\"number\":443}]}\n");
    let decode = files.run(["decode", "-ss.hcldec", "a.hcl", "--out=none/out.json"]);
    decode.assert().code(1).stdout_eq(str![[""]]).stderr_eq(str![[r#"
Error: none/out.json can't be written: No such file or directory (os error 2)


"#]]);
}

#[test]
fn a_failure_leaves_the_file_as_it_was() {
    let files = files("decode-out-kept").with("out.json", "before").with("b.hcl", "");
    files.run(["decode", "-ss.hcldec", "b.hcl", "-o", "out.json"]).assert().code(2);
    assert_eq!(std::fs::read_to_string(files.0.join("out.json")).unwrap(), "before");
}

#[test]
fn values_without_a_written_form_are_reported() {
    let spec = r#"attr {
  name      = "a"
  type      = string
  sensitive = true
}
"#;
    let files = Files::new("decode-secret").with("s.hcldec", spec).with("a.hcl", "a = \"x\"\n");
    let decode = files.run(["decode", "-ss.hcldec", "a.hcl"]);
    decode.assert().code(1).stdout_eq(str![[""]]).stderr_eq(str![[r#"
Error: the result can't be written: a value marked "sensitive" can't be written; to write sensitive values, use `hcldyn decode --show-sensitive`


"#]]);
    let show = |format| {
        files.run(["decode", "-ss.hcldec", "a.hcl", "--show-sensitive", "--format", format])
    };
    for format in ["json", "hcl"] {
        show(format).assert().success().stderr_eq(str![[""]]).stdout_eq("\"x\"\n");
    }
    show("msgpack").assert().success().stdout_eq(b"\xa1x".to_vec());
}

/// Unexpected items are found before the blocks are decoded.
#[test]
fn diagnostics_are_in_source_order() {
    let spec = r#"object {
  block "b" {
    attr { name = "x" }
  }
  attr "a" { type = number }
}
"#;
    let files = Files::new("decode-order")
        .with("s.hcldec", spec)
        .with("a.hcl", "a = []\nb {\n  y = 1\n}\nc = 1\n");
    let decode = files.run(["decode", "-ss.hcldec", "a.hcl"]).output().unwrap();
    let stderr = String::from_utf8(decode.stderr).unwrap();
    let lines: Vec<_> = stderr.lines().filter(|line| line.contains("-->")).map(str::trim).collect();
    assert_eq!(lines, ["--> a.hcl:1:5", "--> a.hcl:3:3", "--> a.hcl:5:1"]);
}

#[test]
fn the_rest_of_a_body_is_written_as_data() {
    let spec = r#"object {
  block_list "b" {
    object {
      attr "x" {}
      remain "rest" {}
    }
  }
}
"#;
    let text = r#"b {
  x = 1
  y = 2
  dynamic "z" {
    for_each = [3]
    content {
      n = z.value
    }
  }
}
b {
}
"#;
    let files = Files::new("decode-remain").with("s.hcldec", spec).with("a.hcl", text);
    let decode = |format| files.run(["decode", "-ss.hcldec", "--format", format, "a.hcl"]);
    let json = "{\"b\":[{\"rest\":{\"y\":2,\"z\":[{\"n\":3}]},\"x\":1},{\"rest\":{}}]}\n";
    decode("json").assert().success().stdout_eq(json.raw());
    decode("hcl").assert().success().stdout_eq(str![[r#"
{
  b = [
    {
      rest = {
        y = 2
        z = [
          {
            n = 3
          },
        ]
      }
      x    = 1
    },
    {
      rest = {}
    },
  ]
}

"#]]);
}

#[test]
fn a_spec_with_errors() {
    let files = files("decode-bad-spec").with("bad.hcldec", "attr \"a\" {\n  typ = string\n}\n");
    let decode = files.run(["decode", "-s", "bad.hcldec", "a.hcl"]);
    decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[too-many-labels]: Too many labels
 --> bad.hcldec:1:6
  |
1 | attr "a" {
  |      ^^^ A block of type "attr" takes no labels.

"#]]);
    let decode = files.run(["decode", "-s", "none.hcldec", "a.hcl"]);
    decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[file-not-found]: File not found
--> none.hcldec
 = note: This file does not exist.

"#]]);
}

#[test]
fn the_version() {
    let version = concat!(env!("CARGO_PKG_VERSION"), "\n");
    hcldyn(["decode", "--version"]).assert().success().stdout_eq(version);
    hcldyn(["decode", "-v"]).assert().success().stdout_eq(version);
}

#[test]
fn an_option_given_twice_counts_the_last_time() {
    let files = files("decode-twice");
    let args = ["decode", "-s", "none", "-s", "s.hcldec", "--keep-nulls", "--keep-nulls", "a.hcl"];
    files.run(args).assert().success();
}

#[test]
fn wrong_arguments() {
    let decode = hcldyn(["decode", "--diags=xml"]);
    decode.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: invalid value 'xml' for '--diags <FORMAT>'
  [possible values: json]

For more information, try '--help'.

"#]]);
    hcldyn(["decode", "--format=yaml"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[
        r#"
error: invalid value 'yaml' for '--format <FORMAT>'
  [possible values: json, msgpack, hcl]

For more information, try '--help'.

"#
    ]]);
}

#[test]
fn variables_of_the_configuration_itself() {
    let files = Files::new("decode-own-variables")
        .with("s.hcldec", "own_variables = true\nfunctions = \"all\"\nobject {\n  attr \"name\" {}\n}\n")
        .with(
            "a.hcl",
            "variable \"zone\" {\n  type    = string\n  default = \"eu\"\n}\nlocals {\n  name = upper(var.zone)\n}\nname = \"${local.name}-${var.zone}\"\n",
        );
    let decode = files.run(["decode", "-s", "s.hcldec", "a.hcl"]);
    decode.assert().success().stdout_eq(
        str![[r#"
{"name":"EU-eu"}

"#]]
        .raw(),
    );
    let decode = files.run(["decode", "-s", "s.hcldec", "-V", r#"{"zone": "us"}"#, "a.hcl"]);
    decode.assert().success().stdout_eq(
        str![[r#"
{"name":"US-us"}

"#]]
        .raw(),
    );
}

/// The result is that of the reference.
#[test]
fn strings_in_json_variables_are_literal() {
    let json = r#"{"t": "Hi ${1+1} $${x} %{if}", "u": {"${x}": ["upper(\"a\")", "t"]}}"#;
    let files = Files::new("decode-literal-vars")
        .with("s.hcldec", "attr {\n  name = \"a\"\n  type = any\n}\n")
        .with("v.json", json)
        .with("a.hcl", "a = [t, u]\n");
    for vars in [json, "v.json"] {
        let decode = files.run(["decode", "-ss.hcldec", "--vars", vars, "a.hcl"]);
        decode.assert().success().stderr_eq(str![[""]]).stdout_eq(
            r#"["Hi ${1+1} $${x} %{if}",{"${x}":["upper(\"a\")","t"]}]
"#
            .raw(),
        );
    }
}

#[test]
fn without_a_spec_all_items_are_decoded_as_written() {
    let config = r#"name = upper(zone)
server "a" {
  port = 80
}
server "b" {}
log {
  on = true
}
"#;
    let files = Files::new("decode-any").with("a.hcl", config);
    files.run(["decode", "--var", "zone=eu", "a.hcl"]).assert().success().stdout_eq(str![[r#"
{"log":[{"on":true}],"name":"EU","server":[{"a":{"port":80}},{"b":{}}]}

"#]]);
    files.run(["decode", "a.hcl"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[variables-not-available]: Variables not available
 --> a.hcl:1:14
  |
1 | name = upper(zone)
  |              ^^^^ No variables are available here, so "zone" can't be used.
  |
  = help: For a string, write "zone".

"#]]);
}

#[test]
fn a_folder_without_files_is_an_error() {
    let files =
        Files::new("decode-empty-folder").with("conf/notes.txt", "").with("conf/d/a.hcl", "");
    files.run(["decode", "conf"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[nothing-to-read]: Nothing to read
--> conf
 = note: No .hcl, .tf, .hcl.json or .tf.json files found in this directory; its subdirectories are
         not read.
 = help: Hidden files and links are skipped; to read one, name it.

"#]]);
}

#[test]
fn a_folder_means_files_of_every_hcl_ending() {
    let files = Files::new("decode-endings")
        .with("m/a.tf", "a = 1\n")
        .with("m/b.tf.json", "{\"b\": 2}")
        .with("m/c.hcl", "c = 3\n")
        .with("m/.hidden.tf", "x = 1\n")
        .with("m/d.tfvars", "y = 1\n");
    files.run(["decode", "m"]).assert().success().stdout_eq(str![[r#"
{"a":1,"b":2,"c":3}

"#]]);
    files.run(["vars", "m"]).assert().success();
}
