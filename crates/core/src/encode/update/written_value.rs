//! The values of attributes, which are compared in the form in which they are written.

use crate::cty::{Kind, Path, ToValue, Value};
use crate::expr::Expression;
use crate::spec::names;
use crate::syntax::native::{NewExpr, Unwritable, are_same_expressions};

/// The value of an attribute. It may have no source form. Two are equal if they are written alike, or not at all for the
/// same reason.
#[derive(Clone, Debug)]
pub(super) struct WrittenValue(pub(super) Value);

impl NewExpr for WrittenValue {
    fn of_value(value: &Value) -> Result<Self, Vec<(Path, Unwritable)>> {
        Ok(Self(value.clone()))
    }

    fn of_expression(expr: &Expression) -> Result<Self, Unwritable> {
        expr.to_value().map(Self).map_err(|_| Unwritable::Capsule)
    }

    fn len(&self) -> usize {
        0
    }
}

impl PartialEq for WrittenValue {
    fn eq(&self, other: &Self) -> bool {
        are_written_alike(&self.0, &other.0)
    }
}

/// Returns `true` if two values are written alike: a list as a tuple, a map as an object, in which the order counts, and
/// each null without its type.
pub(super) fn are_written_alike(a: &Value, b: &Value) -> bool {
    let (marks, others) = (a.marks(), b.marks());
    let (a, b) = (a.unmarked(), b.unmarked());
    let have_equal_parts = || {
        let (parts, others) = (a.elements(), b.elements());
        parts.len() == others.len()
            && names(a) == names(b)
            && parts.iter().zip(others).all(|(a, b)| are_written_alike(a, b))
    };
    marks == others
        && match (form(a), form(b)) {
            (WrittenForm::Null, WrittenForm::Null) => true,
            (WrittenForm::Sequence, WrittenForm::Sequence)
            | (WrittenForm::Mapping, WrittenForm::Mapping) => have_equal_parts(),
            _ => a == b || are_same_expressions(a, b),
        }
}

/// The form in which a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenForm {
    Null,
    Sequence,
    Mapping,
    Other,
}

pub(super) fn form(value: &Value) -> WrittenForm {
    match value.kind() {
        Kind::Null(_) => WrittenForm::Null,
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => WrittenForm::Sequence,
        Kind::Map(_) | Kind::Object(_) => WrittenForm::Mapping,
        _ => WrittenForm::Other,
    }
}
