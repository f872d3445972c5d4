//! `serde`: attributes converted with `Deserialize`.

use super::{FieldOptions, Fields};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{FromValueError, Value, ValueOrigin};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is deserialized.
#[cfg_attr(
    feature = "serde",
    diagnostic::on_unimplemented(
        message = "`{Self}` cannot be deserialized",
        label = "`serde` requires a type that implements `serde::Deserialize` and owns its content"
    )
)]
#[cfg_attr(
    not(feature = "serde"),
    diagnostic::on_unimplemented(
        message = "`serde` requires the feature `serde` of `hcldyn`",
        label = "add `features = [\"serde\"]` to the dependency on `hcldyn`"
    )
)]
pub trait SerdeField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Returns the spec of the value, and `true` if the attribute of an object may be omitted.
    fn value_spec() -> (ValueSpec, bool);

    /// Deserializes a value.
    fn convert(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError>;

    /// Takes the value, deserialized.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

#[cfg(feature = "serde")]
mod with_serde {
    use ::serde::de::DeserializeOwned;
    use ::serde::de::value::{Error, UnitDeserializer};

    use super::{
        Diagnostics, FieldOptions, Fields, FromValueError, SerdeField, Spec, Value, ValueOrigin,
        ValueSpec,
    };
    use crate::cty::Type;
    use crate::decode::serde;

    impl<T: DeserializeOwned> SerdeField for T {
        fn spec(options: &FieldOptions) -> Spec {
            let spec = options.attr(Type::Dynamic).locating_parts().explained();
            if options.optional || takes_nothing::<T>() {
                spec.into()
            } else {
                spec.required().into()
            }
        }

        fn value_spec() -> (ValueSpec, bool) {
            (ValueSpec::ANY, takes_nothing::<T>())
        }

        fn convert(value: &Value, _: &dyn ValueOrigin) -> Result<Self, FromValueError> {
            serde::from_value(value.clone()).map_err(FromValueError::from)
        }

        fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
            fields.deserialize(diags)
        }
    }

    /// Returns `true` if the type also deserializes from nothing, as an `Option` does.
    fn takes_nothing<T: DeserializeOwned>() -> bool {
        T::deserialize(UnitDeserializer::<Error>::new()).is_ok()
    }
}
