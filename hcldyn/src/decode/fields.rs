//! What the derive's code takes its fields from.

use std::mem;
use std::sync::Arc;
use std::vec::IntoIter;

use super::{FromValue, FromValueError, diags};
use crate::cty::{Mark, Object, Shape, Str, Value};
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Origin, Presence};

/// The fields of a struct, taken from a decoded object one after the other, in the order of the
/// spec.
///
/// What takes a field gives `None` where it could not be had, which was then reported; go on with the
/// next one all the same, so that everything is.
#[derive(Debug)]
pub struct Fields {
    shape: Arc<Shape>,
    taken: usize,
    /// Moved out one by one, since the object has usually no other owner.
    values: IntoIter<Value>,
    origins: IntoIter<Origin>,
    /// Of the object without its parts.
    origin: Origin,
    sensitive: bool,
}

/// A field that is there, or need not be.
#[derive(Debug)]
pub struct DecodedField {
    pub(super) name: Str,
    pub(super) value: Value,
    pub(super) origin: Origin,
}

impl Fields {
    /// The fields of a decoded object. `None` where the object itself could not be decoded, which
    /// was reported, or is not known yet, which is reported here.
    pub fn new(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
        let Decoded { value, mut origin } = decoded;
        // Marks of a whole block are on each of its attributes too.
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

    /// The next field. `None` where it failed, which was reported. There are as many as the spec has;
    /// where the object does not come from that spec and has fewer, a missing one is failed.
    pub(super) fn next(&mut self) -> Option<DecodedField> {
        self.next_whatever().filter(|field| field.origin.presence != Presence::Failed)
    }

    /// The next field, also where it failed. `None` where there is none.
    pub(super) fn next_whatever(&mut self) -> Option<DecodedField> {
        let name = self.shape.names().get(self.taken)?.clone();
        self.taken += 1;
        Some(DecodedField { name, value: self.values.next()?, origin: self.origins.next()? })
    }

    /// Whether nothing is written for the next field, or null is.
    pub(super) fn is_next_absent(&self) -> bool {
        let next = self.values.as_slice().first().zip(self.origins.as_slice().first());
        let Some((value, origin)) = next else { return false };
        // That a mark would be lost is for the type of the field to say.
        let is_null = value.is_null() && (self.sensitive || !value.is_marked());
        is_null && origin.presence != Presence::Failed
    }

    /// Where the next field comes from.
    pub(super) fn next_origin(&self) -> &Origin {
        self.origins.as_slice().first().unwrap_or(&self.origin)
    }

    /// Leaves the next field out.
    pub(super) fn skip(&mut self) {
        let _ = self.next_whatever();
    }

    /// Takes fields that may hold sensitive values, which are then no longer marked so.
    pub(super) fn sensitive<T>(&mut self, take: impl FnOnce(&mut Self) -> T) -> T {
        self.sensitive = true;
        let taken = take(self);
        self.sensitive = false;
        taken
    }

    /// Whether the fields may hold sensitive values.
    pub(super) fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    /// An attribute's value.
    pub(super) fn value<T: FromValue>(&mut self, diags: &mut Diagnostics) -> Option<T> {
        self.convert(diags, |value, origin| T::from_value_at(value, origin))
    }

    /// What is made of an attribute's value.
    pub(super) fn convert<T>(
        &mut self,
        diags: &mut Diagnostics,
        convert: impl Fn(Value, &Origin) -> Result<T, FromValueError>,
    ) -> Option<T> {
        let DecodedField { name, value, origin } = self.next()?;
        let result = if self.sensitive {
            // A type that can keep the mark does.
            convert(value.clone(), &origin).or_else(|_| convert(revealed(value), &origin))
        } else {
            convert(value, &origin)
        };
        match result {
            Ok(converted) => Some(converted),
            Err(_) if self.sensitive => diags.fail(diags::unsuitable_secret(&origin, &name)),
            Err(error) => diags.fail(diags::unsuitable_value(&origin, &name, &error)),
        }
    }
}

/// The value without the mark of sensitive ones, at any depth.
fn revealed(value: Value) -> Value {
    let (value, mut marks) = value.unmark_deep_with_paths();
    for (_, marks) in &mut marks {
        marks.remove(&Mark::sensitive());
    }
    value.mark_with_paths(&marks)
}
