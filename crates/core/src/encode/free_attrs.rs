//! Attributes of any names, and the rest of a body.

use super::attr::attribute;
use super::block::{by_label, no_blocks};
use super::{EncodeError, Encoded, HclEncode};
use crate::body::Body;
use crate::cty::{ToValue, Type, Value};
use crate::decode::collections::{AsMap, Classified, Mapping, Optional, Struct};
use crate::spec::body_value;

/// The type of a field with a block of free attributes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as attributes",
    label = "`{Self}` is not a map of attributes",
    note = "an `attrs` field must be a map whose keys and elements implement `hcldyn::cty::ToValue`, or an `Option` of one"
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

impl<T: Classified + ClassifiedRest<T::Class>> EncodedRest for T {
    fn rest(&self) -> Result<Value, EncodeError> {
        self.encoded()
    }
}

/// All items are written as they are in their source.
#[doc(hidden)]
impl EncodedRest for Body {
    fn rest(&self) -> Result<Value, EncodeError> {
        Ok(body_value(self.clone()))
    }
}

/// A struct, or a map of attributes.
pub trait ClassifiedRest<Class> {
    /// Returns the value of the part.
    ///
    /// # Errors
    ///
    /// Returns all items without a source form.
    fn encoded(&self) -> Result<Value, EncodeError>;
}

impl<T: HclEncode> ClassifiedRest<Struct> for T {
    fn encoded(&self) -> Result<Value, EncodeError> {
        self.to_encoded().map(|Encoded(value)| value)
    }
}

/// An optional group. Null writes none of its items.
impl<T: HclEncode> ClassifiedRest<Optional> for Option<T> {
    fn encoded(&self) -> Result<Value, EncodeError> {
        match self {
            Some(group) => group.encoded(),
            None => Ok(Value::null(Type::Dynamic)),
        }
    }
}

impl<M: EncodedAttrs> ClassifiedRest<AsMap> for M {
    fn encoded(&self) -> Result<Value, EncodeError> {
        self.attrs()
    }
}

impl<M: Mapping<Key: ToValue, Element: ToValue>> EncodedAttrs for M {
    fn attrs(&self) -> Result<Value, EncodeError> {
        by_label(self, |element| Ok(attribute(Some(element.to_value()?))))
    }
}

impl<M: EncodedAttrs> EncodedAttrs for Option<M> {
    fn attrs(&self) -> Result<Value, EncodeError> {
        self.as_ref().map_or_else(no_blocks, M::attrs)
    }
}
