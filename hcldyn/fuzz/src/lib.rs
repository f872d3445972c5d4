//! The functions of the fuzz targets. Each takes the bytes of one input, and must not panic, hang or exhaust
//! memory on any of them. It also checks properties that hold for all input.
//!
//! | function | input |
//! |---|---|
//! | [`syntax`] | files: tokens, events, and the body of broken files |
//! | [`expressions`] | expressions and templates, evaluated in a context of known values |
//! | [`evaluation`] | expressions, evaluated with unknown values first: known results must not change |
//! | [`decoding`] | bodies, decoded by a spec that the input chooses, with `dynamic` blocks |
//! | [`json_syntax`] | bodies in HCL's JSON syntax, decoded in this way too |
//! | [`wire`] | values as JSON and MessagePack |
//! | [`spec_language`] | spec files |

#![forbid(unsafe_code)]

mod bodies;
mod context;
mod evaluated;
mod native;
mod random_spec;
mod report;
mod texts;
mod values;

pub use self::bodies::{decoding, json_syntax};
pub use self::evaluated::{evaluation, expressions};
pub use self::texts::{spec_language, syntax};
pub use self::values::wire;
