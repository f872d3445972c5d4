//! Documents that structs update.

use std::collections::BTreeMap;
use std::time::Duration;

use hcldyn::edit::Document;
use hcldyn::spec::Encoder;
use hcldyn::{Deferred, EvalContext, HclDecode, HclEncode};
use proptest::prelude::*;

#[derive(Clone, Debug, HclDecode, HclEncode)]
struct Config {
    #[hcl(default = 60, alias = "every")]
    interval: u32,
    timeout: Option<Duration>,
    #[hcl(sensitive)]
    token: Option<String>,
    #[hcl(block)]
    server: BTreeMap<String, Server>,
    #[hcl(dynamic)]
    rule: Vec<Rule>,
    #[hcl(block)]
    log: Option<Log>,
}

#[derive(Clone, Debug, HclDecode, HclEncode)]
struct Server {
    port: u16,
    tags: Option<BTreeMap<String, String>>,
    #[hcl(block)]
    rule: Vec<Rule>,
}

#[derive(Clone, Debug, HclDecode, HclEncode)]
struct Rule {
    #[hcl(label)]
    name: String,
    when: Option<Deferred<bool>>,
    port: Option<u16>,
}

#[derive(Clone, Debug, HclDecode, HclEncode)]
struct Log {
    level: String,
}

const TEXT: &str = r#"# The configuration.
every   = 30 # seconds
timeout = "90s"
token   = "hunter2"

server "web" { port = base + 80 }

/* The database. */
server "db" {
    tags = { zone = "eu", name = "db" } # tags
    port=5432

    # Rules.
    rule "a" {}
    rule "b" { when = load   < 9 }
}

rule "first" {
  port = 1
}
rule "second" {}

log {
  level = "info"
}
"#;

fn context() -> EvalContext {
    EvalContext::new().with_variable("base", 8000)
}

fn document(text: &str) -> (Document, Config) {
    let document: Document = text.parse().unwrap_or_else(|diags| panic!("{text}\n{diags}"));
    let config = hcldyn::from_str(text, &context()).unwrap_or_else(|it| panic!("{text}\n{it}"));
    (document, config)
}

/// Returns the document after a change of the struct.
#[track_caller]
fn updated(change: impl FnOnce(&mut Config)) -> String {
    let (mut document, mut config) = document(TEXT);
    change(&mut config);
    let update = Encoder::new().reveal_sensitive();
    update.update(&config, &mut document, &context()).unwrap();
    let (_, again) = self::document(&document.to_string());
    let text = |config: &Config| update.to_string(config).unwrap();
    assert_eq!(text(&again), text(&config));
    document.to_string()
}

#[test]
fn an_unchanged_struct_changes_nothing() {
    let (mut document, config) = document(TEXT);
    config.update(&mut document, &context()).unwrap();
    assert_eq!(document.to_string(), TEXT);
}

#[test]
fn only_what_differs_changes() {
    let replaced = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "{from}");
        TEXT.replace(from, to)
    };
    assert_eq!(updated(|it| it.interval = 31), replaced("= 30", "= 31"));
    assert_eq!(updated(|it| it.interval = 60), replaced("every   = 30 # seconds\n", ""));
    assert_eq!(updated(|it| it.timeout = Some(Duration::from_secs(1))), replaced("90s", "1s"));
    assert_eq!(updated(|it| it.token = Some("x".into())), replaced("hunter2", "x"));
    let web = |it: &mut Config| it.server.get_mut("web").unwrap().port = 80;
    assert_eq!(updated(web), replaced("base + 80", "80"));
    let rule = |it: &mut Config| it.server.get_mut("db").unwrap().rule[1].name = "c".into();
    assert_eq!(updated(rule), replaced("rule \"b\"", "rule \"c\""));
    assert_eq!(updated(|it| it.log = None), replaced("\nlog {\n  level = \"info\"\n}\n", ""));
    let log = |it: &mut Config| it.log.as_mut().unwrap().level = "debug".into();
    assert_eq!(updated(log), replaced("info", "debug"));
}

#[test]
fn blocks_are_added_removed_and_moved() {
    let text = updated(|it| {
        it.server.remove("web");
        let rule = Rule { name: "r".into(), when: None, port: Some(2) };
        it.server.insert("new".into(), Server { port: 1, tags: None, rule: vec![rule] });
        it.rule.reverse();
    });
    let server = r#"server "new" {
    port = 1

    rule "r" {
        port = 2
    }
}

"#;
    let rules = r#"rule "first" {
  port = 1
}
rule "second" {}
"#;
    let reversed = r#"rule "second" {}
rule "first" {
  port = 1
}
"#;
    let expected = TEXT
        .replace("server \"web\" { port = base + 80 }\n\n", "")
        .replace(rules, &format!("{server}{reversed}"));
    assert_eq!(text, expected);
}

#[test]
fn changed_secrets_are_not_written() {
    let (mut document, mut config) = document(TEXT);
    config.token = Some("hunter3".into());
    let error = config.update(&mut document, &context()).unwrap_err().to_string();
    assert!(error.contains("\"token\" is not written") && !error.contains("hunter"), "{error}");
    assert_eq!(document.to_string(), TEXT);
}

#[test]
fn an_invalid_document_stays() {
    let mut document: Document = "interval = \"often\"\n".parse().unwrap();
    let (_, config) = self::document(TEXT);
    let error = config.update(&mut document, &context()).unwrap_err().to_string();
    assert!(error.contains("a number is required"), "{error}");
    assert_eq!(document.to_string(), "interval = \"often\"\n");
}

fn rule() -> impl Strategy<Value = Rule> {
    ("[ab]", proptest::option::of(0_u16..3)).prop_map(|(name, port)| Rule {
        name,
        when: None,
        port,
    })
}

fn config() -> impl Strategy<Value = Config> {
    let rules = || prop::collection::vec(rule(), 0..4);
    let server =
        (0_u16..3, proptest::option::of(Just(BTreeMap::from([("k".into(), "v".into())]))), rules())
            .prop_map(|(port, tags, rule)| Server { port, tags, rule });
    (
        58_u32..62,
        proptest::option::of((0..3_u64).prop_map(Duration::from_secs)),
        prop::collection::btree_map("[a-c]", server, 0..3),
        rules(),
        proptest::option::of(Just(Log { level: "info".into() })),
    )
        .prop_map(|(interval, timeout, server, rule, log)| Config {
            interval,
            timeout,
            token: None,
            server,
            rule,
            log,
        })
}

proptest! {
    #[test]
    fn an_updated_document_decodes_to_the_struct(before in config(), after in config()) {
        let text = hcldyn::to_string(&before).unwrap();
        let (mut document, _) = document(&text);
        after.update(&mut document, &context()).map_err(|it| TestCaseError::fail(it.to_string()))?;
        let (_, again) = self::document(&document.to_string());
        let expected = hcldyn::to_string(&after).unwrap();
        prop_assert_eq!(hcldyn::to_string(&again).unwrap(), expected, "{}\n{}", text, document);
        let once = document.to_string();
        after.update(&mut document, &context()).unwrap();
        prop_assert_eq!(document.to_string(), once);
    }
}
