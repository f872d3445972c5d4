//! The selection of a spec by a value.

use super::Written;
use super::natural::natural;
use crate::cty::{Kind, Value};
use crate::expr::custom_decoder;
use crate::spec::{AttrSpec, BlockCollection, BlockContent, BlocksSpec, LabelPosition, Rest, Spec};

/// Returns `true` if a body can decode to the value by the spec. The blocks in it are not looked into, so that
/// the selection takes linear time: only a required block must not be missing.
pub(super) fn fits(spec: &Spec, value: &Value) -> bool {
    let value = value.unmarked();
    match spec {
        Spec::Object(object) if value.is_null() => object.is_omissible(),
        Spec::Object(object) => value.as_object().is_some_and(|value| {
            let part = |name| value.get(name);
            value.shape().len() == object.specs.len()
                && object
                    .shape
                    .names()
                    .iter()
                    .zip(&object.specs)
                    .all(|(name, spec)| part(name).is_some_and(|part| fits(spec, part)))
        }),
        Spec::Tuple(tuple) => match value.kind() {
            Kind::Tuple(value) => {
                value.elements().len() == tuple.specs.len()
                    && tuple.specs.iter().zip(value.elements()).all(|(spec, part)| fits(spec, part))
            }
            _ => false,
        },
        Spec::Attr(attr) => fits_attr(attr, value),
        Spec::Literal(literal) => literal.unmarked() == value,
        Spec::Expr(_) => true,
        Spec::Default(specs) => {
            (!value.is_null() && fits(&specs.primary, value)) || fits(&specs.default, value)
        }
        Spec::Blocks(blocks) => fits_blocks(blocks, value),
        Spec::Label(label) => match label.position {
            LabelPosition::From(_) => is_sequence(value),
            LabelPosition::At(_) | LabelPosition::Key => value.as_str().is_some(),
        },
        Spec::OneOf(one_of) => one_of.specs().any(|form| fits(form, value)),
        Spec::Wrapped(spec) => spec.step.keeps_type() && fits(&spec.spec, value),
        Spec::Rest(Rest::Body) => value.as_capsule::<crate::body::Body>().is_some(),
        Spec::Rest(Rest::Attributes(_) | Rest::Data(_)) => is_mapping(value),
    }
}

/// Returns `true` if the item of a spec may be missing. The value is then null.
pub(super) fn may_be_missing(spec: &Spec) -> bool {
    match spec {
        Spec::Attr(attr) => !attr.required,
        Spec::Blocks(blocks) => {
            blocks.collection == BlockCollection::Single && !blocks.is_required()
        }
        Spec::Wrapped(wrapped) => may_be_missing(&wrapped.spec),
        Spec::Object(_) | Spec::Tuple(_) | Spec::Literal(_) | Spec::Expr(_) => false,
        Spec::Default(_) | Spec::OneOf(_) | Spec::Label(_) | Spec::Rest(_) => false,
    }
}

/// Returns `true` if blocks can decode to the value.
fn fits_blocks(blocks: &BlocksSpec, value: &Value) -> bool {
    match blocks.collection {
        BlockCollection::Single if value.is_null() => !blocks.is_required(),
        BlockCollection::Single => !blocks.has_free_attributes() || is_mapping(value),
        BlockCollection::List | BlockCollection::Tuple | BlockCollection::Set => is_sequence(value),
        BlockCollection::Map { .. } | BlockCollection::Object { .. } => is_mapping(value),
    }
}

/// Returns `true` if the content of a block can decode to the value.
pub(super) fn fits_content(content: &BlockContent, value: &Value) -> bool {
    match content {
        BlockContent::Body(nested) => fits(nested.spec(), value),
        BlockContent::Attributes(_) => is_mapping(value.unmarked()),
    }
}

fn is_sequence(value: &Value) -> bool {
    matches!(value.kind(), Kind::List(_) | Kind::Set(_) | Kind::Tuple(_))
}

fn is_mapping(value: &Value) -> bool {
    matches!(value.kind(), Kind::Map(_) | Kind::Object(_))
}

fn fits_attr(attr: &AttrSpec, value: &Value) -> bool {
    if value.as_capsule::<Written>().is_some() || attr.decoder.is_some() {
        return true;
    }
    if value.is_null() {
        return true;
    }
    if custom_decoder(&attr.ty).is_some() {
        return value.ty() == attr.ty;
    }
    let converted = attr.value.try_convert(natural(&attr.value, value));
    converted.is_ok_and(|converted| attr.ty.has_dynamic() || converted == *value)
}
