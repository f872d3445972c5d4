//! Fixes: edits of a source that correct an error.

use std::ops::Range;

use hcldyn_syntax::lexer::is_name;

use super::Diagnostic;
use crate::source::{Place, Source, Span};

/// A change of one or more sources that corrects the error of a diagnostic.
///
/// ```
/// use hcldyn::diag::{Applicability, Diagnostics, Report, Style};
/// use hcldyn::{EvalContext, HclDecode};
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

/// Applies fixes, and returns each changed source with its new text. A fix that overlaps an earlier one is left out.
pub fn apply_fixes<'f>(fixes: impl IntoIterator<Item = &'f Fix>) -> Vec<(Source, String)> {
    let mut applied: Vec<&Edit> = Vec::new();
    for fix in fixes {
        let is_free = |edit: &Edit| !applied.iter().any(|other| edit.overlaps(other));
        if fix.edits.iter().all(is_free) {
            applied.extend(&fix.edits);
        }
    }
    // From the end, so that earlier positions stay the same; a range before an insertion at its start.
    applied.sort_by_key(|edit| (edit.place.span().start, edit.place.span().end));
    let mut sources: Vec<(Source, String)> = Vec::new();
    for edit in applied.iter().rev() {
        let source = edit.place.source();
        let index = sources.iter().position(|(known, _)| known == source).unwrap_or_else(|| {
            sources.push((source.clone(), source.text().to_owned()));
            sources.len() - 1
        });
        sources[index].1.replace_range(edit.place.span().range(), &edit.replacement);
    }
    sources
}

impl Edit {
    /// Returns `true` if both edits change the same text, or insert at the same position.
    fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (self.place.span(), other.place.span());
        let is_apart = a.end <= b.start && a.start < b.end || b.end <= a.start && b.start < a.end;
        self.place.source() == other.place.source() && !is_apart
    }
}

impl Diagnostic {
    /// Adds a fix.
    #[must_use]
    pub fn with_fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
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

/// Returns the fix that writes a name as a string, if it is the whole expression.
pub(crate) fn quoted(place: &Place) -> Option<Fix> {
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
