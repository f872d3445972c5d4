//! Numbers as strings: plain decimals without an exponent.

use std::fmt::{self, Write};
use std::iter;

use ecow::EcoString;

use super::decimal::Decimal;
use super::float::{Float, Sign, spend_on_digits};
use super::{Number, Repr};
use crate::Str;

impl Number {
    /// Returns the number as a string.
    pub(crate) fn to_text(&self) -> Str {
        let mut digits = itoa::Buffer::new();
        match self.plain_digits(&mut digits) {
            Some(digits) => digits.into(),
            None => self.to_string().into(),
        }
    }

    /// Appends the number to a string.
    #[doc(hidden)]
    pub fn push_to(&self, text: &mut EcoString) {
        let mut digits = itoa::Buffer::new();
        match self.plain_digits(&mut digits) {
            Some(digits) => text.push_str(digits),
            None => text.push_str(&self.to_string()),
        }
    }

    /// Returns about the number of characters of the number as a string, without making it.
    #[doc(hidden)]
    pub fn approximate_len(&self) -> usize {
        let bits = match &self.0 {
            Repr::Float(float) => float.top().unsigned_abs() + u64::from(float.precision),
            _ => 64,
        };
        // The binary logarithm of ten is more than 3.3.
        (bits * 10 / 33) as usize
    }

    /// Returns the digits of most whole numbers without a formatter.
    fn plain_digits<'b>(&self, buffer: &'b mut itoa::Buffer) -> Option<&'b str> {
        match &self.0 {
            Repr::Int { value, precision } if fits(*value, *precision) => {
                Some(buffer.format(*value))
            }
            _ => None,
        }
    }
}

/// Writes the shortest decimal that reads back as this number at its precision, like go-cty's conversion to string.
/// Infinities are `+Inf` and `-Inf`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Int { value, precision } if fits(*value, *precision) => write!(f, "{value}"),
            Repr::Int { value, precision } => write_float(f, &Float::from_i64(*value, *precision)),
            Repr::NegativeZero { .. } => f.write_str("-0"),
            Repr::Float(float) => write_float(f, float),
            Repr::Infinity { sign: Sign::Positive, .. } => f.write_str("+Inf"),
            Repr::Infinity { sign: Sign::Negative, .. } => f.write_str("-Inf"),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns `true` if every digit of the integer is significant at this precision.
fn fits(value: i64, precision: u16) -> bool {
    let bits = u64::BITS - value.unsigned_abs().leading_zeros();
    bits <= precision.into()
}

fn write_float(f: &mut fmt::Formatter<'_>, float: &Float) -> fmt::Result {
    spend_on_digits(float.top().unsigned_abs());
    if float.sign == Sign::Negative {
        f.write_char('-')?;
    }
    if float.exponent >= 0 && float.top() <= float.precision.into() {
        let magnitude = &float.mantissa << float.exponent.unsigned_abs();
        return f.write_str(&magnitude.to_decimal());
    }
    write_decimal(f, &float.shortest_decimal())
}

fn write_decimal(f: &mut fmt::Formatter<'_>, decimal: &Decimal) -> fmt::Result {
    let Decimal { digits, exponent } = decimal;
    let places = exponent.unsigned_abs() as usize;
    if *exponent <= 0 {
        f.write_str("0.")?;
        write_zeros(f, places)?;
        return f.write_str(digits);
    }
    match digits.split_at_checked(places) {
        Some((whole, "")) => f.write_str(whole),
        Some((whole, fraction)) => {
            f.write_str(whole)?;
            f.write_char('.')?;
            f.write_str(fraction)
        }
        None => {
            f.write_str(digits)?;
            write_zeros(f, places - digits.len())
        }
    }
}

fn write_zeros(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    iter::repeat_n('0', count).try_for_each(|zero| f.write_char(zero))
}
