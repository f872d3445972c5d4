//! Override files, and files in JSON syntax.

use serde_json::json;

use crate::{Module, shown};

#[test]
fn override_files_replace_attributes_and_blocks() {
    let shown = shown(&[
        (
            "main.tf",
            "locals {\n  a = 1\n  b = 2\n}\nvariable \"v\" {\n  type = string\n  default = \"x\"\n}\nresource \"r\" \"r\" {\n  \
             a = 1\n  b = 1\n  rule {\n    n = 1\n  }\n  other {\n    n = 2\n  }\n}\n",
        ),
        (
            "a_override.tf",
            "locals {\n  b = 3\n}\nresource \"r\" \"r\" {\n  b = 4\n  rule {\n    n = 5\n  }\n  rule {\n    n = 6\n  }\n}\n",
        ),
        ("override.tf.json", r#"{ "variable": { "v": { "default": "y" } } }"#),
    ]);
    assert_eq!(shown["locals"][""], json!({ "a": { "value": 1 }, "b": { "value": 3 } }));
    assert_eq!(shown["variables"]["v"]["value"], "y");
    let values = &shown["planned_values"]["root_module"]["resources"][0]["values"];
    let wanted = json!({ "a": 1, "b": 4, "rule": [{ "n": 5 }, { "n": 6 }], "other": [{ "n": 2 }] });
    assert_eq!(*values, wanted);
}

#[test]
fn an_override_needs_a_block() {
    let module =
        Module::new(&[("main.tf", ""), ("override.tf", "output \"o\" {\n  value = 1\n}\n")]);
    assert_eq!(
        module.errors(),
        "override.tf:1:1: error: Invalid override; No block with this type and these labels is declared outside override \
         files."
    );
}

#[test]
fn files_may_be_in_json_syntax() {
    let text = r#"{
        "locals": { "zone": "a" },
        "resource": { "aws_x": { "y": { "count": 2, "name": "${local.zone}-${count.index}" } } },
        "output": { "o": { "value": "${aws_x.y[1].name}" } }
    }"#;
    let shown = shown(&[("main.tf.json", text)]);
    assert_eq!(shown["planned_values"]["outputs"]["o"]["value"], "a-1");
}
