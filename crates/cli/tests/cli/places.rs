//! Errors in `dynamic` blocks, with their source locations.

use snapbox::str;

use super::{Files, expand};

#[test]
fn a_null_collection() {
    let text = r#"a = 1

dynamic "b" {
  for_each = null
  content {}
}
"#;
    expand(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[null-collection]: Null collection
 --> <stdin>:4:14
  |
4 |   for_each = null
  |              ^^^^ The collection can't be null.
  |
  = help: To generate no blocks, use an empty collection such as [].

"#]]);
}

#[test]
fn values_that_are_not_collections() {
    let text = r#"dynamic "b" {
  for_each = "x"
  content {}
}
"#;
    expand(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[not-a-collection]: Not a collection
 --> <stdin>:2:14
  |
2 |   for_each = "x"
  |              ^^^
  |
  = note: The collection must be a list, a set, a map, a tuple or an object, not a string.

"#]]);
}

#[test]
fn two_contents_or_none() {
    let text = r#"dynamic "b" {
  for_each = []
  content {}
  content {}
}
dynamic "c" {
  for_each = []
}
"#;
    expand(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[second-content]: Second content
 --> <stdin>:4:3
  |
3 |   content {}
  |   ------- first defined here
4 |   content {}
  |   ^^^^^^^ A dynamic block can have only one content block.
  |
  = help: For blocks with different content, write several dynamic blocks.

error[missing-content]: Missing content
 --> <stdin>:6:13
  |
6 | dynamic "c" {
  |             ^
  |
  = note: A dynamic block must have a content block, the body of the generated blocks.
  = help: Write content { … }.

"#]]);
}

#[test]
fn no_collection_at_all() {
    let text = r#"dynamic "b" {
  content {}
}
"#;
    expand(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[missing-attribute]: Missing attribute
 --> <stdin>:1:13
  |
1 | dynamic "b" {
  |             ^ The required attribute "for_each" is not set.

"#]]);
}

#[test]
fn wrong_labels() {
    let text = r#"dynamic "b" {
  for_each = [1]
  labels = "x"
  content {}
}
dynamic "b" {
  for_each = [1]
  labels = [null]
  content {}
}
dynamic {
  for_each = [1]
  content {}
}
dynamic "not a name" {
  for_each = [1]
  content {}
}
"#;
    expand(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[invalid-labels]: Invalid labels
 --> <stdin>:3:12
  |
3 |   labels = "x"
  |            ^^^ The labels must be a literal list, so that their number is known.
  |
  = help: Write labels = [ … ].

error[invalid-label]: Invalid label
 --> <stdin>:8:13
  |
8 |   labels = [null]
  |             ^^^^ A label must be a string, not null.

error[missing-label]: Missing label
  --> <stdin>:11:9
   |
11 | dynamic {
   |         ^
   |
   = note: A block of type "dynamic" takes 1 label; "block type" is missing before the brace.

error[invalid-block-type]: Invalid block type
  --> <stdin>:15:9
   |
15 | dynamic "not a name" {
   |         ^^^^^^^^^^^^
   |
   = note: A block type must be a name: letters, digits, "_" and "-", not starting with a digit.

"#]]);
}

#[test]
fn an_expression_without_a_value_inside_a_nested_block() {
    let text = r#"
dynamic "outer" {
  for_each = [{ list = ["x"] }]
  content {
    dynamic "inner" {
      for_each = outer.value.list
      content {
        is = inner.value.name
      }
    }
  }
}
"#;
    expand(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[unknown-attribute]: Unknown attribute
 --> <stdin>:8:25
  |
8 |         is = inner.value.name
  |                         ^^^^^ A string has no attribute "name"; this is "x".
  |
  = note: inner.value is "x"

"#]]);
}

#[test]
fn the_keys_of_a_sensitive_collection_are_not_written() {
    let collections = ["toset([\"hunter2\"])", "{ hunter2 = 1 }", "tomap({ hunter2 = 1 })"];
    for (index, collection) in collections.iter().enumerate() {
        let text = r#"dynamic "user" {
  for_each = users
  content {
    token = user.key
  }
}
"#;
        let vars = format!("users = sensitive({collection})\n");
        let files = Files::new(&format!("sensitive_keys-{index}"));
        let files = files.with("main.hcl", text).with("vars.hcl", vars);
        let output = files.run(["expand", "-V", "vars.hcl", "main.hcl"]).output().unwrap();
        let shown = [output.stdout, output.stderr].concat();
        let shown = String::from_utf8_lossy(&shown);
        assert!(output.status.success() && !shown.contains("hunter2"), "{shown}");
        assert!(shown.contains(text), "{shown}");
    }
}

#[test]
fn a_sensitive_value_is_not_written() {
    let text = r#"dynamic "b" {
  for_each = [var.password]
  content {
    v = b.value
  }
}
"#;
    let vars = "var = { password = sensitive(\"hunter2\") }\n";
    let files = Files::new("sensitive").with("main.hcl", text).with("vars.hcl", vars);
    let expand = files.run(["expand", "main.hcl", "--vars", "vars.hcl"]);
    expand.assert().success().stdout_eq(text).stderr_eq(str![[r#"
warning[value-not-writable]: Value not writable
 --> main.hcl:4:9
  |
4 |     v = b.value
  |         ^
  |
  = note: The value can't be written in the generated block: it is sensitive, or has no HCL syntax.
  = note: the dynamic block stays as it is written

"#]]);
}

#[test]
fn too_many_blocks() {
    let inner = "for_each = range(1001)\n content {\n";
    let text = format!("dynamic \"a\" {{\n {inner} dynamic \"b\" {{\n {inner} }}\n }}\n }}\n }}\n");
    expand(&text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[too-many-generated-blocks]: Too many generated blocks
 --> <stdin>:5:13
  |
5 |  for_each = range(1001)
  |             ^^^^^^^^^^^
  |
  = note: This collection exceeds the limit of 250,000 generated blocks; no further blocks are
          generated.

"#]]);
}

#[test]
fn too_much_generated_text() {
    // 65 blocks of 4 MiB each are more than 256 MiB.
    let comment = "x".repeat(4 << 20);
    let text = |count| {
        format!(
            "dynamic \"a\" {{\n  for_each = range({count})\n  content {{\n#{comment}\n  }}\n}}\n"
        )
    };
    expand(&text(1)).assert().success().stdout_eq(format!("a {{\n#{comment}\n}}\n"));
    expand(&text(65)).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[too-much-generated-output]: Too much generated output
 --> <stdin>:2:14
  |
2 |   for_each = range(65)
  |              ^^^^^^^^^
  |
  = note: This collection exceeds the limit of 268435456 bytes of generated output.

"#]]);
}

#[test]
fn a_collection_inside_a_sensitive_one_is_sensitive() {
    let text = r#"dynamic "a" {
  for_each = users
  content {
    dynamic "b" {
      for_each = [1]
      content {
        v = length([b.value])
      }
    }
  }
}
"#;
    let vars = "users = sensitive([\"hunter2\"])\n";
    let files = Files::new("sensitive_inside").with("main.hcl", text).with("vars.hcl", vars);
    let expand = files.run(["expand", "main.hcl", "--vars", "vars.hcl"]);
    // Only the inner block stays: its values are sensitive, because those of the outer one are.
    let expanded = r#"a {
  dynamic "b" {
    for_each = [1]
    content {
      v = length([b.value])
    }
  }
}
"#;
    expand.assert().success().stdout_eq(expanded).stderr_eq(str![[r#"
warning[value-not-writable]: Value not writable
 --> main.hcl:7:21
  |
7 |         v = length([b.value])
  |                     ^
  |
  = note: The value can't be written in the generated block: it is sensitive, or has no HCL syntax.
  = note: the dynamic block stays as it is written

"#]]);
}
