//! What can be wrong, in words.

use super::MAX_DEPTH;
use super::text::Token;
use crate::cty::convert::with_article;
use crate::cty::{Type, WireError};

pub(super) fn not_json(reason: &serde_json::Error) -> WireError {
    WireError::new(format!("the text is not JSON: {reason}"))
}

pub(super) fn required(ty: &Type, found: &Token<'_>) -> WireError {
    let wanted = with_article(&ty.friendly_name());
    WireError::new(format!("{wanted} is required, not {}", found.describe()))
}

pub(super) fn repeated(name: &str) -> WireError {
    WireError::new(format!("the key {name:?} is given more than once"))
}

pub(super) fn too_deep() -> WireError {
    WireError::new(format!("values and types may not nest more than {MAX_DEPTH} deep"))
}

pub(super) fn too_many_types() -> WireError {
    WireError::new("too many values that bring their types along are inside one another")
}

pub(super) fn too_many_values(most: usize) -> WireError {
    WireError::new(format!("the text stands for more than {most} values"))
}

pub(super) fn too_long(most: usize) -> WireError {
    WireError::new(format!("the text would have more than {most} bytes"))
}
