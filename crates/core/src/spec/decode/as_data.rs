//! Attributes that are written as blocks.

use std::mem;

use super::{BodyContent, Decoded, Decoder};
use crate::body::{Attribute, Block, Body};
use crate::cty::internal::CollectVec;
use crate::cty::{Kind, Marks, Type, Value};
use crate::expr::{Expression, in_block};
use crate::source::Place;
use crate::spec::{AttrSpec, Origin, Origins, OtherForms, Presence, diags};

impl Decoder<'_> {
    /// Decodes the blocks that an attribute may be written as. Returns `None` if there are none.
    pub(super) fn attr_of_blocks(
        &mut self,
        spec: &AttrSpec,
        found: Option<&Attribute>,
        content: &BodyContent<'_>,
    ) -> Option<Decoded> {
        let mut blocks: Vec<Block> = Vec::new();
        for name in spec.names.all() {
            if content.is_attribute_of_blocks(name) {
                blocks.extend(content.written_blocks(name).cloned());
            }
        }
        let first = blocks.first()?.clone();
        if let Some(attribute) = found {
            let problem =
                diags::attribute_and_block(&attribute.name, attribute.name_place(), &first);
            self.diags.push(problem);
            return None;
        }
        if let Some(deprecation) = spec.names.deprecation_of(&first.ty) {
            self.diags.push(diags::deprecated_attribute(
                &first.ty,
                first.type_place(),
                &deprecation,
            ));
        }
        let errors = self.diags.error_count();
        // Errors in the type are reported at the part.
        let keeps_origins = mem::replace(&mut self.mode.keeps_origins, true);
        let data = if spec.sensitive {
            let name = attribute_of(&first, Value::dynamic(), first.header_place());
            self.in_secret(&name, |decoder| decoder.data_of_blocks(spec, blocks, content))
        } else {
            self.data_of_blocks(spec, blocks, content)
        };
        self.mode.keeps_origins = keeps_origins;
        let failed = self.diags.error_count() > errors;
        let value = if failed { Value::dynamic() } else { data.value.clone() };
        // The name of the attribute is in the source of the first block.
        let place = place_of_mismatch(&data, spec);
        let place = if *place.source() == first.source { place } else { first.header_place() };
        let mut decoded = self.attribute(&attribute_of(&first, value, place), spec);
        decoded.origin.place = first.header_place();
        if failed {
            decoded.origin.presence = Presence::Failed;
        }
        if spec.locates_parts {
            decoded.origin.parts = data_origins(&decoded.value, &data.value, &data.origin);
        }
        Some(decoded)
    }

    /// Returns the data of the blocks of an attribute.
    fn data_of_blocks(
        &mut self,
        spec: &AttrSpec,
        mut blocks: Vec<Block>,
        content: &BodyContent<'_>,
    ) -> Decoded {
        let place = blocks[0].header_place();
        if is_listed(&spec.ty) || (blocks.len() > 1 && spec.ty == Type::Dynamic) {
            let data = blocks.iter().map(|block| self.data_of_block(block));
            let (values, parts) = data.map(|data| (data.value, data.origin)).unzip_vec();
            let origin = Origin::with_parts(place, Presence::Present, parts);
            return Decoded { value: Value::tuple(values), origin };
        }
        let block = if content.forms_of(&spec.names.name).contains(OtherForms::MERGE) {
            let bodies = blocks.iter().map(|block| block.with_labels_as_block(0).body);
            let body = Body::merge(bodies);
            let first = blocks.swap_remove(0);
            Block { labels: Vec::new(), body: body.unwrap_or(first.body), ..first }
        } else {
            if let [first, second, ..] = blocks.as_slice() {
                let name = format!("{:?}", &*spec.names.name);
                self.diags.push(diags::second_block(first.header_place(), &name, second));
            }
            blocks.swap_remove(0)
        };
        self.data_of_block(&block)
    }

    /// Returns the content of a block as data, in an object for each label.
    fn data_of_block(&mut self, block: &Block) -> Decoded {
        let block = block.with_labels_as_block(0);
        let marks: Marks = block.body.marks().cloned().unwrap_or_default();
        let decoded = in_block(|| self.any_body(&block.body));
        let origin = decoded.origin.in_block(&block);
        Decoded { value: decoded.value.with_marks(&marks), origin }
    }
}

/// Returns `true` if values of a type have elements without names.
fn is_listed(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Set(_) | Type::Tuple(_))
}

/// Returns the attribute that is written as a block, with a value at a location.
fn attribute_of(block: &Block, value: Value, place: Place) -> Attribute {
    Attribute::new(block.ty.clone(), block.type_span, Expression::constant(value, place))
}

/// Returns the location of the first part of some data that the type of an attribute or its check rejects, or of the data
/// as a whole.
fn place_of_mismatch(data: &Decoded, spec: &AttrSpec) -> Place {
    let mut found = Vec::new();
    let value = spec.value.convert(data.value.clone(), &mut found);
    let mismatch = match found.into_iter().find(|each| each.kind.is_error()) {
        Some(error) => Some(error.path),
        None if value.is_wholly_known() && !value.contains_marked() => {
            let rejected = spec.check.and_then(|check| check(&value).err());
            rejected.and_then(|error| Some(error.parts().next()?.path.clone()))
        }
        None => None,
    };
    let part = mismatch.and_then(|path| data.origin_of(&path));
    part.unwrap_or(&data.origin).place.clone()
}

/// Returns the origins of the parts of a value that data was converted to.
fn data_origins(value: &Value, data: &Value, origin: &Origin) -> Origins {
    let data = data.unmarked();
    let elements = data.elements();
    let part = |position: usize, value: &Value| {
        let (part, element) = (origin.parts.get(position)?, elements.get(position)?);
        let mut part = part.clone();
        part.parts = data_origins(value, element, &part);
        Some(part)
    };
    let parts: Option<Vec<Origin>> = match (value.unmarked().kind(), data.kind()) {
        (Kind::List(_) | Kind::Tuple(_), Kind::Tuple(_)) => value
            .unmarked()
            .elements()
            .iter()
            .enumerate()
            .map(|(position, value)| part(position, value))
            .collect(),
        (Kind::Map(map), Kind::Object(object)) => {
            let named = map.keys().iter().zip(map.values());
            named.map(|(name, value)| part(object.shape().position(name)?, value)).collect()
        }
        (Kind::Object(own), Kind::Object(object)) => {
            let named = own.shape().names().iter().zip(own.values());
            // An optional attribute that is not written has the location of the object.
            named
                .map(|(name, value)| match object.shape().position(name) {
                    Some(position) => part(position, value),
                    None => Some(Origin::new(origin.place.clone(), Presence::Absent)),
                })
                .collect()
        }
        _ => return origin.parts.clone(),
    };
    parts.unwrap_or_default().into_iter().collect()
}
