//! The rules between attributes, one function each.

mod body;
mod container;
mod field;
mod value;

pub(crate) use self::container::check_decode;
pub(crate) use self::value::check_value;

const NOT_A_NAME: &str = "not a name in HCL: write letters, digits, `_` and `-`, a letter first";
