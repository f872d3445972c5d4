//! The types of fields with blocks: pointers, sequences, groups by label, and optional collections.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;

use hcldyn::{HclDecode, Spanned};
use indexmap::IndexMap;

use super::{good, problems};

#[derive(Debug, PartialEq, HclDecode)]
struct Rule {
    port: u16,
}

fn rule(header: &str, port: u32) -> String {
    format!("{header} {{\n  port = {port}\n}}\n")
}

fn ports<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Vec<u16> {
    rules.into_iter().map(|rule| rule.port).collect()
}

#[test]
fn pointers() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block)]
        one: Rc<Rule>,
        #[hcl(block)]
        maybe: Option<Arc<Rule>>,
        #[hcl(block)]
        many: Vec<Rc<Rule>>,
        #[hcl(block)]
        named: BTreeMap<String, Arc<Spanned<Rule>>>,
        #[hcl(block)]
        next: Box<Option<Rule>>,
        #[hcl(flatten)]
        rest: Arc<Rest>,
    }
    #[derive(Debug, HclDecode)]
    struct Rest {
        size: u8,
    }
    let text = rule("one", 1) + &rule("many", 2) + &rule("many", 3) + &rule("named \"a\"", 4);
    let config: Config = good(&(text.clone() + "size = 9\n"));
    assert_eq!((config.one.port, config.maybe, config.rest.size), (1, None, 9));
    assert_eq!(config.many.iter().map(|rule| rule.port).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(config.named["a"].port, 4);
    assert_eq!(config.named["a"].place().to_string(), "t.hcl:10:1");
    assert!(config.next.is_none());
    let config: Config = good(&(text + "size = 9\n" + &rule("next", 5) + &rule("maybe", 6)));
    assert_eq!(config.next.as_ref().as_ref().map(|rule| rule.port), Some(5));
    assert_eq!(config.maybe.map(|rule| rule.port), Some(6));
}

#[test]
fn a_struct_behind_pointers_may_contain_itself() {
    #[derive(Debug, HclDecode)]
    struct Node {
        #[hcl(block)]
        first: Option<Rc<Self>>,
        #[hcl(block)]
        second: Box<Option<Self>>,
        #[hcl(block)]
        more: VecDeque<Arc<Self>>,
    }
    let node: Node = good("first {\n  second {\n  }\n  more {\n  }\n}\n");
    let first = node.first.unwrap();
    assert_eq!((first.second.is_some(), first.more.len()), (true, 1));
}

#[test]
fn sequences() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block, max_items = 2)]
        a: VecDeque<Rule>,
        #[hcl(block)]
        b: Box<[Rule]>,
    }
    let config: Config = good(&(rule("a", 1) + &rule("b", 2) + &rule("a", 3)));
    assert_eq!((ports(&config.a), ports(&config.b)), (vec![1, 3], vec![2]));
    let three = rule("a", 1).repeat(3);
    assert_eq!(
        problems::<Config>(&three),
        "t.hcl:7:1: error: Too many blocks; At most 2 blocks of type \"a\" are allowed here, not 3."
    );
}

#[test]
fn blocks_of_one_label_are_grouped() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(dynamic)]
        rule: IndexMap<String, Vec<Rule>>,
        #[hcl(block)]
        route: HashMap<IpAddr, BTreeMap<u8, VecDeque<Rule>>>,
    }
    let generated = r#"dynamic "rule" {
  for_each = [7, 8]
  labels = ["z"]
  content {
    port = rule.value
  }
}
"#;
    let text = rule("rule \"z\"", 1) + &rule("rule \"a\"", 2) + generated;
    let text = text + &rule("rule \"a\"", 3) + &rule("route \"::1\" \"5\"", 4);
    let text = text + &rule("route \"::1\" \"6\"", 5) + &rule("route \"::1\" \"5\"", 6);
    let config: Config = good(&text);
    let rules = config.rule.iter().map(|(name, rules)| (name.as_str(), ports(rules)));
    assert_eq!(rules.collect::<Vec<_>>(), [("z", vec![1, 7, 8]), ("a", vec![2, 3])]);
    let routes = &config.route[&"::1".parse::<IpAddr>().unwrap()];
    assert_eq!((ports(&routes[&5]), ports(&routes[&6])), (vec![4, 6], vec![5]));
    let loaded = hcldyn::Decoder::new().text("t.hcl", text).decode::<Config>().unwrap();
    assert_eq!(loaded.place_of("rule.a[1].port").unwrap().to_string(), "t.hcl:15:10");
}

#[test]
fn every_block_of_a_group_is_checked() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block, max_items = 3)]
        rule: BTreeMap<u8, Vec<Rule>>,
    }
    let text = rule("rule \"1\"", 70000) + &rule("rule \"1\"", 1) + &rule("rule \"1\"", 80000);
    let found = problems::<Config>(&text);
    assert_eq!(found.lines().count(), 2, "{found}");
    assert!(found.contains("t.hcl:2:10") && found.contains("t.hcl:8:10"), "{found}");
    // Labels that are written differently but convert to equal keys belong to different groups.
    assert_eq!(
        problems::<Config>(&(rule("rule \"1\"", 1) + &rule("rule \"01\"", 1))),
        "t.hcl:4:6: error: Duplicate block; A block of type \"rule\" with an equal label is already defined."
    );
    assert_eq!(
        problems::<Config>(&rule("rule \"1\"", 1).repeat(4)),
        "t.hcl:10:1: error: Too many blocks; At most 3 blocks of type \"rule\" are allowed here, not 4."
    );
}

#[test]
fn optional_collections_are_none_without_blocks() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block, max_items = 2)]
        a: Option<Vec<Rule>>,
        #[hcl(block)]
        b: Option<BTreeMap<String, Rule>>,
        #[hcl(block)]
        c: Option<HashMap<String, Vec<Rule>>>,
        #[hcl(attrs)]
        tags: Option<IndexMap<String, u8>>,
    }
    let config: Config = good("");
    assert!(config.a.is_none() && config.b.is_none() && config.c.is_none());
    assert!(config.tags.is_none());
    let text = rule("a", 1) + &rule("b \"x\"", 2) + &rule("c \"y\"", 3) + "tags {\n}\n";
    let config: Config = good(&text);
    assert_eq!(config.a, Some(vec![Rule { port: 1 }]));
    assert_eq!(config.b.unwrap()["x"], Rule { port: 2 });
    assert_eq!(ports(&config.c.unwrap()["y"]), [3]);
    assert!(config.tags.is_some_and(|tags| tags.is_empty()));
    let found = problems::<Config>(&(rule("a", 1).repeat(3) + &rule("b \"x\"", 70000)));
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[derive(Debug, PartialEq, HclDecode)]
enum Step {
    Run { command: String },
    Wait { seconds: u8 },
}

#[test]
fn blocks_of_several_types() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(blocks)]
        steps: VecDeque<Box<Step>>,
    }
    #[derive(Debug, HclDecode)]
    struct Located {
        #[hcl(blocks)]
        steps: Option<Vec<Spanned<Step>>>,
    }
    #[derive(Debug, HclDecode)]
    struct One {
        #[hcl(blocks)]
        step: Rc<Step>,
    }
    let text = r#"wait {
  seconds = 1
}
run {
  command = "ls"
}
"#;
    let config: Config = good(text);
    assert_eq!(*config.steps[0], Step::Wait { seconds: 1 });
    assert_eq!(*config.steps[1], Step::Run { command: "ls".into() });
    let located = good::<Located>(text).steps.unwrap();
    assert_eq!(located[1].place().to_string(), "t.hcl:4:1");
    assert!(good::<Located>("").steps.is_none());
    let one: One = good("wait {\n  seconds = 2\n}\n");
    assert_eq!(*one.step, Step::Wait { seconds: 2 });
}

#[test]
fn free_attributes_in_source_order_with_converted_names() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(attrs)]
        tags: IndexMap<String, u8>,
        #[hcl(attrs)]
        levels: BTreeMap<Level, Spanned<u8>>,
    }
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, hcldyn::HclValue)]
    enum Level {
        Info,
        Debug,
    }
    let config: Config = good("tags {\n  z = 1\n  a = 2\n  m = 3\n}\nlevels {\n  debug = 4\n}\n");
    let tags: Vec<_> = config.tags.iter().map(|(name, size)| (name.as_str(), *size)).collect();
    assert_eq!(tags, [("z", 1), ("a", 2), ("m", 3)]);
    assert_eq!(*config.levels[&Level::Debug], 4);
    assert_eq!(
        problems::<Config>("tags {\n}\nlevels {\n  debig = 4\n  info  = 256\n}\n"),
        "t.hcl:4:3: error: Invalid name; Invalid attribute name \"debig\": \"info\" or \"debug\" is required, not \"debig\". Did you mean \"debug\"?\n\
         t.hcl:5:11: error: Invalid value for \"levels.info\": a whole number from 0 to 255 is required, not 256."
    );
}

#[test]
fn names_that_convert_to_equal_keys_are_rejected() {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Lower(String);
    impl hcldyn::cty::FromValue for Lower {
        fn ty() -> hcldyn::cty::Type {
            hcldyn::cty::Type::String
        }
        fn from_value(value: &hcldyn::cty::Value) -> Result<Self, hcldyn::cty::FromValueError> {
            String::from_value(value).map(|text| Self(text.to_lowercase()))
        }
    }
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(attrs)]
        #[expect(dead_code, reason = "never decoded")]
        tags: BTreeMap<Lower, u8>,
    }
    assert_eq!(
        problems::<Config>("tags {\n  ab = 1\n  aB = 2\n}\n"),
        "t.hcl:3:3: error: Duplicate attribute; The name \"aB\" equals another attribute's name after conversion."
    );
}
