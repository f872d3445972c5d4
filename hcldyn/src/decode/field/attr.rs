//! `attr`: the value of an attribute.

use super::{Fields, FromValue, Said, attr_of};
use crate::cty::{Value, convert};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is an attribute's value.
pub trait AttrField: FromValue {
    /// How it is asked for.
    fn spec(said: &Said) -> Spec {
        attr_of::<Self>(said, false)
    }

    /// How it is asked for where it has a default, which also takes the place of null.
    fn spec_or(said: &Said, default: Self) -> Spec
    where
        Self: Into<Value>,
    {
        let default = default.into();
        // A default of the field's own type converts, unless the type gives values of another type than
        // it takes; then decoding the default will say so.
        let default = convert::convert(default.clone(), &Self::ty()).unwrap_or(default);
        attr_of::<Self>(said, true).or(Spec::Literal(default))
    }

    /// The value.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}

impl<T: FromValue> AttrField for T {}
