//! `object` and `array`: the results of several specs of one body.

use super::rule::RuleContent;
use super::{NamedSpecs, Specs};
use crate::cty::value_spec::Unexpected;
use crate::spec::language::argument::Word;
use crate::spec::language::block::{Blocks, OpenBlock, SpecContent};
use crate::spec::language::options::{Docs, forms};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::write::Writer;
use crate::spec::{ObjectSpec, OtherForms, Spec, SpecStep};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

/// An object of several values.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Object {
    #[hcl(flatten)]
    docs: Docs,
    /// The handling of items that no spec names: `"deny"` (the default), `"warn"` or `"ignore"`.
    unexpected: Option<Word<Unexpected>>,
    /// `true` if all blocks may be written as attributes.
    or_attr: bool,
    /// `true` if all attributes may be written as blocks.
    or_block: bool,
    /// `true` if a further label of a block may be the type of a nested block.
    labels_as_blocks: bool,
    /// `true` if blocks with equal labels are merged.
    merge: bool,
    #[hcl(flatten)]
    rule: Blocks<RuleContent>,
    #[hcl(flatten)]
    spec: Blocks<NamedSpecs>,
}

impl SpecContent<Spec> for Object {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let as_attribute = ("attribute", SpecStep::Attribute as _);
        let (attributes, site) =
            reader.labelled(&self.spec.0, block, as_attribute, |reader, child, name| {
                reader.child(child, Some(name))
            });
        let mut object = ObjectSpec::new(attributes);
        object.forms = forms(&[
            (self.or_attr, OtherForms::OR_ATTR),
            (self.or_block, OtherForms::OR_BLOCK),
            (self.labels_as_blocks, OtherForms::LABELS_AS_BLOCKS),
            (self.merge, OtherForms::MERGE),
        ]);
        object.docs = self.docs.read();
        object.unexpected = self.unexpected.map_or(Unexpected::Deny, |it| it.0);
        for rule in &self.rule.0 {
            for rule in reader.rule(rule, &object) {
                object = object.rule(rule);
            }
        }
        Some(Read { spec: object.into(), site })
    }
}

/// A tuple of several values.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Array {
    #[hcl(flatten)]
    spec: Blocks<Specs>,
}

impl SpecContent<Spec> for Array {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let mut site = SpecSite::new(block.place.clone());
        let mut elements = Vec::new();
        for (index, child) in self.spec.0.iter().enumerate() {
            let read = reader.child(child, None);
            elements.push(read.spec);
            site.add(SpecStep::Element(index), read.site);
        }
        Some(Read { spec: Spec::tuple(elements), site })
    }
}

impl Writer {
    pub(in crate::spec::language) fn object(&mut self, object: &ObjectSpec) -> Vec<NewItem> {
        let content = Object {
            docs: Docs::of(&object.docs),
            unexpected: Some(Word(object.unexpected)).filter(|it| it.0 != Unexpected::Deny),
            or_attr: object.forms.contains(OtherForms::OR_ATTR),
            or_block: object.forms.contains(OtherForms::OR_BLOCK),
            labels_as_blocks: object.forms.contains(OtherForms::LABELS_AS_BLOCKS),
            merge: object.forms.contains(OtherForms::MERGE),
            ..Object::default()
        };
        let mut items = self.content(&content, []);
        for (name, spec) in object.shape.names().iter().zip(&object.specs) {
            let step = SpecStep::Attribute(name.clone());
            items.push(self.under(step, |it| it.spec(spec, Some(name), Some(name))));
        }
        items.extend(object.rules.iter().map(|rule| self.rule(rule)));
        items
    }
}
