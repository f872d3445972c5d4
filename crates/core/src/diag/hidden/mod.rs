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
use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem;
use std::ops::Range;
use std::sync::Arc;

pub(crate) use self::diags::in_secret;
use self::diags::{in_hidden_source, is_undefined};
pub(crate) use self::names::{NamesSensitive, SensitiveNames};
use self::secrets::{Secret, Trust};
use super::{Diagnostic, Fix};
use crate::cty::internal::CollectVec;
use crate::cty::internal::sort_by_key;
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
    /// Additional names for single sources.
    names_in: HashMap<Source, SensitiveNames>,
    places: HashMap<Source, BTreeSet<Span>>,
    /// The sources that are secret as a whole: `true` if the names of their attributes are not.
    sources: HashMap<Source, bool>,
    /// The sources with syntax errors. Messages about syntax errors may quote any part of them.
    broken: HashSet<Source>,
    /// The sources in which an edit may have moved a secret.
    edited: HashSet<Source>,
    /// The secrets found in sources with diagnostics.
    found: HashMap<Source, Arc<Found>>,
    /// The words in the secrets of broken sources. Messages about syntax errors may quote them.
    words: HashMap<Source, Arc<HashSet<String>>>,
}

/// The secrets of a source.
struct Found {
    /// The secrets, sorted and without overlaps.
    secrets: Vec<Secret>,
    /// Possible secrets in comments.
    comments: Vec<Range<usize>>,
}

impl Hidden {
    /// Hides the text at a source location.
    pub(super) fn add(&mut self, place: &Place) {
        self.places.entry(place.source().clone()).or_default().insert(place.span());
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
        *self.sources.entry(source.clone()).or_insert(shows_names) &= shows_names;
    }

    /// Searches the messages about a source for words of its secrets, because it has syntax errors.
    pub(super) fn add_broken(&mut self, source: &Source) {
        self.broken.insert(source.clone());
        self.words.remove(source);
    }

    /// Hides all that may be a secret in a source, because a secret could not be read to its end before an edit.
    pub(super) fn add_edited(&mut self, source: &Source) {
        self.edited.insert(source.clone());
        self.found.remove(source);
        self.add_broken(source);
    }

    /// Returns `true` if the end of a secret in a source is unknown.
    pub(super) fn has_unread(&mut self, source: &Source) -> bool {
        self.ask();
        self.found_in(source).secrets.iter().any(|secret| secret.is_unread)
    }

    /// Hides the values of attributes with certain names in one source. Returns `true` if a name is new.
    pub(super) fn add_names_in(&mut self, source: &Source, names: SensitiveNames) -> bool {
        let is_new = self.names_in.entry(source.clone()).or_default().extend(names);
        if is_new {
            self.found.remove(source);
            self.words.remove(source);
        }
        is_new
    }

    /// Hides the values of attributes with certain names. Returns `true` if a name is new.
    fn add_names(&mut self, names: SensitiveNames) -> bool {
        let is_new = self.names.extend(names);
        if is_new {
            self.found.clear();
            self.words.clear();
        }
        is_new
    }

    /// Collects the names of the specs that are still missing. Returns `true` if a name is new.
    pub(super) fn ask(&mut self) -> bool {
        let first = self.specs.len() - mem::take(&mut self.unasked);
        let names: Vec<_> =
            self.specs[first..].iter().map(|spec| spec.sensitive_names()).collect_vec();
        let mut is_new = false;
        for names in names {
            is_new |= self.add_names(names);
        }
        is_new
    }

    /// Hides everything that another sink hides. Returns `true` if a name is new.
    pub(super) fn append(&mut self, other: &Self) -> bool {
        for (source, spans) in &other.places {
            self.places.entry(source.clone()).or_default().extend(spans);
        }
        other.sources.iter().for_each(|(source, shows)| self.add_source(source, *shows));
        other.broken.iter().for_each(|source| self.add_broken(source));
        other.edited.iter().for_each(|source| self.add_edited(source));
        let mut is_new = self.add_names(other.names.clone())
            || !other.broken.is_empty()
            || !other.sources.is_empty();
        for (source, names) in &other.names_in {
            is_new |= self.add_names_in(source, names.clone());
        }
        let first = other.specs.len() - other.unasked;
        other.specs[first..].iter().for_each(|spec| self.add_spec(Arc::clone(spec)));
        is_new
    }

    /// Removes secrets from a diagnostic.
    pub(super) fn without_secrets(&mut self, mut diagnostic: Diagnostic) -> Diagnostic {
        self.ask();
        for related in &mut diagnostic.related {
            if self.sources.contains_key(related.place.source())
                || self.secret_at(&related.place).is_some_and(|secret| !secret.is_reference)
            {
                "inside a sensitive value".clone_into(&mut related.message);
            }
        }
        let Some(place) = diagnostic.place().cloned() else { return diagnostic };
        if self.sources.contains_key(place.source()) {
            return in_hidden_source(diagnostic);
        }
        match self.secret_at(&place).cloned() {
            Some(secret) if secret.is_reference && is_undefined(&diagnostic) => {
                self.add(&place.source().place(secret.range.into()));
                in_secret(diagnostic, Some(&secret.name))
            }
            Some(secret) if secret.is_reference => diagnostic.with_values(Vec::new()),
            Some(secret) => in_secret(diagnostic, Some(&secret.name)),
            None if self.quotes_secret(place.source(), &shown_text(&diagnostic)) => {
                in_secret(diagnostic, None)
            }
            None => diagnostic,
        }
    }

    /// Returns `true` if a message about a source with syntax errors quotes a word of a possible secret.
    fn quotes_secret(&mut self, source: &Source, detail: &str) -> bool {
        if !self.broken.contains(source) {
            return false;
        }
        if !self.words.contains_key(source) {
            let text = source.text();
            let Found { secrets, comments } = self.found_in(source);
            let unread = secrets.iter().filter(|secret| secret.is_unread);
            let unread = unread.map(|secret| secret.range.clone());
            let mut ranges: Vec<_> = unread.chain(comments.iter().cloned()).collect_vec();
            let places = self.places.get(source).into_iter().flatten();
            ranges.extend(places.map(|span| span.range()));
            let names = self.names_of(source);
            let words = ranges.into_iter().flat_map(|range| words(&text[range]));
            let words = words.filter(|word| !names.contains(word)).map(str::to_owned).collect();
            self.words.insert(source.clone(), Arc::new(words));
        }
        // Messages escape line breaks in quoted source text.
        let detail = detail.replace("\\n", " ");
        words(&detail).any(|word| self.words[source].contains(word))
    }

    /// Returns the secret that contains the start or the end of a source location.
    fn secret_at(&mut self, place: &Place) -> Option<&Secret> {
        if self.names.is_empty() && self.names_in.is_empty() {
            return None;
        }
        let secrets = &self.found_in(place.source()).secrets;
        let Range { start, end } = place.span().range();
        let after = secrets.partition_point(|secret| secret.range.start <= start);
        let begun = secrets[..after]
            .last()
            .filter(|secret| start < secret.range.end || start == end && start == secret.range.end);
        let ended = || {
            let after = secrets.partition_point(|secret| secret.range.start < end);
            secrets[..after].last().filter(|secret| end < secret.range.end)
        };
        begun.or_else(ended)
    }

    /// Searches a source for secrets, so that [`Self::ranges`] has them even if no diagnostic is about it.
    pub(super) fn search(&mut self, source: &Source) {
        self.ask();
        self.found_in(source);
    }

    fn found_in(&mut self, source: &Source) -> &Found {
        if !self.found.contains_key(source) {
            let found = self.find(source);
            self.found.insert(source.clone(), Arc::new(found));
        }
        &self.found[source]
    }

    fn find(&self, source: &Source) -> Found {
        let (text, names) = (source.text(), self.names_of(source));
        if names.is_empty() {
            return Found { secrets: Vec::new(), comments: Vec::new() };
        }
        let trust = if self.edited.contains(source) { Trust::Nothing } else { Trust::Parsed };
        let secrets = secrets::find(text, &names, trust).values;
        let comments = comments::in_comments(text, &secrets, &names);
        Found { secrets, comments }
    }

    /// Returns the names of sensitive attributes in a source. If the source has names of its own, only the
    /// sensitive names of the specs are added to them.
    fn names_of(&self, source: &Source) -> Cow<'_, SensitiveNames> {
        match self.names_in.get(source) {
            None => Cow::Borrowed(&self.names),
            Some(own) => Cow::Owned(own.with_sensitive_of(&self.names)),
        }
    }

    /// Returns the hidden bytes of a source, sorted and without overlaps.
    pub(super) fn ranges(&self, source: &Source) -> Vec<Range<usize>> {
        if let Some(shows_names) = self.sources.get(source) {
            let values = shows_names.then(|| native::values(source.text())).flatten();
            return values.unwrap_or_else(|| std::iter::once(0..source.text().len()).collect_vec());
        }
        let found = self.found.get(source).into_iter();
        let comments = found.clone().flat_map(|found| found.comments.iter().cloned());
        let secrets = found.flat_map(|found| &found.secrets).filter(|secret| !secret.is_reference);
        let secrets = secrets.map(|secret| secret.range.clone());
        let places = self.places.get(source).into_iter().flatten().map(|span| span.range());
        let mut all: Vec<_> = secrets.chain(comments).chain(places).collect_vec();
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
    let edits = |fix: &Fix| fix.edits.iter().map(|edit| edit.replacement.clone()).collect_vec();
    let fixes =
        diagnostic.fixes.iter().flat_map(|fix| [vec![fix.title.clone()], edits(fix)].concat());
    let texts: Vec<_> =
        std::iter::once(diagnostic.detail_with_help().into_owned()).chain(fixes).collect_vec();
    texts.join(" ")
}

/// Returns the words of a string, without short ones.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.chars().count() >= LEAST_WORD)
}
