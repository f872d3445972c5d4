//! The names of sensitive attributes.

use std::collections::{HashMap, HashSet};

use super::super::suggest::is_near;
use crate::cty::Str;

/// How much of the names of one source is compared, as the sum of the products of their lengths. After that
/// every name that the spec lacks counts as sensitive: comparing all names of a source that is made for it
/// could take hours.
const MAX_EFFORT: usize = 1 << 28;

/// The names of sensitive attributes, and those of everything else that a text may hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SensitiveNames {
    /// In lower case.
    sensitive: HashSet<String>,
    others: HashSet<Str>,
}

/// A spec, which is asked for the names of its sensitive attributes when there is a diagnostic.
pub(crate) trait NamesSensitive: Send + Sync {
    /// The names.
    fn sensitive_names(&self) -> SensitiveNames;

    /// A number that only the same spec has as long as this one exists, if there is one.
    fn identity(&self) -> Option<usize>;
}

impl SensitiveNames {
    /// Adds a name of a sensitive attribute.
    pub(crate) fn add_sensitive(&mut self, name: &str) {
        self.sensitive.insert(name.to_lowercase());
    }

    /// Adds the name of something else.
    pub(crate) fn add_other(&mut self, name: &Str) {
        self.others.insert(name.clone());
    }

    /// Adds all names of others; whether there was a new one.
    pub(super) fn extend(&mut self, other: Self) -> bool {
        let before = (self.sensitive.len(), self.others.len());
        self.sensitive.extend(other.sensitive);
        self.others.extend(other.others);
        before != (self.sensitive.len(), self.others.len())
    }

    /// These names, and those of sensitive attributes among others.
    pub(super) fn with_sensitive_of(&self, others: &Self) -> Self {
        let mut names = self.clone();
        names.sensitive.extend(others.sensitive.iter().cloned());
        names
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sensitive.is_empty()
    }

    /// Whether the spec has something of this very name.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.others.contains(name) || self.sensitive.contains(name)
    }
}

/// Which names of a source count as those of sensitive attributes.
pub(super) struct Matcher<'a> {
    names: &'a SensitiveNames,
    /// The answers so far.
    known: HashMap<String, bool>,
    effort: usize,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(names: &'a SensitiveNames) -> Self {
        Self { names, known: HashMap::new(), effort: 0 }
    }

    /// Whether the spec has something of this very name.
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether a name is one of a sensitive attribute, in any case, or is so like one that it may be
    /// meant. The name of something else is not.
    pub(super) fn is_sensitive(&mut self, name: &str) -> bool {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        // Names are compared in their normal form.
        let normal = Str::new(name);
        let lower = normal.to_lowercase();
        let is_sensitive = self.names.sensitive.contains(&lower)
            || !self.names.others.contains(&normal) && self.is_meant(&lower);
        self.known.insert(name.to_owned(), is_sensitive);
        is_sensitive
    }

    fn is_meant(&mut self, name: &str) -> bool {
        self.names.sensitive.iter().any(|sensitive| {
            self.effort += name.len() * sensitive.len();
            self.effort > MAX_EFFORT || is_near(name, sensitive)
        })
    }
}

/// Returns whether a name can contain a character.
pub(super) fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// The names of tests: `password` is sensitive, `passwort` and `user` are not.
#[cfg(test)]
pub(super) fn samples() -> SensitiveNames {
    let mut names = SensitiveNames::default();
    names.add_sensitive("password");
    names.add_other(&Str::new("passwort"));
    names.add_other(&Str::new("user"));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_may_be_meant() {
        let names = samples();
        let mut matcher = Matcher::new(&names);
        for name in ["password", "PassWord", "pasword", "PASWORD", "passworts"] {
            assert!(matcher.is_sensitive(name), "{name}");
        }
        for name in ["passwort", "pass", "user", ""] {
            assert!(!matcher.is_sensitive(name), "{name}");
        }
    }

    #[test]
    fn names_beyond_the_limit() {
        let names = samples();
        let mut matcher = Matcher { effort: MAX_EFFORT - 8 * 8, ..Matcher::new(&names) };
        assert!(!matcher.is_sensitive("username"));
        assert!(matcher.is_sensitive("one_more"));
        assert!(!matcher.is_sensitive("passwort"));
    }

    #[test]
    fn only_new_names_count() {
        let mut all = samples();
        assert!(!all.extend(samples()));
        let mut more = SensitiveNames::default();
        more.add_sensitive("Token");
        assert!(all.extend(more));
        let matcher = Matcher::new(&all);
        assert!(matcher.is_known("token") && !matcher.is_known("host"));
    }
}
