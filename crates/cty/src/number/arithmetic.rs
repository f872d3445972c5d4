//! Arithmetic. Whole numbers are computed inline, all others exactly and then rounded once.
//!
//! Signs of zero and the cases without a result follow IEEE 754, as the reference does.

use super::float::{Class, Exact, Float, Sign};
use super::magnitude::Magnitude;
use super::{ArithmeticError, INTEGER_PRECISION, Number, Repr, TEXT_PRECISION};

impl Number {
    /// Adds two numbers.
    ///
    /// # Errors
    ///
    /// Fails for infinities of opposite sign.
    #[inline]
    pub fn add(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let Some((a, b, precision)) = integers(self, other)
            && let Some(sum) = a.checked_add(b)
        {
            return Ok(Self::integer(sum, precision));
        }
        self.add_exactly(other)
    }

    #[inline(never)]
    fn add_exactly(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let precision = self.precision().max(other.precision());
        Ok(match (self.class(), other.class()) {
            (Class::Infinity(a), Class::Infinity(b)) if a != b => {
                return Err(ArithmeticError::OpposingInfinities);
            }
            (Class::Infinity(sign), _) | (_, Class::Infinity(sign)) => {
                Self::infinity(sign, precision)
            }
            (Class::Zero(a), Class::Zero(b)) if a == b => Self::zero(a, precision),
            (Class::Zero(_), Class::Zero(_)) => Self::zero(Sign::Positive, precision),
            (Class::Zero(_), Class::Finite(_)) => other.with_precision(precision),
            (Class::Finite(_), Class::Zero(_)) => self.with_precision(precision),
            (Class::Finite(a), Class::Finite(b)) => a.sum(&b, precision),
        })
    }

    /// Subtracts `other` from this number.
    ///
    /// # Errors
    ///
    /// Fails for infinities of equal sign.
    ///
    /// ```
    /// use hcldyn::cty::Number;
    ///
    /// let (seven, two) = (Number::from(7), Number::from(2));
    /// assert_eq!(seven.sub(&two)?, Number::from(5));
    /// assert_eq!(seven.mul(&two)?, Number::from(14));
    /// assert_eq!(seven.div(&two)?, Number::from_f64(3.5).unwrap());
    /// # Ok::<(), hcldyn::cty::number::ArithmeticError>(())
    /// ```
    #[inline]
    pub fn sub(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let Some((a, b, precision)) = integers(self, other)
            && let Some(difference) = a.checked_sub(b)
        {
            return Ok(Self::integer(difference, precision));
        }
        self.sub_exactly(other)
    }

    #[inline(never)]
    fn sub_exactly(&self, other: &Self) -> Result<Self, ArithmeticError> {
        self.add(&other.neg()).map_err(|_| ArithmeticError::EqualInfinities)
    }

    /// Multiplies two numbers, at 512 bits. The result has the larger precision of the two, or more
    /// if the product needs more.
    ///
    /// # Errors
    ///
    /// Fails for zero times infinity.
    #[inline]
    pub fn mul(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let Some((a, b, precision)) = integers(self, other)
            && let Some(product) = a.checked_mul(b)
            && product != 0
            && precision >= INTEGER_PRECISION
        {
            return Ok(Self(Repr::Int { value: product, precision }));
        }
        self.mul_exactly(other)
    }

    #[inline(never)]
    fn mul_exactly(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let precision = self.precision().max(other.precision());
        let sign = self.sign() * other.sign();
        Ok(match (self.class(), other.class()) {
            (Class::Zero(_), Class::Infinity(_)) | (Class::Infinity(_), Class::Zero(_)) => {
                return Err(ArithmeticError::ZeroTimesInfinity);
            }
            (Class::Infinity(_), _) | (_, Class::Infinity(_)) => Self::infinity(sign, precision),
            (Class::Zero(_), _) | (_, Class::Zero(_)) => Self::zero(sign, precision),
            (Class::Finite(a), Class::Finite(b)) => {
                let product = a.product(&b, TEXT_PRECISION);
                product.with_precision(precision.max(product.significant_bits()))
            }
        })
    }

    /// Divides this number by `other`. A number other than zero divided by zero is infinite.
    ///
    /// # Errors
    ///
    /// Fails for zero divided by zero and infinity divided by infinity.
    #[inline]
    pub fn div(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let Some((a, b, precision)) = integers(self, other)
            && a != 0
            && a.checked_rem(b) == Some(0)
        {
            return Ok(Self::integer(a / b, precision));
        }
        self.div_exactly(other)
    }

    #[inline(never)]
    fn div_exactly(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let precision = self.precision().max(other.precision());
        let sign = self.sign() * other.sign();
        Ok(match (self.class(), other.class()) {
            (Class::Zero(_), Class::Zero(_)) => return Err(ArithmeticError::ZeroByZero),
            (Class::Infinity(_), Class::Infinity(_)) => {
                return Err(ArithmeticError::InfinityByInfinity);
            }
            (Class::Zero(_), _) | (_, Class::Infinity(_)) => Self::zero(sign, precision),
            (_, Class::Zero(_)) | (Class::Infinity(_), _) => Self::infinity(sign, precision),
            (Class::Finite(a), Class::Finite(b)) => a.divide(&b, precision).round(precision),
        })
    }

    /// Returns the remainder of the division by `other`, with the sign of this number. The remainder
    /// by zero is the number itself.
    ///
    /// Every step (quotient, product, difference) is rounded, as in the reference, so the remainder
    /// by a fraction may be off by a rounding error: `11 % 5.1` is only nearly `0.8`.
    ///
    /// # Errors
    ///
    /// Fails if one of the numbers is infinite, or if the quotient is out of range. (For an infinite number, the
    /// reference returns the product of both, although the language has an error.)
    pub fn modulo(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if self.is_infinite() || other.is_infinite() {
            return Err(ArithmeticError::Remainder);
        }
        if other.is_zero() {
            return Ok(self.clone());
        }
        // From 64 bits on no step can round, and the quotient never rounds up to a whole number.
        if let Some((a, b, _)) = integers(self, other)
            && self.precision() >= INTEGER_PRECISION
        {
            return Ok(Self(Repr::Int { value: a.wrapping_rem(b), precision: self.precision() }));
        }
        let (Class::Finite(dividend), Class::Finite(divisor)) = (self.class(), other.class())
        else {
            return self.sub(&Self::zero(other.sign(), self.precision()));
        };
        let bits = self.precision().max(other.precision());
        let quotient = dividend.divide(&divisor, bits).round(bits).trunc();
        match quotient.class() {
            Class::Zero(_) => Ok(self.clone()),
            Class::Infinity(_) => Err(ArithmeticError::Remainder),
            Class::Finite(quotient) => {
                remainder(&dividend, &divisor, &quotient.round(self.precision()), self.precision())
            }
        }
    }

    /// Returns the number with the opposite sign; zero becomes negative zero.
    #[must_use]
    pub fn neg(&self) -> Self {
        if let Repr::Int { value, precision } = self.0
            && value != 0
            && let Some(value) = value.checked_neg()
        {
            return Self(Repr::Int { value, precision });
        }
        match self.class() {
            Class::Zero(sign) => Self::zero(sign.opposite(), self.precision()),
            Class::Infinity(sign) => Self::infinity(sign.opposite(), self.precision()),
            Class::Finite(exact) => {
                Exact { sign: exact.sign.opposite(), ..exact }.round(self.precision())
            }
        }
    }

    /// Returns the magnitude.
    #[must_use]
    pub fn abs(&self) -> Self {
        match self.sign() {
            Sign::Positive => self.clone(),
            Sign::Negative => self.neg(),
        }
    }

    /// Returns -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> Self {
        Self::from(if self.is_zero() {
            0
        } else if self.is_negative() {
            -1
        } else {
            1
        })
    }

    /// Discards the fraction. A number with a fraction gets the precision of an integer. Infinities are unchanged.
    #[must_use]
    pub fn trunc(&self) -> Self {
        match self.fractional() {
            None => self.clone(),
            Some(float) => {
                let magnitude = whole_magnitude(float);
                let bits = u16::try_from(magnitude.bits()).unwrap_or(float.precision);
                whole(float.sign, magnitude, bits.max(INTEGER_PRECISION))
            }
        }
    }

    /// Returns the largest whole number that is not greater. Infinities are unchanged.
    #[must_use]
    pub fn floor(&self) -> Self {
        self.whole_towards(Sign::Negative)
    }

    /// Returns the smallest whole number that is not less. Infinities are unchanged.
    #[must_use]
    pub fn ceil(&self) -> Self {
        self.whole_towards(Sign::Positive)
    }

    fn whole_towards(&self, direction: Sign) -> Self {
        match self.fractional() {
            None if self.is_zero() => Self::zero(Sign::Positive, self.precision()),
            None => self.clone(),
            Some(float) => {
                let away_from_zero = u64::from(float.sign == direction);
                whole(float.sign, whole_magnitude(float) + away_from_zero, float.precision)
            }
        }
    }

    /// Returns the smallest precision that holds this number exactly.
    fn significant_bits(&self) -> u16 {
        match &self.0 {
            Repr::Int { value: 0, .. } | Repr::NegativeZero { .. } | Repr::Infinity { .. } => 0,
            Repr::Int { value, .. } => {
                let magnitude = value.unsigned_abs();
                (u64::BITS - magnitude.leading_zeros() - magnitude.trailing_zeros()) as u16
            }
            Repr::Float(float) => u16::try_from(float.mantissa.bits()).unwrap_or(float.precision),
        }
    }

    fn fractional(&self) -> Option<&Float> {
        match &self.0 {
            Repr::Float(float) if float.exponent < 0 => Some(float),
            _ => None,
        }
    }

    /// Returns two inline numbers as integers, with the precision of their results, if that holds every integer.
    #[doc(hidden)]
    #[inline]
    pub fn exact_integers(a: &Self, b: &Self) -> Option<(i64, i64, u16)> {
        integers(a, b).filter(|(.., precision)| *precision >= INTEGER_PRECISION)
    }

    /// Returns a whole number at a precision that holds every integer.
    #[doc(hidden)]
    #[inline]
    pub const fn exact_integer(value: i64, precision: u16) -> Self {
        Self(Repr::Int { value, precision })
    }

    /// Returns a whole number that fits an `i64`, at any precision.
    #[inline]
    pub(super) fn integer(value: i64, precision: u16) -> Self {
        if precision >= INTEGER_PRECISION || value == 0 {
            return Self(Repr::Int { value, precision });
        }
        Self::rounded_integer(value, precision)
    }

    #[inline(never)]
    fn rounded_integer(value: i64, precision: u16) -> Self {
        Exact::new(Sign::of(value), value.unsigned_abs().into(), 0).round(precision)
    }
}

/// Returns two inline numbers as integers, with the larger of their precisions.
#[inline]
fn integers(a: &Number, b: &Number) -> Option<(i64, i64, u16)> {
    match (&a.0, &b.0) {
        (Repr::Int { value: a, precision }, Repr::Int { value: b, precision: other }) => {
            Some((*a, *b, *precision.max(other)))
        }
        _ => None,
    }
}

/// Returns `dividend - divisor * quotient`, rounded after each step.
fn remainder(
    dividend: &Exact<'_>,
    divisor: &Exact<'_>,
    quotient: &Number,
    precision: u16,
) -> Result<Number, ArithmeticError> {
    let Class::Finite(quotient) = quotient.class() else { return Err(ArithmeticError::Remainder) };
    match quotient.product(divisor, precision).neg().class() {
        Class::Finite(whole) => Ok(dividend.sum(&whole, precision)),
        Class::Zero(_) | Class::Infinity(_) => Err(ArithmeticError::Remainder),
    }
}

fn whole_magnitude(float: &Float) -> Magnitude {
    &float.mantissa >> float.exponent.unsigned_abs()
}

fn whole(sign: Sign, magnitude: Magnitude, precision: u16) -> Number {
    if magnitude.is_zero() {
        return Number::zero(Sign::Positive, precision);
    }
    Exact::new(sign, magnitude, 0).round(precision)
}
