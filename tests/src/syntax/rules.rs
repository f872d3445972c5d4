//! Deliberate differences from the reference, see `DIFFERENCES.md`.

use super::{Case, Difference, Problem, Syntax};

/// A deliberate difference.
#[derive(Debug)]
pub struct Rule {
    /// The reason for the difference.
    pub reason: &'static str,
    /// Returns `true` if the rule explains a difference of a case.
    explains: fn(&Case, Difference) -> bool,
}

const RULES: &[Rule] = &[
    rule("an unclosed bracket, string or directive is reported where it is opened", opened),
    rule("a missing token at the end of a line is reported there", at_line_end),
    rule("a missing \"=>\" is reported where it belongs", missing_arrow),
    rule("a missing \"=\" is reported where it belongs", missing_equals),
    rule("a missing bracket of an index is reported where it belongs", missing_bracket),
    rule("a \"...\" in a tuple is not reported if the bracket after it is missing", ungrouped),
    rule("of several unclosed brackets, the innermost one is reported", innermost),
    rule("a name before a value in a list is reported where it is", name_in_list),
    rule("extra characters in an interpolation are reported where they are", extra_characters),
    rule("a misplaced template directive is reported at its keyword", at_keyword),
    rule("a brace ends a template sequence even if a bracket is open in it", closing_brace),
    rule("bytes that are not UTF-8 are errors in comments too", not_utf8_in_comment),
    rule("a heredoc may end with the file", heredoc_at_end),
    rule("half of a surrogate pair is an error", half_a_pair),
    rule("JSON with bytes that are not UTF-8 is rejected", not_utf8),
];

/// Returns the rule that explains a difference of a case.
pub fn rule_for(case: &Case, difference: Difference) -> Option<&'static Rule> {
    RULES.iter().find(|rule| (rule.explains)(case, difference))
}

const fn rule(reason: &'static str, explains: fn(&Case, Difference) -> bool) -> Rule {
    Rule { reason, explains }
}

/// The reference reports it where it notices it, or at the start of the template around it.
fn opened(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    let is_opening = found.summary.starts_with("Unclosed")
        || found.summary == "Invalid template directive"
            && ["if", "for", "else"].iter().any(|word| case.rest(found).starts_with(word));
    let is_inner = found.summary == "Unclosed template sequence";
    is_opening && (is_inner || found.start < expected.start)
}

/// The reference reports a token on the next line, if line breaks are allowed.
fn at_line_end(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    case.rest(found).starts_with('\n') && found.line + 1 == expected.line
}

/// The reference reports the key, or the end of a list after it, which it reads as an index.
fn missing_arrow(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    let is_at_key =
        expected.start < found.start && case.text[..expected.start].trim_end().ends_with(':');
    let is_after_list = found.start < expected.start && case.rest(expected).starts_with(']');
    found.summary == "Invalid for expression" && (is_at_key || is_after_list)
}

/// The reference reports the name.
fn missing_equals(case: &Case, difference: Difference) -> bool {
    on_other_line(case, difference).is_some_and(|(expected, found)| {
        found.summary == "Missing equals sign" && expected.start < found.start
    })
}

/// The reference reports the token at which it stops searching for the bracket.
fn missing_bracket(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    ["Invalid splat", "Missing separator", "Unknown operator"].contains(&&*found.summary)
        && found.start < expected.start
        && case.text[..found.start].contains('[')
}

/// The reference reports both.
fn ungrouped(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    found.summary == "Missing separator"
        && case
            .rest(expected)
            .strip_prefix("...")
            .is_some_and(|rest| rest.trim_start() == case.rest(found))
}

/// The reference reports the outermost bracket. For braces, hcldyn uses the indentation.
fn innermost(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    found.summary.starts_with("Unclosed")
        && case.rest(expected).starts_with(['{', '(', '['])
        && expected.start < found.start
}

/// The reference reports the token at which it stops searching for the bracket of an index.
fn name_in_list(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    found.summary == "Unknown operator"
        && case.rest(found).starts_with('=')
        && found.start < expected.start
}

/// The reference reports the whole interpolation, or the string.
fn extra_characters(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    let before = case.text.get(expected.start..found.start).unwrap_or_default();
    found.summary == "Extra characters in interpolation" && before.contains("${")
}

/// The reference reads the brace as a part of the open bracket.
fn closing_brace(case: &Case, difference: Difference) -> bool {
    on_other_line(case, difference).is_some_and(|(_, found)| {
        found.summary == "Missing separator"
            && case.rest(found).starts_with('}')
            && case.text[..found.start]
                .rfind("${")
                .is_some_and(|at| !case.text[at..found.start].contains(['}', '\n']))
    })
}

/// The reference reports the whole directive.
fn at_keyword(case: &Case, difference: Difference) -> bool {
    let Some((expected, found)) = on_other_line(case, difference) else { return false };
    let before = case.text.get(expected.start..found.start).unwrap_or_default();
    found.summary == "Invalid template directive" && before.trim_end().trim_end_matches('~') == "%{"
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
    case.syntax == Syntax::Json && first.is_some_and(|it| it.summary == "Invalid encoding")
}

fn not_utf8_in_comment(case: &Case, difference: Difference) -> bool {
    let later = on_other_line(case, difference)
        .filter(|(expected, found)| found.start < expected.start)
        .map(|(_, found)| found);
    refused(case, difference).or(later).is_some_and(|found| {
        let line = case.text[..found.start].lines().last().unwrap_or_default();
        found.summary == "Invalid encoding"
            && (["#", "//"].iter().any(|sign| line.contains(sign))
                || case.text[..found.start].contains("/*"))
    })
}

/// The first errors of both sides, if they are on different lines.
fn on_other_line(case: &Case, difference: Difference) -> Option<(&Problem, &Problem)> {
    let errors = case.expected.first().zip(case.found.first());
    errors.filter(|_| difference == Difference::Line)
}

/// Returns the first error in a source that only the reference accepts.
fn refused(case: &Case, difference: Difference) -> Option<&Problem> {
    case.found.first().filter(|_| difference == Difference::Refused)
}

impl Case {
    /// Returns the source from the start of an error.
    fn rest(&self, problem: &Problem) -> &str {
        self.text.get(problem.start..).unwrap_or_default()
    }
}
