//! What attributes and types of blocks have in common: names, deprecation and docs.

use std::iter;

use crate::cty::Str;

/// What an attribute or a type of blocks is called, and what is said of it.
#[derive(Clone, Debug)]
pub(in crate::spec) struct SpecItem {
    pub(in crate::spec) name: Str,
    pub(in crate::spec) aliases: Vec<Alias>,
    pub(in crate::spec) deprecation: Option<Deprecation>,
    pub(in crate::spec) docs: Option<Str>,
}

/// Another name, which no message offers.
#[derive(Clone, Debug)]
pub(in crate::spec) struct Alias {
    pub(in crate::spec) name: Str,
    pub(in crate::spec) deprecation: Option<Deprecation>,
}

/// What should no longer be written, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecation {
    /// The name to write instead, if it is as easy as that.
    pub replacement: Option<Str>,
    /// What else there is to know, in full sentences.
    pub advice: Option<Str>,
}

impl SpecItem {
    pub(super) fn new(name: impl Into<Str>) -> Self {
        Self { name: name.into(), aliases: Vec::new(), deprecation: None, docs: None }
    }

    /// Whether it has one name, and nothing is to be said where that is written.
    pub(in crate::spec) fn is_plain(&self) -> bool {
        self.aliases.is_empty() && self.deprecation.is_none()
    }

    /// Whether it is called so, by its name or by an alias.
    pub(in crate::spec) fn is_called(&self, name: &Str) -> bool {
        self.name == *name || self.aliases.iter().any(|alias| alias.name == *name)
    }

    /// What it may be called: its name, then its aliases.
    pub(in crate::spec) fn names(&self) -> impl Iterator<Item = &Str> {
        iter::once(&self.name).chain(self.alias_names())
    }

    pub(in crate::spec) fn alias_names(&self) -> impl Iterator<Item = &Str> {
        self.aliases.iter().map(|alias| &alias.name)
    }

    /// What is to be said where it is called so.
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
            /// It may be called by this name too, which no message offers.
            #[must_use]
            pub fn alias(mut self, name: impl Into<Str>) -> Self {
                self.item.aliases.push(Alias { name: name.into(), deprecation: None });
                self
            }

            /// It was called by this name before: that is allowed, with a warning that tells the name
            /// of today.
            #[must_use]
            pub fn former_name(mut self, name: impl Into<Str>) -> Self {
                let replacement = Some(self.item.name.clone());
                let deprecation = Some(Deprecation { replacement, advice: None });
                self.item.aliases.push(Alias { name: name.into(), deprecation });
                self
            }

            /// Where it is written there is a warning that it is deprecated, with this advice: full
            /// sentences.
            #[must_use]
            pub fn deprecated(mut self, advice: impl Into<Str>) -> Self {
                self.item.deprecation_mut().advice = Some(advice.into());
                self
            }

            /// Where it is written there is a warning that something else has replaced it.
            #[must_use]
            pub fn replaced_by(mut self, name: impl Into<Str>) -> Self {
                self.item.deprecation_mut().replacement = Some(name.into());
                self
            }

            /// What it is called.
            pub fn name(&self) -> &Str {
                &self.item.name
            }

            /// What else it may be called.
            pub fn aliases(&self) -> impl Iterator<Item = &Str> {
                self.item.alias_names()
            }

            /// Why it should no longer be written.
            pub fn deprecation(&self) -> Option<&Deprecation> {
                self.item.deprecation.as_ref()
            }
        }

        $crate::spec::kinds::docs_methods::docs_methods!($spec, item.docs);
    };
}

pub(super) use item_methods;
