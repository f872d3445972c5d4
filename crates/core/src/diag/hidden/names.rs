//! The names of sensitive attributes.

use super::super::suggest::is_near;
use crate::cty::Str;
use crate::cty::internal::{KeyMap, KeySet, NameSet};

/// The maximum effort to compare the names of one source, as the sum of the products of their lengths. After that,
/// every name unknown to the spec counts as sensitive. Without this limit, a malicious source could take hours.
const MAX_EFFORT: usize = 1 << 28;

/// The names of sensitive attributes, and all other names of the spec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SensitiveNames {
    /// In lower case.
    sensitive: KeySet<String>,
    /// The names of values with sensitive parts, in lower case.
    with_parts: KeySet<String>,
    others: NameSet,
}

/// The part of a value that is secret, by the name of its attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sensitivity {
    None,
    /// The sensitive attributes of the objects in it, or the whole value if it does not consist of objects.
    Parts,
    Whole,
}

/// A spec with names of sensitive attributes, which are only needed for diagnostics.
pub(crate) trait NamesSensitive: Send + Sync {
    /// Returns the names.
    fn sensitive_names(&self) -> SensitiveNames;

    /// Returns a number that identifies the spec as long as it exists, or `None` if there is no such number.
    fn identity(&self) -> Option<usize>;
}

impl SensitiveNames {
    /// Adds a name of a sensitive attribute.
    pub(crate) fn add_sensitive(&mut self, name: &str) {
        self.sensitive.insert(name.to_lowercase());
    }

    /// Adds a name of a value with sensitive parts, whose names are added too.
    pub(crate) fn add_with_parts(&mut self, name: &str) {
        self.with_parts.insert(name.to_lowercase());
    }

    /// Adds a name that is not that of a sensitive attribute.
    pub(crate) fn add_other(&mut self, name: &Str) {
        self.others.insert(name.clone());
    }

    /// Returns `true` if a name is that of a sensitive attribute, or of a value with sensitive parts.
    pub(crate) fn is_of_secret(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.sensitive.contains(&name) || self.with_parts.contains(&name)
    }

    /// Adds the names of another set. Returns `true` if a name is new.
    pub(super) fn extend(&mut self, other: &Self) -> bool {
        let count = |names: &Self| [&names.sensitive, &names.with_parts].map(KeySet::len);
        let before = (count(self), self.others.len());
        self.add_sensitive_of(other);
        self.others.extend(other.others.iter().cloned());
        before != (count(self), self.others.len())
    }

    /// Returns these names together with the sensitive names of another set.
    pub(super) fn with_sensitive_of(&self, others: &Self) -> Self {
        let mut names = self.clone();
        names.add_sensitive_of(others);
        names
    }

    fn add_sensitive_of(&mut self, others: &Self) {
        self.sensitive.extend(others.sensitive.iter().cloned());
        self.with_parts.extend(others.with_parts.iter().cloned());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sensitive.is_empty() && self.with_parts.is_empty()
    }

    /// Returns `true` if the spec contains exactly this name.
    pub(super) fn contains(&self, name: &str) -> bool {
        let names = [&self.sensitive, &self.with_parts];
        self.others.contains(name) || names.iter().any(|names| names.contains(name))
    }
}

/// Finds the names of a source that count as sensitive.
pub(super) struct Matcher<'a> {
    names: &'a SensitiveNames,
    /// The results so far.
    known: KeyMap<String, Sensitivity>,
    effort: usize,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(names: &'a SensitiveNames) -> Self {
        Self { names, known: KeyMap::default(), effort: 0 }
    }

    /// Returns `true` if the spec contains exactly this name.
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns `true` for the name of a sensitive attribute, in any case.
    pub(super) fn is_name_of_secret(&self, name: &str) -> bool {
        self.names.sensitive.contains(&Str::new(name).to_lowercase())
    }

    /// Returns `true` if a value of this name may have a secret in it.
    pub(super) fn is_sensitive(&mut self, name: &str) -> bool {
        self.sensitivity(name) != Sensitivity::None
    }

    /// Returns the sensitivity of a value by its name: in any case, and also by a likely misspelling. Other names of
    /// the spec are not misspellings.
    pub(super) fn sensitivity(&mut self, name: &str) -> Sensitivity {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        // Names are compared in their normal form.
        let normal = Str::new(name);
        let lower = normal.to_lowercase();
        let found = if self.names.sensitive.contains(&lower) {
            Sensitivity::Whole
        } else if self.names.with_parts.contains(&lower) {
            Sensitivity::Parts
        } else if self.names.others.contains(&normal) {
            Sensitivity::None
        } else if self.is_meant(&lower, &self.names.sensitive) {
            Sensitivity::Whole
        } else if self.is_meant(&lower, &self.names.with_parts) {
            Sensitivity::Parts
        } else {
            Sensitivity::None
        };
        self.known.insert(name.to_owned(), found);
        found
    }

    fn is_meant(&mut self, name: &str, names: &KeySet<String>) -> bool {
        names.iter().any(|sensitive| {
            self.effort += name.len() * sensitive.len();
            self.effort > MAX_EFFORT || is_near(name, sensitive)
        })
    }
}

/// Returns `true` if a name can contain the character.
pub(super) fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Returns names for tests: `password` is sensitive, `passwort` and `user` are not, and `login` has sensitive parts.
#[cfg(test)]
pub(super) fn samples() -> SensitiveNames {
    let mut names = SensitiveNames::default();
    names.add_sensitive("password");
    names.add_with_parts("login");
    names.add_other(&Str::new("passwort"));
    names.add_other(&Str::new("user"));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_are_sensitive() {
        let names = samples();
        let mut matcher = Matcher::new(&names);
        for name in ["password", "PassWord", "pasword", "PASWORD", "passworts"] {
            assert!(matcher.is_sensitive(name), "{name}");
        }
        for name in ["passwort", "pass", "user", ""] {
            assert!(!matcher.is_sensitive(name), "{name}");
        }
        for name in ["login", "LOGIN", "logn"] {
            assert_eq!(matcher.sensitivity(name), Sensitivity::Parts, "{name}");
        }
    }

    #[test]
    fn unknown_names_beyond_the_limit_are_sensitive() {
        let names = samples();
        let mut matcher = Matcher { effort: MAX_EFFORT - 8 * 13, ..Matcher::new(&names) };
        assert!(!matcher.is_sensitive("username"));
        assert!(matcher.is_sensitive("one_more"));
        assert!(!matcher.is_sensitive("passwort"));
    }

    #[test]
    fn extending_reports_new_names() {
        let mut all = samples();
        assert!(!all.extend(&samples()));
        let mut more = SensitiveNames::default();
        more.add_sensitive("Token");
        assert!(all.extend(&more));
        let matcher = Matcher::new(&all);
        assert!(matcher.is_known("token") && !matcher.is_known("host"));
    }
}
