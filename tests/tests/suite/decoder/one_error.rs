//! One mistake is one error, wherever its value is used.

use std::collections::BTreeMap;

use hcldyn::cty::Value;
use hcldyn::decode::Validation;
use hcldyn::diag::{Report, Style};
use hcldyn::ext::kit::Inputs;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, functions, parse_body};

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "mostly decoded for its errors")]
struct Config {
    workers: Option<u8>,
    ports: Option<Vec<u16>>,
    #[hcl(dynamic)]
    upstream: BTreeMap<String, Upstream>,
    #[hcl(dynamic)]
    server: Vec<Server>,
    #[hcl(attrs)]
    headers: Option<BTreeMap<String, String>>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Upstream {
    host: Option<String>,
    port: u16,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "mostly decoded for its errors")]
struct Server {
    #[hcl(label)]
    name: String,
    port: u16,
}

fn decoder() -> Decoder {
    let ctx = EvalContext::new().with_functions(functions::all());
    Decoder::new().context(ctx).functions("function").references("upstream").inputs(Inputs::new())
}

fn problems(text: &str) -> String {
    decoder()
        .text("a.hcl", text)
        .decode::<Config>()
        .err()
        .map_or(String::new(), |it| it.to_string())
}

/// Returns the location of the only error.
fn place_of_error(text: &str) -> String {
    let found = problems(text);
    assert_eq!(found.lines().count(), 1, "{found}\n{text}");
    found.split(": ").next().unwrap().to_owned()
}

/// Items that use `local.x` in all ways: as a number, in a string, in a label, in a collection, in a list, in an
/// argument, and in the definition of another name.
const USES: &str = "
workers = local.x
ports   = [1, local.x, local.y]
locals {
  y = local.x + 1
}
output \"x\" { value = local.y }
headers {
  x-port = local.x
}
upstream \"u\" { port = local.y }
server \"s\" { port = upstream.u.port }
server \"t\" { port = max(1, local.x) }
dynamic \"server\" {
  for_each = local.x
  labels   = [server.key]
  content { port = server.value.port }
}
dynamic \"server\" {
  for_each = [1]
  labels   = [\"s-${local.x}\"]
  content { port = upstream.u.port + 1 }
}
dynamic \"upstream\" {
  for_each = { v = local.x }
  labels   = [upstream.key]
  content { port = upstream.value }
}
";

#[test]
fn a_failed_local_value_is_one_error() {
    for x in ["nosuch", "upper([])", "var.nosuch", "upstream.nosuch.port", "[1][2]", "nosuch(1)"] {
        assert_eq!(
            place_of_error(&format!("locals {{\n  x = {x}\n}}\n{USES}")).split(':').nth(1),
            Some("2")
        );
    }
}

#[test]
fn a_damaged_local_value_is_one_error() {
    for x in ["[1", "(2", "1 +", "upper(", "\"${\""] {
        let text = format!("{USES}locals {{\n  x = {x}\n}}\n");
        let line = text.lines().count() - 1;
        let found = problems(&text);
        assert_eq!(found.lines().count(), 1, "{x}: {found}");
        let place = found.split(':').nth(1).and_then(|line| line.parse().ok());
        assert!(place.is_some_and(|place| (line..line + 2).contains(&place)), "{x}: {found}");
    }
}

#[test]
fn a_failed_variable_is_one_error() {
    let text = |variable: &str| format!("{variable}\nlocals {{\n  x = var.x\n}}\n{USES}");
    let variable = r#"variable "x" {
  type = number
  default = "a"
}"#;
    assert_eq!(place_of_error(&text(variable)), "a.hcl:3:13");
    assert_eq!(place_of_error(&text("variable \"x\" {\n  type = number\n}")), "a.hcl:1:1");
    let given = decoder().inputs(Inputs::new().argument("x=a"));
    let text = text("variable \"x\" { type = number }");
    let found = given.text("a.hcl", text).decode::<Config>().err().unwrap().to_string();
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.starts_with("<command line>:1:3: error: "), "{found}");
}

#[test]
fn a_failed_attribute_of_a_block_is_one_error() {
    let blocks = [
        ("upstream \"b\" {\n  port = 70000\n}\n", "a.hcl:2:10"),
        ("upstream \"b\" {\n  port = \"x\"\n}\n", "a.hcl:2:10"),
        ("upstream \"b\" {\n  prot = 1\n}\n", "a.hcl:2:3"),
        ("upstream \"b\" {\n  host = \"\"\n}\n", "a.hcl:1:14"),
        ("upstream \"b\" {\n  port =\n}\n", "a.hcl:2:9"),
    ];
    for (block, place) in blocks {
        let text = format!("{block}locals {{\n  x = upstream.b.port\n}}\n{USES}");
        assert_eq!(place_of_error(&text), place, "{block}");
    }
}

#[test]
fn a_failed_function_is_one_error() {
    let function = r#"function "f" {
  params = []
  result = nosuch
}
"#;
    let text = format!("{function}locals {{\n  x = f()\n}}\n{USES}");
    assert_eq!(place_of_error(&text), "a.hcl:3:12");
}

#[test]
fn a_cycle_is_one_error_with_its_steps() {
    let text = format!("locals {{\n  x = local.z\n  z = local.x + 1\n}}\n{USES}");
    let found = problems(&text);
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.contains("local.x") && found.contains("local.z"), "{found}");
    let blocks =
        "upstream \"a\" { port = upstream.b.port }\nupstream \"b\" { port = upstream.a.port }\n";
    let found = problems(&format!("{blocks}workers = upstream.a.port\n"));
    assert_eq!(found.lines().count(), 1, "{found}");
}

#[test]
fn a_duplicate_is_one_error() {
    let block = r#"upstream "a" {
  port = 1
}
"#;
    assert_eq!(place_of_error(&format!("{block}{block}workers = upstream.a.port\n")), "a.hcl:4:1");
    let variable = r#"variable "a" {
  default = 1
}
"#;
    assert_eq!(place_of_error(&format!("{variable}{variable}workers = var.a\n")), "a.hcl:4:1");
    assert_eq!(place_of_error("workers = 1\nworkers = 2\n"), "a.hcl:2:1");
}

/// A value that the program does not know yet does not come from a reported error.
#[test]
fn unknown_values_of_the_program_are_reported() {
    let ctx = EvalContext::new().with_variable("later", Value::dynamic());
    let decoder = Decoder::new().context(ctx).text("a.hcl", "workers = later\n");
    let found = decoder.decode::<Config>().err().unwrap().to_string();
    assert!(found.starts_with("a.hcl:1:11: error: ") && found.contains("not known yet"), "{found}");
}

#[test]
fn a_block_with_a_wrong_label_is_looked_into() {
    let found = problems("server {\n  port = 70000\n}\nserver \"a\" \"b\" {\n  prot = 1\n}\n");
    let places: Vec<_> = found.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["a.hcl:1:8", "a.hcl:2:10", "a.hcl:4:12", "a.hcl:5:3"], "{found}");
}

#[test]
fn each_element_is_reported() {
    let found = problems("ports = [80, 70000, \"x\", -1]\n");
    let places: Vec<_> = found.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["a.hcl:1:14", "a.hcl:1:21", "a.hcl:1:26"], "{found}");
    // Beside an element whose error is elsewhere, too.
    let found = problems("ports = [local.x, \"x\"]\nlocals {\n  x = nosuch\n}\n");
    let places: Vec<_> = found.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["a.hcl:1:19", "a.hcl:3:7"], "{found}");
}

#[test]
fn errors_in_functions_have_their_own_excerpt() {
    let text = r#"workers = f("a")
function "f" {
  params = [n]
  result = g(n) + 1
}
function "g" {
  params = [n]
  result = n * 2
}
"#;
    let diags = decoder().text("a.hcl", text).decode::<Config>().err().unwrap();
    insta::assert_snapshot!(Report::new(&diags).style(Style::Plain));
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoded")]
#[hcl(validate = Self::check)]
struct Parent {
    #[hcl(block)]
    child: Vec<Child>,
    limit: u8,
    #[hcl(flatten)]
    more: More,
    #[hcl(block)]
    tls: Option<Child>,
}

#[derive(Debug, HclDecode)]
struct More {
    retries: u8,
}

#[derive(Debug, HclDecode)]
#[hcl(validate = Self::check)]
struct Child {
    size: u8,
}

impl Parent {
    fn check(&self, validation: &mut Validation<'_>) {
        if self.child.len() > usize::from(self.limit) {
            validation.error("limit", "Too many children", "See there.");
            validation.error(format!("child[{}].size", self.limit), "One too many", "Here.");
        }
        if self.more.retries > 9 {
            validation.error("retries", "Too many retries", "See there.");
        }
        if self.limit == 77 {
            assert!(!validation.is_set("tls.size"));
            validation.warning("tls.size", "No TLS", "See there.");
        }
        if self.limit == 99 {
            validation.error("child[0].sise", "No such item", "A mistake of the program.");
        }
    }
}

impl Child {
    fn check(&self, validation: &mut Validation<'_>) {
        if self.size == 0 {
            validation.error("size", "Empty child", "See there.");
        }
    }
}

fn validated(text: &str) -> String {
    let ctx = EvalContext::new();
    hcldyn::from_str::<Parent>(text, &ctx).map_or_else(|it| it.to_string(), |_| String::new())
}

/// An invalid child is whole, so its parent is validated too.
#[test]
fn an_invalid_child_does_not_hide_errors_of_its_parent() {
    let text = r"limit = 1
retries = 10
child {
  size = 0
}
child {
  size = 1
}
";
    insta::assert_snapshot!(validated(text), @r"
    <text>:1:9: error: Too many children; See there.
    <text>:2:11: error: Too many retries; See there.
    <text>:4:10: error: Empty child; See there.
    <text>:7:10: error: One too many; Here.
    ");
}

#[test]
fn validation_of_an_item_that_is_not_written() {
    let loaded = Decoder::new().decode_str::<Parent>("limit = 77\nretries = 1\n").unwrap();
    assert_eq!(loaded.warnings.to_string(), "<text>:1:1: warning: No TLS; See there.");
}

#[test]
#[should_panic = "\"sise\" is not an item"]
fn validation_of_a_name_that_does_not_exist() {
    validated("limit = 99\nretries = 1\nchild {\n  size = 1\n}\n");
}

#[test]
fn a_value_that_failed_in_another_sink_is_one_error() {
    #[derive(Debug, HclDecode)]
    #[expect(dead_code, reason = "no text here is decoded whole")]
    struct Outer {
        name: String,
        #[hcl(block)]
        inner: Vec<Inner>,
    }
    #[derive(Debug, HclDecode)]
    #[expect(dead_code, reason = "no text here is decoded whole")]
    struct Inner {
        port: u16,
        hosts: Vec<String>,
    }
    let ctx = EvalContext::new().with_variable("lost", Value::failed());
    let text = r#"name = "a"
inner {
  port = lost + 1
  hosts = [lost, "b"]
}
"#;
    let expected = "<text>:3:10: error: Value failed earlier; The value depends on one that could not be evaluated \
                    earlier. The error that was reported then is the cause.";
    let plain = hcldyn::from_str::<Outer>(text, &ctx).unwrap_err();
    assert_eq!(plain.to_string(), expected);
    let loaded = Decoder::new().context(ctx.clone()).decode_str::<Outer>(text);
    assert_eq!(loaded.unwrap_err().to_string(), expected);
    let data = hcldyn::decode::serde::from_str::<BTreeMap<String, u16>>("port = lost", &ctx);
    assert_eq!(data.unwrap_err().error_count(), 1);

    // With the cause in the sink, there is nothing to add.
    let mut diags = Diagnostics::new();
    diags.push(hcldyn::diag::Diagnostic::input_error("first.hcl", "Bad", "It is bad."));
    let body = parse_body(&Source::new("<text>", text), &mut diags);
    assert!(hcldyn::from_body::<Outer>(&body, &ctx, &mut diags).is_none());
    assert_eq!(diags.error_count(), 1, "{diags}");
}
