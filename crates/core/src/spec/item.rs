//! The names of attributes and block types.

use std::slice;

use crate::cty::Str;

/// The names of an attribute or a block type, with its deprecation.
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecation {
    /// The name to write instead, if only the name has changed.
    pub replacement: Option<Str>,
    /// Further advice, in full sentences.
    pub advice: Option<Str>,
}

impl Deprecation {
    pub(crate) fn new(replacement: Option<Str>, advice: Option<Str>) -> Self {
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
    pub(crate) fn new(name: impl Into<Str>) -> Self {
        Self { name: name.into(), aliases: Vec::new(), former_names: Vec::new(), deprecation: None }
    }

    /// Returns all names, the current one first.
    pub fn all(&self) -> impl Iterator<Item = &Str> {
        self.starting_with(Some(&self.name))
    }

    /// Returns the names besides the current one.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Str> {
        self.starting_with(None)
    }

    fn starting_with<'a>(&'a self, name: Option<&'a Str>) -> AllNames<'a> {
        let (aliases, former_names) = (self.aliases.iter(), self.former_names.iter());
        AllNames { name, aliases, former_names }
    }

    /// Returns `true` if there is one name, which is not deprecated.
    pub(super) fn is_plain(&self) -> bool {
        self.others().next().is_none() && self.deprecation.is_none()
    }

    /// Returns `true` if a name is one of these.
    pub(super) fn include(&self, name: &Str) -> bool {
        self.all().any(|known| known == name)
    }

    /// Returns the deprecation of one of the names.
    pub(super) fn deprecation_of(&self, name: &Str) -> Option<Deprecation> {
        if self.former_names.contains(name) {
            return Some(Deprecation::new(Some(self.name.clone()), None));
        }
        self.deprecation.clone()
    }

    pub(super) fn deprecation_mut(&mut self) -> &mut Deprecation {
        self.deprecation.get_or_insert(Deprecation::new(None, None))
    }
}

/// The methods of specs that have names, which `with_names` changes, and `docs`.
macro_rules! item_methods {
    ($spec:ident) => {
        impl $spec {
            /// Adds an alias, which messages do not offer.
            #[must_use]
            pub fn alias(self, name: impl Into<Str>) -> Self {
                self.with_names(|names| names.aliases.push(name.into()))
            }

            /// Adds a former name. It is still allowed, with a warning that gives the current name.
            #[must_use]
            pub fn former_name(self, name: impl Into<Str>) -> Self {
                self.with_names(|names| names.former_names.push(name.into()))
            }

            /// Deprecates the item. Each use is a warning with this advice, in full sentences.
            #[must_use]
            pub fn deprecated(self, advice: impl Into<Str>) -> Self {
                self.with_names(|names| names.deprecation_mut().advice = Some(advice.into()))
            }

            /// Deprecates the item in favor of another one. Each use is a warning that names it.
            #[must_use]
            pub fn replaced_by(self, name: impl Into<Str>) -> Self {
                self.with_names(|names| names.deprecation_mut().replacement = Some(name.into()))
            }
        }

        $crate::spec::kinds::docs_methods::docs_methods!($spec);
    };
}

pub(super) use item_methods;
