//! Attributes of any names, and the rest of a body.

use std::collections::{BTreeMap, HashMap};

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::attr::attribute;
use super::block::{Sorted, by_label};
use super::{EncodeError, Encoded, HclEncode};
use crate::body::Body;
use crate::cty::{ToValue, Type, Value};
use crate::spec::body_value;

/// The type of a field with a block of free attributes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as attributes",
    label = "`{Self}` is not a map of attributes",
    note = "an `attrs` field must be a map whose keys and elements implement `hcldyn::ToValue`, or an `Option` of one"
)]
pub trait EncodedAttrs {
    /// Returns the attributes.
    ///
    /// # Errors
    ///
    /// Returns all attributes without a source form.
    fn attrs(&self) -> Result<Value, EncodeError>;
}

/// The type of a field that is a part of the same body.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a part of the same body",
    label = "`{Self}` does not implement `HclEncode`",
    note = "add `#[derive(hcldyn::HclEncode)]` to `{Self}`, or write a map for the attributes without a field"
)]
pub trait EncodedRest {
    /// Returns the value of the part.
    ///
    /// # Errors
    ///
    /// Returns all items without a source form.
    fn rest(&self) -> Result<Value, EncodeError>;
}

impl<T: HclEncode> EncodedRest for T {
    fn rest(&self) -> Result<Value, EncodeError> {
        self.to_encoded().map(|Encoded(value)| value)
    }
}

/// All items are written as they are in their source.
impl EncodedRest for Body {
    fn rest(&self) -> Result<Value, EncodeError> {
        Ok(body_value(self.clone()))
    }
}

impl<M: EncodedAttrs> EncodedAttrs for Option<M> {
    fn attrs(&self) -> Result<Value, EncodeError> {
        self.as_ref().map_or_else(|| Ok(Value::null(Type::Dynamic)), M::attrs)
    }
}

fn element<T: ToValue>(element: &T) -> Result<Value, EncodeError> {
    Ok(attribute(Some(element.to_value()?)))
}

macro_rules! attrs {
    ($map:ident<K, T $(, $hasher:ident)?>, $sorted:ident) => {
        impl<K: ToValue, T: ToValue $(, $hasher)?> EncodedAttrs for $map<K, T $(, $hasher)?> {
            fn attrs(&self) -> Result<Value, EncodeError> {
                by_label(self.iter(), Sorted::$sorted, element)
            }
        }

        impl<K: ToValue, T: ToValue $(, $hasher)?> EncodedRest for $map<K, T $(, $hasher)?> {
            fn rest(&self) -> Result<Value, EncodeError> {
                self.attrs()
            }
        }
    };
}

attrs!(BTreeMap<K, T>, AsGiven);
attrs!(HashMap<K, T, S>, ByName);
#[cfg(feature = "indexmap")]
attrs!(IndexMap<K, T, S>, AsGiven);
