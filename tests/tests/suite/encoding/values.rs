//! Types of attributes that are written: `#[derive(HclValue)]` with `into_value`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;

use hcldyn::cty::{FromValue, ToValue, Value};
use hcldyn::spec::{decode, encode};
use hcldyn::syntax::Source;
use hcldyn::{Deferred, Diagnostics, EvalContext, HclDecode, HclEncode, HclValue, parse_body};

#[derive(Debug, HclDecode, HclEncode)]
struct Config<T> {
    a: T,
}

/// Returns the source of an attribute after decoding and encoding, by the struct and by its spec alone.
#[track_caller]
fn written<T: FromValue + ToValue + std::fmt::Debug>(expr: &str) -> String {
    let source = Source::new("t.hcl", format!("a = {expr}\n"));
    let ctx = EvalContext::new();
    let config: Config<T> = hcldyn::from_source(&source, &ctx).unwrap_or_else(|it| panic!("{it}"));
    let text = hcldyn::to_string(&config).unwrap();
    let again: Config<T> = hcldyn::from_str(&text, &ctx).unwrap_or_else(|it| panic!("{text}{it}"));
    assert_eq!(format!("{again:?}"), format!("{config:?}"));

    let (mut diags, spec) = (Diagnostics::new(), Config::<T>::spec());
    let read = |text: &str, diags: &mut Diagnostics| {
        let body = parse_body(&Source::new("v.hcl", text), diags);
        decode(&body, &spec, &ctx, diags)
    };
    let value = read(source.text(), &mut diags);
    let by_spec = encode(&value, &spec).unwrap();
    assert_eq!(encode(&read(&by_spec, &mut diags), &spec).unwrap(), by_spec);
    assert!(diags.is_empty(), "{diags}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.strip_prefix("a = ").unwrap().to_owned()
}

/// A set without an order is written in the order of its values, so that equal values have equal text.
#[test]
fn unordered_collections_of_strings() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Hosts {
        #[hcl(from_str)]
        set: HashSet<IpAddr>,
        #[hcl(from_str)]
        map: HashMap<String, IpAddr>,
    }
    let text = r#"set = ["::1", "::2", "::3", "::4", "::5"]
map = {
  a = "::1"
  b = "::2"
  c = "::3"
  d = "::4"
}
"#;
    let hosts: Hosts = hcldyn::from_str(text, &EvalContext::new()).unwrap();
    let written = hcldyn::to_string(&hosts).unwrap();
    assert_eq!(
        written.split_whitespace().collect::<Vec<_>>(),
        text.split_whitespace().collect::<Vec<_>>()
    );
}

#[test]
fn objects() {
    #[derive(Debug, HclValue)]
    #[hcl(into_value)]
    struct Server {
        #[hcl(name = "host-name", alias = "host")]
        host: String,
        #[hcl(default = 80)]
        port: u16,
        load: Option<f64>,
        null: Option<Option<u8>>,
        #[hcl(from_str)]
        address: Option<IpAddr>,
        #[hcl(with = positive, encode_with = Clone::clone)]
        count: i8,
        when: Option<Deferred<bool>>,
        #[hcl(flatten)]
        limits: Limits,
        #[hcl(skip)]
        cache: u8,
        #[hcl(remain)]
        rest: BTreeMap<String, Value>,
    }
    #[derive(Debug, HclValue)]
    #[hcl(into_value)]
    struct Limits {
        most: u8,
    }
    fn positive(number: i8) -> Result<i8, String> {
        Ok(number.abs())
    }
    let expr = "{ host = \"a\", load = 0.1, null = null, address = \"::1\", count = 1, \
                when = x < y, most = 3, other = [1] }";
    let expected = "{ host-name = \"a\" port = 80 load = 0.1 \"null\" = null address = \"::1\" count = 1 \
                    when = x < y most = 3 other = [1] }";
    assert_eq!(written::<Server>(expr), expected);
    let expected = "{ host-name = \"a\" port = 80 count = 1 most = 3 }";
    assert_eq!(written::<Server>("{ host-name = \"a\", count = 1, most = 3 }"), expected);
}

#[test]
fn enums() {
    #[derive(Debug, HclValue)]
    #[hcl(untagged, into_value)]
    enum Listen {
        Port(u16),
        Hosts(Vec<String>),
        Address { host: String, port: u16 },
        Any,
    }
    for expr in ["80", "[\"a\", \"b\"]", "{ host = \"a\" port = 80 }", "\"any\""] {
        assert_eq!(written::<Listen>(&expr.replace("\" p", "\", p")), expr);
    }

    #[derive(Debug, HclValue)]
    #[hcl(tag = "type", into_value)]
    enum Sink {
        File { path: String },
        Console,
        Both { first: Box<Option<Self>> },
        Pair(Pair),
    }
    #[derive(Debug, HclValue)]
    #[hcl(into_value)]
    struct Pair {
        count: u8,
    }
    for (expr, expected) in [
        ("{ type = \"file\", path = \"/\" }", "{ type = \"file\" path = \"/\" }"),
        ("{ type = \"console\" }", "{ type = \"console\" }"),
        (
            "{ type = \"both\", first = { type = \"console\" } }",
            "{ type = \"both\" first = { type = \"console\" } }",
        ),
        ("{ type = \"both\" }", "{ type = \"both\" }"),
        ("{ count = 2, type = \"pair\" }", "{ type = \"pair\" count = 2 }"),
    ] {
        assert_eq!(written::<Sink>(expr), expected);
    }
}

#[test]
fn conversions_as_a_whole() {
    #[derive(Clone, Debug, HclValue)]
    #[hcl(try_from = "String", into_value)]
    struct Host(String);
    impl TryFrom<String> for Host {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            text.strip_prefix("host:").map(|name| Self(name.to_owned())).ok_or("no host".into())
        }
    }
    impl From<Host> for String {
        fn from(Host(name): Host) -> Self {
            format!("host:{name}")
        }
    }
    #[derive(Debug, HclValue)]
    #[hcl(into_value)]
    struct Hosts(Vec<Host>);
    assert_eq!(written::<Hosts>("[\"host:a\"]"), "[\"host:a\"]");
}

#[test]
fn a_variant_without_a_value_is_rejected() {
    #[derive(Debug, HclValue)]
    #[hcl(untagged, into_value)]
    enum Listen {
        Port(u16),
        #[hcl(skip)]
        Nowhere,
    }
    let config = Config { a: Listen::Nowhere };
    let error = hcldyn::to_string(&config).unwrap_err().to_string();
    assert_eq!(error, "attribute \"a\": the variant `Nowhere` has no value");
    assert_eq!(Value::try_from(Listen::Port(1)), Ok(Value::from(1)));
}
