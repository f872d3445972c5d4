//! The spec of all blocks of a type.

use super::block_methods::block_methods;
use super::item::item_methods;
use super::spelling::form_methods;
use super::{Alias, Deprecation, OtherForms, SpecItem};
use crate::body::Layering;
use crate::cty::Str;
use crate::spec::{NestedSpec, Spec};

/// The spec of all blocks of a type.
#[derive(Clone, Debug)]
pub struct BlocksSpec {
    pub(in crate::spec) item: SpecItem,
    pub(in crate::spec) nested: NestedSpec,
    pub(in crate::spec) min_items: usize,
    pub(in crate::spec) max_items: Option<usize>,
    pub(in crate::spec) dynamic: bool,
    pub(in crate::spec) other_forms: OtherForms,
    pub(in crate::spec) layering: Option<Layering>,
}

impl BlocksSpec {
    /// Returns the spec of all blocks of a type, whose bodies `nested` decodes.
    pub fn new(ty: impl Into<Str>, nested: Spec) -> Self {
        Self::with(ty, NestedSpec::of(nested))
    }

    /// Returns a spec whose nested spec is built by `nested` on first use, so that a block can contain blocks of its own
    /// type. `nested` must return the same spec each time.
    ///
    /// ```
    /// use hcldyn::source::Source;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::{Diagnostics, EvalContext, Type, parse_body};
    ///
    /// fn location() -> Spec {
    ///     Spec::object([
    ///         ("path", AttrSpec::new("path", Type::String).into()),
    ///         ("locations", Spec::BlockTuple(BlocksSpec::lazy("location", location).into())),
    ///     ])
    /// }
    ///
    /// let text = "path = \"/\"\nlocation {\n  path = \"/a\"\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &location(), &EvalContext::new(), &mut diags);
    /// let inner = &value.get("locations").unwrap().elements()[0];
    /// assert_eq!(inner.get("path"), Some(&"/a".into()));
    /// ```
    pub fn lazy(ty: impl Into<Str>, nested: fn() -> Spec) -> Self {
        Self::with(ty, NestedSpec::lazy(nested))
    }

    pub(in crate::spec) fn with(ty: impl Into<Str>, nested: NestedSpec) -> Self {
        Self {
            item: SpecItem::new(ty),
            nested,
            min_items: 0,
            max_items: None,
            dynamic: false,
            other_forms: OtherForms::default(),
            layering: None,
        }
    }
}

block_methods!(BlocksSpec: counts, dynamic, layering, nested);
form_methods!(BlocksSpec: or_attr, labels_as_blocks);
item_methods!(BlocksSpec);
