//! Expressions, types and functions with one mistake each.

/// Expressions with one mistake each, by topic.
pub(super) const TOPICS: &[(&str, &[&str])] = &[
    (
        "variables",
        &["porst + 1", "max(fast)", "ingress.key", "[for p in ports : ingress if p > 80]"],
    ),
    (
        "attributes",
        &[
            "site.prot",
            "site.zzz",
            "nowhere.zzz",
            "tags.owmer",
            "tags.zzz",
            "nothing.name",
            "sites.name",
            "toset(sites).name",
            "[site].name",
            "port.name",
            "secret.name",
            "later.name",
            "site[0]",
            "site[\"zzz\"]",
            "site[secret]",
            "tags[secret]",
            "hidden_tags.huntre2",
            "hidden_tags[\"zzz\"]",
            "sites[*].zzz",
            "sites[*].prot",
            "later[*].name",
        ],
    ),
    (
        "indexes",
        &[
            "nothing[0]",
            "ports[null]",
            "ports[\"a\"]",
            "ports[0.5]",
            "ports[-1]",
            "ports[2]",
            "ports[port]",
            "[1][1]",
            "[][0]",
            "secrets[3]",
            "secrets[-1]",
            "hidden_ports[3]",
            "ports[hidden]",
            "toset(ports)[0]",
            "port[0]",
            "secret[0]",
        ],
    ),
    (
        "operators",
        &[
            "\"x\" + 1",
            "1 + port + true",
            "ports - 1",
            "1 < nothing",
            "nothing * 2",
            "-nothing",
            "!port",
            "-\"x\"",
            "secret * 2",
            "hidden && true",
            "later < true",
            "0 / 0",
            "1 / 0 - 1 / 0",
            "1 / 0 + -1 / 0",
            "0 * (1 / 0)",
            "(1 / 0) / (1 / 0)",
            "(1 / 0) % 2",
            "true && nothing",
            "true && \"TRUE\"",
            "{ a = 1, b = 2 } + 1",
        ],
    ),
    (
        "conditions",
        &[
            "nothing ? 1 : 2",
            "port ? 1 : 2",
            "\"True\" ? 1 : 2",
            "secret ? 1 : 2",
            "true ? ports : port",
            "true ? ports : sites",
            "true ? { a = 1 } : { b = [] }",
            "true ? { a = 1 } : { a = 1, b = [] }",
            "true ? [1, []] : any_list",
            "true ? [1, {}] : toset(any_list)",
            "true ? [[1, {}]] : [any_list]",
            "true ? { a = [port] } : { a = port }",
            "true ? [1, 2] : [ports, {}]",
            "true ? [1] : [\"a\", 2, {}]",
            "true ? [\"a\", {}] : tolist([1])",
        ],
    ),
    (
        "templates",
        &[
            "\"port ${nothing}\"",
            "\"port ${ports}\"",
            "\"port ${secrets}\"",
            "\"port ${site}\"",
            "\"port ${{ a = 1, b = 2 }}\"",
            "\"%{ if nothing }a%{ endif }\"",
            "\"%{ for p in ports }${nothing}%{ endfor }\"",
            "\"%{ for p in port }${p}%{ endfor }\"",
            "<<EOT\nfirst\n${nothing}\nEOT\n",
        ],
    ),
    (
        "loops",
        &[
            "[for p in nothing : p]",
            "[for p in port : p]",
            "[for p in secret : p]",
            "[for p in ports : p if nothing]",
            "[for p in ports : p if p]",
            "[for p in ports : p / 0 - p / 0]",
            "empty_list[*]",
            "nothing[*].a + 1",
            "tolist([{ v = null }, { v = 1 }])[*].v[*]",
        ],
    ),
    (
        "objects",
        &[
            "{ for p in ports : nothing => p }",
            "{ for p in ports : ports => p }",
            "{ for p in ports : \"k\" => p }",
            "{ for p in ports : secret => p }",
            "{ a.b = 1 }",
            "{ (nothing) = 1 }",
            "{ (ports) = 1 }",
            "{ (secrets) = 1 }",
            "{ a = 1, (\"a\") = 2 }",
            "{ (secret) = 1, (secret) = 2 }",
        ],
    ),
    (
        "calls",
        &[
            "uper(\"a\")",
            "not(true)",
            "frobnicate(1)",
            "net::cidr(1)",
            "core::uper(1)",
            "core::frobnicate(1)",
            "cor::upper(1)",
            "upper()",
            "upper(\"a\", \"b\")",
            "timestamp_of_day(1)",
            "join(\",\")",
            "substr(\"a\", 1, 2, 3)",
            "upper(ports)",
            "upper(nothing)",
            "upper(secrets)",
            "max(nothing...)",
            "max(port...)",
            "max(secret...)",
            "max(1, \"x\")",
            "max([1, \"x\"]...)",
            "max()",
            "broken()",
            "format()",
            "pad(\"a\", 1, 2)",
            "gives_null(1)",
            "gives_null()",
            "gives_text()",
            "quote(port)",
        ],
    ),
    (
        "functions",
        &[
            "parseint(\"12z\", 10)",
            "parseint(secret, 10)",
            "tonumber(\"x\")",
            "tobool(2)",
            "tobool(\"TRUE\")",
            "tonumber({ a = 1 })",
            "toset([1, {}])",
            "range(1, 9, 0)",
            "element([], 0)",
            "lookup(tags, \"zzz\")",
            "index(ports, 22)",
            "zipmap([\"a\"], [])",
            "chunklist(ports, 0.5)",
            "flatten(port)",
            "merge(tags, ports)",
            "setproduct()",
            "one(ports)",
            "regex(\"(\", \"a\")",
            "regex(\"b\", \"a\")",
            "format(\"%d\", \"x\")",
            "format(\"%d\")",
            "format(\"%z\", 1)",
            "jsondecode(\"{\\\"rule\\\": [1, \")",
            "jsondecode(\"1e999999\")",
            "csvdecode(\"a,b\\n1\")",
            "base64decode(\"*\")",
            "cidrsubnet(\"10.0.0.0/30\", 8, 1)",
            "cidrhost(\"10.0.0.0\", 1)",
            "formatdate(\"YYYY\", \"yesterday\")",
            "timeadd(\"2024-01-01T00:00:00Z\", \"1 day\")",
            "log(-1, 2)",
            "indent(-1, \"a\")",
        ],
    ),
    (
        "extensions",
        &[
            "try(porst, site.zzz)",
            "try()",
            "can()",
            "with(1, port)",
            "with({ a = 1 }, a + b)",
            "convert(ports, string)",
            "convert(1, strnig)",
            "convert({ a = 1 }, object({ a = number, b = string }))",
            "convert([1, {}], list(any))",
            "convert([1], tuple([number, number]))",
            "convert(\"TRUE\", bool)",
            "convert(secret, number)",
        ],
    ),
    (
        "limits",
        &[
            "[for p in range(1000) : range(1000)]",
            "can([for p in range(1000) : range(1000)])",
            "forever(1)",
            "[deep]",
            "{ a = deep }",
        ],
    ),
];

/// Types with one mistake each, parsed as the type of a value.
pub(super) const EXACT_TYPES: &[&str] = &["any", "list(any)", "object({ a = optional(string) })"];

/// Types with one mistake each, parsed as a constraint.
pub(super) const CONSTRAINTS: &[&str] = &[
    "\"string\"",
    "5",
    "strnig",
    "integer",
    "lst(string)",
    "list",
    "list()",
    "set(string, number)",
    "map",
    "tuple",
    "object",
    "string(1)",
    "tuple(string)",
    "object(string)",
    "object({ (a) = string })",
    "object({ a = string, a = number })",
    "optional(string)",
    "list(optional(string))",
    "object({ a = optional() })",
    "object({ a = optional(string, \"b\") })",
];

/// Types with one mistake each, parsed with their defaults.
pub(super) const WITH_DEFAULTS: &[&str] =
    &["object({ a = optional(string, 1, 2) })", "object({ a = optional(number, \"x\") })"];

/// Functions defined in a configuration, with one mistake each.
pub(super) const FUNCTIONS: &[&str] = &[
    r#"function "f" {
  params = []
  result = 1
}

function "f" {
  params = []
  result = 2
}"#,
    "function \"f\" {\n  params = a\n  result = 1\n}",
    "function \"f\" {\n  params = [a.b]\n  result = 1\n}",
    r#"function "f" {
  params = [a, b, a]
  result = 1
}"#,
    r#"function "f" {
  params         = [a]
  variadic_param = a
  result         = 1
}"#,
    "function \"f\" {\n  params = []\n}",
];

/// Functions that call themselves.
pub(super) const RECURSIVE_FUNCTIONS: &[&str] = &[
    r#"function "down" {
  params = [n]
  result = n > 0 ? down(n - 1) : 0
}"#,
    r#"function "even" {
  params = [n]
  result = n == 0 || odd(n - 1)
}
function "odd" {
  params = [n]
  result = even(n - 1)
}"#,
];
