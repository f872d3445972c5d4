//! The values of scalars.

use std::sync::LazyLock;

use regex::Regex;
use saphyr_parser::ScalarStyle;

use super::timestamp;
use crate::encoding::decode_base64;
use hcldyn_cty::{Number, Type, Value};

/// Returns the value of a scalar. A plain scalar without a tag may be a number, a bool (also `yes` and `on`), null
/// or a timestamp; other scalars without a tag are strings.
pub(super) fn resolve(tag: Option<&str>, text: &str, style: ScalarStyle) -> Result<Value, String> {
    let is_quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
    match tag {
        None if style == ScalarStyle::Plain => plain(text),
        None | Some("!!str") => Ok(text.into()),
        Some("!!binary") => match decode_base64(text) {
            Ok(_) => Ok(text.into()),
            Err(error) => Err(format!("is not base64: {error}")),
        },
        Some("!!bool" | "!!int" | "!!float" | "!!null" | "!!timestamp")
            if is_quoted && begins_like_a_literal(text) =>
        {
            Ok(text.into())
        }
        Some(tag @ ("!!bool" | "!!int" | "!!float" | "!!null" | "!!timestamp")) => {
            tagged(tag, text)
        }
        Some(tag) => Err(unknown_tag(tag)),
    }
}

pub(super) fn unknown_tag(tag: &str) -> String {
    format!("has the unknown tag {tag:?}")
}

fn plain(text: &str) -> Result<Value, String> {
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err("has the number NaN, which is not supported".to_owned());
    }
    let implied = implied(text);
    let time = || timestamp::rfc_3339(text).map(Value::from);
    implied.unwrap_or_else(|| Ok(time().unwrap_or_else(|| text.into())))
}

/// Returns the value of a scalar with a tag. As in the reference, a scalar with an implied value has that value
/// regardless of its tag.
fn tagged(tag: &str, text: &str) -> Result<Value, String> {
    if let Some(value) = implied(text) {
        return value;
    }
    let value = match tag {
        "!!int" | "!!float" => return number(text),
        "!!timestamp" => timestamp::rfc_3339(text).map(Value::from),
        "!!null" => Some(Value::null(Type::Dynamic)),
        _ => None,
    };
    value.ok_or_else(|| format!("has the tag {tag}, which does not fit {text:?}"))
}

/// Returns the implied value of a scalar: a bool, null or a number.
fn implied(text: &str) -> Option<Result<Value, String>> {
    match word(text) {
        Some(value) => Some(Ok(value)),
        None => NUMBER.is_match(text).then(|| number(text)),
    }
}

fn word(text: &str) -> Option<Value> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "true" | "True" | "TRUE" => {
            true.into()
        }
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" | "false" | "False" | "FALSE" => {
            false.into()
        }
        "" | "~" | "null" | "Null" | "NULL" => Value::null(Type::Dynamic),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Value::number(Number::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Value::number(Number::NEG_INFINITY),
        _ => return None,
    })
}

/// Returns `true` if a scalar begins like a literal. Any other quoted scalar is a string regardless of its tag, as in
/// the reference.
fn begins_like_a_literal(text: &str) -> bool {
    text.is_empty() || text.starts_with(|first| "+-.0123456789yYnNtTfFoO~".contains(first))
}

/// Returns a number in decimal digits, or a whole number in the base of its prefix.
fn number(text: &str) -> Result<Value, String> {
    let text = text.replace('_', "");
    match Number::parse(&text) {
        Ok(number) => Ok(number.into()),
        Err(error) => whole(&text).map(Value::from).ok_or_else(|| error.to_string()),
    }
}

/// Returns a whole number of 64 bits after `0x`, `0o` or `0b`.
fn whole(text: &str) -> Option<i128> {
    let (digits, is_negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text.strip_prefix('+').unwrap_or(text), false),
    };
    let (prefix, digits) = digits.split_at_checked(2)?;
    let radix = match prefix {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    // The library would accept a sign.
    let magnitude = digits.starts_with(|first: char| first.is_ascii_hexdigit());
    let magnitude = magnitude.then(|| u64::from_str_radix(digits, radix).ok())??;
    if is_negative {
        Some(-i128::from(magnitude)).filter(|number| *number >= i128::from(i64::MIN))
    } else {
        Some(magnitude.into())
    }
}

/// The numbers of the core schema of YAML 1.2.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+)$";
    #[expect(clippy::unwrap_used, reason = "the pattern is right, as every test of it shows")]
    Regex::new(pattern).unwrap()
});
