//! Functions for the derive's code only: they change with the derive.

pub use std::boxed::Box;
pub use std::sync::OnceLock;

pub use super::BlockType;
pub use super::field::{
    AttrField, AttrsField, BlockField, BlocksField, ClosureField, ExprField, FlattenField,
    LabelField, ParsedField, RemainField, RepeatedField, SerdeField, With, or_else, sensitive,
    validated,
};
pub use super::field_options::FieldOptions;
pub use super::fields::Fields;
use super::validation::Validation;
pub use super::value::{ObjectFields, ValueField, keyword, nowhere, object_type, refuse, try_from};
pub use super::variant::{VariantSpec, by_attribute, by_block_type, by_label, numbered, variant};
pub use crate::body::Unexpected;
pub use crate::cty::{FromValue, FromValueError, Type, Value, ValueOrigin};
pub use crate::diag::Diagnostics;
pub use crate::spec::{Decoded, ObjectSpec, Spec};

/// Returns the spec of an object whose fields are decoded from one body. The labels of each field follow those of
/// the previous fields.
pub fn object(fields: Box<[(&'static str, Spec)]>) -> ObjectSpec {
    let mut labels = 0;
    ObjectSpec::new(fields.into_iter().map(|(name, spec)| {
        let spec = spec.after_labels(labels);
        labels = spec.label_count().max(labels);
        (name, spec)
    }))
}

/// Returns the cached spec of a type.
pub fn cached(cell: &OnceLock<Spec>, make: fn() -> Spec) -> Spec {
    cell.get_or_init(make).clone()
}

/// Returns the object as a spec.
pub fn built(object: ObjectSpec) -> Spec {
    object.into()
}

/// Makes a struct, and checks it with a function of the program, which reports errors.
pub fn validate<T>(
    decoded: Decoded,
    diags: &mut Diagnostics,
    make: impl FnOnce(Decoded, &mut Diagnostics) -> Option<T>,
    check: impl FnOnce(&T, &mut Validation<'_>),
) -> Option<T> {
    let places = decoded.clone();
    let made = make(decoded, diags)?;
    diags.unless_errors(|diags| check(&made, &mut Validation::new(&places, diags)))?;
    Some(made)
}
