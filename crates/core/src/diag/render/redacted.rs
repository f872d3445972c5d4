//! Sources without their secrets.

use std::ops::Range;

use super::super::Diagnostics;
use super::super::hidden::Hidden;
use crate::cty::internal::{Bisect, CollectVec};
use crate::source::{Source, Span, escape_controls};

/// The placeholder for a secret.
const SECRET: &str = "(sensitive)";

/// A source without its secrets.
pub(super) struct RedactedSource<'a> {
    pub(super) source: &'a Source,
    /// The secrets, in order and without overlaps.
    hidden: &'a [Range<usize>],
}

impl<'a> RedactedSource<'a> {
    pub(super) fn new(source: &'a Source, hidden: &'a [Range<usize>]) -> Self {
        Self { source, hidden }
    }

    /// Returns the secrets that end after an offset.
    fn hidden_from(&self, offset: usize) -> &'a [Range<usize>] {
        &self.hidden[self.hidden.count_leading(|secret| secret.end < offset)..]
    }

    /// Returns a span as a range of whole characters, without partial secrets: if it starts or ends in a secret, the
    /// range has the part of the secret on the same line.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let text = self.source.text();
        let start = at_boundary(text, span.start as usize);
        let end = at_boundary(text, span.end as usize).max(start);
        let secret_at = |offset| self.hidden_from(offset).first();
        let begun = secret_at(start).filter(|it| it.start < start && start < it.end);
        let ended = secret_at(end).filter(|it| it.start < end && start < it.end);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let start = begun.map_or(start, |secret| secret.start.max(line));
        let end_of_line = |secret: &Range<usize>| {
            let from = secret.start.max(start);
            text[from..secret.end].find('\n').map_or(secret.end, |at| from + at)
        };
        start..ended.map_or(end, end_of_line).max(start)
    }

    /// Returns a part of a line, prepared for a terminal, with [`SECRET`] in place of each secret.
    pub(super) fn part(&self, range: Range<usize>) -> String {
        let text = self.source.text();
        let mut shown = String::new();
        // A byte-order mark does not count as a column.
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut start = range.start.max(mark).min(range.end);
        for secret in self.hidden_from(start).iter().take_while(|it| it.start < range.end) {
            if start < secret.end && start < range.end {
                shown.push_str(&escape_controls(&text[start..secret.start.max(start)]));
                shown.push_str(SECRET);
                start = secret.end.min(range.end);
            }
        }
        shown + &escape_controls(&text[start..range.end])
    }
}

impl Diagnostics {
    /// Returns the text of a source with `(sensitive)` in place of its secrets: the source text that a
    /// [`Report`](super::Report) on these diagnostics hides. Each line of a secret is replaced separately, so that all
    /// lines keep their numbers.
    ///
    /// ```
    /// use hcldyn::body::Body;
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, ObjectSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let spec = Spec::from(ObjectSpec::new([
    ///     ("user", AttrSpec::new("user", Type::String).into()),
    ///     ("password", AttrSpec::new("password", Type::String).sensitive().into()),
    /// ]));
    /// let source = Source::new("login.hcl", "user = \"ada\"\npassword = <<EOT\nhunter2\nEOT\n");
    /// let mut diags = Diagnostics::new();
    /// decode(&parse_body(&source, &mut diags), &spec, &EvalContext::new(), &mut diags);
    /// let text = "user = \"ada\"\npassword = (sensitive)\n(sensitive)\n(sensitive)\n";
    /// assert_eq!(diags.redacted(&source), text);
    /// ```
    pub fn redacted(&self, source: &Source) -> String {
        let text = source.text();
        let Some(mut hidden) = self.hidden().cloned() else { return text.to_owned() };
        hidden.search(source);
        let mut shown = String::with_capacity(text.len());
        let mut start = 0;
        for secret in at_boundaries(source, &hidden) {
            shown.push_str(&text[start..secret.start]);
            for line in text[secret.clone()].split_inclusive('\n') {
                shown.push_str(SECRET);
                shown.push_str(&line[line.trim_end_matches(['\r', '\n']).len()..]);
            }
            start = secret.end;
        }
        shown + &text[start..]
    }

    /// Hides all that may be a secret in an edited source if `earlier`, the diagnostics before the edit, do so in the
    /// source before it, because a secret in it has a syntax error. An edit that removes the error can move the secret.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, Spec};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let pin: Spec = AttrSpec::new("pin", Type::String).sensitive().into();
    /// let parse = |text: &str| {
    ///     let (source, mut diags) = (Source::new("a.hcl", text), Diagnostics::new());
    ///     parse_body(&source, &mut diags);
    ///     pin.hide_sensitive(&mut diags);
    ///     (source, diags)
    /// };
    /// let (before, earlier) = parse("pin = 12 note = 34");
    /// let (after, mut diags) = parse("pin = 12\nnote = 34");
    /// assert_eq!(diags.redacted(&after), "pin = (sensitive)\nnote = 34");
    /// diags.hide_after_edit(&earlier, &before, &after);
    /// assert_eq!(diags.redacted(&after), "pin = (sensitive)\n(sensitive)");
    /// ```
    pub fn hide_after_edit(&mut self, earlier: &Self, before: &Source, after: &Source) {
        if earlier.hidden().cloned().is_some_and(|mut hidden| hidden.has_unread(before)) {
            self.hide_in_edited(after);
        }
    }
}

/// Returns the secrets of a source as ranges of whole characters.
pub(super) fn at_boundaries(source: &Source, hidden: &Hidden) -> Vec<Range<usize>> {
    let text = source.text();
    let ranges = hidden.ranges(source).into_iter();
    ranges.map(|it| at_boundary(text, it.start)..at_boundary(text, it.end)).collect_vec()
}

fn at_boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}
