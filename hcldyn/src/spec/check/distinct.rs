//! Items that two attributes of an object decode.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use crate::cty::Str;
use crate::spec::{ObjectSpec, Spec};

impl Checker {
    /// Checks that each attribute of the object decodes items of its own.
    pub(super) fn distinct(&mut self, object: &ObjectSpec) {
        let mut known: BTreeMap<&Str, &Str> = BTreeMap::new();
        for (attribute, spec) in object.shape.names().iter().zip(&object.specs) {
            for name in spec.names_of_items() {
                let Some(first) = known.get(name) else {
                    known.insert(name, attribute);
                    continue;
                };
                self.mistake(format!(
                    "{:?} is decoded twice, by {:?} and by {:?}",
                    &**name, &***first, &**attribute
                ));
            }
        }
    }
}

impl Spec {
    /// Returns the names of attributes and block types in the specs that decode the same body.
    pub(super) fn names_of_items(&self) -> BTreeSet<&Str> {
        let mut names = BTreeSet::new();
        self.visit(&mut |spec| match spec {
            Self::Attr(attr) => names.extend(attr.names.all()),
            Self::Blocks(blocks) => names.extend(blocks.all_names().map(|(name, _)| name)),
            Self::Object(_) | Self::Tuple(_) | Self::Default(_) | Self::Wrapped(_) => {}
            Self::OneOf(_) | Self::Label(_) => {}
            Self::Literal(_) | Self::Expr(_) | Self::Rest(_) => {}
        });
        names
    }
}
