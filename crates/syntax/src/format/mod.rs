//! The formatter, which changes only whitespace (reference: `hclwrite.Format`).
//!
//! Each line is indented by the brackets open before it, tokens are separated by one space or none, and the
//! equals signs and the trailing comments of consecutive lines are aligned. Line breaks, comments and literal
//! characters stay as they are. A byte order mark is dropped.
//!
//! If a source has syntax errors, its unindented items without errors are formatted, and all other items stay
//! as they are.
//!
//! [`format_json`] lays out sources in JSON syntax, for which the reference has no formatter.
//!
//! Formatting takes linear time, never changes the parsed tree, and formatting the result again changes
//! nothing.

mod alignment;
mod intact;
mod json;
mod lines;
mod spaces;

use std::ops::Range;

pub use self::json::format_json;
use crate::source::{Span, TextEdit};

/// A source that would become more than this many times as long is not formatted. Alignment and indentation
/// could otherwise exhaust the memory.
const MAX_GROWTH: usize = 16;

/// A short source may grow to this length in any case.
const SMALL: usize = 4096;

/// Returns a source in the canonical layout.
///
/// ```
/// use hcldyn_syntax::format::format;
///
/// let text = "server \"web\" {\nport=80 # HTTP\nhost_name=\"a\"    # DNS\n  }\n";
/// let formatted = "server \"web\" {\n  port      = 80  # HTTP\n  host_name = \"a\" # DNS\n}\n";
/// assert_eq!(format(text), formatted);
/// ```
///
/// Items with errors stay as they are:
///
/// ```
/// use hcldyn_syntax::format::format;
///
/// assert_eq!(format("a=1\n\nb=(2\n\nc=3\n"), "a = 1\n\nb=(2\n\nc = 3\n");
/// ```
#[must_use]
pub fn format(text: &str) -> String {
    apply(text, &intact_gaps(text))
}

/// Returns a source in the canonical layout, or `None` if it has syntax errors.
///
/// ```
/// use hcldyn_syntax::format::format_valid;
///
/// assert_eq!(format_valid("a=1\nlong=2\n").as_deref(), Some("a    = 1\nlong = 2\n"));
/// assert_eq!(format_valid("a=1\nlong=(2\n"), None);
/// ```
#[must_use]
pub fn format_valid(text: &str) -> Option<String> {
    intact::is_valid(text).then(|| apply(text, &gaps(text, intact::whole(text))))
}

fn apply(text: &str, gaps: &[Gap]) -> String {
    let mut formatted = String::with_capacity(text.len() + SMALL);
    let mut at = 0;
    for &Gap { span, spaces } in gaps {
        formatted.push_str(&text[at..span.start as usize]);
        formatted.extend(std::iter::repeat_n(' ', spaces as usize));
        at = span.end as usize;
    }
    formatted.push_str(&text[at..]);
    formatted
}

/// Returns the changes of whitespace that [`format()`] makes, in source order.
///
/// ```
/// use hcldyn_syntax::format::edits;
/// use hcldyn_syntax::source::{Span, TextEdit};
///
/// assert_eq!(edits("a =   1\n"), [TextEdit::new(Span::new(3, 6), " ")]);
/// assert_eq!(edits("a = 1\n"), []);
/// ```
#[must_use]
pub fn edits(text: &str) -> Vec<TextEdit> {
    intact_gaps(text).into_iter().map(Gap::edit).collect()
}

/// Returns the changes of whitespace that [`format()`] makes in the lines of a range.
///
/// The whole source determines the layout, so formatting all ranges one after the other formats the source.
/// An offset past the end is the end.
///
/// ```
/// use hcldyn_syntax::format::edits_in;
///
/// let text = "a=1\nb=2\n";
/// let spans: Vec<_> = edits_in(text, 4..5).iter().map(|edit| edit.span.start).collect();
/// assert_eq!(spans, [5, 6]);
/// ```
#[must_use]
pub fn edits_in(text: &str, range: Range<usize>) -> Vec<TextEdit> {
    let bytes = text.as_bytes();
    let end = range.end.min(bytes.len());
    let start = range.start.min(end);
    let start = memchr::memrchr(b'\n', &bytes[..start]).map_or(0, |it| it + 1);
    let end = memchr::memchr(b'\n', &bytes[end..]).map_or(bytes.len(), |length| end + length);
    let is_inside = |gap: &Gap| start <= gap.span.range().start && gap.span.range().end <= end;
    intact_gaps(text).into_iter().filter(is_inside).map(Gap::edit).collect()
}

/// Whitespace to replace with a number of spaces.
#[derive(Clone, Copy, Debug)]
struct Gap {
    span: Span,
    spaces: u32,
}

impl Gap {
    fn edit(self) -> TextEdit {
        TextEdit::new(self.span, " ".repeat(self.spaces as usize))
    }
}

/// Returns the whitespace that changes in the items without errors.
fn intact_gaps(text: &str) -> Vec<Gap> {
    let ranges = intact::ranges(text);
    let is_valid = ranges == intact::whole(text);
    let changes = gaps(text, ranges);
    if is_valid || changes.is_empty() {
        return changes;
    }
    // The parser guesses the end of a part with an error by the indentation, even that of items without errors.
    let formatted = apply(text, &changes);
    let is_settled = intact::has_equal_errors(text, &formatted)
        && gaps(&formatted, intact::ranges(&formatted)).is_empty();
    if is_settled { changes } else { Vec::new() }
}

/// Returns all whitespace that changes in some ranges, or nothing if the result would be too long.
fn gaps(text: &str, ranges: Vec<Range<usize>>) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for range in ranges {
        lines::layout(&text[range.clone()], range.start as u32, &mut gaps);
    }
    let added: usize = gaps.iter().map(|gap| gap.spaces as usize).sum();
    if added > text.len().saturating_mul(MAX_GROWTH).max(SMALL) {
        gaps.clear();
    }
    gaps
}
