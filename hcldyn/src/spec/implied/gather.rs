//! The names in the specs of one body.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Chosen, Mistake};
use crate::body::{AttributeSchema, BlockSchema, BodySchema, Unexpected};
use crate::cty::Str;
use crate::spec::{
    AttrSpec, BlocksView, LabelSpec, NestedSpec, OneOfSpec, Spec, SpecItem, SpecView, Tag,
};

/// The names in the specs of one body.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) schema: BodySchema,
    /// The positions of names in the schema.
    attributes: BTreeMap<Str, usize>,
    blocks: BTreeMap<Str, usize>,
    pub(super) labels: Vec<Str>,
    pub(super) generated: Vec<Str>,
    known_generated: BTreeSet<Str>,
    pub(super) has_remain: bool,
    /// The most lenient rule of the objects for unexpected items.
    pub(super) unexpected: Option<Unexpected>,
    pub(super) mistakes: Vec<Mistake>,
    /// The forms that are chosen.
    pub(super) chosen: Vec<Chosen>,
    /// The first spec whose form is not chosen yet.
    pub(super) choice: Option<Arc<OneOfSpec>>,
    forms: Forms,
}

/// The forms of a body that count.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Forms {
    /// The chosen form, and the labels of the others.
    #[default]
    Chosen,
    /// All forms. Items that one form requires are not required of all.
    All,
    /// The labels of all forms.
    Labels,
}

impl Gathered {
    pub(super) fn of_chosen(chosen: Vec<Chosen>) -> Self {
        Self { chosen, ..Self::default() }
    }

    pub(super) fn of_all_forms() -> Self {
        Self { forms: Forms::All, ..Self::default() }
    }

    /// Gathers only labels. They do not depend on blocks in the body.
    pub(super) fn of_labels() -> Self {
        Self { forms: Forms::Labels, ..Self::default() }
    }

    pub(super) fn gather(&mut self, spec: &Spec) {
        match spec.view() {
            SpecView::Object(object) => {
                self.unexpected = self.unexpected.max(Some(object.unexpected));
            }
            SpecView::Attr(attr) => self.attr(attr),
            SpecView::Blocks(blocks) => self.blocks(&blocks),
            SpecView::Label(label) => self.label(label.index, &label.name),
            SpecView::OneOf(one_of) => return self.one_of(one_of),
            SpecView::Rest { .. } => self.has_remain = true,
            SpecView::Tuple(_) | SpecView::Default(_) | SpecView::Wrapped(_) => {}
            SpecView::Constant(_) => {}
        }
        spec.children().into_iter().for_each(|child| self.gather(child));
    }

    /// Returns the names that are both an attribute and a block type.
    pub(super) fn either(&self) -> Vec<Str> {
        self.attributes.keys().filter(|name| self.blocks.contains_key(*name)).cloned().collect()
    }

    /// Adds an attribute. One with aliases is not required in the schema, since the schema knows one name only.
    fn attr(&mut self, attr: &AttrSpec) {
        let item = &attr.item;
        self.attribute(&item.name, attr.required && item.aliases.is_empty());
        for alias in item.alias_names() {
            self.attribute(alias, false);
        }
        self.hide(item);
    }

    /// Keeps the aliases of an item out of messages, and its name if it is deprecated.
    fn hide(&mut self, item: &SpecItem) {
        let name = item.deprecation.is_some().then_some(&item.name);
        self.schema.hidden.extend(item.alias_names().chain(name).cloned());
    }

    fn attribute(&mut self, name: &Str, required: bool) {
        let known = &mut self.schema.attributes;
        match self.attributes.get(name) {
            Some(position) => known[*position].required |= required,
            None => {
                self.attributes.insert(name.clone(), known.len());
                known.push(AttributeSchema { name: name.clone(), required });
            }
        }
    }

    fn blocks(&mut self, blocks: &BlocksView<'_>) {
        for (ty, nested) in &blocks.types {
            self.block(ty, blocks.key, *nested, blocks.dynamic);
        }
        if let Some(item) = blocks.item {
            self.hide(item);
        }
    }

    /// Adds blocks of a type. Their labels are those of the key, then those of the spec of their bodies.
    fn block(&mut self, ty: &Str, key: &[Str], nested: Option<&NestedSpec>, dynamic: bool) {
        if self.forms == Forms::Labels {
            return;
        }
        let inner = nested.map(NestedSpec::labels).unwrap_or_default();
        let labels: Vec<Str> = key.iter().chain(inner).cloned().collect();
        if dynamic && self.known_generated.insert(ty.clone()) {
            self.generated.push(ty.clone());
        }
        match self.blocks.get(ty) {
            Some(position) if self.schema.blocks[*position].labels.len() == labels.len() => {}
            Some(_) => self.mistakes.push(Mistake::LabelsDiffer { ty: ty.clone() }),
            None => {
                self.blocks.insert(ty.clone(), self.schema.blocks.len());
                self.schema.blocks.push(BlockSchema { ty: ty.clone(), labels });
            }
        }
    }

    /// Adds a label. Labels before it that no spec names exist all the same.
    fn label(&mut self, index: usize, name: &Str) {
        if index >= LabelSpec::MAX_LABELS {
            self.mistakes.push(Mistake::LabelBeyond { name: name.clone(), index });
            return;
        }
        while self.labels.len() <= index {
            self.labels.push(Str::from(format!("label {}", self.labels.len() + 1)));
        }
        self.labels[index] = name.clone();
    }

    /// Adds the tag and the form that it selects. A block has the labels of all forms, since they are counted
    /// before the body is read.
    fn one_of(&mut self, one_of: &Arc<OneOfSpec>) {
        match &one_of.tag {
            Tag::Label { index, name } => self.label(*index, name),
            Tag::Attribute(name) => self.attribute(name, true),
        }
        for form in one_of.specs() {
            self.form(form);
        }
        let chosen = self.chosen.iter().find(|chosen| Arc::ptr_eq(&chosen.one_of, one_of));
        match chosen.map(|chosen| chosen.form) {
            Some(form) => one_of.specs().skip(form).take(1).for_each(|spec| self.gather(spec)),
            None => self.choice = self.choice.take().or_else(|| Some(Arc::clone(one_of))),
        }
    }

    /// Adds the labels of a form, chosen or not.
    fn form(&mut self, form: &Spec) {
        let mut own = Self { forms: self.forms, ..Self::default() };
        own.gather(form);
        for (index, name) in own.labels.iter().enumerate().skip(self.labels.len()) {
            self.label(index, name);
        }
        if self.forms != Forms::All {
            return;
        }
        for attribute in &own.schema.attributes {
            self.attribute(&attribute.name, false);
        }
        for block in own.schema.blocks {
            if !self.blocks.contains_key(&block.ty) {
                self.blocks.insert(block.ty.clone(), self.schema.blocks.len());
                self.schema.blocks.push(block);
            }
        }
        self.schema.hidden.extend(own.schema.hidden);
        self.generated.extend(own.generated);
        self.has_remain |= own.has_remain;
        self.unexpected = self.unexpected.max(own.unexpected);
    }
}
