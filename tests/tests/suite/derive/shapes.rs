//! The types that fields of blocks may have.

use std::collections::{BTreeMap, HashMap};

use hcldyn::cty::Value;
use hcldyn::{EvalContext, HclDecode, HclValue};

use super::{good, problems, problems_in};

#[derive(Debug, PartialEq, HclDecode)]
struct Port {
    #[hcl(label)]
    name: String,
    number: u16,
}

type Maybe<T> = Option<T>;
type List<T> = Vec<T>;

#[derive(Debug, HclDecode)]
struct All {
    #[hcl(block)]
    one: Port,
    #[hcl(block)]
    boxed: Box<Port>,
    #[hcl(block)]
    maybe: Maybe<Port>,
    #[hcl(block)]
    maybe_boxed: Maybe<Box<Port>>,
    #[hcl(block)]
    many: List<Port>,
    size: Maybe<u8>,
}

#[test]
fn once_or_more_often() {
    let block = |ty: &str, name: &str| format!("{ty} \"{name}\" {{\n  number = 1\n}}\n");
    let port = |name: &str| Port { name: name.into(), number: 1 };
    let least = block("one", "a") + &block("boxed", "b");
    let all: All = good(&least);
    assert_eq!((all.one, *all.boxed), (port("a"), port("b")));
    assert_eq!((all.maybe, all.maybe_boxed, all.many, all.size), (None, None, vec![], None));
    let more =
        least + &block("maybe", "c") + &block("many", "d") + &block("many", "e") + "size = 2\n";
    let all: All = good(&more);
    assert_eq!((all.maybe, all.many), (Some(port("c")), vec![port("d"), port("e")]));
    assert_eq!(all.size, Some(2));
    assert_eq!(
        problems::<All>(
            &(block("maybe", "c") + &block("maybe", "d") + "many \"x\" {\n  number = 0.5\n}\n")
        ),
        "t.hcl:1:1: error: Missing block; A block of type \"one\" is required here.\nt.hcl:1:1: error: Missing block; A block of type \"boxed\" is required here.\nt.hcl:4:1: error: Second block; At most one block of type \"maybe\" is allowed here.\nt.hcl:8:12: error: Invalid value for \"number\": a whole number from 0 to 65535 is required, not 0.5."
    );
}

#[derive(Debug, HclDecode)]
struct Number {
    number: u16,
}

#[derive(Debug, HclDecode)]
struct Keyed {
    #[hcl(block, dynamic)]
    port: BTreeMap<String, Number>,
    #[hcl(block)]
    pin: HashMap<u8, Number>,
    #[hcl(block)]
    named: BTreeMap<String, Port>,
}

#[test]
fn maps_have_labels_as_keys() {
    let text = r#"port "b" {
  number = 2
}
port "a" {
  number = 1
}
pin 7 {
  number = 3
}
named "x" "y" {
  number = 4
}
"#;
    let keyed: Keyed = good(&text.replace("pin 7", "pin \"7\""));
    let ports: Vec<_> = keyed.port.iter().map(|(key, port)| (key.as_str(), port.number)).collect();
    assert_eq!(ports, [("a", 1), ("b", 2)]);
    assert_eq!(keyed.pin[&7].number, 3);
    assert_eq!(keyed.named["x"], Port { name: "y".into(), number: 4 });
    assert!(good::<Keyed>("").pin.is_empty());
}

#[test]
fn duplicate_keys_are_reported() {
    let text = r#"port "a" {
  number = 1
}
port "a" {
  number = 2
}
pin "1" {
  number = 1
}
pin "01" {
  number = 2
}
pin "x" {
  number = 2
}
"#;
    let problems = problems::<Keyed>(text);
    assert_eq!(
        problems,
        "t.hcl:4:1: error: Duplicate block; The block port \"a\" is already defined; blocks of this type must have unique labels.\nt.hcl:10:5: error: Duplicate block; A block of type \"pin\" with an equal label is already defined.\nt.hcl:13:5: error: Invalid label; Invalid value for the label \"pin\": a number is required; this is \"x\"."
    );
}

#[test]
fn an_unknown_number_of_blocks_is_not_an_empty_map() {
    let ctx = EvalContext::new().with_variable("all", Value::dynamic());
    let text = r#"dynamic "port" {
  for_each = all
  labels = ["a"]
  content {
    number = 1
  }
}
"#;
    let problems = problems_in::<Keyed>(text, &ctx);
    assert!(problems.contains("Unknown number of blocks"), "{problems}");
}

#[derive(Debug, HclDecode)]
struct Setting<T> {
    value: T,
    #[hcl(default)]
    default: T,
    list: Option<Vec<T>>,
}

#[derive(Debug, HclDecode)]
struct Group<B> {
    #[hcl(block)]
    blocks: Vec<B>,
    #[hcl(skip)]
    cache: Option<B>,
}

#[test]
fn generic_structs_need_no_bounds() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block)]
        port: Setting<u16>,
        #[hcl(block)]
        host: Option<Setting<String>>,
        #[hcl(block)]
        group: Group<Number>,
    }
    let text = r#"port {
  value = 1
  list = [2]
}
host {
  value = "h"
}
group {
  blocks {
    number = 5
  }
}
"#;
    let config: Config = good(text);
    assert_eq!((config.port.value, config.port.default, config.port.list), (1, 0, Some(vec![2])));
    assert_eq!(config.host.unwrap().value, "h");
    assert_eq!(config.group.blocks[0].number, 5);
}

#[test]
fn one_block_may_be_generated() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(dynamic)]
        timeout: Option<Number>,
    }
    let text = |each: &str| {
        format!(
            r#"dynamic "timeout" {{
  for_each = {each}
  content {{
    number = timeout.value
  }}
}}
"#
        )
    };
    assert_eq!(good::<Config>(&text("[5]")).timeout.unwrap().number, 5);
    assert!(good::<Config>(&text("[]")).timeout.is_none());
    assert!(problems::<Config>(&text("[1, 2]")).contains("Second block"));
}

#[test]
fn a_nested_option_distinguishes_null_from_nothing() {
    #[derive(Debug, PartialEq, HclDecode)]
    struct Config {
        limit: Option<Option<u8>>,
        boxed: Option<Box<Option<u8>>>,
    }
    let config = |limit, boxed: Option<Option<u8>>| Config { limit, boxed: boxed.map(Box::new) };
    assert_eq!(good::<Config>(""), config(None, None));
    assert_eq!(good::<Config>("limit = null\nboxed = null"), config(Some(None), Some(None)));
    assert_eq!(good::<Config>("limit = 1\nboxed = 2"), config(Some(Some(1)), Some(Some(2))));

    // A function creates the content of the outer `Option`, so null is `None`.
    #[derive(HclDecode)]
    struct Made {
        #[hcl(with = Ok::<Option<u8>, String>)]
        limit: Option<Option<u8>>,
    }
    assert_eq!(good::<Made>("limit = null").limit, None);
    assert_eq!(good::<Made>("limit = 1").limit, Some(Some(1)));

    #[derive(Debug, PartialEq, HclValue)]
    struct Object {
        limit: Option<Option<u8>>,
    }
    #[derive(HclDecode)]
    struct Outer {
        object: Object,
    }
    assert_eq!(good::<Outer>("object = {}").object.limit, None);
    assert_eq!(good::<Outer>("object = { limit = null }").object.limit, Some(None));
    // An object that is not written out has a value for each attribute.
    assert_eq!(good::<Outer>("object = true ? { limit = null } : null").object.limit, None);
    assert_eq!(good::<Outer>("object = { limit = 1 }").object.limit, Some(Some(1)));
}
