//! The lines of a source that a report shows.

use std::ops::Range;

use super::redacted::RedactedSource;
use crate::cty::internal::CollectVec;
use crate::source::{Place, Span};

/// The maximum length of a line in characters. Only a part of a longer line is shown.
const MAX_LINE_CHARS: usize = 120;

/// The number of characters shown before the underlined ones in a long line.
const CHARS_BEFORE: usize = 40;

/// The maximum number of lines of a span. Only the first line of a longer span is underlined.
const MAX_SPAN_LINES: u32 = 12;

/// The maximum distance in lines of two locations in one excerpt.
const MAX_LINES_APART: u32 = 30;

/// Lines of a source, and spans in them.
pub(super) struct Excerpt {
    pub(super) text: String,
    /// The number of the first line.
    pub(super) first_line: u32,
    /// The requested spans, in that order, as byte ranges of `text`.
    pub(super) spans: Vec<Range<usize>>,
}

/// Returns `true` if one excerpt can show both locations.
pub(super) fn fits_beside(subject: &Place, other: &Place) -> bool {
    if subject.source() != other.source() {
        return false;
    }
    let source = subject.source();
    let [start, other_start] = [subject, other].map(|place| place.span().range().start);
    match source.line(start).abs_diff(source.line(other_start)) {
        0 => source.line_range(start).len() <= MAX_LINE_CHARS,
        apart => apart <= MAX_LINES_APART,
    }
}

impl Excerpt {
    /// Creates an excerpt of the lines with the spans, and of the lines between them.
    pub(super) fn new(shown: &RedactedSource<'_>, spans: &[Span]) -> Self {
        let text = shown.source.text();
        let ranges = spans.iter().map(|span| shorten(shown, *span)).collect_vec();
        let first = ranges.iter().map(|range| range.start).min().unwrap_or_default();
        let last = ranges.iter().map(|range| range.end).max().unwrap_or_default();
        let mut excerpt = Self {
            text: String::new(),
            first_line: shown.source.line(first),
            spans: vec![0..0; ranges.len()],
        };
        let mut next = first;
        loop {
            let line = shown.source.line_range(next);
            excerpt.add_line(shown, line.clone(), &ranges);
            // The next line starts after the line break. A line without a line break is the last one.
            next = line.end + text[line.end..].find('\n').map_or(1, |at| at + 1);
            if next > last {
                return excerpt;
            }
        }
    }

    /// Returns the number of the last line with a part of a span.
    pub(super) fn last_line(&self) -> u32 {
        let end = self.spans.iter().map(|span| span.end).max().unwrap_or_default();
        self.first_line + self.text[..end].matches('\n').count() as u32
    }

    /// Adds a line and moves the ends of the spans in it.
    fn add_line(
        &mut self,
        shown: &RedactedSource<'_>,
        line: Range<usize>,
        ranges: &[Range<usize>],
    ) {
        let focus = ranges.iter().map(|range| range.start).find(|start| line.contains(start));
        let window = window(shown.source.text(), &line, focus.unwrap_or(line.start));
        if window.start > line.start {
            self.text.push('…');
        }
        let base = self.text.len();
        let moved = |offset: usize| base + shown.part(window.start..offset.min(window.end)).len();
        for (span, range) in self.spans.iter_mut().zip(ranges) {
            let holds = |offset| (line.start..=line.end).contains(&offset);
            if holds(range.start) {
                span.start = moved(range.start.max(window.start));
            }
            if holds(range.end) {
                span.end = moved(range.end.max(window.start));
            }
        }
        self.text.push_str(&shown.part(window.clone()));
        if window.end < line.end {
            self.text.push('…');
        }
        self.text.push('\n');
    }
}

/// Returns the span as a range on character boundaries, without line breaks at its end, and shortened to its first
/// line if it has too many lines.
fn shorten(shown: &RedactedSource<'_>, span: Span) -> Range<usize> {
    let (source, text) = (shown.source, shown.source.text());
    let Range { start, end } = shown.range(span);
    let start = start.min(source.line_range(start).end);
    let end = start + text[start..end].trim_end_matches(['\r', '\n']).len();
    let lines = source.line(end) - source.line(start);
    let end = if lines < MAX_SPAN_LINES { end } else { source.line_range(start).end };
    start..end
}

/// Returns the part of a line that is shown.
fn window(text: &str, line: &Range<usize>, focus: usize) -> Range<usize> {
    if line.len() <= MAX_LINE_CHARS {
        return line.clone();
    }
    let before = text[line.start..focus].char_indices().rev().nth(CHARS_BEFORE - 1);
    let start = before.map_or(line.start, |(at, _)| line.start + at);
    let after = text[start..line.end].char_indices().nth(MAX_LINE_CHARS);
    start..after.map_or(line.end, |(at, _)| start + at)
}
