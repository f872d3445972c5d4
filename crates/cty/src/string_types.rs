//! Types of other crates that are written as strings, each with its feature.

use std::fmt::{self, Display};

use crate::from_value::unsuitable;
use crate::value_spec::ValueSpec;
use crate::{FromValue, FromValueError, PathError, ToValue, Type, Value};

/// Returns the first of one or two expressions.
macro_rules! first {
    ($first:expr $(, $other:expr)?) => {
        $first
    };
}

/// Implements both conversions for types: the name of the format and an example for documents, the expectation for
/// messages, the function that reads a string, the function that writes it, and the function that compares a value with
/// the one that is read back, unless that is `==`.
macro_rules! string_types {
    ($($feature:literal $ty:ty, $name:literal $example:literal: $needed:literal, $read:expr, $write:expr $(, $is_same:expr)?;)*) => {$(
        #[cfg(feature = $feature)]
        impl FromValue for $ty {
            fn ty() -> Type {
                Type::String
            }

            fn value_spec() -> ValueSpec {
                ValueSpec::text($name, $example)
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                read(value, $needed, $read)
            }
        }

        #[cfg(feature = $feature)]
        impl ToValue for $ty {
            fn to_value(&self) -> Result<Value, PathError> {
                let written = $write(self).map_err(|error| PathError::new(error.to_string()))?;
                let read = read(&written.as_str().into(), $needed, $read);
                let is_same = first!($($is_same,)? <$ty as PartialEq>::eq);
                match read {
                    Ok(read) if is_same(&read, self) => Ok(written.into()),
                    _ => Err(other_value(&written)),
                }
            }
        }
    )*};
}

string_types! {
    "chrono" chrono::DateTime<chrono::Utc>, "time" "2026-01-31T12:30:00Z":
        "a time such as \"2026-01-31T12:30:00Z\"",
        |text| chrono::DateTime::parse_from_rfc3339(text).map(|time| time.to_utc()), rfc3339;
    "chrono" chrono::DateTime<chrono::FixedOffset>, "time" "2026-01-31T12:30:00+01:00":
        "a time such as \"2026-01-31T12:30:00+01:00\"", chrono::DateTime::parse_from_rfc3339, rfc3339;
    "chrono" chrono::NaiveDate, "date" "2026-01-11": "a date such as \"2026-01-31\"", str::parse, displayed;
    "chrono" chrono::NaiveTime, "time of day" "12:30:00": "a time of day such as \"12:30:00\"", str::parse, displayed;
    "chrono" chrono::NaiveDateTime, "date and time of day" "2026-01-31T12:30:00":
        "a date with a time of day such as \"2026-01-31T12:30:00\"", str::parse,
        |time: &chrono::NaiveDateTime| displayed(&time.format("%Y-%m-%dT%H:%M:%S%.f"));
    "ipnet" ipnet::IpNet, "network" "10.0.0.0/8":
        "a network such as \"10.0.0.0/8\" or \"2001:db8::/32\"", str::parse, displayed;
    "ipnet" ipnet::Ipv4Net, "IPv4 network" "10.0.0.0/8": "an IPv4 network such as \"10.0.0.0/8\"", str::parse, displayed;
    "ipnet" ipnet::Ipv6Net, "IPv6 network" "2001:db8::/32": "an IPv6 network such as \"2001:db8::/32\"", str::parse, displayed;
    "jiff" jiff::Timestamp, "time" "2026-01-31T12:30:00Z": "a time such as \"2026-01-31T12:30:00Z\"", str::parse, displayed;
    "jiff" jiff::civil::Date, "date" "2026-01-11": "a date such as \"2026-01-31\"", str::parse, displayed;
    "jiff" jiff::civil::Time, "time of day" "12:30:00": "a time of day such as \"12:30:00\"", str::parse, displayed;
    "jiff" jiff::civil::DateTime, "date and time of day" "2026-01-31T12:30:00":
        "a date with a time of day such as \"2026-01-31T12:30:00\"", str::parse, displayed;
    "jiff" jiff::Span, "calendar duration" "1 month 3 days":
        "a duration such as \"1 month 3 days\" or \"P1M3D\"", str::parse, displayed,
        // Small units are written as fractions of a second.
        |a: &jiff::Span, b: &jiff::Span| a.to_string() == b.to_string();
    "jiff" jiff::SignedDuration, "signed duration" "1h 30m": "a duration such as \"1h 30m\" or \"PT1H30M\"", str::parse, displayed;
    "regex" regex::Regex, "regular expression" "^[a-z]+$":
        "a regular expression", compiled, displayed,
        |a: &regex::Regex, b: &regex::Regex| a.as_str() == b.as_str();
    "semver" semver::Version, "version" "1.2.3": "a version such as \"1.2.3\"", str::parse, displayed;
    "semver" semver::VersionReq, "version requirement" "^1.2":
        "a version requirement such as \"^1.2\" or \">=1.2, <3\"", str::parse, displayed;
    "time" time::Date, "date" "2026-01-11":
        "a date such as \"2026-01-31\"",
        |text| time::Date::parse(text, &time::format_description::well_known::Iso8601::DATE),
        |date: &time::Date| date.format(&time::format_description::well_known::Iso8601::DATE);
    "time" time::OffsetDateTime, "time" "2026-01-31T12:30:00Z":
        "a time such as \"2026-01-31T12:30:00Z\"",
        |text| time::OffsetDateTime::parse(text, &time::format_description::well_known::Rfc3339),
        |time: &time::OffsetDateTime| time.format(&time::format_description::well_known::Rfc3339);
    "url" url::Url, "URL" "https://example.com/": "a URL such as \"https://example.com/\"", str::parse, displayed;
    "uuid" uuid::Uuid, "UUID" "67e55044-10b1-426f-9247-bb680e5fe0c8":
        "a UUID such as \"67e55044-10b1-426f-9247-bb680e5fe0c8\"", str::parse, displayed;
}

/// Reads a string. An error has the reason of the type's own library.
fn read<T, E: Display>(
    value: &Value,
    needed: &str,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, FromValueError> {
    let text = value.as_str().ok_or_else(|| unsuitable(value, needed))?;
    read(text).map_err(|error| {
        unsuitable(value, needed).with_message(|message| format!("{message}: {error}"))
    })
}

/// Returns the error of a value whose written form has another meaning, or none: some libraries write more values than
/// they read.
fn other_value(written: &str) -> PathError {
    PathError::new(format!(
        "the value can't be written, because {written:?} is not read as the same value"
    ))
}

fn displayed<T: Display>(value: &T) -> Result<String, fmt::Error> {
    Ok(value.to_string())
}

#[cfg(feature = "chrono")]
fn rfc3339<Z: chrono::TimeZone>(time: &chrono::DateTime<Z>) -> Result<String, fmt::Error> {
    Ok(time.to_rfc3339())
}

/// Compiles a regular expression. A short one can have a large compiled form, which the budget of the decoding pays for.
#[cfg(feature = "regex")]
fn compiled(pattern: &str) -> Result<regex::Regex, String> {
    use regex::{Error, RegexBuilder};

    use crate::work::charge;

    /// The sizes of the compiled form in bytes that are tried one after the other, with the steps to charge.
    const SIZES: [(usize, u64); 3] = [(1 << 16, 2_000), (1 << 18, 8_000), (1 << 20, 32_000)];
    const STEPS_PER_BYTE: u64 = 64;

    let mut reason = String::new();
    for (size, steps) in SIZES {
        if !charge(steps + STEPS_PER_BYTE * pattern.len() as u64) {
            return Err("the work of the decoding exceeds its limit".to_owned());
        }
        match RegexBuilder::new(pattern).size_limit(size).build() {
            Ok(regex) => return Ok(regex),
            Err(Error::CompiledTooBig(_)) => {
                reason = "its compiled form is larger than 1 MiB".to_owned();
            }
            // The last line of the library's report describes the error, after the pattern with a marker.
            Err(error) => {
                let report = error.to_string();
                let last = report.lines().last().unwrap_or_default();
                return Err(last.trim_start_matches("error: ").to_owned());
            }
        }
    }
    Err(reason)
}
