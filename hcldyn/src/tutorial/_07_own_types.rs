//! Page 7: own types and validation.
//!
//! Attributes can have the program's own types. With [`HclValue`](derive@crate::HclValue), an enum accepts
//! keywords, a struct accepts objects, and any type accepts the values that its `TryFrom` converts. The function
//! in `validate` checks a whole decoded struct and reports errors at its fields
//! ([`Validation`](crate::decode::Validation)).
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/07_own_types/main.rs")]
//! ```
//!
//! The file contains plain strings and objects,
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/07_own_types/pools.hcl")]
//! ```
//!
//! and the struct contains values of the program's types:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/07_own_types/output.txt")]
//! ```
//!
//! # A mistake
//!
//! Errors of `TryFrom` and of `check` are reported like all others, with their source locations. The first pool is
//! invalid, so `check` only runs for the second one.
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
//! `validate` on a field names a function that checks this field. Types that cannot use the derive implement
//! [`FromValue`](crate::cty::FromValue), and types that read expressions in their own way have a
//! [`CustomDecoder`](crate::ext::customdecode::CustomDecoder).
//!
//! Next: [Specs at run time](super::_08_run_time_specs). [All pages](super).
