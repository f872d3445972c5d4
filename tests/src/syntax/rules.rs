//! The differences from the reference that are meant, see `DIFFERENCES.md`.

use super::{Case, Difference, Problem, Syntax};

/// A difference that is meant.
#[derive(Debug)]
pub struct Rule {
    /// Why the answer differs.
    pub reason: &'static str,
    /// Whether this is why the answer to a case differs so.
    explains: fn(&Case, Difference) -> bool,
}

const RULES: &[Rule] = &[
    rule("what is left open is told where it was opened", opened),
    rule("what is missing at a line end is told there", at_line_end),
    rule("a missing \"=>\" is told where it should stand", missing_arrow),
    rule("a missing bracket of an index is told where it is missing", missing_bracket),
    rule("of several open brackets, the one to close is told", innermost),
    rule("a brace ends a template sequence, whatever is open in it", closing_brace),
    rule("bytes that are not UTF-8 are errors in comments too", not_utf8_in_comment),
    rule("a heredoc may end with the file", heredoc_at_end),
    rule("half of a surrogate pair is an error", half_a_pair),
    rule("JSON with bytes that are not UTF-8 is not read", not_utf8),
];

/// Why the answer to a case is meant to differ so, if it is.
pub fn rule_for(case: &Case, difference: Difference) -> Option<&'static Rule> {
    RULES.iter().find(|rule| (rule.explains)(case, difference))
}

const fn rule(reason: &'static str, explains: fn(&Case, Difference) -> bool) -> Rule {
    Rule { reason, explains }
}

/// The reference tells where it notices, or where the template starts that it is in.
fn opened(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    let is_opening = found.summary.starts_with("Unclosed")
        || found.summary == "Invalid template directive"
            && ["if", "for", "else"].iter().any(|word| case.rest(found).starts_with(word));
    let is_inner = found.summary == "Unclosed template sequence";
    is_opening && (is_inner || found.start < expected.start)
}

/// The reference tells at a token on the next line, where lines may end.
fn at_line_end(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    case.rest(found).starts_with('\n') && found.line + 1 == expected.line
}

/// The reference tells at the key.
fn missing_arrow(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    found.summary == "Invalid for expression"
        && expected.start < found.start
        && case.text[..expected.start].trim_end().ends_with(':')
}

/// The reference tells where it stops looking for the bracket.
fn missing_bracket(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    ["Invalid splat", "Missing separator", "Unknown operator"].contains(&&*found.summary)
        && found.start < expected.start
        && case.text[..found.start].contains('[')
}

/// The reference tells of the outermost bracket. Of braces, indentation says which is to be closed.
fn innermost(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    found.summary.starts_with("Unclosed")
        && case.rest(expected).starts_with(['{', '(', '['])
        && expected.start < found.start
}

/// The reference takes the brace for a part of what is open.
fn closing_brace(case: &Case, difference: Difference) -> bool {
    on_other_line(case, difference).is_some_and(|(_, found)| {
        found.summary == "Missing separator"
            && case.rest(found).starts_with('}')
            && case.text[..found.start]
                .rfind("${")
                .is_some_and(|at| !case.text[at..found.start].contains(['}', '\n']))
    })
}

fn heredoc_at_end(case: &Case, difference: Difference) -> bool {
    let last = case.text.lines().last().unwrap_or_default().trim();
    difference == Difference::Accepted
        && !case.text.ends_with('\n')
        && (case.text.contains(&format!("<<{last}")) || case.text.contains(&format!("<<-{last}")))
        && case.expected.first().is_some_and(|problem| case.rest(problem).is_empty())
}

fn half_a_pair(case: &Case, difference: Difference) -> bool {
    refused(case, difference).is_some_and(|found| {
        let half = case.rest(found).to_ascii_lowercase();
        case.syntax == Syntax::Json && half.starts_with("\\ud") && !half.starts_with("\\ud7")
    })
}

fn not_utf8(case: &Case, _: Difference) -> bool {
    let first = case.found.first();
    case.syntax == Syntax::Json && first.is_some_and(|it| it.summary == "Invalid text encoding")
}

fn not_utf8_in_comment(case: &Case, difference: Difference) -> bool {
    refused(case, difference).is_some_and(|found| {
        let line = case.text[..found.start].lines().last().unwrap_or_default();
        found.summary == "Invalid text encoding"
            && (["#", "//"].iter().any(|sign| line.contains(sign))
                || case.text[..found.start].contains("/*"))
    })
}

/// The first errors of both sides, if they are on different lines.
fn on_other_line(case: &Case, difference: Difference) -> Option<(&Problem, &Problem)> {
    let errors = case.expected.first().zip(case.found.first());
    errors.filter(|_| difference == Difference::Line)
}

/// The first error in a text that only the reference accepts.
fn refused(case: &Case, difference: Difference) -> Option<&Problem> {
    case.found.first().filter(|_| difference == Difference::Refused)
}

impl Case {
    /// The text from where a problem begins.
    fn rest(&self, problem: &Problem) -> &str {
        self.text.get(problem.start..).unwrap_or_default()
    }
}
