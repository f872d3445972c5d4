//! The spec of a single block.

use super::block_methods::block_methods;
use super::item::item_methods;
use super::spelling::form_methods;
use super::{Alias, Deprecation, OtherForms, SpecItem};
use crate::body::Layering;
use crate::cty::Str;
use crate::spec::{NestedSpec, Spec};

/// The spec of a single block.
#[derive(Clone, Debug)]
pub struct BlockSpec {
    pub(in crate::spec) item: SpecItem,
    pub(in crate::spec) nested: NestedSpec,
    pub(in crate::spec) required: bool,
    pub(in crate::spec) dynamic: bool,
    pub(in crate::spec) other_forms: OtherForms,
    pub(in crate::spec) layering: Option<Layering>,
}

impl BlockSpec {
    /// Returns the spec of a block whose body `nested` decodes. The value is null without a block.
    pub fn new(ty: impl Into<Str>, nested: Spec) -> Self {
        Self::with(ty, NestedSpec::of(nested))
    }

    /// Returns a spec whose nested spec is built by `nested` on first use, so that a block can contain blocks of its own
    /// type. `nested` must return the same spec each time.
    pub fn lazy(ty: impl Into<Str>, nested: fn() -> Spec) -> Self {
        Self::with(ty, NestedSpec::lazy(nested))
    }

    pub(in crate::spec) fn with(ty: impl Into<Str>, nested: NestedSpec) -> Self {
        Self {
            item: SpecItem::new(ty),
            nested,
            required: false,
            dynamic: false,
            other_forms: OtherForms::default(),
            layering: None,
        }
    }
}

block_methods!(BlockSpec: required, dynamic, layering, nested);
form_methods!(BlockSpec: or_attr, labels_as_blocks, merge);
item_methods!(BlockSpec);
