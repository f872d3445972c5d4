//! What the fuzz targets run: each function takes the bytes of one input, must not panic, hang or use up
//! memory whatever they are, and checks what holds for all input.
//!
//! | function | what it looks at |
//! |---|---|
//! | [`syntax`] | files: tokens, events, and the body that is kept of broken ones |
//! | [`expressions`] | expressions and templates: evaluated in a context of known values |
//! | [`evaluation`] | the same with unknown values first: what was known then stays as it is |
//! | [`decoding`] | bodies decoded by a spec that the input chooses, `dynamic` blocks expanded |
//! | [`json_syntax`] | the same for bodies in HCL's JSON syntax |
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
