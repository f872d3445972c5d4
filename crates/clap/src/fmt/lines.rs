//! A range of lines to format.

use std::ops::Range;

use hcldyn_core::syntax::format::edits_in;

/// Lines by their numbers from 1, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    first: usize,
    last: usize,
}

impl Lines {
    /// Parses the argument, `FIRST:LAST`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let lines = text.split_once(':').and_then(|(first, last)| {
            Some(Self { first: first.parse().ok()?, last: last.parse().ok()? })
        });
        match lines {
            Some(lines) if 0 < lines.first && lines.first <= lines.last => Ok(lines),
            _ => Err("Expected two line numbers from 1, such as 10:20.".to_owned()),
        }
    }

    /// Returns a source with only these lines formatted.
    pub(super) fn format(self, text: &str) -> String {
        let mut formatted = text.to_owned();
        let Some(range) = self.range(text) else { return formatted };
        for edit in edits_in(text, range).iter().rev() {
            formatted.replace_range(edit.span.range(), &edit.text);
        }
        formatted
    }

    /// Returns the bytes of the lines, `None` if the source has fewer lines.
    fn range(self, text: &str) -> Option<Range<usize>> {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let mut starts = std::iter::once(0).chain(breaks);
        let first = starts.nth(self.first - 1)?;
        let last = match self.last - self.first {
            0 => first,
            more => starts.nth(more - 1).unwrap_or(text.len()),
        };
        Some(first..last)
    }
}
