//! Conversion between types, and the type that several have in common.
//!
//! These are the automatic conversions of the language (reference: `cty/convert`, the unsafe
//! conversions included): between primitive types, between collections, from tuples and objects to
//! collections and back. [`convert`] goes by the value; what has no value to go by, null and unknown,
//! goes by its type.
//!
//! # Differences from the reference
//!
//! - A list or set converts to a tuple of as many elements, as the specification has it.
//! - Elements that are converted to one type of their own choice, as in `list(any)`, may be null or
//!   unknown without a known type next to elements that have parts.
//! - An empty, null or unknown value takes what is dynamic in the wanted type from its own type at
//!   every depth, and its type never has optional attributes.
//! - A set of uncertain length becomes an unknown list of the wanted type, whose length is bounded.
//! - The mark of an element that is null or unknown is kept.

mod capsule;
mod collection;
pub(super) mod error;
mod primitive;
mod structural;
mod types;
mod unify;

pub use self::error::ConversionError;
use self::error::required;
pub use self::error::with_article;
pub use self::types::common_type;
use self::types::replace_dynamic;
pub use self::types::{can_convert, can_convert_safely};
pub use self::unify::{unify, unify_safely};
use super::{Kind, Refinement, Type, Value};

/// Converts a value to a type. A value that already is of the type is returned as it is.
///
/// Parts of the wanted type that are dynamic take what the value has there, and the elements of a
/// collection then the one type they have in common. An attribute that the wanted type has as
/// optional and the value lacks becomes null. Marks stay where they are, those of set elements move
/// to the set.
///
/// ```
/// use hcldyn::cty::{Type, Value, convert::convert};
///
/// let ports = Value::tuple(vec![80.into(), "443".into()]);
/// let ports = convert(ports, &Type::list(Type::Number)).unwrap();
/// assert_eq!(ports, Value::list(Type::Number, vec![80.into(), 443.into()]));
/// assert!(convert("http".into(), &Type::Number).is_err());
/// ```
///
/// # Errors
///
/// Fails when the value's type has no conversion to the wanted one, or this value has none.
#[inline]
pub fn convert(value: Value, wanted: &Type) -> Result<Value, ConversionError> {
    if value.is_of(wanted) { Ok(value) } else { convert_changed(value, wanted) }
}

fn convert_changed(value: Value, wanted: &Type) -> Result<Value, ConversionError> {
    if !value.is_marked() {
        return convert_unmarked(value, wanted);
    }
    let (value, marks) = value.unmark();
    match convert_unmarked(value.clone(), wanted) {
        Ok(value) => Ok(value.with_marks(&marks)),
        Err(_) => Err(reason_by_type(value, wanted)),
    }
}

/// Converts a value to a type if every value of its type has that conversion, as a number has one to
/// string but a text none to number.
///
/// ```
/// use hcldyn::cty::{Type, Value, convert::convert_safely};
///
/// assert_eq!(convert_safely(Value::from(5), &Type::String), Ok(Value::from("5")));
/// assert!(convert_safely(Value::from("5"), &Type::Number).is_err());
/// ```
///
/// # Errors
///
/// Fails when the value's type has no such conversion to the wanted one.
pub fn convert_safely(value: Value, wanted: &Type) -> Result<Value, ConversionError> {
    match value.ty() {
        ty if ty == *wanted || can_convert_safely(&ty, wanted) => convert(value, wanted),
        ty => Err(required(wanted, &ty)),
    }
}

fn convert_unmarked(value: Value, wanted: &Type) -> Result<Value, ConversionError> {
    match value.kind() {
        Kind::Null(ty) if can_convert(ty, wanted) => Ok(Value::null(replace_dynamic(ty, wanted))),
        Kind::Unknown(ty, known) if can_convert(ty, wanted) => {
            Ok(convert_unknown(ty, known, wanted))
        }
        Kind::Capsule(capsule) if capsule.ty().converts_to(wanted) => {
            capsule::convert_to(capsule, wanted)
        }
        _ if capsule::is_wanted_from(&value, wanted) => capsule::convert_from(value, wanted),
        Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => primitive::convert(&value, wanted),
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => match wanted {
            Type::Tuple(types) => structural::to_tuple(value, types),
            _ => collection::from_sequence(value, wanted),
        },
        Kind::Map(_) | Kind::Object(_) => match wanted {
            Type::Object(ty) => structural::to_object(&value, ty),
            _ => collection::from_mapping(&value, wanted),
        },
        Kind::Null(_) | Kind::Unknown(..) | Kind::Capsule(_) | Kind::Marked(..) => {
            Err(required(wanted, &value.ty()))
        }
    }
}

/// Why a marked value cannot be converted, as far as types tell, without any string or name in it.
fn reason_by_type(value: Value, wanted: &Type) -> ConversionError {
    let without_content = value.transform(|_, part| {
        if part.unmarked().elements().is_empty() {
            Ok::<_, ConversionError>(Value::unknown(part.ty()))
        } else {
            Ok(part)
        }
    });
    match without_content.and_then(|value| convert(value, wanted)) {
        Ok(_) => required(wanted, &Type::Dynamic),
        // The path may lead through names that are hidden.
        Err(error) => ConversionError::new(error.message),
    }
}

/// What is known of the value is carried over where it holds for the converted one too.
fn convert_unknown(ty: &Type, known: Option<&Refinement>, wanted: &Type) -> Value {
    let mut kept = Refinement { not_null: known.is_some_and(|it| it.not_null), ..<_>::default() };
    (kept.min_length, kept.max_length) = match (ty, wanted) {
        (Type::Object(object), Type::Map(_)) => exactly(object.shape().len()),
        (Type::Tuple(types), Type::List(_)) => exactly(types.len()),
        // Elements that turn out to be equal become one.
        (Type::Tuple(types), Type::Set(_)) => {
            let (max, _) = exactly(types.len());
            (max.min(1), Some(max))
        }
        _ if ty.is_collection() && wanted.is_collection() => {
            let min = known.map_or(0, |it| it.min_length);
            let most = if matches!(wanted, Type::Set(_)) { 1 } else { min };
            (min.min(most), known.and_then(|it| it.max_length))
        }
        _ => (0, None),
    };
    Value::unknown_refined(replace_dynamic(ty, wanted), kept)
}

fn exactly(length: usize) -> (u64, Option<u64>) {
    (length as u64, Some(length as u64))
}

#[cfg(test)]
mod tests;
