//! Errors in spec files as users see them, in snapshots that are reviewed as a whole. The last test collects
//! all messages from the source of the reader, and requires a snapshot of each.

use std::fmt::Write;

use crate::support::wording::wordings;
use hcldyn::Diagnostics;
use hcldyn::diag::{Report, Style};

/// Spec files by topic.
const TOPICS: &[(&str, &[&str])] = &[
    (
        "file",
        &[
            "",
            "objekt {\n}\n",
            "variabels {\n  x = 1\n}\nobject {\n}\n",
            "object {\n}\narray {\n}\n",
            "object \"config\" {\n}\n",
            "port = 80\nobject {\n}\n",
            r#"variable "port" {
}
server "a" {
}
host = 1
"#,
            "variables {
  a = b
  c = 1
}
variables {
  c = 2
}
object {
}
",
            r#"function "f" {
  params = [x]
}
function {
}
object {
}
"#,
            r#"object {
  attr "a" {
    type = = string
  }
}
"#,
        ],
    ),
    (
        "attributes",
        &[
            r#"object {
  atr "port" {
    type = number
  }
}
"#,
            r#"object {
  attr "port" {
    typ     = number
    requred = true
  }
}
"#,
            r#"object {
  attr "port" {
    type     = nubmer
    required = "maybe"
  }
}
"#,
            r#"object {
  attr "port" {
    type     = number
    required = true
    default  = 80
  }
}
"#,
            r#"object {
  attr "port" {
    type    = number
    default = "http"
  }
}
"#,
            r#"object {
  attr "a" {
    type = object({ b = optional(number, "x") })
  }
}
"#,
            "object {\n  attr {\n    name = \"port\"\n  }\n}\n",
            "array {
  attr {
    type = number
  }
  block {
    literal {
      value = 1
    }
  }
}
",
            "array {\n  attr \"port\" {\n  }\n}\n",
            r#"object {
  attr "port" {
    attr "inner" {}
  }
}
"#,
            r#"object {
  attr "a" {}
  attr "b" {}
  attr "a" {
    type = number
  }
}
"#,
            r#"object {
  attr "a" {
    deprecated = 5
    aliases    = "b"
  }
}
"#,
        ],
    ),
    (
        "blocks",
        &[
            "object {\n  block \"server\" {\n  }\n}\n",
            r#"object {
  block "server" {
    attr {
      name = "a"
    }
    attr {
      name = "b"
    }
  }
}
"#,
            r#"object {
  block_lst "server" {
    object {}
  }
}
"#,
            r#"object {
  block_list "server" {
    min_items = 3
    max_items = 2
    object {}
  }
}
"#,
            r#"object {
  block_list "server" {
    min_items = -1
    max_items = 1.5
    object {}
  }
}
"#,
            r#"object {
  block_map "server" {
    labels = []
    object {}
  }
}
"#,
            r#"object {
  block_map "server" {
    object {}
  }
}
"#,
            r#"object {
  block_attrs "tags" {
    element_type = "string"
  }
}
"#,
            r#"object {
  blocks_of "steps" {
    block_type "run" {
      object {}
    }
    block_type "run" {
      array {}
    }
    type "copy" {
    }
  }
  block_of "one" {
  }
}
"#,
        ],
    ),
    (
        "labels_and_forms",
        &[
            "object {\n  label \"name\" {}\n}\n",
            r#"object {
  block "b" {
    object {
      label "name" {
        index = 1
      }
    }
  }
}
"#,
            r#"object {
  block "b" {
    label {
    }
  }
}
"#,
            r#"object {
  block "b" {
    one_of {
      label     = "kind"
      attribute = "kind"
      form "a" {
        object {}
      }
      form "a" {
        object {}
      }
      form "c" {
      }
    }
  }
}
"#,
            "one_of {\n  index = 1\n}\n",
            r#"one_of {
  attribute = "kind"
  frm "a" {
    object {}
  }
}
"#,
            r#"object {
  one_of "x" {
    attribute = "kind"
    form "a" {
      attr {
        name = "kind"
        type = number
      }
    }
  }
}
"#,
        ],
    ),
    (
        "values",
        &[
            "literal {\n  value = uper(\"x\")\n}\n",
            "literal {\n  vale = 1\n}\n",
            "default {\n}\n",
            "default {\n  attr {\n    name = \"a\"\n  }\n}\n",
            r#"object {
  default "a" {
    attr {
      type = number
    }
    literal {
      value = []
    }
  }
}
"#,
            "transform {\n  result = 1\n}\n",
            "transform {\n  attr {\n    name = \"a\"\n  }\n}\n",
        ],
    ),
    (
        "contradictions",
        &[
            r#"object {
  attr "n" {
    type = number
  }
  attr "again" {
    name = "n"
    type = string
  }
}
"#,
            r#"object {
  attr "n" {}
  block "b" {
    block_type = "n"
    object {}
  }
}
"#,
            r#"object {
  block_list "b" {
    object {
      label "name" {}
    }
  }
  block_list "again" {
    block_type = "b"
    object {}
  }
}
"#,
            "object {\n  remain \"a\" {}\n  remain \"b\" {}\n}\n",
            r#"object {
  block "b" {
    aliases = ["c", "c"]
    object {}
  }
}
"#,
            r#"object {
  block "outer" {
    array {
      attr {
        name = "x"
        type = number
      }
      default {
        attr {
          name = "y"
        }
        attr {
          name = "x"
          type = bool
        }
      }
    }
  }
}
"#,
            r#"object {
  block "dynamic" {
    object {}
  }
  block_list "b" {
    dynamic = true
    object {}
  }
}
"#,
        ],
    ),
    (
        "rules",
        &[
            r#"object {
  unexpected = "wran"
  attr "a" {}
}
"#,
            r#"object {
  attr "key" {}
  attr "cert" {}
  rule {
    at_most_one_of = ["kye", "cert"]
    requires       = { cert = ["nothing"] }
  }
}
"#,
            r#"object {
  rule {
  }
  rule {
    exactly_one_of = []
    exactly_one    = ["a"]
  }
}
"#,
        ],
    ),
    (
        "conditions",
        &[
            "attr {\n  name   = \"a\"\n  type   = number\n  one_of = [1, \"x\"]\n}\n",
            "attr {\n  name    = \"a\"\n  pattern = \"(\"\n}\n",
        ],
    ),
    (
        "named",
        &[
            r#"
use { spec = "rules" }
spec "rule" {
  remain {}
}
"#,
            r#"
spec "a" {
  array {
    use { spec = "b" }
  }
}
spec "b" {
  use { spec = "a" }
}
use { spec = "a" }
"#,
            r#"
spec "a" {
  remain {}
}
spec "a" {
  remain {}
}
use { spec = "a" }
"#,
        ],
    ),
    (
        "value_blocks",
        &[
            r#"object {
  attr "a" {
    type = string
    list {}
    set {}
  }
  attr "b" {
    list {
      type = object({ port = optional(number, 80) })
    }
  }
}
"#,
            r#"object {
  attr "a" {
    object {
      attribute "x" { typ = string }
      attribute "x" {
        flattened = true
        remaining = true
      }
    }
  }
  attr "b" {
    variants {
      by          = "from"
      ignore_case = true
      attribute   = "type"
    }
  }
  attr "c" {
    captured { as = "closur" }
  }
}
"#,
            r#"value "tree" {
  variants {
    by = "form"
    variant "leaf" { type = string }
    variant "node" {
      use { value = "tree" }
    }
  }
}
value "a" {
  list {
    use { value = "b" }
  }
}
value "a" {
  type = string
}
attr {
  name = "x"
  use { value = "tre" }
}
"#,
            r#"object {
  attr "a" {
    object {
      attribute "port" {
        type    = number
        default = "http"
      }
    }
  }
  attr "b" {
    object {
      attribute "port" { type = number }
    }
    default = {}
  }
}
"#,
            r#"object {
  literal "a" {
    value = "x"
    type  = number
  }
  block_attrs "b" {}
  block "c" {
    layers = "joined"
    array {
      label {
        name      = "id"
        key       = true
        remaining = true
      }
    }
  }
}
"#,
        ],
    ),
];

/// Returns a spec file in which each named spec uses the next one twice.
fn doubling(count: usize) -> String {
    let spec = |n| {
        let use_next = format!("use {{ spec = \"s{}\" }}\n", n + 1);
        format!("spec \"s{n}\" {{\narray {{\n{use_next}{use_next}}}\n}}\n")
    };
    let specs: String = (0..count).map(spec).collect();
    format!("{specs}spec \"s{count}\" {{\nliteral {{ value = 1 }}\n}}\nuse {{ spec = \"s0\" }}\n")
}

#[test]
fn named_specs_that_double_are_limited() {
    assert!(super::read(&doubling(8), &mut Diagnostics::new()).is_some());
    let diags = problems(&doubling(60));
    let expected = "Too many specs; Named specs can have at most 10000 spec blocks in total";
    assert!(diags.to_string().contains(expected), "{diags}");
}

#[test]
fn errors_in_spec_files() {
    for (topic, specs) in TOPICS {
        insta::assert_snapshot!(format!("mistakes_{topic}"), report(specs));
    }
}

#[test]
fn a_spec_that_is_too_deep_is_an_error() {
    for spec in too_deep() {
        let diags = problems(&spec);
        assert!(
            diags.to_string().contains("Spec too deep; Specs can be nested at most 128"),
            "{diags}"
        );
    }
}

#[test]
fn every_message_is_shown() {
    let specs = TOPICS.iter().flat_map(|(_, specs)| *specs).map(|spec| (*spec).to_owned());
    let shown: String = specs
        .chain(too_deep())
        .chain([doubling(60)])
        .map(|spec| all_texts(&problems(&spec)))
        .collect();
    let mut wordings = wordings("hcldyn/src/spec/language/diags.rs");
    wordings.retain(|wording| !shown.contains(wording));
    assert!(wordings.is_empty(), "{wordings:#?}");
}

/// Returns specs that are nested more deeply than blocks can be.
fn too_deep() -> [String; 2] {
    let literal = "literal {\n  value = 1\n}\n";
    let outcomes = literal.repeat(150);
    let defaults = (0..20).fold(outcomes, |inside, _| format!("default {{\n{inside}}}\n"));
    let labels = "labels = [for label in split(\",\", replace(format(\"%1000s\", \"\"), \" \", \",\")) : \"l\"]";
    let map = format!("block_map {{\nblock_type = \"b\"\n{labels}\n{literal}}}\n");
    [defaults, map]
}

fn problems(spec: &str) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let file = super::read(spec, &mut diags);
    assert_eq!(file.is_some(), !diags.has_errors(), "{spec}");
    assert!(!diags.is_empty(), "{spec}");
    diags.sort();
    diags
}

fn all_texts(diags: &Diagnostics) -> String {
    let related = diags.iter().flat_map(|problem| &problem.related);
    diags.to_string() + &related.map(|related| related.message.as_str()).collect::<String>()
}

/// Returns each spec file with its report.
fn report(specs: &[&str]) -> String {
    let mut text = String::new();
    for spec in specs {
        let diags = problems(spec);
        let rule = "─".repeat(60);
        write!(text, "{spec}\n{}\n{rule}\n", Report::new(&diags).style(Style::Plain)).unwrap();
    }
    text
}
