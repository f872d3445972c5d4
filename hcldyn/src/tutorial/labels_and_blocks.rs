//! Page 2: labels and blocks.
//!
//! A field is an attribute unless it says otherwise. With `#[hcl(block)]` it takes blocks of its name, and its
//! type says how many: a struct exactly one, an `Option` at most one, a `Vec` any number in the order of the
//! file, and a map any number by their labels. With `#[hcl(label)]` it takes a label of the block around it.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/02_labels_and_blocks/main.rs")]
//! ```
//!
//! The name of a `server` is a label, and so is the path of a `route`, which is its key in the map:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/02_labels_and_blocks/web.hcl")]
//! ```
//!
//! The program prints
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/02_labels_and_blocks/output.txt")]
//! ```
//!
//! # A mistake
//!
//! Labels belong to what a block is, so one too many is as wrong as one too few:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/02_labels_and_blocks/mistake/web.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/02_labels_and_blocks/mistake/output.txt")]
//! ```
//!
//! [`HclDecode`](derive@crate::HclDecode) lists all that a field may be: blocks of several types in an enum, one
//! block of attributes with any names, fields of another struct in the same body.
//!
//! Next: [Expressions and functions](super::expressions). [All pages](super).
