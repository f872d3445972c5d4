//! Secrets, which reports never show.
//!
//! A sink learns the names of sensitive attributes from the specs. Their values are then searched for in
//! every source of a diagnostic, decoded or not. A value that cannot be read to its end hides the rest of its block, and
//! a sensitive name in a comment the rest of the comment.

mod comments;
mod diags;
mod extent;
mod json;
mod names;
mod native;
mod secrets;

use std::borrow::Cow;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

pub(crate) use self::diags::in_secret;
use self::diags::{in_hidden_source, is_undefined};
pub(crate) use self::names::{NamesSensitive, SensitiveNames};
use self::secrets::{Secret, Trust};
use super::Diagnostic;
use super::codes::{OLD_FORM, SETTING_NOT_ALLOWED};
use crate::cty::internal::{Bisect, CollectVec, KeyMap, KeySet, PushAll, sort_by_key};
use crate::source::{Place, Source, Span};

/// The number of recent specs to remember, so that the names of a spec in frequent use are collected once.
const MAX_SPECS: usize = 16;

/// The minimum length of a word to search for in messages. Shorter ones are too common.
const LEAST_WORD: usize = 5;

/// The secrets known to a sink.
#[derive(Clone, Default)]
pub(super) struct Hidden {
    /// The most recently used specs.
    specs: Vec<Arc<dyn NamesSensitive>>,
    /// The number of specs at the end of `specs` whose names are not collected yet.
    unasked: usize,
    names: SensitiveNames,
    sources: KeyMap<Source, InSource>,
    /// `true` if graphs mark the values of sensitive attributes.
    #[cfg(feature = "kit")]
    marks_values: bool,
}

/// The hidden parts of a source.
#[derive(Clone, Default)]
struct InSource {
    /// The names of sensitive attributes that only this source has.
    names: Option<SensitiveNames>,
    places: KeySet<Span>,
    /// The whole source is secret if this is set: `true` if the names of its attributes are not.
    shows_names: Option<bool>,
    /// `true` if there are syntax errors. Messages about them may quote any part of the source.
    is_broken: bool,
    /// `true` if an edit may have moved a secret.
    is_edited: bool,
    /// The secrets found so far, if there was a diagnostic.
    found: Option<Arc<FoundSecrets>>,
    /// The words in the secrets of a broken source. Messages about syntax errors may quote them.
    words: Option<Arc<KeySet<String>>>,
}

/// The secrets of a source.
#[derive(Default)]
struct FoundSecrets {
    /// The secrets, sorted and without overlaps.
    secrets: Vec<Secret>,
    /// Possible secrets in comments.
    comments: Vec<Range<usize>>,
}

impl InSource {
    /// Removes what was found by the names so far.
    fn forget(&mut self) {
        self.found = None;
        self.words = None;
    }
}

impl Hidden {
    fn of(&mut self, source: &Source) -> &mut InSource {
        self.sources.get_or_insert_with(source.clone(), InSource::default)
    }

    /// Returns `true` if a source is secret as a whole.
    fn is_hidden(&self, source: &Source) -> bool {
        self.sources.get(source).is_some_and(|of| of.shows_names.is_some())
    }

    /// Hides the text at a source location.
    pub(super) fn add(&mut self, place: &Place) {
        self.of(place.source()).places.insert(place.span());
    }

    /// Hides the values of the sensitive attributes of a spec.
    pub(super) fn add_spec(&mut self, spec: Arc<dyn NamesSensitive>) {
        let identity = spec.identity();
        if identity.is_some() && self.specs.iter().any(|known| known.identity() == identity) {
            return;
        }
        if self.specs.len() == MAX_SPECS {
            self.ask();
            self.specs.remove(0);
        }
        self.specs.push(spec);
        self.unasked += 1;
    }

    /// Hides the text of a source, and the details of all diagnostics about it. The names of its attributes can be left.
    pub(super) fn add_source(&mut self, source: &Source, shows_names: bool) {
        *self.of(source).shows_names.get_or_insert(shows_names) &= shows_names;
    }

    /// Searches the messages about a source for words of its secrets, because it has syntax errors.
    pub(super) fn add_broken(&mut self, source: &Source) {
        let of_source = self.of(source);
        of_source.is_broken = true;
        of_source.words = None;
    }

    /// Hides all that may be a secret in a source, because a secret could not be read to its end before an edit.
    pub(super) fn add_edited(&mut self, source: &Source) {
        let of_source = self.of(source);
        of_source.is_edited = true;
        of_source.found = None;
        self.add_broken(source);
    }

    /// Returns `true` if the end of a secret in a source is unknown.
    pub(super) fn has_unread(&mut self, source: &Source) -> bool {
        self.ask();
        self.found_in(source).secrets.iter().any(|secret| secret.is_unread)
    }

    /// Hides the values of attributes with certain names in one source. Returns `true` if a name is new.
    pub(super) fn add_names_in(&mut self, source: &Source, names: SensitiveNames) -> bool {
        let of_source = self.of(source);
        let is_new = of_source.names.get_or_insert_default().extend(&names);
        if is_new {
            of_source.forget();
        }
        is_new
    }

    /// Hides the values of attributes with certain names. Returns `true` if a name is new.
    pub(super) fn add_names(&mut self, names: &SensitiveNames) -> bool {
        let is_new = self.names.extend(names);
        if is_new {
            self.sources.values_mut().for_each(InSource::forget);
        }
        is_new
    }

    /// Collects the names of the specs that are still missing. Returns `true` if a name is new.
    pub(super) fn ask(&mut self) -> bool {
        let first = self.specs.len() - mem::take(&mut self.unasked);
        let names = self.specs[first..].iter().map(|spec| spec.sensitive_names()).collect_vec();
        let mut is_new = false;
        for names in names {
            is_new |= self.add_names(&names);
        }
        is_new
    }

    /// Makes graphs mark the values of the sensitive attributes of all specs so far.
    #[cfg(feature = "kit")]
    pub(super) fn mark_values(&mut self) {
        self.ask();
        self.marks_values = true;
    }

    /// Returns the names of the attributes whose values graphs mark, if they mark any.
    #[cfg(feature = "kit")]
    pub(super) fn marked_names(&self) -> Option<&SensitiveNames> {
        (self.marks_values && !self.names.is_empty()).then_some(&self.names)
    }

    /// Hides everything that another sink hides. Returns `true` if a name is new.
    pub(super) fn append(&mut self, other: &Self) -> bool {
        let mut is_new = self.add_names(&other.names);
        for (source, others) in other.sources.iter() {
            self.of(source).places.extend(others.places.iter().copied());
            if let Some(shows_names) = others.shows_names {
                self.add_source(source, shows_names);
            }
            if others.is_broken {
                self.add_broken(source);
            }
            if others.is_edited {
                self.add_edited(source);
            }
            is_new |= others.is_broken || others.shows_names.is_some();
            if let Some(names) = &others.names {
                is_new |= self.add_names_in(source, names.clone());
            }
        }
        let first = other.specs.len() - other.unasked;
        other.specs[first..].iter().for_each(|spec| self.add_spec(Arc::clone(spec)));
        is_new
    }

    /// Removes secrets from a diagnostic.
    pub(super) fn without_secrets(&mut self, mut diagnostic: Diagnostic) -> Diagnostic {
        self.ask();
        for related in &mut diagnostic.related {
            if self.is_hidden(related.place.source())
                || self.secret_at(&related.place).is_some_and(|secret| !secret.is_reference)
            {
                "inside a sensitive value".clone_into(&mut related.message);
            }
        }
        let Some(place) = diagnostic.place().cloned() else { return diagnostic };
        // It has only the name of an attribute in the spec.
        if diagnostic.code == SETTING_NOT_ALLOWED.name() {
            return diagnostic;
        }
        if self.is_hidden(place.source()) {
            return in_hidden_source(diagnostic);
        }
        match self.secret_at(&place).cloned() {
            Some(secret) if secret.is_reference && is_undefined(&diagnostic) => {
                self.add(&place.source().place(secret.range.into()));
                in_secret(diagnostic, Some(&secret.name))
            }
            Some(secret) if secret.is_reference => diagnostic.with_values(Vec::new()),
            Some(secret) => in_secret(diagnostic, Some(&secret.name)),
            None if diagnostic.code == OLD_FORM.name() => self.without_secret_fixes(diagnostic),
            None if self.quotes_secret(place.source(), &shown_text(&diagnostic)) => {
                in_secret(diagnostic, None)
            }
            None => diagnostic,
        }
    }

    /// Removes the fixes that would write a secret at another location.
    fn without_secret_fixes(&mut self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.fixes.retain(|fix| {
            let mut edits = fix.edits.iter();
            !edits.any(|edit| self.has_secret_in(&edit.place))
        });
        diagnostic
    }

    /// Returns `true` if a secret is in a range of a source.
    fn has_secret_in(&mut self, place: &Place) -> bool {
        let range = place.span().range();
        let mut secrets = self.found_in(place.source()).secrets.iter();
        secrets.any(|it| it.range.start < range.end && range.start < it.range.end)
    }

    /// Returns `true` if a message about a source with syntax errors quotes a word of a possible secret.
    fn quotes_secret(&mut self, source: &Source, detail: &str) -> bool {
        if !self.sources.get(source).is_some_and(|of| of.is_broken) {
            return false;
        }
        if self.sources.get(source).is_some_and(|of| of.words.is_none()) {
            let words = self.words_of(source);
            self.of(source).words = Some(Arc::new(words));
        }
        let Some(secret) = &self.of(source).words else { return false };
        // Messages escape line breaks in quoted source text.
        let detail = detail.replace("\\n", " ");
        words(&detail).into_iter().any(|word| secret.contains(word))
    }

    /// Returns the words in the possible secrets of a source.
    fn words_of(&mut self, source: &Source) -> KeySet<String> {
        let text = source.text();
        let FoundSecrets { secrets, comments } = self.found_in(source);
        let mut ranges = comments.clone();
        for secret in secrets {
            if secret.is_unread {
                ranges.push(secret.range.clone());
            }
        }
        ranges.push_all(self.of(source).places.iter().map(|span| span.range()));
        let names = self.names_of(source);
        let mut found = KeySet::default();
        for range in ranges {
            for word in words(&text[range]) {
                if !names.contains(word) {
                    found.insert(word.to_owned());
                }
            }
        }
        found
    }

    /// Returns the secret that contains the start or the end of a source location.
    fn secret_at(&mut self, place: &Place) -> Option<&Secret> {
        let has_own = |of: &InSource| of.names.is_some();
        if self.names.is_empty() && !self.sources.get(place.source()).is_some_and(has_own) {
            return None;
        }
        let secrets = &self.found_in(place.source()).secrets;
        let Range { start, end } = place.span().range();
        let after = secrets.count_leading(|secret| secret.range.start <= start);
        let begun = secrets[..after]
            .last()
            .filter(|secret| start < secret.range.end || start == end && start == secret.range.end);
        let ended = || {
            let after = secrets.count_leading(|secret| secret.range.start < end);
            secrets[..after].last().filter(|secret| end < secret.range.end)
        };
        begun.or_else(ended)
    }

    /// Searches a source for secrets, so that [`Self::ranges`] has them even if no diagnostic is about it.
    pub(super) fn search(&mut self, source: &Source) {
        self.ask();
        self.found_in(source);
    }

    fn found_in(&mut self, source: &Source) -> &FoundSecrets {
        if self.sources.get(source).is_none_or(|of| of.found.is_none()) {
            let found = self.find(source);
            self.of(source).found = Some(Arc::new(found));
        }
        self.of(source).found.get_or_insert_with(Arc::default)
    }

    fn find(&self, source: &Source) -> FoundSecrets {
        let (text, names) = (source.text(), self.names_of(source));
        if names.is_empty() {
            return FoundSecrets { secrets: Vec::new(), comments: Vec::new() };
        }
        let is_edited = self.sources.get(source).is_some_and(|of| of.is_edited);
        let trust = if is_edited { Trust::Nothing } else { Trust::Parsed };
        let secrets = secrets::find(text, &names, trust).values;
        let comments = comments::in_comments(text, &secrets, &names);
        FoundSecrets { secrets, comments }
    }

    /// Returns the names of sensitive attributes in a source. If the source has names of its own, only the
    /// sensitive names of the specs are added to them.
    fn names_of(&self, source: &Source) -> Cow<'_, SensitiveNames> {
        match self.sources.get(source).and_then(|of| of.names.as_ref()) {
            None => Cow::Borrowed(&self.names),
            Some(own) => Cow::Owned(own.with_sensitive_of(&self.names)),
        }
    }

    /// Returns the hidden bytes of a source, sorted and without overlaps.
    pub(super) fn ranges(&self, source: &Source) -> Vec<Range<usize>> {
        let Some(of_source) = self.sources.get(source) else { return Vec::new() };
        if let Some(shows_names) = of_source.shows_names {
            let values = shows_names.then(|| native::values(source.text())).flatten();
            return values.unwrap_or_else(|| std::iter::once(0..source.text().len()).collect_vec());
        }
        let mut all = Vec::new();
        if let Some(found) = &of_source.found {
            for secret in &found.secrets {
                if !secret.is_reference {
                    all.push(secret.range.clone());
                }
            }
            all.push_all(found.comments.iter().cloned());
        }
        all.push_all(of_source.places.iter().map(|span| span.range()));
        sort_by_key(&mut all, |range| range.start);
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(all.len());
        for range in all {
            match ranges.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => ranges.push(range),
            }
        }
        ranges
    }
}

/// Returns the text of a diagnostic that may quote the source.
fn shown_text(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.detail_with_help().into_owned();
    for fix in &diagnostic.fixes {
        text += " ";
        text += &fix.title;
        for edit in &fix.edits {
            text += " ";
            text += &edit.replacement;
        }
    }
    text
}

/// Returns the words of a string, without short ones.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if word.chars().count() >= LEAST_WORD {
            words.push(word);
        }
    }
    words
}
