//! Conversions from and to the number types of Rust.

use super::float::{Exact, Float, Sign};
use super::limbs::Limbs;
use super::{INTEGER_PRECISION, Number, Repr};

/// The mantissa bits of an `f64`, and the exponents of its smallest and its largest normal number.
const F64_BITS: i64 = 53;
const F64_MIN_TOP: i64 = -1021;
const F64_MAX_TOP: i64 = 1024;

impl Number {
    /// Converts an `f64` exactly, at precision 53 like `cty.NumberFloatVal`. Returns `None` for NaN.
    ///
    /// ```
    /// use hcldyn::cty::Number;
    ///
    /// assert_eq!(Number::from_f64(0.5).unwrap().to_string(), "0.5");
    /// assert_eq!(Number::from_f64(f64::NAN), None);
    /// ```
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        let precision = F64_BITS as u16;
        let sign = if value.is_sign_negative() { Sign::Negative } else { Sign::Positive };
        if value.is_nan() {
            return None;
        }
        if value.is_infinite() {
            return Some(Self::infinity(sign, precision));
        }
        if value == 0.0 {
            return Some(Self::zero(sign, precision));
        }
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) = match (bits >> 52 & 0x7ff).cast_signed() {
            0 => (fraction, -1074),
            biased => (fraction | 1 << 52, biased - 1075),
        };
        Some(Exact::new(sign, mantissa.into(), exponent).round(precision))
    }

    /// Returns the nearest `f64`, ties to even. A number beyond its range becomes infinite or zero.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Int { value, .. } => *value as f64,
            Repr::NegativeZero { .. } => -0.0,
            Repr::Float(float) => float.to_f64(),
            Repr::Infinity { sign: Sign::Positive, .. } => f64::INFINITY,
            Repr::Infinity { sign: Sign::Negative, .. } => f64::NEG_INFINITY,
        }
    }

    /// Returns the number as an `i64` if it is whole and in range.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Int { value, .. } => Some(value),
            Repr::NegativeZero { .. } => Some(0),
            Repr::Float(_) | Repr::Infinity { .. } => None,
        }
    }

    /// Returns the number as a `u64` if it is whole and in range.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Float(float) if float.exponent >= 0 && float.sign == Sign::Positive => {
                float.whole_u64()
            }
            _ => self.to_i64()?.try_into().ok(),
        }
    }

    /// Returns the number as an `i128` if it is whole and in range.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Float(float) => {
                let magnitude = float.whole_u128()?;
                match float.sign {
                    Sign::Positive => magnitude.try_into().ok(),
                    Sign::Negative => 0i128.checked_sub_unsigned(magnitude),
                }
            }
            _ => self.to_i64().map(i128::from),
        }
    }

    /// Returns the number as a `u128` if it is whole and in range.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Repr::Float(float) if float.sign == Sign::Positive => float.whole_u128(),
            _ => self.to_i64()?.try_into().ok(),
        }
    }

    /// Returns the number as a `usize` if it is whole and in range.
    #[must_use]
    pub fn to_usize(&self) -> Option<usize> {
        self.to_u64()?.try_into().ok()
    }
}

impl Float {
    /// Returns the magnitude without its fraction, if it fits a `u64`.
    pub(super) fn whole_u64(&self) -> Option<u64> {
        if self.top() > 64 {
            return None;
        }
        let shift = self.exponent.unsigned_abs();
        Some(if self.exponent >= 0 {
            self.mantissa.limb_at(0) << shift
        } else {
            self.mantissa.limb_at(shift)
        })
    }

    /// Returns the magnitude, if it is whole and fits a `u128`.
    fn whole_u128(&self) -> Option<u128> {
        if self.exponent < 0 || self.top() > 128 {
            return None;
        }
        (&self.mantissa << self.exponent.unsigned_abs()).to_u128()
    }

    fn to_f64(&self) -> f64 {
        let top = self.top();
        let bits = F64_BITS - (F64_MIN_TOP - top).max(0);
        let magnitude = match bits {
            _ if top > F64_MAX_TOP => f64::INFINITY,
            ..0 => 0.0,
            // Half of the smallest number rounds to zero, more than half to that number.
            0 if self.mantissa == 1u64.into() => 0.0,
            0 => f64::from_bits(1),
            _ => {
                let mut odd = Limbs::new(&self.mantissa, self.exponent);
                odd.round(bits.unsigned_abs());
                scale(odd.lowest(), odd.exponent())
            }
        };
        match self.sign {
            Sign::Positive => magnitude,
            Sign::Negative => -magnitude,
        }
    }
}

/// Returns `mantissa` × 2^`exponent`, which an `f64` holds exactly unless it is too large. It multiplies by two
/// factors, since a single one may be out of range.
fn scale(mantissa: u64, exponent: i64) -> f64 {
    let power = |exponent: i64| f64::from_bits((1023 + exponent).unsigned_abs() << 52);
    mantissa as f64 * power(exponent / 2) * power(exponent - exponent / 2)
}

/// Converts exactly, at precision 64 as `cty.NumberIntVal`.
impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(Repr::Int { value, precision: INTEGER_PRECISION })
    }
}

/// Converts exactly, at precision 64, or at the length of the integer in bits if that is more.
impl From<i128> for Number {
    fn from(value: i128) -> Self {
        if let Ok(value) = i64::try_from(value) {
            return value.into();
        }
        let sign = if value < 0 { Sign::Negative } else { Sign::Positive };
        whole(sign, value.unsigned_abs())
    }
}

/// Converts exactly, at precision 64, or at the length of the integer in bits if that is more.
impl From<u128> for Number {
    fn from(value: u128) -> Self {
        match i64::try_from(value) {
            Ok(value) => value.into(),
            Err(_) => whole(Sign::Positive, value),
        }
    }
}

fn whole(sign: Sign, magnitude: u128) -> Number {
    let bits = (u128::BITS - magnitude.leading_zeros()) as u16;
    Exact::new(sign, magnitude.into(), 0).round(bits.max(INTEGER_PRECISION))
}

macro_rules! from_integers {
    ($($from:ty => $through:ty),*) => {
        $(impl From<$from> for Number {
            fn from(value: $from) -> Self {
                Self::from(value as $through)
            }
        })*
    };
}

from_integers!(i8 => i64, i16 => i64, i32 => i64, u8 => i64, u16 => i64, u32 => i64);
from_integers!(u64 => i128, isize => i128, usize => i128);
