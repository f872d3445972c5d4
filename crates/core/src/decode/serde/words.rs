//! The words of serde's errors, for the authors of configurations.

use serde::de::{Expected, Unexpected};

use crate::cty::Value;
use crate::diag::counted;

/// Returns the reason that rejects a value of another type, or outside a range.
pub(super) fn not_as_required(unexpected: &Unexpected<'_>, expected: &dyn Expected) -> String {
    format!("{} is required, not {}", requirement(&expected.to_string()), actual(unexpected))
}

/// Returns the reason that rejects a list of `length` elements.
pub(super) fn not_as_long(length: usize, expected: &dyn Expected) -> String {
    let expected = expected.to_string();
    // The number is at the end, as in `a tuple of size 2`, or before `elements`.
    match expected.rsplit(' ').find_map(|word| word.parse().ok()) {
        Some(count) => not_of_length(length, count),
        None => format!("{expected} is required, not {}", counted(length, "element")),
    }
}

/// Returns the reason that rejects a list of `length` elements in place of one of `count` elements.
pub(super) fn not_of_length(length: usize, count: usize) -> String {
    format!("a list of {} is required, not of {length}", counted(count, "element"))
}

/// Returns the expectation without names of the program. The visitors of serde and its derive have fixed words for
/// theirs.
fn requirement(expected: &str) -> String {
    macro_rules! ranges {
        ($($integer:ident)*) => {
            match expected {
                $(stringify!($integer) => Some(($integer::MIN.to_string(), $integer::MAX.to_string())),)*
                _ => None,
            }
        };
    }
    let range = ranges!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    if let Some((least, most)) = range {
        return format!("a whole number from {least} to {most}");
    }
    match expected {
        "a boolean" => "a bool",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        "a map" => "an object",
        "unit" => "null",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("tuple ") || expected.starts_with("a tuple of size ") => "a list",
        _ if expected.starts_with("an array of length ") => "a list",
        _ if expected.starts_with("unit struct ") => "null",
        _ => expected,
    }
    .to_owned()
}

fn actual(unexpected: &Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Char(character) => Value::from(character.to_string()).describe(),
        Unexpected::Str(text) => Value::from(*text).describe(),
        Unexpected::Unit => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        other => other.to_string(),
    }
}
