//! Specs: how to decode a body, as data.
//!
//! A [`Spec`] is built by `#[derive(HclDecode)]`, or by hand in a program that learns its schema at run time
//! (reference: `hcldec`). [`decode()`] runs it on a body and returns a value. All bodies are decoded
//! this way. [`encode()`] is the inverse: it writes the body that decodes to a value.
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
//! # What a spec can express
//!
//! - Attributes, labels and blocks: [`AttrSpec`], [`LabelSpec`], [`BlockSpec`], [`BlocksSpec`], [`BlockMapSpec`],
//!   [`BlockAttrsSpec`], with aliases, deprecations and docs.
//! - A whole body: [`ObjectSpec`] has rules between attributes and decides about unexpected items.
//! - Unknown bodies: [`Spec::Remain`] keeps the rest of a body, [`Spec::OpenBody`] and [`Spec::Any`] decode it as data,
//!   and [`Spec::RemainAttrs`] takes its attributes.
//! - Bodies of several forms: [`OneOfSpec`] selects a spec by a label or an attribute, [`BlockTypesSpec`] by the
//!   block type.
//! - Other forms of a body: blocks as attributes ([`BlockSpec::or_attr`]), attributes as blocks ([`AttrSpec::or_block`]),
//!   labels as nested blocks ([`BlockSpec::labels_as_blocks`]), and merged blocks ([`BlockSpec::merge`]).
//! - Operations on values: [`Spec::or`], [`Spec::transform`], [`Spec::transform_expr`], [`Spec::refine`],
//!   [`Spec::validate`].
//!
//! [`language`] reads specs from files, for programs that do not know them before they run.
//!
//! A spec is strict: an item that no spec names is an error, with a suggestion. [`Spec::check`] finds mistakes in
//! specs themselves.

mod address;
#[cfg(feature = "graph")]
mod block_type;
mod changes;
mod check;
mod decode;
mod diags;
mod encode;
mod fixes;
mod implied;
mod kinds;
mod labels;
pub mod language;
mod nested;
mod origin;
mod origins;
pub mod outline;
mod placeholder;
mod remain;
mod sensitive;
mod variables;
mod view;

use std::sync::Arc;

pub(crate) use self::address::{Address, AddressFailure, AddressedItem, NameMatch};
#[cfg(feature = "graph")]
pub(crate) use self::block_type::TypeOfBlocks;
pub use self::changes::{Change, ChangeKind};
pub use self::check::{SpecError, SpecMistake, SpecStep};
pub(crate) use self::decode::{Leniency, decode_leniently};
pub use self::decode::{decode, decode_with_origin, source_place};
pub(crate) use self::diags::deprecated_value;
pub use self::encode::{EncodeError, Encoder, encode};
pub(crate) use self::encode::{Written, is_same, names, unwritable_clause, written};
pub use self::kinds::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, DefaultSpec,
    Deprecation, LabelPosition, LabelSpec, ObjectSpec, OneOfSpec, Rule, Spelling, Tag, TupleSpec,
    ValueRule, WrappedSpec,
};
use self::kinds::{OtherForms, SpecItem, WrappedStep};
use self::nested::NestedSpec;
pub use self::origin::{Decoded, Origin, Presence};
pub use self::origins::Origins;
pub use self::remain::body_type;
pub(crate) use self::remain::body_value;
pub use self::variables::{expand_variables, variables};
use self::view::{BlocksView, SpecView};
pub use crate::cty::value_spec::ItemDocs;
use crate::cty::value_spec::ValueSpec;
use crate::cty::{Str, Value};
use crate::expr::Expression;

/// The schema by which a body, or a part of one, is decoded. Cloning copies a pointer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Spec {
    /// An object. A spec for each attribute decodes it from the same body.
    Object(Arc<ObjectSpec>),
    /// A tuple. A spec for each element decodes it from the same body.
    Tuple(Arc<TupleSpec>),
    /// The value of an attribute.
    Attr(Arc<AttrSpec>),
    /// A fixed value.
    Literal(Value),
    /// The value of an expression of the program, in the context of decoding.
    Expr(Expression),
    /// The value of the first spec or, if that is null, of the second one.
    Default(Arc<DefaultSpec>),
    /// The only block of a type, or null if there is none.
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
    /// The only block of any of several types, or null if there is none.
    BlockOf(Arc<BlockTypesSpec>),
    /// A tuple of all blocks of several types, in source order.
    BlocksOf(Arc<BlockTypesSpec>),
    /// A map of the attributes of the only block of a type. They may have any names.
    BlockAttrs(Arc<BlockAttrsSpec>),
    /// A label of the block whose body is decoded, or a list of its remaining labels.
    Label(Arc<LabelSpec>),
    /// The value of one of several specs, selected by a tag in the body.
    OneOf(Arc<OneOfSpec>),
    /// The rest of the body, as a capsule that holds a [`Body`](crate::Body). In a tuple beside another spec, it
    /// decodes a part of a body and keeps the rest (reference: `hcldec.PartialDecode`).
    Remain,
    /// The remaining attributes of the body as a map, each converted by this spec; as an object if its type is not fixed.
    /// Remaining blocks are unexpected.
    RemainAttrs(ValueSpec),
    /// The rest of the body as data: an object with the values of the attributes, and with a tuple of the blocks of each
    /// type. A block is such an object itself, inside an object for each label, as in HCL's JSON syntax.
    OpenBody,
    /// The rest of the body as data, as programs read it that know their data formats through serde: an object with the
    /// values of the attributes, and with the blocks of each type. A block is such an object itself, inside an object
    /// for each label. Of several blocks with equal labels, there is a tuple.
    ///
    /// ```
    /// use hcldyn::source::Source;
    /// use hcldyn::spec::{Spec, decode};
    /// use hcldyn::{Diagnostics, EvalContext, Value, parse_body};
    ///
    /// let text = "server \"a\" { port = 80 }\nserver \"b\" { port = 81 }\nrule { }\nrule { }\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &Spec::Any, &EvalContext::new(), &mut diags);
    ///
    /// let server = |port: u16| Value::object([("port", port.into())]);
    /// let servers = Value::object([("a", server(80)), ("b", server(81))]);
    /// assert_eq!(value.get("server"), Some(&servers));
    /// assert_eq!(value.get("rule").unwrap().elements().len(), 2);
    /// ```
    ///
    /// An attribute and a block of one name are an error, and so are blocks of a type with different numbers of labels
    /// where the labels are otherwise equal.
    Any,
    /// The value of another spec, transformed or checked.
    Wrapped(Arc<WrappedSpec>),
}

impl Spec {
    /// Returns the spec of an object with these attributes, in this order. [`ObjectSpec`] has more options.
    pub fn object<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        ObjectSpec::new(attributes).into()
    }

    /// Returns the spec of any number of documented blocks, as a tuple.
    pub(crate) fn blocks(ty: impl Into<Str>, block: Self, docs: &str) -> Self {
        Self::BlockTuple(BlocksSpec::new(ty, block).with_docs(ItemDocs::new(docs)).into())
    }

    /// Returns the spec of a tuple of these elements.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        TupleSpec::new(elements).into()
    }

    /// Returns a spec that gives the value of this spec or, if that is null, of `default`.
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        DefaultSpec::new(self, default).into()
    }

    /// Returns the docs of the spec. For a spec around another one, these are the docs of the inner spec.
    pub fn docs(&self) -> Option<&str> {
        match self.view() {
            SpecView::Object(object) => object.docs(),
            SpecView::Attr(attr) => attr.docs(),
            SpecView::Blocks(blocks) => blocks.docs.text.as_deref(),
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
