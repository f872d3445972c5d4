//! `Spanned`: values that keep their source location, in fields of every shape.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use hcldyn::cty::{FromValue, Mark, MaybeUnknown, Type, Value};
use hcldyn::{Deferred, EvalContext, HclDecode, Spanned};

/// Returns the line, column and source text of a value.
fn at<T>(spanned: &Spanned<T>) -> String {
    let place = spanned.place();
    format!("{} {}", place.start(), place.text())
}

fn decode<T: HclDecode>(text: &str) -> T {
    hcldyn::from_str(text, &EvalContext::new()).map_err(|diags| diags.to_string()).unwrap()
}

fn problem<T: HclDecode>(text: &str, ctx: &EvalContext) -> String {
    hcldyn::from_str::<T>(text, ctx).err().unwrap().to_string()
}

#[test]
fn attributes_that_may_be_left_out() {
    #[derive(HclDecode)]
    struct Config {
        inside: Option<Spanned<u8>>,
        outside: Spanned<Option<u8>>,
        boxed: Box<Spanned<Option<Duration>>>,
    }
    let config: Config = decode("inside = 1\noutside = 2\nboxed = \"3s\"\n");
    assert_eq!(at(config.inside.as_ref().unwrap()), "1:10 1");
    assert_eq!((*config.outside, at(&config.outside)), (Some(2), "2:11 2".to_owned()));
    assert_eq!(config.outside.name_place().unwrap().to_string(), "<text>:2:1");
    assert_eq!(at(&config.boxed), "3:9 \"3s\"");

    let nulls: Config = decode("inside = null\noutside = null\n");
    assert_eq!((nulls.inside, *nulls.outside), (None, None));
    assert_eq!(at(&nulls.outside), "2:11 null");
    assert_eq!(nulls.boxed.place().to_string(), "<text>:1:1");
    assert_eq!(nulls.boxed.name_place(), None);
}

#[test]
fn defaults_are_distinguished_from_set_values() {
    #[derive(HclDecode)]
    struct Config {
        #[hcl(default = "tcp")]
        protocol: Spanned<String>,
        #[hcl(default = 80.into())]
        port: Spanned<u16>,
        #[hcl(default)]
        hosts: Spanned<Vec<String>>,
    }
    let config: Config = decode("protocol = \"tcp\"\nport = null\n");
    assert_eq!((&**config.protocol, *config.port, config.hosts.len()), ("tcp", 80, 0));
    assert!(!config.protocol.is_default() && config.port.is_default() && config.hosts.is_default());
    assert_eq!(at(&config.port), "2:8 null");
}

#[test]
fn elements_have_their_own_locations() {
    #[derive(HclDecode)]
    struct Config {
        list: Vec<Spanned<u8>>,
        nested: Spanned<Vec<Vec<Spanned<String>>>>,
        map: BTreeMap<Spanned<String>, Spanned<u8>>,
        pair: (Spanned<u8>, Spanned<bool>),
        array: Option<[Spanned<u8>; 2]>,
    }
    let text = r#"list = [1,
  1 + 1]
nested = [[], ["a", "b"]]
map = { b = 1, "a" = 2 }
pair = [1, true]
array = [3, 4]
"#;
    let config: Config = decode(text);
    assert_eq!(config.list.iter().map(at).collect::<Vec<_>>(), ["1:9 1", "2:3 1 + 1"]);
    assert_eq!(at(&config.nested), "3:10 [[], [\"a\", \"b\"]]");
    assert_eq!(at(&config.nested[1][1]), "3:21 \"b\"");
    let entries = config.map.iter().map(|(key, value)| (at(key), at(value)));
    let expected = [("4:16 \"a\"", "4:22 2"), ("4:9 b", "4:13 1")];
    assert_eq!(entries.collect::<Vec<_>>(), expected.map(|(k, v)| (k.to_owned(), v.to_owned())));
    assert_eq!(*config.map["a"], 2);
    assert_eq!(config.map["a"].name_place().unwrap().text(), "\"a\"");
    assert_eq!((at(&config.pair.0), at(&config.pair.1)), ("5:9 1".into(), "5:12 true".into()));
    assert_eq!(at(&config.array.unwrap()[1]), "6:13 4");
}

#[test]
fn computed_elements_have_the_location_of_the_expression() {
    #[derive(HclDecode)]
    struct Config {
        list: Vec<Spanned<u8>>,
        map: HashMap<String, Spanned<u8>>,
        set: BTreeSet<Spanned<u8>>,
    }
    let text = r#"list = [for n in [1, 2]: n]
map = { ("a") = 1 }
set = [2, 1, 2]
"#;
    let config: Config = decode(text);
    assert!(config.list.iter().all(|element| at(element) == "1:8 [for n in [1, 2]: n]"));
    assert_eq!(at(&config.map["a"]), "2:7 { (\"a\") = 1 }");
    assert_eq!(config.set.iter().map(|n| (**n, at(n))).next(), Some((1, "3:7 [2, 1, 2]".into())));
}

#[test]
fn a_repeated_key_has_the_location_of_the_last_one() {
    #[derive(HclDecode)]
    struct Config {
        map: BTreeMap<String, Spanned<u8>>,
    }
    let config: Config = decode("map = { a = 1, b = 2, a = 3 }\n");
    assert_eq!(at(&config.map["a"]), "1:27 3");
}

#[test]
fn blocks_and_labels() {
    #[derive(HclDecode)]
    struct Config {
        #[hcl(block)]
        one: Box<Spanned<Rule>>,
        #[hcl(block)]
        none: Option<Spanned<Rule>>,
        #[hcl(dynamic)]
        many: Vec<Spanned<Rule>>,
    }
    #[derive(HclDecode)]
    struct Rule {
        #[hcl(label)]
        from: Spanned<u8>,
        #[hcl(label)]
        to: Spanned<String>,
    }
    let text = r#"one 1 b {}
many "3" "d" {}
dynamic "many" {
  for_each = [4]
  labels = [many.value, "x"]
  content {}
}
"#;
    let text = text.replace("one 1 b", "one \"1\" b");
    let config: Config = decode(&text);
    assert_eq!(at(&config.one), "1:1 one \"1\" b");
    assert_eq!(config.one.name_place().unwrap().text(), "one");
    let labels: Vec<_> = config.one.label_places().map(|place| place.text().to_owned()).collect();
    assert_eq!(labels, ["\"1\"", "b"]);
    assert_eq!((*config.one.from, at(&config.one.to)), (1, "1:9 b".to_owned()));
    assert!(config.none.is_none());
    assert_eq!(at(&config.many[0].from), "2:6 \"3\"");
    assert_eq!((*config.many[1].from, config.many[1].place().start().line), (4, 3));
}

#[test]
fn fields_of_flattened_structs_and_variants() {
    #[derive(HclDecode)]
    struct Config {
        #[hcl(flatten)]
        shared: Shared,
        #[hcl(block)]
        kind: Option<Spanned<Kind>>,
    }
    #[derive(HclDecode)]
    struct Shared {
        tags: BTreeMap<Spanned<String>, Spanned<u8>>,
    }
    #[derive(HclDecode)]
    #[hcl(tag = label)]
    enum Kind {
        Fast { speed: Spanned<u8> },
    }
    let config: Config = decode("tags = { a = 1 }\nkind \"fast\" { speed = 1 + 1 }\n");
    let (name, tag) = config.shared.tags.first_key_value().unwrap();
    assert_eq!((at(name), at(tag), **tag), ("1:10 a".to_owned(), "1:14 1".to_owned(), 1));
    let kind = config.kind.unwrap();
    let Kind::Fast { speed } = &*kind;
    assert_eq!((at(&kind), at(speed)), ("2:1 kind \"fast\"".into(), "2:23 1 + 1".into()));
}

#[test]
fn the_inner_value_is_checked() {
    #[derive(HclDecode)]
    struct Config {
        #[allow(dead_code, reason = "never decoded")]
        port: Spanned<u8>,
    }
    let ctx = EvalContext::new()
        .with_variable("unknown", Value::unknown(Type::Number))
        .with_variable("secret", Value::from(77).mark(Mark::sensitive()));
    let start = "<text>:1:8: error: Invalid value for ";
    let wide = problem::<Config>("port = 256", &ctx);
    assert!(wide.starts_with(start) && wide.ends_with("from 0 to 255 is required, not 256."));
    let unknown = problem::<Config>("port = unknown", &ctx);
    assert!(unknown.starts_with(start) && unknown.contains("not known yet"), "{unknown}");
    let secret = problem::<Config>("port = secret", &ctx);
    assert!(secret.starts_with(start) && !secret.contains("77"), "{secret}");
    assert!(problem::<Config>("port = null", &ctx).contains("<text>:1:8: error: "));
    assert!(problem::<Config>("", &ctx).contains("Missing attribute"));
}

#[test]
fn a_possibly_unknown_value_has_a_location() {
    #[derive(HclDecode)]
    struct Config {
        a: Spanned<MaybeUnknown<u8>>,
        b: MaybeUnknown<Spanned<u8>>,
        c: Vec<Spanned<MaybeUnknown<u8>>>,
        d: Option<MaybeUnknown<u8>>,
        e: MaybeUnknown<Vec<u8>>,
    }
    let ctx = EvalContext::new().with_variable("x", Value::unknown(Type::Number));
    let text = r"a = x
b = 1
c = [x, 2]
d = null
e = [x, 1]
";
    // A known list with an unknown element is not an unknown value.
    let message = problem::<Config>(text, &ctx);
    assert!(
        message.starts_with("<text>:5:5: error: Invalid value for \"e\": element 0: "),
        "{message}"
    );

    let config: Config = hcldyn::from_str(&text.replace("[x, 1]", "[1]"), &ctx).unwrap();
    assert_eq!((*config.a, at(&config.a)), (MaybeUnknown::Unknown, "1:5 x".to_owned()));
    let MaybeUnknown::Known(b) = config.b else { panic!("it is known") };
    assert_eq!(at(&b), "2:5 1");
    assert_eq!((*config.c[0], *config.c[1]), (MaybeUnknown::Unknown, MaybeUnknown::Known(2)));
    assert_eq!(at(&config.c[0]), "3:6 x");
    assert_eq!((config.d, config.e), (None, MaybeUnknown::Known(vec![1])));
}

#[test]
fn a_deferred_value_has_the_location_of_its_expression() {
    #[derive(HclDecode)]
    struct Config {
        size: Deferred<Spanned<u8>>,
        when: Spanned<Deferred<bool>>,
    }
    let config: Config = decode("size = n + 1\nwhen = n > 1\n");
    let size = config.size.evaluate(&[("n", 1.into())]).unwrap();
    assert_eq!((*size, at(&size)), (2, "1:8 n + 1".to_owned()));
    assert_eq!(at(&config.when), "2:8 n > 1");
}

#[test]
fn locations_do_not_affect_equality() {
    #[derive(HclDecode)]
    struct Config {
        a: Spanned<u8>,
        b: Spanned<u8>,
    }
    let config: Config = decode("a = 1\nb = 1\n");
    assert_eq!(config.a, config.b);
    assert_eq!(BTreeSet::from([config.a.clone(), config.b]).len(), 1);
    assert_eq!(format!("{:?} {}", config.a, config.a), "1 at <text>:1:5 1");
    assert_eq!(format!("{:?}", Spanned::<u8>::from_value(&1.into()).unwrap()), "1 at <value>");
}
