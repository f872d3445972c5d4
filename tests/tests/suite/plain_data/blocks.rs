//! Configurations as types that implement `Deserialize`.

use std::collections::{BTreeMap, HashMap};

use hcldyn::ext::dynblock;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value as Json;

use super::{good, problems};

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Config {
    name: String,
    note: Option<String>,
    #[serde(default)]
    server: BTreeMap<String, Server>,
    #[serde(default)]
    rule: Vec<Rule>,
    mode: Option<Mode>,
    store: Option<Store>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Server {
    port: u16,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Rule {
    allow: Address,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Address(String);

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Fast,
    Slow(u8),
    Mixed(u8, u8),
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Store {
    File { path: String },
    Memory,
}

#[test]
fn types_decode_as_with_hcl_rs() {
    let table = [
        "name = \"a\"\n",
        "name = \"a\"\nnote = null\nmode = \"fast\"\n",
        "name = \"a\"\nmode = { slow = 1 }\n",
        "name = \"a\"\nmode = { mixed = [1, 2] }\nstore = \"memory\"\n",
        "name = \"a\"\nstore \"file\" {\n  path = \"/x\"\n}\n",
        "name = \"a\"\nstore {\n  file {\n    path = \"/x\"\n  }\n}\n",
        "name = \"a\"\nserver \"x\" {\n  port = 80\n}\nserver \"y\" {\n  port = 81\n  tags = [\"t\"]\n}\n",
        "name = \"a\"\nrule {\n  allow = \"x\"\n}\nrule {\n  allow = \"y\"\n}\n",
        "name = \"a\"\nrule = [{ allow = \"x\" }]\nserver = { x = { port = 80 } }\n",
    ];
    for text in table {
        assert_eq!(good::<Config>(text), hcl::from_str(text).unwrap(), "{text}");
        assert_eq!(good::<Json>(text), hcl::from_str::<Json>(text).unwrap(), "{text}");
    }
}

#[test]
fn a_single_block_is_a_list_of_one() {
    let config: Config = good("name = \"a\"\nrule {\n  allow = \"x\"\n}\n");
    assert_eq!(config.rule, [Rule { allow: Address("x".into()) }]);
    let labelled: BTreeMap<String, BTreeMap<String, Vec<Rule>>> = good(
        "rule \"x\" {\n  allow = \"1\"\n}\nrule \"y\" {\n  allow = \"2\"\n}\nrule \"y\" {\n  allow = \"3\"\n}\n",
    );
    assert_eq!((labelled["rule"]["x"].len(), labelled["rule"]["y"].len()), (1, 2));
    // An object is not a block, and neither is a group of labels.
    let expected =
        "<text>:2:8: error: Invalid value for \"rule\": a list is required, not an object.";
    assert_eq!(problems::<Config>("name = \"a\"\nrule = { allow = \"x\" }\n"), expected);
    let expected =
        "<text>:2:1: error: Invalid value for \"rule\": a list is required, not an object.";
    assert_eq!(problems::<Config>("name = \"a\"\nrule \"x\" {\n  allow = \"1\"\n}\n"), expected);
}

#[test]
fn maps_keep_the_source_order() {
    let config: IndexMap<String, IndexMap<String, HashMap<String, u8>>> =
        good("b \"z\" {\n  p = 1\n}\na \"x\" {\n  p = 2\n}\nb \"y\" {\n  p = 3\n}\n");
    assert_eq!(config.keys().collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(config["b"].keys().collect::<Vec<_>>(), ["z", "y"]);
}

#[test]
fn keys_are_parsed() {
    #[derive(Debug, Deserialize, PartialEq, Eq, Hash)]
    #[serde(rename_all = "lowercase")]
    enum Level {
        Low,
        High,
    }
    type Ports = BTreeMap<String, HashMap<u16, BTreeMap<String, u8>>>;
    let ports: Ports = good("p \"80\" {}\np \"443\" {\n  weight = 1\n}\n");
    assert_eq!((ports["p"].len(), ports["p"][&443]["weight"]), (2, 1));
    let levels: BTreeMap<String, HashMap<Level, u8>> = good("l = { low = 1, high = 2 }\n");
    assert_eq!(levels["l"][&Level::High], 2);
    let expected = "<text>:1:7: error: Invalid value for \"p\": a whole number from 0 to 65535 is required, \
                    not \"x\".";
    assert_eq!(problems::<BTreeMap<String, HashMap<u16, u8>>>("p = { x = 1 }\n"), expected);
}

#[test]
fn json_syntax_is_read() {
    let source = Source::new(
        "main.hcl.json",
        r#"{"name": "${upper}", "server": {"x": {"port": 80}}, "rule": [{"allow": "y"}], "mode": {"slow": 300}}"#,
    );
    let ctx = EvalContext::new().with_variable("upper", "A");
    let error =
        hcldyn::decode::serde::from_source::<Config>(&source, &ctx).unwrap_err().to_string();
    let expected = "main.hcl.json:1:96: error: Invalid value for \"mode.slow\": a whole number from 0 to 255 \
                    is required, not 300.";
    assert_eq!(error, expected);
    let source = Source::new("main.hcl.json", source.text().replace("300", "30"));
    let config: Config = hcldyn::decode::serde::from_source(&source, &ctx).unwrap();
    assert_eq!((config.name.as_str(), config.server["x"].port), ("A", 80));
    assert_eq!((config.rule.len(), config.mode), (1, Some(Mode::Slow(30))));
}

#[test]
fn files_are_read() {
    let folder = std::env::temp_dir().join(format!("hcldyn-serde-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("main.hcl");
    std::fs::write(&path, "name = \"a\"\n").unwrap();
    let config = hcldyn::decode::serde::from_file::<Config>(&path, &EvalContext::new()).unwrap();
    assert_eq!(config.name, "a");
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(hcldyn::decode::serde::from_file::<Config>(&path, &EvalContext::new()).is_err());
}

#[test]
fn dynamic_blocks_are_data_unless_they_are_expanded() {
    let text = r#"name = "a"
dynamic "rule" {
  for_each = ["x"]
  content {
    allow = rule.value
  }
}
"#;
    let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
    let body = parse_body(&Source::new("t", text), &mut diags);
    let config: Option<Config> =
        hcldyn::decode::serde::from_body(&dynblock::expand(&body, &ctx), &ctx, &mut diags);
    assert_eq!(config.unwrap().rule.len(), 1);
    assert!(hcldyn::decode::serde::from_body::<Config>(&body, &ctx, &mut diags).is_none());
}

#[test]
fn a_broken_file_has_only_its_own_errors() {
    let error = problems::<Config>("name = \nserver \"x\" {\n  prt = missing\n}\n");
    assert_eq!(error.lines().count(), 2, "{error}");
    let error = problems::<Config>("nam = \n");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(!error.contains("is required"), "{error}");
}

/// Serde reads the data of these types before it knows their fields.
#[test]
fn buffered_types_have_the_location_of_the_whole() {
    #[derive(Debug, Deserialize)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Debug, Deserialize)]
    struct Inner {
        port: u8,
        #[serde(default)]
        rule: Vec<Rule>,
    }
    let text = r#"o {
  port = 1
  rule = [{ allow = "x" }]
}
"#;
    let outer = good::<BTreeMap<String, Outer>>(text).remove("o").unwrap().inner;
    assert_eq!((outer.port, outer.rule.len()), (1, 1));
    let expected = "<text>:1:1: error: Invalid value for \"o\": a whole number from 0 to 255 is required, not \
                    300.";
    assert_eq!(problems::<BTreeMap<String, Outer>>("o {\n  port = 300\n}\n"), expected);

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Either {
        Number(u8),
        Text(String),
    }
    let either: BTreeMap<String, Either> = good("a = 1\nb = \"x\"\n");
    assert_eq!((&either["a"], &either["b"]), (&Either::Number(1), &Either::Text("x".into())));
    let error = problems::<BTreeMap<String, Either>>("a = 1\nb = true\n");
    assert!(error.starts_with("<text>:2:5: error: Invalid value for \"b\": "), "{error}");
}

#[test]
fn deep_bodies_are_read_without_a_stack_overflow() {
    let depth = 240;
    let text = format!("{}{}", "a \"x\" {\n".repeat(depth), "}\n".repeat(depth));
    let mut data: &Json = &good(&text);
    for _ in 0..depth {
        data = &data["a"]["x"];
    }
    assert_eq!(*data, serde_json::json!({}));
}
