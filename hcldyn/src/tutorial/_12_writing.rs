//! Page 12: writing configurations.
//!
//! A struct with [`HclEncode`](derive@crate::HclEncode) is written by the attributes by which it is read.
//! [`to_string`](crate::to_string) returns source text that decodes to an equal struct.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/12_writing/main.rs")]
//! ```
//!
//! The program adds messages to
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/12_writing/alerts.hcl")]
//! ```
//!
//! and writes values as constants, expressions that are evaluated later as they are in the file, and no defaults:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/12_writing/output.txt")]
//! ```
//!
//! # A mistake
//!
//! The blocks that a `dynamic` block generates are written one by one. Their expressions can't refer to its iterator
//! any more:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/12_writing/mistake/alerts.hcl")]
//! ```
//!
//! is rejected, with the path of each such part:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/12_writing/mistake/output.txt")]
//! ```
//!
//! A value and a [`Spec`](crate::spec::Spec) alone are written by [`spec::encode`](crate::spec::encode).
//!
//! Next: [A whole program](super::_13_whole_program). [All pages](super).
