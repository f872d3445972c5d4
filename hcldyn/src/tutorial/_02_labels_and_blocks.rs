//! Page 2: labels and blocks.
//!
//! A field is an attribute by default. With `#[hcl(block)]`, it takes blocks of its name, and its type determines their
//! number: exactly one for a struct, at most one for an `Option`, any number in source order for a `Vec`, and any number by
//! their labels for a map. With `#[hcl(label)]`, it takes a label of the enclosing block.
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
//! A block must have exactly the labels of its struct; an additional label is an error:
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
//! [`HclDecode`](derive@crate::HclDecode) lists all kinds of fields, such as blocks of several types in an enum, a block of
//! attributes with any names, and the fields of another struct in the same body.
//!
//! Next: [Expressions and functions](super::_03_expressions). [All pages](super).
