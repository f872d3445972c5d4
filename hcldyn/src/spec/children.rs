//! What walks over specs ask of each spec: its view, in which all specs of blocks are alike, and the specs inside it.
//! A walk matches views, or names all kinds of specs itself.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, DefaultSpec,
    LabelSpec, NestedSpec, ObjectSpec, OneOfSpec, Spec, SpecItem, TupleSpec, WrappedSpec,
};
use crate::cty::Str;
use crate::expr::Expression;

/// A spec as most walks see it.
pub(super) enum View<'a> {
    Object(&'a ObjectSpec),
    Tuple(&'a TupleSpec),
    Default(&'a DefaultSpec),
    Wrapped(&'a WrappedSpec),
    OneOf(&'a Arc<OneOfSpec>),
    Attr(&'a AttrSpec),
    Label(&'a LabelSpec),
    Blocks(BlocksView<'a>),
    /// A value from elsewhere than the body, with the expression that gives it, if any.
    Constant(Option<&'a Expression>),
    Remain,
}

/// A spec of blocks.
pub(super) struct BlocksView<'a> {
    /// The result, with an article, for messages.
    pub(super) result: &'static str,
    /// The block type, if there is only one.
    pub(super) item: Option<&'a SpecItem>,
    pub(super) types: BlockTypesView<'a>,
    /// The names of the labels that make up the key.
    pub(super) key: &'a [Str],
    /// The minimum and the maximum number of blocks.
    pub(super) counts: (usize, Option<usize>),
    pub(super) dynamic: bool,
    pub(super) docs: Option<&'a str>,
}

/// Each name of each block type, with the spec of the bodies unless they hold attributes of any name.
pub(super) type BlockTypesView<'a> = SmallVec<[(&'a Str, Option<&'a NestedSpec>); 2]>;

impl Spec {
    pub(super) fn view(&self) -> View<'_> {
        match self {
            Self::Object(object) => View::Object(object),
            Self::Tuple(tuple) => View::Tuple(tuple),
            Self::Attr(attr) => View::Attr(attr),
            Self::Literal(_) => View::Constant(None),
            Self::Expr(expr) => View::Constant(Some(expr)),
            Self::Default(specs) => View::Default(specs),
            Self::Block(block) => {
                let BlockSpec { item, nested, dynamic, .. } = &**block;
                View::Blocks(BlocksView::of_type("a block", item, Some(nested), *dynamic))
            }
            Self::BlockList(blocks) => blocks.view("a list"),
            Self::BlockTuple(blocks) => blocks.view("a tuple"),
            Self::BlockSet(blocks) => blocks.view("a set"),
            Self::BlockMap(blocks) => blocks.view("a map"),
            Self::BlockObject(blocks) => blocks.view("an object"),
            Self::BlockOf(blocks) => blocks.view("one of several types"),
            Self::BlocksOf(blocks) => blocks.view("among several types"),
            Self::BlockAttrs(attrs) => {
                let BlockAttrsSpec { item, dynamic, .. } = &**attrs;
                View::Blocks(BlocksView::of_type("a block of attributes", item, None, *dynamic))
            }
            Self::Label(label) => View::Label(label),
            Self::OneOf(one_of) => View::OneOf(one_of),
            Self::Remain => View::Remain,
            Self::Wrapped(wrapped) => View::Wrapped(wrapped),
        }
    }

    /// The attribute or block type that the spec is about.
    pub(super) fn item(&self) -> Option<&SpecItem> {
        match self.view() {
            View::Attr(attr) => Some(&attr.item),
            View::Blocks(blocks) => blocks.item,
            View::Default(specs) => specs.primary.item(),
            View::Wrapped(wrapped) => wrapped.spec.item(),
            View::Object(_) | View::Tuple(_) | View::OneOf(_) => None,
            View::Label(_) | View::Constant(_) | View::Remain => None,
        }
    }

    /// The specs in it that decode the same body.
    pub(super) fn children(&self) -> SmallVec<[&Self; 2]> {
        match self.view() {
            View::Object(object) => object.specs.iter().collect(),
            View::Tuple(tuple) => tuple.specs.iter().collect(),
            View::Default(specs) => [&specs.primary, &specs.default].into_iter().collect(),
            View::Wrapped(wrapped) => [&wrapped.spec].into_iter().collect(),
            View::OneOf(one_of) => one_of.specs().collect(),
            View::Attr(_) | View::Label(_) | View::Blocks(_) => SmallVec::new(),
            View::Constant(_) | View::Remain => SmallVec::new(),
        }
    }

    /// The block types that it decodes itself.
    pub(super) fn block_types(&self) -> BlockTypesView<'_> {
        let View::Blocks(blocks) = self.view() else { return SmallVec::new() };
        blocks.types
    }

    /// Goes through the specs that decode the same body, outermost first.
    pub(super) fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        for child in self.children() {
            child.visit(visit);
        }
    }
}

impl<'a> BlocksView<'a> {
    fn of_type(
        result: &'static str,
        item: &'a SpecItem,
        nested: Option<&'a NestedSpec>,
        dynamic: bool,
    ) -> Self {
        let types = item.names().map(|name| (name, nested)).collect();
        let docs = item.docs.as_deref();
        Self { result, item: Some(item), types, key: &[], counts: (0, None), dynamic, docs }
    }
}

impl BlocksSpec {
    fn view(&self, result: &'static str) -> View<'_> {
        let blocks = BlocksView::of_type(result, &self.item, Some(&self.nested), self.dynamic);
        View::Blocks(BlocksView { counts: self.item_counts(), ..blocks })
    }
}

impl BlockMapSpec {
    fn view(&self, result: &'static str) -> View<'_> {
        let blocks = BlocksView::of_type(result, &self.item, Some(&self.nested), self.dynamic);
        View::Blocks(BlocksView { key: &self.labels, counts: self.item_counts(), ..blocks })
    }
}

impl BlockTypesSpec {
    fn view(&self, result: &'static str) -> View<'_> {
        View::Blocks(BlocksView {
            result,
            item: None,
            types: self.types.iter().map(|(ty, nested)| (ty, Some(nested))).collect(),
            key: &[],
            counts: self.item_counts(),
            dynamic: self.dynamic,
            docs: self.docs(),
        })
    }
}
