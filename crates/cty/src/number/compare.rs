//! Equality, hash and order, by exact value and by decimal string.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::float::{Float, Sign};
use super::{Number, Repr};

impl Number {
    /// Returns `true` if two numbers are equal in the language (reference: `rawNumberEqual`): whole numbers if
    /// their values are equal, others if they print the same, regardless of their precision.
    ///
    /// ```
    /// use hcldyn::cty::Number;
    ///
    /// // The nearest binary fraction of 53 bits is not that of 512 bits, but both print as 0.1.
    /// let (short, long) = (Number::from_f64(0.1).unwrap(), Number::parse("0.1")?);
    /// assert!(short != long && short.text_eq(&long));
    /// assert!(short.text_cmp(&long).is_eq());
    /// # Ok::<(), hcldyn::cty::number::ParseNumberError>(())
    /// ```
    #[must_use]
    pub fn text_eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Float(a), Repr::Float(b)) => compare_as_text(a, b).is_eq(),
            _ => self == other,
        }
    }

    /// Compares by the total order that agrees with [`Number::text_eq`]: fractions of different precisions are in
    /// the order of their decimal strings. It is the order of sets.
    #[must_use]
    pub fn text_cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Float(a), Repr::Float(b)) => compare_as_text(a, b),
            _ => self.cmp(other),
        }
    }
}

/// Equality of exact values, regardless of precision; negative zero equals zero.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Int { value: a, .. }, Repr::Int { value: b, .. }) => a == b,
            (Repr::Infinity { sign: a, .. }, Repr::Infinity { sign: b, .. }) => a == b,
            (Repr::Float(a), Repr::Float(b)) => {
                a.exponent == b.exponent && a.sign == b.sign && a.mantissa == b.mantissa
            }
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
            Repr::Float(float) => (float.sign, &float.mantissa, float.exponent).hash(state),
        }
    }
}

impl PartialOrd for Number {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Orders by exact value, regardless of precision; negative zero equals zero.
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
    /// Returns the rank of a number: negative infinity, negative, zero, positive, infinity.
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

    /// Compares numbers of equal rank. An integer and a float always differ: the float is either a fraction or
    /// outside the range of `i64`.
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

/// Compares floats by their decimal strings. The strings of numbers of one precision are in the order of their
/// values, and so are the strings of whole numbers. Rounding to a string moves a number by far less than a factor of
/// two.
fn compare_as_text(a: &Float, b: &Float) -> Ordering {
    let rounded = a.precision != b.precision && a.exponent < 0 && b.exponent < 0;
    if !rounded || a.sign != b.sign || a.top().abs_diff(b.top()) > 1 {
        return compare(a, b);
    }
    let ordering = a.shortest_decimal().cmp(&b.shortest_decimal());
    match a.sign {
        Sign::Positive => ordering,
        Sign::Negative => ordering.reverse(),
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
        // The float has a fraction, since otherwise it would be an integer itself.
        Some(whole) if float.exponent < 0 => value.unsigned_abs().cmp(&whole).then(Ordering::Less),
        _ => Ordering::Less,
    };
    match float.sign {
        Sign::Positive => magnitude,
        Sign::Negative => magnitude.reverse(),
    }
}
