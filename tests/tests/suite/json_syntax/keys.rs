//! Keys of objects in JSON syntax, where a part of the value is captured or located.

use std::collections::BTreeMap;

use hcldyn::decode::from_json_str;
use hcldyn::{Deferred, EvalContext, HclDecode, HclValue};

/// Keys that spell an expression: a word with a comment or with spaces around it, a variable, a call, a keyword.
const KEYS: [&str; 12] =
    ["C#", "C", "a//b", "a/*x*/", " y", "y", "a.b", "f()", "null", "true", "a-b ", "$${x}"];

fn object(value: impl Fn(usize) -> String) -> String {
    let items = KEYS.iter().enumerate().map(|(at, key)| format!("{key:?}: {}", value(at)));
    format!("{{{}}}", items.collect::<Vec<_>>().join(", "))
}

fn expected() -> Vec<(String, usize)> {
    let mut all: Vec<_> =
        KEYS.iter().enumerate().map(|(at, key)| (key.replace("$${", "${"), at)).collect();
    all.sort();
    all
}

#[test]
fn captured_values_keep_their_keys() {
    #[derive(HclDecode)]
    struct Config {
        all: BTreeMap<String, Deferred<usize>>,
    }
    let text = format!("{{\"all\": {}}}", object(|at| at.to_string()));
    let config: Config = from_json_str(&text, &EvalContext::new()).unwrap();
    let found = config.all.into_iter().map(|(key, value)| (key, value.evaluate(&[]).unwrap()));
    assert_eq!(found.collect::<Vec<_>>(), expected());
}

/// A property with blocks in an attribute: each key is a label.
#[test]
fn labels_of_blocks_in_an_attribute_keep_their_names() {
    #[derive(HclDecode)]
    struct Config {
        #[hcl(block, or_attr)]
        lang: Vec<Lang>,
    }
    #[derive(HclDecode)]
    struct Lang {
        #[hcl(label)]
        name: String,
        size: usize,
    }
    let text = format!("{{\"lang\": {}}}", object(|at| format!("{{\"size\": {at}}}")));
    let config: Config = from_json_str(&text, &EvalContext::new()).unwrap();
    let found: Vec<_> = config.lang.into_iter().map(|it| (it.name, it.size)).collect();
    assert_eq!(found.len(), KEYS.len());
}

/// An error in a value is at the value of its own key.
#[test]
fn errors_are_at_the_value_of_their_key() {
    #[derive(HclDecode)]
    struct Config {
        #[expect(dead_code, reason = "only its errors count")]
        all: BTreeMap<String, Item>,
    }
    #[derive(HclValue)]
    struct Item {
        #[expect(dead_code, reason = "only its errors count")]
        size: u8,
    }
    let text = r#"{"all": {"C#": {"size": 1}, "C": {"size": 1000}, "a//b": {"size": 2}, "a": {"size": 3}}}"#;
    let reported = from_json_str::<Config>(text, &EvalContext::new()).err().unwrap().to_string();
    let column = text.find("1000").unwrap() + 1;
    assert!(reported.contains(&format!(":1:{column}: ")), "{reported}");
    let text = text.replace("1000", "3").replace("\"size\": 1}", "\"size\": 1000}");
    let reported = from_json_str::<Config>(&text, &EvalContext::new()).err().unwrap().to_string();
    let column = text.find("1000").unwrap() + 1;
    assert!(reported.contains(&format!(":1:{column}: ")), "{reported}");
}
