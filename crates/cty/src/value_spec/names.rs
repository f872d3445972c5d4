//! The names of items.

use std::slice;

use crate::Str;

/// The names of an attribute, a block type or a variant, with its deprecation.
///
/// ```
/// use hcldyn::cty::value_spec::ItemNames;
///
/// let mut names = ItemNames::new("replicas");
/// assert!(names.is_plain());
/// names.aliases.push("copies".into());
/// names.former_names.push("count".into());
///
/// assert_eq!(names.all().collect::<Vec<_>>(), ["replicas", "copies", "count"]);
/// assert_eq!(names.others().count(), 2);
/// assert!(names.contains("copies"));
/// let deprecation = names.deprecation_of(&"count".into()).unwrap();
/// assert_eq!(deprecation.replacement, Some("replicas".into()));
/// assert_eq!(names.prefixed("max_").name, "max_replicas");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ItemNames {
    /// The current name.
    pub name: Str,
    /// Other names, which messages do not offer.
    pub aliases: Vec<Str>,
    /// Former names. Each causes a warning that gives the current name.
    pub former_names: Vec<Str>,
    /// The deprecation of the item itself.
    pub deprecation: Option<Deprecation>,
}

/// The deprecation of an item, with advice.
///
/// ```
/// use hcldyn::cty::value_spec::Deprecation;
///
/// let deprecation = Deprecation::new(Some("replicas".into()), Some("Version 3 removes it.".into()));
/// assert_eq!(deprecation.advice.as_deref(), Some("Version 3 removes it."));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecation {
    /// The name to write instead, if only the name has changed.
    pub replacement: Option<Str>,
    /// Further advice, in full sentences.
    pub advice: Option<Str>,
}

impl Deprecation {
    /// Creates a deprecation.
    pub fn new(replacement: Option<Str>, advice: Option<Str>) -> Self {
        Self { replacement, advice }
    }
}

/// The names of an item: the current one, its aliases and its former names. Chained iterators would be compiled to several
/// times as much code.
struct AllNames<'a> {
    name: Option<&'a Str>,
    aliases: slice::Iter<'a, Str>,
    former_names: slice::Iter<'a, Str>,
}

impl<'a> Iterator for AllNames<'a> {
    type Item = &'a Str;

    fn next(&mut self) -> Option<&'a Str> {
        match self.name.take().or_else(|| self.aliases.next()) {
            None => self.former_names.next(),
            name => name,
        }
    }
}

impl ItemNames {
    /// Creates the names of an item with a single name.
    pub fn new(name: impl Into<Str>) -> Self {
        Self { name: name.into(), aliases: Vec::new(), former_names: Vec::new(), deprecation: None }
    }

    /// Returns all names, the current one first.
    pub fn all(&self) -> impl Iterator<Item = &Str> {
        self.starting_with(Some(&self.name))
    }

    /// Returns the names besides the current one.
    pub fn others(&self) -> impl Iterator<Item = &Str> {
        self.starting_with(None)
    }

    fn starting_with<'a>(&'a self, name: Option<&'a Str>) -> AllNames<'a> {
        let (aliases, former_names) = (self.aliases.iter(), self.former_names.iter());
        AllNames { name, aliases, former_names }
    }

    /// Returns `true` if there is one name, which is not deprecated.
    pub fn is_plain(&self) -> bool {
        self.others().next().is_none() && self.deprecation.is_none()
    }

    /// Returns `true` if a name is one of these.
    pub fn contains(&self, name: &str) -> bool {
        self.all().any(|known| known == name)
    }

    /// Returns the deprecation of one of the names: for a former name, the current one replaces it.
    pub fn deprecation_of(&self, name: &Str) -> Option<Deprecation> {
        if self.former_names.contains(name) {
            return Some(Deprecation::new(Some(self.name.clone()), None));
        }
        self.deprecation.clone()
    }
}
