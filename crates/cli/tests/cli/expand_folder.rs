//! Expansion of the files of a directory.

use snapbox::str;

use super::Files;

fn module(test: &str) -> Files {
    Files::new(test)
        .with(
            "m/variables.tf",
            "variable \"zones\" {\n  type    = list(string)\n  default = [\"a\", \"b\"]\n}\nvariable \"id\" {}\n",
        )
        .with(
            "m/main.tf",
            r#"locals {
  prefix = "web-${length(var.zones)}"
  image  = data.image.main.id
}

resource "server" "it" {
  dynamic "disk" {
    for_each = var.zones
    content {
      name  = "${local.prefix}-${disk.value}"
      image = local.image
      id    = "${var.id}-${disk.key}"
    }
  }
}
"#,
        )
        .with("m/more.tf.json", r#"{"locals": {"size": 5}}"#)
}

#[test]
fn defaults_and_local_values_are_known() {
    module("expand-folder").run(["expand", "m"]).assert().success().stderr_eq("").stdout_eq(str![
        [r#"
# m/main.tf
locals {
  prefix = "web-${length(var.zones)}"
  image  = data.image.main.id
}

resource "server" "it" {
  disk {
    name  = "web-2-a"
    image = local.image
    id    = "${var.id}-0"
  }

  disk {
    name  = "web-2-b"
    image = local.image
    id    = "${var.id}-1"
  }
}

# m/variables.tf
variable "zones" {
  type    = list(string)
  default = ["a", "b"]
}
variable "id" {}

"#]
    ]);
}

#[test]
fn arguments_set_the_declared_variables() {
    let files = module("expand-folder-vars").with("v.tfvars", "zones = [\"c\"]\n");
    let expand = files.run(["expand", "m", "--vars", "v.tfvars", "--var", "id=i"]);
    let output = String::from_utf8(expand.output().unwrap().stdout).unwrap();
    assert!(
        output.contains("name  = \"web-1-c\"") && output.contains("id    = \"i-0\""),
        "{output}"
    );
    files.run(["expand", "m", "--var", "zone=1"]).assert().code(2).stdout_eq("").stderr_eq(str![[
        r#"
error[undeclared-variable]: Undeclared variable
 --> <command line>:1:1
  |
1 | zone
  | ^^^^ The variable "zone" is not declared.
  |
  = help: Did you mean "zones"?

"#
    ]]);
}

#[test]
fn byte_order_marks_are_left_out() {
    let files =
        Files::new("expand-folder-bom").with("m/a.tf", "\u{feff}a = 1\n").with("m/b.tf", "b = 2\n");
    files.run(["expand", "m"]).assert().success().stderr_eq("").stdout_eq(str![[r#"
# m/a.tf
a = 1

# m/b.tf
b = 2

"#]]);
}

/// Terraform 1.11 rejects these; a later version may know them.
#[test]
fn other_arguments_of_variables_are_ignored() {
    let later = [
        "deprecated = \"Use y.\"",
        "later = { a = other.thing }",
        "later \"x\" {\n    a = 1\n  }",
        "description = other.thing",
        "validation {\n    condition = var.x != null\n  }",
    ];
    for (index, later) in later.into_iter().enumerate() {
        let variable = format!("variable \"x\" {{\n  default = [\"a\"]\n  {later}\n}}\n");
        let dynamic = r#"a {
  dynamic "tag" {
    for_each = var.x
    content {
      v = tag.value
    }
  }
}
"#;
        let files = Files::new(&format!("expand-folder-later-{index}"))
            .with("m/a.tf", format!("{variable}{dynamic}"));
        let expected = format!("# m/a.tf\n{variable}a {{\n  tag {{\n    v = \"a\"\n  }}\n}}\n");
        files.run(["expand", "m"]).assert().success().stderr_eq("").stdout_eq(expected);
    }
}

#[test]
fn invalid_labels_are_warnings() {
    let declarations = r#"variable "x" {
  default = null
}
locals {
  tags = ["a", test.other.id]
}
"#;
    for (name, for_each, label) in
        [("null", "[1]", "var.x"), ("unknown", "local.tags", "tag.value")]
    {
        let text = format!(
            "{declarations}a {{\n  dynamic \"tag\" {{\n    for_each = {for_each}\n    labels   = [{label}]\n    content {{\n      v = \
             tag.key\n    }}\n  }}\n}}\n"
        );
        let files = Files::new(&format!("expand-folder-{name}-label")).with("m/a.tf", &text);
        let output = files.run(["expand", "m"]).output().unwrap();
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        assert_eq!(stdout, format!("# m/a.tf\n{text}"), "{name}");
        assert!(stderr.contains("warning[invalid-label]"), "{name}: {stderr}");
        assert!(stderr.contains("the dynamic block stays as it is written"), "{name}: {stderr}");
    }
}

/// Terraform merges override files into the others, in the order of their names. The last one has precedence.
#[test]
fn override_files_replace_definitions() {
    let main = r#"variable "zones" {
  type    = list(string)
  default = [1]
}
locals {
  a = "main"
  b = "main"
  c = "main"
}
resource "test" "it" {
  dynamic "tag" {
    for_each = var.zones
    content {
      v = [tag.value, local.a, local.b, local.c]
    }
  }
}
"#;
    let first = r#"variable "zones" {
  default = [2]
}
locals {
  b = "first"
  c = "first"
}
"#;
    let json = r#"{"variable": {"zones": {"default": [3]}}, "locals": {"c": "last"}}"#;
    // Without it, the resource would have the blocks of the first file.
    let none = r#"resource "test" "it" {
  dynamic "tag" {
    for_each = local.none
    content {}
  }
}
locals {
  none = []
}
"#;
    let files = Files::new("expand-folder-override")
        .with("m/main.tf", main)
        .with("m/a_override.tf", first)
        .with("m/override.tf", none)
        .with("m/z_override.tf.json", json);
    let start = main.split("  dynamic").next().unwrap();
    let expected = format!(
        "# m/a_override.tf\n{first}\n# m/main.tf\n{start}  tag {{\n    v = [\"3\", \"main\", \"first\", \"last\"]\n  }}\n}}\n\n\
         # m/override.tf\n{none}"
    );
    files.run(["expand", "m"]).assert().success().stderr_eq("").stdout_eq(expected);
}

/// Arguments that an override file leaves out stay, such as `sensitive`.
#[test]
fn override_files_complete_variables() {
    let text = r#"variable "x" {
  default   = ["a"]
  sensitive = true
}
a {
  dynamic "b" {
    for_each = var.x
    content {
      c = b.value
    }
  }
}
"#;
    let replaced = r#"variable "x" {
  default = ["hunter2"]
}
"#;
    let files = Files::new("expand-folder-override-sensitive")
        .with("m/a.tf", text)
        .with("m/b_override.tf", replaced);
    let output = files.run(["expand", "m"]).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    assert_eq!(stdout, format!("# m/a.tf\n{text}\n# m/b_override.tf\n{replaced}"));
    assert!(stderr.contains("warning[value-not-writable]"), "{stderr}");
    assert!(!stderr.contains("hunter2"), "{stderr}");
}
