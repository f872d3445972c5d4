//! Page 11: editing and formatting.
//!
//! Configurations have two kinds of authors: people, who write comments and arrange lines, and programs, which change
//! a version or add a block. A [`Document`](crate::edit::Document) is a source that a program changes item by item,
//! by paths, while every other byte stays as it is. This program prepares a release:
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/11_editing/main.rs")]
//! ```
//!
//! It changes the services
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/11_editing/services.hcl")]
//! ```
//!
//! to
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/11_editing/output.txt")]
//! ```
//!
//! New items have the layout of their neighbours: the new block is apart from the first one by an empty line, and the
//! new port is on the line of the other one. Existing lines are not rearranged for them. [`format`](crate::syntax::format::format)
//! then lays out the whole source, as `hcldyn fmt` does: it changes nothing but whitespace. Without it, only the edited
//! items would differ.
//!
//! # A mistake
//!
//! An edit fails if its result would not be valid, or if its path leads to nothing or to several blocks. The document
//! then stays as it is. In these services, two blocks have the label:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/11_editing/mistake/services.hcl")]
//! ```
//!
//! The report shows where:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/11_editing/mistake/output.txt")]
//! ```
//!
//! The index of a block is a step of its path, here `service["web"][1].image.tag`. On the command line, `hcldyn get`,
//! `hcldyn set` and `hcldyn rm` take the same paths.
//!
//! Next: [Writing configurations](super::_12_writing). [All pages](super).
