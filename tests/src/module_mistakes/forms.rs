//! The kinds of mistakes. `«` and `»` enclose the part with the location of the report, `@` is a random name.

/// A kind of mistakes.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// `true` if the mistakes need the schema of the provider.
    pub(super) has_schema: bool,
    pub(super) forms: &'static [Form],
}

/// A change of a file.
#[derive(Debug)]
pub(super) enum Form {
    /// A block at the end of the root module.
    Block(&'static str),
    /// An expression, in one of several places.
    Expr(&'static str),
    /// A text in place of another one in a file.
    Replace(&'static str, &'static str, &'static str),
}

use Form::{Block, Expr, Replace};

/// The places of expressions.
pub(super) const PLACES: [&str; 6] = [
    "output \"@\" {\n  value = $\n}\n",
    "output \"@\" {\n  value = [for site in var.sites : $]\n}\n",
    "resource \"terraform_data\" \"@\" {\n  input = { a = $ }\n}\n",
    "resource \"terraform_data\" \"@\" {\n  input = 1\n  lifecycle {\n    precondition {\n      condition     = ($) != null\n      \
     error_message = \"x\"\n    }\n  }\n}\n",
    "module \"@\" {\n  source = \"./network\"\n  name   = jsonencode($)\n}\n",
    "locals {\n  @ = var.flag ? $ : null\n}\noutput \"@\" {\n  value = local.@\n}\n",
];

pub(super) const KINDS: [Kind; 14] = [
    Kind {
        name: "unknown argument",
        has_schema: false,
        forms: &[
            Block(
                "variable \"@\" {\n  type    = string\n  «defualt» = \"a\"\n}\noutput \"@\" {\n  value = var.@\n}\n",
            ),
            Block("output \"@\" {\n  value    = 1\n  «sensitve» = true\n}\n"),
            Block("terraform {\n  «requred_version» = \">= 1.0\"\n}\n"),
            Block(
                "resource \"terraform_data\" \"@\" {\n  input = 1\n  lifecycle {\n    «prevent_destory» = true\n  }\n}\n",
            ),
            Block(
                "resource \"terraform_data\" \"@\" {\n  «inputs» = 1\n}\noutput \"@\" {\n  value = terraform_data.@.id\n}\n",
            ),
            Block(
                "moved {\n  from = terraform_data.old\n  to   = terraform_data.server\n  «form» = 1\n}\n",
            ),
            Block(
                "check \"@\" {\n  assert {\n    condition     = true\n    error_message = \"x\"\n    «severity»      = 1\n  }\n}\n",
            ),
        ],
    },
    Kind {
        name: "unknown block",
        has_schema: false,
        forms: &[
            Block("«resouce» \"terraform_data\" \"@\" {\n  input = 1\n}\n"),
            Block(
                "variable \"@\" {\n  «validations» {\n    condition = true\n  }\n}\noutput \"@\" {\n  value = var.@\n}\n",
            ),
            Block("resource \"terraform_data\" \"@\" {\n  «triggers» {\n    a = 1\n  }\n}\n"),
            Block("terraform {\n  «backends» \"local\" {}\n}\n"),
            Block(
                "output \"@\" {\n  value = 1\n  «postcondition» {\n    condition     = true\n    error_message = \"x\"\n  }\n}\n",
            ),
            Block(
                "resource \"terraform_data\" \"@\" {\n  input = 1\n  lifecycle {\n    «condition» {\n      condition = true\n    }\n  }\n}\n",
            ),
        ],
    },
    Kind {
        name: "missing argument",
        has_schema: false,
        forms: &[
            Block("«output \"@\" {\n  description = \"x\"\n}»\n"),
            Block("«moved {\n  from = terraform_data.old\n}»\n"),
            Block("«module \"@\" {\n  name = \"a\"\n}»\n"),
            Block("check \"@\" {\n  «assert {\n    condition = true\n  }»\n}\n"),
            Block("«import {\n  id = \"a\"\n}»\n"),
            Block("«removed {\n  lifecycle {\n    destroy = false\n  }\n}»\n"),
        ],
    },
    Kind {
        name: "wrong type",
        has_schema: false,
        forms: &[
            Expr("length(«var.port»)"),
            Expr("upper(«var.sites»)"),
            Expr("«var.sites» + 1"),
            Expr("local.first«.nmae»"),
            Expr("var.sites[0]«.prot»"),
            Expr("var.sites«[\"a\"]»"),
            Expr("\"a${«var.sites»}\""),
            Expr("[for x in «var.port» : x]"),
            Expr("!«var.port»"),
            Expr("join(\",\", «var.port»)"),
            Expr("«uper»(var.name)"),
            Expr("keys(«var.name»)"),
            Expr("«var.sites» ? 1 : 2"),
            Expr("«upper()»"),
            Block(
                "variable \"@\" {\n  type    = number\n  default = «\"a\"»\n}\noutput \"@\" {\n  value = var.@\n}\n",
            ),
            Block("variable \"@\" {\n  type = «strin»\n}\noutput \"@\" {\n  value = var.@\n}\n"),
            Block(
                "variable \"@\" {\n  description = «[1]»\n}\noutput \"@\" {\n  value = var.@\n}\n",
            ),
            Block("resource \"terraform_data\" \"@\" {\n  count = «var.name == \"a\"»\n}\n"),
            Block("resource \"terraform_data\" \"@\" {\n  for_each = «var.port»\n}\n"),
        ],
    },
    Kind {
        name: "input of a module",
        has_schema: false,
        forms: &[
            Replace("main.tf", "ports  = [var.port, local.first.port]", "ports  = «[local.first]»"),
            Replace(
                "main.tf",
                "ports  = [var.port, local.first.port]",
                "ports  = «{ first = local.first.port }»",
            ),
            Replace(
                "main.tf",
                "ports  = [var.port, local.first.port]",
                "ports  = [local.first.port]\n  «size»   = 1",
            ),
            Replace("main.tf", "name   = var.name", "«nmae»   = var.name"),
            Block("«module \"@\" {\n  source = \"./network\"»\n}\n"),
            Block("module \"@\" {\n  source = \"./network\"\n  name   = «{ a = 1 }»\n}\n"),
        ],
    },
    Kind {
        name: "output of a module",
        has_schema: false,
        forms: &[
            Expr("module.network«.ids»"),
            Expr("module.several[0]«.ids»"),
            Expr("module.several[*]«.ids»"),
            Expr("module.keyed[\"a\"]«.nmae»"),
            Expr("[for it in module.keyed : it«.nmae»]"),
            Expr("module.network«.name»"),
        ],
    },
    Kind {
        name: "undeclared reference",
        has_schema: false,
        forms: &[
            Expr("«var.nmae»"),
            Expr("«local.frist»"),
            Expr("«module.netwrk.id»"),
            Expr("«terraform_data.missing.id»"),
            Expr("«data.terraform_remote_state.missing.outputs»"),
            Expr("«path.modul»"),
            Expr("«missing»"),
            Expr("upper(«local.nmae»)"),
            Block("output \"@\" {\n  value = «each.key»\n}\n"),
            Block("output \"@\" {\n  value = «count.index»\n}\n"),
            Block("resource \"terraform_data\" \"@\" {\n  input = «each.value»\n}\n"),
            Block(
                "resource \"terraform_data\" \"@\" {\n  for_each = var.by_name\n  input    = «count.index»\n}\n",
            ),
            Block("resource \"terraform_data\" \"@\" {\n  input = «self.id»\n}\n"),
            Block(
                "output \"@\" {\n  value      = 1\n  depends_on = [«terraform_data.missing»]\n}\n",
            ),
        ],
    },
    Kind {
        name: "unused declaration",
        has_schema: false,
        forms: &[
            Block("«variable \"@\"» {\n  default = 1\n}\n"),
            Block("locals {\n  «@» = var.port\n}\n"),
            Block("«data \"terraform_remote_state\" \"@\"» {\n  backend = \"local\"\n}\n"),
            Block(
                "«variable \"@\"» {\n  type = number\n  validation {\n    condition     = var.@ > 0\n    error_message = \"x\"\n  }\n}\n",
            ),
            Replace(
                "network/main.tf",
                "variable \"name\" {\n  type = string\n}\n",
                "variable \"name\" {\n  type = string\n}\n\nlocals {\n  «@» = 1\n}\n",
            ),
        ],
    },
    Kind {
        name: "deprecated form",
        has_schema: false,
        forms: &[
            Expr("«\"${var.port}\"»"),
            Expr("«lookup(var.by_name, \"a\")»"),
            Expr("var.sites«.0»"),
            Block(
                "variable \"@\" {\n  type = «\"string\"»\n}\noutput \"@\" {\n  value = var.@\n}\n",
            ),
            Block(
                "resource \"terraform_data\" \"@\" {\n  depends_on = [«\"terraform_data.server\"»]\n}\n",
            ),
            Block(
                "resource \"terraform_data\" \"@\" {\n  lifecycle {\n    ignore_changes = [«\"input\"»]\n  }\n}\n",
            ),
            Block("provider \"random\" {\n  «version» = \"~> 3.0\"\n}\n"),
        ],
    },
    Kind {
        name: "sensitive output",
        has_schema: false,
        forms: &[
            Block("«output \"@\"» {\n  value = var.password\n}\n"),
            Block("«output \"@\"» {\n  value = module.network.token\n}\n"),
            Block("«output \"@\"» {\n  value = \"a-${upper(var.password)}\"\n}\n"),
            Block(
                "locals {\n  @ = { a = var.password }\n}\n«output \"@\"» {\n  value = local.@.a\n}\n",
            ),
            Block("«output \"@\"» {\n  value = [1, sensitive(2)]\n}\n"),
            Replace(
                "outputs.tf",
                "output \"secret\" {\n  value     = \"${var.password}-${module.network.token}\"\n  sensitive = true\n",
                "«output \"secret\"» {\n  value = \"${var.password}-${module.network.token}\"\n",
            ),
            Block("«output \"@\"» {\n  value = module.several[0].token\n}\n"),
        ],
    },
    Kind {
        name: "provider without version",
        has_schema: false,
        forms: &[
            Block(
                "terraform {\n  required_providers {\n    random = «{\n      source = \"hashicorp/random\"\n    }»\n  }\n}\n",
            ),
            Block("«resource \"random_id\" \"@\"» {\n  byte_length = 4\n}\n"),
            Block("«provider \"random\"» {}\n"),
        ],
    },
    Kind {
        name: "unknown argument of a resource",
        has_schema: true,
        forms: &[
            Block("resource \"example_disk\" \"@\" {\n  size = 1\n  «nmae» = \"a\"\n}\n"),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n  «monut» {\n    path = \"/\"\n  }\n}\n",
            ),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n  mount {\n    path = \"/\"\n    «readonly» = true\n  }\n}\n",
            ),
            Block("resource \"example_disk\" \"@\" {\n  size = 1\n  «labels» = {}\n}\n"),
            Block("resource \"example_disk\" \"@\" {\n  size = 1\n  «id»   = \"a\"\n}\n"),
            Block(
                "data \"example_image\" \"@\" {\n  name = \"a\"\n  «size» = 1\n}\noutput \"@\" {\n  value = data.example_image.@.id\n}\n",
            ),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n}\noutput \"@\" {\n  value = example_disk.@«.path»\n}\n",
            ),
            Block("«resource \"example_disk\" \"@\" {\n  name = \"a\"\n}»\n"),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n  «mount {\n    read_only = true\n  }»\n}\n",
            ),
        ],
    },
    Kind {
        name: "wrong type of a resource",
        has_schema: true,
        forms: &[
            Block("resource \"example_disk\" \"@\" {\n  size = «var.flag»\n}\n"),
            Block("resource \"example_disk\" \"@\" {\n  size = 1\n  name = «var.sites»\n}\n"),
            Block("resource \"example_disk\" \"@\" {\n  size = 1\n  tags = «[var.name]»\n}\n"),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n  mount {\n    path      = \"/\"\n    read_only = «local.first»\n  }\n}\n",
            ),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n}\noutput \"@\" {\n  value = length(«example_disk.@.size»)\n}\n",
            ),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n  dynamic \"mount\" {\n    for_each = var.sites\n    content {\n      path = mount.value«.path»\n    }\n  }\n}\n",
            ),
        ],
    },
    Kind {
        name: "deprecated by the schema",
        has_schema: true,
        forms: &[
            Block("resource \"example_disk\" \"@\" {\n  size = 1\n  «kind» = \"a\"\n}\n"),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n  «quota» {\n    bytes = 1\n  }\n}\n",
            ),
            Block(
                "resource \"example_disk\" \"@\" {\n  size = 1\n}\n«output \"@\"» {\n  value = example_disk.@.key\n}\n",
            ),
        ],
    },
];
