//! Timestamps in the forms of YAML.

use std::sync::LazyLock;

use jiff::civil::{Date, Time};
use regex::{Captures, Regex};

/// Returns a YAML timestamp as one of RFC 3339, without fractions of seconds. Of the forms in YAML's type
/// repository, the reference accepts these: with `T` and an offset, with spaces and without an offset, and the date
/// alone.
pub(super) fn rfc_3339(text: &str) -> Option<String> {
    let parts = TIMESTAMP.captures(text)?;
    let date =
        Date::new(part(&parts, "year")?, part(&parts, "month")?, part(&parts, "day")?).ok()?;
    let mark = parts.name("mark").map(|mark| mark.as_str());
    if mark.is_some_and(|mark| mark.trim().is_empty() == parts.name("zone").is_some()) {
        return None;
    }
    let clock = |name| if mark.is_some() { part(&parts, name) } else { Some(0) };
    let time = Time::new(clock("hour")?, clock("minute")?, clock("second")?, 0).ok()?;
    let offset = match parts.name("sign") {
        Some(sign) => offset(sign.as_str(), part(&parts, "hours")?, part(&parts, "minutes")?)?,
        None => "Z".to_owned(),
    };
    Some(format!("{date}T{time}{offset}"))
}

fn part<T: std::str::FromStr>(parts: &Captures<'_>, name: &str) -> Option<T> {
    parts.name(name)?.as_str().parse().ok()
}

fn offset(sign: &str, hours: u32, minutes: u32) -> Option<String> {
    let total = hours * 60 + minutes;
    match (hours, minutes) {
        _ if total == 0 => Some("Z".to_owned()),
        (..=24, ..=60) => Some(format!("{sign}{:02}:{:02}", total / 60, total % 60)),
        _ => None,
    }
}

static TIMESTAMP: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = concat!(
        r"^(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})",
        r"(?:(?P<mark>[Tt]| +)",
        r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{1,2}):(?P<second>[0-9]{1,2})(?:[.,][0-9]+)?",
        r"(?P<zone>Z|(?P<sign>[+-])(?P<hours>[0-9]{2}):(?P<minutes>[0-9]{2}))?)?$"
    );
    #[expect(clippy::unwrap_used, reason = "the pattern is right, as every test of it shows")]
    Regex::new(pattern).unwrap()
});
