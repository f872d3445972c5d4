//! What items are meant to be that a schema does not name.

use super::{BodySchema, Unexpected};
use crate::cty::Str;
use crate::diag::nearest;

/// Names of a schema that items seem to be meant to have which it does not name. Each such item was
/// reported as an error that suggests the name, so that none of them is missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meant(Vec<Str>);

impl Meant {
    /// Adds what an item seems to be meant to be, unless the schema takes it as it is.
    pub(crate) fn add(&mut self, schema: &BodySchema, name: Option<&Str>) {
        let name = name.filter(|name| !self.includes(name));
        if schema.unexpected == Unexpected::Refuse {
            self.0.extend(name.cloned());
        }
    }

    pub(super) fn append(&mut self, other: Self) {
        let new: Vec<_> = other.0.into_iter().filter(|name| !self.includes(name)).collect();
        self.0.extend(new);
    }

    pub(crate) fn includes(&self, name: &Str) -> bool {
        self.0.contains(name)
    }

    pub(crate) fn any(&self, is_asked: impl Fn(&Str) -> bool) -> bool {
        self.0.iter().any(is_asked)
    }
}

impl BodySchema {
    /// What an attribute seems to be meant to be that the schema does not name: a block of that very
    /// type, or the attribute of the nearest name.
    pub(super) fn meant_by_attribute(&self, given: &Str) -> Option<&Str> {
        let block = self.block(given).map(|known| &known.ty).filter(|ty| self.may_offer(ty));
        block.or_else(|| self.nearest(given, self.attributes.iter().map(|known| &known.name)))
    }

    /// What a block seems to be meant to be of a type that the schema does not name: the attribute of
    /// that very name, or a block of the nearest type.
    pub(crate) fn meant_by_block(&self, given: &Str) -> Option<&Str> {
        let attribute = self.attribute(given).map(|known| &known.name);
        let attribute = attribute.filter(|name| self.may_offer(name));
        attribute.or_else(|| self.nearest(given, self.blocks.iter().map(|known| &known.ty)))
    }

    /// What a property of JSON syntax seems to be meant to be, be that an attribute or blocks.
    pub(crate) fn meant_by_property(&self, given: &Str) -> Option<&Str> {
        let attributes = self.attributes.iter().map(|known| &known.name);
        self.nearest(given, attributes.chain(self.blocks.iter().map(|known| &known.ty)))
    }

    /// Which of these names, which are its own, is nearest to one that it does not have.
    fn nearest<'a>(&self, given: &str, known: impl Iterator<Item = &'a Str>) -> Option<&'a Str> {
        nearest(given, known.filter(|name| self.may_offer(name)))
    }
}
