//! Errors of parsing numbers and of operations on them.

use std::error::Error;
use std::fmt;

/// The reason that a string cannot be parsed as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseNumberError {
    /// The string is not a decimal number.
    Syntax,
    /// The number is too large or too close to zero for [`Number`](super::Number).
    OutOfRange,
    /// The string has too many digits.
    TooLong,
}

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "not a decimal number such as 12, -0.5 or 1e9",
            Self::OutOfRange => "the magnitude of a number must be between 1e-78913 and 1e78913",
            Self::TooLong => "a number must have at most 80000 digits",
        })
    }
}

impl Error for ParseNumberError {}

/// The reason that an operation on numbers has no result. Each case would be NaN in IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArithmeticError {
    /// Infinity plus negative infinity.
    OpposingInfinities,
    /// Infinity minus itself.
    EqualInfinities,
    /// Zero times infinity.
    ZeroTimesInfinity,
    /// Zero divided by zero.
    ZeroByZero,
    /// Infinity divided by infinity.
    InfinityByInfinity,
    /// A remainder that involves infinity: an operand is infinite, or the quotient out of range.
    Remainder,
}

impl fmt::Display for ArithmeticError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpposingInfinities => "infinities of opposite signs can't be added",
            Self::EqualInfinities => "infinities of the same sign can't be subtracted",
            Self::ZeroTimesInfinity => "zero can't be multiplied by infinity",
            Self::ZeroByZero => "zero can't be divided by zero",
            Self::InfinityByInfinity => "infinity can't be divided by infinity",
            Self::Remainder => "infinity, and numbers too far apart, have no remainder",
        })
    }
}

impl Error for ArithmeticError {}
