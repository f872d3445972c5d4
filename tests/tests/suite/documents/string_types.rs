//! The samples of types that are written as strings: the Rust type accepts them, not only their spec.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::path::PathBuf;
use std::time::Duration;

use hcldyn::cty::value_spec::ValueSpec;
use hcldyn::cty::{ByteSize, FromValue};
use hcldyn::docs::json_schema;
use hcldyn::docs::sample::Sample;
use hcldyn::spec::{AttrSpec, Spec, ValueRule, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

/// The number of different values in a sample.
const COUNT: usize = 20;

/// Checks that a type accepts the values in the sample of an attribute of the type, and of a set and a map.
fn check<T: FromValue>() {
    let name = std::any::type_name::<T>();
    let length = ValueRule::Length { min: COUNT, max: None };
    let attr = |name, spec| AttrSpec::new(name, spec).required();
    let spec = Spec::tuple([
        attr("one", T::value_spec()).into(),
        attr("set", ValueSpec::set(T::value_spec())).rule(length).into(),
        attr("list", ValueSpec::list(T::value_spec())).into(),
    ]);
    let text = Sample::new(&spec.outline()).required_only().text();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("sample.hcl", text.as_str()), &mut diags);
    let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    assert!(diags.is_empty(), "{name}: {diags}\n{text}");
    let [one, set, list] = value.elements() else { panic!("{name}: {value:?}") };
    let many = set.elements().iter().chain(list.elements());
    for value in [one].into_iter().chain(many) {
        let converted = T::from_value(&value.clone());
        assert!(converted.is_ok(), "{name}: {:?}\n{text}", converted.err());
    }
}

macro_rules! check {
    ($($ty:ty),* $(,)?) => { $(check::<$ty>();)* };
}

#[test]
fn samples_of_string_types_are_valid() {
    check!(
        String,
        Box<str>,
        char,
        PathBuf,
        Duration,
        ByteSize,
        IpAddr,
        Ipv4Addr,
        Ipv6Addr,
        SocketAddr,
        SocketAddrV4,
        SocketAddrV6,
        chrono::DateTime<chrono::Utc>,
        chrono::DateTime<chrono::FixedOffset>,
        chrono::NaiveDate,
        chrono::NaiveTime,
        chrono::NaiveDateTime,
        ipnet::IpNet,
        ipnet::Ipv4Net,
        ipnet::Ipv6Net,
        jiff::Timestamp,
        jiff::civil::Date,
        jiff::civil::Time,
        jiff::civil::DateTime,
        jiff::Span,
        jiff::SignedDuration,
        regex::Regex,
        secrecy::SecretString,
        semver::Version,
        semver::VersionReq,
        time::Date,
        time::OffsetDateTime,
        url::Url,
        uuid::Uuid,
    );
}

/// Returns the JSON Schema of an attribute.
fn schema(spec: ValueSpec) -> serde_json::Value {
    let outline = Spec::from(AttrSpec::new("x", spec)).outline();
    let schema: serde_json::Value =
        serde_json::from_str(&json_schema::of_configuration(&outline)).unwrap();
    schema["definitions"]["configuration"]["properties"]["x"].clone()
}

/// Checks that the pattern of a type accepts the texts that the type accepts, and returns their number.
fn check_pattern<T: FromValue>(texts: &[&str]) -> usize {
    let schema = schema(T::value_spec());
    let pattern = regex::Regex::new(schema["pattern"].as_str().unwrap()).unwrap();
    let mut count = 0;
    for text in texts {
        let is_valid = T::from_value(&(*text).into()).is_ok();
        assert_eq!(pattern.is_match(text), is_valid, "{text}");
        count += usize::from(is_valid);
    }
    assert!(pattern.is_match("${a}") && pattern.is_match("%{ if a }1%{ endif }"));
    count
}

#[test]
fn patterns_of_formats_accept_what_the_types_do() {
    let durations = [
        "1h30m",
        "1.5 s",
        "1 day 12 hours",
        "2min",
        ".5ms",
        "0",
        "30",
        "1 2",
        "1 fortnight",
        "",
        "h",
        "1h 30",
    ];
    assert_eq!(check_pattern::<Duration>(&durations), 6);
    let sizes = ["10 MiB", "10 Mib", "1.5GB", "7", "3 ki", "10 M", "10 X", "MiB", "-1", "1. kB"];
    assert_eq!(check_pattern::<ByteSize>(&sizes), 5);
    assert_eq!(schema(Duration::value_spec())["maximum"], 0);
    assert_eq!(schema(ByteSize::value_spec())["type"][1], "integer");
    // Another type may have a format of the same name.
    assert_eq!(schema(ValueSpec::text("duration", "5 blinks")).get("pattern"), None);
}
