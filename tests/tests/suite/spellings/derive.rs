//! The options of fields and of types.

use std::collections::BTreeMap;

use hcldyn::cty::Value;
use hcldyn::decode::from_json_str;
use hcldyn::{Diagnostics, EvalContext, HclDecode, HclValue, Spanned, from_str};

#[derive(Debug, HclDecode, PartialEq)]
struct Config {
    #[hcl(block, or_attr)]
    tls: Option<Tls>,
    #[hcl(block, or_attr, dynamic)]
    listener: Vec<Listener>,
    #[hcl(block, or_attr)]
    user: BTreeMap<String, User>,
    #[hcl(attr, or_block)]
    labels: Option<BTreeMap<String, String>>,
    #[hcl(or_block)]
    limits: Limits,
    #[hcl(or_block)]
    routes: Vec<Limits>,
    #[hcl(block, labels_as_blocks, merge)]
    discovery: Option<Discovery>,
    #[hcl(attrs, or_attr)]
    options: Option<BTreeMap<String, u32>>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Tls {
    cert: String,
    #[hcl(sensitive)]
    key: Option<String>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Listener {
    port: Spanned<u16>,
    #[hcl(block)]
    tls: Option<Tls>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct User {
    #[hcl(label)]
    zone: String,
    shell: String,
}

#[derive(Debug, Default, HclValue, PartialEq)]
struct Limits {
    soft: Option<u32>,
    hard: u32,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Discovery {
    #[hcl(block)]
    instance: Option<Instance>,
    #[hcl(block)]
    informer: Option<Instance>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Instance {
    every: u32,
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_variable("ports", Value::tuple(vec![Value::from(1), Value::from(2)]))
        .with_variable("unknown", Value::dynamic())
}

const PLAIN: &str = r#"
tls {
  cert = "a"
}
listener {
  port = 1
  tls {
    cert = "b"
  }
}
listener {
  port = 2
}
user "eve" "eu" {
  shell = "sh"
}
labels = { a = "b" }
limits = { hard = 5 }
routes = [{ hard = 1 }]
discovery {
  instance {
    every = 1
  }
  informer {
    every = 2
  }
}
options {
  speed = 3
}
"#;

const OTHER: &str = r#"
tls      = { cert = "a" }
listener = [{ port = ports[0], tls = { cert = "b" } }, { port = 2 }]
user     = { eve = { eu = { shell = "sh" } } }
labels {
  a = "b"
}
limits {
  hard = 5
}
routes {
  hard = 1
}
discovery "instance" {
  every = 1
}
discovery "informer" {
  every = 2
}
options = { speed = 3 }
"#;

#[test]
fn fields() {
    let plain: Config = from_str(PLAIN, &context()).unwrap();
    let other: Config = from_str(OTHER, &context()).unwrap();
    assert_eq!(other.listener[0].port.place().to_string(), "<text>:3:22");
    assert_eq!(other.listener[1].port.place().to_string(), "<text>:3:65");
    let ports =
        |config: &Config| -> Vec<u16> { config.listener.iter().map(|it| *it.port).collect() };
    assert_eq!(ports(&plain), ports(&other));
    assert_eq!(
        format!("{:?}", (&plain.tls, &plain.user, &plain.labels)),
        format!("{:?}", (&other.tls, &other.user, &other.labels))
    );
    assert_eq!((&plain.limits, &plain.routes), (&other.limits, &other.routes));
    assert_eq!((&plain.discovery, &plain.options), (&other.discovery, &other.options));

    let json = r#"{"tls": {"cert": "a"}, "listener": [{"port": "${ports[0]}", "tls": {"cert": "b"}}, {"port": 2}],
        "user": {"eve": {"eu": {"shell": "sh"}}}, "labels": {"a": "b"}, "limits": {"hard": 5}, "routes": [{"hard": 1}],
        "discovery": {"instance": {"every": 1}, "informer": {"every": 2}}, "options": {"speed": 3}}"#;
    let json: Config = from_json_str(json, &context()).unwrap();
    assert_eq!((ports(&json), json.tls, json.user), (ports(&other), other.tls, other.user));
    assert_eq!(
        (json.labels, json.discovery, json.options),
        (other.labels, other.discovery, other.options)
    );
}

#[test]
fn errors_are_in_the_file() {
    let text = r#"tls = { cert = [], kay = 1 }
listener = { port = 70000 }
limits {
  hard = "x"
}
routes {
  soft = 1
}
discovery "other" {
}
"#;
    let found = from_str::<Config>(text, &context()).unwrap_err().to_string();
    let places: Vec<_> = found.lines().map(|line| line.split("; ").next().unwrap()).collect();
    assert_eq!(
        places,
        [
            "<text>:1:16: error: Wrong type",
            "<text>:1:20: error: Unexpected attribute",
            "<text>:2:21: error: Invalid value for \"port\": a whole number from 0 to 65535 is required, not 70000.",
            "<text>:4:10: error: Wrong type",
            "<text>:6:1: error: Missing attribute",
            "<text>:9:11: error: Unexpected block",
        ],
        "{found}"
    );
}

#[test]
fn secrets_are_not_shown() {
    for text in ["tls = { cert = [], key = \"hunter2\" }\n", "tls = {\n  key = [\"hunter2\"]\n}\n"]
    {
        let diags: Diagnostics = from_str::<Config>(text, &context()).unwrap_err();
        let report =
            hcldyn::diag::Report::new(&diags).style(hcldyn::diag::Style::Plain).to_string();
        assert!(!report.contains("hunter2"), "{report}");
    }
}

#[test]
fn unknown_values() {
    let found =
        from_str::<Config>("limits = { hard = 1 }\nroutes = []\ntls = unknown\n", &context());
    let found = found.unwrap_err().to_string();
    assert!(found.starts_with("<text>:3:"), "{found}");
}

#[derive(Debug, HclDecode, PartialEq)]
#[hcl(or_attr, or_block, labels_as_blocks, merge)]
struct Loose {
    #[hcl(block)]
    tls: Option<Tls>,
    #[hcl(block)]
    user: BTreeMap<String, Zone>,
    #[hcl(block)]
    discovery: Discovery,
    tags: BTreeMap<String, String>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Zone {
    shell: String,
}

#[test]
fn all_fields_of_a_type() {
    let text = r#"tls = { cert = "a" }
user = { eve = { shell = "sh" } }
discovery "instance" { every = 1 }
discovery = { informer = { every = 2 } }
tags { a = 1 }
tags { b = 2 }
"#;
    let loose: Loose = from_str(text, &context()).unwrap();
    assert_eq!(loose.tls.unwrap().cert, "a");
    assert_eq!(loose.user["eve"].shell, "sh");
    assert_eq!(loose.discovery.informer.unwrap().every, 2);
    assert_eq!(loose.tags.len(), 2);
}

#[test]
fn a_part_of_blocks_for_an_attribute_has_its_own_location() {
    let places = |text: &str| {
        let found = from_str::<Places>(text, &context()).unwrap_err().to_string();
        found
            .lines()
            .map(|line| line.split(' ').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(places("port {\n  a = 80\n}\nport {\n  a = 700\n}\n"), ["<text>:5:7:"]);
    assert_eq!(places("rule {\n  x = 1\n}\nrule {\n  x = 300\n}\n"), ["<text>:5:7:"]);
    assert_eq!(places("rule {\n  x = 1\n}\nrule {\n  x = []\n}\n"), ["<text>:5:7:"]);
}

#[derive(Debug, HclDecode, PartialEq)]
#[hcl(or_block)]
struct Places {
    #[hcl(optional)]
    port: Vec<BTreeMap<String, u8>>,
    #[hcl(optional)]
    rule: Vec<Place>,
}

#[derive(Debug, HclValue, PartialEq)]
struct Place {
    x: u8,
}
