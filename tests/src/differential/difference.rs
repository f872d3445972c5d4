//! Differences between two answers about an expression.

use std::fmt;

use super::rules::RULES;
use super::{Answer, Case, Failure, Problem};
use crate::comparison::Comparison;
use crate::mismatch::{Mismatch, mismatches};

/// A difference between our answer and the reference's.
#[derive(Clone, Debug)]
pub enum Difference {
    /// hcldyn panics.
    Panics,
    /// Only hcldyn can parse the expression.
    Reads,
    /// Only the reference can parse the expression.
    DoesNotRead,
    /// Only the reference reports an error.
    Succeeds,
    /// Only hcldyn reports an error.
    Fails,
    /// A different part of the value.
    Part(Mismatch),
    /// The first error has another range of bytes.
    Place,
    /// The first error has the same range of bytes and another line or column.
    Position,
}

/// Compares the answers to a case. If the reference panics, any answer is accepted.
pub fn compare(case: &Case) -> Comparison<Difference> {
    Comparison::new(differences(case), |difference| {
        RULES.iter().find(|rule| (rule.explains)(case, difference)).map(|rule| rule.reason)
    })
}

impl Difference {
    /// A short description.
    pub fn describe(&self) -> String {
        match self {
            Self::Part(part) => part.describe(),
            _ => format!("{self:?}"),
        }
    }
}

fn differences(case: &Case) -> Vec<Difference> {
    let only = |difference| vec![difference];
    match (&case.expected, &case.found) {
        (_, Answer::Panics) => only(Difference::Panics),
        (Answer::Panics, _) => Vec::new(),
        (Answer::Unreadable(expected), Answer::Unreadable(found)) => {
            between_places(expected, found).into_iter().collect()
        }
        (Answer::Unreadable(_), _) => only(Difference::Reads),
        (_, Answer::Unreadable(_)) => only(Difference::DoesNotRead),
        (Answer::Fails(expected), Answer::Fails(found)) => {
            between_places(expected, found).into_iter().collect()
        }
        (Answer::Fails(_), Answer::Value(_)) => only(Difference::Succeeds),
        (Answer::Value(_), Answer::Fails(_)) => only(Difference::Fails),
        (Answer::Value(expected), Answer::Value(found)) => {
            mismatches(expected, found).into_iter().map(Difference::Part).collect()
        }
    }
}

fn between_places(expected: &Failure, found: &Failure) -> Option<Difference> {
    if expected.first().range != found.first().range {
        return Some(Difference::Place);
    }
    (expected.position != found.position).then_some(Difference::Position)
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
