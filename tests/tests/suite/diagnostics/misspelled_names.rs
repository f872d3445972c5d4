//! Misspelled names: a misspelled item is not missing too, so there is one error.

use hcldyn::body::{AttributeSchema, Body, BodySchema};
use hcldyn::cty::Type;
use hcldyn::cty::value_spec::Unexpected;
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, Spec, decode};
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode};

/// Returns the errors of a source by a spec: source location and summary.
fn problems(text: &str, spec: &Spec) -> Vec<String> {
    problems_of(&[("t.hcl", text)], spec)
}

fn problems_of(files: &[(&str, &str)], spec: &Spec) -> Vec<String> {
    let (body, mut diags) = body(files);
    decode(&body, spec, &EvalContext::new(), &mut diags);
    brief(&diags)
}

/// Returns the merged body of several files.
fn body(files: &[(&str, &str)]) -> (Body, Diagnostics) {
    let mut diags = Diagnostics::new();
    let sources = files.iter().map(|(name, text)| Source::new(*name, *text));
    let bodies = sources.map(|source| parse_body_by_name(&source, &mut diags));
    let body = Body::merge(bodies.collect::<Vec<_>>()).unwrap();
    (body, diags)
}

/// Shortens each diagnostic to the tested parts: `2:1 Unexpected attribute, "prot": Did you mean "port"?`.
fn brief(diags: &Diagnostics) -> Vec<String> {
    let brief = |text: String| {
        let (place, text) = text.split_once(": ").unwrap();
        let (_severity, text) = text.split_once(": ").unwrap();
        let (summary, detail) = text.split_once("; ").unwrap();
        let place = place.split_once(':').unwrap().1;
        let suggestion = detail.find("Did you mean").map(|at| format!(": {}", &detail[at..]));
        let name = detail.split('"').nth(1).unwrap();
        format!("{place} {summary}, {name}{}", suggestion.unwrap_or_default())
    };
    diags.iter().map(|problem| brief(problem.to_string())).collect()
}

fn attr(name: &str) -> AttrSpec {
    AttrSpec::new(name, Type::Number)
}

fn required(name: &str) -> Spec {
    attr(name).required().into()
}

fn block(ty: &str) -> BlocksSpec {
    BlocksSpec::new(ty, Spec::object([("size", attr("size").into())]))
}

/// Returns a spec of the required items `port`, `timeout` and a block `server`.
fn spec() -> Spec {
    Spec::object([
        ("port", required("port")),
        ("timeout", required("timeout")),
        ("server", Spec::from(block("server").required())),
    ])
}

#[test]
fn an_attribute() {
    assert_eq!(
        problems("prot = 1\ntimeout = 2\nserver {}\n", &spec()),
        ["1:1 Unexpected attribute, prot: Did you mean \"port\"?"]
    );
}

#[test]
fn a_block() {
    assert_eq!(
        problems("port = 1\ntimeout = 2\nsevrer {}\n", &spec()),
        ["3:1 Unexpected block, sevrer: Did you mean \"server\"?"]
    );
}

#[test]
fn other_missing_items_are_reported() {
    assert_eq!(
        problems("prot = 1\n", &spec()),
        [
            "1:1 Unexpected attribute, prot: Did you mean \"port\"?",
            "1:1 Missing attribute, timeout",
            "1:1 Missing block, server",
        ]
    );
    let nothing_near = ["1:1 Unexpected attribute, colour", "1:1 Missing attribute, port"];
    assert_eq!(problems("colour = 1\ntimeout = 2\nserver {}\n", &spec()), nothing_near);
}

#[test]
fn two_misspellings_of_one_name() {
    assert_eq!(
        problems("prot = 1\ntimeout = 2\npotr = 3\nserver {}\n", &spec()),
        [
            "1:1 Unexpected attribute, prot: Did you mean \"port\"?",
            "3:1 Unexpected attribute, potr: Did you mean \"port\"?",
        ]
    );
}

#[test]
fn a_block_instead_of_an_attribute_and_vice_versa() {
    assert_eq!(
        problems("port {}\ntimeout = 2\nserver = 1\n", &spec()),
        [
            "3:1 Unexpected attribute, server: Did you mean a block? Write server { … }, without the equals sign.",
            "1:1 Unexpected block, port: Did you mean the attribute? Write port = …, with an equals sign.",
        ]
    );
}

#[test]
fn in_json() {
    assert_eq!(
        problems_of(&[("t.json", r#"{"prot": 1, "timeout": 2, "sevrer": {}}"#)], &spec()),
        [
            "1:2 Unexpected property, prot: Did you mean \"port\"?",
            "1:27 Unexpected property, sevrer: Did you mean \"server\"?",
        ]
    );
}

#[test]
fn in_one_of_several_files() {
    assert_eq!(
        problems_of(&[("a.hcl", "server {}\n"), ("b.hcl", "\nprot = 1\n")], &spec()),
        [
            "2:1 Unexpected attribute, prot: Did you mean \"port\"?",
            "1:1 Missing attribute, timeout",
        ]
    );
}

#[test]
fn in_dynamic_blocks() {
    let rules = Spec::from(
        BlocksSpec::new("rule", Spec::object([("size", required("size"))]))
            .list()
            .dynamic()
            .min_items(1),
    );
    let text = "dynamic rlue {
  for_each = [1]
  content {
    size = 1
  }
}
";
    let problem = ["1:9 Unexpected dynamic block, rlue: Did you mean \"rule\"?"];
    assert_eq!(problems(text, &rules), problem);
    let (body, mut diags) = body(&[("t.hcl", text)]);
    let expanded = dynblock::expand(&body, &EvalContext::new());
    let rules = Spec::from(
        BlocksSpec::new("rule", Spec::object([("size", required("size"))])).list().min_items(1),
    );
    decode(&expanded, &rules, &EvalContext::new(), &mut diags);
    assert_eq!(brief(&diags), problem);
}

#[test]
fn among_blocks_that_are_counted() {
    let rules = BlocksSpec::new("rule", Spec::object([("size", attr("size").into())])).min_items(2);
    let rules = Spec::from(rules.list());
    assert_eq!(
        problems("rule {}\nrlue {}\n", &rules),
        ["2:1 Unexpected block, rlue: Did you mean \"rule\"?"]
    );
    assert_eq!(problems("rule {}\n", &rules), ["1:1 Too few blocks, rule"]);
}

#[test]
fn with_aliases_and_rules() {
    let aliased = Spec::from(attr("port").required().alias("listen"));
    assert_eq!(
        problems("prot = 1\n", &aliased),
        ["1:1 Unexpected attribute, prot: Did you mean \"port\"?"]
    );
    let names = [("port", attr("port").into()), ("path", attr("path").into())];
    let either = Spec::from(ObjectSpec::new(names).at_least_one_of(["port", "path"]));
    assert_eq!(
        problems("prot = 1\n", &either),
        ["1:1 Unexpected attribute, prot: Did you mean \"port\"?"]
    );
    assert_eq!(problems("", &either), ["1:1 Missing item, port"]);
}

/// A warning does not fail the decoding, so the missing attribute must be an error.
#[test]
fn where_unexpected_names_are_warnings() {
    let schema = BodySchema {
        attributes: vec![AttributeSchema { name: "port".into(), required: true }],
        unexpected: Unexpected::Warn,
        ..BodySchema::default()
    };
    let (body, mut diags) = body(&[("t.hcl", "prot = 1\n")]);
    body.content(&schema, &mut diags);
    assert!(diags.has_errors());
    assert_eq!(
        brief(&diags),
        ["1:1 Unexpected attribute, prot: Did you mean \"port\"?", "1:1 Missing attribute, port"]
    );
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Config {
    port: u16,
    #[hcl(block)]
    server: Server,
    #[hcl(block)]
    rule: Vec<Rules>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Server {
    name: String,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Rules {
    from: u16,
    until: u16,
}

#[test]
fn in_structs() {
    let text = "prot = 1\nsevrer {\n  name = \"a\"\n}\n".to_owned()
        + &"rule {\n  form = 1\n  until = 2\n}\n".repeat(400);
    let decoder = Decoder::new().max_diagnostics(1_000).text("t.hcl", text);
    let problems = brief(&decoder.decode::<Config>().unwrap_err());
    assert_eq!(problems.len(), 402, "{problems:#?}");
    assert_eq!(problems[0], "1:1 Unexpected attribute, prot: Did you mean \"port\"?");
    assert_eq!(problems[1], "2:1 Unexpected block, sevrer: Did you mean \"server\"?");
    assert_eq!(problems[2], "6:3 Unexpected attribute, form: Did you mean \"from\"?");
}
