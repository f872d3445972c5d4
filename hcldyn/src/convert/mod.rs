//! Conversion between native syntax and JSON syntax.

mod diags;
mod json;
mod to_json;
mod to_native;

pub use self::to_json::to_json;
pub use self::to_native::to_native;
