//! `attr`: the value of an attribute.

use super::{FieldOptions, Fields, FromValue, attr_or};
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is an attribute's value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "`{Self}` is not a type of attributes",
    note = "if `{Self}` is a struct for a block, write `#[hcl(block)]` on the field",
    note = "for your own type, derive `hcldyn::HclValue` or implement `hcldyn::FromValue`; for other types, use `from_str` or `with`"
)]
pub trait AttrField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Returns the spec of a field with a default, which also replaces null.
    fn spec_or(options: &FieldOptions, default: Self) -> Spec
    where
        Self: TryInto<Value>;

    /// Returns the spec of a field with a default written as a string, which the type converts.
    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec;

    /// Takes the value.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: FromValue> AttrField for T {
    fn spec(options: &FieldOptions) -> Spec {
        super::attr_of::<T>(options, false)
    }

    fn spec_or(options: &FieldOptions, default: Self) -> Spec
    where
        Self: TryInto<Value>,
    {
        // A default without a corresponding value, such as NaN, is null.
        attr_or::<T>(options, default.try_into().unwrap_or(Value::null(T::ty())))
    }

    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec {
        attr_or::<T>(options, default.into())
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}
