use snapbox::str;

use super::{Files, hcldyn};

const SPEC: &str = r#"
object {
  attr "region" {
    type     = string
    required = true
    docs     = "The name of the region."
  }
  default "size" {
    attr {
      name = "size"
      type = number
    }
    literal {
      value = 3
    }
  }
  block_list "node" {
    block_type = "node"
    min_items  = 1
    object {
      label "name" {}
      attr "zone" {
        type = string
      }
    }
  }
}
"#;

fn files(test: &str) -> Files {
    Files::new(test).with("s.hcldec", SPEC)
}

#[test]
fn everything_that_a_spec_file_describes() {
    let sample = files("sample").run(["sample", "--spec", "s.hcldec"]);
    sample.assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r##"
# The name of the region.
region = "example"

#size = 3

# At least 1 block.
node "name" {
  #zone = "example"
}

"##]]);
}

#[test]
fn required_items_without_documentation() {
    let args = ["sample", "--spec", "s.hcldec", "--required", "--no-docs"];
    files("sample-required").run(args).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[
        r#"
region = "example"
node "name" {}

"#
    ]]);
}

#[test]
fn an_invalid_spec_file() {
    let sample = Files::new("sample-invalid").with("s.hcldec", "attr \"a\" {\n  typ = string\n}\n");
    sample.run(["sample", "--spec", "s.hcldec"]).assert().code(2).stdout_eq(str![[""]]);
    hcldyn(["sample"]).assert().code(2).stdout_eq(str![[""]]);
}
