//! Errors of conversions.

use crate::{PathError, Type};

/// The reason that a value cannot be converted, with the path to the failing part: `attribute "rule": element 2: a
/// number is required`.
pub type ConversionError = PathError;

/// Returns the error for a type without a conversion to the wanted one.
pub(crate) fn required(wanted: &Type, given: &Type) -> ConversionError {
    let wanted_name = with_article(&wanted.friendly_name());
    let given_name = with_article(&given.friendly_name());
    if *given == Type::Dynamic || wanted_name == given_name {
        return ConversionError::new(format!("{wanted_name} is required"));
    }
    ConversionError::new(format!("{wanted_name} is required, not {given_name}"))
}

/// Returns the error for a string that is not a valid value of the wanted primitive type.
pub(super) fn not_spelled(wanted: &Type, text: &str) -> ConversionError {
    let message = format!("{} is required", with_article(&wanted.friendly_name()));
    ConversionError::new(match spelling_help(wanted, text) {
        Some(help) => format!("{message}; {help}"),
        None => message,
    })
}

/// Returns advice, as a clause, for a string that only differs in case from a value of a primitive type.
pub fn spelling_help(wanted: &Type, text: &str) -> Option<String> {
    if *wanted != Type::Bool {
        return None;
    }
    let meant = ["true", "false"].into_iter().find(|bool| text.eq_ignore_ascii_case(bool))?;
    Some(format!("write \"{meant}\" in lowercase"))
}

/// Returns the error for elements without a common type.
pub(super) fn nothing_in_common(collection: &str) -> ConversionError {
    ConversionError::new(format!("all elements of a {collection} must have the same type"))
}

/// Returns the error for an object without a required attribute, or a map without its element.
pub(crate) fn missing_attribute(name: &str) -> ConversionError {
    ConversionError::new(format!("the required attribute {name:?} is missing"))
}

/// Returns the error for a tuple or list with too few or too many elements for the wanted tuple.
pub(crate) fn wrong_length(wanted: usize, given: usize) -> ConversionError {
    let elements = if wanted == 1 { "element" } else { "elements" };
    ConversionError::new(format!(
        "a tuple with exactly {wanted} {elements} is required, not one with {given}"
    ))
}

/// Returns a name with its article: `a number`, `an object`, `an IP address`. "any type" has none.
pub fn with_article(name: &str) -> String {
    if name.starts_with("any ") {
        return name.to_owned();
    }
    // An upper case U begins an abbreviation, as in "a URL".
    let is_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O']);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::with_article;

    #[test]
    fn names_have_their_article() {
        let names = ["number", "object", "IP address", "URL", "any value"];
        let expected = ["a number", "an object", "an IP address", "a URL", "any value"];
        assert_eq!(names.map(with_article), expected);
    }
}
