//! `one_of`: a body that has one of several forms.

use std::sync::LazyLock;

use super::item::docs;
use super::label::INDEX;
use crate::cty::Str;
use crate::spec::language::diags;
use crate::spec::language::grammar::{Kind, argument, children, named};
use crate::spec::language::read::{Names, Read, Reader};
use crate::spec::language::site::Site;
use crate::spec::language::written::{Nested, Written};
use crate::spec::{ObjectSpec, OneOfSpec, Spec, SpecStep};

pub(super) const ONE_OF: Kind = Kind { name: "one_of", body, read };

const LABEL: &str = "label";
const ATTRIBUTE: &str = "attribute";
const FORM: &str = "form";

fn body() -> ObjectSpec {
    ObjectSpec::new([
        argument::<Str>(LABEL),
        argument::<Str>(ATTRIBUTE),
        argument::<usize>(INDEX),
        docs(),
        (FORM, named(FORM, "tag")),
    ])
    .exactly_one_of([LABEL, ATTRIBUTE])
    .requires(INDEX, [LABEL])
}

fn read(reader: &mut Reader<'_>, block: &Written) -> Read {
    let label = block.get::<Str>(LABEL, reader);
    let attribute = block.get::<Str>(ATTRIBUTE, reader);
    let label = label.map(|name| (reader.label_index(block), name));
    let (forms, site) = forms(reader, block);
    let is_empty = forms.is_empty();
    let mut spec = match (label, attribute) {
        (Some((index, name)), _) if !is_empty => OneOfSpec::by_label(index, name, forms),
        (None, Some(attribute)) if !is_empty => OneOfSpec::by_attribute(attribute, forms),
        _ => return Read::nothing(block.place.clone()),
    };
    if let Some(docs) = reader.docs(block) {
        spec = spec.doc(docs);
    }
    Read { spec: spec.into(), site }
}

/// The forms. Each may have labels of its own, which follow those before the choice.
fn forms(reader: &mut Reader<'_>, block: &Written) -> (Vec<(Str, Spec)>, Site) {
    let mut site = Site::new(block.place.clone());
    let mut names = Names::new("a form");
    let mut forms = Vec::new();
    let first_label = reader.next_label;
    let mut next_label = first_label;
    for nested in block.blocks(FORM) {
        let Some((tag, place)) = &nested.label else { continue };
        reader.next_label = first_label;
        let read = reader.under_label(&nested, |reader, block| reader.only_child(block, None));
        next_label = next_label.max(reader.next_label);
        if names.add(tag, place.clone(), reader) {
            forms.push((tag.clone(), read.spec));
            site.add(SpecStep::Form(tag.clone()), read.site);
        }
    }
    reader.next_label = next_label;
    reader.some_of(block, FORM, &forms);
    (forms, site)
}

impl Reader<'_> {
    /// The one spec of a block that names a form or a block type.
    pub(super) fn under_label(
        &mut self,
        nested: &Nested,
        read: fn(&mut Self, &Written) -> Read,
    ) -> Read {
        static BODY: LazyLock<Spec> = LazyLock::new(|| ObjectSpec::new([children()]).into());
        let title = format!("A block of type {:?}", &*nested.ty);
        let block = Written::open(&nested.body, &BODY, title, nested.place.clone(), self);
        read(self, &block)
    }

    /// Reports that there is nothing to choose from.
    pub(super) fn some_of(&mut self, block: &Written, ty: &str, found: &[(Str, Spec)]) {
        if found.is_empty() && block.is_complete {
            self.diags.push(diags::nothing_to_choose(block.inside.clone(), &block.title, ty));
        }
    }
}
