//! The rules between attributes, one function each.

mod body;
mod container;
mod field;
mod value;

pub(crate) use self::container::check_decode;
pub(crate) use self::value::check_value;

const NOT_A_NAME: &str =
    "invalid name in HCL; write letters, digits, `_` and `-`, starting with a letter";
