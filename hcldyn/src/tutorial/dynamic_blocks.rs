//! Page 4: dynamic blocks.
//!
//! Blocks of a field with `#[hcl(dynamic)]` may also be generated: a `dynamic` block stands for one block for
//! each element of a collection. The struct does not see the difference.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/04_dynamic_blocks/main.rs")]
//! ```
//!
//! In `labels` and `content` the iterator, which has the name of the block type, is the element: its `key` and
//! its `value`.
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/04_dynamic_blocks/firewall.hcl")]
//! ```
//!
//! Written and generated blocks come in the order of the file:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/04_dynamic_blocks/output.txt")]
//! ```
//!
//! # A mistake
//!
//! What is wrong in the `content` may be so for some elements only. The report tells for which:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/04_dynamic_blocks/mistake/firewall.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/04_dynamic_blocks/mistake/output.txt")]
//! ```
//!
//! The program decides what may be generated: a `dynamic` block of any other type is an error. How many blocks
//! there may be is bounded by [`Limits`](crate::Limits).
//!
//! Next: [Expressions that are evaluated later](super::closures). [All pages](super).
