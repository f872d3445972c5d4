//! Decoded objects, from which the derive's code takes fields.

use std::mem;
use std::sync::Arc;
use std::vec::IntoIter;

use super::{FromValue, FromValueError, diags};
use crate::cty::{Mark, Object, Shape, Str, Value};
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Origin, Presence};

/// The fields of a struct, taken one by one from a decoded object, in the order of the spec.
///
/// Taking a field returns `None` if the field failed, which has been reported. Continue with the next field
/// nevertheless, so that all errors are reported.
#[derive(Debug)]
pub struct Fields {
    shape: Arc<Shape>,
    taken: usize,
    /// The values, moved out one by one, since the object usually has no other owner.
    values: IntoIter<Value>,
    origins: IntoIter<Origin>,
    /// The origin of the object, without those of its parts.
    origin: Origin,
    sensitive: bool,
}

/// A field that is present, or optional.
#[derive(Debug)]
pub struct DecodedField {
    pub(super) name: Str,
    pub(super) value: Value,
    pub(super) origin: Origin,
}

impl Fields {
    /// Returns the fields of a decoded object. Returns `None` if the object could not be decoded, which has been
    /// reported, or if it is unknown, which is reported here.
    pub fn new(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
        let Decoded { value, mut origin } = decoded;
        // The marks of a block are also on each of its attributes.
        let (object, _) = value.unmark();
        if let Some(shape) = object.as_object().map(Object::shape).cloned() {
            let origins = mem::take(&mut origin.parts).into_vec().into_iter();
            let values = object.into_elements().into_iter();
            return Some(Self { shape, taken: 0, values, origins, origin, sensitive: false });
        }
        if origin.presence != Presence::Failed {
            diags.push(diags::unknown_block(origin.place));
        }
        None
    }

    /// Returns the next field. Returns `None` if it failed, which has been reported. The object has as many fields
    /// as the spec; in an object from another spec, a missing field counts as failed.
    pub(super) fn next(&mut self) -> Option<DecodedField> {
        self.next_or_failed().filter(|field| field.origin.presence != Presence::Failed)
    }

    /// Returns the next field, even if it failed. Returns `None` after the last field.
    pub(super) fn next_or_failed(&mut self) -> Option<DecodedField> {
        let name = self.shape.names().get(self.taken)?.clone();
        self.taken += 1;
        Some(DecodedField { name, value: self.values.next()?, origin: self.origins.next()? })
    }

    /// Returns `true` if the next field is not written, or null.
    pub(super) fn is_next_absent(&self) -> bool {
        let next = self.values.as_slice().first().zip(self.origins.as_slice().first());
        let Some((value, origin)) = next else { return false };
        // A marked null does not count as absent, so that the type of the field can report the mark.
        let is_null = value.is_null() && (self.sensitive || !value.is_marked());
        is_null && origin.presence != Presence::Failed
    }

    /// Returns the origin of the next field.
    pub(super) fn next_origin(&self) -> &Origin {
        self.origins.as_slice().first().unwrap_or(&self.origin)
    }

    /// Returns the origin of the object, without those of its parts.
    pub(super) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Skips the next field.
    pub(super) fn skip(&mut self) {
        let _ = self.next_or_failed();
    }

    /// Takes fields that may contain sensitive values, and removes the sensitive marks.
    pub(super) fn sensitive<T>(&mut self, take: impl FnOnce(&mut Self) -> T) -> T {
        let was_sensitive = mem::replace(&mut self.sensitive, true);
        let taken = take(self);
        self.sensitive = was_sensitive;
        taken
    }

    /// Returns `true` if the fields may contain sensitive values.
    pub(super) fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    /// Takes an attribute's value.
    pub(super) fn value<T: FromValue>(&mut self, diags: &mut Diagnostics) -> Option<T> {
        self.convert::<T, T>(diags, |value, origin| T::from_value_at(value, origin))
    }

    /// Takes an attribute's value, converted from a value of the type `A`.
    pub(super) fn convert<A: FromValue, T>(
        &mut self,
        diags: &mut Diagnostics,
        convert: impl Fn(Value, &Origin) -> Result<T, FromValueError>,
    ) -> Option<T> {
        let DecodedField { name, value, origin } = self.next()?;
        // The constant does not cover the functions of the program that convert parts.
        let is_sensitive = self.sensitive
            || A::SENSITIVE
            || (value.contains_marked() && A::value_spec().has_sensitive());
        let converted = if is_sensitive {
            convert_secret(value, &origin, convert)
        } else {
            convert(value, &origin)
        };
        match converted {
            Ok(converted) => Some(converted),
            Err(_) if is_sensitive => diags.fail(diags::unsuitable_secret(&origin, &name)),
            Err(error) => {
                diags::unsuitable_parts(&origin, &name, &error, diags);
                None
            }
        }
    }
}

#[cfg(feature = "serde")]
impl Fields {
    /// Takes an attribute's value, deserialized. An error has the location of the part that the type rejects.
    pub(super) fn deserialize<T: serde::de::DeserializeOwned>(
        &mut self,
        diags: &mut Diagnostics,
    ) -> Option<T> {
        let DecodedField { name, value, origin } = self.next()?;
        let value = if self.sensitive { revealed(value) } else { value };
        match crate::decode::serde::from_item(&name, &value, &origin) {
            Ok(converted) => Some(converted),
            Err(_) if self.sensitive => diags.fail(diags::unsuitable_secret(&origin, &name)),
            Err(error) => diags.fail(*error),
        }
    }
}

/// Converts a sensitive value. A type that can keep the mark does so.
pub(super) fn convert_secret<T>(
    value: Value,
    origin: &Origin,
    convert: impl Fn(Value, &Origin) -> Result<T, FromValueError>,
) -> Result<T, FromValueError> {
    convert(value.clone(), origin).or_else(|_| convert(revealed(value), origin))
}

/// Returns the value without the marks of sensitive values, at any depth.
fn revealed(value: Value) -> Value {
    let (value, mut marks) = value.unmark_deep_with_paths();
    for (_, marks) in &mut marks {
        marks.remove(&Mark::sensitive());
    }
    value.mark_with_paths(&marks)
}
