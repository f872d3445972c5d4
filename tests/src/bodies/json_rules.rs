//! Deliberate differences from the reference in JSON syntax, see `DIFFERENCES.md`.

use std::ops::Range;

use serde_json::Value as Json;

use super::rules::{
    Extra, Missing, Moved, Part, Rule, are_any, are_of_default, is_handed_on, rule,
};
use super::{Case, Problem, Way};
use crate::mismatch::Mismatch;

/// The rules for JSON alone. Those for both syntaxes are in `rules`.
pub(super) const JSON_RULES: &[Rule] = &[
    rule("an error about a block is reported at its header", Moved(at_header)),
    rule("an error in a default is reported at the default", Moved(at_default)),
    rule("a dynamic block that can generate no blocks is unexpected", Moved(unexpected)),
    rule("a dynamic block that can generate no blocks is unexpected", Extra(dynamic)),
    rule("a wrong type at a label level is one error", Missing(wrong_level)),
    rule("an item that cannot be decoded does not count as missing", Missing(not_missing_besides)),
    rule("an expression that fails has no second error about its type", Missing(not_wrong_besides)),
    rule("blocks of an unknown collection, and beside one, are checked", Extra(beside_unknown)),
    rule("a failed block from a marked collection is unknown and marked", Part(failed_and_marked)),
    rule("a block beside an unknown collection is not a second block", Missing(not_second)),
    rule("a transformation does not run on generated blocks with errors", Part(not_handed_on)),
    rule(
        "a value that only the reference rejects is passed to transformations",
        Extra(made_of_unreported),
    ),
    rule("a value that only the reference rejects is passed to transformations", Part(handed_on)),
    rule("a syntax error in a string is reported at its location", Moved(in_string)),
    rule(
        "a syntax error in a string is reported even if the string is never evaluated",
        Extra(unread_string),
    ),
    rule(
        "a syntax error in a string is reported even if the string is never evaluated",
        Missing(beside_unread),
    ),
    rule("locations in a string are correct after escapes", Moved(after_escapes)),
    rule("the value of a duplicate key is not evaluated", Missing(in_duplicate)),
];

/// The reference reports it at the bracket of one block or of all blocks.
fn at_header(case: &Case, expected: &Problem, found: &Problem) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("second block", "Second block"),
        ("second block", "Duplicate block"),
        ("content", "Second content"),
        ("content", "Missing content"),
        ("too many", "Too many blocks"),
        ("types", "Mismatched block types"),
        ("transform", "Transformation failed"),
        ("refused", "Refused"),
        ("unexpected", "Unexpected property"),
        ("unexpected", "Unsupported dynamic block"),
    ];
    are_any(expected, found, PAIRS) && are_near(case, expected, found)
}

/// The reference reports it at the end of the value of the default, or of the object around it.
fn at_default(case: &Case, expected: &Problem, found: &Problem) -> bool {
    are_of_default(case, expected, found)
        && expected.start.zip(found.start).is_some_and(|(expected, found)| {
            let ends_object = case.text[expected..].starts_with('}');
            expected == extent(&case.text, found)
                || ends_object && (opening(&case.text, expected)..expected).contains(&found)
        })
}

/// There is an error inside the value.
fn not_wrong_besides(case: &Case, expected: &Problem) -> bool {
    let Some(start) = expected.start else { return false };
    expected.about == "type" && case.has_error_in(&(start..extent(&case.text, start)))
}

fn unexpected(case: &Case, expected: &Problem, found: &Problem) -> bool {
    is_dynamic(case, found) && are_near(case, expected, found)
}

fn dynamic(case: &Case, found: &Problem) -> bool {
    case.way != Way::Expanded && is_dynamic(case, found)
}

fn is_dynamic(case: &Case, found: &Problem) -> bool {
    let rest = found.start.and_then(|start| case.text.get(start..)).unwrap_or_default();
    found.about == "Unexpected property" && rest.starts_with("\"dynamic\"")
}

/// The reference also reports a missing label.
fn wrong_level(case: &Case, expected: &Problem) -> bool {
    let is_wrong = |found: &Problem| found.about == "Object required";
    expected.about == "labels"
        && case.found.errors().iter().any(|it| is_wrong(it) && are_near(case, expected, it))
}

/// Missing items are reported at the end of an object, or at the start of an array.
fn not_missing_besides(case: &Case, Problem { start, about }: &Problem) -> bool {
    let is_wrong = |body: Range<usize>| {
        let mut found = case.found.errors().iter().filter(|it| it.about != "Missing block");
        found.any(|it| it.start.is_some_and(|start| body.contains(&start)))
    };
    let is_incomplete = match *start {
        Some(start) if case.text[start..].starts_with('}') => {
            is_wrong(opening(&case.text, start)..start)
        }
        // After an escape, the location of the reference may be past the end.
        Some(start) if case.text[start..].trim().is_empty() => is_wrong(0..start),
        Some(start) => is_wrong(start..extent(&case.text, start)),
        // In the content of an unknown collection, errors of the reference have no location.
        None => {
            let mut unknown = case.blocks.iter().filter(|it| case.is_in_unknown(it));
            unknown.any(|it| is_wrong(it.body..it.end))
        }
    };
    ["missing attribute", "missing block", "too few"].contains(&&**about) && is_incomplete
}

/// The blocks are in the extent of the property with the invalid value.
fn beside_unknown(case: &Case, found: &Problem) -> bool {
    let Some(start) = &found.start else { return false };
    let covers = |ty: &str| {
        let name = format!("\"{ty}\"");
        let mut properties = case.text.match_indices(&name).map(|(at, _)| at);
        properties.any(|at| (at..extent(&case.text, at)).contains(start))
    };
    case.blocks_of("unknown").any(|block| covers(case.type_of(block)))
}

/// The second block is the value of a property of that type.
fn not_second(case: &Case, expected: &Problem) -> bool {
    let Problem { start: Some(start), about } = expected else { return false };
    let name = case.text[..*start].trim_end().trim_end_matches(':').trim_end();
    let is_of = |ty: &str| name.ends_with(&format!("\"{ty}\""));
    about == "second block" && case.blocks_of("unknown").any(|block| is_of(case.type_of(block)))
}

/// The labels could not be evaluated, so the transformation does not run.
fn not_handed_on(case: &Case, _: &Mismatch) -> bool {
    let is_label = |found: &Problem| {
        let start = found.start.unwrap_or_default();
        case.around(start).last().is_some_and(|block| case.is_dynamic(block))
    };
    case.way == Way::OptedIn
        && case.spec.to_string().contains("\"wrapped\"")
        && case.found.errors().iter().any(is_label)
}

fn failed_and_marked(case: &Case, part: &Mismatch) -> bool {
    !part.found.is_known()
        && case.blocks_of("marked").next().is_some()
        && case.expected.errors().iter().any(|problem| problem.about == "expression")
}

/// The transformation then fails on that value.
fn made_of_unreported(case: &Case, found: &Problem) -> bool {
    (found.start.is_none() || found.about == "Transformation failed")
        && case.hands_on()
        && case.expected.errors().iter().any(|expected| not_missing_besides(case, expected))
}

fn handed_on(case: &Case, part: &Mismatch) -> bool {
    is_handed_on(case, part, not_missing_besides)
}

/// The reference reports it at the first character of the string.
fn in_string(case: &Case, expected: &Problem, found: &Problem) -> bool {
    let (Some(expected), Some(start)) = (expected.start, found.start) else { return false };
    found.about == "Unclosed template sequence"
        && string_around(&case.text, start).contains(&expected)
}

/// An object with such a string is not evaluated.
fn beside_unread(case: &Case, expected: &Problem) -> bool {
    expected.about == "expression"
        && case.found.errors().iter().any(|found| found.about == "Unclosed template sequence")
}

/// The reference reports it when the string is evaluated, which may never happen.
fn unread_string(_: &Case, found: &Problem) -> bool {
    found.about == "Unclosed template sequence"
}

/// The reference counts each escape as one character.
fn in_duplicate(case: &Case, expected: &Problem) -> bool {
    let duplicates = case.found.errors().iter().filter(|it| it.about == "Duplicate key");
    let mut properties =
        duplicates.filter_map(|it| it.start).map(|start| start..extent(&case.text, start));
    expected.about == "expression"
        && expected.start.is_some_and(|start| properties.any(|it| it.contains(&start)))
}

fn after_escapes(case: &Case, expected: &Problem, found: &Problem) -> bool {
    let (Some(expected), Some(found)) = (expected.start, found.start) else { return false };
    let string = string_around(&case.text, found);
    string.contains(&expected) && case.text[string].contains('\\')
}

impl Case {
    /// Moves an error of the reference from the body of a block to its header, as in native syntax.
    pub(super) fn at_header(&self, problem: &Problem) -> Option<Problem> {
        let start = problem.start.filter(|_| self.is_json)?;
        let value = start..extent(&self.text, start);
        let block = self.blocks.iter().find(|block| value.contains(&block.body))?;
        Some(Problem { start: Some(block.start), ..problem.clone() })
    }
}

/// Returns `true` if one error is at a property or bracket around the other.
fn are_near(case: &Case, expected: &Problem, found: &Problem) -> bool {
    let (Some(expected), Some(found)) = (expected.start, found.start) else { return false };
    (expected..extent(&case.text, expected)).contains(&found)
        || (found..extent(&case.text, found)).contains(&expected)
}

/// The end of the value that starts here. For the name of a property, the end of its value.
fn extent(text: &str, start: usize) -> usize {
    let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Json>();
    if !matches!(values.next(), Some(Ok(_))) {
        return start + 1;
    }
    let end = start + values.byte_offset();
    match text[end..].trim_start().strip_prefix(':') {
        Some(rest) if text[start..].starts_with('"') => {
            extent(text, text.len() - rest.trim_start().len())
        }
        _ => end,
    }
}

/// The start of the object that ends here.
fn opening(text: &str, end: usize) -> usize {
    let braces = text[..end].match_indices('{').map(|(at, _)| at);
    braces.rev().find(|at| extent(text, *at) == end + 1).unwrap_or_default()
}

/// The range of the string around an offset.
fn string_around(text: &str, at: usize) -> Range<usize> {
    let mut start = 0;
    while let Some(quote) = text[start..].find('"') {
        let string = start + quote;
        let length = text[string + 1..].split('"').scan(0, |length, part| {
            *length += part.len() + 1;
            Some((*length, part))
        });
        let is_end = |part: &str| part.bytes().rev().take_while(|it| *it == b'\\').count() % 2 == 0;
        let end = length
            .clone()
            .find(|(_, part)| is_end(part))
            .map_or(text.len(), |it| string + 1 + it.0);
        if end > at {
            return string..end;
        }
        start = end;
    }
    0..0
}
