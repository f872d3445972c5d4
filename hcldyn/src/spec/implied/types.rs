//! The type of the values that a spec gives.

use std::sync::Arc;

use crate::cty::{ObjectType, Type};
use crate::spec::{OneOfSpec, Spec, body_type};

impl Spec {
    /// The type of the values that decoding gives. It is a constraint: parts that depend on what is
    /// written are [`Type::Dynamic`], and attributes of attribute types may be optional.
    pub fn implied_type(&self) -> Type {
        match self {
            Self::Object(object) => {
                let types = object.specs.iter().map(Self::implied_type);
                Type::Object(Arc::new(ObjectType::of_shape(Arc::clone(&object.shape), types)))
            }
            Self::Tuple(tuple) => Type::tuple(tuple.specs.iter().map(Self::implied_type)),
            Self::Attr(attr) => attr.ty.clone(),
            Self::Literal(value) => value.ty(),
            Self::Default(specs) => specs.primary.implied_type(),
            Self::Block(block) => block.nested.implied().ty.clone(),
            Self::BlockList(blocks) => Type::list(blocks.nested.implied().ty.clone()),
            Self::BlockSet(blocks) => Type::set(blocks.nested.implied().ty.clone()),
            Self::BlockMap(blocks) => {
                let element = blocks.nested.implied().ty.clone();
                blocks.labels.iter().fold(element, |element, _| Type::map(element))
            }
            Self::BlockAttrs(attrs) => Type::map(attrs.element.clone()),
            Self::OneOf(one_of) => one_of.common_type(),
            Self::Label(_) => Type::String,
            Self::Remain => body_type(),
            Self::Wrapped(wrapped) => wrapped.step.implied_type(wrapped.spec.implied_type()),
            Self::Expr(_)
            | Self::BlockTuple(_)
            | Self::BlockObject(_)
            | Self::BlockOf(_)
            | Self::BlocksOf(_) => Type::Dynamic,
        }
    }

    /// Whether every decoded value is exactly of the implied type.
    pub(super) fn is_exact(&self) -> bool {
        match self {
            Self::Object(object) => object.specs.iter().all(Self::is_exact),
            Self::Tuple(tuple) => tuple.specs.iter().all(Self::is_exact),
            Self::Attr(attr) => !attr.ty.has_dynamic(),
            Self::Default(specs) => {
                let (primary, default) = (&specs.primary, &specs.default);
                let same = || primary.value_type() == default.value_type();
                primary.is_exact() && default.is_exact() && same()
            }
            Self::Block(block) => block.nested.implied().is_exact,
            Self::BlockList(blocks) | Self::BlockSet(blocks) => blocks.nested.implied().is_exact,
            Self::BlockMap(blocks) => blocks.nested.implied().is_exact,
            Self::BlockAttrs(attrs) => !attrs.element.has_dynamic(),
            Self::Wrapped(wrapped) => wrapped.step.keeps_type() && wrapped.spec.is_exact(),
            Self::Expr(_)
            | Self::BlockTuple(_)
            | Self::BlockObject(_)
            | Self::BlockOf(_)
            | Self::BlocksOf(_)
            | Self::OneOf(_) => false,
            Self::Literal(_) | Self::Label(_) | Self::Remain => true,
        }
    }

    pub(in crate::spec) fn value_type(&self) -> Type {
        self.implied_type().without_optional()
    }
}

impl OneOfSpec {
    /// The type that the values of all forms have, if they have one.
    pub(in crate::spec) fn common_type(&self) -> Type {
        let mut types = self.specs().map(Spec::implied_type);
        let first = types.next().filter(|first| types.all(|ty| ty == *first));
        first.unwrap_or(Type::Dynamic)
    }
}
