//! hcldyn reads HCL into Rust structs by running a spec.

pub mod body;
pub mod cty;
pub mod decode;
pub mod diag;
pub mod dynblock;
mod expr;
pub mod ext;
#[cfg(feature = "functions")]
pub mod functions;
mod limits;
pub mod source;
pub mod spec;
pub mod syntax;
mod tree;

pub use self::body::Body;
pub use self::cty::{Type, Value};
pub use self::decode::{
    FromValue, HclDecode, MaybeUnknown, from_body, from_file, from_source, from_str,
};
pub use self::diag::{Diagnostic, Diagnostics, Severity};
pub use self::expr::{
    CustomDecoder, EvalContext, Expression, ExpressionClosure, StaticCall, Traversal, closure_type,
    custom_decoder, expression_type,
};
pub use self::limits::Limits;
pub use self::syntax::native::{parse_body, parse_expression};
