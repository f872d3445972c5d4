//! Differences between two answers about a body.

use super::json_rules::JSON_RULES;
use super::rules::{RULES, Rule};
use super::{Answer, Case, Problem};
use crate::comparison::Comparison;
use crate::mismatch::{Mismatch, mismatches};

/// A single difference.
#[derive(Clone, Debug)]
pub enum Difference<'a> {
    /// hcldyn panics.
    Panics,
    /// An error that only the reference reports.
    Missing(&'a Problem),
    /// An error that only hcldyn reports.
    Extra(&'a Problem),
    /// A different part of the value.
    Part(Mismatch),
}

/// Compares the answers to a case. If the reference panics, any answer is accepted. The values are
/// compared only if the errors match.
pub fn compare(case: &Case) -> Comparison<Difference<'_>> {
    Comparison::new(differences(case), |difference| {
        rule_for(case, difference).map(|rule| rule.reason)
    })
}

fn rule_for(case: &Case, difference: &Difference<'_>) -> Option<&'static Rule> {
    let of_json = JSON_RULES.iter().filter(|_| case.is_json);
    of_json.chain(RULES).find(|rule| rule.is_why(case, difference)).or_else(|| {
        let Difference::Missing(problem) = difference else { return None };
        let moved = case.at_header(problem)?;
        RULES.iter().find(|rule| rule.is_why(case, &Difference::Missing(&moved)))
    })
}

impl Difference<'_> {
    /// A short description.
    pub fn describe(&self) -> String {
        match self {
            Self::Panics => "a panic".to_owned(),
            Self::Missing(problem) => format!("no error: {}", problem.about),
            Self::Extra(problem) => format!("an error: {}", problem.about),
            Self::Part(part) => part.describe(),
        }
    }

    /// The offset of the difference in the body.
    pub fn start(&self) -> Option<usize> {
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
    if differences.is_empty() {
        mismatches(value, found).into_iter().map(Difference::Part).collect()
    } else {
        differences
    }
}
