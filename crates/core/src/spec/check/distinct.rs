//! Items that two attributes of an object decode.

use super::Checker;
use crate::cty::Str;
use crate::cty::internal::{NameMap, NameSet};
use crate::spec::ObjectSpec;

impl Checker {
    /// Checks that each attribute of the object decodes items of its own.
    pub(super) fn distinct(&mut self, object: &ObjectSpec) {
        let mut known: NameMap<&Str> = NameMap::default();
        for (attribute, spec) in object.shape.names().iter().zip(&object.specs) {
            for name in &spec.index().names().cloned().collect::<NameSet>() {
                let Some(first) = known.get(name) else {
                    known.insert(name.clone(), attribute);
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
