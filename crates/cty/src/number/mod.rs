//! The number type of HCL: binary floating point with a separate precision for every number.
//!
//! A number written in the source has a precision of 512 bits, one made from a Rust integer at least 64, and one
//! made from an `f64` 53. An operation rounds its exact result once, to the nearest number with ties to even, at
//! the larger precision of its operands. A number prints as the shortest decimal that reads back at its own
//! precision, so `0.1 + 0.2` is `0.3` and `1 / 3` has 154 digits. Some powers of two beyond 2<sup>512</sup> are the
//! exception: they print the digits of the reference, which read back as the number below. The reference assumes
//! that the number below is as far away as the one above.
//!
//! `go-cty` uses Go's `math/big.Float` in the same way. The one deliberate difference is the range:
//! magnitudes reach from about 10<sup>-78913</sup> to 10<sup>78913</sup> ([`Number::MAX_EXPONENT`]). The reference
//! allows 10<sup>646456993</sup>, and can then need minutes and gigabytes to print a number. A literal outside the
//! range is an error. A result outside it becomes infinite or zero.
//!
//! # Equality and order
//!
//! `==`, `<`, [`Ord`] and [`Hash`] use the exact value. The language compares with [`Number::text_eq`] like the
//! reference: whole numbers by value, all others by their decimal string. The `f64` 0.1 and the literal `0.1` are
//! equal in the language, although the latter is slightly smaller. Only fractions of *different precision* are
//! affected.
//!
//! # Examples
//!
//! ```
//! use hcldyn::cty::number::Number;
//!
//! let tenth = Number::parse("0.1")?;
//! let sum = tenth.add(&Number::parse("0.2")?)?;
//! assert_eq!(sum.to_string(), "0.3");
//! assert_eq!(Number::from(7).modulo(&Number::from(4))?, Number::from(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arithmetic;
mod compare;
mod convert;
mod decimal;
mod error;
mod float;
mod limbs;
pub(crate) mod magnitude;
mod parse;
mod print;
mod scaled;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use self::error::{ArithmeticError, ParseNumberError};
use self::float::{Float, Sign};

/// The precision of a number parsed from a string.
const TEXT_PRECISION: u16 = 512;
/// The smallest precision of a number made from an integer.
const INTEGER_PRECISION: u16 = 64;

/// A number: whole, fractional, negative zero or infinite, never NaN. Cheap to clone.
#[derive(Clone)]
pub struct Number(Repr);

/// Every value has exactly one form: a value that fits an `i64` is `Int`, except negative zero.
#[derive(Clone)]
enum Repr {
    Int { value: i64, precision: u16 },
    NegativeZero { precision: u16 },
    Float(Arc<Float>),
    Infinity { sign: Sign, precision: u16 },
}

const _: () = assert!(size_of::<Number>() == 16);

impl Number {
    /// Zero, as `cty.Zero`.
    pub const ZERO: Self = Self(Repr::Int { value: 0, precision: 53 });
    /// One.
    pub const ONE: Self = Self(Repr::Int { value: 1, precision: INTEGER_PRECISION });
    /// Positive infinity, as `cty.PositiveInfinity`.
    pub const INFINITY: Self = Self(Repr::Infinity { sign: Sign::Positive, precision: 0 });
    /// Negative infinity, as `cty.NegativeInfinity`.
    pub const NEG_INFINITY: Self = Self(Repr::Infinity { sign: Sign::Negative, precision: 0 });
    /// Every finite number but zero is at least 2<sup>-`MAX_EXPONENT`</sup> and less than
    /// 2<sup>`MAX_EXPONENT`</sup> in magnitude.
    pub const MAX_EXPONENT: u32 = 1 << 18;

    /// Returns the minimum number of mantissa bits of results computed from this number.
    #[must_use]
    #[inline]
    pub fn precision(&self) -> u16 {
        match &self.0 {
            Repr::Int { precision, .. }
            | Repr::NegativeZero { precision }
            | Repr::Infinity { precision, .. } => *precision,
            Repr::Float(float) => float.precision,
        }
    }

    /// Returns `true` for a whole number. The infinities are not whole.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Int { .. } | Repr::NegativeZero { .. } => true,
            Repr::Float(float) => float.exponent >= 0,
            Repr::Infinity { .. } => false,
        }
    }

    /// Returns `true` for one of the two infinities.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        matches!(self.0, Repr::Infinity { .. })
    }

    /// Returns `true` for zero, including negative zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Int { value: 0, .. } | Repr::NegativeZero { .. })
    }

    /// Returns `true` for a number less than zero. Negative zero is not.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        !self.is_zero() && self.sign() == Sign::Negative
    }

    /// Returns the sign as the reference stores it: negative zero has one.
    fn sign(&self) -> Sign {
        match &self.0 {
            Repr::Int { value, .. } => Sign::of(*value),
            Repr::NegativeZero { .. } => Sign::Negative,
            Repr::Float(float) => float.sign,
            Repr::Infinity { sign, .. } => *sign,
        }
    }

    fn zero(sign: Sign, precision: u16) -> Self {
        match sign {
            Sign::Positive => Self(Repr::Int { value: 0, precision }),
            Sign::Negative => Self(Repr::NegativeZero { precision }),
        }
    }

    fn infinity(sign: Sign, precision: u16) -> Self {
        Self(Repr::Infinity { sign, precision })
    }

    /// Returns the number at a precision that is known to hold it.
    fn with_precision(&self, precision: u16) -> Self {
        Self(match &self.0 {
            Repr::Int { value, .. } => Repr::Int { value: *value, precision },
            Repr::NegativeZero { .. } => Repr::NegativeZero { precision },
            Repr::Infinity { sign, .. } => Repr::Infinity { sign: *sign, precision },
            Repr::Float(float) if float.precision == precision => Repr::Float(Arc::clone(float)),
            Repr::Float(float) => Repr::Float(Arc::new(Float { precision, ..Float::clone(float) })),
        })
    }
}
