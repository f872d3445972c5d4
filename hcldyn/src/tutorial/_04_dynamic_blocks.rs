//! Page 4: dynamic blocks.
//!
//! `dynamic` blocks may generate the blocks of a field with `#[hcl(dynamic)]`: a `dynamic` block generates one
//! block for each element of a collection. The struct is the same for written and generated blocks.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/04_dynamic_blocks/main.rs")]
//! ```
//!
//! In `labels` and `content`, the iterator has the name of the block type. It contains the `key` and the `value`
//! of the element.
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/04_dynamic_blocks/firewall.hcl")]
//! ```
//!
//! Written and generated blocks are in source order:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/04_dynamic_blocks/output.txt")]
//! ```
//!
//! # A mistake
//!
//! An error in the `content` may only occur for some elements. The report shows the element:
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
//! The program decides which blocks may be generated: a `dynamic` block of any other type is an error.
//! [`Limits`](crate::Limits) sets the maximum number of generated blocks.
//!
//! Next: [Expressions that are evaluated later](super::_05_closures). [All pages](super).
