//! `#[hcl(serde)]` on attributes and blocks.

use std::collections::{BTreeMap, HashMap};

use hcldyn::{EvalContext, HclDecode};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Value as Json, json};

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(block, serde)]
    one: Option<Server>,
    #[hcl(block, serde, min_items = 1, max_items = 2)]
    many: Vec<Server>,
    #[hcl(block, serde)]
    named: BTreeMap<String, Server>,
    #[hcl(block, serde)]
    grouped: HashMap<String, IndexMap<u16, Vec<Server>>>,
    #[hcl(block, serde, optional)]
    any: Json,
    #[hcl(block, serde)]
    maybe_many: Option<Vec<Server>>,
    #[hcl(block, serde)]
    maybe_named: Option<IndexMap<String, Server>>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Server {
    port: u16,
    #[serde(default)]
    rule: Vec<Json>,
}

#[derive(Debug, HclDecode)]
struct Required {
    #[hcl(block, serde, dynamic)]
    server: Server,
}

fn good<T: HclDecode>(text: &str) -> T {
    hcldyn::from_str(text, &EvalContext::new()).unwrap_or_else(|diags| panic!("{diags}"))
}

fn problems<T: HclDecode>(text: &str) -> String {
    hcldyn::from_str::<T>(text, &EvalContext::new()).err().unwrap().to_string()
}

#[test]
fn blocks_are_deserialized() {
    let text = r#"
        one {
          port = 79 + 1
          rule {
            a = 1
          }
        }
        many { port = 1 }
        many { port = 2 }
        named "x" { port = 3 }
        grouped "x" "80" { port = 4 }
        grouped "x" "80" { port = 5 }
        any {
          nested "label" {}
        }
        maybe_many { port = 6 }
        maybe_named "y" { port = 7 }
    "#;
    let config: Config = good(text);
    let server = |port| Server { port, rule: Vec::new() };
    assert_eq!(config.one, Some(Server { port: 80, rule: vec![json!({"a": 1})] }));
    assert_eq!(config.many, [server(1), server(2)]);
    assert_eq!(config.named["x"], server(3));
    assert_eq!(config.grouped["x"][&80], [server(4), server(5)]);
    assert_eq!(config.any, json!({"nested": {"label": {}}}));
    assert_eq!(config.maybe_many, Some(vec![server(6)]));
    assert_eq!(config.maybe_named.unwrap()["y"], server(7));

    let config: Config = good("many { port = 1 }");
    assert_eq!((config.one, config.named.len(), config.any), (None, 0, Json::Null));
    assert!(config.maybe_many.is_none() && config.maybe_named.is_none());
    let text = r#"dynamic "server" {
  for_each = [7]
  content {
    port = server.value
  }
}
"#;
    assert_eq!(good::<Required>(text).server.port, 7);
}

#[test]
fn errors_are_at_the_parts_of_each_block() {
    let text = r#"many {
  port = -1
}
many {
  prt = 1
}
named "x" {
  port = 1
  rule = 5
}
"#;
    let expected = "<text>:2:10: error: Invalid value for \"port\": a whole number from 0 to 65535 is required, \
                    not -1.
<text>:5:3: error: Unexpected item; \"prt\" is not expected here. Did you mean \"port\"?
<text>:9:10: error: Invalid value for \"rule\": a list is required, not 5.";
    assert_eq!(problems::<Config>(text), expected);
    let text = r"many { port = 1 }
many { port = 1 }
many { port = 1 }
named { port = 1 }
";
    let found = problems::<Config>(text);
    assert!(found.contains("At most 2 blocks of type \"many\""), "{found}");
    assert!(found.contains("Missing label"), "{found}");
    assert!(problems::<Required>("").contains("A block of type \"server\" is required here"));
    assert!(problems::<Required>("server {\n  port = missing\n}\n").lines().count() == 1);
}

#[test]
fn errors_are_at_the_parts_of_an_attribute() {
    #[derive(Debug, HclDecode)]
    #[allow(dead_code, reason = "only errors are tested")]
    struct Attributes {
        #[hcl(serde)]
        servers: Vec<Server>,
        #[hcl(serde)]
        ports: Option<BTreeMap<String, u16>>,
        #[hcl(serde, default = ["a"])]
        names: Vec<String>,
    }
    let text = r#"servers = [
  { port = 1 },
  { port = "x" },
]
ports = { a = 1, b = 1.5 }
names = [1]
"#;
    let expected = "<text>:3:12: error: Invalid value for \"servers[1].port\": a whole number from 0 to 65535 is \
                    required, not \"x\".
<text>:5:22: error: Invalid value for \"ports.b\": a whole number from 0 to 65535 is required, not 1.5.
<text>:6:10: error: Invalid value for \"names[0]\": a string is required, not 1.";
    assert_eq!(problems::<Attributes>(text), expected);
}
