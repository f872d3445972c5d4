//! Items of a configuration, found by their names: `server.web.port` is the attribute `port` of the block
//! `server "web"`, and `server.*.port` those of all `server` blocks.

use std::fmt;
use std::sync::Arc;

use hcldyn_syntax::parser::MAX_BLOCK_NESTING;

use super::index::BodyIndex;
use super::{BlockContent, Rest, Spec};
#[cfg(feature = "specfile")]
use crate::body::Siblings;
use crate::body::{Attribute, Block, Body, BodySchema, Layering};
use crate::cty::internal::{CollectVec, KeySet};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{Str, Type};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, captures_parts, custom_decoder};

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
    /// Returns `true` if elements can be added to the value: a list, or a value of any type.
    pub(crate) fn is_list(&self) -> bool {
        match self {
            Self::Attribute { ty, is_captured, .. } => {
                !is_captured && (ty.is_sequence() || *ty == Type::Dynamic)
            }
            Self::Blocks { .. } => false,
        }
    }

    /// Returns the name.
    pub(crate) fn name(&self) -> &Str {
        match self {
            Self::Attribute { name, .. } => name,
            Self::Blocks { ty, .. } => ty,
        }
    }

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
    /// No item, or no written block of a type, has a name that matches a pattern. `known` are the names.
    NoMatch { step: usize, ty: Option<Str>, known: Vec<Str> },
    /// The path leads through more blocks than a source can have around an item.
    TooDeep { step: usize },
}

/// A step of a path.
#[derive(Clone)]
pub(crate) enum AddressStep {
    Name(Str),
    /// All names that match a pattern.
    Pattern(Arc<dyn Fn(&str) -> bool>),
}

impl AddressStep {
    fn name(&self) -> Option<&Str> {
        match self {
            Self::Name(name) => Some(name),
            Self::Pattern(_) => None,
        }
    }
}

impl fmt::Debug for AddressStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
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
            Self::Environment => name.chars().map(plain).eq(given.chars().map(plain)),
        }
    }

    /// Returns the function by which names are compared.
    #[cfg(feature = "edit")]
    pub(crate) fn plain(self) -> fn(&str) -> String {
        match self {
            Self::Exact => str::to_owned,
            Self::Environment => |name| name.chars().map(plain).collect(),
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

/// Returns a character of a name as it is compared in the name of an environment variable.
fn plain(c: char) -> char {
    if c == '-' { '_' } else { c.to_ascii_lowercase() }
}

/// A search for items.
struct AddressSearch<'a> {
    steps: &'a [AddressStep],
    names: NameMatch,
    /// The context in which blocks inherit from others. Without it, they have only their own items.
    #[cfg(feature = "specfile")]
    inherits_in: Option<&'a EvalContext>,
    found: Vec<Address>,
    /// The first reason that a path led to no item.
    failure: Option<AddressFailure>,
}

/// The types and labels of the blocks around an item, outermost first.
type AddressedBlocks = Vec<(Str, Vec<Str>)>;

/// The labels of a block, and the block if it is written.
type LabeledBlock<'b> = (Vec<Str>, Option<&'b Block>);

impl Spec {
    /// Returns the item at a path in the body that the spec decodes. Labels of written blocks in `body` are recognized in
    /// the same way as names.
    pub(crate) fn address(
        &self,
        steps: &[Str],
        names: NameMatch,
        body: &Body,
    ) -> Result<Address, AddressFailure> {
        let steps = steps.iter().cloned().map(AddressStep::Name).collect_vec();
        let mut search = AddressSearch::new(&steps, names);
        search.in_body(self, 0, Some(body), Vec::new());
        search.first()
    }

    /// Returns the item at a path like [`address`](Self::address). A block has the items that it inherits.
    #[cfg(feature = "load")]
    pub(crate) fn address_with_inherited(
        &self,
        steps: &[Str],
        body: &Body,
        ctx: &EvalContext,
    ) -> Result<Address, AddressFailure> {
        let steps = steps.iter().cloned().map(AddressStep::Name).collect_vec();
        let mut search = AddressSearch::new(&steps, NameMatch::Exact);
        #[cfg(feature = "specfile")]
        search.inherits_in.replace(ctx);
        let _ = ctx;
        search.in_body(self, 0, Some(body), Vec::new());
        search.first()
    }

    /// Returns the items at the paths that match steps, in the order of the blocks in `body`; at least one. Without
    /// patterns, the block of a path need not be written.
    pub(crate) fn addresses(
        &self,
        steps: &[AddressStep],
        body: &Body,
    ) -> Result<Vec<Address>, AddressFailure> {
        let mut search = AddressSearch::new(steps, NameMatch::Exact);
        search.in_body(self, 0, Some(body), Vec::new());
        search.finish()
    }
}

impl<'a> AddressSearch<'a> {
    fn new(steps: &'a [AddressStep], names: NameMatch) -> Self {
        Self {
            steps,
            names,
            #[cfg(feature = "specfile")]
            inherits_in: None,
            found: Vec::new(),
            failure: None,
        }
    }

    /// Returns the items that were found, or the reason that none was found.
    fn finish(self) -> Result<Vec<Address>, AddressFailure> {
        if self.found.is_empty() { Err(self.reason()) } else { Ok(self.found) }
    }

    fn first(mut self) -> Result<Address, AddressFailure> {
        self.found.pop().ok_or_else(|| self.reason())
    }

    fn reason(self) -> AddressFailure {
        let end = AddressFailure::EndsAtBlock { step: self.steps.len(), ty: Str::default() };
        self.failure.unwrap_or(end)
    }

    fn fail(&mut self, failure: AddressFailure) {
        self.failure.get_or_insert(failure);
    }

    fn in_body(&mut self, spec: &Spec, step: usize, body: Option<&Body>, blocks: AddressedBlocks) {
        let Some(given) = self.steps.get(step) else {
            return self.ends_at_block(step, &blocks);
        };
        if blocks.len() > MAX_BLOCK_NESTING as usize {
            return self.fail(AddressFailure::TooDeep { step });
        }
        let schema = spec.implied_schema();
        let index = spec.index();
        let items = self.items_called(given, &index);
        if items.is_empty() && step + 1 == self.steps.len() && !index.rest.is_empty() {
            return self.in_attributes(rest_of(&index), step, body, blocks);
        }
        let known = || {
            let known = schema.attributes.iter().map(|known| &known.name);
            let known = known.chain(schema.blocks.iter().map(|known| &known.ty));
            known
                .filter(|name| !schema.hidden.contains(name) && ***name != *"dynamic")
                .cloned()
                .collect_vec()
        };
        if let (AddressStep::Name(_), true) = (given, items.is_empty()) {
            let block = blocks.last().map(|(ty, _)| ty.clone());
            return self.fail(AddressFailure::Unknown { step, block, known: known() });
        }
        let before = self.found.len();
        let content = Content::of(body, &schema);
        for item in items {
            match item {
                SpecItem::Attribute { names, item } => {
                    self.attribute(names, item, step, &content, &blocks);
                }
                SpecItem::Blocks { ty, content: inner } => {
                    self.in_blocks(&ty, &inner, step, (&content, &schema), &blocks);
                }
            }
        }
        if self.found.len() == before && given.name().is_none() {
            self.fail(AddressFailure::NoMatch { step, ty: None, known: known() });
        }
    }

    /// Adds an attribute that the step names.
    fn attribute(
        &mut self,
        mut names: Vec<Str>,
        item: AddressedItem,
        step: usize,
        content: &Content,
        blocks: &AddressedBlocks,
    ) {
        let given = &self.steps[step];
        if let Some(name) = names.first().filter(|_| step + 1 < self.steps.len()) {
            let name = name.clone();
            return self.fail(AddressFailure::InsideAttribute { step: step + 1, name });
        }
        names.extend(given.name().cloned());
        let written = content.attributes.iter().filter(|it| names.contains(&it.name));
        let written = written.cloned().collect_vec();
        if given.name().is_some() || !written.is_empty() {
            self.found.push(Address { blocks: blocks.clone(), item, written });
        }
    }

    /// Goes on in the blocks of a type that the step names.
    fn in_blocks(
        &mut self,
        ty: &Str,
        inner: &BlockContent,
        step: usize,
        (content, schema): (&Content, &BodySchema),
        blocks: &AddressedBlocks,
    ) {
        let (next, is_named) = (step + 1, self.steps[step].name().is_some());
        let blocks_of_type = content.blocks.iter().filter(|block| block.ty == *ty).cloned();
        let written = self.with_inherited(blocks_of_type.collect_vec(), inner);
        let of_type = written.iter().collect_vec();
        if next == self.steps.len() {
            if is_named || !of_type.is_empty() {
                let item =
                    AddressedItem::Blocks { ty: ty.clone(), is_sensitive: inner.has_sensitive() };
                self.found.push(Address { blocks: blocks.clone(), item, written: Vec::new() });
            }
            return;
        }
        let label = |index: usize| self.steps.get(next + index)?.name().cloned();
        let labels = schema.block(ty).and_then(|known| schema.labels_of(known, label));
        let labels = labels.unwrap_or_default();
        if labels.is_empty() && schema.layering_of(ty, false) == Layering::Append {
            return self.fail(AddressFailure::WithoutLabels { step, ty: ty.clone() });
        }
        let after = next + labels.len();
        let matching = match self.labels(next, ty, labels, &of_type) {
            Ok(matching) => matching,
            Err(failure) => return self.fail(failure),
        };
        for (own, block) in matching {
            if block.is_none() && !is_named {
                continue;
            }
            let mut blocks = blocks.clone();
            blocks.push((ty.clone(), own));
            let body = block.map(|block| &block.body);
            match inner {
                BlockContent::Body(nested) => self.in_body(nested.spec(), after, body, blocks),
                BlockContent::Attributes(value) => {
                    self.in_attributes(Some(value.clone()), after, body, blocks);
                }
            }
        }
    }

    /// Returns blocks with the items that they inherit.
    fn with_inherited(&self, blocks: Vec<Block>, content: &BlockContent) -> Vec<Block> {
        #[cfg(feature = "specfile")]
        if let Some(ctx) = self.inherits_in
            && let Some(inheritance) = content.nested().and_then(|it| it.spec().inheritance())
        {
            let with_inherited = |block: Block| {
                let inherited = inheritance.of(&block, ctx, &mut Diagnostics::of_attempt());
                let body = inherited.map_or_else(|| block.body.clone(), |it| it.body);
                Block { body, ..block }
            };
            return Siblings::acquaint(blocks).into_iter().map(with_inherited).collect_vec();
        }
        let _ = content;
        blocks
    }

    /// Returns the first item of a body with a name, or all items that match a pattern.
    fn items_called(&self, given: &AddressStep, index: &BodyIndex<'_>) -> Vec<SpecItem> {
        match given {
            AddressStep::Name(given) => {
                let matches = |name: &str| self.names.matches(name, given);
                items_that(&matches, index).next().into_iter().collect_vec()
            }
            AddressStep::Pattern(matches) => items_that(&**matches, index).collect_vec(),
        }
    }

    /// Returns the labels of a block at a step, and the block itself if it is written. If the labels are patterns, these are
    /// all written blocks that match.
    fn labels<'b>(
        &self,
        step: usize,
        ty: &Str,
        labels: &[Str],
        of_type: &[&'b Block],
    ) -> Result<Vec<LabeledBlock<'b>>, AddressFailure> {
        let given = self.steps.get(step..).unwrap_or_default();
        if let Some(label) = labels.get(given.len()) {
            let (ty, label) = (ty.clone(), label.clone());
            return Err(AddressFailure::MissingLabel { step: self.steps.len(), ty, label });
        }
        let given = &given[..labels.len()];
        let (mut matching, mut seen) = (Vec::new(), KeySet::default());
        for block in of_type.iter().copied().filter(|block| block.labels.len() == given.len()) {
            let own = block.labels.iter().map(|label| label.value.clone()).collect_vec();
            let is_match = own.iter().zip(given).all(|(own, given)| self.is_label(own, given));
            if is_match && seen.insert(own.clone()) {
                matching.push((own, Some(block)));
            }
        }
        if given.iter().all(|given| given.name().is_some()) {
            matching.truncate(1);
            if matching.is_empty() {
                let given = given.iter().filter_map(AddressStep::name);
                matching.push((given.map(|label| self.names.label(label)).collect_vec(), None));
            }
        }
        if matching.is_empty() {
            return Err(self.no_match(step, given, ty, of_type));
        }
        Ok(matching)
    }

    /// Returns the failure for labels that no block of a type has, at the first label that excludes all of them.
    fn no_match(
        &self,
        step: usize,
        given: &[AddressStep],
        ty: &Str,
        of_type: &[&Block],
    ) -> AddressFailure {
        let mut similar = of_type.to_vec();
        for (index, given) in given.iter().enumerate() {
            let label = |block: &Block| block.labels.get(index).map(|label| label.value.clone());
            let mut seen = KeySet::default();
            let known = similar.iter().filter_map(|block| label(block));
            let known = known.filter(|label| seen.insert(label.clone())).collect_vec();
            similar.retain(|block| label(block).is_some_and(|it| self.is_label(&it, given)));
            if similar.is_empty() {
                let (step, ty) = (step + index, Some(ty.clone()));
                return AddressFailure::NoMatch { step, ty, known };
            }
        }
        AddressFailure::NoMatch { step, ty: Some(ty.clone()), known: Vec::new() }
    }

    fn is_label(&self, label: &str, given: &AddressStep) -> bool {
        match given {
            AddressStep::Name(given) => self.names.matches(label, given),
            AddressStep::Pattern(matches) => matches(label),
        }
    }

    /// Adds the attributes of a block of free attributes.
    fn in_attributes(
        &mut self,
        spec: Option<ValueSpec>,
        step: usize,
        body: Option<&Body>,
        blocks: AddressedBlocks,
    ) {
        let Some(given) = self.steps.get(step) else { return self.ends_at_block(step, &blocks) };
        let all = body.map(|body| body.everything().attributes).unwrap_or_default();
        let names = match given {
            AddressStep::Name(given) => {
                if step + 1 < self.steps.len() {
                    let name = given.clone();
                    return self.fail(AddressFailure::InsideAttribute { step: step + 1, name });
                }
                let name = all.iter().map(|it| &it.name).find(|it| self.names.matches(it, given));
                vec![name.cloned().unwrap_or_else(|| self.names.label(given))]
            }
            AddressStep::Pattern(matches) => {
                let mut seen = KeySet::default();
                let names = all.iter().map(|it| &it.name);
                let names = names.filter(|it| matches(it) && seen.insert((*it).clone()));
                names.cloned().collect_vec()
            }
        };
        let Some(first) = names.first() else {
            let known = all.into_iter().map(|it| it.name).collect_vec();
            return self.fail(AddressFailure::NoMatch { step, ty: None, known });
        };
        if step + 1 < self.steps.len() {
            let name = first.clone();
            return self.fail(AddressFailure::InsideAttribute { step: step + 1, name });
        }
        let spec = spec.unwrap_or(ValueSpec::ANY);
        for name in names {
            let written = all.iter().filter(|attribute| attribute.name == name);
            let (written, item) =
                (written.cloned().collect_vec(), AddressedItem::free(name, &spec));
            self.found.push(Address { blocks: blocks.clone(), item, written });
        }
    }

    fn ends_at_block(&mut self, step: usize, blocks: &AddressedBlocks) {
        let ty = blocks.last().map(|(ty, _)| ty.clone()).unwrap_or_default();
        self.fail(AddressFailure::EndsAtBlock { step, ty });
    }
}

/// Returns the items of a body with matching names: attributes, tags of choices, then blocks.
fn items_that<'i>(
    matches: &'i dyn Fn(&str) -> bool,
    index: &'i BodyIndex<'_>,
) -> impl Iterator<Item = SpecItem> + 'i {
    let attributes = index.attributes.iter().filter_map(|attr| {
        let name = attr.names.all().find(|name| matches(name))?.clone();
        let is_captured =
            attr.decoder.is_some() || attr.captures_parts || custom_decoder(&attr.ty).is_some();
        let (ty, is_sensitive) = (attr.ty.clone(), attr.sensitive);
        let item = AddressedItem::Attribute { name, ty, is_sensitive, is_captured };
        Some(SpecItem::Attribute { names: attr.names.all().cloned().collect_vec(), item })
    });
    let tags = index.choices.iter().filter_map(|choice| choice.tag.attribute());
    let tags = tags.filter(|name| matches(name)).map(|name| SpecItem::Attribute {
        names: vec![name.clone()],
        item: AddressedItem::free(name.clone(), &Type::String.into()),
    });
    let blocks = index.block_types().filter(|(ty, _)| matches(ty));
    let blocks =
        blocks.map(|(ty, content)| SpecItem::Blocks { ty: ty.clone(), content: content.clone() });
    attributes.chain(tags).chain(blocks)
}

/// An item that a spec gives a name.
enum SpecItem {
    Attribute { names: Vec<Str>, item: AddressedItem },
    Blocks { ty: Str, content: BlockContent },
}

impl AddressedItem {
    /// Returns an attribute that no spec names.
    fn free(name: Str, spec: &ValueSpec) -> Self {
        let is_captured = captures_parts(spec) || custom_decoder(&spec.ty()).is_some();
        let is_sensitive = spec.has_sensitive();
        Self::Attribute { name, ty: spec.ty(), is_sensitive, is_captured }
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

/// The items of a body that a schema names.
#[derive(Default)]
struct Content {
    attributes: Vec<Attribute>,
    blocks: Vec<Block>,
}

impl Content {
    fn of(body: Option<&Body>, schema: &BodySchema) -> Self {
        let Some(body) = body else { return Self::default() };
        let content = body.only(schema, &mut Diagnostics::of_attempt());
        Self { attributes: content.attributes, blocks: content.blocks }
    }
}
