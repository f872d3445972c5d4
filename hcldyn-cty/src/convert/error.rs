//! Why a conversion fails, in words.

use crate::{PathError, Type};

/// Why a value cannot be converted, and in which part of it: `attribute "rule": element 2: a number
/// is required`.
pub type ConversionError = PathError;

/// A type is wanted that nothing of the type given converts to.
pub(crate) fn required(wanted: &Type, given: &Type) -> ConversionError {
    let wanted_name = with_article(&wanted.friendly_name());
    let given_name = with_article(&given.friendly_name());
    if *given == Type::Dynamic || wanted_name == given_name {
        return ConversionError::new(format!("{wanted_name} is required"));
    }
    ConversionError::new(format!("{wanted_name} is required, not {given_name}"))
}

/// A text does not spell the primitive type that is wanted.
pub(super) fn not_spelled(wanted: &Type, text: &str) -> ConversionError {
    let message = format!("{} is required", with_article(&wanted.friendly_name()));
    let lower = text.to_lowercase();
    match (wanted, lower.as_str()) {
        (Type::Bool, "true" | "false") => {
            ConversionError::new(format!("{message}; write \"{lower}\" in lower case"))
        }
        _ => ConversionError::new(message),
    }
}

/// Elements of a list, set or map that can be of any type have none in common.
pub(super) fn nothing_in_common(collection: &str) -> ConversionError {
    ConversionError::new(format!("all elements of a {collection} must be of one type"))
}

/// An object lacks an attribute, or a map an element, that the wanted object must have.
pub(crate) fn missing_attribute(name: &str) -> ConversionError {
    ConversionError::new(format!("the required attribute {name:?} is missing"))
}

/// A tuple or list has too few or too many elements for the wanted tuple.
pub(crate) fn wrong_length(wanted: usize, given: usize) -> ConversionError {
    let plural = if wanted == 1 { "" } else { "s" };
    ConversionError::new(format!(
        "a tuple of exactly {wanted} element{plural} is required, not of {given}"
    ))
}

/// A name with the article it needs: `a number`, `an object`.
pub fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    match name {
        "any type" => name.to_owned(),
        _ => format!("{article} {name}"),
    }
}
