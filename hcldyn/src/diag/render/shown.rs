//! What may be shown of a source.

use std::ops::Range;

use super::super::hidden::Hidden;
use super::clean::clean_line;
use crate::source::{Source, Span};

/// What stands in the place of a secret.
const SECRET: &str = "(sensitive)";

/// A source without its secrets.
pub(super) struct Shown<'a> {
    pub(super) source: &'a Source,
    /// The secrets, in order.
    hidden: Vec<Range<usize>>,
}

impl<'a> Shown<'a> {
    pub(super) fn new(source: &'a Source, hidden: Option<&Hidden>) -> Self {
        let text = source.text();
        let hidden = hidden.into_iter().flat_map(|hidden| hidden.ranges(source));
        let hidden = hidden.map(|it| at_boundary(text, it.start)..at_boundary(text, it.end));
        Self { source, hidden: hidden.collect() }
    }

    /// A span as a range of whole characters, which begins and ends in no secret. Of one that ends it
    /// only the first line counts, for the others show nothing.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let text = self.source.text();
        let start = at_boundary(text, span.start as usize);
        let end = at_boundary(text, span.end as usize).max(start);
        let begun = self.hidden.iter().find(|it| it.start < start && start < it.end);
        let ended = self.hidden.iter().find(|it| it.start < end && end <= it.end);
        let first_line = |secret: &Range<usize>| {
            text[secret.clone()].find('\n').map_or(secret.end, |at| secret.start + at)
        };
        begun.map_or(start, |secret| secret.start)..ended.map_or(end, first_line)
    }

    /// A part of a line, made fit for a terminal, with [`SECRET`] for each secret in it.
    pub(super) fn part(&self, range: Range<usize>) -> String {
        let text = self.source.text();
        let mut shown = String::new();
        let mut start = range.start;
        for secret in &self.hidden {
            if secret.start < range.end && range.start < secret.end {
                shown.push_str(&clean_line(&text[start..secret.start.max(start)]));
                shown.push_str(SECRET);
                start = secret.end.min(range.end);
            }
        }
        shown + &clean_line(&text[start..range.end])
    }
}

pub(super) fn at_boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}
