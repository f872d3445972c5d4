//! The selection of a spec by a value.

use super::Written;
use super::natural::natural;
use crate::cty::{Kind, Value};
use crate::expr::custom_decoder;
use crate::spec::{AttrSpec, LabelPosition, Spec};

/// Returns `true` if a body can decode to the value by the spec. The blocks in it are not looked into, so that
/// the selection takes linear time: only a required block must not be missing.
pub(super) fn fits(spec: &Spec, value: &Value) -> bool {
    let value = value.unmarked();
    let is_sequence = || matches!(value.kind(), Kind::List(_) | Kind::Set(_) | Kind::Tuple(_));
    let is_mapping = || matches!(value.kind(), Kind::Map(_) | Kind::Object(_));
    match spec {
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
        Spec::Block(block) => !value.is_null() || !block.required,
        Spec::BlockOf(blocks) => !value.is_null() || blocks.min_items == 0,
        Spec::BlockAttrs(attrs) => is_mapping() || (value.is_null() && !attrs.required),
        Spec::BlockList(_) | Spec::BlockTuple(_) | Spec::BlockSet(_) | Spec::BlocksOf(_) => {
            is_sequence()
        }
        Spec::BlockMap(_) | Spec::BlockObject(_) => is_mapping(),
        Spec::Label(label) => match label.position {
            LabelPosition::From(_) => is_sequence(),
            LabelPosition::At(_) | LabelPosition::Key => value.as_str().is_some(),
        },
        Spec::OneOf(one_of) => one_of.specs().any(|form| fits(form, value)),
        Spec::Wrapped(spec) => spec.step.keeps_type() && fits(&spec.spec, value),
        Spec::Remain => value.as_capsule::<crate::Body>().is_some(),
        Spec::RemainAttrs(_) | Spec::OpenBody | Spec::Any => is_mapping(),
    }
}

/// Returns `true` if the item of a spec may be missing. The value is then null.
pub(super) fn may_be_missing(spec: &Spec) -> bool {
    match spec {
        Spec::Attr(attr) => !attr.required,
        Spec::Block(block) => !block.required,
        Spec::BlockOf(blocks) => blocks.min_items == 0,
        Spec::BlockAttrs(attrs) => !attrs.required,
        Spec::Wrapped(wrapped) => may_be_missing(&wrapped.spec),
        Spec::Object(_) | Spec::Tuple(_) | Spec::Literal(_) | Spec::Expr(_) => false,
        Spec::Default(_) | Spec::OneOf(_) | Spec::Label(_) => false,
        Spec::BlockList(_) | Spec::BlockTuple(_) | Spec::BlockSet(_) | Spec::BlocksOf(_) => false,
        Spec::BlockMap(_) | Spec::BlockObject(_) => false,
        Spec::Remain | Spec::RemainAttrs(_) | Spec::OpenBody | Spec::Any => false,
    }
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
