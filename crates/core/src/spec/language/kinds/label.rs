//! `label` and `one_of`: a label of the block whose body is decoded, and a body with one of several forms.

use super::Specs;
use crate::cty::Str;
use crate::decode::Spanned;
use crate::spec::language::block::{Blocks, NamedContent, OpenBlock, SpecContent};
use crate::spec::language::diags;
use crate::spec::language::options::Docs;
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::write::{Writer, block};
use crate::spec::{LabelPosition, LabelSpec, OneOfSpec, Spec, SpecStep, Tag};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

/// A label of the enclosing block.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Label {
    /// The name of the label in messages. In an object, the label of this block is the default.
    name: Option<Str>,
    /// `true` for the last label of the key under `block_map` and `block_object`. Elsewhere, it is the first label.
    key: bool,
    /// The index of the label, from 0. By default, it is the one after the previous label.
    index: Option<Spanned<usize>>,
    /// `true` for a list of all labels from the index.
    remaining: Spanned<bool>,
    #[hcl(flatten)]
    docs: Docs,
}

impl SpecContent<Spec> for Label {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let index = self.index.as_ref().map(|index| ("index", index.place()));
        let remaining = (*self.remaining).then(|| ("remaining", self.remaining.place()));
        for (name, place) in index.into_iter().chain(remaining).filter(|_| self.key) {
            reader.diags.push(diags::argument_of_key(place.clone(), name));
        }
        let is_key = self.key;
        let index = if is_key { 0 } else { reader.label_index(self.index) };
        let name = reader.name(self.name, "name", block)?;
        let mut label = match (is_key, *self.remaining) {
            (true, _) => LabelSpec::key(name),
            (false, true) => LabelSpec::from_index(index, name),
            (false, false) => LabelSpec::new(index, name),
        };
        label.docs = self.docs.read();
        Some(Read::new(label, block.place.clone()))
    }
}

/// The body, by one of several specs.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default, exactly_one_of("label", "attribute"))]
pub(super) struct OneOf {
    /// The name, in messages, of the label that selects the form.
    label: Option<Str>,
    /// The index of the label, from 0. By default, it is the one after the previous label.
    #[hcl(requires = "label")]
    index: Option<Spanned<usize>>,
    /// The attribute whose value selects the form.
    attribute: Option<Str>,
    #[hcl(flatten)]
    docs: Docs,
    #[hcl(flatten)]
    form: Blocks<Form>,
}

/// One of several forms of a body.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Form {
    #[hcl(flatten)]
    spec: Blocks<Specs>,
}

impl NamedContent for Form {
    const NAME: &'static str = "form";
    const LABEL: Option<&'static str> = Some("tag");
}

impl SpecContent<Spec> for OneOf {
    /// Each form may have its own labels, which follow those before the choice.
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let label = self.label.map(|name| (reader.label_index(self.index), name));
        let first_label = reader.next_label;
        let mut next_label = first_label;
        let step = ("form", SpecStep::Form as _);
        let (forms, site) = reader.choices(&self.form, block, step, |reader, form, block| {
            reader.next_label = first_label;
            let read = reader.only_child(&form.spec, block, None);
            next_label = next_label.max(reader.next_label);
            read
        });
        reader.next_label = next_label;
        let mut spec = match (label, self.attribute) {
            _ if forms.is_empty() => return None,
            (Some((index, name)), _) => OneOfSpec::by_label(index, name, forms),
            (None, Some(attribute)) => OneOfSpec::by_attribute(attribute, forms),
            (None, None) => return None,
        };
        spec.docs = self.docs.read();
        Some(Read { spec: spec.into(), site })
    }
}

impl SpecReader<'_> {
    /// Returns the index of the label of a block. The default is the one after the previous label.
    fn label_index(&mut self, index: Option<Spanned<usize>>) -> usize {
        let index = index.map_or(self.next_label, Spanned::into_inner);
        self.next_label = index.saturating_add(1);
        index
    }

    /// Returns the specs of the choices that blocks offer, by their labels. `read` reads the spec in each. A missing
    /// choice is reported.
    pub(super) fn choices<T: NamedContent, S>(
        &mut self,
        choices: &Blocks<T>,
        block: &OpenBlock,
        step: (&'static str, fn(Str) -> SpecStep),
        mut read: impl FnMut(&mut Self, T, &OpenBlock) -> Read<S>,
    ) -> (Vec<(Str, S)>, SpecSite) {
        let (specs, site) = self.labelled(&choices.0, block, step, |reader, choice, _| {
            let (content, written) = choice.open(reader);
            read(reader, content, &written)
        });
        if specs.is_empty() && block.is_complete {
            self.diags.push(diags::nothing_to_choose(block, T::NAME));
        }
        (specs, site)
    }
}

impl Writer {
    pub(in crate::spec::language) fn label(
        &mut self,
        label: &LabelSpec,
        implied: Option<&Str>,
    ) -> Vec<NewItem> {
        let content = Label {
            name: Some(&label.name).filter(|name| implied != Some(*name)).cloned(),
            key: label.position == LabelPosition::Key,
            index: label.position.first_index().and_then(|index| self.label_index(index)),
            remaining: matches!(label.position, LabelPosition::From(_)).into(),
            docs: Docs::of(&label.docs),
        };
        self.content(&content, [])
    }

    /// Returns the index of a label, if it does not follow the previous one.
    fn label_index(&mut self, index: usize) -> Option<Spanned<usize>> {
        let is_next = index == self.next_label;
        self.next_label = index.saturating_add(1);
        (!is_next).then(|| index.into())
    }

    pub(in crate::spec::language) fn one_of(&mut self, one_of: &OneOfSpec) -> Vec<NewItem> {
        let mut content = OneOf { docs: Docs::of(&one_of.docs), ..OneOf::default() };
        match &one_of.tag {
            Tag::Label { index, name } => {
                (content.label, content.index) = (Some(name.clone()), self.label_index(*index));
            }
            Tag::Attribute(name) => content.attribute = Some(name.clone()),
        }
        let first_label = self.next_label;
        let mut next_label = first_label;
        let mut forms = Vec::with_capacity(one_of.forms.len());
        for (tag, form) in &one_of.forms {
            self.next_label = first_label;
            let body = self.under(SpecStep::Form(tag.clone()), |it| it.spec(form, None, None));
            forms.push(block("form", Some(tag), vec![body]));
            next_label = next_label.max(self.next_label);
        }
        self.next_label = next_label;
        self.content(&content, forms)
    }
}
