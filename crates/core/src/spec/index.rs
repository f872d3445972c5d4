//! The items of one body, as its specs read them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{AttrSpec, BlockContent, BlocksSpec, LabelSpec, OneOfSpec, Rest, Spec};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ItemNames;
use crate::cty::{Str, Type, Value};
use crate::expr::Expression;

/// The items that the specs of one body read, in all its forms, each kind in the order of the specs.
#[derive(Default)]
pub(super) struct BodyIndex<'s> {
    pub(super) attributes: Vec<&'s AttrSpec>,
    pub(super) blocks: Vec<&'s BlocksSpec>,
    pub(super) labels: Vec<&'s LabelSpec>,
    /// The choices between forms of the body.
    pub(super) choices: Vec<&'s Arc<OneOfSpec>>,
    pub(super) rest: Vec<&'s Rest>,
    /// The expressions of the program.
    pub(super) expressions: Vec<&'s Expression>,
}

impl Spec {
    /// Returns the items of the body that the spec decodes.
    pub(super) fn index(&self) -> BodyIndex<'_> {
        let mut index = BodyIndex::default();
        index.add(self);
        index
    }

    /// Returns the block types that the spec names, each with the spec of the blocks' bodies. If several specs have
    /// one type, the last wins (reference: `hcldec.ChildBlockTypes`). A block of free attributes has no such
    /// spec, so its entry is a null literal.
    // Inlining compiles the map only in crates that use it.
    #[inline]
    pub fn child_block_types(&self) -> BTreeMap<Str, Self> {
        let free = || Self::Literal(Value::null(Type::Dynamic));
        let body = |content: &BlockContent| content.nested().map(|body| body.spec().clone());
        let index = self.index();
        let types = index.block_types();
        types.map(|(ty, content)| (ty.clone(), body(content).unwrap_or_else(free))).collect()
    }

    /// Returns the names of an attribute or a block type of the body, its present one first.
    pub(crate) fn names_of(&self, name: &str) -> Vec<Str> {
        let index = self.index();
        let attributes = index.attributes.iter().map(|attr| &attr.names);
        let names = attributes.chain(index.blocks.iter().filter_map(|blocks| blocks.names()));
        let others = names.filter(|names| *names.name == *name).flat_map(ItemNames::others);
        [Str::from(name)].into_iter().chain(others.cloned()).collect_vec()
    }

    /// Returns `true` if the blocks of a type are decoded to a map or a set, which have an order of their own.
    pub(crate) fn is_map_of(&self, ty: &str) -> bool {
        let is_of_type = |blocks: &BlocksSpec| blocks.names().is_some_and(|it| *it.name == *ty);
        let index = self.index();
        index.blocks.iter().any(|blocks| blocks.collection.is_unordered() && is_of_type(blocks))
    }

    /// Returns the types of the blocks whose order relative to those of a given type counts, starting with this type. These are
    /// the types that are decoded together, or all of `types` in the rest of the body.
    pub(crate) fn ordered_types(&self, ty: &Str, types: &[Str]) -> Vec<Str> {
        let index = self.index();
        let names = index.blocks.iter().map(|blocks| blocks.all_names().map(|(name, _)| name));
        let named: Vec<Vec<_>> = names.map(Iterator::collect).collect_vec();
        let together = named.iter().filter(|own| own.contains(&ty)).flatten().copied();
        let is_named = |ty| named.iter().any(|own| own.contains(&ty));
        let others = types.iter().filter(|it| !is_named(ty) && !is_named(it));
        [ty].into_iter().chain(together).chain(others).cloned().collect_vec()
    }

    /// Returns the number of labels that the spec reads from the block around its body.
    pub(crate) fn label_count(&self) -> usize {
        let index = self.index();
        let labels = index.labels.iter().filter_map(|label| label.position.first_index());
        let tags = index.choices.iter().filter_map(|choice| choice.tag.label_index());
        labels.chain(tags).max().map_or(0, |last| last + 1)
    }
}

impl<'s> BodyIndex<'s> {
    fn add(&mut self, spec: &'s Spec) {
        match spec {
            Spec::Attr(attr) => self.attributes.push(attr),
            Spec::Blocks(blocks) => self.blocks.push(blocks),
            Spec::Label(label) => self.labels.push(label),
            Spec::OneOf(one_of) => self.choices.push(one_of),
            Spec::Rest(rest) => self.rest.push(rest),
            Spec::Expr(expression) => self.expressions.push(expression),
            Spec::Object(_) | Spec::Tuple(_) | Spec::Default(_) | Spec::Wrapped(_) => {}
            Spec::Literal(_) => {}
        }
        spec.children().into_iter().for_each(|child| self.add(child));
    }

    /// Returns each name of each block type, with the content of the blocks.
    pub(super) fn block_types(&self) -> impl Iterator<Item = (&'s Str, &'s BlockContent)> {
        self.blocks.iter().flat_map(|blocks| blocks.all_names())
    }

    /// Returns the names of all attributes and block types.
    pub(super) fn names(&self) -> impl Iterator<Item = &'s Str> {
        let attributes = self.attributes.iter().flat_map(|attr| attr.names.all());
        attributes.chain(self.block_types().map(|(name, _)| name))
    }
}
