//! The rules between attributes, one function each.

mod body;
mod container;
mod field;
mod value;

pub(crate) use self::container::check_decode;
pub(crate) use self::value::check_value;

/// Whether this can be written as a name in HCL.
fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let starts = |c: char| c.is_alphabetic() || c == '_';
    chars.next().is_some_and(starts) && chars.all(|c| starts(c) || c.is_alphanumeric() || c == '-')
}

const NOT_A_NAME: &str = "not a name in HCL: write letters, digits, `_` and `-`, a letter first";
