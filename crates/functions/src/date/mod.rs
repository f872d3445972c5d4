//! Dates and times, as timestamps of RFC 3339.

mod layout;

use std::cmp::Ordering;
use std::sync::LazyLock;

use jiff::SignedDuration;
use jiff::civil::DateTime;
use jiff::fmt::strtime::BrokenDownTime;
use jiff::fmt::temporal::Pieces;
use jiff::tz::Offset;
use regex::Regex;

use super::Named;
use super::arguments::text;
use super::limits::check_bytes;
use hcldyn_cty::duration;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![("formatdate", formatdate()), ("timeadd", timeadd()), ("timecmp", timecmp())]
}

fn formatdate() -> Function {
    Function::builder("The timestamp in a format such as \"DD MMM YYYY hh:mm ZZZ\".")
        .param(Parameter::new("format", Type::String))
        .param(Parameter::new("time", Type::String))
        .returning(Type::String, |args, _| {
            let written = Timestamp::read(args, 1)?.write(text(args, 0)?)?;
            check_bytes(written.len())?;
            Ok(written.into())
        })
}

fn timeadd() -> Function {
    Function::builder("A timestamp plus a duration such as \"1h30m\" or \"-10s\".")
        .param(Parameter::new("timestamp", Type::String))
        .param(Parameter::new("duration", Type::String))
        .returning(Type::String, |args, _| {
            let Timestamp { local, offset } = Timestamp::read(args, 0)?;
            let nanoseconds = duration::read(text(args, 1)?).map_err(|_| {
                let found = args[1].describe();
                let wanted = "a duration such as \"1h30m\" or \"-1.5s\"";
                let units = "(units: h, m, s, ms, us, ns; at most 292 years)";
                FunctionError::must(1, format!("be {wanted} {units}, not {found}"))
            })?;
            let sum = local
                .checked_add(SignedDuration::from_nanos(nanoseconds))
                .ok()
                .filter(|sum| sum.year() >= 0);
            let sum =
                sum.ok_or_else(|| FunctionError::new("the result is outside the years 0 to 9999"))?;
            let sum = Timestamp { local: sum, offset };
            Ok(sum.write("YYYY-MM-DD'T'hh:mm:ssZ")?.into())
        })
}

fn timecmp() -> Function {
    Function::builder("-1, 0 or 1, if the first of two timestamps is earlier, equal or later.")
        .param(Parameter::new("timestamp_a", Type::String))
        .param(Parameter::new("timestamp_b", Type::String))
        .returning(Type::Number, |args, _| {
            let order = Timestamp::read(args, 0)?.order(&Timestamp::read(args, 1)?);
            Ok(Value::from(order as i64))
        })
}

/// A point in time, as local time at an offset from UTC.
struct Timestamp {
    local: DateTime,
    offset: Offset,
}

impl Timestamp {
    fn read(args: &[Value], index: usize) -> Result<Self, FunctionError> {
        Self::parse(text(args, index)?).ok_or_else(|| {
            let found = args[index].describe();
            let wanted = "an RFC 3339 timestamp such as \"2024-02-29T23:59:00Z\"";
            FunctionError::must(index, format!("be {wanted}, not {found}"))
        })
    }

    /// Parses a timestamp. The library accepts more forms than RFC 3339, so the form is checked first.
    fn parse(text: &str) -> Option<Self> {
        if !RFC_3339.is_match(text) {
            return None;
        }
        let pieces = Pieces::parse(text).ok()?;
        let local = pieces.date().to_datetime(pieces.time()?);
        Some(Self { local, offset: pieces.to_numeric_offset()? })
    }

    fn write(&self, layout: &str) -> Result<String, FunctionError> {
        let layout = layout::strftime(layout, self).map_err(|why| {
            FunctionError::must(0, why).with_help("write other letters in 'quotes'")
        })?;
        let mut time = BrokenDownTime::from(self.local);
        time.set_offset(Some(self.offset));
        time.to_string(layout).map_err(|error| FunctionError::at(0, error.to_string()))
    }

    fn order(&self, other: &Self) -> Ordering {
        // As points in time, the timestamps could be outside the library's range.
        let clocks = self.local.duration_since(other.local);
        let offsets = self.offset.seconds() - other.offset.seconds();
        clocks.cmp(&SignedDuration::from_secs(offsets.into()))
    }
}

static RFC_3339: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = concat!(
        r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9]",
        r"(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"
    );
    #[expect(clippy::unwrap_used, reason = "the pattern is right, as every test of it shows")]
    Regex::new(pattern).unwrap()
});

#[cfg(test)]
mod tests {
    use crate::testing::{call, error};
    use hcldyn_cty::Value;

    #[test]
    fn timestamps_are_ordered_as_points_in_time() {
        let compare = |a: &str, b: &str| call("timecmp", [Value::from(a), Value::from(b)]);
        assert_eq!(compare("2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00"), 0.into());
        assert_eq!(compare("2024-01-01T00:00:00Z", "2024-01-01T00:00:00-00:01"), (-1).into());
        assert_eq!(compare("2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00Z"), 1.into());
        assert_eq!(compare("9999-12-31T23:59:59-23:59", "0000-01-01T00:00:00+23:59"), 1.into());
    }

    #[test]
    fn years_have_four_digits() {
        let add = |time: &str, duration: &str| [Value::from(time), Value::from(duration)];
        let last = "9999-12-31T23:59:59Z";
        assert_eq!(call("timeadd", add("9999-12-31T23:00:00Z", "59m59s")), last.into());
        let message = "the result is outside the years 0 to 9999";
        assert_eq!(error("timeadd", add(last, "1s")), message);
        assert_eq!(error("timeadd", add("0000-01-01T00:00:00Z", "-1ns")), message);
    }

    #[test]
    fn errors_say_what_to_write() {
        let message = error("timeadd", [Value::from("today"), Value::from("1h")]);
        let wanted = "an RFC 3339 timestamp such as \"2024-02-29T23:59:00Z\"";
        assert_eq!(message, format!("must be {wanted}, not \"today\""));
        let message = error("timeadd", [Value::from("2024-02-29T00:00:00Z"), Value::from("1d")]);
        assert!(message.contains("(units: h, m, s, ms, us, ns"), "{message}");
        let message =
            error("formatdate", [Value::from("YYY"), Value::from("2024-02-29T00:00:00Z")]);
        assert_eq!(
            message,
            "must write the year as YY or YYYY, not \"YYY\"; write other letters in 'quotes'"
        );
        let message = error("formatdate", [Value::from("'T"), Value::from("2024-02-29T00:00:00Z")]);
        assert!(message.starts_with("must have a closing ' for each opening one"), "{message}");
    }
}
