//! Flattened structs in objects with a prefix of their names.

use std::collections::BTreeMap;

use hcldyn::cty::{FromValue as _, Value};
use hcldyn::{HclDecode, HclValue, Spanned};

use super::{good, problems};

#[derive(Debug, PartialEq, HclValue)]
#[hcl(into_value)]
struct Service {
    host: String,
    #[hcl(flatten, prefix = "db_")]
    database: Database,
    #[hcl(flatten, prefix = "cache_")]
    cache: Box<Address>,
    #[hcl(remain)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(into_value)]
struct Database {
    #[hcl(flatten)]
    address: Address,
    #[hcl(flatten, prefix = "tls_")]
    tls: Tls,
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(into_value)]
struct Address {
    host: String,
    #[hcl(alias = "number", former_name = "no")]
    port: Option<u16>,
}

#[derive(Debug, PartialEq, HclValue)]
#[hcl(into_value)]
struct Tls {
    #[hcl(sensitive)]
    key: Option<String>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Config {
    a: Service,
}

const SERVICE: &str = "a = { host = \"a\", db_host = \"b\", db_number = 1, db_tls_key = \"k\", cache_host = \"c\", x = 1 }\n";

fn service() -> Service {
    let address = |host: &str, port| Address { host: host.into(), port };
    Service {
        host: "a".into(),
        database: Database { address: address("b", Some(1)), tls: Tls { key: Some("k".into()) } },
        cache: Box::new(address("c", None)),
        rest: BTreeMap::from([("x".into(), Value::from(1))]),
    }
}

#[test]
fn all_names_have_the_prefixes_of_the_fields_around_them() {
    assert_eq!(good::<Config>(SERVICE).a, service());
}

#[test]
fn a_value_has_the_prefixes_and_is_read_again() {
    let value = Value::try_from(service()).unwrap();
    let attributes = [
        ("host", "a".into()),
        ("db_host", "b".into()),
        ("db_port", 1.into()),
        ("db_tls_key", "k".into()),
        ("cache_host", "c".into()),
        ("x", 1.into()),
    ];
    assert_eq!(value, Value::object(attributes));
    let converted = Service::value_spec().try_convert(value).unwrap();
    assert_eq!(Service::from_value(&converted).unwrap(), service());
}

#[test]
fn messages_have_the_written_names() {
    assert_eq!(
        problems::<Config>(
            "a = { host = \"a\", db_host = \"b\", db_port = 70000, cache_no = 1 }\n"
        ),
        "t.hcl:1:5: error: Missing attribute; The required attribute \"cache_host\" is not set.\n\
         t.hcl:1:44: error: Invalid value for \"a\": attribute \"db_port\": a whole number from 0 to 65535 is required, not 70000.\n\
         t.hcl:1:51: warning: Deprecated attribute; The attribute \"cache_no\" is deprecated. Use \"cache_port\" instead."
    );
}

#[test]
fn locations_are_those_of_the_attributes() {
    #[derive(HclDecode)]
    struct Located {
        a: Pair,
    }
    #[derive(HclValue)]
    struct Pair {
        #[hcl(flatten, prefix = "left_")]
        left: Side,
        #[hcl(flatten, prefix = "right_")]
        right: Side,
    }
    #[derive(HclValue)]
    struct Side {
        port: Spanned<u16>,
    }
    let found = good::<Located>("a = { right_port = 2, left_port = 1 }\n").a;
    let at = |it: &Spanned<u16>| (**it, it.place().to_string());
    assert_eq!(at(&found.left.port), (1, "t.hcl:1:35".to_owned()));
    assert_eq!(at(&found.right.port), (2, "t.hcl:1:20".to_owned()));
}

#[test]
fn a_type_that_contains_itself_has_a_prefix_at_its_own_level() {
    #[derive(Debug, PartialEq, HclDecode)]
    struct Root {
        a: Tree,
    }
    #[derive(Debug, PartialEq, HclValue)]
    struct Tree {
        #[hcl(flatten, prefix = "root_")]
        node: Node,
    }
    #[derive(Debug, PartialEq, HclValue)]
    struct Node {
        name: String,
        next: Option<Box<Self>>,
    }
    let text = "a = { root_name = \"a\", root_next = { name = \"b\" } }\n";
    let next = Some(Box::new(Node { name: "b".into(), next: None }));
    assert_eq!(good::<Root>(text).a, Tree { node: Node { name: "a".into(), next } });
}
