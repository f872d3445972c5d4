//! What is different between two answers.

use std::fmt;

use hcldyn::Value;

use super::{Answer, Case, Failure, Problem};
use crate::vectors::{same_fully, same_plainly};

/// In what the answer differs from the reference's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// It panics.
    Panics,
    /// It reads what the reference does not read.
    Reads,
    /// It does not read what the reference reads.
    DoesNotRead,
    /// It has a value, where the reference fails.
    Succeeds,
    /// It fails, where the reference has a value.
    Fails,
    /// A value of another type.
    Type,
    /// Another value.
    Value,
    /// The same value with other marks.
    Marks,
    /// The same value, of whose unknown parts something else is known.
    Refinements,
    /// The first error points at other bytes.
    Place,
    /// The first error points at the same bytes and says another line or column.
    Position,
}

/// What is different, if anything is. Where the reference panics, any answer will do.
pub fn difference(case: &Case) -> Option<Difference> {
    match (&case.expected, &case.found) {
        (_, Answer::Panics) => Some(Difference::Panics),
        (Answer::Panics, _) => None,
        (Answer::Unreadable(expected), Answer::Unreadable(found)) => {
            between_places(expected, found)
        }
        (Answer::Unreadable(_), _) => Some(Difference::Reads),
        (_, Answer::Unreadable(_)) => Some(Difference::DoesNotRead),
        (Answer::Fails(expected), Answer::Fails(found)) => between_places(expected, found),
        (Answer::Fails(_), Answer::Value(_)) => Some(Difference::Succeeds),
        (Answer::Value(_), Answer::Fails(_)) => Some(Difference::Fails),
        (Answer::Value(expected), Answer::Value(found)) => between_values(expected, found),
    }
}

fn between_places(expected: &Failure, found: &Failure) -> Option<Difference> {
    if expected.first().range != found.first().range {
        return Some(Difference::Place);
    }
    (expected.position != found.position).then_some(Difference::Position)
}

fn between_values(expected: &Value, found: &Value) -> Option<Difference> {
    if expected.ty() != found.ty() {
        return Some(Difference::Type);
    }
    if same_fully(expected, found) {
        return None;
    }
    let (plain_expected, plain_found) =
        (expected.clone().unmark_deep().0, found.clone().unmark_deep().0);
    if same_fully(&plain_expected, &plain_found) {
        return Some(Difference::Marks);
    }
    if same_plainly(&plain_expected, &plain_found) {
        return Some(Difference::Refinements);
    }
    Some(Difference::Value)
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => write!(f, "{value:?} of {}", value.ty()),
            Self::Unreadable(failure) => write!(f, "unreadable at {failure}"),
            Self::Fails(failure) => write!(f, "fails at {failure}"),
            Self::Panics => write!(f, "panics"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position;
        write!(f, "{line}:{column}")?;
        self.errors.iter().try_for_each(|Problem { range, summary, detail }| {
            write!(f, ", {range:?} {summary}; {detail}")
        })
    }
}
