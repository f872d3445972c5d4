//! The spec of blocks of several types.

use std::sync::Arc;

use super::OtherForms;
use super::block_methods::block_methods;
use super::docs_methods::docs_methods;
use super::spelling::form_methods;
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Shape, Str};
use crate::spec::{NestedSpec, Spec};

/// The spec of blocks of several types, for [`Spec::BlockOf`] and [`Spec::BlocksOf`]. The block type selects the
/// spec of a block's body. Blocks of all types are counted together. For [`Spec::BlockOf`], a
/// [`min_items`](Self::min_items) of 1 makes the block required.
///
/// A literal in each spec shows the type of a block:
///
/// ```
/// use hcldyn::spec::{AttrSpec, BlockTypesSpec, Spec, decode};
/// use hcldyn::source::Source;
/// use hcldyn::{Diagnostics, EvalContext, Type, Value, parse_body};
///
/// let step = |ty: &'static str, attr: &str| {
///     (ty, Spec::tuple([Spec::Literal(ty.into()), AttrSpec::new(attr, Type::String).into()]))
/// };
/// let spec = BlockTypesSpec::new([step("run", "command"), step("copy", "from")]);
///
/// let mut diags = Diagnostics::new();
/// let text = "copy {\n  from = \"a\"\n}\nrun {\n  command = \"ls\"\n}\n";
/// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
/// let value = decode(&body, &Spec::BlocksOf(spec.into()), &EvalContext::new(), &mut diags);
/// let pair = |ty: &str, text: &str| Value::tuple(vec![ty.into(), text.into()]);
/// assert_eq!(value.elements(), [pair("copy", "a"), pair("run", "ls")]);
/// ```
#[derive(Clone, Debug)]
pub struct BlockTypesSpec {
    pub(in crate::spec) types: Vec<(Str, NestedSpec)>,
    pub(in crate::spec) names: Arc<Shape>,
    pub(in crate::spec) min_items: usize,
    pub(in crate::spec) max_items: Option<usize>,
    pub(in crate::spec) dynamic: bool,
    pub(in crate::spec) other_forms: OtherForms,
    pub(in crate::spec) docs: ItemDocs,
}

impl BlockTypesSpec {
    /// Returns the spec of blocks of these types, each with the spec of its body.
    pub fn new<N: Into<Str>>(types: impl IntoIterator<Item = (N, Spec)>) -> Self {
        Self::with(types.into_iter().map(|(ty, nested)| (ty.into(), NestedSpec::of(nested))))
    }

    /// Returns a spec whose nested specs are built by the functions on first use, so that a block can contain blocks of
    /// its own type. Each function must return the same spec each time.
    pub fn lazy<N: Into<Str>>(types: impl IntoIterator<Item = (N, fn() -> Spec)>) -> Self {
        Self::with(types.into_iter().map(|(ty, nested)| (ty.into(), NestedSpec::lazy(nested))))
    }

    pub(in crate::spec) fn with(types: impl Iterator<Item = (Str, NestedSpec)>) -> Self {
        let types: Vec<_> = types.collect();
        let names = Shape::new(types.iter().map(|(ty, _)| ty.clone()));
        Self {
            types,
            names,
            min_items: 0,
            max_items: None,
            dynamic: false,
            other_forms: OtherForms::default(),
            docs: ItemDocs::default(),
        }
    }

    /// Returns the block types, each with the spec of its blocks' bodies.
    pub fn types(&self) -> impl ExactSizeIterator<Item = (&Str, &Spec)> {
        self.types.iter().map(|(ty, nested)| (ty, nested.spec()))
    }

    pub(in crate::spec) fn names(&self) -> &[Str] {
        self.names.names()
    }

    /// Returns the spec of the bodies of a type, if it is one of these types.
    pub(in crate::spec) fn nested_of(&self, ty: &Str) -> Option<&NestedSpec> {
        self.names.position(ty).map(|position| &self.types[position].1)
    }
}

block_methods!(BlockTypesSpec: counts, dynamic);
form_methods!(BlockTypesSpec: or_attr, labels_as_blocks);
docs_methods!(BlockTypesSpec, docs);
