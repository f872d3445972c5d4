//! Structs and enums written by `#[derive(HclEncode)]`.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Debug;
use std::net::IpAddr;
use std::rc::Rc;
use std::time::Duration;

use hcldyn::body::Body;
use hcldyn::cty::{MaybeUnknown, Value};
use hcldyn::spec::Encoder;
use hcldyn::syntax::Source;
use hcldyn::{
    Deferred, EvalContext, Expression, ExpressionClosure, HclDecode, HclEncode, HclValue, Spanned,
};
use indexmap::IndexMap;
use insta::assert_snapshot;
use serde::{Deserialize, Serialize};

fn read<T: HclDecode>(text: &str) -> T {
    hcldyn::from_source(&Source::new("t.hcl", text), &EvalContext::new())
        .unwrap_or_else(|diags| panic!("{text}\n{diags}"))
}

/// Prints a value without source locations.
fn shown<T: Debug>(value: &T) -> String {
    let text = format!("{value:?}");
    let mut parts = text.split(" at t.hcl:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':')
    })
}

/// Returns the source that a source becomes by decoding and encoding. Both decode to the same struct.
#[track_caller]
fn written<T: HclDecode + HclEncode + Debug>(text: &str) -> String {
    let value: T = read(text);
    let written = Encoder::new().reveal_sensitive().to_string(&value).unwrap();
    assert_eq!(shown(&read::<T>(&written)), shown(&value), "{written}");
    let kept = Encoder::new().reveal_sensitive().keep_defaults().to_string(&value).unwrap();
    assert_eq!(shown(&read::<T>(&kept)), shown(&value), "{kept}");
    written
}

#[track_caller]
fn error<T: HclEncode>(value: &T) -> String {
    hcldyn::to_string(value).unwrap_err().to_string()
}

#[derive(Debug, HclDecode, HclEncode)]
struct Port {
    #[hcl(label)]
    name: String,
    number: Option<u16>,
}

#[test]
#[expect(clippy::too_many_lines, reason = "one long source")]
fn every_kind_of_field() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Config {
        #[hcl(attrs)]
        tags: BTreeMap<String, u8>,
        #[hcl(attrs)]
        no_tags: Option<HashMap<String, u8>>,
        #[hcl(expr)]
        expr: Expression,
        closure: Option<ExpressionClosure>,
        deferred: Vec<Deferred<u8>>,
        #[hcl(block)]
        one: Port,
        #[hcl(block)]
        maybe: Option<Rc<Port>>,
        #[hcl(block)]
        many: Vec<Spanned<Port>>,
        #[hcl(block)]
        queue: Option<VecDeque<Port>>,
        #[hcl(block)]
        by_name: BTreeMap<String, Labels>,
        #[hcl(block)]
        by_names: IndexMap<String, HashMap<u8, Labels>>,
        #[hcl(block)]
        grouped: BTreeMap<String, Vec<Labels>>,
        #[hcl(blocks)]
        step: Step,
        #[hcl(flatten)]
        inner: Inner,
        #[hcl(skip)]
        skipped: u8,
        #[hcl(remain)]
        rest: BTreeMap<String, Value>,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    struct Labels {
        #[hcl(key)]
        key: String,
        #[hcl(labels)]
        more: Vec<u8>,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    enum Step {
        Run { command: String },
        Wait(Wait),
        Stop,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    struct Wait {
        seconds: f64,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    struct Inner {
        inner: Option<u8>,
        #[hcl(block)]
        port: Vec<Port>,
    }
    let text = r#"
        tags {
          b = 1
          a = 2
        }
        expr = a  . b
        closure = [for x in y : x
          if z]
        deferred = [1 + 1, one]
        one "p" {
          number = 1
        }
        maybe "q" {}
        many "r" {}
        many "s" { number = 2 }
        queue "s" {}
        by_name "x" 1 {}
        by_name "w" "2" "3" {}
        by_names "b" 10 {}
        by_names "a" 9 1 {}
        by_names "b" 2 {}
        grouped "g" {}
        grouped "g" 5 {}
        wait { seconds = 0.1 }
        inner = 5
        port "t" {}
        other = { a = [1] }
    "#;
    let text = text.replace("by_name \"x\" 1", "by_name \"x\" \"1\"");
    let text = text.replace("\"b\" 10", "\"b\" \"10\"").replace("\"a\" 9 1", "\"a\" \"9\" \"1\"");
    let text = text.replace("\"b\" 2", "\"b\" \"2\"").replace("\"g\" 5", "\"g\" \"5\"");
    let value: Config = read(&text);
    let written = hcldyn::to_string(&value).unwrap();
    let again: Config = read(&written);
    assert_eq!(hcldyn::to_string(&again).unwrap(), written);
    assert_snapshot!(written, @r###"
    tags {
      a = 2
      b = 1
    }

    expr = a.b
    closure = [for x in y : x
    if z]
    deferred = [1 + 1, one]

    one "p" {
      number = 1
    }

    maybe "q" {}

    many "r" {}

    many "s" {
      number = 2
    }

    queue "s" {}

    by_name "w" "2" "3" {}

    by_name "x" "1" {}

    by_names "b" "10" {}

    by_names "b" "2" {}

    by_names "a" "9" "1" {}

    grouped "g" {}

    grouped "g" "5" {}

    wait {
      seconds = 0.1
    }

    inner = 5

    port "t" {}

    other = {
      a = [1]
    }
    "###);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one long source")]
fn every_type_of_attribute() {
    #[derive(Clone, Debug, PartialEq, HclValue)]
    enum Level {
        Low,
        #[hcl(other)]
        Other(String),
    }
    #[derive(Debug, HclDecode, HclEncode)]
    struct Config {
        int: i64,
        float: f32,
        text: Box<str>,
        char: char,
        path: std::path::PathBuf,
        ip: IpAddr,
        duration: Duration,
        level: Level,
        levels: Vec<Level>,
        any: Value,
        set: BTreeSet<u8>,
        array: [u8; 2],
        tuple: (u8, String),
        map: IndexMap<String, u8>,
        ports: HashMap<u16, bool>,
        none: Option<u8>,
        some: Option<u8>,
        null: Option<Option<u8>>,
        left_out: Option<Option<u8>>,
        known: MaybeUnknown<u8>,
        spanned: Spanned<Vec<Spanned<u8>>>,
        big: u128,
    }
    let text = r#"
        int      = -5
        float    = 0.1
        text     = "a\"b"
        char     = "é"
        path     = "/a/b"
        ip       = "::1"
        duration = "90s"
        level    = "low"
        levels   = ["high", "low"]
        any      = { a = [null, 1.5] }
        set      = [3, 1, 3]
        array    = [1, 2]
        tuple    = [1, "2"]
        map      = { z = 1, a = 2 }
        ports    = { 80 = true }
        some     = 1
        null     = null
        known    = 1
        spanned  = [1, 2]
        big      = 340282366920938463463374607431768211455
    "#;
    assert_snapshot!(written::<Config>(text), @r###"
    int      = -5
    float    = 0.1
    text     = "a\"b"
    char     = "é"
    path     = "/a/b"
    ip       = "::1"
    duration = "1m30s"
    level    = "low"
    levels   = ["high", "low"]
    any = {
      a = [null, 1.5]
    }
    set   = [1, 3]
    array = [1, 2]
    tuple = [1, "2"]
    map = {
      z = 1
      a = 2
    }
    ports = {
      "80" = true
    }
    some    = 1
    null    = null
    known   = 1
    spanned = [1, 2]
    big     = 340282366920938463463374607431768211455
    "###);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one long source")]
fn every_option_of_a_field() {
    fn from_percent(number: u8) -> Result<f64, String> {
        Ok(f64::from(number) / 100.0)
    }
    fn to_percent(load: &f64) -> u8 {
        (load * 100.0) as u8
    }
    fn lower(text: String) -> Result<String, String> {
        Ok(text.to_lowercase())
    }
    fn upper(text: &str) -> String {
        text.to_uppercase()
    }
    #[derive(Clone, Debug, Serialize, Deserialize)]
    struct Point {
        x: u8,
        y: Option<u8>,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    #[hcl(rename_all = "kebab-case", with(Duration = hcldyn::cty::seconds))]
    #[hcl(encode_with(Duration = Duration::as_secs))]
    struct Config {
        #[hcl(name = "called", alias = "other")]
        renamed: u8,
        two_words: u8,
        #[hcl(default = 1)]
        default_number: u8,
        #[hcl(default = "x")]
        default_text: String,
        #[hcl(default)]
        default_trait: Vec<u8>,
        #[hcl(default = [0.5])]
        default_list: Vec<f64>,
        #[hcl(optional)]
        optional: u8,
        #[hcl(with = from_percent, encode_with = to_percent)]
        load: Option<f64>,
        #[hcl(encode_with = upper)]
        loud: String,
        timeout: Duration,
        pause: Option<Duration>,
        #[hcl(from_str)]
        address: Option<IpAddr>,
        #[hcl(from_str)]
        addresses: BTreeMap<u8, Vec<IpAddr>>,
        #[hcl(serde)]
        point: Point,
        #[hcl(serde)]
        no_point: Option<Point>,
        #[hcl(serde, block)]
        points: BTreeMap<String, Vec<Point>>,
        #[hcl(sensitive)]
        secret: Option<String>,
        #[hcl(block)]
        rule: Vec<Rule>,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    struct Rule {
        #[hcl(label, with = lower, encode_with = upper)]
        kind: String,
        #[hcl(label, from_str)]
        address: IpAddr,
        #[hcl(labels, from_str)]
        more: Vec<IpAddr>,
    }
    let text = r#"
        other         = 1
        two-words     = 2
        default-list  = [1]
        load          = 50
        loud          = "hi"
        timeout       = 90
        address       = "10.0.0.1"
        addresses     = { 1 = ["::1"] }
        point         = { x = 1 }
        points "a" {
          x = 1
          y = 2
        }
        points "a" { x = 3 }
        secret = "hunter2"
        rule TCP "::1" "::2" {}
    "#;
    let value: Config = read(text);
    let error = error(&value);
    let expected = "attribute \"secret\": a sensitive value is only written by an `Encoder` with \
                    `reveal_sensitive`";
    assert_eq!(error, expected);
    let written = Encoder::new().reveal_sensitive().to_string(&value).unwrap();
    assert_snapshot!(written, @r###"
    called       = 1
    two-words    = 2
    default-list = [1]
    load         = 50
    loud         = "HI"
    timeout      = 90
    address      = "10.0.0.1"
    addresses = {
      "1" = ["::1"]
    }
    point = {
      x = 1
      y = null
    }

    points "a" {
      x = 1
      y = 2
    }

    points "a" {
      x = 3
      y = null
    }

    secret = "hunter2"

    rule "TCP" "::1" "::2" {}
    "###);
    let again: Config = read(&written.replace("HI", "hi"));
    assert_eq!(format!("{again:?}"), format!("{value:?}"));
}

#[test]
#[expect(clippy::too_many_lines, reason = "one long source")]
fn enums() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Config {
        #[hcl(block)]
        listener: Vec<Listener>,
        #[hcl(block)]
        storage: Box<Storage>,
        #[hcl(block)]
        tree: Option<Tree>,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    #[hcl(tag = label)]
    enum Listener {
        Tcp { port: u16 },
        Named(Port),
        Unix,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    #[hcl(tag = "type", rename_all = "UPPERCASE")]
    enum Storage {
        Memory,
        File { path: String },
    }
    #[derive(Debug, HclDecode, HclEncode)]
    struct Tree {
        #[hcl(block)]
        tree: Vec<Self>,
    }
    let text = r#"
        listener "tcp" { port = 80 }
        listener "named" "n" { number = 1 }
        listener "unix" {}
        storage {
          type = "FILE"
          path = "/tmp"
        }
        tree {
          tree {}
          tree {
            tree {}
          }
        }
    "#;
    assert_snapshot!(written::<Config>(text), @r###"
    listener "tcp" {
      port = 80
    }

    listener "named" "n" {
      number = 1
    }

    listener "unix" {}

    storage {
      type = "FILE"
      path = "/tmp"
    }

    tree {
      tree {}

      tree {
        tree {}
      }
    }
    "###);
    assert_eq!(hcldyn::to_string(&Storage::Memory).unwrap(), "type = \"MEMORY\"\n");
}

#[test]
fn generic_types() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Outer<T, B> {
        value: Option<T>,
        #[hcl(block)]
        inner: B,
        #[hcl(block)]
        all: Vec<B>,
    }
    let text = r#"value = 1

inner "a" {}

all "b" {
  number = 2
}
"#;
    assert_eq!(written::<Outer<u8, Port>>(text), text);
}

#[test]
fn defaults_of_the_struct() {
    #[derive(Debug, HclDecode, HclEncode)]
    #[hcl(default)]
    struct Config {
        number: u8,
        list: Vec<u8>,
        maybe: Option<u8>,
        #[hcl(block)]
        port: Vec<Port>,
    }
    impl Default for Config {
        fn default() -> Self {
            let port = vec![Port { name: "x".into(), number: None }];
            Self { number: 1, list: vec![1], maybe: Some(1), port }
        }
    }
    assert_eq!(written::<Config>(""), "port \"x\" {}\n");
    assert_eq!(
        written::<Config>("number = 2\nlist = []"),
        "number = 2\nlist   = []\n\nport \"x\" {}\n"
    );
    let config = Config { maybe: None, port: Vec::new(), ..Config::default() };
    let message = "the field would get its default, because its value is left out; write another value, or remove the \
                   default";
    assert_eq!(
        error(&config),
        format!("attribute \"maybe\": {message}\nattribute \"port\": {message}")
    );
}

#[test]
fn every_field_is_reported_with_its_path() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Config {
        #[hcl(block)]
        rule: BTreeMap<String, Vec<Rule>>,
        unknown: MaybeUnknown<u8>,
    }
    #[derive(Debug, HclDecode, HclEncode)]
    struct Rule {
        loads: Vec<f64>,
        load: f64,
    }
    let rule = Rule { loads: vec![0.0, f64::INFINITY], load: 1.0 };
    let mut config = Config {
        rule: BTreeMap::from([("a".to_owned(), vec![rule])]),
        unknown: MaybeUnknown::Unknown,
    };
    assert_eq!(
        error(&config),
        "attribute \"rule\": element \"a\": element 0: attribute \"loads\": element 1: an infinite number \
         can't be written\n\
         attribute \"unknown\": an unknown value can't be written"
    );
    config.rule.get_mut("a").unwrap()[0].load = f64::NAN;
    assert_eq!(
        error(&config),
        "attribute \"rule\": element \"a\": element 0: attribute \"load\": NaN is not a number in HCL"
    );
}

#[test]
fn the_rest_of_a_body_is_kept() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Config {
        name: String,
        #[hcl(remain)]
        rest: Body,
    }
    let text = r#"name = "a"
x    = y.z

server "web" a {
  port = 1 + base
}
"#;
    let config: Config = read(text);
    let written = hcldyn::to_string(&config).unwrap();
    assert_eq!(written, text.replace(" a {", " \"a\" {"));
}
