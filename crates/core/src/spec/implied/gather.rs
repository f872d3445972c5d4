//! The names in the specs of one body.

use std::sync::Arc;

use super::{Chosen, Labels, Mistake};
use crate::body::{AttributeSchema, BlockSchema, BodySchema, LabelForms};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, NameMap, NameSet};
use crate::cty::value_spec::{ItemNames, Unexpected};
use crate::spec::{
    AttrSpec, BlockContent, BlocksSpec, LabelPosition, LabelSpec, NestedSpec, OneOfSpec,
    OtherForms, Spec, Tag, placeholder,
};

/// The names in the specs of one body.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) schema: BodySchema,
    /// The positions of names in the schema.
    attributes: NameMap<usize>,
    blocks: NameMap<usize>,
    pub(super) labels: Labels,
    pub(super) generated: Vec<Str>,
    known_generated: NameSet,
    pub(super) bodies: NameMap<NestedSpec>,
    /// The other forms of attributes and block types.
    pub(super) other_forms: NameMap<OtherForms>,
    /// The other forms that the enclosing objects allow.
    inherited: OtherForms,
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

/// The forms of a body to gather from.
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
        let outer = self.inherited;
        match spec {
            Spec::Object(object) => {
                self.inherited = outer.and(object.forms);
                self.unexpected = self.unexpected.max(Some(object.unexpected));
            }
            Spec::Attr(attr) => self.attr(attr),
            Spec::Blocks(blocks) => self.blocks(blocks),
            Spec::Label(label) => match label.position {
                LabelPosition::At(index) => self.label(index, &label.name),
                LabelPosition::From(_) => self.labels.more = Some(label.name.clone()),
                LabelPosition::Key => self.labels.key = Some(label.name.clone()),
            },
            Spec::OneOf(one_of) => return self.one_of(one_of),
            Spec::Rest(_) => self.has_remain = true,
            Spec::Tuple(_) | Spec::Default(_) | Spec::Wrapped(_) => {}
            Spec::Literal(_) | Spec::Expr(_) => {}
        }
        spec.children().into_iter().for_each(|child| self.gather(child));
        self.inherited = outer;
    }

    /// Adds the other forms of a name.
    fn add_forms(&mut self, name: &Str, own: OtherForms) {
        let forms = own.and(self.inherited);
        if !forms.is_empty() {
            let known = self.other_forms.get_or_insert_with(name, || OtherForms::NONE);
            *known = known.and(forms);
        }
    }

    /// Returns the names that are both an attribute and a block type.
    pub(super) fn either(&self) -> Vec<Str> {
        self.attributes.names().filter(|name| self.blocks.contains(name)).cloned().collect_vec()
    }

    /// Adds an attribute. One with aliases is not required in the schema, since the schema knows one name only.
    fn attr(&mut self, attr: &AttrSpec) {
        let names = &attr.names;
        let required = attr.required && names.others().next().is_none();
        self.attribute(&names.name, required);
        if required && let Some(value) = placeholder::of(attr) {
            self.schema.placeholders.push((names.name.clone(), value));
        }
        for name in names.others() {
            self.attribute(name, false);
        }
        if let Some(value) = placeholder::shown(attr) {
            let values = names.all().map(|name| (name.clone(), value.clone()));
            self.schema.values.extend(values);
        }
        for name in names.all() {
            self.add_forms(name, attr.forms);
        }
        self.hide(names);
    }

    /// Keeps the other names of an item out of messages, and its name if it is deprecated.
    fn hide(&mut self, names: &ItemNames) {
        let name = names.deprecation.is_some().then_some(&names.name);
        self.schema.hidden.extend(names.others().chain(name).cloned());
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

    fn blocks(&mut self, blocks: &BlocksSpec) {
        for ty in &blocks.types {
            for name in ty.names.all() {
                self.block(name, &blocks.key, &ty.content, blocks.options.is_dynamic);
                self.add_forms(name, blocks.forms);
                if let Some(layering) = blocks.layering_of_schema() {
                    self.schema.layering.push((name.clone(), layering));
                }
            }
            self.hide(&ty.names);
        }
    }

    /// Adds blocks of a type. Their labels are those of the key, then those of the spec of their bodies.
    fn block(&mut self, ty: &Str, key: &[Str], content: &BlockContent, dynamic: bool) {
        if self.forms == Forms::Labels {
            return;
        }
        let (nested, labels) = (content.nested(), content.labels_after(key));
        if content.labels().is_some_and(|labels| labels.more.is_some()) {
            self.schema.more_labels.push(ty.clone());
        }
        if dynamic && self.known_generated.insert(ty.clone()) {
            self.generated.push(ty.clone());
        }
        match self.blocks.get(ty) {
            Some(position) if self.schema.blocks[*position].labels.len() == labels.len() => {}
            Some(_) => self.mistakes.push(Mistake::LabelsDiffer { ty: ty.clone() }),
            None => {
                self.blocks.insert(ty.clone(), self.schema.blocks.len());
                if let Some(nested) = nested {
                    self.bodies.insert(ty.clone(), nested.clone());
                }
                self.schema.blocks.push(BlockSchema { ty: ty.clone(), labels });
                self.schema
                    .label_forms
                    .extend(nested.and_then(|nested| label_forms(ty, key, nested)));
            }
        }
    }

    /// Adds a label. Labels before it exist even if no spec names them.
    fn label(&mut self, index: usize, name: &Str) {
        if index >= LabelSpec::MAX_LABELS {
            self.mistakes.push(Mistake::LabelBeyond { name: name.clone(), index });
            return;
        }
        let names = &mut self.labels.names;
        while names.len() <= index {
            names.push(Str::from(format!("label {}", names.len() + 1)));
        }
        names[index] = name.clone();
    }

    /// Adds the tag and the form that it selects. A block has the labels of all forms, unless a label is the tag.
    fn one_of(&mut self, one_of: &Arc<OneOfSpec>) {
        match &one_of.tag {
            Tag::Label { index, name } => self.label(*index, name),
            Tag::Attribute(name) => self.attribute(name, true),
        }
        let chosen = self.chosen.iter().find(|chosen| Arc::ptr_eq(&chosen.one_of, one_of));
        let chosen = chosen.map(|chosen| chosen.form);
        // The labels of a chosen form are gathered below.
        if self.forms != Forms::Labels || chosen.is_none() {
            one_of.specs().for_each(|form| self.form(form));
        }
        match chosen {
            Some(form) => one_of.specs().skip(form).take(1).for_each(|spec| self.gather(spec)),
            None => self.choice = self.choice.take().or_else(|| Some(Arc::clone(one_of))),
        }
    }

    /// Adds the labels of a form, chosen or not.
    fn form(&mut self, form: &Spec) {
        let mut own = Self { forms: self.forms, inherited: self.inherited, ..Self::default() };
        own.gather(form);
        for (index, name) in own.labels.names.iter().enumerate().skip(self.labels.names.len()) {
            self.label(index, name);
        }
        self.labels.key = self.labels.key.take().or(own.labels.key);
        self.labels.more = self.labels.more.take().or(own.labels.more);
        if self.forms != Forms::All {
            return;
        }
        for attribute in &own.schema.attributes {
            self.attribute(&attribute.name, false);
        }
        for block in own.schema.blocks {
            if !self.blocks.contains(&block.ty) {
                self.blocks.insert(block.ty.clone(), self.schema.blocks.len());
                self.schema.blocks.push(block);
            }
        }
        self.schema.hidden.extend(own.schema.hidden);
        self.schema.layering.extend(own.schema.layering);
        for (name, forms) in own.other_forms.iter() {
            self.add_forms(name, *forms);
        }
        for (ty, nested) in own.bodies.iter() {
            self.bodies.insert(ty.clone(), nested.clone());
        }
        self.generated.extend(own.generated);
        self.has_remain |= own.has_remain;
        self.unexpected = self.unexpected.max(own.unexpected);
    }
}

/// Returns the labels of blocks of a type after the labels of the key, if a label selects the form of the body and the
/// forms differ in the number of labels.
fn label_forms(ty: &Str, key: &[Str], nested: &NestedSpec) -> Option<LabelForms> {
    let choices = nested.spec().index().choices;
    let mut by_label =
        choices.iter().filter_map(|choice| Some((*choice, choice.tag.label_index()?)));
    let (one_of, index) = by_label.next()?;
    let labels_of = |form| {
        let chosen = vec![Chosen { one_of: Arc::clone(one_of), form }];
        let mut gathered = Gathered { chosen, ..Gathered::of_labels() };
        gathered.gather(nested.spec());
        gathered.labels.after_key(key)
    };
    let forms = one_of
        .tags()
        .map(Str::new)
        .enumerate()
        .map(|(form, tag)| (tag, labels_of(form)))
        .collect_vec();
    let is_varying = forms.windows(2).any(|pair| pair[0].1.len() != pair[1].1.len());
    is_varying.then(|| LabelForms { ty: ty.clone(), index: key.len() + index, forms })
}
