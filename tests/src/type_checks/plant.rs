//! Valid configurations with one planted mistake.

use hcldyn::cty::Type;
use hcldyn::diag::Diagnostic;
use hcldyn::ext::kit::Inputs;
use hcldyn::load::TypeCheck;
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

use super::context;
use crate::random::Random;

/// The declarations, without any value.
const VARIABLES: &str = r#"
variable "port" { type = number }
variable "name" { type = string }
variable "flag" { type = bool }
variable "names" { type = list(string) }
variable "ids" { type = set(string) }
variable "ports" { type = map(number) }
variable "site" { type = object({ name = string, port = number }) }
variable "sites" { type = list(object({ name = string, port = number })) }
variable "by_name" { type = map(object({ name = string, port = number })) }
variable "pair" { type = tuple([string, number]) }
locals {
  first = var.sites[0]
  total = var.port + 1
}
"#;

/// The kinds of mistakes, each with its forms.
pub const KINDS: [(&str, &[&str]); 12] = [
    (
        "wrong operand type",
        &[
            "var.site + 1",
            "var.names * 2",
            "-var.flag",
            "!var.port",
            "var.port && true",
            "var.names < 3",
            "var.flag - 1",
            "local.first / 2",
            "local.total || var.flag",
        ],
    ),
    (
        "missing attribute",
        &[
            "var.site.prot",
            "var.sites[0].nmae",
            "var.by_name[\"a\"].prot",
            "local.first.size",
            "var.site[\"prot\"]",
            "var.sites[*].nmae",
            "var.port.value",
            "var.names.first",
            "var.pair.name",
        ],
    ),
    (
        "wrong index",
        &[
            "var.names[\"a\"]",
            "var.names[true]",
            "var.names[var.site]",
            "var.pair[2]",
            "var.names[-1]",
            "var.ids[0]",
            "var.port[0]",
            "var.names[0.5]",
            "var.ports[var.names]",
        ],
    ),
    (
        "wrong argument type",
        &[
            "upper(var.site)",
            "length(var.port)",
            "join(\",\", var.port)",
            "max(var.names)",
            "keys(var.names)",
            "lookup(var.port, \"a\", 1)",
            "sum(var.port)",
            "contains(var.port, 1)",
            "concat(var.names, var.port)",
            "merge(var.site, var.names)",
            "flatten(var.port)",
            "toset(var.port)",
            "tonumber(var.names)",
            "element(var.port, 0)",
            "values(var.name)",
            "zipmap(var.names, var.port)",
            "reverse(var.port)",
            "distinct(var.name)",
            "slice(var.port, 0, 1)",
            "setunion(var.port, var.ids)",
        ],
    ),
    (
        "wrong number of arguments",
        &[
            "upper()",
            "upper(var.name, var.name)",
            "length(var.names, 1)",
            "replace(var.name, \"a\")",
            "join(\",\")",
            "keys(var.ports, 1)",
        ],
    ),
    (
        "wrong type of an attribute",
        &[
            "port = var.names",
            "names = var.port",
            "flag = var.site",
            "name = var.ids",
            "port = var.flag",
            "ids = var.name",
        ],
    ),
    (
        "condition that is not a bool",
        &[
            "var.names ? 1 : 2",
            "var.port ? \"a\" : \"b\"",
            "var.site ? 1 : 2",
            "[for x in var.names : x if var.port]",
            "[for x in [1, 2] : x if var.names]",
            "{ for k, v in var.ports : k => v if var.site }",
        ],
    ),
    (
        "template of a value that is not a string",
        &[
            "\"a ${var.names}\"",
            "\"${var.site}b\"",
            "\"${var.pair}-${var.name}\"",
            "\"a${var.ids}\"",
            "\"a${local.first}\"",
        ],
    ),
    (
        "loop over a value that is not a collection",
        &[
            "[for x in var.port : x]",
            "{ for k, v in var.name : k => v }",
            "[for x in var.flag : 1]",
            "[for x in local.total : x]",
            "[for k, v in var.site.name : v]",
        ],
    ),
    (
        "impossible comparison",
        &[
            "var.site == 1",
            "var.port == \"80\"",
            "var.names == []",
            "var.names == [\"a\"]",
            "var.flag == \"true\"",
            "length(var.names) == \"0\"",
            "length(var.names) < 0",
            "var.name != 1",
            "var.site == { name = \"a\" }",
            "var.ids == []",
        ],
    ),
    (
        "null where a value is required",
        &[
            "null + 1",
            "upper(null)",
            "\"a${null}\"",
            "[for x in null : x]",
            "null.name",
            "var.names[null]",
            "null ? 1 : 2",
            "{ (null) = 1 }",
            "var.port < null",
        ],
    ),
    (
        "unknown name or wrong key",
        &[
            "{ (var.names) = 1 }",
            "{ for x in var.sites : x => 1 }",
            "uper(var.name)",
            "var.nmae",
            "{ (var.site) = var.port }",
            "local.nmae",
            "{ for x in [1] : var.names => x }",
            "nmae(var.names)",
        ],
    ),
];

/// The places of an expression, each with a valid expression around it: `@` is the mistake.
const AROUND: [&str; 12] = [
    "@",
    "[1, @]",
    "{ a = 1, b = @ }",
    "{ a = { b = [@] } }",
    "var.flag ? null : @",
    "var.flag ? @ : null",
    "[for y in var.sites : @]",
    "[for y in var.names : y if can(y)] == null ? 1 : @",
    "var.flag ? [for k, v in var.ports : @] : null",
    "try(var.port, 1) + 1 == 2 ? @ : null",
    "coalescelist([@], [1])",
    "{ for k, v in var.by_name : k => @ }",
];

/// The valid attributes around a mistake.
const VALID: [&str; 12] = [
    "var.port + 1",
    "\"${var.name}-${var.port}\"",
    "[for x in var.sites : x.name if x.port > 1]",
    "{ for k, v in var.by_name : k => v.port }",
    "var.flag ? var.names : tolist(var.ids)",
    "length(var.names) == 0",
    "var.name == null ? \"a\" : upper(var.name)",
    "lookup(var.ports, var.name, local.total)",
    "local.first.port % 2",
    "var.sites[*].port",
    "try(var.site.other, var.site.name)",
    "merge(var.site, { port = var.pair[1] })",
];

/// A configuration with a planted mistake, and the result of its check.
#[derive(Debug)]
pub struct Planted {
    /// The kind of the mistake.
    pub kind: &'static str,
    /// The configuration.
    pub text: String,
    /// The text of the mistake.
    pub mistake: String,
    /// The diagnostics inside the mistake.
    pub found: Vec<Diagnostic>,
    /// The other diagnostics.
    pub others: Vec<Diagnostic>,
}

impl Planted {
    /// Returns `true` if the mistake is found once, and nothing else.
    pub fn is_found_once(&self) -> bool {
        self.found.len() == 1 && self.others.is_empty()
    }

    /// Returns the messages of the diagnostics inside the mistake.
    pub fn messages(&self) -> Vec<String> {
        self.found.iter().map(ToString::to_string).collect()
    }

    /// Returns the messages of the other diagnostics.
    pub fn other_messages(&self) -> Vec<String> {
        self.others.iter().map(ToString::to_string).collect()
    }
}

/// Checks a configuration with a mistake. The kind is that of the index.
pub fn planted(seed: u64, index: u64) -> Planted {
    let mut random = Random::new(seed, index);
    let (kind, forms) = KINDS[index as usize % KINDS.len()];
    let mistake = *random.pick(forms);
    let mut text = VARIABLES.to_owned();
    for position in 0..3 {
        text += &format!("a{position} = {}\n", random.pick(&VALID));
    }
    let is_attribute = kind == "wrong type of an attribute";
    let (before, after) = match random.below(4) {
        _ if is_attribute && random.percent(50) => ("", "\n".to_owned()),
        0 => ("rule {\n  name = var.name\n  ", "\n}\n".to_owned()),
        1 => (
            "dynamic \"rule\" {\n  for_each = var.sites\n  content {\n    ",
            "\n  }\n}\n".to_owned(),
        ),
        2 => ("dynamic \"rule\" {\n  for_each = [1]\n  content {\n    ", "\n  }\n}\n".to_owned()),
        _ => ("", "\n".to_owned()),
    };
    let (opening, closing) = if is_attribute {
        (String::new(), String::new())
    } else {
        let around = *random.pick(&AROUND);
        let (opening, closing) = around.split_once('@').unwrap_or_default();
        (format!("any = {opening}"), closing.to_owned())
    };
    text += &format!("{before}{opening}");
    let begin = text.len();
    text += &format!("{mistake}{closing}{after}");
    let end = begin + mistake.len();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", &*text), &mut diags);
    let (spec, ctx) = (spec(), context());
    TypeCheck::new(&spec, &ctx).inputs(Inputs::new()).run(&body, &mut diags);
    let is_inside = |problem: &Diagnostic| {
        let span = problem.place().map(|place| place.span().range());
        span.is_some_and(|span| begin <= span.start && span.end <= end)
    };
    let (found, others) = diags.iter().cloned().partition(is_inside);
    Planted { kind, text, mistake: mistake.to_owned(), found, others }
}

fn spec() -> Spec {
    let attr = |name: &str, ty: Type| Spec::from(AttrSpec::new(name, ty));
    let items = || {
        [
            ("name", attr("name", Type::String)),
            ("port", attr("port", Type::Number)),
            ("flag", attr("flag", Type::Bool)),
            ("names", attr("names", Type::list(Type::String))),
            ("ids", attr("ids", Type::set(Type::String))),
            ("any", attr("any", Type::Dynamic)),
        ]
    };
    let numbered = ["a0", "a1", "a2"].map(|name| (name, attr(name, Type::Dynamic)));
    let rule = BlocksSpec::new("rule", Spec::object(items())).tuple().dynamic();
    Spec::object(items().into_iter().chain(numbered).chain([("rules", rule.into())]))
}
