//! The samples of types that are written as strings: the Rust type accepts them, not only their spec.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::path::PathBuf;
use std::time::Duration;

use hcldyn::cty::ByteSize;
use hcldyn::cty::value_spec::ValueSpec;
use hcldyn::docs::sample::Sample;
use hcldyn::source::Source;
use hcldyn::spec::{AttrSpec, Spec, ValueRule, decode};
use hcldyn::{Diagnostics, EvalContext, FromValue, parse_body};

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
        let converted = T::from_value(value.clone());
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
