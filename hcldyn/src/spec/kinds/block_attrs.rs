//! The spec of a block of free attributes.

use super::block_methods::block_methods;
use super::item::item_methods;
use super::spelling::form_methods;
use super::{Alias, Deprecation, OtherForms, SpecItem};
use crate::body::Layering;
use crate::cty::value_spec::ValueSpec;
use crate::cty::{Str, Type};

/// The spec of a block of free attributes.
#[derive(Clone, Debug)]
pub struct BlockAttrsSpec {
    pub(in crate::spec) item: SpecItem,
    pub(in crate::spec) value: ValueSpec,
    /// The type that each value is converted to.
    pub(in crate::spec) element: Type,
    pub(in crate::spec) required: bool,
    pub(in crate::spec) dynamic: bool,
    pub(in crate::spec) other_forms: OtherForms,
    pub(in crate::spec) layering: Option<Layering>,
}

impl BlockAttrsSpec {
    /// Returns the spec of a block with attributes of any name, each converted to one type, or by one spec. The value
    /// is null without a block.
    pub fn new(ty: impl Into<Str>, value: impl Into<ValueSpec>) -> Self {
        let value = value.into();
        Self {
            item: SpecItem::new(ty),
            element: value.ty(),
            value,
            required: false,
            dynamic: false,
            other_forms: OtherForms::default(),
            layering: None,
        }
    }

    /// Returns the type that each value is converted to.
    pub fn element(&self) -> &Type {
        &self.element
    }

    /// Returns the spec of each value.
    pub fn value_spec(&self) -> &ValueSpec {
        &self.value
    }
}

block_methods!(BlockAttrsSpec: required, dynamic, layering);
form_methods!(BlockAttrsSpec: or_attr, merge);
item_methods!(BlockAttrsSpec);
