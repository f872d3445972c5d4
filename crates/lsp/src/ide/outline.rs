//! The items that a spec describes at a place.

use hcldyn_core::cty::Str;
use hcldyn_core::cty::value_spec::{ItemDocs, ItemNames, ValueSpec, VariantSelector};
use hcldyn_core::spec::outline::{
    BodyId, Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineBody, OutlineChoice,
    OutlineContent, OutlineLabel,
};
use hcldyn_core::spec::{LabelPosition, Tag};

use super::cursor::{Header, Key};

/// A body, with those of the forms that its tags select.
pub(super) struct Scope<'o> {
    pub(super) outline: &'o Outline,
    bodies: Vec<&'o OutlineBody>,
    /// The values of attributes with any names.
    any: Option<&'o ValueSpec>,
}

/// An attribute or a block type.
#[derive(Clone, Copy)]
pub(super) enum ScopeItem<'o> {
    Attribute(&'o OutlineAttribute),
    Block(&'o OutlineBlock, &'o OutlineBlockType),
}

impl<'o> Scope<'o> {
    /// Returns the items inside blocks, the outermost first; `None` inside a block that the spec does not describe.
    pub(super) fn inside(outline: &'o Outline, blocks: &[Header<'_>]) -> Option<Self> {
        let mut scope = Self { outline, bodies: Vec::new(), any: None };
        scope.add(BodyId::ROOT, &[]);
        let mut blocks = blocks.iter().peekable();
        while let Some(block) = blocks.next() {
            // The content of a dynamic block is that of the blocks that it generates.
            let generated;
            let block = match (block.ty, &*block.labels) {
                ("dynamic", [ty]) if blocks.next_if(|it| it.ty == "content").is_some() => {
                    generated = Header { ty, labels: Vec::new() };
                    &generated
                }
                _ => block,
            };
            scope = scope.block(block)?;
        }
        Some(scope)
    }

    fn block(&self, header: &Header<'_>) -> Option<Self> {
        let block = |item: ScopeItem<'o>| match item {
            ScopeItem::Block(_, ty) if ty.names.contains(header.ty) => Some(ty),
            _ => None,
        };
        let ty = self.items().find_map(block)?;
        let mut scope = Self { outline: self.outline, bodies: Vec::new(), any: None };
        match &ty.content {
            OutlineContent::Body(id) => scope.add(*id, &header.labels[..]),
            OutlineContent::Attributes(spec) => scope.any = Some(spec),
        }
        Some(scope)
    }

    /// Adds a body, with the forms that labels select. Of forms that an attribute selects, all are added.
    fn add(&mut self, id: BodyId, labels: &[&str]) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let body = self.outline.body(id);
            for choice in &body.choices {
                let is_selected = |tag: &Str| match &choice.tag {
                    Tag::Label { index, .. } => labels.get(*index).is_some_and(|it| *tag == **it),
                    Tag::Attribute(_) => true,
                };
                let forms = choice.forms.iter().filter(|form| is_selected(&form.tag));
                open.extend(forms.map(|form| form.body));
            }
            self.bodies.push(body);
        }
    }

    /// Returns the attributes and block types, in the order of the spec.
    pub(super) fn items(&self) -> impl Iterator<Item = ScopeItem<'o>> {
        self.bodies.iter().flat_map(|body| {
            let attributes = body.attributes.iter().map(ScopeItem::Attribute);
            let types = |block: &'o OutlineBlock| {
                block.types.iter().map(move |ty| ScopeItem::Block(block, ty))
            };
            attributes.chain(body.blocks.iter().flat_map(types))
        })
    }

    /// Returns the item with one of its names.
    pub(super) fn item(&self, name: &str) -> Option<ScopeItem<'o>> {
        self.items().find(|item| item.names().contains(name))
    }

    /// Returns the spec of the value of an attribute.
    pub(super) fn value(&self, attribute: &str) -> Option<&'o ValueSpec> {
        match self.item(attribute) {
            Some(ScopeItem::Attribute(attribute)) => Some(&attribute.value),
            _ => self.any,
        }
    }

    /// Returns the tags of the label of a block type, with the docs of their forms.
    pub(super) fn tags(&self, header: &Header<'_>) -> Vec<(&'o Str, &'o ItemDocs)> {
        let Some(ScopeItem::Block(_, ty)) = self.item(header.ty) else { return Vec::new() };
        let OutlineContent::Body(id) = ty.content else { return Vec::new() };
        let at = header.labels.len();
        let choices = self.outline.body(id).choices.iter();
        let here = choices.filter(|it| matches!(&it.tag, Tag::Label { index, .. } if *index == at));
        here.flat_map(|choice| &choice.forms)
            .map(|form| (&form.tag, &self.outline.body(form.body).docs))
            .collect()
    }

    /// Returns the tags of the forms that an attribute selects.
    pub(super) fn tags_of_attribute(&self, name: &str) -> Vec<&'o Str> {
        let choices = self.bodies.iter().flat_map(|body| &body.choices);
        let here = choices.filter(|it| matches!(&it.tag, Tag::Attribute(tag) if *tag == *name));
        here.flat_map(|choice| &choice.forms).map(|form| &form.tag).collect()
    }

    /// Returns the bodies, for their rules.
    pub(super) fn bodies(&self) -> &[&'o OutlineBody] {
        &self.bodies
    }
}

impl<'o> ScopeItem<'o> {
    /// Returns the number of labels of a block; `None` for an attribute.
    pub(super) fn label_count(self, outline: &Outline) -> Option<usize> {
        let Self::Block(block, ty) = self else { return None };
        Some(labels_of(outline, block, ty).len())
    }

    pub(super) fn names(self) -> &'o ItemNames {
        match self {
            Self::Attribute(attribute) => &attribute.names,
            Self::Block(_, ty) => &ty.names,
        }
    }

    pub(super) fn docs(self) -> &'o ItemDocs {
        match self {
            Self::Attribute(attribute) => &attribute.docs,
            Self::Block(block, _) => &block.docs,
        }
    }

    /// Returns `true` if a body must have it.
    pub(super) fn is_required(self) -> bool {
        match self {
            Self::Attribute(attribute) => attribute.is_required,
            Self::Block(block, _) => block.is_required(),
        }
    }

    /// Returns `true` if a body can have several of it.
    pub(super) fn is_repeated(self) -> bool {
        matches!(self, Self::Block(block, _) if block.is_repeated())
    }
}

/// Returns the labels of a block in their order, those that select its form included.
pub(super) fn labels_of(
    outline: &Outline,
    block: &OutlineBlock,
    ty: &OutlineBlockType,
) -> Vec<OutlineLabel> {
    let mut labels = outline.labels_of(block, ty);
    let OutlineContent::Body(id) = ty.content else { return labels };
    for label in outline.body(id).choices.iter().filter_map(OutlineChoice::label) {
        match label.position {
            LabelPosition::At(index) if index < labels.len() => labels[index] = label,
            _ => labels.push(label),
        }
    }
    labels
}

/// Returns the specs of a part of a value; several if the value has one of several forms.
pub(super) fn part(spec: &ValueSpec, path: &[Key<'_>]) -> Vec<ValueSpec> {
    let mut specs = vec![spec.resolved().into_owned()];
    for key in path {
        specs = specs.iter().flat_map(forms).flat_map(|spec| step(&spec, *key)).collect();
    }
    specs.iter().flat_map(forms).collect()
}

/// Returns a spec, or those of its variants with content.
fn forms(spec: &ValueSpec) -> Vec<ValueSpec> {
    match spec {
        ValueSpec::Variants(variants)
            if !matches!(variants.selector(), VariantSelector::Keyword { .. }) =>
        {
            let content = variants.variants().iter().filter(|variant| !variant.keyword);
            let content = content.map(|variant| variant.spec.resolved().into_owned());
            std::iter::once(spec.clone()).chain(content).collect()
        }
        spec => vec![spec.clone()],
    }
}

fn step(spec: &ValueSpec, key: Key<'_>) -> Option<ValueSpec> {
    let part = match (spec, key) {
        (ValueSpec::Object(object), Key::Name(name)) => {
            &object.attributes().iter().find(|it| it.names.contains(name))?.spec
        }
        (ValueSpec::Map(map), Key::Name(_)) => map.element(),
        (ValueSpec::List(list) | ValueSpec::Set(list), Key::Index(_)) => list.element(),
        (ValueSpec::Tuple(tuple), Key::Index(index)) => tuple.elements().get(index)?,
        _ => return None,
    };
    Some(part.resolved().into_owned())
}
