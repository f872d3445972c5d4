//! Views of specs, which treat all specs of blocks the same, and the specs inside a spec. A walk matches views, or
//! names all kinds of specs itself.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, DefaultSpec,
    LabelSpec, NestedSpec, ObjectSpec, OneOfSpec, OtherForms, Spec, SpecItem, TupleSpec,
    WrappedSpec,
};
use crate::body::{Layering, Unexpected};
use crate::cty::Str;
use crate::cty::value_spec::ItemDocs;
use crate::expr::Expression;

/// A spec as most walks see it.
pub(super) enum SpecView<'a> {
    Object(&'a ObjectSpec),
    Tuple(&'a TupleSpec),
    Default(&'a DefaultSpec),
    Wrapped(&'a WrappedSpec),
    OneOf(&'a Arc<OneOfSpec>),
    Attr(&'a AttrSpec),
    Label(&'a LabelSpec),
    Blocks(BlocksView<'a>),
    /// A value that does not come from the body, with the expression that gives it, if any.
    Constant(Option<&'a Expression>),
    /// The rest of the body.
    Rest {
        is_evaluated: bool,
    },
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
    pub(super) other_forms: OtherForms,
    /// The combination of blocks in several layers, unless it is the default of the schema.
    pub(super) layering: Option<Layering>,
    pub(super) docs: &'a ItemDocs,
}

/// Each name of each block type, with the spec of the bodies unless they hold attributes of any name.
pub(super) type BlockTypesView<'a> = SmallVec<[(&'a Str, Option<&'a NestedSpec>); 2]>;

impl Spec {
    pub(super) fn view(&self) -> SpecView<'_> {
        match self {
            Self::Object(object) => SpecView::Object(object),
            Self::Tuple(tuple) => SpecView::Tuple(tuple),
            Self::Attr(attr) => SpecView::Attr(attr),
            Self::Literal(_) => SpecView::Constant(None),
            Self::Expr(expr) => SpecView::Constant(Some(expr)),
            Self::Default(specs) => SpecView::Default(specs),
            Self::Block(block) => {
                let BlockSpec { item, nested, dynamic, other_forms, layering, .. } = &**block;
                let view = BlocksView::of_type("a block", item, Some(nested), *dynamic);
                let layering = layering.or(Some(Layering::Merge));
                SpecView::Blocks(BlocksView { other_forms: *other_forms, layering, ..view })
            }
            Self::BlockList(blocks) => blocks.view("a list"),
            Self::BlockTuple(blocks) => blocks.view("a tuple"),
            Self::BlockSet(blocks) => blocks.view("a set"),
            Self::BlockMap(blocks) => blocks.view("a map"),
            Self::BlockObject(blocks) => blocks.view("an object"),
            Self::BlockOf(blocks) => blocks.view("one of several types"),
            Self::BlocksOf(blocks) => blocks.view("among several types"),
            Self::BlockAttrs(attrs) => {
                let BlockAttrsSpec { item, dynamic, other_forms, layering, .. } = &**attrs;
                let view = BlocksView::of_type("a block of attributes", item, None, *dynamic);
                let layering = layering.or(Some(Layering::Merge));
                SpecView::Blocks(BlocksView { other_forms: *other_forms, layering, ..view })
            }
            Self::Label(label) => SpecView::Label(label),
            Self::OneOf(one_of) => SpecView::OneOf(one_of),
            Self::Remain => SpecView::Rest { is_evaluated: false },
            Self::OpenBody | Self::Any | Self::RemainAttrs(_) => {
                SpecView::Rest { is_evaluated: true }
            }
            Self::Wrapped(wrapped) => SpecView::Wrapped(wrapped),
        }
    }

    /// Returns the attribute or block type that the spec is about.
    pub(super) fn item(&self) -> Option<&SpecItem> {
        match self.view() {
            SpecView::Attr(attr) => Some(&attr.item),
            SpecView::Blocks(blocks) => blocks.item,
            SpecView::Default(specs) => specs.primary.item(),
            SpecView::Wrapped(wrapped) => wrapped.spec.item(),
            SpecView::Object(_) | SpecView::Tuple(_) | SpecView::OneOf(_) => None,
            SpecView::Label(_) | SpecView::Constant(_) | SpecView::Rest { .. } => None,
        }
    }

    /// Returns the names of an attribute or a block type of the body, its present one first.
    pub(crate) fn names_of(&self, name: &str) -> Vec<Str> {
        let mut names = vec![Str::from(name)];
        self.visit(&mut |spec| {
            let item = spec.item().filter(|item| *item.name == *name);
            names.extend(item.into_iter().flat_map(SpecItem::alias_names).cloned());
        });
        names
    }

    /// Returns `true` if the blocks of a type are decoded to a map or a set, which have an order of their own.
    pub(crate) fn is_map_of(&self, ty: &str) -> bool {
        let mut is_map = false;
        self.visit(&mut |spec| {
            let is_unordered =
                matches!(spec, Self::BlockMap(_) | Self::BlockObject(_) | Self::BlockSet(_));
            is_map |= is_unordered && spec.item().is_some_and(|item| *item.name == *ty);
        });
        is_map
    }

    /// Returns the block types, a given one first, among whose blocks the order counts: those that are decoded together,
    /// or all of `types` that are part of the rest of the body.
    pub(crate) fn ordered_types(&self, ty: &Str, types: &[Str]) -> Vec<Str> {
        let (mut ordered, mut named) = (vec![ty.clone()], Vec::new());
        self.visit(&mut |spec| {
            let own = spec.block_types();
            let is_ordered = own.iter().any(|(name, _)| *name == ty);
            ordered.extend(own.iter().filter(|_| is_ordered).map(|(name, _)| (*name).clone()));
            named.extend(own.into_iter().map(|(name, _)| name));
        });
        if !named.contains(&ty) {
            ordered.extend(types.iter().filter(|it| !named.contains(it)).cloned());
        }
        ordered
    }

    /// Returns the specs in it that decode the same body.
    pub(super) fn children(&self) -> SmallVec<[&Self; 2]> {
        match self.view() {
            SpecView::Object(object) => object.specs.iter().collect(),
            SpecView::Tuple(tuple) => tuple.specs.iter().collect(),
            SpecView::Default(specs) => [&specs.primary, &specs.default].into_iter().collect(),
            SpecView::Wrapped(wrapped) => [&wrapped.spec].into_iter().collect(),
            SpecView::OneOf(one_of) => one_of.specs().collect(),
            SpecView::Attr(_) | SpecView::Label(_) | SpecView::Blocks(_) => SmallVec::new(),
            SpecView::Constant(_) | SpecView::Rest { .. } => SmallVec::new(),
        }
    }

    /// Returns the spec with the specs in it replaced: those of the same body with `child`, those of the bodies of
    /// blocks with `nested`.
    pub(super) fn map(
        &self,
        child: &dyn Fn(&Self) -> Self,
        nested: &dyn Fn(&NestedSpec) -> NestedSpec,
    ) -> Self {
        let blocks = |spec: &BlocksSpec| {
            Arc::new(BlocksSpec { nested: nested(&spec.nested), ..spec.clone() })
        };
        let block_map = |spec: &BlockMapSpec| {
            Arc::new(BlockMapSpec { nested: nested(&spec.nested), ..spec.clone() })
        };
        let block_types = |spec: &BlockTypesSpec| {
            let types = spec.types.iter().map(|(ty, spec)| (ty.clone(), nested(spec)));
            Arc::new(BlockTypesSpec { types: types.collect(), ..spec.clone() })
        };
        match self {
            Self::Object(spec) => {
                let specs = spec.specs.iter().map(child).collect();
                ObjectSpec { specs, ..ObjectSpec::clone(spec) }.into()
            }
            Self::Tuple(spec) => Self::tuple(spec.specs.iter().map(child)),
            Self::Default(spec) => child(&spec.primary).or(child(&spec.default)),
            Self::Wrapped(spec) => child(&spec.spec).then(spec.step.clone()),
            Self::OneOf(spec) => {
                let forms = spec.forms.iter().map(|(tag, form)| (tag.clone(), child(form)));
                OneOfSpec { forms: forms.collect(), ..OneOfSpec::clone(spec) }.into()
            }
            Self::Block(spec) => {
                BlockSpec { nested: nested(&spec.nested), ..BlockSpec::clone(spec) }.into()
            }
            Self::BlockList(spec) => Self::BlockList(blocks(spec)),
            Self::BlockTuple(spec) => Self::BlockTuple(blocks(spec)),
            Self::BlockSet(spec) => Self::BlockSet(blocks(spec)),
            Self::BlockMap(spec) => Self::BlockMap(block_map(spec)),
            Self::BlockObject(spec) => Self::BlockObject(block_map(spec)),
            Self::BlockOf(spec) => Self::BlockOf(block_types(spec)),
            Self::BlocksOf(spec) => Self::BlocksOf(block_types(spec)),
            Self::Attr(_) | Self::Label(_) | Self::BlockAttrs(_) => self.clone(),
            Self::Literal(_) | Self::Expr(_) => self.clone(),
            Self::Remain | Self::RemainAttrs(_) | Self::OpenBody | Self::Any => self.clone(),
        }
    }

    /// Returns the spec without its own treatment of unexpected items of the body.
    #[must_use]
    pub(crate) fn strict(&self) -> Self {
        let strict = match self.view() {
            SpecView::Object(object) => object.clone().unexpected(Unexpected::Deny).into(),
            SpecView::Tuple(_)
            | SpecView::Default(_)
            | SpecView::Wrapped(_)
            | SpecView::OneOf(_) => self.clone(),
            SpecView::Attr(_)
            | SpecView::Label(_)
            | SpecView::Blocks(_)
            | SpecView::Constant(_)
            | SpecView::Rest { .. } => return self.clone(),
        };
        strict.map(&Self::strict, &NestedSpec::clone)
    }

    /// Returns the block types that the spec decodes itself.
    pub(super) fn block_types(&self) -> BlockTypesView<'_> {
        let SpecView::Blocks(blocks) = self.view() else { return SmallVec::new() };
        blocks.types
    }

    /// Visits the specs that decode the same body, outermost first.
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
        let docs = &item.docs;
        Self {
            result,
            item: Some(item),
            types,
            key: &[],
            counts: (0, None),
            dynamic,
            other_forms: OtherForms::default(),
            layering: None,
            docs,
        }
    }
}

impl BlocksSpec {
    fn view(&self, result: &'static str) -> SpecView<'_> {
        let blocks = BlocksView::of_type(result, &self.item, Some(&self.nested), self.dynamic);
        let (counts, other_forms, layering) = (self.item_counts(), self.other_forms, self.layering);
        SpecView::Blocks(BlocksView { counts, other_forms, layering, ..blocks })
    }
}

impl BlockMapSpec {
    fn view(&self, result: &'static str) -> SpecView<'_> {
        let blocks = BlocksView::of_type(result, &self.item, Some(&self.nested), self.dynamic);
        let (counts, other_forms, key) = (self.item_counts(), self.other_forms, &self.labels);
        let layering = self.layering.or(self.grouped.then_some(Layering::Append));
        SpecView::Blocks(BlocksView { key, counts, other_forms, layering, ..blocks })
    }
}

impl BlockTypesSpec {
    fn view(&self, result: &'static str) -> SpecView<'_> {
        SpecView::Blocks(BlocksView {
            result,
            item: None,
            types: self.types.iter().map(|(ty, nested)| (ty, Some(nested))).collect(),
            key: &[],
            counts: self.item_counts(),
            dynamic: self.dynamic,
            other_forms: self.other_forms,
            layering: None,
            docs: &self.docs,
        })
    }
}
