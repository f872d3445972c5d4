//! Maps of blocks: by one label and by several, in the order of the keys or of the source, and counted.

use std::collections::{BTreeMap, HashMap};

use hcldyn::cty::Value;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, EvalContext, HclDecode, Spanned};
use indexmap::IndexMap;

use super::{good, problems, problems_in};

#[derive(Debug, PartialEq, HclDecode)]
struct Port {
    number: u16,
}

fn port(labels: &str, number: u16) -> String {
    format!("port {labels} {{\n  number = {number}\n}}\n")
}

#[derive(Debug, HclDecode)]
struct Indexed {
    #[hcl(dynamic)]
    port: IndexMap<String, Port>,
}

#[test]
fn in_source_order() {
    let generated = r#"dynamic "port" {
  for_each = [3, 1]
  labels = ["m${port.value}"]
  content {
    number = port.value
  }
}
"#;
    let text = port("\"z\"", 5) + generated + &port("\"a\"", 4);
    let numbers = |ports: &IndexMap<String, Port>| -> Vec<_> {
        ports.iter().map(|(name, port)| (name.clone(), port.number)).collect()
    };
    let expected = [("z", 5), ("m3", 3), ("m1", 1), ("a", 4)];
    let expected = expected.map(|(name, number)| (name.to_owned(), number));
    assert_eq!(numbers(&good::<Indexed>(&text).port), expected);

    let loaded = Decoder::new().text("t.hcl", text).decode::<Indexed>().unwrap();
    assert_eq!(loaded.place_of("port.a.number").unwrap().to_string(), "t.hcl:12:12");
    assert_eq!(loaded.place_of("port[\"z\"].number").unwrap().to_string(), "t.hcl:2:12");
    assert_eq!(
        problems::<Indexed>(&(port("\"a\"", 1) + &port("\"a\"", 2))),
        "t.hcl:4:1: error: Duplicate block; The block port \"a\" is already defined; blocks of this type must have unique labels."
    );
}

/// Returns the entries of a decoded map of any type, in its order.
macro_rules! by_two_labels {
    ($map:ident) => {{
        #[derive(Debug, HclDecode)]
        struct Config {
            #[hcl(block)]
            port: $map<Spanned<String>, $map<u8, Port>>,
        }
        let text = port("\"b\" \"2\"", 1) + &port("\"a\" \"1\"", 2) + &port("\"b\" \"1\"", 3);
        let config: Config = good(&text);
        let wrong =
            problems::<Config>(&(text + &port("\"b\" \"x\"", 4) + &port("\"b\" \"02\"", 5)));
        let mut found = Vec::new();
        for (name, ports) in &config.port {
            assert_eq!(name.place().text(), format!("\"{name}\""));
            found.extend(ports.iter().map(|(key, port)| (name.to_string(), *key, port.number)));
        }
        (found, wrong)
    }};
}

#[test]
fn by_several_labels() {
    let (indexed, wrong) = by_two_labels!(IndexMap);
    let entry = |name: &str, key, number| (name.to_owned(), key, number);
    assert_eq!(indexed, [entry("b", 2, 1), entry("b", 1, 3), entry("a", 1, 2)]);
    assert_eq!(
        wrong,
        "t.hcl:10:10: error: Invalid label; Invalid value for the label \"port\": a number is required; this is \"x\".\nt.hcl:13:10: error: Duplicate block; A block of type \"port\" with an equal label is already defined."
    );
    let (sorted, _) = by_two_labels!(BTreeMap);
    assert_eq!(sorted, [entry("a", 1, 2), entry("b", 1, 3), entry("b", 2, 1)]);
    let (mut hashed, _) = by_two_labels!(HashMap);
    hashed.sort();
    assert_eq!(hashed, sorted);
}

#[test]
fn every_label_is_needed() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block)]
        port: BTreeMap<String, BTreeMap<String, Port>>,
    }
    assert_eq!(
        problems::<Config>(&port("\"a\"", 1)),
        "t.hcl:1:10: error: Missing label; A block of type \"port\" takes 2 labels; \"second name\" is missing before the brace."
    );
}

#[test]
fn counted() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(dynamic, min_items = 1, max_items = 2)]
        port: BTreeMap<String, Port>,
    }
    assert_eq!(good::<Config>(&port("\"a\"", 1)).port.len(), 1);
    assert_eq!(
        problems::<Config>(""),
        "t.hcl:1:1: error: Too few blocks; At least 1 block of type \"port\" is required here, not 0."
    );
    let three = port("\"c\"", 1) + &port("\"b\"", 1) + &port("\"a\"", 1);
    assert_eq!(
        problems::<Config>(&three),
        "t.hcl:7:1: error: Too many blocks; At most 2 blocks of type \"port\" are allowed here, not 3."
    );
    // The number of blocks is unknown, so it is not reported as too small.
    let ctx = EvalContext::new().with_variable("later", Value::dynamic());
    let text = r#"dynamic "port" {
  for_each = later
  labels = ["a"]
  content { number = 1 }
}
"#;
    let problems = problems_in::<Config>(text, &ctx);
    assert!(
        problems.contains("Unknown number of blocks") && !problems.contains("few"),
        "{problems}"
    );
}

/// Errors in a block are reported even if another block is missing or there are too many.
#[test]
fn blocks_beside_failed_ones_are_checked() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block, max_items = 1)]
        rule: Vec<Rule>,
        #[hcl(block, max_items = 1)]
        named: BTreeMap<String, Rule>,
    }
    #[derive(Debug, HclDecode)]
    struct Rule {
        #[hcl(validate = small)]
        size: u8,
    }
    fn small(size: &u8) -> Result<(), &'static str> {
        if *size > 9 { Err("It has one digit.") } else { Ok(()) }
    }
    let rule = |header: &str, size: u8| format!("{header} {{\n  size = {size}\n}}\n");
    let text =
        rule("rule", 10) + &rule("rule", 1) + &rule("named \"a\"", 11) + &rule("named \"b\"", 1);
    let found = hcldyn::from_source::<Config>(&Source::new("t.hcl", text), &EvalContext::new());
    let found: Vec<_> = found.unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found[0], "t.hcl:2:10: error: Invalid value; It has one digit.");
    assert_eq!(found[2], "t.hcl:8:10: error: Invalid value; It has one digit.");
}
