//! Durations as numbers with units: those of Go (reference: `time.ParseDuration`), and more.

use std::time::Duration;

/// The units and their nanoseconds. The first match is used, so `ms` comes before `m`. The micro sign and the Greek
/// letter look the same.
const UNITS: [(&str, i128); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("\u{b5}s", 1_000),
    ("\u{3bc}s", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// More units, in the words of the English language, and their nanoseconds.
const WORDS: [(&[&str], i128); 8] = [
    (&["ns", "nanosecond", "nanoseconds"], 1),
    (&["us", "\u{b5}s", "\u{3bc}s", "microsecond", "microseconds"], 1_000),
    (&["ms", "millisecond", "milliseconds"], 1_000_000),
    (&["s", "sec", "secs", "second", "seconds"], 1_000_000_000),
    (&["m", "min", "mins", "minute", "minutes"], 60_000_000_000),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600_000_000_000),
    (&["d", "day", "days"], 86_400_000_000_000),
    (&["w", "week", "weeks"], 604_800_000_000_000),
];

/// The reason that a string has no duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationError {
    /// The string is not a duration.
    Invalid,
    /// The duration is longer than the type of the result.
    TooLong,
}

/// Parses a duration such as `1h30m` or `-1.5s`, of at most 292 years, and returns its nanoseconds.
pub fn read(text: &str) -> Result<i64, DurationError> {
    let nanoseconds = read_terms(text, |rest| {
        let mut units = UNITS.into_iter();
        units.find_map(|(name, unit)| Some((unit, rest.strip_prefix(name)?)))
    });
    i64::try_from(nanoseconds?).map_err(|_| DurationError::TooLong)
}

/// Parses a duration as [`read`] does, of any length, also with the units `d`, `w` and their words, and with spaces
/// around the units: `7d`, `2min`, `1 day 12 hours`. Returns its nanoseconds.
pub fn read_words(text: &str) -> Result<i128, DurationError> {
    read_terms(text, |rest| {
        let rest = rest.trim_start_matches(' ');
        let (word, after) =
            rest.split_at(rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()));
        let unit = WORDS.iter().find(|(words, _)| words.contains(&word));
        let next = after.trim_start_matches(' ');
        // Spaces at the end are not part of a duration.
        let rest = if next.is_empty() { after } else { next };
        unit.map(|(_, unit)| (*unit, rest))
    })
}

/// Parses the terms of a duration. `unit` reads the unit after a number: it returns its nanoseconds and the rest.
fn read_terms<'a>(
    text: &'a str,
    unit: impl Fn(&'a str) -> Option<(i128, &'a str)>,
) -> Result<i128, DurationError> {
    let (sign, mut rest) = match text.as_bytes().first() {
        Some(b'-') => (-1, &text[1..]),
        Some(b'+') => (1, &text[1..]),
        _ => (1, text),
    };
    if rest == "0" {
        return Ok(0);
    }
    let mut sum = 0_i128;
    loop {
        let (nanoseconds, after) = term(rest, &unit)?;
        sum = sum.checked_add(nanoseconds).ok_or(DurationError::TooLong)?;
        rest = after;
        if rest.is_empty() {
            return Ok(sign * sum);
        }
    }
}

/// Formats a duration so that [`read_words`] returns it again, in whole numbers of as few units as possible: `1h30m`,
/// `1s500ms`.
pub fn write(duration: Duration) -> String {
    const WRITTEN: [(&str, u128); 6] = [
        ("h", 3_600_000_000_000),
        ("m", 60_000_000_000),
        ("s", 1_000_000_000),
        ("ms", 1_000_000),
        ("us", 1_000),
        ("ns", 1),
    ];
    let mut rest = duration.as_nanos();
    let mut text = String::new();
    for (name, unit) in WRITTEN {
        if rest >= unit {
            text += &format!("{}{name}", rest / unit);
            rest %= unit;
        }
    }
    if text.is_empty() { "0s".to_owned() } else { text }
}

/// Returns a number with its unit in nanoseconds, and the rest of the string. A fraction of a nanosecond is
/// dropped.
fn term<'a>(
    text: &'a str,
    unit: impl Fn(&'a str) -> Option<(i128, &'a str)>,
) -> Result<(i128, &'a str), DurationError> {
    let (whole, mut rest) = digits(text);
    let mut fraction = "";
    if let Some(after) = rest.strip_prefix('.') {
        (fraction, rest) = digits(after);
    }
    if whole.is_empty() && fraction.is_empty() {
        return Err(DurationError::Invalid);
    }
    let (unit, rest) = unit(rest).ok_or(DurationError::Invalid)?;
    // A week has 6 * 10^14 nanoseconds, so later digits have no effect.
    let fraction = &fraction[..fraction.len().min(15)];
    let part = unit * number(fraction)? / 10_i128.pow(fraction.len() as u32);
    Ok((unit * number(whole)? + part, rest))
}

fn number(digits: &str) -> Result<i128, DurationError> {
    match digits {
        "" => Ok(0),
        _ => digits.parse::<u64>().map(i128::from).map_err(|_| DurationError::TooLong),
    }
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_add_up() {
        let nanos = |text| read(text).ok();
        assert_eq!(nanos("1h1m1s"), Some(3_661_000_000_000));
        assert_eq!(nanos("-1.5s1ms1us1ns"), Some(-1_501_001_001));
        assert_eq!(nanos("+.5m1.s"), Some(31_000_000_000));
        assert_eq!(nanos("3\u{b5}s4\u{3bc}s"), Some(7_000));
        assert_eq!(nanos("0.33333333333333333333h"), Some(1_199_999_999_999));
        assert_eq!(nanos("9223372036854775807ns"), Some(i64::MAX));
        assert_eq!(nanos("-9223372036854775808ns"), Some(i64::MIN));
        for wrong in ["", "-", "1", "s", ".s", "1d", "1 s", "1h ", "--1s", "1h-1m", "9999999h"] {
            assert_eq!(nanos(wrong), None, "{wrong}");
        }
        assert_eq!((nanos("0"), nanos("-0")), (Some(0), Some(0)));
    }

    #[test]
    fn words_are_units() {
        let nanos = |text| read_words(text).ok();
        let minute = 60_000_000_000;
        assert_eq!(nanos("7d"), Some(7 * 1440 * minute));
        assert_eq!(nanos("2min"), Some(2 * minute));
        assert_eq!(nanos("1 day 12 hours"), Some(2160 * minute));
        assert_eq!(nanos("1w1.5 days"), Some((10_080 + 2160) * minute));
        assert_eq!(nanos("-90 sec"), Some(-90_000_000_000));
        assert_eq!(nanos("1h  30m"), Some(90 * minute));
        assert_eq!(nanos("5 microseconds3\u{b5}s"), Some(8_000));
        // Durations of Go have the same value.
        for text in ["1h1m1s", "-1.5s1ms1us1ns", "+.5m1.s", "0", "0.33333333333333333333h"] {
            assert_eq!(nanos(text), read(text).ok().map(i128::from), "{text}");
        }
        for wrong in ["", "d", "1 ", "1 day ", " 1 day", "1 month", "1y", "1D", "1 d y", "1,5 days"]
        {
            assert_eq!(nanos(wrong), None, "{wrong:?}");
        }
        assert_eq!(nanos("106752 days"), Some(106_752 * 1440 * minute));
        assert_eq!(read_words("18446744073709551616s"), Err(DurationError::TooLong));
    }

    #[test]
    fn too_long_and_invalid_durations_differ() {
        let long = ["-9223372036854775809ns", "9223372036854775808ns", "18446744073709551616ns"];
        for long in long.into_iter().chain(["9999999h", "1s2562047h59m"]) {
            assert_eq!(read(long), Err(DurationError::TooLong), "{long}");
        }
        for none in ["", "1d", "9999999", "9999999d"] {
            assert_eq!(read(none), Err(DurationError::Invalid), "{none}");
        }
    }

    #[test]
    fn written_durations_read_back() {
        let cases = [
            (0, "0s"),
            (5_400_000_000_000, "1h30m"),
            (1_500_000_000, "1s500ms"),
            (3_600_000_000_001, "1h1ns"),
            (2_003, "2us3ns"),
            (u64::MAX, "5124095h34m33s709ms551us615ns"),
        ];
        for (nanoseconds, text) in cases {
            assert_eq!(write(Duration::from_nanos(nanoseconds)), text);
            assert_eq!(read_words(text), Ok(nanoseconds.into()));
        }
        let longest = write(Duration::MAX);
        assert_eq!(longest, "5124095576030431h15s999ms999us999ns");
        assert_eq!(read_words(&longest), Ok(Duration::MAX.as_nanos() as i128));
    }
}
