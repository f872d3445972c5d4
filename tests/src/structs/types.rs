//! Structs of many kinds, with every kind of field that may be read from a body on its own, and others beside them.

use std::collections::{BTreeMap, BTreeSet};

use hcldyn::cty::{MaybeUnknown, Value};
use hcldyn::syntax::Place;
use hcldyn::{ExpressionClosure, HclDecode, HclValue, Spanned};

/// The most usual struct: attributes of plain types, with and without defaults.
#[derive(Debug, HclDecode)]
pub(super) struct Plain {
    name: String,
    port: u16,
    weight: Option<f64>,
    #[hcl(default = true)]
    enabled: bool,
    #[hcl(default)]
    note: String,
    tags: Option<BTreeMap<String, String>>,
    zones: Vec<String>,
    numbers: Option<BTreeSet<u8>>,
    #[hcl(default = 70)]
    level: u8,
}

/// Blocks of all kinds around plain structs.
#[derive(Debug, HclDecode)]
pub(super) struct Nested {
    title: Option<String>,
    #[hcl(block)]
    first: Plain,
    #[hcl(block, dynamic)]
    maybe: Option<Box<Labelled>>,
    #[hcl(block, dynamic)]
    list: Vec<Labelled>,
    #[hcl(block, dynamic, min_items = 1, max_items = 3)]
    few: Vec<Leaf>,
    #[hcl(block, dynamic)]
    by_name: BTreeMap<String, Leaf>,
    #[hcl(block)]
    by_number: BTreeMap<u8, Keyed>,
    #[hcl(block, dynamic)]
    grouped: BTreeMap<String, Vec<Leaf>>,
    #[hcl(block, dynamic)]
    deep: BTreeMap<String, BTreeMap<String, Leaf>>,
}

#[derive(Debug, Default, HclDecode)]
pub(super) struct Leaf {
    size: Option<u8>,
    text: Option<String>,
}

#[derive(Debug, HclDecode)]
pub(super) struct Labelled {
    #[hcl(label)]
    kind: String,
    #[hcl(label)]
    number: u8,
    size: Option<i32>,
    #[hcl(block, dynamic)]
    inner: Vec<Leaf>,
    #[hcl(range)]
    place: Place,
}

#[derive(Debug, HclDecode)]
pub(super) struct Keyed {
    #[hcl(key)]
    key: String,
    size: u8,
}

/// Fields that are decoded in ways of their own.
#[derive(Debug, HclDecode)]
pub(super) struct Special {
    located: Spanned<String>,
    parts: Option<Vec<Spanned<u8>>>,
    #[hcl(sensitive)]
    token: Option<String>,
    level: Option<Level>,
    server: Option<Server>,
    servers: Option<Vec<Server>>,
    #[hcl(range = 1..=9)]
    digit: Option<u8>,
    perhaps: Option<MaybeUnknown<String>>,
    anything: Option<Value>,
    #[hcl(expr_closure)]
    later: Option<ExpressionClosure>,
    #[hcl(from_str)]
    address: Option<std::net::IpAddr>,
    #[hcl(validate = is_even)]
    even: Option<u8>,
    #[hcl(default = 7 + 1)]
    eight: u8,
    #[hcl(alias = "other_name")]
    named: Option<String>,
}

fn is_low(part: &Spanned<Part>) -> Result<(), String> {
    if part.low > Some(9) { Err("too high".to_owned()) } else { Ok(()) }
}

fn are_few(parts: &[Part]) -> Result<(), String> {
    if parts.len() < 3 { Ok(()) } else { Err(format!("{} are too many", parts.len())) }
}

fn is_even(number: &u8) -> Result<(), String> {
    if number.is_multiple_of(2) { Ok(()) } else { Err(format!("{number} is odd")) }
}

#[derive(Debug, HclValue)]
pub(super) enum Level {
    Debug,
    Info,
}

#[derive(Debug, HclValue)]
pub(super) struct Server {
    host: String,
    port: Option<u16>,
}

/// Special fields without the names that only decode generally.
#[derive(Debug, HclDecode)]
pub(super) struct Checked {
    located: Spanned<String>,
    #[hcl(sensitive)]
    token: Option<String>,
    #[hcl(range = 1..=9)]
    digit: Option<u8>,
    #[hcl(expr_closure)]
    later: Option<ExpressionClosure>,
    #[hcl(validate = is_even, default = 3 + 1)]
    even: u8,
    #[hcl(validate = is_even)]
    also_even: Option<u8>,
    server: Option<Server>,
    #[hcl(flatten)]
    shared: Shared,
    #[hcl(block, dynamic)]
    parts: Vec<Part>,
    #[hcl(block, dynamic, validate = is_low)]
    last: Option<Spanned<Part>>,
    #[hcl(block, dynamic, validate = are_few)]
    more: Vec<Part>,
    #[hcl(block, dynamic, optional)]
    other: Leaf,
}

#[derive(Debug, HclDecode)]
pub(super) struct Shared {
    owner: Option<String>,
    #[hcl(default)]
    count: u8,
    #[hcl(block, dynamic)]
    shared_part: Option<Part>,
}

#[derive(Debug, HclDecode)]
#[hcl(validate = Part::check)]
pub(super) struct Part {
    low: Option<u8>,
    high: Option<u8>,
}

impl Part {
    fn check(&self, validation: &mut hcldyn::decode::Validation<'_>) {
        if self.low > self.high {
            validation.error("high", "Wrong order", "\"high\" must not be below \"low\".");
        }
    }
}

/// Rules between items, and other names and forms of them.
#[derive(Debug, HclDecode)]
#[hcl(exactly_one_of("port", "socket"))]
#[hcl(at_least_one_of("name", "leaf"))]
#[hcl(requires_if("tls" = "on", "cert"))]
pub(super) struct Related {
    port: Option<u16>,
    #[hcl(alias = "path")]
    socket: Option<String>,
    #[hcl(requires = "leaf")]
    name: Option<String>,
    #[hcl(default = "off")]
    tls: String,
    cert: Option<String>,
    #[hcl(conflicts_with = ["socket", "maybe"])]
    zone: Option<String>,
    #[hcl(block, dynamic)]
    leaf: Vec<Leaf>,
    #[hcl(block, dynamic, or_attr, merge)]
    maybe: Option<Leaf>,
    #[hcl(or_block)]
    server: Option<Server>,
    #[hcl(block, alias = "part")]
    parts: Vec<Leaf>,
}

/// A body that no plan covers, around one that has a plan.
#[derive(Debug, HclDecode)]
#[hcl(unknown = "ignore")]
pub(super) struct Ruled {
    #[hcl(conflicts_with = "b")]
    a: Option<String>,
    b: Option<u8>,
    #[hcl(block)]
    leaf: Vec<Leaf>,
    #[hcl(blocks)]
    choice: Option<Choice>,
}

#[derive(Debug, HclDecode)]
pub(super) enum Choice {
    Disk(Leaf),
    Net { address: String },
}

/// A struct whose fields all have a default of their own.
#[derive(Debug, HclDecode)]
pub(super) struct Labelless {
    #[hcl(default = 1 + 1)]
    two: u8,
    #[hcl(default = "x".to_owned() + "y")]
    text: String,
    #[hcl(default)]
    list: Vec<u8>,
    #[hcl(block, dynamic, optional)]
    leaf: Defaulted,
    #[hcl(block)]
    leaves: BTreeMap<String, Box<Defaulted>>,
}

#[derive(Debug, Default, HclDecode)]
pub(super) struct Defaulted {
    #[hcl(default)]
    a: u8,
    b: Option<bool>,
}
