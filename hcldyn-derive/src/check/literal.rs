//! Literals beside the types of fields, as far as a type is visible.

use syn::{Expr, ExprLit, Lit, Type, UnOp};

use crate::ty::{is_called, is_collection, last_name};

/// A literal in an option, or in an example.
#[derive(Clone, PartialEq)]
pub(super) enum Literal {
    Int(i128),
    Float(f64),
    Bool(bool),
    Text(String),
}

impl Literal {
    /// Returns the literal of an expression, which may be a negative number.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Lit(ExprLit { lit, .. }) => Self::of_lit(lit),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                match Self::of(&unary.expr)? {
                    Self::Int(number) => Some(Self::Int(-number)),
                    Self::Float(number) => Some(Self::Float(-number)),
                    Self::Bool(_) | Self::Text(_) => None,
                }
            }
            Expr::Group(group) => Self::of(&group.expr),
            _ => None,
        }
    }

    pub(super) fn of_lit(lit: &Lit) -> Option<Self> {
        match lit {
            Lit::Int(int) => int.base10_parse().ok().map(Self::Int),
            Lit::Float(float) => float.base10_parse().ok().map(Self::Float),
            Lit::Bool(value) => Some(Self::Bool(value.value)),
            Lit::Str(text) => Some(Self::Text(text.value())),
            _ => None,
        }
    }

    /// Returns the number, if it is one.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            Self::Bool(_) | Self::Text(_) => None,
        }
    }

    /// Returns the literal as it is written.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Float(number) => number.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Text(text) => format!("{text:?}"),
        }
    }
}

/// Returns the values of a type if a literal is not among them. Strings are not converted to numbers.
pub(super) fn expected_value(ty: &Type, literal: &Literal) -> Option<String> {
    if is_collection(ty) {
        return Some("a collection, which no literal equals".to_owned());
    }
    let name = last_name(ty)?.to_string();
    match literal {
        Literal::Text(text) if is_text(&name) => expected(&name, text),
        Literal::Int(number) if whole_numbers(&name).is_some() => {
            expected(&name, &number.to_string())
        }
        Literal::Int(_) | Literal::Float(_) if is_called(ty, "f32") || is_called(ty, "f64") => None,
        Literal::Bool(_) if name == "bool" => None,
        _ => values_of(&name),
    }
}

/// Returns the values of a type, if it is known.
fn values_of(name: &str) -> Option<String> {
    match name {
        "bool" => Some("true or false".to_owned()),
        "f32" | "f64" => Some("a number".to_owned()),
        _ if is_text(name) => Some("a string".to_owned()),
        _ => whole_numbers(name).map(WholeNumbers::describe),
    }
}

/// Returns `true` for the types of the standard library that are written as strings.
pub(super) fn is_text(name: &str) -> bool {
    matches!(name, "String" | "PathBuf" | "OsString" | "char" | "Duration") || is_address(name)
}

fn is_address(name: &str) -> bool {
    matches!(
        name,
        "IpAddr" | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6"
    )
}

/// The whole numbers of a type.
#[derive(Clone, Copy)]
pub(super) struct WholeNumbers {
    /// The distance of the least number from zero.
    below: u128,
    above: u128,
    is_zero_allowed: bool,
}

impl WholeNumbers {
    fn describe(self) -> String {
        let Self { below, above, is_zero_allowed } = self;
        let sign = if below > 0 { "-" } else { "" };
        let except = if below > 0 && !is_zero_allowed { " except 0" } else { "" };
        let below = below.max(u128::from(!is_zero_allowed));
        format!("a whole number from {sign}{below} to {above}{except}")
    }

    /// Returns `true` if a number is outside of the numbers of the type.
    pub(super) fn excludes(self, number: i128) -> bool {
        let limit = if number < 0 { self.below } else { self.above };
        number.unsigned_abs() > limit
    }

    fn contains(self, text: &str) -> bool {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let limit = if digits.len() < text.len() { self.below } else { self.above };
        match digits.parse::<u128>() {
            Ok(number) => number <= limit && (self.is_zero_allowed || number != 0),
            // Written with a fraction or an exponent; its size is left to the first use.
            Err(_) => number(text).is_some_and(|number| number.fract() == 0.0),
        }
    }
}

/// Returns the whole numbers of a type with this name.
pub(super) fn whole_numbers(name: &str) -> Option<WholeNumbers> {
    let plain = name.strip_prefix("NonZero").map(str::to_lowercase);
    let (below, above) = match plain.as_deref().unwrap_or(name) {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" | "usize" => (0, u64::MAX.into()),
        "u128" => (0, u128::MAX),
        "i8" => (u128::from(i8::MIN.unsigned_abs()), i8::MAX.unsigned_abs().into()),
        "i16" => (u128::from(i16::MIN.unsigned_abs()), i16::MAX.unsigned_abs().into()),
        "i32" => (u128::from(i32::MIN.unsigned_abs()), i32::MAX.unsigned_abs().into()),
        "i64" | "isize" => (u128::from(i64::MIN.unsigned_abs()), i64::MAX.unsigned_abs().into()),
        "i128" => (i128::MIN.unsigned_abs(), i128::MAX.unsigned_abs()),
        _ => return None,
    };
    Some(WholeNumbers { below, above, is_zero_allowed: plain.is_none() })
}

/// Returns the values that a type accepts, if a string does not convert to one of them.
pub(super) fn expected(ty: &str, text: &str) -> Option<String> {
    if let Some(numbers) = whole_numbers(ty) {
        return (!numbers.contains(text)).then(|| numbers.describe());
    }
    let (is_valid, expected) = match ty {
        "bool" => (matches!(text, "true" | "false" | "1" | "0"), "\"true\" or \"false\""),
        "f32" | "f64" => (number(text).is_some(), "a number"),
        "char" => (text.chars().count() == 1, "one character"),
        "Duration" => (is_duration(text), "a duration such as \"1h30m\""),
        "IpAddr" => (text.parse::<std::net::IpAddr>().is_ok(), "an IP address"),
        "Ipv4Addr" => (text.parse::<std::net::Ipv4Addr>().is_ok(), "an IPv4 address"),
        "Ipv6Addr" => (text.parse::<std::net::Ipv6Addr>().is_ok(), "an IPv6 address"),
        "SocketAddr" => (text.parse::<std::net::SocketAddr>().is_ok(), "an IP address with a port"),
        "SocketAddrV4" => {
            (text.parse::<std::net::SocketAddrV4>().is_ok(), "an IPv4 address with a port")
        }
        "SocketAddrV6" => {
            (text.parse::<std::net::SocketAddrV6>().is_ok(), "an IPv6 address with a port")
        }
        _ => return None,
    };
    (!is_valid).then(|| expected.to_owned())
}

/// Returns the number that a string converts to.
fn number(text: &str) -> Option<f64> {
    // `parse` also accepts names such as `inf`, and a leading plus.
    let is_plain =
        text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E'));
    text.parse().ok().filter(|_| is_plain && !text.starts_with('+'))
}

/// Returns `true` if a string has the form of a duration. Its size is left to the first use.
fn is_duration(text: &str) -> bool {
    const UNITS: &str = " ns us \u{b5}s \u{3bc}s ms s m h d w nanosecond nanoseconds microsecond microseconds \
                         millisecond milliseconds sec secs second seconds min mins minute minutes hr hrs hour hours \
                         day days week weeks ";
    let mut rest = text.strip_prefix('+').unwrap_or(text);
    if rest == "0" {
        return true;
    }
    loop {
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let number = &rest[..rest.len() - after.len()];
        let after = after.trim_start_matches(' ');
        let (unit, next) =
            after.split_at(after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len()));
        let is_number = number.bytes().any(|b| b.is_ascii_digit())
            && number.bytes().filter(|b| *b == b'.').count() < 2;
        if !is_number || unit.is_empty() || !UNITS.contains(&format!(" {unit} ")) {
            return false;
        }
        rest = next.trim_start_matches(' ');
        if rest.is_empty() {
            return next.is_empty();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn strings_that_convert() {
        for (ty, text) in [
            ("u16", "8080"),
            ("u16", "65535"),
            ("i8", "-128"),
            ("u8", "1e2"),
            ("u8", "3.0"),
            ("NonZeroU8", "255"),
            ("f64", "-0.5"),
            ("u128", "340282366920938463463374607431768211455"),
            ("bool", "true"),
            ("char", "x"),
            ("Duration", "0"),
            ("Duration", "1h30m"),
            ("Duration", "1.5s"),
            ("Duration", "1 day 12 hours"),
            ("Duration", "2min"),
            ("IpAddr", "::1"),
            ("Ipv4Addr", "10.0.0.1"),
            ("Ipv6Addr", "::1"),
            ("SocketAddr", "127.0.0.1:80"),
            ("SocketAddrV4", "127.0.0.1:80"),
            ("SocketAddrV6", "[::1]:80"),
            ("String", "default_name"),
        ] {
            assert_eq!(expected(ty, text), None, "{ty} {text}");
        }
    }

    #[test]
    fn strings_that_do_not_convert() {
        for (ty, text, range) in [
            ("u16", "65536", "a whole number from 0 to 65535"),
            ("u8", "-1", "a whole number from 0 to 255"),
            ("i8", "-129", "a whole number from -128 to 127"),
            ("u8", "2.5", "a whole number from 0 to 255"),
            ("u8", "", "a whole number from 0 to 255"),
            ("NonZeroU8", "0", "a whole number from 1 to 255"),
            ("NonZeroI8", "0", "a whole number from -128 to 127 except 0"),
            ("f64", "inf", "a number"),
            ("f32", "default_share", "a number"),
            ("bool", "yes", "\"true\" or \"false\""),
            ("char", "xy", "one character"),
            ("Duration", "30", "a duration such as \"1h30m\""),
            ("Duration", "soon", "a duration such as \"1h30m\""),
            ("Duration", "1h ", "a duration such as \"1h30m\""),
            ("Duration", "1..5s", "a duration such as \"1h30m\""),
            ("Duration", "-1s", "a duration such as \"1h30m\""),
            ("IpAddr", "localhost", "an IP address"),
            ("Ipv4Addr", "::1", "an IPv4 address"),
            ("Ipv6Addr", "10.0.0.1", "an IPv6 address"),
            ("SocketAddr", "127.0.0.1", "an IP address with a port"),
            ("SocketAddrV4", "[::1]:80", "an IPv4 address with a port"),
            ("SocketAddrV6", "127.0.0.1:80", "an IPv6 address with a port"),
        ] {
            assert_eq!(expected(ty, text).as_deref(), Some(range), "{ty} {text}");
        }
    }

    /// The limits are those of two's complement.
    #[test]
    fn whole_numbers_have_the_limits_of_their_types() {
        for (ty, below, above) in [
            ("u16", "0", "65535"),
            ("u32", "0", "4294967295"),
            ("u64", "0", "18446744073709551615"),
            ("u128", "0", "340282366920938463463374607431768211455"),
            ("i16", "-32768", "32767"),
            ("i32", "-2147483648", "2147483647"),
            ("i64", "-9223372036854775808", "9223372036854775807"),
            (
                "i128",
                "-170141183460469231731687303715884105728",
                "170141183460469231731687303715884105727",
            ),
        ] {
            let range = format!("a whole number from {below} to {above}");
            assert_eq!(expected(ty, "x"), Some(range));
            assert_eq!((expected(ty, below), expected(ty, above)), (None, None), "{ty}");
        }
    }
}
