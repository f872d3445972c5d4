//! What is different between two answers.

use hcldyn::Value;

use super::json_rules::JSON_RULES;
use super::rules::RULES;
use super::{Answer, Case, Problem, Rule};
use crate::vectors::{same_fully, same_plainly};

/// In what one answer differs from the reference's, part by part.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The rules that explain something.
    pub reasons: Vec<&'static str>,
    /// What nothing explains, in a few words, and where that is.
    pub unexplained: Vec<(String, Option<usize>)>,
}

/// A difference in one point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Difference<'a> {
    /// We panic.
    Panics,
    /// An error of the reference that we do not report there.
    Missing(&'a Problem),
    /// An error that the reference does not report there.
    Extra(&'a Problem),
    /// A value of another type.
    Type,
    /// The same value with other marks.
    Marks,
    /// The same value, of whose unknown parts something else is known.
    Refinements,
    /// Another value.
    Value,
}

/// Compares the answers to a case. Where the reference panics, any answer will do. The values are
/// compared where the errors are the same.
pub fn compare(case: &Case) -> Comparison {
    let mut comparison = Comparison::default();
    for difference in differences(case) {
        match rule_for(case, difference) {
            Some(Rule { reason, .. }) => comparison.reasons.push(reason),
            None => comparison.unexplained.push((difference.describe(), difference.start())),
        }
    }
    comparison.reasons.sort_unstable();
    comparison.reasons.dedup();
    comparison
}

fn rule_for(case: &Case, difference: Difference<'_>) -> Option<&'static Rule> {
    let of_json = JSON_RULES.iter().filter(|_| case.is_json);
    let rule = of_json.chain(RULES).find(|rule| (rule.explains)(case, difference));
    rule.or_else(|| {
        let Difference::Missing(problem) = difference else { return None };
        let moved = case.at_header(problem)?;
        RULES.iter().find(|rule| (rule.explains)(case, Difference::Missing(&moved)))
    })
}

impl Difference<'_> {
    fn describe(&self) -> String {
        match self {
            Self::Missing(problem) => format!("no error: {}", problem.about),
            Self::Extra(problem) => format!("an error: {}", problem.about),
            _ => format!("{self:?}"),
        }
    }

    fn start(&self) -> Option<usize> {
        match self {
            Self::Missing(problem) | Self::Extra(problem) => problem.start,
            _ => None,
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
        true => between_values(value, found).into_iter().collect(),
        false => differences,
    }
}

fn between_values(expected: &Value, found: &Value) -> Option<Difference<'static>> {
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
