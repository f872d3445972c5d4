//! Errors of reading and writing JSON.

use std::str::Utf8Error;

use super::MAX_JSON_DEPTH;
use crate::convert::with_article;
use crate::{Type, WireError};

pub(super) fn not_json(reason: &serde_json::Error) -> WireError {
    WireError::new(format!("invalid JSON: {reason}"))
}

pub(super) fn not_utf8(reason: &Utf8Error) -> WireError {
    WireError::new(format!("invalid UTF-8: {reason}"))
}

/// Returns the error for a lone surrogate in the string that follows `before`, the preceding text.
pub(super) fn lone_surrogate(before: &str) -> WireError {
    let line = before.matches('\n').count() + 1;
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
    WireError::new(format!("invalid JSON: unpaired surrogate at line {line} column {column}"))
}

pub(super) fn required(ty: &Type, found: &str) -> WireError {
    let wanted = with_article(&ty.friendly_name());
    WireError::new(format!("{wanted} is required, not {found}"))
}

pub(super) fn repeated(name: &str) -> WireError {
    WireError::new(format!("the key {name:?} appears more than once"))
}

pub(super) fn too_deep() -> WireError {
    WireError::new(format!("values and types can be nested at most {MAX_JSON_DEPTH} levels deep"))
}

pub(super) fn too_many_types() -> WireError {
    WireError::new("too many values with a type of their own are nested")
}

pub(super) fn too_many_values(most: usize) -> WireError {
    WireError::new(format!("the input has more than {most} values"))
}

pub(super) fn too_long(most: usize) -> WireError {
    WireError::new(format!("the output would have more than {most} bytes"))
}

/// Returns the error for an invalid type beside a value. Its path leads into the value, so the path within the type
/// is part of the message.
pub(crate) fn invalid_type(error: WireError) -> WireError {
    WireError::new(format!("invalid type of the value: {error}"))
}
