//! The specs inside a spec.

use smallvec::{SmallVec, smallvec};

use super::{
    AttrSpec, BlockContent, BlockType, BlocksSpec, NestedSpec, ObjectSpec, OneOfSpec, Spec,
};
use crate::cty::Value;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ItemNames, Unexpected};

impl Spec {
    /// Returns the names of the attribute or the block type that the spec is about.
    pub(super) fn names(&self) -> Option<&ItemNames> {
        match self {
            Self::Attr(attr) => Some(&attr.names),
            Self::Blocks(blocks) => blocks.names(),
            Self::Default(specs) => specs.primary.names(),
            Self::Wrapped(wrapped) => wrapped.spec.names(),
            Self::Object(_) | Self::Tuple(_) | Self::OneOf(_) => None,
            Self::Label(_) | Self::Literal(_) | Self::Expr(_) | Self::Rest(_) => None,
        }
    }

    /// Returns the spec of an attribute, unless it is another spec.
    pub(super) fn as_attr(&self) -> Option<&AttrSpec> {
        match self {
            Self::Attr(attr) => Some(attr),
            Self::Object(_) | Self::Tuple(_) | Self::OneOf(_) | Self::Default(_) => None,
            Self::Blocks(_) | Self::Label(_) | Self::Literal(_) | Self::Expr(_) => None,
            Self::Rest(_) | Self::Wrapped(_) => None,
        }
    }

    /// Returns the value of a literal, unless it is another spec.
    pub(super) fn as_literal(&self) -> Option<&Value> {
        match self {
            Self::Literal(value) => Some(value),
            Self::Object(_) | Self::Tuple(_) | Self::OneOf(_) | Self::Default(_) => None,
            Self::Attr(_) | Self::Blocks(_) | Self::Label(_) | Self::Expr(_) => None,
            Self::Rest(_) | Self::Wrapped(_) => None,
        }
    }

    /// Returns the spec of blocks, unless it is another spec.
    pub(super) fn as_blocks(&self) -> Option<&BlocksSpec> {
        match self {
            Self::Blocks(blocks) => Some(blocks),
            Self::Object(_) | Self::Tuple(_) | Self::OneOf(_) | Self::Default(_) => None,
            Self::Attr(_) | Self::Label(_) | Self::Literal(_) | Self::Expr(_) => None,
            Self::Rest(_) | Self::Wrapped(_) => None,
        }
    }

    /// Returns the specs in it that decode the same body.
    pub(super) fn children(&self) -> SmallVec<[&Self; 2]> {
        match self {
            Self::Object(object) => object.specs.iter().collect(),
            Self::Tuple(tuple) => tuple.specs.iter().collect(),
            Self::Default(specs) => smallvec![&specs.primary, &specs.default],
            Self::Wrapped(wrapped) => smallvec![&wrapped.spec],
            Self::OneOf(one_of) => one_of.specs().collect_vec().into(),
            Self::Attr(_) | Self::Label(_) | Self::Blocks(_) => SmallVec::new(),
            Self::Literal(_) | Self::Expr(_) | Self::Rest(_) => SmallVec::new(),
        }
    }

    /// Returns the spec with the specs in it replaced: those of the same body with `child`, those of the bodies of
    /// blocks with `nested`.
    pub(super) fn map(
        &self,
        child: &dyn Fn(&Self) -> Self,
        nested: &dyn Fn(&NestedSpec) -> NestedSpec,
    ) -> Self {
        let block_type = |ty: &BlockType| match &ty.content {
            BlockContent::Body(body) => {
                BlockType { names: ty.names.clone(), content: BlockContent::Body(nested(body)) }
            }
            BlockContent::Attributes(_) => ty.clone(),
        };
        match self {
            Self::Object(spec) => {
                let specs = spec.specs.iter().map(child).collect_vec();
                ObjectSpec { specs, ..ObjectSpec::clone(spec) }.into()
            }
            Self::Tuple(spec) => Self::tuple(spec.specs.iter().map(child)),
            Self::Default(spec) => child(&spec.primary).or(child(&spec.default)),
            Self::Wrapped(spec) => child(&spec.spec).then(spec.step.clone()),
            Self::OneOf(spec) => {
                let forms = spec.forms.iter().map(|(tag, form)| (tag.clone(), child(form)));
                OneOfSpec { forms: forms.collect_vec(), ..OneOfSpec::clone(spec) }.into()
            }
            Self::Blocks(spec) => {
                let types = spec.types.iter().map(block_type).collect_vec();
                BlocksSpec { types, ..BlocksSpec::clone(spec) }.into()
            }
            Self::Attr(_) | Self::Label(_) => self.clone(),
            Self::Literal(_) | Self::Expr(_) | Self::Rest(_) => self.clone(),
        }
    }

    /// Returns the spec without its own treatment of unexpected items of the body.
    #[must_use]
    pub(crate) fn strict(&self) -> Self {
        let strict = match self {
            Self::Object(object) => ObjectSpec::clone(object).unexpected(Unexpected::Deny).into(),
            Self::Tuple(_) | Self::Default(_) | Self::Wrapped(_) | Self::OneOf(_) => self.clone(),
            Self::Attr(_) | Self::Label(_) | Self::Blocks(_) => return self.clone(),
            Self::Literal(_) | Self::Expr(_) | Self::Rest(_) => return self.clone(),
        };
        strict.map(&Self::strict, &NestedSpec::clone)
    }
}
