//! Repairs of strings without quotes.

use std::ops::Range;

use super::scan::Scan;
use super::{MAX_PROPOSALS, Repair, RepairKind};
use crate::error::SyntaxError;

/// Returns the repairs with one more quote on the line of an error, if its quotes do not match: a closing one after a
/// lone quote, at the end of the line or as early as possible, or an opening one as late as possible.
pub(super) fn proposals(scan: &Scan<'_>, error: &SyntaxError) -> Vec<Repair> {
    let (line, text) = (scan.line(error.span.start), scan.line_text(error.span.start));
    let inside = inside_quotes(text);
    if !inside[text.len()] {
        return Vec::new();
    }
    let comment = [" #", " //"].iter().filter_map(|start| text.rfind(start)).min();
    let ends = comment.into_iter().chain([text.len()]).map(|end| text[..end].trim_end());
    let ends = ends.flat_map(|text| [text.trim_end_matches(',').len(), text.len()]);
    let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let empty = places.clone().filter(|at| is_empty_string(text, *at));
    let closing = places.clone().filter(|at| is_end_of_string(text, *at) && inside[*at]);
    let opening = places.filter(|at| is_start_of_string(text, *at) && !inside[*at]);
    let mut opening: Vec<_> = opening.collect();
    opening.reverse();
    let quote = |at: usize| Repair::new(RepairKind::Quote).insert(line.start + at as u32, "\"");
    let places = empty.chain(ends).chain(closing).chain(opening);
    places.take(MAX_PROPOSALS).map(quote).collect()
}

/// Returns the repairs with quotes around the label, the value or the element that an error is in.
pub(super) fn of_value(scan: &Scan<'_>, error: &SyntaxError) -> Vec<Repair> {
    let (line, text) = (scan.line(error.span.start), scan.line_text(error.span.start));
    let at = (error.span.start - line.start) as usize;
    let quote = |range: Range<usize>| {
        let (start, end) = (line.start + range.start as u32, line.start + range.end as u32);
        Repair::new(RepairKind::QuoteValue).insert(start, "\"").insert(end, "\"")
    };
    let is_plain = |range: &Range<usize>| {
        let value = &text[range.clone()];
        let has_error = (range.start..=range.end).contains(&at);
        let others = ['"', '\\', '%', '(', ')', '[', ']'];
        // Other braces are those of an object, whose items are not text.
        let has_object = value.replace("${", "").contains('{');
        has_error && !value.is_empty() && !value.contains(others) && !has_object
    };
    let ranges = [label(text), value(text), element(text, at)].into_iter().flatten();
    ranges.map(|range| trimmed(text, range)).filter(is_plain).map(quote).collect()
}

/// Returns the range between the type and the opening brace of a block.
fn label(line: &str) -> Option<Range<usize>> {
    let header = line.trim_end().strip_suffix('{')?;
    let indentation = header.len() - header.trim_start().len();
    Some(indentation + header.trim_start().find(' ')?..header.len())
}

/// Returns the range after an equals sign, up to a comment.
fn value(line: &str) -> Option<Range<usize>> {
    let start = line.find('=')? + 1;
    let comment = [" #", " //"].iter().filter_map(|comment| line[start..].find(comment)).min();
    Some(start..comment.map_or(line.len(), |at| start + at))
}

/// Returns the range between brackets or commas around an offset.
fn element(line: &str, at: usize) -> Option<Range<usize>> {
    let (before, after) = line.split_at(at);
    let start = before.rfind(['[', '(', ','])? + 1;
    Some(start..at + after.find([']', ')', ','])?)
}

/// Returns a range without the spaces at its ends.
fn trimmed(line: &str, range: Range<usize>) -> Range<usize> {
    let text = &line[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    start..(range.start + text.trim_end().len()).max(start)
}

/// Returns `true` for each offset of a line, including its end, after an odd number of quotes. Escaped ones do not count.
fn inside_quotes(line: &str) -> Vec<bool> {
    let (mut is_inside, mut is_escaped) = (false, false);
    let after = line.bytes().map(|byte| {
        is_inside ^= byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_inside
    });
    std::iter::once(false).chain(after).collect()
}

fn is_end_of_string(line: &str, at: usize) -> bool {
    let (before, after) = line.split_at(at);
    !before.is_empty()
        && !before.ends_with([' ', '\t', '"', ','])
        && after.starts_with([',', ')', ']', '}', ':', '?', ' '])
}

fn is_start_of_string(line: &str, at: usize) -> bool {
    let (before, after) = line.split_at(at);
    before.ends_with(['(', '[', '{', ',', '=', ':', '?', ' ', '\t'])
        && (!after.starts_with([' ', '\t', '"', ',', '=']) || after.starts_with("=="))
}

/// Returns `true` after a quote that may be one of an empty string.
fn is_empty_string(line: &str, at: usize) -> bool {
    let (before, after) = line.split_at(at);
    before.strip_suffix('"').is_some_and(|rest| rest.ends_with(['(', '[', ',', '=', ':', '?', ' ']))
        && (after.is_empty()
            || [",", ")", "]", "}", " ?", " :", " &&", " ||"]
                .iter()
                .any(|it| after.starts_with(it)))
}
