//! Enums selected by a label, whose variants have different numbers of labels.

use std::collections::BTreeMap;

use hcldyn::syntax::Source;
use hcldyn::{EvalContext, HclDecode};

use super::{good, problems};

#[derive(Debug, PartialEq, HclDecode)]
#[hcl(tag = label)]
enum Listener {
    Unix {
        #[hcl(label)]
        name: String,
        path: String,
    },
    Tcp {
        port: u16,
    },
    Pair {
        #[hcl(label)]
        from: String,
        #[hcl(label)]
        to: String,
    },
}

#[derive(Debug, PartialEq, HclDecode)]
struct Config {
    #[hcl(block, dynamic)]
    listener: Vec<Listener>,
}

fn listeners() -> Vec<Listener> {
    vec![
        Listener::Unix { name: "a".into(), path: "/tmp".into() },
        Listener::Tcp { port: 80 },
        Listener::Pair { from: "x".into(), to: "y".into() },
    ]
}

#[test]
fn each_variant_has_labels_of_its_own() {
    let text = r#"listener "unix" "a" {
  path = "/tmp"
}
listener "tcp" {
  port = 80
}
listener "pair" "x" "y" {}"#;
    assert_eq!(good::<Config>(text).listener, listeners());
}

#[test]
fn json_sources() {
    let text = r#"{"listener": [
        {"unix": {"a": {"path": "/tmp"}}},
        {"tcp": {"port": 80}},
        {"pair": {"x": {"y": {}}}}
    ]}"#;
    let source = Source::new("t.json", text);
    let config: Config = hcldyn::from_source(&source, &EvalContext::new()).unwrap();
    assert_eq!(config.listener, listeners());
}

#[test]
fn wrong_numbers_of_labels() {
    assert_eq!(
        problems::<Config>("listener \"tcp\" \"extra\" {\n  port = 80\n}"),
        "t.hcl:1:16: error: Too many labels; A block of type \"listener\" takes 1 label (\"type\"), not 2."
    );
    assert_eq!(
        problems::<Config>("listener \"pair\" \"x\" {}"),
        "t.hcl:1:21: error: Missing label; A block of type \"listener\" takes 3 labels; \"to\" is missing before the brace."
    );
    assert_eq!(
        problems::<Config>("listener {}"),
        "t.hcl:1:10: error: Missing label; A block of type \"listener\" takes 1 label; \"type\" is missing before the brace."
    );
    let unknown = problems::<Config>("listener \"tpc\" {\n  port = 80\n}");
    assert!(unknown.contains("Did you mean \"tcp\"?"), "{unknown}");
}

#[test]
fn generated_blocks() {
    let text = r#"dynamic "listener" {
  for_each = [80]
  labels = ["tcp"]
  content {
    port = listener.value
  }
}
dynamic "listener" {
  for_each = ["x"]
  labels = ["pair", listener.value, "y"]
  content {}
}"#;
    let expected =
        [Listener::Tcp { port: 80 }, Listener::Pair { from: "x".into(), to: "y".into() }];
    assert_eq!(good::<Config>(text).listener, expected);
    let text = r#"dynamic "listener" {
  for_each = [80]
  labels = ["tcp", "extra"]
  content {
    port = listener.value
  }
}"#;
    assert_eq!(
        problems::<Config>(text),
        "t.hcl:3:20: error: Too many labels; A block of type \"listener\" takes 1 label (\"type\"), not 2."
    );
}

#[test]
fn after_the_key_of_a_map() {
    #[derive(Debug, PartialEq, HclDecode)]
    struct Map {
        #[hcl(block)]
        listener: BTreeMap<String, Listener>,
    }
    let text = r#"listener "one" "tcp" {
  port = 80
}
listener "two" "pair" "x" "y" {}"#;
    let map: Map = good(text);
    assert_eq!(map.listener["one"], Listener::Tcp { port: 80 });
    assert_eq!(map.listener["two"], Listener::Pair { from: "x".into(), to: "y".into() });
    assert!(
        problems::<Map>("listener \"one\" \"tcp\" \"z\" {\n  port = 1\n}")
            .contains("Too many labels")
    );
}

#[test]
fn beside_other_labels_in_a_flattened_enum() {
    #[derive(Debug, PartialEq, HclDecode)]
    struct Named {
        #[hcl(label)]
        name: String,
        #[hcl(flatten)]
        listener: Listener,
    }
    #[derive(Debug, HclDecode)]
    struct All {
        #[hcl(block)]
        listener: Vec<Named>,
    }
    let all: All =
        good("listener \"n\" \"tcp\" {\n  port = 80\n}\nlistener \"m\" \"pair\" \"x\" \"y\" {}");
    assert_eq!(all.listener[0], Named { name: "n".into(), listener: Listener::Tcp { port: 80 } });
    assert_eq!(all.listener[1].name, "m");
}
