//! Conversion between native syntax and JSON syntax.

pub(crate) mod bodies;
mod diags;
pub(crate) mod json;
pub(crate) mod to_json;
mod to_native;

pub use self::to_json::to_json;
pub use self::to_native::to_native;
