//! The body of a block of a spec file.

use super::diags;
use super::read::SpecReader;
use crate::body::{Body, BodySchema};
use crate::cty::internal::CollectVec;
use crate::cty::{FromValue, Str, Value};
use crate::diag::Diagnostics;
use crate::source::Place;
use crate::spec::{Decoded, Origin, Presence, Spec, decode_with_origin};

/// The content of the body of a block, or of the whole file.
pub(super) struct BlockBody {
    /// The name of the block in messages, at the start of a sentence.
    pub(super) title: String,
    /// Its header.
    pub(super) place: Place,
    /// The location at which missing items would be written.
    pub(super) inside: Place,
    /// The name of the item to decode, if the block around it gives one.
    pub(super) implied_name: Option<Str>,
    /// `true` if nothing in it was left out because of an error.
    pub(super) is_complete: bool,
    decoded: Decoded,
}

/// A block that is written in another one.
pub(super) struct NestedBlock {
    /// The block type.
    pub(super) ty: Str,
    /// Its label, if such blocks have one.
    pub(super) label: Option<(Str, Place)>,
    /// Its header.
    pub(super) place: Place,
    pub(super) body: Body,
}

impl NestedBlock {
    pub(super) fn name(&self) -> Option<&Str> {
        self.label.as_ref().map(|(name, _)| name)
    }

    /// Reads the content of the block, whose parts `spec` names.
    pub(super) fn open(&self, spec: &Spec, reader: &mut SpecReader<'_>) -> BlockBody {
        let title = format!("A block of type {:?}", &*self.ty);
        BlockBody::open(&self.body, spec, title, self.place.clone(), reader)
    }
}

impl BlockBody {
    /// Reads the content of a body, whose parts `spec` names.
    pub(super) fn open(
        body: &Body,
        spec: &Spec,
        title: impl Into<String>,
        place: Place,
        reader: &mut SpecReader<'_>,
    ) -> Self {
        let errors = reader.diags.error_count();
        let decoded = decode_with_origin(body, spec, reader.ctx, reader.diags);
        for (value, origin) in decoded.value.elements().iter().zip(&*decoded.origin.parts) {
            // The values of blocks count when they are opened.
            if origin.presence == Presence::Present && !are_blocks(value) {
                reader.count_bytes(value, &origin.place);
            }
        }
        let all_read = body.only(&BodySchema::default(), &mut Diagnostics::new()).is_complete;
        Self {
            title: title.into(),
            place,
            inside: body.missing_item_place(),
            implied_name: None,
            is_complete: all_read
                && reader.diags.error_count() == errors
                && !reader.has_too_large_values(),
            decoded,
        }
    }

    /// Returns the value of an argument. It is `None` if the argument is not set, or is invalid, which was
    /// reported. Once the values of the file are too large, it is always `None`: a conversion of such values takes long.
    pub(super) fn get<T: FromValue>(&self, name: &str, reader: &mut SpecReader<'_>) -> Option<T> {
        let (value, origin) = self.part(name)?;
        let is_set = origin.presence == Presence::Present && !value.is_null();
        if !is_set || reader.has_too_large_values() {
            return None;
        }
        match T::from_value(value.clone()) {
            Ok(value) => Some(value),
            Err(error) => reader.diags.fail(diags::unsuitable(origin.place.clone(), name, &error)),
        }
    }

    /// Returns `true` if an argument is written.
    pub(super) fn is_written(&self, name: &str) -> bool {
        self.part(name).is_some_and(|(_, origin)| origin.presence != Presence::Absent)
    }

    /// Returns `true` if an argument is set to true.
    pub(super) fn is_set(&self, name: &str, reader: &mut SpecReader<'_>) -> bool {
        self.get(name, reader).unwrap_or(false)
    }

    /// Returns the location of the expression of an argument, or the one at which it would be written.
    pub(super) fn place_of(&self, name: &str) -> Place {
        self.part(name).map_or_else(|| self.inside.clone(), |(_, origin)| origin.place.clone())
    }

    /// Returns the blocks of one part of the body, in source order.
    pub(super) fn blocks(&self, name: &str) -> Vec<NestedBlock> {
        let Some((blocks, origin)) = self.part(name) else { return Vec::new() };
        blocks.elements().iter().zip(&*origin.parts).filter_map(nested).collect_vec()
    }

    fn part(&self, name: &str) -> Option<(&Value, &Origin)> {
        let position = self.decoded.value.as_object()?.shape().position(name)?;
        let value = self.decoded.value.elements().get(position)?;
        Some((value, self.decoded.origin.parts.get(position)?))
    }
}

/// Returns `true` for the value of a part of a body that has blocks.
fn are_blocks(value: &Value) -> bool {
    value
        .elements()
        .first()
        .and_then(|block| block.elements().get(1))
        .is_some_and(|body| body.as_capsule::<Body>().is_some())
}

/// Returns a block from its value: a tuple of its type, its body and its label.
fn nested((block, origin): (&Value, &Origin)) -> Option<NestedBlock> {
    let [ty, body, label @ ..] = block.elements() else { return None };
    let label = label.first().and_then(|label| label.as_str().map(Str::new));
    Some(NestedBlock {
        ty: Str::new(ty.as_str()?),
        label: label.zip(origin.label_places().next()),
        place: origin.place.clone(),
        body: body.as_capsule::<Body>()?.clone(),
    })
}
