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

mod decode;
mod diags;
mod implied;
mod origin;
mod remain;
mod variables;

use std::sync::Arc;

pub use self::decode::{Decoded, decode, decode_with_origin};
pub(crate) use self::implied::Nested;
pub use self::origin::{Origin, Presence};
pub use self::remain::body_type;
pub use self::variables::{expand_variables, variables};
use crate::cty::{FromValueError, Shape, Str, Type, Value};

/// How to decode a body, or a part of one. Cloning copies a pointer.
#[derive(Clone, Debug)]
pub enum Spec {
    /// An object, each attribute decoded from the same body by a spec of its own.
    Object(Arc<ObjectSpec>),
    /// A tuple, each element decoded from the same body by a spec of its own.
    Tuple(Arc<Vec<Self>>),
    /// The value of an attribute.
    Attr(Arc<AttrSpec>),
    /// Always this value.
    Literal(Value),
    /// What the first spec gives or, where that is null, what the second one gives.
    Default(Arc<(Self, Self)>),
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
    /// A map of the attributes of the one block of a type, whatever their names.
    BlockAttrs(Arc<BlockAttrsSpec>),
    /// A label of the block whose body is decoded.
    Label(Arc<LabelSpec>),
    /// The rest of the body, as a capsule that holds a [`Body`](crate::Body).
    Remain,
}

/// The spec of an object: names and specs, in the order in which the values will stand.
#[derive(Debug)]
pub struct ObjectSpec {
    shape: Arc<Shape>,
    specs: Vec<Spec>,
}

/// The spec of an attribute.
#[derive(Clone, Debug)]
pub struct AttrSpec {
    name: Str,
    ty: Type,
    /// The same as the type of a value: without optional attributes.
    value_ty: Type,
    required: bool,
    check: Option<CheckFn>,
}

/// What a value must satisfy besides its type. It sees known, unmarked values only.
pub(crate) type CheckFn = fn(&Value) -> Result<(), FromValueError>;

/// The spec of a single block.
#[derive(Clone, Debug)]
pub struct BlockSpec {
    ty: Str,
    nested: Nested,
    required: bool,
    dynamic: bool,
}

/// The spec of all blocks of a type.
#[derive(Clone, Debug)]
pub struct BlocksSpec {
    ty: Str,
    nested: Nested,
    min_items: usize,
    max_items: Option<usize>,
    dynamic: bool,
}

/// The spec of all blocks of a type by their labels.
#[derive(Clone, Debug)]
pub struct BlockMapSpec {
    ty: Str,
    /// What the labels that make up the key are called in messages; at least one.
    labels: Vec<Str>,
    nested: Nested,
    dynamic: bool,
}

/// The spec of a block of free attributes.
#[derive(Clone, Debug)]
pub struct BlockAttrsSpec {
    ty: Str,
    element: Type,
    required: bool,
    dynamic: bool,
}

/// The spec of a label.
#[derive(Clone, Debug)]
pub struct LabelSpec {
    index: usize,
    name: Str,
}

impl Spec {
    /// An object with these attributes, in this order.
    pub fn object<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        let (names, specs): (Vec<Str>, Vec<_>) =
            attributes.into_iter().map(|(name, spec)| (name.into(), spec)).unzip();
        Self::Object(Arc::new(ObjectSpec { shape: Shape::new(names), specs }))
    }

    /// A tuple of these elements.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(Arc::new(elements.into_iter().collect()))
    }

    /// What this spec gives or, where that is null, what `default` gives.
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        Self::Default(Arc::new((self, default)))
    }
}

impl ObjectSpec {
    /// The attribute names, in the order in which the values stand.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// The specs of the attributes, in the same order.
    pub fn specs(&self) -> &[Spec] {
        &self.specs
    }
}

impl AttrSpec {
    /// An attribute of a name, converted to a type; null where it is not set.
    pub fn new(name: impl Into<Str>, ty: Type) -> Self {
        let value_ty = ty.without_optional();
        Self { name: name.into(), ty, value_ty, required: false, check: None }
    }

    /// The attribute must be set.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// The value must satisfy this besides its type.
    #[must_use]
    pub(crate) fn checked(mut self, check: CheckFn) -> Self {
        self.check = Some(check);
        self
    }
}

impl BlockSpec {
    /// A block of a type whose body `nested` decodes; null where there is none.
    pub fn new(ty: impl Into<Str>, nested: Spec) -> Self {
        Self { ty: ty.into(), nested: Nested::new(nested), required: false, dynamic: false }
    }

    /// The block must be there.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// A `dynamic` block may generate the block.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }
}

impl BlocksSpec {
    /// All blocks of a type, whose bodies `nested` decodes.
    pub fn new(ty: impl Into<Str>, nested: Spec) -> Self {
        let nested = Nested::new(nested);
        Self { ty: ty.into(), nested, min_items: 0, max_items: None, dynamic: false }
    }

    /// There must be at least so many.
    #[must_use]
    pub fn min_items(mut self, count: usize) -> Self {
        self.min_items = count;
        self
    }

    /// There must be at most so many.
    #[must_use]
    pub fn max_items(mut self, count: usize) -> Self {
        self.max_items = Some(count);
        self
    }

    /// `dynamic` blocks may generate such blocks.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }
}

impl BlockMapSpec {
    /// All blocks of a type by their first label; `label` is what messages call it.
    pub fn new(ty: impl Into<Str>, label: impl Into<Str>, nested: Spec) -> Self {
        let nested = Nested::new(nested);
        Self { ty: ty.into(), labels: vec![label.into()], nested, dynamic: false }
    }

    /// One more label belongs to the key; `label` is what messages call it.
    #[must_use]
    pub fn then_by(mut self, label: impl Into<Str>) -> Self {
        self.labels.push(label.into());
        self
    }

    /// `dynamic` blocks may generate such blocks.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }
}

impl BlockAttrsSpec {
    /// A block of a type that holds attributes of any name, each converted to one type; null where
    /// there is no such block.
    pub fn new(ty: impl Into<Str>, element: Type) -> Self {
        Self { ty: ty.into(), element, required: false, dynamic: false }
    }

    /// The block must be there.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// A `dynamic` block may generate the block.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }
}

impl LabelSpec {
    /// The label of an index, from 0; `name` is what messages call it. Under a [`BlockMapSpec`] the
    /// labels of the key are not counted.
    pub fn new(index: usize, name: impl Into<Str>) -> Self {
        Self { index, name: name.into() }
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
    Attr(AttrSpec),
    Block(BlockSpec),
    BlockMap(BlockMapSpec),
    BlockAttrs(BlockAttrsSpec),
    Label(LabelSpec)
);
