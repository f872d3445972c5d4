//! Specs: how to decode a body, as data.
//!
//! A [`Spec`] is what `#[derive(HclDecode)]` builds, and what a program that learns its schema at run
//! time builds by hand (reference: `hcldec`). [`decode()`] runs it on a body and gives a value; it is
//! the only way from a body to a value.
//!
//! ```
//! use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode};
//! use hcldyn::{Diagnostics, EvalContext, Type, Value, parse_body, source::Source};
//!
//! let port = Spec::object([
//!     ("name", LabelSpec::new(0, "name").into()),
//!     ("number", AttrSpec::new("number", Type::Number).required().into()),
//! ]);
//! let spec = Spec::object([("ports", Spec::BlockList(BlocksSpec::new("port", port).into()))]);
//!
//! let mut diags = Diagnostics::new();
//! let body = parse_body(&Source::new("a.hcl", "port \"http\" { number = 80 }"), &mut diags);
//! let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
//! assert!(diags.is_empty());
//! let http = Value::object([("name", Value::from("http")), ("number", Value::from(80))]);
//! assert_eq!(value.as_object().unwrap().get("ports").unwrap().elements(), [http]);
//! ```
//!
//! # What specs can say
//!
//! - Of attributes, labels and blocks: [`AttrSpec`], [`LabelSpec`], [`BlockSpec`], [`BlocksSpec`],
//!   [`BlockMapSpec`], [`BlockAttrsSpec`]; aliases, deprecation and docs among it.
//! - Of a body as a whole: [`ObjectSpec`] has rules between attributes, and says what happens to items
//!   that nobody expects.
//! - Of bodies that are not known: [`Spec::Remain`] keeps the rest of a body, [`Spec::OpenBody`] decodes it as data.
//! - Of bodies that differ: [`OneOfSpec`] asks a label or an attribute which of several specs is meant,
//!   [`BlockTypesSpec`] the block type.
//! - What is done with a value: [`Spec::or`], [`Spec::transform`], [`Spec::transform_expr`],
//!   [`Spec::refine`], [`Spec::validate`].
//!
//! [`language`] reads specs from files, for programs that do not know them before they run.
//!
//! A spec is strict: what no spec names is an error that suggests what there is. [`Spec::check`] finds
//! mistakes in specs themselves.

mod check;
mod decode;
mod diags;
mod implied;
mod kinds;
mod labels;
pub mod language;
mod nested;
mod origin;
mod origins;
mod remain;
mod sensitive;
mod variables;
mod view;

use std::sync::Arc;

pub use self::check::{SpecError, SpecMistake, SpecStep};
pub(crate) use self::decode::decode_leniently;
pub use self::decode::{decode, decode_with_origin, source_place};
pub(crate) use self::kinds::CheckFn;
pub use self::kinds::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, DefaultSpec,
    Deprecation, LabelSpec, ObjectSpec, OneOfSpec, Rule, Tag, TupleSpec, ValueRule, WrappedSpec,
};
use self::kinds::{SpecItem, WrappedStep};
use self::nested::NestedSpec;
pub use self::origin::{Decoded, Origin, Presence};
pub use self::origins::Origins;
pub use self::remain::body_type;
pub use self::variables::{expand_variables, variables};
use self::view::{BlocksView, SpecView};
use crate::cty::{Str, Value};
use crate::expr::Expression;

/// How to decode a body, or a part of one. Cloning copies a pointer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Spec {
    /// An object, each attribute decoded from the same body by a spec of its own.
    Object(Arc<ObjectSpec>),
    /// A tuple, each element decoded from the same body by a spec of its own.
    Tuple(Arc<TupleSpec>),
    /// The value of an attribute.
    Attr(Arc<AttrSpec>),
    /// Always this value.
    Literal(Value),
    /// What an expression of the program evaluates to in the context of decoding.
    Expr(Expression),
    /// What the first spec gives or, where that is null, what the second one gives.
    Default(Arc<DefaultSpec>),
    /// The one block of a type; null where there is none.
    Block(Arc<BlockSpec>),
    /// A list of all blocks of a type. All elements get one type.
    BlockList(Arc<BlocksSpec>),
    /// A tuple of all blocks of a type. Elements may differ in type.
    BlockTuple(Arc<BlocksSpec>),
    /// A set of all blocks of a type.
    BlockSet(Arc<BlocksSpec>),
    /// A map of all blocks of a type by their labels, one level of map for each label.
    BlockMap(Arc<BlockMapSpec>),
    /// An object of all blocks of a type by their labels, one level of object for each label. It keeps them
    /// in source order, and they may differ in type.
    BlockObject(Arc<BlockMapSpec>),
    /// The one block of any of several types; null where there is none.
    BlockOf(Arc<BlockTypesSpec>),
    /// A tuple of all blocks of several types, in source order.
    BlocksOf(Arc<BlockTypesSpec>),
    /// A map of the attributes of the one block of a type, whatever their names.
    BlockAttrs(Arc<BlockAttrsSpec>),
    /// A label of the block whose body is decoded.
    Label(Arc<LabelSpec>),
    /// What one of several specs makes of the body: the one that a tag in the text names.
    OneOf(Arc<OneOfSpec>),
    /// The rest of the body, as a capsule that holds a [`Body`](crate::Body): in a tuple beside another
    /// spec it decodes a part of a body and leaves the others (reference: `hcldec.PartialDecode`).
    Remain,
    /// The rest of the body as data: an object with the values of the attributes, and with a tuple of the blocks of each
    /// type. A block is such an object itself, inside an object for each label, as in HCL's JSON syntax.
    OpenBody,
    /// What is made of the value of another spec, or that value once it was looked at.
    Wrapped(Arc<WrappedSpec>),
}

impl Spec {
    /// An object with these attributes, in this order. [`ObjectSpec`] can say more.
    pub fn object<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        ObjectSpec::new(attributes).into()
    }

    /// A tuple of these elements.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        TupleSpec::new(elements).into()
    }

    /// What this spec gives or, where that is null, what `default` gives.
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        DefaultSpec::new(self, default).into()
    }

    /// What the spec is for, where it was given docs: of a spec around another one, what that is for.
    pub fn docs(&self) -> Option<&str> {
        match self.view() {
            SpecView::Object(object) => object.docs(),
            SpecView::Attr(attr) => attr.docs(),
            SpecView::Blocks(blocks) => blocks.docs,
            SpecView::Label(label) => label.docs(),
            SpecView::OneOf(one_of) => one_of.docs(),
            SpecView::Default(specs) => specs.primary.docs(),
            SpecView::Wrapped(wrapped) => wrapped.spec.docs(),
            SpecView::Tuple(_) | SpecView::Constant(_) | SpecView::Rest { .. } => None,
        }
    }
}

macro_rules! into_spec {
    ($($kind:ident($spec:ty)),*) => {$(
        impl From<$spec> for Spec {
            fn from(spec: $spec) -> Self {
                Self::$kind(Arc::new(spec))
            }
        }
    )*};
}

into_spec!(
    Object(ObjectSpec),
    Tuple(TupleSpec),
    Default(DefaultSpec),
    Attr(AttrSpec),
    Block(BlockSpec),
    BlockMap(BlockMapSpec),
    BlockAttrs(BlockAttrsSpec),
    Label(LabelSpec),
    OneOf(OneOfSpec)
);
