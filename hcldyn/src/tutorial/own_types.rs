//! Page 7: own types and validation.
//!
//! The type of an attribute may be one of the program's own. With [`HclValue`](derive@crate::HclValue) an enum
//! takes keywords, a struct takes objects, and any type takes what its `TryFrom` takes. A struct that is decoded
//! can be looked at as a whole by a function that `validate` names, which says what is wrong and with which field
//! ([`Validation`](crate::Validation)).
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/07_own_types/main.rs")]
//! ```
//!
//! Written in the file are plain texts and objects,
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/07_own_types/pools.hcl")]
//! ```
//!
//! and in the struct are the program's types:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/07_own_types/output.txt")]
//! ```
//!
//! # A mistake
//!
//! Errors of `TryFrom` and of `check` become problems like all others, at their places. The first pool could not
//! be made, so there is nothing to check of it; the second one could.
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/07_own_types/mistake/pools.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/07_own_types/mistake/output.txt")]
//! ```
//!
//! A function for one field is named by `validate` on that field. Types that cannot derive implement
//! [`FromValue`](crate::FromValue), and those that read expressions in their own way have a
//! [`CustomDecoder`](crate::CustomDecoder).
//!
//! Next: [Specs at run time](super::run_time_specs). [All pages](super).
