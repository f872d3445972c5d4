//! `attr`: the value of an attribute.

use super::{Fields, FromValue, Said, attr_of};
use crate::cty::{Value, convert};
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
    fn spec(said: &Said) -> Spec;

    /// How it is asked for where it has a default, which also takes the place of null.
    fn spec_or(said: &Said, default: Self) -> Spec
    where
        Self: Into<Value>;

    /// The value.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: FromValue> AttrField for T {
    fn spec(said: &Said) -> Spec {
        attr_of::<T>(said, false)
    }

    fn spec_or(said: &Said, default: Self) -> Spec
    where
        Self: Into<Value>,
    {
        let default = default.into();
        // A default of the field's own type converts, unless the type gives values of another type than
        // it takes; then decoding the default will say so.
        let default = convert::convert(default.clone(), &T::ty()).unwrap_or(default);
        attr_of::<T>(said, true).or(Spec::Literal(default))
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}
