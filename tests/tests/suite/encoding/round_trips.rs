//! Structs that are written and read again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::time::Duration;

use hcldyn::cty::{ByteSize, ToValue};
use hcldyn::{EvalContext, HclDecode, HclEncode, HclValue};
use proptest::prelude::*;

/// Returns the text of a struct, which must be read as an equal struct.
#[track_caller]
fn written<T: HclEncode + PartialEq + Debug>(value: &T) -> String {
    let text = hcldyn::to_string(value).unwrap_or_else(|it| panic!("{value:?}\n{it}"));
    let read: T = hcldyn::from_str(&text, &EvalContext::new())
        .unwrap_or_else(|it| panic!("{value:?}\n{text}\n{it}"));
    assert_eq!(read, *value, "{text}");
    text
}

fn error<T: HclEncode>(value: &T) -> String {
    hcldyn::to_string(value).unwrap_err().to_string()
}

fn names<V>(entries: impl IntoIterator<Item = (&'static str, V)>) -> BTreeMap<String, V> {
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

#[test]
fn a_map_with_other_keys_is_not_its_default() {
    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Config {
        #[hcl(default = [("team", "core")])]
        tags: BTreeMap<String, String>,
        #[hcl(default = vec![names([("a", 1)])])]
        list: Vec<BTreeMap<String, u8>>,
        #[hcl(default = names([("x", names([("y", 1)]))]))]
        nested: BTreeMap<String, BTreeMap<String, u8>>,
        #[hcl(default = BTreeSet::from([names([("s", 1)])]))]
        set: BTreeSet<BTreeMap<String, u8>>,
    }

    let default = || hcldyn::from_str::<Config>("", &EvalContext::new()).unwrap();
    assert_eq!(written(&default()), "");
    let tags = names([("owner", "core".to_owned())]);
    assert_eq!(written(&Config { tags, ..default() }), "tags = {\n  owner = \"core\"\n}\n");
    let list = vec![names([("b", 1)])];
    assert_eq!(written(&Config { list, ..default() }), "list = [\n  {\n    b = 1\n  },\n]\n");
    written(&Config { nested: names([("x", names([("z", 1)]))]), ..default() });
    written(&Config { nested: names([("w", names([("y", 1)]))]), ..default() });
    written(&Config { set: BTreeSet::from([names([("t", 1)])]), ..default() });
}

#[test]
fn remaining_attributes_with_other_names_are_not_the_default() {
    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Config {
        #[hcl(default = Part { size: 0, rest: names([("a", 1)]) })]
        part: Part,
    }

    #[derive(Clone, Debug, PartialEq, HclValue)]
    #[hcl(into_value)]
    struct Part {
        #[hcl(default = 0)]
        size: u8,
        #[hcl(remain)]
        rest: BTreeMap<String, u8>,
    }

    let config = |name| Config { part: Part { size: 0, rest: names([(name, 1)]) } };
    assert_eq!(written(&config("a")), "");
    written(&config("b"));
}

#[test]
fn durations_of_any_length_are_read_again() {
    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Config {
        wait: Duration,
    }

    let longest = "wait = \"5124095576030431h15s999ms999us999ns\"\n";
    assert_eq!(written(&Config { wait: Duration::MAX }), longest);
    for wait in [Duration::from_nanos(u64::MAX), Duration::from_secs(1 << 34), Duration::ZERO] {
        written(&Config { wait });
    }
}

#[test]
fn empty_groups_of_blocks_are_errors() {
    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Lists {
        #[hcl(block)]
        a: Option<Vec<Empty>>,
        #[hcl(block)]
        b: Option<BTreeMap<u8, Empty>>,
        #[hcl(block, serde)]
        c: Option<Vec<Plain>>,
        #[hcl(block, serde)]
        d: Option<Plain>,
        #[hcl(block)]
        e: Option<Empty>,
        #[hcl(block)]
        f: Vec<Empty>,
    }

    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Groups {
        #[hcl(block)]
        a: BTreeMap<u8, Vec<Empty>>,
        #[hcl(block)]
        b: BTreeMap<u8, BTreeMap<u8, Empty>>,
    }

    #[derive(Clone, Debug, PartialEq, HclDecode, HclEncode)]
    struct Empty {}

    #[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
    struct Plain {}

    let none = || Lists { a: None, b: None, c: None, d: None, e: None, f: Vec::new() };
    written(&none());
    written(&Lists { d: Some(Plain {}), e: Some(Empty {}), ..none() });
    let message = "an empty collection of blocks in an `Option` can't be written, because no blocks are `None`";
    assert_eq!(
        error(&Lists { a: Some(Vec::new()), ..none() }),
        format!("attribute \"a\": {message}")
    );
    assert!(error(&Lists { b: Some(BTreeMap::new()), ..none() }).ends_with(message));
    assert!(error(&Lists { c: Some(Vec::new()), ..none() }).ends_with(message));
    written(&Groups { a: BTreeMap::new(), b: BTreeMap::new() });
    written(&Groups { a: BTreeMap::from([(1, vec![Empty {}, Empty {}])]), b: BTreeMap::new() });
    let message = "blocks can't be written, because a source has no notation for it";
    let groups = Groups { a: BTreeMap::from([(1, Vec::new())]), b: BTreeMap::new() };
    let expected = format!("attribute \"a\": element \"1\": an empty group of \"a\" {message}");
    assert_eq!(error(&groups), expected);
    let groups = Groups { a: BTreeMap::new(), b: BTreeMap::from([(0, BTreeMap::new())]) };
    let expected = format!("attribute \"b\": element \"0\": an empty group of \"b\" {message}");
    assert_eq!(error(&groups), expected);
}

#[test]
fn long_numbers_have_an_exponent() {
    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Float {
        x: f64,
    }

    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Whole {
        x: i128,
    }

    for (x, text) in [
        (5e-324, "5e-324"),
        (f64::MAX, "1.7976931348623157e308"),
        (-f64::MAX, "-1.7976931348623157e308"),
        (1e20, "100000000000000000000"),
        (1e21, "1e21"),
        (1.5e-7, "0.00000015"),
        (1.25e-20, "1.25e-20"),
        (0.1, "0.1"),
    ] {
        assert_eq!(written(&Float { x }), format!("x = {text}\n"));
    }
    for (x, text) in [
        (i128::MAX, "170141183460469231731687303715884105727"),
        (-1_000_000_000_000_000_000_000_000, "-1e24"),
        (999_999_999_999_999_999_999, "999999999999999999999"),
    ] {
        assert_eq!(written(&Whole { x }), format!("x = {text}\n"));
    }
}

/// Checks that a value is written, and read again as an equal one.
#[track_caller]
fn round_trip<T>(value: T)
where
    T: hcldyn::cty::FromValue + ToValue + PartialEq + Debug,
{
    let text = value.to_value().unwrap_or_else(|it| panic!("{value:?}: {it}"));
    assert_eq!(T::convert(text.clone()).ok().as_ref(), Some(&value), "{text:?}");
}

#[track_caller]
fn unwritable<T: ToValue>(value: T) {
    let error = value.to_value().unwrap_err().to_string();
    assert!(error.contains("can't be written"), "{error}");
}

#[test]
fn extreme_values_of_types_with_a_notation_are_read_again_or_rejected() {
    use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};

    round_trip(ByteSize::new(u64::MAX));
    round_trip(NaiveDate::MIN);
    round_trip(NaiveDate::MAX);
    round_trip(NaiveTime::from_hms_nano_opt(23, 59, 59, 999_999_999).unwrap());
    round_trip(NaiveTime::from_hms_nano_opt(23, 59, 59, 1_999_999_999).unwrap());
    round_trip(Utc.timestamp_opt(253_402_300_799, 999_999_999).unwrap());
    unwritable(Utc.timestamp_opt(253_402_300_800, 0).unwrap());
    unwritable(DateTime::<Utc>::MIN_UTC);
    let with_seconds = FixedOffset::east_opt(3_630).unwrap();
    unwritable(with_seconds.timestamp_opt(0, 0).unwrap());
    round_trip(FixedOffset::west_opt(3_600).unwrap().timestamp_opt(0, 1).unwrap());
    round_trip(NaiveDateTime::MAX);
    round_trip(jiff::Timestamp::MIN);
    round_trip(jiff::Timestamp::MAX);
    round_trip(jiff::civil::DateTime::MIN);
    round_trip(jiff::civil::DateTime::MAX);
    round_trip(jiff::SignedDuration::MAX);
    round_trip(jiff::SignedDuration::MIN);
    assert!(jiff::Span::new().microseconds(i64::MAX / 1_000_000).to_value().is_ok());
    round_trip(time::Date::MAX);
    assert!(time::Date::MIN.to_value().is_err());
    round_trip(uuid::Uuid::max());
    let mut address: std::net::SocketAddrV6 = "[fe80::1%7]:80".parse().unwrap();
    round_trip(address);
    address.set_flowinfo(1);
    unwritable(address);
    unwritable(std::net::SocketAddr::from(address));
}

/// A tree of Rust data with as many levels as it likes.
#[derive(serde::Serialize, HclValue)]
#[hcl(into_value)]
struct Tree {
    inner: Option<Box<Self>>,
}

#[derive(HclDecode, HclEncode)]
struct Block {
    #[hcl(block)]
    inner: Option<Box<Self>>,
}

#[derive(serde::Serialize)]
struct Wrapped(Option<Box<Self>>);

fn nested<T>(levels: usize, wrap: impl Fn(Option<Box<T>>) -> T) -> T {
    (0..levels).fold(wrap(None), |inner, _| wrap(Some(Box::new(inner))))
}

#[test]
fn deeply_nested_data_is_an_error() {
    let tree = |levels| nested(levels, |inner| Tree { inner });
    assert!(hcldyn::decode::serde::to_value(&tree(500)).is_ok());
    assert!(tree(500).to_value().is_ok());
    let deep = tree(10_000);
    let error = hcldyn::decode::serde::to_value(&deep).unwrap_err().to_string();
    assert!(error.ends_with("at most 512 levels deep and have at most 16777216 parts"), "{error}");
    let wrapped = nested(10_000, Wrapped);
    assert!(hcldyn::decode::serde::to_value(&wrapped).is_err());
    let error = deep.to_value().unwrap_err().to_string();
    assert!(error.ends_with("the value is too large or nested too deeply"), "{error}");
    let error = super::round_trips::error(&nested(10_000, |inner| Block { inner }));
    assert!(error.ends_with("the value is too large or nested too deeply"), "{error}");
    assert!(tree(500).to_value().is_ok(), "the levels are left after an error");
}

/// A type with a default for each field.
#[derive(Clone, Debug, PartialEq, HclDecode, HclEncode)]
struct Defaults {
    #[hcl(default = names([("a", 1)]))]
    map: BTreeMap<String, i8>,
    #[hcl(default = vec![names([("a", 1)]), names([])])]
    maps: Vec<BTreeMap<String, i8>>,
    #[hcl(default = BTreeSet::from([1, 2]))]
    set: BTreeSet<i8>,
    #[hcl(default = names([("a", Some(1)), ("b", None)]))]
    nulls: BTreeMap<String, Option<i8>>,
    #[hcl(default = 0.5)]
    float: f64,
    #[hcl(default = (1, "a".to_owned()))]
    pair: (i8, String),
    #[hcl(default = Object { a: Some(1), b: 2, rest: names([("c", 3)]) })]
    object: Object,
    #[hcl(default = "1m")]
    wait: Duration,
    optional: Option<i8>,
    optional_map: Option<BTreeMap<String, i8>>,
}

#[derive(Clone, Debug, PartialEq, HclValue)]
#[hcl(into_value)]
struct Object {
    a: Option<i8>,
    #[hcl(default = 2)]
    b: i8,
    #[hcl(remain)]
    rest: BTreeMap<String, i8>,
}

fn defaults() -> impl Strategy<Value = Defaults> {
    let small = || 0_i8..3;
    let map = || prop::collection::btree_map("[a-c]", small(), 0..3);
    let object =
        (prop::option::of(small()), small(), prop::collection::btree_map("[cd]", small(), 0..2))
            .prop_map(|(a, b, rest)| Object { a, b, rest });
    (
        map(),
        prop::collection::vec(map(), 0..3),
        prop::collection::btree_set(small(), 0..3),
        prop::collection::btree_map("[a-c]", prop::option::of(small()), 0..3),
        prop_oneof![Just(0.5), any::<f64>().prop_filter("finite", |it| it.is_finite())],
        (small(), "[ab\n]{0,3}"),
        object,
        prop_oneof![Just(60), any::<u64>()].prop_map(Duration::from_secs),
        prop::option::of(small()),
        prop::option::of(map()),
    )
        .prop_map(
            |(map, maps, set, nulls, float, pair, object, wait, optional, optional_map)| Defaults {
                map,
                maps,
                set,
                nulls,
                float,
                pair,
                object,
                wait,
                optional,
                optional_map,
            },
        )
}

proptest! {
    #[test]
    fn structs_with_defaults_are_read_again(value in defaults()) {
        written(&value);
    }
}
