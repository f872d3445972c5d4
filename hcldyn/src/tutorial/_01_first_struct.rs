//! Page 1: a first struct.
//!
//! A struct that derives [`HclDecode`](derive@crate::HclDecode) describes a configuration and receives its values.
//! Each field is an attribute with the same name. Fields of type `Option` and fields with a default may be
//! omitted; all others are required.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/01_first_struct/main.rs")]
//! ```
//!
//! [`from_file`](crate::from_file) reads the file, here `server.hcl`,
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/01_first_struct/server.hcl")]
//! ```
//!
//! and creates the struct. The [`EvalContext`](crate::EvalContext) contains the variables and functions for
//! expressions in the file; here it is empty. The program prints
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/01_first_struct/output.txt")]
//! ```
//!
//! # A mistake
//!
//! The error type, [`Diagnostics`](crate::Diagnostics), contains all errors, not only the first. A
//! [`Report`](crate::diag::Report) renders them. For this file
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/01_first_struct/mistake/server.hcl")]
//! ```
//!
//! it prints
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/01_first_struct/mistake/output.txt")]
//! ```
//!
//! The suggested name comes from the struct, and so does the range of a number: `port` is a `u16`.
//!
//! [`from_str`](crate::from_str) decodes a string instead of a file, and [`Decoder`](crate::Decoder) decodes
//! several files as one.
//!
//! Next: [Labels and blocks](super::_02_labels_and_blocks). [All pages](super).
