//! `serde`: attributes converted with `Deserialize`.

use super::{FieldOptions, Fields};
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

    /// Takes the value, deserialized.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

#[cfg(feature = "serde")]
mod with_serde {
    use serde::de::DeserializeOwned;
    use serde::de::value::{Error, UnitDeserializer};

    use super::{Diagnostics, FieldOptions, Fields, SerdeField, Spec};
    use crate::cty::{FromValueError, Type, Value};
    use crate::decode::deserializer::ValueDeserializer;

    impl<T: DeserializeOwned> SerdeField for T {
        fn spec(options: &FieldOptions) -> Spec {
            let spec = options
                .attr(Type::Dynamic)
                .checked(|value| from_value::<T>(value.clone()).map(drop));
            if options.optional || takes_nothing::<T>() {
                spec.into()
            } else {
                spec.required().into()
            }
        }

        fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
            fields.convert(diags, |value, _| from_value(value))
        }
    }

    fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, FromValueError> {
        T::deserialize(ValueDeserializer::new(value))
            .map_err(|error| FromValueError::new(error.to_string()))
    }

    /// Returns `true` if the type also deserializes from nothing, as an `Option` does.
    fn takes_nothing<T: DeserializeOwned>() -> bool {
        T::deserialize(UnitDeserializer::<Error>::new()).is_ok()
    }
}
