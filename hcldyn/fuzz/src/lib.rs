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
//! | [`documents`] | spec files, whose samples, schemas, pages and spec files must be valid |
//! | [`fmt`] | sources, whose layout must be stable and keep the tree |
//! | [`edit`] | documents, in which one item changes |
//! | [`encode`] | bodies, whose values are encoded and decoded again by a spec that the input chooses |
//! | [`update`] | two bodies of a struct; one is updated to the other |
//! | [`layers`] | the layers of a configuration |
//! | [`fixes`] | bodies with errors, to which the fixes are applied |

#![forbid(unsafe_code)]

mod bodies;
mod context;
mod documents;
mod edits;
mod evaluated;
mod fixes;
mod layers;
mod layout;
mod native;
mod random_spec;
mod report;
mod texts;
mod values;
mod written;

pub use self::bodies::{decoding, json_syntax};
pub use self::documents::documents;
pub use self::edits::edit;
pub use self::evaluated::{evaluation, expressions};
pub use self::fixes::fixes;
pub use self::layers::layers;
pub use self::layout::fmt;
pub use self::texts::{spec_language, syntax};
pub use self::values::wire;
pub use self::written::{encode, update};
