//! Conversion between native syntax and JSON syntax.

mod bodies;
mod diags;
mod json;
mod to_json;
mod to_native;

pub(crate) use self::bodies::body as body_to_json;
pub(crate) use self::json::Json;
pub(crate) use self::to_json::expression as expression_to_json;
pub use self::to_json::to_json;
pub use self::to_native::to_native;
