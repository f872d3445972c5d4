//! Labels: all remaining ones, converted ones, keys of maps; and the source location of a struct.

use std::collections::{BTreeMap, VecDeque};
use std::net::Ipv4Addr;

use hcldyn::syntax::Place;
use hcldyn::{HclDecode, Spanned};

use super::{good, problems};

#[test]
fn all_remaining_labels() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(dynamic)]
        route: Vec<Route>,
        #[hcl(block)]
        any: Option<Any>,
        #[hcl(block)]
        named: BTreeMap<String, Any>,
    }
    #[derive(Debug, HclDecode)]
    struct Route {
        #[hcl(label)]
        method: String,
        #[hcl(labels)]
        segments: Vec<Spanned<String>>,
    }
    #[derive(Debug, HclDecode)]
    struct Any {
        #[hcl(labels)]
        sizes: VecDeque<u8>,
    }
    let text = r#"
route "get" {}
route "put" "users" "new" {}
any 1 {}
any2 {}
"#;
    let text = text
        .replace("any 1 {}\nany2 {}", "any \"1\" \"20\" {}\nnamed \"x\" {}\nnamed \"y\" \"3\" {}")
        + "dynamic \"route\" {\n  for_each = [\"a\"]\n  labels = [\"del\", route.value, \"b\"]\n  content {}\n}\n";
    let config: Config = good(&text);
    assert!(config.route[0].segments.is_empty());
    let segments: Vec<_> = config.route[1].segments.iter().map(|it| it.as_str()).collect();
    assert_eq!((config.route[1].method.as_str(), segments), ("put", vec!["users", "new"]));
    assert_eq!(config.route[1].segments[1].place().to_string(), "t.hcl:3:21");
    assert_eq!(config.route[2].segments.len(), 2);
    assert_eq!(config.any.unwrap().sizes, [1, 20]);
    assert_eq!((config.named["x"].sizes.len(), config.named["y"].sizes[0]), (0, 3));
    assert_eq!(
        problems::<Config>("route {}\nany \"1\" \"a\" \"300\" {}\n"),
        "t.hcl:1:7: error: Missing label; A block of type \"route\" takes 1 label; \"method\" is missing before the brace.\n\
         t.hcl:2:9: error: Invalid label; Invalid value for the label \"sizes\": a number is required; this is \"a\".\n\
         t.hcl:2:13: error: Invalid label; Invalid value for the label \"sizes\": a whole number from 0 to 255 is required, not 300."
    );
    let json = hcldyn::decode::from_json_str::<Config>(
        r#"{"route": {"get": {}}, "any": {}}"#,
        &hcldyn::EvalContext::new(),
    );
    let json = json.unwrap();
    assert!(json.route[0].segments.is_empty() && json.any.unwrap().sizes.is_empty());
}

#[test]
fn converted_labels() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block)]
        peer: Vec<Peer>,
    }
    #[derive(Debug, PartialEq, HclDecode)]
    struct Peer {
        #[hcl(label, with = even)]
        rank: Even,
        #[hcl(label, from_str, validate = is_private)]
        address: Ipv4Addr,
        #[hcl(labels, from_str)]
        more: Box<[Ipv4Addr]>,
    }
    #[derive(Debug, PartialEq)]
    struct Even(u8);
    fn even(rank: u8) -> Result<Even, String> {
        if rank.is_multiple_of(2) { Ok(Even(rank)) } else { Err(format!("{rank} is odd")) }
    }
    fn is_private(address: &Ipv4Addr) -> Result<(), &'static str> {
        if address.is_private() { Ok(()) } else { Err("The address must be private.") }
    }
    let config: Config = good("peer \"2\" \"10.0.0.1\" \"1.1.1.1\" \"1.1.1.2\" {}");
    let more = ["1.1.1.1", "1.1.1.2"].map(|text| text.parse().unwrap()).into();
    let address = "10.0.0.1".parse().unwrap();
    assert_eq!(config.peer, [Peer { rank: Even(2), address, more }]);
    let found = problems::<Config>("peer \"3\" \"10.0.0\" {}\npeer \"4\" \"8.8.8.8\" {}");
    assert!(
        found.contains(
            "t.hcl:1:6: error: Invalid label; Invalid value for the label \"rank\": 3 is odd."
        ),
        "{found}"
    );
    assert!(
        found.contains(
            "t.hcl:1:10: error: Invalid label; Invalid value for the label \"address\": "
        ),
        "{found}"
    );
    assert!(
        found.ends_with("t.hcl:2:10: error: Invalid value; The address must be private."),
        "{found}"
    );
}

#[derive(Debug, HclDecode)]
struct Server {
    #[hcl(key)]
    name: Spanned<String>,
    #[hcl(label)]
    zone: String,
    port: u16,
}

#[test]
fn the_key_is_the_label_under_which_a_block_is_found() {
    #[derive(Debug, HclDecode)]
    struct Maps {
        #[hcl(block)]
        server: BTreeMap<String, Server>,
        #[hcl(block)]
        nested: BTreeMap<String, BTreeMap<String, Vec<Server>>>,
    }
    #[derive(Debug, HclDecode)]
    struct Lists {
        #[hcl(block)]
        server: Vec<Server>,
        #[hcl(block)]
        main: Option<Server>,
    }
    let server = r#"server "a" "eu" {
  port = 80
}
"#;
    let maps: Maps = good(&(server.to_owned() + "nested \"x\" \"y\" \"us\" {\n  port = 81\n}\n"));
    assert_eq!((&**maps.server["a"].name, &*maps.server["a"].zone), ("a", "eu"));
    assert_eq!(maps.server["a"].name.place().to_string(), "t.hcl:1:8");
    let nested = &maps.nested["x"]["y"][0];
    assert_eq!((&**nested.name, &*nested.zone, nested.port), ("y", "us", 81));
    let lists: Lists = good(&(server.to_owned() + "main \"m\" \"eu\" {\n  port = 82\n}\n"));
    assert_eq!((&**lists.server[0].name, &*lists.server[0].zone), ("a", "eu"));
    assert_eq!(lists.main.map(|main| main.name.to_string()), Some("m".to_owned()));
    assert_eq!(
        problems::<Lists>("server \"a\" {\n  port = 80\n}\n"),
        "t.hcl:1:12: error: Missing label; A block of type \"server\" takes 2 labels; \"zone\" is missing before the brace."
    );
}

#[test]
fn keys_are_converted_like_labels() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block)]
        host: BTreeMap<String, Host>,
    }
    #[derive(Debug, HclDecode)]
    struct Host {
        #[hcl(key, from_str)]
        address: Ipv4Addr,
    }
    let config: Config = good("host \"10.0.0.1\" {}");
    assert_eq!(config.host["10.0.0.1"].address, Ipv4Addr::new(10, 0, 0, 1));
    let found = problems::<Config>("host \"ten\" {}");
    assert!(
        found.starts_with(
            "t.hcl:1:6: error: Invalid label; Invalid value for the label \"address\": "
        ),
        "{found}"
    );
}

#[test]
fn the_location_of_a_struct() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(range = "block")]
        whole: Place,
        #[hcl(block)]
        rule: Vec<Rule>,
        #[hcl(block)]
        kind: Option<Kind>,
    }
    #[derive(Debug, HclDecode)]
    struct Rule {
        #[hcl(label)]
        name: String,
        #[hcl(range)]
        header: Place,
        #[hcl(range = "name")]
        ty: Place,
        #[hcl(flatten)]
        inner: Inner,
        size: u8,
    }
    #[derive(Debug, HclDecode)]
    struct Inner {
        #[hcl(range = "block")]
        whole: Place,
        port: u16,
    }
    #[derive(Debug, HclDecode)]
    #[hcl(tag = "type")]
    enum Kind {
        A {
            #[hcl(range = "header")]
            place: Place,
        },
    }
    let text = r#"rule "a" {
  port = 1
  size = 2
}
kind {
  type = "a"
}
"#;
    let config: Config = good(text);
    assert_eq!(config.whole.text(), text);
    let rule = &config.rule[0];
    assert_eq!((rule.header.text(), rule.ty.text()), ("rule \"a\"", "rule"));
    assert_eq!(rule.inner.whole.text(), "rule \"a\" {\n  port = 1\n  size = 2\n}");
    let Some(Kind::A { place }) = config.kind else { panic!("one kind") };
    assert_eq!(place.text(), "kind");

    let json = r#"{"rule": {"a": {"port": 1, "size": 2}}}"#;
    let config: Config = hcldyn::decode::from_json_str(json, &hcldyn::EvalContext::new()).unwrap();
    assert_eq!(config.whole.text(), json);
    assert_eq!(config.rule[0].header.text(), "\"a\"");
    assert_eq!(config.rule[0].inner.whole.text(), "\"a\": {\"port\": 1, \"size\": 2}");
}

#[test]
fn labels_of_a_whole_file_are_a_mistake_in_the_program() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(labels)]
        names: Vec<String>,
    }
    let found = problems::<Config>("");
    assert!(
        found.contains("the label \"names\" belongs to a body that is not in a block"),
        "{found}"
    );
}
