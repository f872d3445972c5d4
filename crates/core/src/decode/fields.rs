//! The fields of a body, which the derive's code takes one by one.

use std::mem;
use std::sync::Arc;
use std::vec::IntoIter;

use super::{FromValue, FromValueError, diags};
use crate::cty::{Mark, Object, Shape, Str, Value};
use crate::diag::Diagnostics;
use crate::spec::{BodyBlocks, BodyFields, Decoded, Origin, Presence};

/// The fields of a struct, taken one by one in the order of the spec: from a decoded object, or from a body that is read
/// field by field.
///
/// Taking a field returns `None` if the field failed, which has been reported. Continue with the next field
/// nevertheless, so that all errors are reported.
#[derive(Debug)]
pub struct Fields<'a> {
    content: FieldsContent<'a>,
    sensitive: bool,
}

#[derive(Debug)]
enum FieldsContent<'a> {
    Decoded(DecodedFields),
    Body {
        fields: BodyFields<'a>,
        /// The next field, if it is decoded already.
        next: Option<Box<DecodedField>>,
    },
}

/// The fields of a decoded object.
#[derive(Debug)]
struct DecodedFields {
    shape: Arc<Shape>,
    taken: usize,
    /// The values, moved out one by one, since the object usually has no other owner.
    values: IntoIter<Value>,
    origins: IntoIter<Origin>,
    /// The origin of the object, without those of its parts.
    origin: Origin,
}

/// A field that is present, or optional.
#[derive(Debug)]
pub struct DecodedField {
    pub(super) name: Str,
    pub(super) value: Value,
    pub(super) origin: Origin,
}

impl Fields<'static> {
    /// Returns the fields of a decoded object. Returns `None` if the object could not be decoded, which has been
    /// reported, or if it is unknown, which is reported here.
    pub fn new(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
        let Decoded { value, mut origin } = decoded;
        // The marks of a block are also on each of its attributes.
        let (object, _) = value.unmark();
        if let Some(shape) = object.as_object().map(Object::shape).cloned() {
            let origins = mem::take(&mut origin.parts).into_vec().into_iter();
            let values = object.into_elements().into_iter();
            let decoded = DecodedFields { shape, taken: 0, values, origins, origin };
            return Some(Self { content: FieldsContent::Decoded(decoded), sensitive: false });
        }
        if origin.presence != Presence::Failed {
            diags.push(diags::unknown_block(origin.place));
        }
        None
    }
}

impl<'a> Fields<'a> {
    /// Returns the fields of a body.
    pub(super) fn of_body(fields: BodyFields<'a>) -> Self {
        Self { content: FieldsContent::Body { fields, next: None }, sensitive: false }
    }

    /// Returns the object of all fields, decoded. No field was taken.
    pub(super) fn decoded(self) -> Decoded {
        match self.content {
            FieldsContent::Decoded(decoded) => decoded.into_decoded(),
            FieldsContent::Body { fields, .. } => fields.decoded(),
        }
    }

    /// Returns the next field. Returns `None` if it failed, which has been reported. The object has as many fields
    /// as the spec; in an object from another spec, a missing field counts as failed.
    pub(super) fn next(&mut self) -> Option<DecodedField> {
        self.next_or_failed().filter(|field| field.origin.presence != Presence::Failed)
    }

    /// Returns the next field, even if it failed. Returns `None` after the last field.
    pub(super) fn next_or_failed(&mut self) -> Option<DecodedField> {
        match &mut self.content {
            FieldsContent::Decoded(decoded) => decoded.next(),
            FieldsContent::Body { fields, next } => match next.take() {
                Some(field) => Some(*field),
                None => decode_next(fields),
            },
        }
    }

    /// Takes the blocks of the next field if they are read one by one.
    pub(super) fn next_blocks<T>(
        &mut self,
        take: impl FnOnce(BodyBlocks<'_>) -> Option<T>,
    ) -> Option<Option<T>> {
        let FieldsContent::Body { fields, next: None } = &mut self.content else { return None };
        let taken = take(fields.next_blocks()?);
        let are_all_generated = fields.end_blocks();
        Some(taken.filter(|_| are_all_generated))
    }

    /// Returns the fields of the same body that the next field consists of, if they are read one by one.
    pub(super) fn next_object(&mut self) -> Option<Fields<'_>> {
        match &mut self.content {
            FieldsContent::Body { fields, next: None } => fields.next_object().map(Fields::of_body),
            FieldsContent::Body { .. } | FieldsContent::Decoded(_) => None,
        }
    }

    /// Returns `true` if the next field is not written, or null.
    pub(super) fn is_next_absent(&mut self) -> bool {
        let sensitive = self.sensitive;
        // A marked null does not count as absent, so that the type of the field can report the mark.
        let is_absent = |value: &Value, origin: &Origin| {
            let is_null = value.is_null() && (sensitive || !value.is_marked());
            is_null && origin.presence != Presence::Failed
        };
        match &mut self.content {
            FieldsContent::Decoded(decoded) => {
                decoded.peek().is_some_and(|(value, origin)| is_absent(value, origin))
            }
            FieldsContent::Body { fields, next } => {
                if next.is_none() {
                    *next = decode_next(fields).map(Box::new);
                }
                next.as_ref().is_some_and(|field| is_absent(&field.value, &field.origin))
            }
        }
    }

    /// Returns `true` if the next field is left out, or null. Without blocks, the value of several blocks is empty, not
    /// null.
    pub(super) fn is_next_left_out(&mut self) -> bool {
        if let FieldsContent::Body { fields, next: None } = &self.content
            && let Some(is_left_out) = fields.is_next_left_out()
        {
            return is_left_out;
        }
        if self.is_next_absent() {
            return true;
        }
        let origin = match &self.content {
            FieldsContent::Decoded(decoded) => decoded.next_origin(),
            FieldsContent::Body { next: Some(field), .. } => &field.origin,
            FieldsContent::Body { next: None, .. } => return false,
        };
        origin.presence == Presence::Absent && !origin.is_default()
    }

    /// Returns the origin of the next field.
    pub(super) fn next_origin(&mut self) -> Origin {
        match &mut self.content {
            FieldsContent::Decoded(decoded) => decoded.next_origin().clone(),
            FieldsContent::Body { fields, next } => {
                if next.is_none() {
                    if let Some(origin) = fields.next_origin() {
                        return origin;
                    }
                    *next = decode_next(fields).map(Box::new);
                }
                next.as_ref().map_or_else(|| fields.origin(), |field| field.origin.clone())
            }
        }
    }

    /// Returns the origin of the object, without those of its parts.
    pub(super) fn origin(&self) -> Origin {
        match &self.content {
            FieldsContent::Decoded(decoded) => decoded.origin.clone(),
            FieldsContent::Body { fields, .. } => fields.origin(),
        }
    }

    /// Skips the next field.
    pub(super) fn skip(&mut self) {
        match &mut self.content {
            FieldsContent::Decoded(decoded) => drop(decoded.next()),
            FieldsContent::Body { fields, next } => {
                if next.take().is_none() {
                    fields.skip();
                }
            }
        }
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
        let mut direct = None;
        let field = self.next_value(T::TAKES_ELEMENTS, &mut |value| {
            direct = T::from_value(value).ok();
            direct.is_some()
        });
        if direct.is_some() {
            return direct;
        }
        let is_sensitive = self.sensitive;
        converted::<T, T>(field?, is_sensitive, diags, |value, origin| {
            T::from_value_at(value, origin)
        })
    }

    /// Takes an attribute's value, converted from a value of the type `A`.
    pub(super) fn convert<A: FromValue, T>(
        &mut self,
        diags: &mut Diagnostics,
        convert: impl Fn(&Value, &Origin) -> Result<T, FromValueError>,
    ) -> Option<T> {
        converted::<A, T>(self.next()?, self.sensitive, diags, convert)
    }

    /// Takes the next field, unless `convert` gets its value and accepts it. Returns `None` then, or if the field failed,
    /// which has been reported.
    pub(super) fn next_value(
        &mut self,
        takes_elements: bool,
        convert: &mut dyn FnMut(&Value) -> bool,
    ) -> Option<DecodedField> {
        let FieldsContent::Body { fields, next: None } = &mut self.content else {
            return self.next();
        };
        let Decoded { value, origin } = fields.next_value(takes_elements, convert)?;
        let is_present = origin.presence != Presence::Failed;
        is_present.then_some(DecodedField { name: fields.last_name()?.clone(), value, origin })
    }
}

impl DecodedFields {
    fn next(&mut self) -> Option<DecodedField> {
        let name = self.shape.names().get(self.taken)?.clone();
        self.taken += 1;
        Some(DecodedField { name, value: self.values.next()?, origin: self.origins.next()? })
    }

    fn peek(&self) -> Option<(&Value, &Origin)> {
        self.values.as_slice().first().zip(self.origins.as_slice().first())
    }

    fn next_origin(&self) -> &Origin {
        self.origins.as_slice().first().unwrap_or(&self.origin)
    }

    fn into_decoded(self) -> Decoded {
        let value = Value::object_of_shape(self.shape, self.values.collect());
        let mut origin = self.origin;
        origin.parts = self.origins.collect();
        Decoded { value, origin }
    }
}

fn decode_next(fields: &mut BodyFields<'_>) -> Option<DecodedField> {
    let name = fields.next_name()?.clone();
    let Decoded { value, origin } = fields.next_decoded()?;
    Some(DecodedField { name, value, origin })
}

/// Converts the value of a field from a value of the type `A`, and reports errors.
fn converted<A: FromValue, T>(
    DecodedField { name, value, origin }: DecodedField,
    is_sensitive: bool,
    diags: &mut Diagnostics,
    convert: impl Fn(&Value, &Origin) -> Result<T, FromValueError>,
) -> Option<T> {
    // The constant does not cover the functions of the program that convert parts.
    let is_sensitive = is_sensitive
        || A::SENSITIVE
        || (value.contains_marked() && A::value_spec().has_sensitive());
    let converted = if is_sensitive {
        convert_secret(value, &origin, convert)
    } else {
        convert(&value, &origin)
    };
    match converted {
        Ok(converted) => Some(converted),
        Err(_) if is_sensitive => {
            diags.fail(diags::unsuitable_secret(&origin, &written_name(&name, &origin)))
        }
        Err(error) => {
            diags::unsuitable_parts(&origin, &written_name(&name, &origin), &error, diags);
            None
        }
    }
}

/// Returns the name of a field with the prefix of its flattened struct, if it is written with one.
fn written_name(name: &Str, origin: &Origin) -> Str {
    let written = origin.name_place().map(|place| Str::from(place.text().trim_matches('"')));
    written.filter(|written| written.ends_with(name.as_str())).unwrap_or_else(|| name.clone())
}

#[cfg(feature = "serde")]
impl Fields<'_> {
    /// Takes an attribute's value, deserialized. An error has the location of the part that the type rejects.
    pub(super) fn deserialize<T: serde::de::DeserializeOwned>(
        &mut self,
        diags: &mut Diagnostics,
    ) -> Option<T> {
        let DecodedField { name, value, origin } = self.next()?;
        let value = if self.sensitive { revealed(value) } else { value };
        let name = written_name(&name, &origin);
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
    convert: impl Fn(&Value, &Origin) -> Result<T, FromValueError>,
) -> Result<T, FromValueError> {
    convert(&value, origin).or_else(|_| convert(&revealed(value), origin))
}

/// Returns the value without the marks of sensitive values, at any depth.
fn revealed(value: Value) -> Value {
    let (value, mut marks) = value.unmark_deep_with_paths();
    for (_, marks) in &mut marks {
        marks.remove(&Mark::sensitive());
    }
    value.mark_with_paths(&marks)
}
