//! What is different between two answers.

use super::rules::RULES;
use super::{Answer, Case, Problem, Rule};
use crate::mismatch::{Mismatch, mismatches};

/// In what one answer differs from the reference's, part by part.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The rules that explain something.
    pub reasons: Vec<&'static str>,
    /// What nothing explains, in a few words, and where that is.
    pub unexplained: Vec<(String, Option<usize>)>,
}

/// A difference in one point.
#[derive(Clone, Debug)]
pub(super) enum Difference<'a> {
    /// We panic.
    Panics,
    /// An error of the reference that we do not report there.
    Missing(&'a Problem),
    /// An error that the reference does not report there.
    Extra(&'a Problem),
    /// A part of the value.
    Part(Mismatch),
}

/// Compares the answers to a case. Where the reference panics, any answer will do. The values are
/// compared where the errors are the same.
pub fn compare(case: &Case) -> Comparison {
    let mut comparison = Comparison::default();
    for difference in differences(case) {
        match RULES.iter().find(|rule| rule.is_why(case, &difference)) {
            Some(Rule { reason, .. }) => comparison.reasons.push(reason),
            None => comparison.unexplained.push((difference.describe(), difference.start())),
        }
    }
    comparison.reasons.sort_unstable();
    comparison.reasons.dedup();
    comparison
}

impl Difference<'_> {
    fn describe(&self) -> String {
        match self {
            Self::Panics => "a panic".to_owned(),
            Self::Missing(problem) => format!("no error: {}", problem.about),
            Self::Extra(problem) => format!("an error: {}", problem.about),
            Self::Part(part) => part.describe(),
        }
    }

    fn start(&self) -> Option<usize> {
        match self {
            Self::Missing(problem) | Self::Extra(problem) => problem.start,
            Self::Panics | Self::Part(_) => None,
        }
    }
}

fn differences(case: &Case) -> Vec<Difference<'_>> {
    let (Answer::Decoded(value, errors), Answer::Decoded(found, found_errors)) =
        (&case.expected, &case.found)
    else {
        let panics = matches!(case.found, Answer::Panics);
        return panics.then_some(Difference::Panics).into_iter().collect();
    };
    let without = |problems: &'_ [Problem], problem: &Problem| {
        problems.iter().all(|other| other.start != problem.start)
    };
    let missing = errors.iter().filter(|it| without(found_errors, it)).map(Difference::Missing);
    let extra = found_errors.iter().filter(|it| without(errors, it)).map(Difference::Extra);
    let differences: Vec<_> = missing.chain(extra).collect();
    match differences.is_empty() {
        true => mismatches(value, found).into_iter().map(Difference::Part).collect(),
        false => differences,
    }
}
