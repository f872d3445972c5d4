//! The sink for diagnostics.

mod attempt;
mod of_types;
#[cfg(feature = "kit")]
pub(crate) mod secrets;
#[cfg(test)]
mod tests;

use std::fmt;
use std::mem;
use std::sync::Arc;

pub(crate) use self::attempt::SinkCheckpoint;
#[cfg(any(feature = "kit", feature = "load"))]
use super::hidden::SensitiveNames;
use super::hidden::{Hidden, NamesSensitive};
use super::suggest::Hint;
use super::{Diagnostic, Severity};
use crate::cty::internal::{CollectVec, HashIndex, sort_by_cached_key};
use crate::source::{Place, Source};

/// The diagnostics of one run, in the order of their discovery.
///
/// Equal diagnostics are stored once, even if different values led to them: an error in a `content` block is
/// reported once, however many blocks it generates. By default, at most [`Diagnostics::DEFAULT_LIMIT`] diagnostics
/// are stored ([`Diagnostics::with_limit`] sets another maximum); further ones are only counted.
///
/// It is also the error type of the functions that decode structs, so `?` works.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::diag::Diagnostic;
/// use hcldyn::syntax::{Source, Span};
///
/// let source = Source::new("a.hcl", "port = \"x\"");
/// let mut diags = Diagnostics::new();
/// diags.push(Diagnostic::error(source.place(Span::new(7, 10)), "Wrong type", "A number is required."));
/// assert!(diags.has_errors());
/// assert_eq!(diags.to_string(), "a.hcl:1:8: error: Wrong type; A number is required.");
/// ```
#[doc(alias = "error")]
#[derive(Clone)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    limit: usize,
    suppressed: usize,
    errors: usize,
    /// `true` after an error that `try` and `can` do not catch.
    is_uncaught: bool,
    /// The hidden source text. Most sinks have none and only exist for one evaluation, and an `Arc` is cheaper to
    /// drop than a `Box` of a map.
    hidden: Option<Arc<Hidden>>,
    /// `true` if no operand hides an error about a name.
    checks_names: bool,
    /// `true` if the parts that only some values need are checked, too.
    checks_types: bool,
    /// The postponed help of diagnostics, by their positions; `None` if help is added immediately.
    put_off: Option<Vec<(usize, Box<Hint>)>>,
    /// The position of the first diagnostic of each hash; `None` for few diagnostics, which are compared linearly.
    positions: Option<Box<HashIndex>>,
}

/// The maximum number of diagnostics that are compared linearly.
const FEW: usize = 16;

impl Diagnostics {
    /// The default maximum number of stored diagnostics.
    pub const DEFAULT_LIMIT: usize = 100;

    /// Creates an empty sink.
    pub fn new() -> Self {
        Self::with_limit(Self::DEFAULT_LIMIT)
    }

    /// Creates an empty sink that stores at most `limit` diagnostics and counts the rest.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn::diag::Diagnostic;
    ///
    /// let mut diags = Diagnostics::with_limit(1);
    /// for name in ["a.hcl", "b.hcl", "c.hcl"] {
    ///     diags.push(Diagnostic::input_error(name, "Missing file", "The program needs it."));
    /// }
    /// assert_eq!((diags.len(), diags.suppressed()), (1, 2));
    /// ```
    pub fn with_limit(limit: usize) -> Self {
        Self {
            kept: Vec::new(),
            limit,
            suppressed: 0,
            errors: 0,
            is_uncaught: false,
            hidden: None,
            checks_names: false,
            checks_types: false,
            put_off: None,
            positions: None,
        }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.keep(diagnostic);
    }

    /// Reports the diagnostic for a missing value, and returns `None` in place of the value.
    pub(crate) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.push(diagnostic);
        None
    }

    /// Runs a closure and returns its result, or `None` if it reports errors.
    pub(crate) fn unless_errors<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let errors = self.errors;
        let result = work(self);
        (self.errors == errors).then_some(result)
    }

    /// Stores a diagnostic without its secrets, unless it is a duplicate or exceeds the limit.
    fn keep(&mut self, diagnostic: Diagnostic) {
        let diagnostic = match &mut self.hidden {
            Some(hidden) => Arc::make_mut(hidden).without_secrets(diagnostic),
            None => diagnostic,
        };
        if self.is_kept(&diagnostic) {
            return;
        }
        if self.is_full() {
            self.suppressed += 1;
            return;
        }
        self.kept.push(diagnostic);
        self.note_positions();
    }

    fn is_kept(&self, diagnostic: &Diagnostic) -> bool {
        let is_same = |kept: &Diagnostic| kept.problem() == diagnostic.problem();
        let Some(positions) = &self.positions else { return self.kept.iter().any(is_same) };
        match positions.get(positions.hash_of(&diagnostic.problem())) {
            None => false,
            // Other diagnostics with this hash are rare.
            Some(position) => {
                is_same(&self.kept[position as usize]) || self.kept.iter().any(is_same)
            }
        }
    }

    /// Records the position of the last diagnostic, or of all diagnostics if none is recorded yet.
    fn note_positions(&mut self) {
        let first = match &self.positions {
            None if self.kept.len() <= FEW => return,
            None => 0,
            Some(_) => self.kept.len() - 1,
        };
        let positions = self.positions.get_or_insert_default();
        for (position, kept) in self.kept.iter().enumerate().skip(first) {
            let hash = positions.hash_of(&kept.problem());
            if positions.get(hash).is_none() {
                positions.insert(hash, position as u32);
            }
        }
    }

    /// Reports a diagnostic whose help is a hint.
    pub(crate) fn push_with_hint(&mut self, mut diagnostic: Diagnostic, hint: Box<Hint>) {
        let position = self.kept.len();
        match &mut self.put_off {
            None => {
                // Duplicates, and diagnostics beyond the limit, do not need a search for names.
                if self.kept.iter().any(|kept| kept.is_same_but_for_help(&diagnostic)) {
                    self.errors += usize::from(diagnostic.severity == Severity::Error);
                    return;
                }
                if !self.is_full() {
                    hint.add_to(&mut diagnostic);
                }
                self.push(diagnostic);
            }
            Some(_) => {
                self.push(diagnostic);
                if self.kept.len() > position {
                    self.put_off.get_or_insert_default().push((position, hint));
                }
            }
        }
    }

    /// Creates an empty sink with the same limit, which checks types if this one does.
    pub(crate) fn another(&self) -> Self {
        Self { checks_types: self.checks_types, ..Self::with_limit(self.limit) }
    }

    /// Hides the source text of a secret: a [`Report`](super::Report) shows `(sensitive)` instead, in every
    /// diagnostic with that line. Decoding already hides the sensitive attributes of a spec
    /// ([`Spec::hide_sensitive`](crate::spec::Spec::hide_sensitive)).
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn::diag::{Diagnostic, Report, Style};
    /// use hcldyn::syntax::{Source, Span};
    ///
    /// let source = Source::new("a.hcl", "pin = \"1234\"");
    /// let mut diags = Diagnostics::new();
    /// diags.hide(&source.place(Span::new(6, 12)));
    /// diags.push(Diagnostic::error(source.place(Span::new(0, 3)), "Too short", "Use six digits."));
    /// let report = Report::new(&diags).style(Style::Plain).to_string();
    /// assert!(report.contains("pin = (sensitive)"));
    /// ```
    pub fn hide(&mut self, place: &Place) {
        Arc::make_mut(self.hidden.get_or_insert_default()).add(place);
    }

    /// Hides the sensitive attributes of a spec in every source of a diagnostic, including earlier ones.
    pub(crate) fn hide_by(&mut self, spec: Arc<dyn NamesSensitive>) {
        Arc::make_mut(self.hidden.get_or_insert_default()).add_spec(spec);
        self.hide_in_kept(false);
    }

    /// Hides a whole source: a [`Report`](super::Report) shows `(sensitive)` in place of its text, and no details of
    /// the diagnostics about it. If the source consists of attributes, their names are shown. It is for values whose declarations are not known: any of them may be secret.
    ///
    /// ```
    /// use hcldyn::diag::{Report, Style};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let source = Source::new("values.hcl", "pin = 12 34\n");
    /// let mut diags = Diagnostics::new();
    /// diags.hide_source(&source);
    /// parse_body(&source, &mut diags);
    /// let report = Report::new(&diags).style(Style::Plain).to_string();
    /// assert!(report.contains("1 | (sensitive)") && !report.contains("34"));
    /// ```
    pub fn hide_source(&mut self, source: &Source) {
        Arc::make_mut(self.hidden.get_or_insert_default()).add_source(source, true);
        self.hide_in_kept(true);
    }

    /// Hides the source of one value as [`hide_source`](Self::hide_source) does. What looks like names is a part of it.
    pub(crate) fn hide_value(&mut self, source: &Source) {
        Arc::make_mut(self.hidden.get_or_insert_default()).add_source(source, false);
        self.hide_in_kept(true);
    }

    /// Searches the messages about a source with syntax errors for words of its secrets.
    pub(crate) fn hide_in_broken(&mut self, source: &Source) {
        Arc::make_mut(self.hidden.get_or_insert_default()).add_broken(source);
        self.hide_in_kept(true);
    }

    /// Hides all that may be a secret in an edited source.
    pub(super) fn hide_in_edited(&mut self, source: &Source) {
        Arc::make_mut(self.hidden.get_or_insert_default()).add_edited(source);
        self.hide_in_kept(true);
    }

    /// Hides the values of attributes with certain names in every source.
    #[cfg(all(feature = "edit", feature = "load"))]
    pub(crate) fn hide_names(&mut self, names: &SensitiveNames) {
        let hidden = Arc::make_mut(self.hidden.get_or_insert_default());
        let is_new = hidden.add_names(names);
        self.hide_in_kept(is_new);
    }

    /// Removes secrets from the stored diagnostics if there are new names of secrets.
    fn hide_in_kept(&mut self, is_new: bool) {
        if self.kept.is_empty() {
            return;
        }
        let hidden = self.hidden.as_mut().map(Arc::make_mut);
        if hidden.is_some_and(|hidden| hidden.ask() || is_new) {
            self.positions = None;
            for diagnostic in mem::take(&mut self.kept) {
                self.keep(diagnostic);
            }
        }
    }

    /// Adds all diagnostics of another sink.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn::diag::Diagnostic;
    ///
    /// let mut diags = Diagnostics::new();
    /// diags.append(Diagnostic::input_error("a.hcl", "Missing file", "The program needs it.").into());
    /// assert!(diags.has_errors());
    /// ```
    pub fn append(&mut self, other: Self) {
        if let Some(hidden) = other.hidden {
            let is_new = Arc::make_mut(self.hidden.get_or_insert_default()).append(&hidden);
            self.hide_in_kept(is_new);
        }
        let errors = self.errors + other.errors;
        self.suppressed += other.suppressed;
        self.is_uncaught |= other.is_uncaught;
        let mut hints = other.put_off.into_iter().flatten().peekable();
        for (position, diagnostic) in other.kept.into_iter().enumerate() {
            match hints.next_if(|(of, _)| *of == position) {
                Some((_, hint)) => self.push_with_hint(diagnostic, hint),
                None => self.push(diagnostic),
            }
        }
        self.errors = errors;
    }

    pub(super) fn hidden(&self) -> Option<&Hidden> {
        self.hidden.as_deref()
    }

    /// Adds the circumstances that the program knows to each diagnostic, such as the host for which a file is decoded.
    ///
    /// ```
    /// use hcldyn::diag::{Report, Style};
    /// use hcldyn::{Diagnostics, EvalContext, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Host { port: u16 }
    ///
    /// let decode = |host: &str| {
    ///     let ctx = EvalContext::new().with_variable("number", 70_000);
    ///     let decoded = hcldyn::from_str::<Host>("port = number", &ctx);
    ///     decoded.map_err(|mistakes| mistakes.with_context(format!("for host {host}")))
    /// };
    /// let mistakes = decode("h2").err().unwrap();
    /// assert!(mistakes.to_string().ends_with("not 70000. (for host h2)"));
    /// let report = Report::new(&mistakes).style(Style::Plain).to_string();
    /// assert!(report.contains("= note: for host h2\n"));
    /// ```
    #[must_use]
    pub fn with_context(self, context: impl Into<String>) -> Self {
        let context = context.into();
        self.map(|diagnostic| diagnostic.with_context(context.clone()))
    }

    /// Turns all errors into warnings, for a program that goes on without the failed value.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_expression};
    ///
    /// let mut attempt = Diagnostics::new();
    /// let expr = parse_expression(&Source::new("<example>", "a"), &mut attempt).unwrap();
    /// expr.value(&EvalContext::new().with_variable("b", 1), &mut attempt);
    /// assert!(attempt.has_errors());
    /// let warnings = attempt.into_warnings();
    /// assert!(!warnings.has_errors() && warnings.len() == 1);
    /// ```
    #[must_use]
    pub fn into_warnings(self) -> Self {
        let mut warnings = Self { errors: 0, ..self };
        warnings.kept.iter_mut().for_each(|it| it.severity = Severity::Warning);
        (warnings.positions, warnings.put_off) = (None, None);
        warnings
    }

    /// Replaces each diagnostic with the result of a closure.
    pub(crate) fn map(mut self, change: impl FnMut(Diagnostic) -> Diagnostic) -> Self {
        self.kept = self.kept.into_iter().map(change).collect_vec();
        self.positions = None;
        self
    }

    /// Replaces each diagnostic with the result of a closure, or removes it. The severity may change.
    pub(crate) fn filter_map(
        self,
        mut change: impl FnMut(Diagnostic) -> Option<Diagnostic>,
    ) -> Self {
        self.filter_map_by(&mut change)
    }

    fn filter_map_by(mut self, change: &mut dyn FnMut(Diagnostic) -> Option<Diagnostic>) -> Self {
        let count = |kept: &[Diagnostic]| {
            kept.iter().map(|it| usize::from(it.severity == Severity::Error)).sum::<usize>()
        };
        let not_kept = self.errors.saturating_sub(count(&self.kept));
        self.kept = self.kept.into_iter().filter_map(change).collect_vec();
        self.errors = not_kept + count(&self.kept);
        (self.positions, self.put_off) = (None, None);
        self
    }

    /// Returns `true` if one of the diagnostics is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the number of errors, including those that were not stored. To find out if an operation failed, a
    /// stage compares the number before and after it.
    #[inline]
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Returns the number of diagnostics that are not stored because they exceeded the limit.
    pub fn suppressed(&self) -> usize {
        self.suppressed
    }

    /// Returns `true` if no further diagnostic will be stored, so that its message need not be composed.
    pub(crate) fn is_full(&self) -> bool {
        self.kept.len() >= self.limit
    }

    /// Returns the number of stored diagnostics.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Returns `true` if no diagnostic is stored.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Returns the stored diagnostics, in the order of their discovery.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// Sorts the diagnostics for readers: first those without a source location, then by source in the order in
    /// which the sources first appear, and by location. Without sorting, diagnostics are in the order of
    /// discovery.
    pub fn sort(&mut self) {
        self.positions = None;
        let mut sources: Vec<Source> = Vec::new();
        sort_by_cached_key(&mut self.kept, |diagnostic| {
            let place = diagnostic.place()?;
            let known = sources.iter().position(|source| source == place.source());
            let source = known.unwrap_or_else(|| {
                sources.push(place.source().clone());
                sources.len() - 1
            });
            Some((source, place.span()))
        });
    }

    /// Returns `value` if it is `Some` and there are no errors. Otherwise returns the diagnostics.
    ///
    /// # Errors
    ///
    /// Returns the sink itself if it contains an error, or if `value` is `None`.
    pub fn into_result<T>(self, value: Option<T>) -> Result<T, Self> {
        match value {
            Some(value) if !self.has_errors() => Ok(value),
            _ => Err(self),
        }
    }
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::new()
    }
}

/// Creates a sink with one diagnostic.
impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut diags = Self::new();
        diags.push(diagnostic);
        diags
    }
}

/// Collects diagnostics into a sink.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::diag::Diagnostic;
///
/// let names = ["a.hcl", "b.hcl"];
/// let error = |name| Diagnostic::input_error(name, "Missing file", "The program needs it.");
/// let mut diags: Diagnostics = names.into_iter().map(error).collect();
/// diags.extend([error("c.hcl")]);
/// assert_eq!(diags.error_count(), 3);
/// ```
impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        let mut diags = Self::new();
        diags.extend(diagnostics);
        diags
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

impl std::error::Error for Diagnostics {}

/// Prints each diagnostic on a line.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.kept.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            diagnostic.fmt(f)?;
        }
        match self.suppressed {
            0 => Ok(()),
            count => write!(f, "\nand {count} more"),
        }
    }
}

/// Prints each diagnostic on a line, like `Display`, because a `main` that returns diagnostics and a panic in
/// `unwrap` print this form.
impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.into_iter()
    }
}
