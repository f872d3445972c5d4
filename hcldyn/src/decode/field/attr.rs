//! `attr`: the value of an attribute.

use super::{FieldOptions, Fields, FromValue, attr_or};
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is an attribute's value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "no attribute value becomes a `{Self}`",
    note = "where `{Self}` is a struct for a block, write `#[hcl(block)]` on the field",
    note = "for a type of your own derive `hcldyn::HclValue` or implement `hcldyn::FromValue`; `from_str` and `with` make other types"
)]
pub trait AttrField: Sized {
    /// How it is asked for.
    fn spec(options: &FieldOptions) -> Spec;

    /// How it is asked for where it has a default, which also takes the place of null.
    fn spec_or(options: &FieldOptions, default: Self) -> Spec
    where
        Self: TryInto<Value>;

    /// The same where the default is written as a text, whatever the type makes of it.
    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec;

    /// The value.
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
        // What is no value, as NaN, is no default.
        attr_or::<T>(options, default.try_into().unwrap_or(Value::null(T::ty())))
    }

    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec {
        attr_or::<T>(options, default.into())
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}
