//! The exact value of a number, and all rounding.

use std::borrow::Cow;
use std::ops::Mul;
use std::sync::Arc;

use super::limbs::{FARTHEST, Limbs};
use super::magnitude::Magnitude;
use super::{Number, Repr};
use crate::work;

const MAX_EXPONENT: i64 = Number::MAX_EXPONENT as i64;

/// The sign of a number. Zero has one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    Positive,
    Negative,
}

/// A finite number that is not zero and does not fit an `i64`: ±`mantissa` × 2^`exponent`.
///
/// The mantissa is odd, so equal values have equal fields, and a number is whole if its exponent
/// is not negative.
#[derive(Clone)]
pub(super) struct Float {
    pub(super) sign: Sign,
    pub(super) mantissa: Magnitude,
    pub(super) exponent: i64,
    pub(super) precision: u16,
}

/// A finite value other than zero, before it is rounded to a precision. The mantissa may be even.
pub(super) struct Exact<'a> {
    pub(super) sign: Sign,
    pub(super) mantissa: Cow<'a, Magnitude>,
    pub(super) exponent: i64,
}

/// The classes of numbers that operations distinguish.
pub(super) enum Class<'a> {
    Zero(Sign),
    Finite(Exact<'a>),
    Infinity(Sign),
}

impl Sign {
    pub(super) fn of(value: i64) -> Self {
        if value < 0 { Self::Negative } else { Self::Positive }
    }

    pub(super) fn opposite(self) -> Self {
        self * Self::Negative
    }
}

impl Mul for Sign {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if self == other { Self::Positive } else { Self::Negative }
    }
}

impl Exact<'_> {
    pub(super) fn new(sign: Sign, mantissa: Magnitude, exponent: i64) -> Self {
        Self { sign, mantissa: Cow::Owned(mantissa), exponent }
    }

    /// Rounds to the nearest number of this precision, ties to even.
    pub(super) fn round(&self, precision: u16) -> Number {
        Number::rounded(self.sign, Limbs::new(&self.mantissa, self.exponent), precision)
    }

    /// Adds, rounded once. Both mantissas and the precision are at most 512 bits.
    pub(super) fn sum(&self, other: &Exact<'_>, precision: u16) -> Number {
        let (high, low) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        // Of a number far below, only the sign affects rounding.
        let tiny = Magnitude::from(1u64);
        let (shift, addend) = match high.exponent.abs_diff(low.exponent) {
            shift @ ..=FARTHEST => (shift, &*low.mantissa),
            _ => (FARTHEST, &tiny),
        };
        let exponent = high.exponent - shift.cast_signed();
        if high.sign == low.sign {
            let sum = Limbs::sum(&high.mantissa, shift, addend, exponent);
            return Number::rounded(high.sign, sum, precision);
        }
        let (difference, negative) = Limbs::difference(&high.mantissa, shift, addend, exponent);
        if difference.is_zero() {
            return Number::zero(Sign::Positive, precision);
        }
        Number::rounded(if negative { low.sign } else { high.sign }, difference, precision)
    }

    /// Multiplies, rounded once. Both mantissas are at most 512 bits.
    pub(super) fn product(&self, other: &Exact<'_>, precision: u16) -> Number {
        let exponent = self.exponent + other.exponent;
        let product = Limbs::product(&self.mantissa, &other.mantissa, exponent);
        Number::rounded(self.sign * other.sign, product, precision)
    }

    /// Divides to more than `bits` bits. A remainder sets the lowest bit, which is below the kept bits. Rounding
    /// needs no more of it.
    pub(super) fn divide(&self, divisor: &Exact<'_>, bits: u16) -> Exact<'static> {
        if divisor.mantissa.bits() == 1 {
            let exponent = self.exponent - divisor.exponent;
            return Exact::new(
                self.sign * divisor.sign,
                Magnitude::clone(&self.mantissa),
                exponent,
            );
        }
        let wanted = u64::from(bits) + 2 + divisor.mantissa.bits();
        let shift = wanted.saturating_sub(self.mantissa.bits());
        let (mut quotient, remainder) = (&*self.mantissa << shift).div_rem(&divisor.mantissa);
        if !remainder.is_zero() {
            quotient.set_lowest_bit();
        }
        let exponent = self.exponent - divisor.exponent - shift.cast_signed();
        Exact::new(self.sign * divisor.sign, quotient, exponent)
    }
}

impl Float {
    /// Returns an integer other than zero for operations on floats.
    pub(super) fn from_i64(value: i64, precision: u16) -> Self {
        let magnitude = value.unsigned_abs();
        let zeros = magnitude.trailing_zeros();
        Self {
            sign: Sign::of(value),
            mantissa: (magnitude >> zeros).into(),
            exponent: zeros.into(),
            precision,
        }
    }

    pub(super) fn exact(&self) -> Exact<'_> {
        Exact { sign: self.sign, mantissa: Cow::Borrowed(&self.mantissa), exponent: self.exponent }
    }

    /// Returns the position of the highest bit: the magnitude is at least 2^(top-1) and less than 2^top.
    pub(super) fn top(&self) -> i64 {
        self.exponent + self.mantissa.bits().cast_signed()
    }
}

/// The work of an operation on numbers that are not machine integers.
const FLOAT_STEPS: usize = 8;

/// Spends the work of parsing or printing a number of `bits` bits in decimal, which grows with their square.
pub(super) fn spend_on_digits(bits: u64) {
    let words = (bits / 64) as usize;
    work::spend(FLOAT_STEPS + words + words * words / 64);
}

impl Number {
    /// Returns the nearest number of this precision, ties to even.
    pub(super) fn rounded(sign: Sign, mut magnitude: Limbs, precision: u16) -> Self {
        magnitude.round(precision.into());
        let top = magnitude.top();
        if top > MAX_EXPONENT {
            return Self::infinity(sign, precision);
        }
        if top <= -MAX_EXPONENT {
            return Self::zero(sign, precision);
        }
        Self(match inline(sign, &magnitude) {
            Some(value) => Repr::Int { value, precision },
            None => {
                work::spend(FLOAT_STEPS);
                let (mantissa, exponent) = (magnitude.mantissa(), magnitude.exponent());
                Repr::Float(Arc::new(Float { sign, mantissa, exponent, precision }))
            }
        })
    }

    pub(super) fn class(&self) -> Class<'_> {
        match &self.0 {
            Repr::Int { value: 0, .. } => Class::Zero(Sign::Positive),
            Repr::Int { value, .. } => Class::Finite(Exact::new(
                Sign::of(*value),
                Magnitude::from(value.unsigned_abs()),
                0,
            )),
            Repr::NegativeZero { .. } => Class::Zero(Sign::Negative),
            Repr::Float(float) => Class::Finite(float.exact()),
            Repr::Infinity { sign, .. } => Class::Infinity(*sign),
        }
    }
}

/// Returns a rounded value as an `i64`, if it is whole and fits.
fn inline(sign: Sign, magnitude: &Limbs) -> Option<i64> {
    let exponent = magnitude.exponent();
    if !(0..64).contains(&exponent) || magnitude.top() > 64 {
        return None;
    }
    let magnitude = magnitude.lowest() << exponent;
    match sign {
        Sign::Positive => i64::try_from(magnitude).ok(),
        Sign::Negative => 0i64.checked_sub_unsigned(magnitude),
    }
}
