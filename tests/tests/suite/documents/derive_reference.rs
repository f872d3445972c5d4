//! Types with every attribute of the reference of the derives, as far as it is part of a spec.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use hcldyn::body::Body;
use hcldyn::syntax::Place;
use hcldyn::{Deferred, EvalContext, Expression, ExpressionClosure, HclDecode, HclValue, Spanned};
use hcldyn_tests::documents::check;

/// Every kind of field.
#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Kinds {
    /// An attribute.
    attribute: String,
    /// An attribute that may be left out.
    optional: Option<Option<u8>>,
    /// An expression that is evaluated later.
    later: Deferred<Duration>,
    #[hcl(expr)]
    expression: Option<Expression>,
    #[hcl(expr_closure)]
    closure: ExpressionClosure,
    /// Two labels.
    #[hcl(block)]
    labelled: Vec<Labelled>,
    /// Further labels.
    #[hcl(block)]
    path: Vec<PathLabels>,
    /// By key.
    #[hcl(block)]
    keyed: BTreeMap<String, Keyed>,
    #[hcl(block)]
    grouped: BTreeMap<Spanned<String>, BTreeMap<u8, Vec<Keyed>>>,
    #[hcl(blocks)]
    steps: VecDeque<Step>,
    #[hcl(attrs)]
    tags: Option<BTreeMap<String, u16>>,
    #[hcl(flatten)]
    flattened: Flattened,
    #[hcl(remain)]
    rest: BTreeMap<String, bool>,
    #[hcl(range)]
    place: Place,
    #[hcl(skip)]
    skipped: u8,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Labelled {
    /// The first label.
    #[hcl(label, title = "First")]
    first: String,
    /// The second label.
    #[hcl(label, name = "second_label")]
    second: IpAddr,
    #[hcl(block)]
    inner: Option<Box<Self>>,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct PathLabels {
    /// Parts of a path.
    #[hcl(labels)]
    parts: Vec<String>,
    #[hcl(remain)]
    rest: Body,
}

/// A block with a key.
#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Keyed {
    /// The key itself.
    #[hcl(key)]
    key: String,
    size: u64,
}

#[derive(HclDecode)]
#[hcl(rename_all = "kebab-case", rename_all_fields = "SCREAMING_SNAKE_CASE")]
#[expect(dead_code, reason = "only its spec is used")]
enum Step {
    /// Runs a command.
    RunCommand { command_line: Vec<String> },
    /// Waits.
    Wait { time: Duration },
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Flattened {
    /// A flattened attribute.
    inside: f64,
}

/// Every option of fields.
#[derive(HclDecode)]
#[hcl(
    title = "All options",
    since = "0.1",
    exactly_one_of("password", "password_file"),
    at_least_one_of("size", "count"),
    requires_if("level" = "debug", "log_file"),
    validate(Options::valid, "The size fits.")
)]
#[expect(dead_code, reason = "only its spec is used")]
struct Options {
    #[hcl(name = "display_name", alias = ["label", "caption"], former_name = "title")]
    name: Option<String>,
    #[hcl(deprecated = "Leave it out.")]
    old: Option<bool>,
    #[hcl(default)]
    zero: u8,
    #[hcl(default = [80, 443], unique, length = 1..=9)]
    ports: Vec<u16>,
    #[hcl(default = [("a", 1)])]
    weights: BTreeMap<String, u8>,
    #[hcl(default = Duration::from_secs(90))]
    timeout: Duration,
    #[hcl(optional)]
    wide: Vec<bool>,
    #[hcl(dynamic, or_attr, min_items = 1, max_items = 3)]
    route: Vec<Keyless>,
    #[hcl(or_block, merge)]
    limits: Option<Limits>,
    #[hcl(block, labels_as_blocks, merge = "append")]
    server: Vec<Nested>,
    #[hcl(with = percent, default = 0.5)]
    load: f64,
    #[hcl(from_str, default = "127.0.0.1")]
    address: Ipv4Addr,
    #[hcl(validate(even, "It is even."), range = 2..=100)]
    size: Option<u8>,
    #[hcl(scope(request = BTreeMap<String, String>))]
    when: Deferred<bool>,
    #[hcl(sensitive, non_empty, default = "hunter2")]
    password: String,
    #[hcl(requires = "display_name", conflicts_with = "count")]
    password_file: Option<String>,
    #[hcl(matches = "^[a-z]{2,}$", example = "\"abc\"")]
    count: Option<String>,
    #[hcl(one_of = ["debug", "info"], default = "info")]
    level: String,
    #[hcl(title = "Log file", since = "1.2", example = ["\"a.log\"", "\"b.log\""])]
    log_file: Option<String>,
    #[hcl(hide)]
    hidden: Option<bool>,
}

impl Options {
    fn valid(&self, _: &mut hcldyn::decode::Validation<'_>) {}
}

#[derive(HclDecode)]
#[hcl(unknown = "warn")]
#[expect(dead_code, reason = "only its spec is used")]
struct Keyless {
    to: String,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Nested {
    #[hcl(label)]
    name: String,
    #[hcl(block)]
    route: Vec<Keyless>,
}

fn percent(number: u8) -> Result<f64, String> {
    Ok(f64::from(number) / 100.0)
}

fn even(number: &u8) -> Result<(), String> {
    if number.is_multiple_of(2) { Ok(()) } else { Err(format!("{number} is odd.")) }
}

/// Every form of values.
#[derive(HclDecode)]
#[hcl(unknown = "ignore", rename_all = "camelCase")]
#[expect(dead_code, reason = "only its spec is used")]
struct Values {
    log_level: Level,
    end_point: Endpoint,
    wait: Wait,
    shape: Vec<Shape>,
    either: Either,
    pair: (u8, String),
    quadruple: [u8; 4],
    #[hcl(block)]
    store: Store,
}

/// A level.
#[derive(HclValue)]
#[hcl(ignore_case)]
enum Level {
    /// All messages.
    #[hcl(alias = "verbose", title = "Debugging", since = "3")]
    Debug,
    #[hcl(former_name = "quiet")]
    Warn,
    #[hcl(deprecated = "Use warn.")]
    Error,
    #[hcl(hide)]
    Trace,
    #[hcl(other)]
    Custom(String),
}

#[derive(HclValue)]
#[hcl(rename_all = "kebab-case", unknown = "warn")]
#[expect(dead_code, reason = "only its spec is used")]
struct Endpoint {
    /// The name of the host.
    #[hcl(name = "host", alias = "hostname", former_name = "address", example = "\"a.example\"")]
    host_name: String,
    #[hcl(default = 80)]
    port_number: u16,
    #[hcl(sensitive, default = "hunter3")]
    token: String,
    #[hcl(flatten)]
    limits: Limits,
}

#[derive(HclValue)]
#[hcl(with(Duration = hcldyn::cty::seconds))]
#[expect(dead_code, reason = "only its spec is used")]
struct Wait {
    #[hcl(example = "90")]
    idle: Option<Duration>,
}

#[derive(HclValue)]
#[expect(dead_code, reason = "only its spec is used")]
struct Limits {
    /// The number of bytes.
    #[hcl(optional)]
    memory: u32,
}

#[derive(HclValue)]
#[hcl(tag = "kind")]
#[expect(dead_code, reason = "only its spec is used")]
enum Shape {
    /// A circle.
    Circle {
        /// Its radius.
        radius: f64,
    },
    Square {
        side: f64,
    },
}

#[derive(HclValue)]
#[hcl(untagged)]
#[expect(dead_code, reason = "only its spec is used")]
enum Either {
    Nothing,
    Number(u8),
    All { parts: Vec<Self> },
}

/// A place for data.
#[derive(HclDecode)]
#[hcl(tag = "type")]
#[expect(dead_code, reason = "only its spec is used")]
enum Store {
    /// In memory.
    Memory { size: u32 },
    /// On a disk.
    Disk { path: std::path::PathBuf },
}

#[test]
fn kinds_of_fields() {
    check(&Kinds::spec(), &EvalContext::new(), "kinds of fields");
}

#[test]
fn options_of_fields() {
    check(&Options::spec(), &EvalContext::new(), "options of fields");
}

#[test]
fn forms_of_values() {
    check(&Values::spec(), &EvalContext::new(), "forms of values");
}
