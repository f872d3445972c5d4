//! Items of a configuration, found by their names: `server.web.port` is the attribute `port` of the block
//! `server "web"`.

use super::index::BodyIndex;
use super::{BlockContent, Rest, Spec};
use crate::body::{Attribute, Block, Body, BodySchema, Layering};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ValueSpec;
use crate::cty::{Str, Type};
use crate::diag::Diagnostics;
use crate::expr::{captures_parts, custom_decoder};

/// An item that a path of names leads to.
#[derive(Debug)]
pub(crate) struct Address {
    /// The types and labels of the blocks around the item, outermost first.
    pub(crate) blocks: Vec<(Str, Vec<Str>)>,
    pub(crate) item: AddressedItem,
    /// The item in the body, if it is written there: the attributes of all its names.
    pub(crate) written: Vec<Attribute>,
}

/// The item at the end of a path.
#[derive(Debug)]
pub(crate) enum AddressedItem {
    Attribute {
        name: Str,
        ty: Type,
        is_sensitive: bool,
        /// `true` if the program gets the expression itself.
        is_captured: bool,
    },
    /// A block without labels, or the blocks of a type.
    Blocks { ty: Str, is_sensitive: bool },
}

impl AddressedItem {
    /// Returns `true` if the item, or a part of it, is sensitive.
    pub(crate) fn is_sensitive(&self) -> bool {
        match self {
            Self::Attribute { is_sensitive, .. } | Self::Blocks { is_sensitive, .. } => {
                *is_sensitive
            }
        }
    }
}

/// The reason that a path leads to no item. `step` is the index of the name at fault.
#[derive(Debug)]
pub(crate) enum AddressFailure {
    /// No item has the name; the others are known.
    Unknown { step: usize, block: Option<Str>, known: Vec<Str> },
    /// The path continues after an attribute.
    InsideAttribute { step: usize, name: Str },
    /// Blocks of a type have more labels than the path.
    MissingLabel { step: usize, ty: Str, label: Str },
    /// The path ends at a block with its labels.
    EndsAtBlock { step: usize, ty: Str },
    /// Blocks of a type have no labels that distinguish them.
    WithoutLabels { step: usize, ty: Str },
}

/// The comparison of the names in a path with those in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameMatch {
    Exact,
    /// As in the name of an environment variable: upper and lower case are equal, and so are `-` and `_`.
    Environment,
}

impl NameMatch {
    fn matches(self, name: &str, given: &str) -> bool {
        match self {
            Self::Exact => name == given,
            Self::Environment => {
                let plain = |c: char| if c == '-' { '_' } else { c.to_ascii_lowercase() };
                name.chars().map(plain).eq(given.chars().map(plain))
            }
        }
    }

    /// Returns the label of a new block.
    fn label(self, given: &Str) -> Str {
        match self {
            Self::Exact => given.clone(),
            Self::Environment => Str::from(given.to_ascii_lowercase()),
        }
    }
}

/// A search for an item.
struct AddressSearch<'a> {
    steps: &'a [Str],
    names: NameMatch,
    blocks: Vec<(Str, Vec<Str>)>,
}

impl Spec {
    /// Returns the item at a path in the body that the spec decodes. Labels of written blocks in `body` are recognized in
    /// the same way as names.
    pub(crate) fn address(
        &self,
        steps: &[Str],
        names: NameMatch,
        body: &Body,
    ) -> Result<Address, AddressFailure> {
        AddressSearch { steps, names, blocks: Vec::new() }.in_body(self, 0, Some(body))
    }
}

impl AddressSearch<'_> {
    fn in_body(
        mut self,
        spec: &Spec,
        step: usize,
        body: Option<&Body>,
    ) -> Result<Address, AddressFailure> {
        let schema = spec.implied_schema();
        let Some(given) = self.steps.get(step) else {
            return Err(self.ends_at_block(step));
        };
        let index = spec.index();
        match self.item_called(given, &index) {
            Some(SpecItem::Attribute { mut names, item }) => {
                let is_last = step + 1 == self.steps.len();
                if let Some(name) = names.first().filter(|_| !is_last) {
                    let name = name.clone();
                    return Err(AddressFailure::InsideAttribute { step: step + 1, name });
                }
                let content = body.map(|body| content_of(body, &schema));
                let mut written = content.map(|(attributes, _)| attributes).unwrap_or_default();
                names.push(given.clone());
                written.retain(|attribute| names.contains(&attribute.name));
                Ok(Address { blocks: self.blocks, item, written })
            }
            Some(SpecItem::Blocks { ty, content }) => {
                let next = step + 1;
                let known = schema.block(&ty);
                let label = |index: usize| self.steps.get(next + index).cloned();
                let labels = known.and_then(|known| schema.labels_of(known, label));
                let labels = labels.map(<[Str]>::to_vec).unwrap_or_default();
                if next == self.steps.len() {
                    let is_sensitive = content.has_sensitive();
                    let item = AddressedItem::Blocks { ty, is_sensitive };
                    return Ok(Address { blocks: self.blocks, item, written: Vec::new() });
                }
                if labels.is_empty() && schema.layering_of(&ty, false) == Layering::Append {
                    return Err(AddressFailure::WithoutLabels { step, ty });
                }
                let (own, block) = self.labels(next, &ty, &labels, body, &schema)?;
                self.blocks.push((ty, own));
                let (next, body) = (next + labels.len(), block.as_ref().map(|block| &block.body));
                match content {
                    BlockContent::Body(nested) => self.in_body(nested.spec(), next, body),
                    BlockContent::Attributes(value) => self.in_attributes(Some(value), next, body),
                }
            }
            None if step + 1 == self.steps.len() && !index.rest.is_empty() => {
                self.in_attributes(rest_of(&index), step, body)
            }
            None => {
                let known = schema.attributes.iter().map(|known| &known.name);
                let known = known.chain(schema.blocks.iter().map(|known| &known.ty));
                let known =
                    known.filter(|name| !schema.hidden.contains(name) && ***name != *"dynamic");
                let block = self.blocks.pop().map(|(ty, _)| ty);
                Err(AddressFailure::Unknown { step, block, known: known.cloned().collect_vec() })
            }
        }
    }

    /// Returns the item of a body that has a name.
    fn item_called(&self, given: &Str, index: &BodyIndex<'_>) -> Option<SpecItem> {
        let matches = |name: &&Str| self.names.matches(name, given);
        let attributes = index.attributes.iter();
        let mut attributes =
            attributes.filter_map(|attr| Some((*attr, attr.names.all().find(matches)?.clone())));
        if let Some((attr, name)) = attributes.next() {
            let is_captured =
                attr.decoder.is_some() || attr.captures_parts || custom_decoder(&attr.ty).is_some();
            let (ty, is_sensitive) = (attr.ty.clone(), attr.sensitive);
            let item = AddressedItem::Attribute { name, ty, is_sensitive, is_captured };
            return Some(SpecItem::Attribute {
                names: attr.names.all().cloned().collect_vec(),
                item,
            });
        }
        let mut tags = index.choices.iter().filter_map(|choice| choice.tag.attribute());
        if let Some(name) = tags.find(matches) {
            return Some(SpecItem::free(name.clone(), &Type::String.into()));
        }
        let (ty, content) = index.block_types().find(|(ty, _)| matches(ty))?;
        Some(SpecItem::Blocks { ty: ty.clone(), content: content.clone() })
    }

    /// Returns the labels of a block at a step, and the block itself if it is written.
    fn labels(
        &self,
        step: usize,
        ty: &Str,
        labels: &[Str],
        body: Option<&Body>,
        schema: &BodySchema,
    ) -> Result<(Vec<Str>, Option<Block>), AddressFailure> {
        let given = self.steps.get(step..).unwrap_or_default();
        if let Some(label) = labels.get(given.len()) {
            let (ty, label) = (ty.clone(), label.clone());
            return Err(AddressFailure::MissingLabel { step: self.steps.len(), ty, label });
        }
        let given = &given[..labels.len()];
        let written = body.map(|body| content_of(body, schema).1).unwrap_or_default();
        let block = written.into_iter().find(|block| {
            let own = block.labels.iter().map(|label| &label.value);
            block.ty == *ty
                && block.labels.len() == given.len()
                && own.zip(given).all(|(own, given)| self.names.matches(own, given))
        });
        let own = match &block {
            Some(block) => block.labels.iter().map(|label| label.value.clone()).collect_vec(),
            None => given.iter().map(|label| self.names.label(label)).collect_vec(),
        };
        Ok((own, block))
    }

    /// Returns an attribute of a block of free attributes.
    fn in_attributes(
        self,
        spec: Option<ValueSpec>,
        step: usize,
        body: Option<&Body>,
    ) -> Result<Address, AddressFailure> {
        let Some(given) = self.steps.get(step) else { return Err(self.ends_at_block(step)) };
        if step + 1 < self.steps.len() {
            let name = given.clone();
            return Err(AddressFailure::InsideAttribute { step: step + 1, name });
        }
        let mut written = body.map(|body| body.everything().attributes).unwrap_or_default();
        written.retain(|attribute| self.names.matches(&attribute.name, given));
        let name = written.first().map_or_else(|| self.names.label(given), |it| it.name.clone());
        written.retain(|attribute| attribute.name == name);
        let spec = spec.unwrap_or(ValueSpec::ANY);
        let SpecItem::Attribute { item, .. } = SpecItem::free(name, &spec) else {
            return Err(self.ends_at_block(step));
        };
        Ok(Address { blocks: self.blocks, item, written })
    }

    fn ends_at_block(mut self, step: usize) -> AddressFailure {
        let ty = self.blocks.pop().map(|(ty, _)| ty).unwrap_or_default();
        AddressFailure::EndsAtBlock { step, ty }
    }
}

/// An item that a spec gives a name.
enum SpecItem {
    Attribute { names: Vec<Str>, item: AddressedItem },
    Blocks { ty: Str, content: BlockContent },
}

impl SpecItem {
    fn free(name: Str, spec: &ValueSpec) -> Self {
        let names = vec![name.clone()];
        let is_captured = captures_parts(spec) || custom_decoder(&spec.ty()).is_some();
        let is_sensitive = spec.has_sensitive();
        let item = AddressedItem::Attribute { name, ty: spec.ty(), is_sensitive, is_captured };
        Self::Attribute { names, item }
    }
}

/// Returns the spec of the values of all attributes that no spec names.
fn rest_of(index: &BodyIndex<'_>) -> Option<ValueSpec> {
    let mut elements = index.rest.iter().rev().filter_map(|rest| match rest {
        Rest::Attributes(element) => Some(element.clone()),
        Rest::Body | Rest::Data(_) => None,
    });
    elements.next()
}

/// Returns the items of a body that a schema names.
fn content_of(body: &Body, schema: &BodySchema) -> (Vec<Attribute>, Vec<Block>) {
    let content = body.only(schema, &mut Diagnostics::of_attempt());
    (content.attributes, content.blocks)
}
