//! Attributes.

use std::sync::Arc;

use super::{Decoded, Decoder, Opened};
use crate::body::{Attribute, Block};
use crate::cty::{Shape, Str, Type, Value, convert};
use crate::expr::custom_decoder;
use crate::spec::{AttrSpec, BlockAttrsSpec, CheckFn, Origin, Presence, diags};

impl Decoder<'_> {
    /// The value of an attribute. That a required one is missing was reported with the content.
    pub(super) fn attr(&mut self, spec: &AttrSpec, opened: &Opened<'_>) -> Decoded {
        let Some(attribute) = opened.attribute(&spec.name) else {
            let presence = if spec.required { Presence::Failed } else { Presence::Absent };
            let null = Value::null(spec.value_ty.clone());
            return Decoded::new(null, opened.missing_item.clone(), presence);
        };
        self.attribute(attribute, &spec.ty, spec.check)
    }

    /// The map of the attributes of a block.
    pub(super) fn block_attrs(&mut self, spec: &BlockAttrsSpec, opened: &Opened<'_>) -> Decoded {
        let decode =
            |decoder: &mut Decoder<'_>, block: &Block| decoder.attributes_of(block, &spec.element);
        self.only_block(&spec.ty, opened, decode).unwrap_or_else(|| {
            let value_ty = Type::map(spec.element.without_optional());
            self.no_block(&spec.ty, spec.required, value_ty, opened)
        })
    }

    fn attributes_of(&mut self, block: &Block, element: &Type) -> Decoded {
        let mut attributes = block.body.just_attributes(self.diags);
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
        let (mut names, mut values, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for attribute in &attributes {
            let decoded = self.attribute(attribute, element, None);
            names.push(attribute.name.clone());
            values.push(decoded.value);
            parts.push(decoded.origin);
        }
        let place = block.header_place();
        Decoded {
            value: attribute_map(element, names, values),
            origin: Origin { place, presence: Presence::Present, parts },
        }
    }

    /// The value of an attribute in a type. What cannot be evaluated or converted is unknown.
    fn attribute(&mut self, attribute: &Attribute, ty: &Type, check: Option<CheckFn>) -> Decoded {
        let errors = self.diags.error_count();
        let value = match custom_decoder(ty) {
            Some(decoder) => decoder.decode_to(ty, &attribute.expr, self.site.ctx, self.diags),
            None => {
                let value = attribute.expr.value(self.site.ctx, self.diags);
                convert::convert(value, ty).unwrap_or_else(|error| {
                    // What failed to evaluate was reported; that the rest does not fit follows.
                    if self.diags.error_count() == errors {
                        self.diags.push(diags::wrong_type(attribute, self.site.ctx, &error));
                    }
                    Value::unknown(ty.without_optional())
                })
            }
        };
        if self.diags.error_count() == errors {
            self.check(attribute, &value, check);
        }
        // What is unknown because it could not be read was reported when it was read.
        let is_unread = !value.is_known() && attribute.expr.tree().has_holes();
        let failed = is_unread || self.diags.error_count() > errors;
        let presence = if failed { Presence::Failed } else { Presence::Present };
        Decoded::new(value, attribute.expr.place(), presence)
    }

    /// Whether a value that is not known or is marked will do, only its user can tell.
    fn check(&mut self, attribute: &Attribute, value: &Value, check: Option<CheckFn>) {
        let Some(check) = check else { return };
        if !value.is_wholly_known() || value.contains_marked() {
            return;
        }
        if let Err(error) = check(value) {
            self.diags.push(diags::unsuitable_value(attribute, self.site.ctx, &error));
        }
    }
}

/// A map of attributes, given in name order. Where any type is allowed, values that have no type in
/// common make an object.
fn attribute_map(element: &Type, names: Vec<Str>, values: Vec<Value>) -> Value {
    if !element.has_dynamic() || values.is_empty() {
        let element = element.without_optional();
        return Value::map(element, names.into_iter().zip(values).collect());
    }
    let types: Vec<_> = values.iter().map(Value::ty).collect();
    let unified = convert::unify(&types).and_then(|common| {
        let converted = values.iter().map(|value| convert::convert(value.clone(), &common).ok());
        Some((common.clone(), converted.collect::<Option<Vec<_>>>()?))
    });
    match unified {
        Some((common, values)) => Value::map(common, names.into_iter().zip(values).collect()),
        None => Value::object_of_shape(Arc::clone(&Shape::new(names)), values),
    }
}
