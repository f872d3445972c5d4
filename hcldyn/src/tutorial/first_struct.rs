//! Page 1: a first struct.
//!
//! A struct that derives [`HclDecode`](derive@crate::HclDecode) says what a configuration may hold, and takes
//! what it does hold. Each field is an attribute of its name. An `Option` may be left out, and so may what has a
//! default; everything else must be there.
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
//! and makes the struct of it. The [`EvalContext`](crate::EvalContext) is what expressions in the file may use;
//! there are none yet, so it is empty. The program prints
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/01_first_struct/output.txt")]
//! ```
//!
//! # A mistake
//!
//! What is wrong is not the first problem found but all of them, [`Diagnostics`](crate::Diagnostics). A
//! [`Report`](crate::diag::Report) draws them. Of this file
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/01_first_struct/mistake/server.hcl")]
//! ```
//!
//! it says
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/01_first_struct/mistake/output.txt")]
//! ```
//!
//! What a name could have meant is taken from the struct, and so is the range of a number: `port` is a `u16`.
//!
//! [`from_str`](crate::from_str) reads a text instead of a file, and [`Decoder`](crate::Decoder) several files as
//! one.
//!
//! Next: [Labels and blocks](super::labels_and_blocks). [All pages](super).
