//! Equality, hash and order. The module documentation of [`super`] says how they relate.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::float::{Float, Sign};
use super::{Number, Repr};

/// The reference's equality (`rawNumberEqual` of go-cty): whole numbers are equal if their values
/// are, others if they print the same.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Int { value: a, .. }, Repr::Int { value: b, .. }) => a == b,
            (Repr::Infinity { sign: a, .. }, Repr::Infinity { sign: b, .. }) => a == b,
            (Repr::Float(a), Repr::Float(b)) => same_value(a, b) || same_text(a, b),
            _ => self.is_zero() && other.is_zero(),
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Int { value, .. } => value.hash(state),
            Repr::NegativeZero { .. } => 0i64.hash(state),
            Repr::Infinity { sign, .. } => sign.hash(state),
            Repr::Float(float) if float.exponent >= 0 => {
                (float.sign, &float.mantissa, float.exponent).hash(state);
            }
            Repr::Float(float) => (float.sign, float.shortest_decimal()).hash(state),
        }
    }
}

impl PartialOrd for Number {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Orders by exact value, whatever the precisions; negative zero equals zero.
impl Ord for Number {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Int { value: a, .. }, Repr::Int { value: b, .. }) => a.cmp(b),
            (Repr::Float(a), Repr::Float(b)) => compare(a, b),
            _ => self.rank().cmp(&other.rank()).then_with(|| self.compare_mixed(other)),
        }
    }
}

impl Number {
    /// Negative infinity, negative, zero, positive, infinity.
    fn rank(&self) -> i8 {
        let magnitude = match &self.0 {
            Repr::Int { value: 0, .. } | Repr::NegativeZero { .. } => return 0,
            Repr::Int { .. } | Repr::Float(_) => 1,
            Repr::Infinity { .. } => 2,
        };
        match self.sign() {
            Sign::Positive => magnitude,
            Sign::Negative => -magnitude,
        }
    }

    /// Compares numbers of equal rank. Only an integer and a float still differ: the float is either
    /// a fraction or outside the range of `i64`.
    fn compare_mixed(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Int { value, .. }, Repr::Float(float)) => compare_integer(*value, float),
            (Repr::Float(float), Repr::Int { value, .. }) => {
                compare_integer(*value, float).reverse()
            }
            _ => Ordering::Equal,
        }
    }
}

fn same_value(a: &Float, b: &Float) -> bool {
    a.precision == b.precision
        && a.exponent == b.exponent
        && a.sign == b.sign
        && a.mantissa == b.mantissa
}

fn same_text(a: &Float, b: &Float) -> bool {
    match (a.exponent >= 0, b.exponent >= 0) {
        (true, true) => a.sign == b.sign && a.exponent == b.exponent && a.mantissa == b.mantissa,
        // Rounding to text moves a number by far less than a factor of two.
        (false, false) => {
            a.sign == b.sign
                && a.top().abs_diff(b.top()) <= 1
                && a.shortest_decimal() == b.shortest_decimal()
        }
        _ => false,
    }
}

fn compare(a: &Float, b: &Float) -> Ordering {
    match (a.sign, b.sign) {
        (Sign::Positive, Sign::Negative) => Ordering::Greater,
        (Sign::Negative, Sign::Positive) => Ordering::Less,
        (Sign::Positive, Sign::Positive) => compare_magnitudes(a, b),
        (Sign::Negative, Sign::Negative) => compare_magnitudes(b, a),
    }
}

fn compare_magnitudes(a: &Float, b: &Float) -> Ordering {
    a.top().cmp(&b.top()).then_with(|| {
        let shift = a.exponent.abs_diff(b.exponent);
        match a.exponent.cmp(&b.exponent) {
            Ordering::Equal => a.mantissa.cmp(&b.mantissa),
            Ordering::Greater => (&a.mantissa << shift).cmp(&b.mantissa),
            Ordering::Less => a.mantissa.cmp(&(&b.mantissa << shift)),
        }
    })
}

/// Compares an integer with a float of the same sign.
fn compare_integer(value: i64, float: &Float) -> Ordering {
    let magnitude = match float.whole_u64() {
        // The float has a fraction on top, or it would be an integer itself.
        Some(whole) if float.exponent < 0 => value.unsigned_abs().cmp(&whole).then(Ordering::Less),
        _ => Ordering::Less,
    };
    match float.sign {
        Sign::Positive => magnitude,
        Sign::Negative => magnitude.reverse(),
    }
}
