//! Items that two attributes of an object decode.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use crate::cty::Str;
use crate::spec::{ObjectSpec, Spec, SpecView};

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
        self.visit(&mut |spec| match spec.view() {
            SpecView::Attr(attr) => names.extend(attr.item.names()),
            SpecView::Blocks(blocks) => names.extend(blocks.types.iter().map(|(name, _)| *name)),
            SpecView::Object(_)
            | SpecView::Tuple(_)
            | SpecView::Default(_)
            | SpecView::Wrapped(_)
            | SpecView::OneOf(_)
            | SpecView::Label(_)
            | SpecView::Constant(_)
            | SpecView::Rest { .. } => {}
        });
        names
    }
}
