//! Page 15: secrets.
//!
//! Messages hide the value and the source text of an attribute with `sensitive`. The program
//! [marks](crate::cty::Mark::sensitive) the values of variables that are secret. Values made from them have the mark too,
//! and only attributes with `sensitive` accept it.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/15_secrets/main.rs")]
//! ```
//!
//! For
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/15_secrets/database.hcl")]
//! ```
//!
//! the program prints
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/15_secrets/output.txt")]
//! ```
//!
//! # A mistake
//!
//! The secret of a variable in the name of a host would reach every log, and the password is too short:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/15_secrets/mistake/database.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/15_secrets/mistake/output.txt")]
//! ```
//!
//! The struct contains the plain secret. The types of the feature `secrecy` hide it in `Debug` output, unlike a `String`. An
//! [`Encoder`](crate::spec::Encoder) rejects secrets by default; it has options to redact and to reveal them. Reference pages
//! hide the defaults of sensitive attributes.
//!
//! Next: [A language of your own](super::_16_language). [All pages](super).
