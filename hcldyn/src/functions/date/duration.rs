//! Durations as numbers with units (reference: `time.ParseDuration` of Go).

use jiff::SignedDuration;

/// The units with their nanoseconds, `ms` before `m`. The micro sign and the Greek letter look alike.
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

/// Reads a duration such as `1h30m` or `-1.5s`, of at most 292 years.
pub(super) fn read(text: &str) -> Option<SignedDuration> {
    let (sign, mut rest) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    if rest == "0" {
        return Some(SignedDuration::ZERO);
    }
    let mut sum = 0_i128;
    loop {
        let (nanoseconds, after) = term(rest)?;
        sum = sum.checked_add(nanoseconds)?;
        rest = after;
        if rest.is_empty() {
            return i64::try_from(sign * sum).ok().map(SignedDuration::from_nanos);
        }
    }
}

/// A number with its unit in nanoseconds, and what follows. A fraction of a nanosecond is dropped.
fn term(text: &str) -> Option<(i128, &str)> {
    let (whole, mut rest) = digits(text);
    let mut fraction = "";
    if let Some(after) = rest.strip_prefix('.') {
        (fraction, rest) = digits(after);
    }
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut units = UNITS.into_iter();
    let (unit, rest) = units.find_map(|(name, unit)| Some((unit, rest.strip_prefix(name)?)))?;
    // An hour has 3.6 * 10^12 nanoseconds: later digits do not count.
    let fraction = &fraction[..fraction.len().min(15)];
    let part = unit * number(fraction)? / 10_i128.pow(u32::try_from(fraction.len()).ok()?);
    Some((unit * number(whole)? + part, rest))
}

fn number(digits: &str) -> Option<i128> {
    if digits.is_empty() { Some(0) } else { digits.parse::<i64>().ok().map(i128::from) }
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_add_up() {
        let nanos = |text| read(text).map(|duration| duration.as_nanos());
        assert_eq!(nanos("1h1m1s"), Some(3_661_000_000_000));
        assert_eq!(nanos("-1.5s1ms1us1ns"), Some(-1_501_001_001));
        assert_eq!(nanos("+.5m1.s"), Some(31_000_000_000));
        assert_eq!(nanos("3\u{b5}s4\u{3bc}s"), Some(7_000));
        assert_eq!(nanos("0.33333333333333333333h"), Some(1_199_999_999_999));
        assert_eq!(nanos("9223372036854775807ns"), Some(i64::MAX.into()));
        assert_eq!(nanos("-9223372036854775808ns"), None);
        for wrong in ["", "-", "1", "s", ".s", "1d", "1 s", "1h ", "--1s", "1h-1m", "9999999h"] {
            assert_eq!(nanos(wrong), None, "{wrong}");
        }
        assert_eq!((nanos("0"), nanos("-0")), (Some(0), Some(0)));
    }
}
