//! Spec files with mistakes.

/// Spec files by topic.
pub(super) const TOPICS: &[(&str, &[&str])] = &[
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
            "attr {\n  name    = \"a\"\n  matches = \"a\"\n  length  = [1, 2]\n  condition {\n    range = \"1..=9\"\n  }\n}\n",
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
