//! The names, deprecation and docs of attributes and block types.

use std::iter;

use crate::cty::Str;
use crate::cty::value_spec::ItemDocs;

/// The names of an attribute or a block type, with its deprecation and docs.
#[derive(Clone, Debug)]
pub(in crate::spec) struct SpecItem {
    pub(in crate::spec) name: Str,
    pub(in crate::spec) aliases: Vec<Alias>,
    pub(in crate::spec) deprecation: Option<Deprecation>,
    pub(in crate::spec) docs: ItemDocs,
}

/// Another name, which messages do not offer.
#[derive(Clone, Debug)]
pub(in crate::spec) struct Alias {
    pub(in crate::spec) name: Str,
    pub(in crate::spec) deprecation: Option<Deprecation>,
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

impl SpecItem {
    pub(super) fn new(name: impl Into<Str>) -> Self {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            deprecation: None,
            docs: ItemDocs::default(),
        }
    }

    /// Returns `true` if it has one name, which is not deprecated.
    pub(in crate::spec) fn is_plain(&self) -> bool {
        self.aliases.is_empty() && self.deprecation.is_none()
    }

    /// Returns `true` if `name` is its name or an alias.
    pub(in crate::spec) fn is_called(&self, name: &Str) -> bool {
        self.name == *name || self.aliases.iter().any(|alias| alias.name == *name)
    }

    /// Returns its name, then its aliases.
    pub(in crate::spec) fn names(&self) -> impl Iterator<Item = &Str> {
        iter::once(&self.name).chain(self.alias_names())
    }

    pub(in crate::spec) fn alias_names(&self) -> impl Iterator<Item = &Str> {
        self.aliases.iter().map(|alias| &alias.name)
    }

    /// Returns the deprecation of one of its names.
    pub(in crate::spec) fn deprecation_of(&self, name: &Str) -> Option<&Deprecation> {
        let alias = self.aliases.iter().find(|alias| alias.name == *name);
        alias.and_then(|alias| alias.deprecation.as_ref()).or(self.deprecation.as_ref())
    }

    pub(super) fn deprecation_mut(&mut self) -> &mut Deprecation {
        self.deprecation.get_or_insert(Deprecation { replacement: None, advice: None })
    }
}

/// The methods of specs that have an `item`.
macro_rules! item_methods {
    ($spec:ident) => {
        impl $spec {
            /// Adds an alias, which messages do not offer.
            #[must_use]
            pub fn alias(mut self, name: impl Into<Str>) -> Self {
                self.item.aliases.push(Alias { name: name.into(), deprecation: None });
                self
            }

            /// Adds a former name. It is still allowed, with a warning that gives the current name.
            #[must_use]
            pub fn former_name(mut self, name: impl Into<Str>) -> Self {
                let replacement = Some(self.item.name.clone());
                let deprecation = Some(Deprecation { replacement, advice: None });
                self.item.aliases.push(Alias { name: name.into(), deprecation });
                self
            }

            /// Deprecates the item. Each use is a warning with this advice, in full sentences.
            #[must_use]
            pub fn deprecated(mut self, advice: impl Into<Str>) -> Self {
                self.item.deprecation_mut().advice = Some(advice.into());
                self
            }

            /// Deprecates the item in favor of another one. Each use is a warning that names it.
            #[must_use]
            pub fn replaced_by(mut self, name: impl Into<Str>) -> Self {
                self.item.deprecation_mut().replacement = Some(name.into());
                self
            }

            /// Returns the name.
            pub fn name(&self) -> &Str {
                &self.item.name
            }

            /// Returns the aliases.
            pub fn aliases(&self) -> impl Iterator<Item = &Str> {
                self.item.alias_names()
            }

            /// Returns the deprecation, if any.
            pub fn deprecation(&self) -> Option<&Deprecation> {
                self.item.deprecation.as_ref()
            }
        }

        $crate::spec::kinds::docs_methods::docs_methods!($spec, item.docs);
    };
}

pub(super) use item_methods;
