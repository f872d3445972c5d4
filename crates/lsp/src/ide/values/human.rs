//! Numbers, durations and sizes in a form for people.

use hcldyn_core::cty::value_spec::{ValueHint, ValueSpec};
use hcldyn_core::cty::{Kind, Value};
use hcldyn_core::internal::grouped;

/// The least number whose digits are grouped.
const LEAST_GROUPED: u64 = 10_000;

/// The endings of names that have a unit, with the number of seconds.
const TIMES: [(&str, f64); 7] = [
    ("_milliseconds", 0.001),
    ("_millis", 0.001),
    ("_ms", 0.001),
    ("_seconds", 1.0),
    ("_secs", 1.0),
    ("_minutes", 60.0),
    ("_hours", 3_600.0),
];

const SIZES: [(&str, u64); 6] = [
    ("EiB", 1 << 60),
    ("PiB", 1 << 50),
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
];

/// Returns a number in a form for people, if it has another one: `1 MiB` for 1048576 bytes. The name of the attribute and
/// its spec have the unit.
pub(in crate::ide) fn form(value: &Value, name: &str, spec: Option<&ValueSpec>) -> Option<String> {
    let Kind::Number(number) = value.kind() else { return None };
    let whole = number.to_u64()?;
    if name == "bytes" || name.ends_with("_bytes") || spec.is_some_and(is_size) {
        return size(whole);
    }
    let unit = TIMES.iter().find(|(ending, _)| name.ends_with(ending));
    match unit {
        Some((_, seconds)) => duration((whole as f64 * seconds * 1_000.0) as u64),
        None => (whole >= LEAST_GROUPED).then(|| grouped(whole)),
    }
}

fn is_size(spec: &ValueSpec) -> bool {
    match spec {
        ValueSpec::Leaf(leaf) => {
            matches!(leaf.hint(), Some(ValueHint::Text { name, .. }) if *name == *"size")
        }
        _ => false,
    }
}

fn size(bytes: u64) -> Option<String> {
    let (unit, factor) = SIZES.iter().find(|(_, factor)| bytes >= *factor)?;
    let (in_hundredths, factor) = (u128::from(bytes) * 100, u128::from(*factor));
    let hundredths = in_hundredths / factor;
    let digits = match (hundredths / 100, hundredths % 100) {
        (whole, 0) => whole.to_string(),
        (whole, part) => format!("{whole}.{part:02}").trim_end_matches('0').to_owned(),
    };
    let about = if in_hundredths.is_multiple_of(factor) { "" } else { "about " };
    Some(format!("{about}{digits} {unit}"))
}

fn duration(milliseconds: u64) -> Option<String> {
    let units = [("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000), ("ms", 1)];
    let mut left = milliseconds;
    let mut parts = Vec::new();
    for (unit, length) in units {
        let count = left / length;
        left %= length;
        if count > 0 {
            parts.push(format!("{count} {unit}"));
        }
    }
    (milliseconds >= 60_000).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_their_names() {
        let of = |number: u64, name| form(&Value::from(number), name, None);
        assert_eq!(of(1_048_576, "bytes").as_deref(), Some("1 MiB"));
        assert_eq!(of(1_610_612_736, "max_bytes").as_deref(), Some("1.5 GiB"));
        assert_eq!(of(1_000_000, "max_bytes").as_deref(), Some("about 976.56 KiB"));
        assert_eq!(of(5_400, "timeout_seconds").as_deref(), Some("1 h 30 min"));
        assert_eq!(of(90_061_000, "wait_ms").as_deref(), Some("1 d 1 h 1 min 1 s"));
        assert_eq!(of(30, "timeout_seconds"), None);
        assert_eq!(of(1_234_567, "count").as_deref(), Some("1,234,567"));
        assert_eq!(of(8_080, "port"), None);
        assert_eq!(of(u64::MAX, "bytes").as_deref(), Some("about 15.99 EiB"));
        assert!(of(u64::MAX, "wait_hours").is_some());
        assert_eq!(form(&Value::from("12345678"), "a", None), None);
    }
}
