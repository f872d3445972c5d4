//! Differences between two states of a configuration.

use hcldyn::cty::{Function, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode_with_origin, language};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body};

use crate::support::spec_files;

/// Returns the differences between two sources, decoded by a spec. The variable `unknown` is unknown.
fn changes(spec: &Spec, old: &str, new: &str) -> Vec<String> {
    let ctx = EvalContext::new().with_variable("unknown", Value::dynamic());
    let [old, new] = [old, new].map(|text| {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        let decoded = decode_with_origin(&body, spec, &ctx, &mut diags);
        assert!(diags.is_empty(), "{text}: {diags}");
        decoded
    });
    spec.changes(&old, &new).iter().map(ToString::to_string).collect()
}

fn servers() -> Spec {
    let server = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
    Spec::from(BlocksSpec::new("server", server).tuple().dynamic())
}

#[test]
fn a_result_of_a_function_is_compared_as_a_whole() {
    let count = |value: Value| Value::from(value.elements().len() as u64);
    let count = Function::from_fn("count", ["blocks"], count);
    let spec = Spec::object([("count", servers().transform(count))]);
    assert_eq!(changes(&spec, "", "server {}\n"), ["changed: server"]);
    assert_eq!(changes(&spec, "server {}\n", "server {\n  port = 1\n}\n"), [""; 0]);
}

#[test]
fn a_checked_value_is_compared_by_its_parts() {
    let spec = Spec::object([("servers", servers().validate(|_, _| {}))]);
    let [old, new] = ["server {}\n", "server {\n  port = 1\n}\n"];
    assert_eq!(changes(&spec, old, new), ["added: server[0].port"]);
}

#[test]
fn an_unknown_number_of_blocks_is_not_the_removal_of_all() {
    let spec = Spec::object([("servers", servers())]);
    let known = "server {}\nserver {}\n";
    let unknown = r#"dynamic "server" {
  for_each = unknown
  content {}
}
"#;
    assert_eq!(changes(&spec, known, unknown), ["changed: server"]);
    assert_eq!(changes(&spec, unknown, known), ["changed: server"]);
    assert_eq!(changes(&spec, unknown, unknown), [""; 0]);
}

#[test]
fn changes_that_need_a_restart_are_marked() {
    #[derive(HclDecode)]
    #[expect(dead_code, reason = "only its spec is used")]
    struct Config {
        #[hcl(restart)]
        workers: u16,
        limit: u16,
        #[hcl(block, restart)]
        tls: Option<Tls>,
        #[hcl(block)]
        server: Vec<Server>,
    }

    #[derive(HclDecode)]
    #[expect(dead_code, reason = "only its spec is used")]
    struct Tls {
        cert: String,
    }

    #[derive(HclDecode)]
    #[expect(dead_code, reason = "only its spec is used")]
    struct Server {
        #[hcl(label)]
        name: String,
        #[hcl(restart)]
        port: u16,
        limit: u16,
    }

    let text = |number: u16| {
        format!(
            "workers = {number}\nlimit = {number}\ntls {{\n  cert = \"{number}\"\n}}\n\
             server \"a\" {{\n  port = {number}\n  limit = {number}\n}}\n"
        )
    };
    let expected = [
        "changed: workers (needs a restart)",
        "changed: limit",
        "changed: tls.cert (needs a restart)",
        "changed: server.a.port (needs a restart)",
        "changed: server.a.limit",
    ];
    let spec = Config::spec();
    assert_eq!(changes(&spec, &text(1), &text(2)), expected);
    let without = "workers = 1\nlimit = 1\nserver \"a\" {\n  port = 1\n  limit = 1\n}\n";
    assert_eq!(changes(&spec, &text(1), without), ["removed: tls (needs a restart)"]);

    let read = spec_files::read(&language::write(&spec).text);
    assert_eq!(changes(&read, &text(1), &text(2)), expected);
}
