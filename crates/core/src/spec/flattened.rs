//! The specs of flattened structs: with a prefix of the names of their items, and optional as a group.

use std::sync::Arc;

use super::{AttrSpec, BlockType, BlocksSpec, NestedSpec, ObjectSpec, OneOfSpec, Rule, Spec, Tag};
use crate::cty::internal::CollectVec;
use crate::cty::{Shape, Str};

impl Spec {
    /// Returns the spec with a prefix before the names of all attributes and blocks of the body. The names of labels, and
    /// those inside blocks, stay as they are.
    #[must_use]
    pub(crate) fn prefixed(&self, prefix: &str) -> Self {
        let spec = self.with_prefix(prefix);
        let Self::Object(object) = &spec else { return spec };
        let prefix = Some(Arc::new(Str::from(prefix)));
        ObjectSpec { prefix, ..ObjectSpec::clone(object) }.into()
    }

    fn with_prefix(&self, prefix: &str) -> Self {
        match self {
            Self::Attr(attr) => {
                AttrSpec { names: attr.names.prefixed(prefix), ..AttrSpec::clone(attr) }.into()
            }
            Self::Blocks(blocks) => {
                let types = blocks.types.iter().map(|ty| BlockType {
                    names: ty.names.prefixed(prefix),
                    content: ty.content.clone(),
                });
                let types = types.collect_vec();
                let all = || Shape::new(types.iter().map(|ty| ty.names.name.clone()));
                let choice = blocks.choice.is_some().then(all);
                BlocksSpec { types, choice, ..BlocksSpec::clone(blocks) }.into()
            }
            Self::OneOf(one_of) => {
                let tag = match &one_of.tag {
                    Tag::Attribute(name) => Tag::Attribute(joined(prefix, name)),
                    Tag::Label { .. } => one_of.tag.clone(),
                };
                Self::from(OneOfSpec { tag, ..OneOfSpec::clone(one_of) })
                    .map(&|form| form.with_prefix(prefix), &NestedSpec::clone)
            }
            Self::Object(_) | Self::Tuple(_) | Self::Default(_) | Self::Wrapped(_) => {
                self.map(&|spec| spec.with_prefix(prefix), &NestedSpec::clone)
            }
            Self::Label(_) | Self::Literal(_) | Self::Expr(_) | Self::Rest(_) => self.clone(),
        }
    }

    /// Returns the spec of an object whose items may all be left out. If one of them is set, all required ones must be.
    #[must_use]
    pub(crate) fn optional_group(&self) -> Self {
        let Self::Object(object) = self else { return self.clone() };
        let required = object.names_of(&Self::is_required);
        let specs = object.specs.iter().map(Self::omissible).collect_vec();
        let object = ObjectSpec { specs, ..ObjectSpec::clone(object) };
        if required.is_empty() {
            return object.into();
        }
        let all = object.names_of(&|spec| !matches!(spec, Self::Literal(_) | Self::Expr(_)));
        object.rule(Rule::Together { names: all, needed: required }).into()
    }

    /// Returns `true` if a body without the items of the spec is invalid.
    fn is_required(&self) -> bool {
        match self {
            Self::Attr(attr) => attr.required,
            Self::Blocks(blocks) => blocks.is_required(),
            Self::Wrapped(wrapped) => wrapped.spec.is_required(),
            Self::Object(_) | Self::Tuple(_) => {
                self.children().iter().any(|spec| spec.is_required())
            }
            Self::OneOf(_) => true,
            Self::Default(_) | Self::Label(_) | Self::Literal(_) | Self::Expr(_) => false,
            Self::Rest(_) => false,
        }
    }

    /// Returns the spec of an object inside an optional group, which reports what is missing.
    fn inner_group(&self) -> Self {
        let group = self.optional_group();
        let Self::Object(object) = &group else { return group };
        ObjectSpec { is_in_group: true, ..ObjectSpec::clone(object) }.into()
    }

    /// Returns the spec with its items optional. Those of a flattened struct are a group inside the group.
    fn omissible(&self) -> Self {
        match self {
            // The check of the Rust type may reject null, which leaves the attribute out. The conversion to the type is
            // another one.
            Self::Attr(attr) => {
                AttrSpec { required: false, check: None, ..AttrSpec::clone(attr) }.into()
            }
            Self::Blocks(blocks) => BlocksSpec::clone(blocks).min_items(0).into(),
            Self::Object(_) => self.inner_group(),
            Self::Wrapped(_) | Self::Tuple(_) => self.map(&Self::omissible, &NestedSpec::clone),
            Self::Default(_) | Self::OneOf(_) | Self::Label(_) => self.clone(),
            Self::Literal(_) | Self::Expr(_) | Self::Rest(_) => self.clone(),
        }
    }
}

impl ObjectSpec {
    /// Returns `true` if the items of the object may all be left out.
    pub(super) fn is_omissible(&self) -> bool {
        self.specs.iter().all(|spec| !spec.is_required() && !matches!(spec, Spec::Label(_)))
    }

    /// Returns the names of the attributes whose specs match, in their order.
    fn names_of(&self, is_match: &dyn Fn(&Spec) -> bool) -> Vec<Str> {
        let names = self.shape.names().iter().zip(&self.specs);
        names.filter(|(_, spec)| is_match(spec)).map(|(name, _)| name.clone()).collect_vec()
    }
}

fn joined(prefix: &str, name: &str) -> Str {
    format!("{prefix}{name}").into()
}
