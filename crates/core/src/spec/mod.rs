//! Specs: how to decode a body, as data.
//!
//! A [`Spec`] is built by `#[derive(HclDecode)]`, or by hand in a program that learns its schema at run time
//! (reference: `hcldec`). [`decode()`] runs it on a body and returns a value. All bodies are decoded
//! this way. [`encode()`] is the inverse: it writes the body that decodes to a value.
//!
//! ```
//! use hcldyn::cty::{Type, Value};
//! use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode};
//! use hcldyn::syntax::Source;
//! use hcldyn::{Diagnostics, EvalContext, parse_body};
//!
//! let port = Spec::object([
//!     ("name", LabelSpec::new(0, "name").into()),
//!     ("number", AttrSpec::new("number", Type::Number).required().into()),
//! ]);
//! let spec = Spec::object([("ports", BlocksSpec::new("port", port).list().into())]);
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
//! - Attributes, labels and blocks: [`AttrSpec`], [`LabelSpec`], [`BlocksSpec`], with aliases, deprecations and docs.
//! - A whole body: [`ObjectSpec`] has rules between attributes and decides about unexpected items.
//! - Unknown items: [`Rest`] keeps the rest of a body, or decodes it as attributes or data.
//! - Bodies of several forms: [`OneOfSpec`] selects a spec by a label or an attribute, [`BlocksSpec::of_types`] by the
//!   block type.
//! - Other forms of a body: blocks as attributes ([`BlocksSpec::or_attr`]), attributes as blocks ([`AttrSpec::or_block`]),
//!   labels as nested blocks ([`BlocksSpec::labels_as_blocks`]), and merged blocks ([`BlocksSpec::merge`]).
//! - Operations on values: [`Spec::or`], [`Spec::transform`], [`Spec::transform_expr`], [`Spec::refine`],
//!   [`Spec::validate`].
//!
//! [`language`] reads specs from files, for programs that do not know them before they run.
//!
//! A spec is strict: an item that no spec names is an error, with a suggestion. [`Spec::check`] finds mistakes in
//! specs themselves.

#[cfg(feature = "load")]
mod address;
#[cfg(feature = "load")]
mod attributes;
#[cfg(feature = "kit")]
mod block_type;
#[cfg(feature = "load")]
mod changes;
mod check;
mod convert_value;
mod decode;
mod diags;
#[cfg(feature = "edit")]
mod encode;
mod fixes;
mod flattened;
mod implied;
mod index;
mod item;
mod kinds;
mod labels;
#[cfg(feature = "specfile")]
pub mod language;
mod matched;
pub(crate) mod nested;
mod origin;
mod origins;
#[cfg(feature = "specfile")]
pub mod outline;
mod placeholder;
mod plan;
mod sensitive;
#[cfg(feature = "load")]
mod settings;
mod variables;
mod walk;

use std::sync::Arc;

#[cfg(feature = "load")]
pub(crate) use self::address::{Address, AddressFailure, AddressStep, AddressedItem, NameMatch};
#[cfg(feature = "load")]
pub(crate) use self::attributes::PossibleAttribute;
#[cfg(feature = "kit")]
pub(crate) use self::block_type::TypeOfBlocks;
#[cfg(feature = "load")]
pub(crate) use self::changes::item_path;
#[cfg(feature = "load")]
pub use self::changes::{Change, ChangeKind};
pub use self::check::{SpecError, SpecMistake, SpecStep};
pub(crate) use self::convert_value::{clause, convert_value};
#[cfg(feature = "kit")]
pub(crate) use self::decode::decode_block;
#[cfg(feature = "load")]
pub(crate) use self::decode::decode_layers;
#[cfg(feature = "json")]
pub use self::decode::decode_to_json;
pub(crate) use self::decode::{
    BlockFields, BodyBlocks, BodyFields, Leniency, decode_again, read_fields, report_if_used_up,
};
pub use self::decode::{decode, decode_with_origin, source_place};
pub(crate) use self::diags::deprecated_value;
#[cfg(feature = "edit")]
pub use self::encode::{EncodeError, Encoder, encode};
#[cfg(feature = "edit")]
pub(crate) use self::encode::{Written, is_same, names, unwritable_clause, written};
#[cfg(feature = "specfile")]
use self::kinds::BlockStep;
pub use self::kinds::{
    AttrSpec, BlockCollection, BlockCount, BlockOptions, BlocksSpec, DataForm, DefaultSpec,
    FlagOptions, LabelPosition, LabelSpec, ObjectSpec, OneOfSpec, OtherForms, Rest, Rule,
    SettingOptions, SettingSource, Spelling, Tag, TupleSpec, ValueRule, WrappedSpec, body_type,
};
pub(crate) use self::kinds::{BlockContent, body_value};
use self::kinds::{BlockType, ValueStep, WrappedStep};
pub(crate) use self::nested::NestedSpec;
pub use self::origin::{Decoded, Origin, Presence};
pub use self::origins::Origins;
pub use self::variables::{expand_variables, variables};
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Str, Value};
use crate::expr::Expression;

/// The schema by which a body, or a part of one, is decoded. Cloning copies a pointer.
#[doc(alias = "schema")]
#[doc(alias = "hcldec")]
#[derive(Clone, Debug)]
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
    /// Blocks of one type, or of several.
    Blocks(Arc<BlocksSpec>),
    /// A label of the block whose body is decoded, or a list of its remaining labels.
    Label(Arc<LabelSpec>),
    /// The value of one of several specs, selected by a tag in the body.
    OneOf(Arc<OneOfSpec>),
    /// The rest of the body.
    Rest(Rest),
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
        BlocksSpec::new(ty, block).tuple().with_docs(ItemDocs::new(docs)).into()
    }

    /// Returns the spec of a body as data, with blocks as programs read it that know their data formats through serde
    /// ([`DataForm::Merged`]).
    pub fn any() -> Self {
        Self::Rest(Rest::Data(DataForm::Merged))
    }

    /// Returns the spec of a tuple of these elements.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        TupleSpec::new(elements).into()
    }

    /// Returns a spec that gives the value of this spec or, if that is null, of `default`.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let port = Spec::from(AttrSpec::new("port", Type::Number)).or(Spec::Literal(80.into()));
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", ""), &mut diags);
    /// assert_eq!(decode(&body, &port, &EvalContext::new(), &mut diags), 80.into());
    /// ```
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        DefaultSpec::new(self, default).into()
    }

    /// Returns the docs of the spec. For a spec around another one, these are the docs of the inner spec.
    pub fn docs(&self) -> Option<&str> {
        match self {
            Self::Object(object) => object.docs(),
            Self::Attr(attr) => attr.docs(),
            Self::Blocks(blocks) => blocks.docs(),
            Self::Label(label) => label.docs(),
            Self::OneOf(one_of) => one_of.docs(),
            Self::Default(specs) => specs.primary.docs(),
            Self::Wrapped(wrapped) => wrapped.spec.docs(),
            Self::Tuple(_) | Self::Literal(_) | Self::Expr(_) | Self::Rest(_) => None,
        }
    }
}

impl From<Rest> for Spec {
    fn from(rest: Rest) -> Self {
        Self::Rest(rest)
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
    Blocks(BlocksSpec),
    Label(LabelSpec),
    OneOf(OneOfSpec)
);
