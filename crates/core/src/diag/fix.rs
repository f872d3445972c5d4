//! Fixes: edits of a source that correct an error.

use std::collections::BTreeSet;
use std::ops::Range;

use hcldyn_syntax::changes::Changes;
use hcldyn_syntax::lexer::is_name;

use super::Diagnostic;
use super::harmless::Harmless;
use crate::cty::internal::{CollectVec, PushAll, sort_by_key};
use crate::source::{Place, Source, Span};

/// A change of one or more sources that corrects the error of a diagnostic.
///
/// ```
/// use hcldyn::diag::{Applicability, Report, Style};
/// use hcldyn::{Diagnostics, EvalContext, HclDecode};
///
/// #[derive(Debug, HclDecode)]
/// struct Server { port: u16 }
///
/// let diags = hcldyn::from_str::<Server>("prot = 80", &EvalContext::new()).unwrap_err();
/// let fix = &diags.iter().next().unwrap().fixes[0];
/// assert_eq!(fix.title, "Change \"prot\" to \"port\"");
/// assert_eq!(fix.applicability, Applicability::Safe);
/// assert_eq!(fix.edits[0].place.text(), "prot");
/// assert_eq!(fix.edits[0].replacement, "port");
/// ```
///
/// ```
/// use hcldyn::diag::{Diagnostic, Fix, apply_fixes, count_applicable};
/// use hcldyn::syntax::{Source, Span};
///
/// let source = Source::new("a.hcl", "prt = 80\nhost = a\n");
/// let name = source.place(Span::new(0, 3));
/// let value = source.place(Span::new(16, 17));
/// let rename = Fix::safe("Change \"prt\" to \"port\"").replace(name.clone(), "port");
/// let quote = Fix::uncertain("Quote the host").insert_before(&value, "\"").insert_after(&value, "\"");
/// let error = Diagnostic::error(name, "Unexpected attribute", "Did you mean \"port\"?").with_fix(rename);
///
/// let fixes = [&error.fixes[0], &quote];
/// assert_eq!(count_applicable(fixes), 2);
/// assert_eq!(apply_fixes(fixes)[0].1, "port = 80\nhost = \"a\"\n");
///
/// let delete = Fix::safe("Delete the port").delete(source.place(Span::new(0, 9)));
/// assert_eq!(delete.edits[0].replacement, "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The change as a command, without a full stop: `Change "prot" to "port"`.
    pub title: String,
    /// The certainty that the result is intended.
    pub applicability: Applicability,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
}

/// The certainty that the result of a fix is intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Applicability {
    /// The fix can be applied without a review.
    Safe,
    /// The fix corrects the error, but its result may not be intended, or has a placeholder to fill in.
    Uncertain,
}

/// The replacement of a range of source text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// The range to replace; empty for an insertion.
    pub place: Place,
    /// The new text; empty for a deletion.
    pub replacement: String,
}

impl Fix {
    /// Creates a fix that can be applied without a review.
    pub fn safe(title: impl Into<String>) -> Self {
        Self::new(title.into(), Applicability::Safe)
    }

    /// Creates a fix whose result may not be intended.
    pub fn uncertain(title: impl Into<String>) -> Self {
        Self::new(title.into(), Applicability::Uncertain)
    }

    fn new(title: String, applicability: Applicability) -> Self {
        Self { title, applicability, edits: Vec::new() }
    }

    /// Adds an edit that replaces a range.
    #[must_use]
    pub fn replace(mut self, place: Place, replacement: impl Into<String>) -> Self {
        self.edits.push(Edit { place, replacement: replacement.into() });
        self
    }

    /// Adds an edit that inserts text before a range.
    #[must_use]
    pub fn insert_before(self, place: &Place, text: impl Into<String>) -> Self {
        let start = place.source().place(Span::empty(place.span().start));
        self.replace(start, text)
    }

    /// Adds an edit that inserts text after a range.
    #[must_use]
    pub fn insert_after(self, place: &Place, text: impl Into<String>) -> Self {
        let end = place.source().place(Span::empty(place.span().end));
        self.replace(end, text)
    }

    /// Adds an edit that deletes a range.
    #[must_use]
    pub fn delete(self, place: Place) -> Self {
        self.replace(place, "")
    }
}

/// Applies fixes, and returns each changed source with its new text.
///
/// A fix that overlaps an earlier one is left out. So is a fix after which another item or comment would be lost or
/// changed, and a safe fix that would lose a comment.
pub fn apply_fixes<'f>(fixes: impl IntoIterator<Item = &'f Fix>) -> Vec<(Source, String)> {
    let Applicable { together, sources, .. } = Applicable::of(fixes);
    let changed = sources.into_iter().map(|it| (it, changes_of(&together, it)));
    let changed = changed.filter(|(_, changes)| changes.iter().next().is_some());
    changed.map(|(source, changes)| (source.clone(), changes.apply(source.text()))).collect_vec()
}

/// Returns the number of fixes that two calls of [`apply_fixes`] apply. Fixes that overlap others need the second call.
pub fn count_applicable<'f>(fixes: impl IntoIterator<Item = &'f Fix>) -> usize {
    let first = Applicable::of(fixes);
    first.together.len() + Applicable::of(first.overlapping).together.len()
}

/// The fixes of a list that can be applied.
struct Applicable<'f> {
    together: Vec<&'f Fix>,
    /// The fixes that overlap earlier ones.
    overlapping: Vec<&'f Fix>,
    sources: Vec<&'f Source>,
}

impl<'f> Applicable<'f> {
    fn of(fixes: impl IntoIterator<Item = &'f Fix>) -> Self {
        let mut changed: Vec<ChangedSource<'f>> = Vec::new();
        let (mut together, mut overlapping) = (Vec::new(), Vec::new());
        for fix in fixes {
            let is_free = |edit: &Edit| !changed.iter().any(|source| source.is_taken(&edit.place));
            if !fix.edits.iter().all(is_free) {
                overlapping.push(fix);
                continue;
            }
            for edit in &fix.edits {
                let source = edit.place.source();
                let index =
                    changed.iter().position(|it| it.source == source).unwrap_or_else(|| {
                        changed.push(ChangedSource { source, edits: BTreeSet::new() });
                        changed.len() - 1
                    });
                changed[index].edits.insert(edit.place.span());
            }
            together.push(fix);
        }
        let sources = changed.into_iter().map(|it| it.source).collect_vec();
        for source in &sources {
            Harmless::in_source(source).retain(&mut together);
        }
        Self { together, overlapping, sources }
    }
}

/// Returns the edits of a source.
pub(super) fn changes_of(fixes: &[&Fix], source: &Source) -> Changes {
    let mut edits = Vec::new();
    for fix in fixes {
        edits.push_all(fix.edits.iter().filter(|edit| edit.place.source() == source));
    }
    sort_by_key(&mut edits, |edit| edit.place.span());
    let mut changes = Changes::default();
    for edit in edits {
        changes.replace(edit.place.span().range(), edit.replacement.as_str());
    }
    changes
}

/// A source with the edits that are applied to it.
struct ChangedSource<'f> {
    source: &'f Source,
    /// The spans of the edits, an insertion before the range that starts there.
    edits: BTreeSet<Span>,
}

impl ChangedSource<'_> {
    /// Returns `true` if an edit changes text at the location, or inserts at the same position.
    fn is_taken(&self, place: &Place) -> bool {
        let span = place.span();
        let before = self.edits.range(..=span).next_back();
        let after = self.edits.range(span..).next();
        self.source == place.source()
            && before.into_iter().chain(after).any(|other| overlap(*other, span))
    }
}

/// Returns `true` if two spans share text, or are empty at the same position.
fn overlap(a: Span, b: Span) -> bool {
    let is_apart = a.end <= b.start && a.start < b.end || b.end <= a.start && b.start < a.end;
    !is_apart
}

impl Diagnostic {
    /// Adds a fix.
    #[must_use]
    pub fn with_fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        if let Some(fix) = fix.into() {
            self.fixes.push(fix);
        }
        self
    }

    /// Removes all fixes.
    #[must_use]
    pub(crate) fn without_fixes(mut self) -> Self {
        self.fixes.clear();
        self
    }
}

/// Returns the fix that deletes an item of a body or an object: with its comma, and with its line if nothing else is on it.
pub(crate) fn delete_item(title: &str, item: &Place) -> Fix {
    let (source, Range { start, end }) = (item.source(), item.span().range());
    let text = source.text();
    let (before, after) = (&text[..start], &text[end..]);
    let spaces = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let comma = after.trim_start().starts_with(',').then(|| after.find(',')).flatten();
    let mut end = end + comma.map_or(0, |at| at + 1);
    let mut start = start;
    let indentation = before.len() - before.trim_end_matches([' ', '\t']).len();
    let is_first = matches!(before[..start - indentation].chars().last(), None | Some('\n'));
    let rest = &text[end + spaces(&text[end..])..];
    let line_break = ["\n", "\r\n"].into_iter().find(|it| rest.starts_with(it));
    if is_first && (line_break.is_some() || rest.is_empty()) {
        start -= indentation;
        end = text.len() - rest.len() + line_break.map_or(0, str::len);
    } else if comma.is_some() {
        end += spaces(&text[end..]);
    } else if let Some(rest) = before.trim_end().strip_suffix(',') {
        start = rest.len();
    }
    Fix::uncertain(title).delete(source.place(Span::from(start..end)))
}

/// Returns `true` if the text is in JSON syntax. No native file starts with a brace or a bracket.
pub(crate) fn is_json(source: &Source) -> bool {
    source.text().trim_start_matches('\u{feff}').trim_start().starts_with(['{', '['])
}

/// Returns the fix that writes a name as a string, if it is the whole expression. In JSON syntax, where the expression is
/// in a string itself, there is none.
pub(crate) fn quoted(place: &Place) -> Option<Fix> {
    if is_json(place.source()) {
        return None;
    }
    let (name, text) = (place.text(), place.source().text());
    let Range { start, end } = place.span().range();
    let line = place.source().line_range(start);
    let (before, after) =
        (text.get(line.start..start)?.trim_end(), text.get(end..line.end)?.trim());
    let is_whole = before.ends_with(['=', '[', ',', '(', ':', '?'])
        && (after.is_empty()
            || [",", "]", "}", ")", "#", "//"].iter().any(|it| after.starts_with(it)));
    let title = format!("Write \"{name}\" as a string, in quotes");
    (is_whole && is_name(name))
        .then(|| Fix::uncertain(title).replace(place.clone(), format!("\"{name}\"")))
}

/// Returns the fix that replaces a name at a location with another one. Returns `None` unless the source text is the
/// name, in quotes or not, or a step of a traversal with this name.
pub(crate) fn rename(place: &Place, given: &str, new: &str) -> Option<Fix> {
    let text = place.text();
    let start = text.find(given).filter(|_| !given.is_empty())?;
    let (before, after) = (&text[..start], &text[start + given.len()..]);
    let is_quoted = match (before, after) {
        ("" | ".", "") => false,
        ("\"", "\"") | ("[\"", "\"]") => true,
        _ => return None,
    };
    let is_plain = |c: char| c.is_alphanumeric() || "_- ./:".contains(c);
    let is_writable =
        if is_quoted { new.chars().all(is_plain) } else { new.split("::").all(is_name) };
    if !is_writable {
        return None;
    }
    let first = place.span().start + u32::try_from(start).ok()?;
    let span = Span::new(first, first + u32::try_from(given.len()).ok()?);
    let title = format!("Change \"{given}\" to \"{new}\"");
    Some(Fix::safe(title).replace(place.source().place(span), new))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(source: &Source, edits: &[(u32, u32, &str)]) -> Fix {
        let place = |start, end| source.place(Span::new(start, end));
        let edits = edits.iter();
        edits.fold(Fix::safe("Test"), |fix, (start, end, new)| {
            fix.replace(place(*start, *end), *new)
        })
    }

    #[test]
    fn fixes_that_overlap_earlier_ones_are_left_out() {
        let (one, two) = (Source::new("one", "abcdef"), Source::new("two", "abc"));
        let changed = apply_fixes(&[
            fix(&one, &[(2, 4, "C"), (1, 1, "+")]),
            fix(&one, &[(3, 5, "x")]),
            fix(&one, &[(1, 1, "x")]),
            fix(&one, &[(0, 1, "A"), (3, 3, "x")]),
            fix(&two, &[(3, 5, "x")]),
            fix(&one, &[(2, 2, "<"), (4, 4, ">")]),
            fix(&one, &[(0, 6, "x")]),
        ]);
        let texts: Vec<_> = changed.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["a+b<C>ef", "abcx"]);
    }

    /// Of eight fixes that would change other items, 15 checks find all; of the rest of many, none is applied.
    #[test]
    fn fixes_are_checked_a_limited_number_of_times() {
        for (count, is_last_applied) in [(8, true), (1_000, false)] {
            let source = Source::new("t", "a = 1\n".repeat(count) + "b = 2\n");
            let last = 6 * count as u32;
            let fixes: Vec<_> = (0..count as u32)
                .map(|line| fix(&source, &[(6 * line + 4, 6 * line + 5, "[")]))
                .chain([fix(&source, &[(last, last + 1, "c")])])
                .collect();
            let changed = apply_fixes(&fixes);
            let is_applied = changed.first().is_some_and(|(_, text)| text.ends_with("c = 2\n"));
            assert_eq!(is_applied, is_last_applied, "{count}");
        }
    }

    /// Takes minutes if each edit is compared with all others.
    #[test]
    fn each_of_many_edits_is_applied() {
        let source = Source::new("t", "a,".repeat(200_000));
        let every = |first| (0..200_000_u32).map(move |at| (2 * at + first, 2 * at + 1 + first));
        let fix = |first, new| {
            let place = |(start, end)| source.place(Span::new(start, end));
            every(first).fold(Fix::safe("Test"), |fix, span| fix.replace(place(span), new))
        };
        let changed = apply_fixes(&[fix(0, "bb"), fix(1, ";")]);
        assert_eq!(changed[0].1, "bb;".repeat(200_000));
    }
}
