//! Conversion between types, and the common type of several.
//!
//! These are the automatic conversions of the language (reference: `cty/convert`, including those that can fail):
//! between primitive types, between collections, and between collections and tuples or objects. [`convert`] depends
//! on the value. For null and unknown values, it depends on their type.
//!
//! # Differences from the reference
//!
//! - A list or set converts to a tuple of the same length, as the specification says.
//! - Elements that are converted to their common type, as for `list(any)`, may include nulls and unknown values
//!   without a type next to elements with parts.
//! - An empty, null or unknown value takes the dynamic parts of the wanted type from its own type at every depth.
//!   Its type never has optional attributes.
//! - A set of uncertain length becomes an unknown list of the wanted type with a bounded length.
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
pub(crate) use self::error::with_article;
pub use self::types::common_type;
use self::types::replace_dynamic;
pub use self::types::{can_convert, can_convert_safely};
pub use self::unify::{unify, unify_safely};
use super::{Kind, Refinement, Type, Value};

/// Converts a value to a type. A value that already has the type is unchanged.
///
/// Dynamic parts of the wanted type become the type of that part of the value; in a collection, the common type of
/// the elements. An optional attribute of the wanted type that the value lacks becomes null. Marks stay where they
/// are, but those of set elements move to the set.
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
/// Fails if the value's type has no conversion to the wanted one, or this value has none.
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

/// Converts a value to a type if every value of its type has that conversion. A number always converts to a string,
/// but a string may not convert to a number.
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
/// Fails if the value's type has no such conversion to the wanted one.
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

/// Returns the reason that a marked value cannot be converted, as far as its type shows. It does not contain
/// strings or names of the value.
fn reason_by_type(value: Value, wanted: &Type) -> ConversionError {
    // A marked part that fails would look for its own reason, and so on at each level.
    let without_content = value.unmark_deep().0.transform(|_, part| {
        if part.elements().is_empty() {
            Ok::<_, ConversionError>(Value::unknown(part.ty()))
        } else {
            Ok(part)
        }
    });
    match without_content.and_then(|value| convert(value, wanted)) {
        Ok(_) => required(wanted, &Type::Dynamic),
        // The path may contain names that are hidden.
        Err(error) => ConversionError::new(error.message),
    }
}

/// Converts an unknown value. Its refinements are kept if they hold for the converted value too.
fn convert_unknown(ty: &Type, known: Option<&Refinement>, wanted: &Type) -> Value {
    let mut kept = Refinement { not_null: known.is_some_and(|it| it.not_null), ..<_>::default() };
    (kept.min_length, kept.max_length) = match (ty, wanted) {
        (Type::Object(object), Type::Map(_)) => exactly(object.shape().len()),
        (Type::Tuple(types), Type::List(_)) => exactly(types.len()),
        // Equal elements will become one.
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
