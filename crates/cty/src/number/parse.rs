//! Parsing decimals.
//!
//! A number is a sign, digits with at most one point, and an exponent: `e` for a power of ten or `p` for a power of
//! two. Like the reference, and unlike a correctly rounding parser, powers of five beyond 5^248 are rounded to 576
//! bits before they are applied.

use std::str::FromStr;

use super::float::{Exact, Sign, spend_on_digits};
use super::limbs::Limbs;
use super::magnitude::Magnitude;
use super::{Number, ParseNumberError, Repr, TEXT_PRECISION};

/// The maximum number of significant digits. The time to parse them is quadratic.
const MAX_DIGITS: usize = 80_000;
/// The number of digits that always fit into an `i64`.
const MAX_SHORT: usize = 18;
/// The maximum number of bits for a decimal digit.
const BITS_PER_DIGIT: u64 = 4;
/// The maximum exponent. Larger ones are out of range for any digits.
const MAX_POWER: u64 = 2 * Number::MAX_EXPONENT as u64;
/// The number of bits of powers of five, and of the squares they are computed from.
const POWER_BITS: u64 = TEXT_PRECISION as u64 + 64;
const SQUARE_BITS: u64 = POWER_BITS + 64;
/// The exponent of the largest power of five below 2^64.
const SMALL_POWER: u32 = 27;

/// A number as it is written: `digits` × 10^`ten` × 2^`two`.
struct Literal {
    sign: Sign,
    digits: Digits,
    ten: i64,
    two: i64,
}

enum Digits {
    Small(u64),
    Large(Magnitude),
}

impl Number {
    /// Parses a decimal number, at precision 512 like `cty.ParseNumberVal`.
    ///
    /// Accepts a sign, `inf` and `Inf`, a missing whole part or fraction (`.5`, `5.`) and an
    /// exponent of ten (`1e5`) or two (`1p4`). Rejects other bases, `_`, spaces and NaN.
    ///
    /// # Errors
    ///
    /// Fails if the string is not a number, is too long, or is out of range (see the [module](super)).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcldyn::cty::number::Number;
    ///
    /// assert_eq!(Number::parse("1e3")?.to_i64(), Some(1000));
    /// assert!(Number::parse("0x10").is_err());
    /// # Ok::<(), hcldyn::cty::number::ParseNumberError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseNumberError> {
        if let Some(value) = short_whole(text) {
            return Ok(apply(Sign::Positive, value));
        }
        let (sign, rest) = match text.as_bytes() {
            [b'-', ..] => (Sign::Negative, &text[1..]),
            [b'+', ..] => (Sign::Positive, &text[1..]),
            _ => (Sign::Positive, text),
        };
        if matches!(rest, "inf" | "Inf") {
            return Ok(Self::infinity(sign, TEXT_PRECISION));
        }
        Literal::parse(sign, rest)?.value()
    }
}

impl FromStr for Number {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

/// Parses digits alone, as most numbers are, if there are so few that any of them fit.
fn short_whole(text: &str) -> Option<i64> {
    if text.is_empty() || text.len() > MAX_SHORT {
        return None;
    }
    text.bytes().try_fold(0, |value, byte| {
        byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0'))
    })
}

impl Literal {
    fn parse(sign: Sign, text: &str) -> Result<Self, ParseNumberError> {
        let (mantissa, exponent) = match text.find(['e', 'E', 'p', 'P']) {
            Some(at) => (&text[..at], parse_exponent(&text[at..])?),
            None => (text, (0, 0)),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = Digits::parse(whole, fraction)?;
        let (ten, two) = exponent;
        let ten = ten.checked_sub_unsigned(fraction.len() as u64);
        let ten = ten.ok_or(ParseNumberError::OutOfRange)?;
        Ok(Self { sign, digits, ten, two })
    }

    fn value(self) -> Result<Number, ParseNumberError> {
        let Self { sign, digits, ten, two } = self;
        match digits {
            Digits::Small(0) => return Ok(Number::zero(sign, TEXT_PRECISION)),
            Digits::Small(magnitude) if ten == 0 && two == 0 => {
                if let Ok(value) = i64::try_from(magnitude) {
                    return Ok(apply(sign, value));
                }
            }
            _ => {}
        }
        if ten.unsigned_abs().max(two.unsigned_abs()) > MAX_POWER {
            return Err(ParseNumberError::OutOfRange);
        }
        let number = scale(sign, digits, ten, ten + two).round(TEXT_PRECISION);
        if number.is_infinite() || number.is_zero() {
            return Err(ParseNumberError::OutOfRange);
        }
        Ok(number)
    }
}

impl Digits {
    fn parse(whole: &str, fraction: &str) -> Result<Self, ParseNumberError> {
        if whole.is_empty() && fraction.is_empty() {
            return Err(ParseNumberError::Syntax);
        }
        // A `u64` holds any 19 digits.
        let is_small = whole.len() + fraction.len() <= 19;
        let (mut small, mut digits) = (0, Vec::new());
        for part in [whole, fraction] {
            for byte in part.bytes() {
                let digit = byte.wrapping_sub(b'0');
                if digit > 9 {
                    return Err(ParseNumberError::Syntax);
                }
                if is_small {
                    small = small * 10 + u64::from(digit);
                } else if digit > 0 || !digits.is_empty() {
                    digits.push(digit);
                }
            }
        }
        if is_small {
            return Ok(Self::Small(small));
        }
        if digits.len() > MAX_DIGITS {
            return Err(ParseNumberError::TooLong);
        }
        spend_on_digits(BITS_PER_DIGIT * digits.len() as u64);
        let magnitude = Magnitude::from_radix(&digits, 10);
        Ok(magnitude.to_u64().map_or(Self::Large(magnitude), Self::Small))
    }
}

impl From<Digits> for Magnitude {
    fn from(digits: Digits) -> Self {
        match digits {
            Digits::Small(magnitude) => magnitude.into(),
            Digits::Large(magnitude) => magnitude,
        }
    }
}

/// Parses an exponent with its letter. Returns the exponents of ten and of two.
fn parse_exponent(text: &str) -> Result<(i64, i64), ParseNumberError> {
    let unsigned = text[1..].strip_prefix(['+', '-']).unwrap_or(&text[1..]);
    if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseNumberError::Syntax);
    }
    let exponent = text[1..].parse().map_err(|_| ParseNumberError::OutOfRange)?;
    Ok(if text.starts_with(['p', 'P']) { (0, exponent) } else { (exponent, 0) })
}

fn apply(sign: Sign, magnitude: i64) -> Number {
    let value = match sign {
        Sign::Positive => magnitude,
        Sign::Negative => -magnitude,
    };
    Number(Repr::Int { value, precision: TEXT_PRECISION })
}

/// Returns ±`digits` × 5^`five` × 2^`two`.
fn scale(sign: Sign, digits: Digits, five: i64, two: i64) -> Exact<'static> {
    if let Some(magnitude) = scale_exactly(&digits, five) {
        return Exact::new(sign, magnitude.into(), two);
    }
    let (power, exponent) = power_of_five(five.unsigned_abs());
    if five >= 0 {
        return Exact::new(sign, &Magnitude::from(digits) * &power, exponent + two);
    }
    let divisor = Exact::new(Sign::Positive, power, exponent);
    Exact::new(sign, digits.into(), two).divide(&divisor, TEXT_PRECISION)
}

/// Returns the product with a small power of five, if it is a whole number, as for 1e9, 0.5 and 0.75.
fn scale_exactly(digits: &Digits, five: i64) -> Option<u128> {
    let Digits::Small(magnitude) = *digits else { return None };
    let power = 5u64.checked_pow(five.unsigned_abs().try_into().ok()?)?;
    if five >= 0 {
        return Some(u128::from(magnitude) * u128::from(power));
    }
    (magnitude % power == 0).then_some((magnitude / power).into())
}

/// Returns 5^`power` as a mantissa and an exponent, by squaring with rounded intermediate results.
fn power_of_five(power: u64) -> (Magnitude, i64) {
    let Some(mut rest) = power.checked_sub(SMALL_POWER.into()) else {
        return (5u64.pow(power as u32).into(), 0);
    };
    let mut result = (Magnitude::from(5u64.pow(SMALL_POWER)), 0);
    let mut square = (Magnitude::from(5u64), 0);
    while rest > 0 {
        if rest % 2 == 1 {
            result = multiply(&result, &square, POWER_BITS);
        }
        square = multiply(&square, &square, SQUARE_BITS);
        rest /= 2;
    }
    result
}

fn multiply(a: &(Magnitude, i64), b: &(Magnitude, i64), bits: u64) -> (Magnitude, i64) {
    let mut product = Limbs::product(&a.0, &b.0, a.1 + b.1);
    product.round(bits);
    (product.mantissa(), product.exponent())
}
