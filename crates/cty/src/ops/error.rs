//! Errors of operations.

use std::fmt;

use crate::Type;
use crate::number::ArithmeticError;

/// The reason that an operation has no result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OpError {
    /// An operand is null.
    Null(Operand),
    /// An operand does not have this type, which the operation needs.
    WrongType(Operand, Type),
    /// The numbers have no result.
    Arithmetic(ArithmeticError),
}

/// An operand of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operand {
    /// The left operand, or the only one.
    Left,
    /// The right operand.
    Right,
}

impl OpError {
    /// Returns the error of the operation with its operands swapped.
    pub(super) fn with_operands_swapped(self) -> Self {
        match self {
            Self::Null(operand) => Self::Null(operand.other()),
            Self::WrongType(operand, ty) => Self::WrongType(operand.other(), ty),
            Self::Arithmetic(error) => Self::Arithmetic(error),
        }
    }
}

impl Operand {
    const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl From<ArithmeticError> for OpError {
    fn from(error: ArithmeticError) -> Self {
        Self::Arithmetic(error)
    }
}

impl std::error::Error for OpError {}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null(operand) => write!(f, "the {operand} operand is null"),
            Self::WrongType(operand, ty) => {
                write!(f, "the {operand} operand must be of type {}", ty.friendly_name())
            }
            Self::Arithmetic(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}
