//! The shortest decimal of a number: the digits that distinguish it from its neighbors.
//!
//! The method is that of `math/big`, whose results sometimes differ from the textbook: an exclusive bound
//! that is itself the shorter decimal is not rounded up to, and the interval around a power of two is symmetric.

use super::float::Float;
use super::magnitude::Magnitude;

/// The maximum number of decimal places that are found without a search.
const FEW_PLACES: u32 = 17;
const FEW_PLACES_SCALE: u64 = 10u64.pow(FEW_PLACES);
/// The maximum shift of a decimal of few places, scaled by [`FEW_PLACES_SCALE`], that fits 128 bits.
const SHORT_SHIFT: u64 = 120;

/// 0.`digits` × 10^`exponent`, without zeros at either end of the digits.
///
/// The exponent comes first, so that the derived order is the numeric one.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Decimal {
    pub(super) exponent: i64,
    pub(super) digits: String,
}

/// The leading digits of a value, with `true` if digits other than zeros follow.
struct Prefix {
    digits: String,
    more: bool,
}

/// All decimals between the bounds read back as the number; the bounds do too if they are inclusive.
struct Interval {
    lower: Prefix,
    upper: Prefix,
    inclusive: bool,
}

/// 10^`power` for scaling values with a mantissa and a power of two.
struct Scale {
    power: i64,
    /// 5^|`power`|
    five: Magnitude,
}

#[derive(Clone, Copy)]
enum Rounding {
    Down,
    Up,
    Nearest,
}

impl Float {
    /// Returns the decimal that `Text('f', -1)` prints, without the sign.
    pub(super) fn shortest_decimal(&self) -> Decimal {
        self.few_places().unwrap_or_else(|| self.search())
    }

    /// Returns a decimal of few places within the number's interval. The interval is so small compared to the
    /// distance of two such decimals that it contains no other one.
    fn few_places(&self) -> Option<Decimal> {
        let top = self.top();
        if self.exponent >= 0 || top > 64 || top + 60 > self.precision.into() {
            return None;
        }
        let (nearest, distance) = self.nearest_of_few_places(self.exponent.unsigned_abs())?;
        // Half a unit in the last place is 2^-halvings of the mantissa's unit.
        let halvings = u64::from(self.precision) + 1 - self.mantissa.bits();
        let fits = u64::from(distance.leading_zeros()) >= halvings;
        if distance > 0 && !(fits && distance << halvings < FEW_PLACES_SCALE) {
            return None;
        }
        let digits = match u64::try_from(nearest) {
            Ok(nearest) => nearest.to_string(),
            Err(_) => nearest.to_string(),
        };
        let exponent = digits.len() as i64 - i64::from(FEW_PLACES);
        Some(Decimal { digits: digits.trim_end_matches('0').to_owned(), exponent })
    }

    /// Returns the decimal of few places that is nearest to mantissa × 2^-`shift`, in units of its last place, and its
    /// distance in units of the mantissa. Both are scaled by [`FEW_PLACES_SCALE`]. Returns `None` if the distance is large.
    fn nearest_of_few_places(&self, shift: u64) -> Option<(u128, u64)> {
        match self.mantissa.to_u64() {
            Some(mantissa) if shift <= SHORT_SHIFT => {
                let scaled = u128::from(mantissa) * u128::from(FEW_PLACES_SCALE);
                let nearest = ((scaled >> (shift - 1)) + 1) >> 1;
                Some((nearest, u64::try_from(scaled.abs_diff(nearest << shift)).ok()?))
            }
            _ => {
                let scaled = &self.mantissa * &FEW_PLACES_SCALE.into();
                let nearest = ((&scaled >> (shift - 1)).to_u128()? + 1) >> 1;
                let distance = scaled.abs_diff(&(&Magnitude::from(nearest) << shift));
                Some((nearest, distance.to_u64()?))
            }
        }
    }

    fn search(&self) -> Decimal {
        // The unit of this mantissa is half a unit in the last place of the number.
        let shift = u64::from(self.precision) + 1 - self.mantissa.bits();
        let mantissa = &self.mantissa << shift;
        let exponent = self.exponent - shift.cast_signed();

        let scale = Scale::new(digits_needed(self.precision) - approximate_log10(self.top()));
        let interval = Interval {
            inclusive: !mantissa.bit(1),
            lower: scale.prefix(&mantissa.abs_diff(&1u64.into()), exponent),
            upper: scale.prefix(&(mantissa.clone() + 1), exponent),
        };
        let value = scale.prefix_untrimmed(&mantissa, exponent);
        let decimal_exponent = value.digits.len() as i64 - scale.power;
        interval.shorten(value.trimmed(), decimal_exponent)
    }
}

impl Interval {
    fn shorten(&self, value: Prefix, exponent: i64) -> Decimal {
        let Prefix { digits, more } = &value;
        let Some((count, rounding)) = self.first_choice(digits) else {
            return Decimal { digits: value.digits, exponent };
        };
        if count >= digits.len() {
            return Decimal { digits: value.digits, exponent };
        }
        let up = match rounding {
            Rounding::Down => false,
            Rounding::Up => true,
            Rounding::Nearest => rounds_up(digits.as_bytes(), *more, count),
        };
        let kept = &digits[..count];
        if up { increment(kept, exponent) } else { trim(kept, exponent) }
    }

    /// Returns the first number of digits at which the value may be rounded, with the direction.
    fn first_choice(&self, digits: &str) -> Option<(usize, Rounding)> {
        digits.bytes().enumerate().find_map(|(index, digit)| {
            let (low, high) = (self.lower.digit(index), self.upper.digit(index));
            let count = index + 1;
            let down = low != digit || self.inclusive && self.lower.ends_at(count);
            let up = digit != high
                && (self.inclusive || digit + 1 < high || self.upper.goes_beyond(count));
            match (down, up) {
                (true, true) => Some((count, Rounding::Nearest)),
                (true, false) => Some((count, Rounding::Down)),
                (false, true) => Some((count, Rounding::Up)),
                (false, false) => None,
            }
        })
    }
}

impl Prefix {
    fn digit(&self, index: usize) -> u8 {
        self.digits.as_bytes().get(index).copied().unwrap_or(b'0')
    }

    fn ends_at(&self, count: usize) -> bool {
        !self.more && self.digits.len() == count
    }

    fn goes_beyond(&self, count: usize) -> bool {
        self.more || self.digits.len() > count
    }

    fn trimmed(mut self) -> Self {
        if !self.more {
            self.digits.truncate(self.digits.trim_end_matches('0').len());
        }
        self
    }
}

impl Scale {
    fn new(power: i64) -> Self {
        // Exponents are limited by `Number::MAX_EXPONENT`, so the power always fits.
        let five = Magnitude::power(5, power.unsigned_abs() as u32);
        Self { power, five }
    }

    /// Returns the digits of `mantissa` × 2^`exponent` × 10^`power` before the point.
    fn prefix_untrimmed(&self, mantissa: &Magnitude, exponent: i64) -> Prefix {
        let shift = exponent + self.power;
        let bits = shift.unsigned_abs();
        let (whole, more) = match (self.power >= 0, shift >= 0) {
            (true, true) => (&(mantissa * &self.five) << bits, false),
            (true, false) => {
                let scaled = mantissa * &self.five;
                (&scaled >> bits, scaled.trailing_zeros() < bits)
            }
            (false, true) => divide(&(mantissa << bits), &self.five),
            (false, false) => divide(mantissa, &(&self.five << bits)),
        };
        Prefix { digits: whole.to_decimal(), more }
    }

    fn prefix(&self, mantissa: &Magnitude, exponent: i64) -> Prefix {
        self.prefix_untrimmed(mantissa, exponent).trimmed()
    }
}

/// Returns the quotient, and `true` if there is a remainder.
fn divide(numerator: &Magnitude, denominator: &Magnitude) -> (Magnitude, bool) {
    let (quotient, remainder) = numerator.div_rem(denominator);
    (quotient, !remainder.is_zero())
}

/// Returns a sufficient number of digits to distinguish a number of this precision from its neighbors.
fn digits_needed(precision: u16) -> i64 {
    approximate_log10(precision.into()) + 6
}

/// Returns the logarithm of 2^`exponent`, rounded down. It is off by one at most.
fn approximate_log10(exponent: i64) -> i64 {
    (exponent * 30_103).div_euclid(100_000)
}

/// Returns `true` if the nearest decimal of `count` digits is above. A tie goes to the even digit.
fn rounds_up(digits: &[u8], more: bool, count: usize) -> bool {
    let tie = digits[count] == b'5' && digits.len() == count + 1 && !more;
    if tie { digits[count - 1] % 2 == 1 } else { digits[count] >= b'5' }
}

fn increment(digits: &str, exponent: i64) -> Decimal {
    let mut digits = digits.trim_end_matches('9').to_owned();
    match digits.pop() {
        // Only nines: the next decimal is the power of ten above.
        None => Decimal { digits: "1".to_owned(), exponent: exponent + 1 },
        Some(last) => {
            digits.push((last as u8 + 1) as char);
            Decimal { digits, exponent }
        }
    }
}

fn trim(digits: &str, exponent: i64) -> Decimal {
    Decimal { digits: digits.trim_end_matches('0').to_owned(), exponent }
}
