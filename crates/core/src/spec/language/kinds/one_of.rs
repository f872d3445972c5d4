//! `one_of`: a body with one of several forms.

use super::choices::Choices;
use super::docs::docs;
use super::label::INDEX;
use crate::cty::Str;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{SpecKind, argument};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::{ObjectSpec, OneOfSpec, Spec, SpecStep};

pub(super) const ONE_OF: SpecKind = SpecKind { name: "one_of", body, read };

pub(in crate::spec::language) const LABEL: &str = "label";
pub(in crate::spec::language) const ATTRIBUTE: &str = "attribute";
const FORMS: Choices = Choices { ty: "form", label: "tag", what: "form", step: SpecStep::Form };

fn body() -> ObjectSpec {
    let arguments = [argument::<Str>(LABEL), argument::<Str>(ATTRIBUTE), argument::<usize>(INDEX)];
    ObjectSpec::new(arguments.into_iter().chain(docs()).chain([FORMS.part()]))
        .exactly_one_of([LABEL, ATTRIBUTE])
        .requires(INDEX, [LABEL])
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let label = block.get::<Str>(LABEL, reader);
    let attribute = block.get::<Str>(ATTRIBUTE, reader);
    let label = label.map(|name| (reader.label_index(block), name));
    let (forms, site) = forms(reader, block);
    let mut spec = match (label, attribute) {
        _ if forms.is_empty() => return None,
        (Some((index, name)), _) => OneOfSpec::by_label(index, name, forms),
        (None, Some(attribute)) => OneOfSpec::by_attribute(attribute, forms),
        (None, None) => return None,
    };
    spec.docs = reader.docs(block);
    Some(Read { spec: spec.into(), site })
}

/// Returns the forms. Each may have its own labels, which follow those before the choice.
fn forms(reader: &mut SpecReader<'_>, block: &BlockBody) -> (Vec<(Str, Spec)>, SpecSite) {
    let first_label = reader.next_label;
    let mut next_label = first_label;
    let forms = reader.choices(block, &FORMS, |reader, form| {
        reader.next_label = first_label;
        let read = reader.only_child(form, None);
        next_label = next_label.max(reader.next_label);
        read
    });
    reader.next_label = next_label;
    forms
}
