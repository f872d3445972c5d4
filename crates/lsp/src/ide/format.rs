//! Formatting: the edits that lead to the canonical layout.

use std::ops::Range;

use hcldyn_core::Diagnostics;
use hcldyn_core::syntax::parse_body_by_name;
use hcldyn_syntax::format::{edits, edits_in, format_json};
use hcldyn_syntax::source::{Span, TextEdit};

use super::Snapshot;

impl Snapshot {
    /// Returns the edits that format a file. In native syntax, they only change spaces, and items with errors stay as they
    /// are; a file in JSON syntax with an error stays as it is.
    pub fn format(&self, file: &str) -> Vec<TextEdit> {
        let Some(file) = self.file(file).filter(|file| !file.source.is_lossy()) else {
            return Vec::new();
        };
        if !file.is_json() {
            return edits(file.text());
        }
        let mut diags = Diagnostics::new();
        parse_body_by_name(&file.source, &mut diags);
        let is_valid = !diags.has_errors();
        let formatted = is_valid.then(|| format_json(file.text()));
        formatted.and_then(|new| replacement(file.text(), &new)).into_iter().collect()
    }

    /// Returns the edits that format the lines of a range. A file in JSON syntax is formatted as a whole.
    pub fn format_range(&self, file: &str, range: Range<usize>) -> Vec<TextEdit> {
        match self.file(file) {
            Some(file) if !file.is_json() && !file.source.is_lossy() => {
                edits_in(file.text(), range)
            }
            _ => self.format(file),
        }
    }
}

/// Returns the shortest edit that turns one text into another; `None` if they are equal.
pub(super) fn replacement(old: &str, new: &str) -> Option<TextEdit> {
    if old == new {
        return None;
    }
    let same = |(a, b): &(char, char)| a == b;
    let length = |(c, _): (char, char)| c.len_utf8();
    let start: usize = old.chars().zip(new.chars()).take_while(same).map(length).sum();
    let (rest, new) = (&old[start..], &new[start..]);
    let end: usize = rest.chars().rev().zip(new.chars().rev()).take_while(same).map(length).sum();
    let span = Span::from(start..old.len() - end);
    Some(TextEdit::new(span, &new[..new.len() - end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_edit_is_between_the_common_ends() {
        let edit = |old, new| replacement(old, new).map(|it| (it.span.range(), it.text));
        assert_eq!(edit("aéb", "aéb"), None);
        assert_eq!(edit("aéb", "aèb"), Some((1..3, "è".to_owned())));
        assert_eq!(edit("aa", "aaa"), Some((2..2, "a".to_owned())));
        assert_eq!(edit("aaa", "aa"), Some((2..3, String::new())));
    }
}
