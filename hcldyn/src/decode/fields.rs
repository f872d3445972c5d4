//! What the derive's code takes its fields from.

use std::sync::Arc;
use std::vec;

use super::{FromValue, HclDecode, diags};
use crate::body::Body;
use crate::cty::{Shape, Str, Value, convert};
use crate::diag::Diagnostics;
use crate::source::Place;
use crate::spec::{Decoded, Origin, Presence};

/// The fields of a struct, taken from a decoded object one after the other, in the order of the
/// spec.
///
/// Every method takes the next field. It gives `None` where the field could not be had, which was
/// then reported; go on with the next one all the same, so that everything is.
#[derive(Debug)]
pub struct Fields {
    shape: Arc<Shape>,
    next: usize,
    values: vec::IntoIter<Value>,
    origins: vec::IntoIter<Origin>,
    place: Place,
}

impl Fields {
    /// The fields of a decoded object. `None` where the object itself could not be decoded, which
    /// was reported, or is not known yet, which is reported here.
    pub fn new(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
        let Decoded { value, origin } = decoded;
        // Marks of a whole block are on each of its attributes too.
        let (value, _) = value.unmark();
        let Some(shape) = value.as_object().map(|object| Arc::clone(object.shape())) else {
            if origin.presence != Presence::Failed {
                diags.push(diags::unknown_block(origin.place));
            }
            return None;
        };
        Some(Self {
            shape,
            next: 0,
            values: value.into_object_values()?.into_iter(),
            origins: origin.parts.into_iter(),
            place: origin.place,
        })
    }

    /// An attribute.
    pub fn value<T: FromValue>(&mut self, diags: &mut Diagnostics) -> Option<T> {
        let (name, decoded) = self.take()?;
        if decoded.origin.presence == Presence::Failed {
            return None;
        }
        match T::from_value_at(decoded.value, &decoded.origin) {
            Ok(value) => Some(value),
            Err(error) => {
                diags.push(diags::unsuitable_value(decoded.origin.place, &name, &error));
                None
            }
        }
    }

    /// A label, converted to the field's type first.
    pub fn label<T: FromValue>(&mut self, diags: &mut Diagnostics) -> Option<T> {
        let (name, Decoded { value, origin }) = self.take()?;
        let text = value.as_str().unwrap_or_default().to_owned();
        let converted = convert::convert(value, &T::ty())
            .map_err(|error| format!("The label is {text:?}, but {error}."));
        let taken = converted
            .and_then(|value| T::from_value_at(value, &origin).map_err(|error| error.to_string()));
        match taken {
            Ok(value) => Some(value),
            Err(message) => {
                diags.push(diags::unsuitable_label(origin.place, &name, &message));
                None
            }
        }
    }

    /// The one block of a type.
    pub fn block<T: HclDecode>(&mut self, diags: &mut Diagnostics) -> Option<T> {
        let (_, decoded) = self.take()?;
        T::from_decoded(decoded, diags)
    }

    /// The block of a type that may be missing.
    pub fn optional_block<T: HclDecode>(&mut self, diags: &mut Diagnostics) -> Option<Option<T>> {
        let (_, decoded) = self.take()?;
        match decoded.origin.presence {
            Presence::Absent => Some(None),
            Presence::Failed => None,
            Presence::Present => T::from_decoded(decoded, diags).map(Some),
        }
    }

    /// All blocks of a type. Each is decoded even where one before it fails.
    pub fn blocks<T: HclDecode>(&mut self, diags: &mut Diagnostics) -> Option<Vec<T>> {
        let (name, Decoded { value, origin }) = self.take()?;
        let known = value.is_known();
        let Some(elements) = value.unmark().0.into_elements() else {
            if origin.presence != Presence::Failed && !known {
                diags.push(diags::unknown_blocks(origin.place, &name));
            }
            return None;
        };
        let mut blocks = Some(Vec::with_capacity(elements.len()));
        for (value, origin) in elements.into_iter().zip(origin.parts) {
            let block = T::from_decoded(Decoded { value, origin }, diags);
            match (&mut blocks, block) {
                (Some(blocks), Some(block)) => blocks.push(block),
                (_, None) => blocks = None,
                (None, Some(_)) => {}
            }
        }
        blocks
    }

    /// The rest of the body.
    pub fn remain<T: From<Body>>(&mut self, _: &mut Diagnostics) -> Option<T> {
        let (_, decoded) = self.take()?;
        decoded.value.as_capsule::<Body>().cloned().map(T::from)
    }

    /// The next field. There are as many as the spec has; where the object does not come from that
    /// spec and has fewer, a missing one is failed.
    fn take(&mut self) -> Option<(Str, Decoded)> {
        let name = self.shape.names().get(self.next)?.clone();
        self.next += 1;
        let value = self.values.next()?;
        let failed = || Origin::new(self.place.clone(), Presence::Failed);
        let origin = self.origins.next().unwrap_or_else(failed);
        Some((name, Decoded { value, origin }))
    }
}
