//! Page 15: secrets.
//!
//! No message shows the value of an attribute with `sensitive`, nor the source text of it. A variable of the program is a
//! secret if its value has the [mark](crate::cty::Mark::sensitive) for that. The mark stays on each value that is made from
//! it, and only attributes with `sensitive` take such values.
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
//! The struct contains the secret as it is, so a type whose `Debug` does not show it is better than a `String`, such as
//! those of the feature `secrecy`. An [`Encoder`](crate::spec::Encoder) rejects secrets unless it is told to redact or to
//! reveal them, and a reference page shows no default of a sensitive attribute.
//!
//! [All pages](super).
