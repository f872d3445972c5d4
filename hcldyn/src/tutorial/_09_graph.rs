//! Page 9: blocks that refer to each other.
//!
//! In many languages based on HCL, blocks define names and refer to other blocks, in any order. A
//! [`graph`](crate::ext::graph) finds these references and evaluates each block after its dependencies. The
//! [`kit`](crate::ext::kit) has the blocks `variable`, `locals` and `output`. A language adds its own block types, here
//! `service`.
//!
//! The program needs the feature `kit`:
//!
#![cfg_attr(feature = "kit", doc = "```no_run")]
#![cfg_attr(not(feature = "kit"), doc = "```ignore")]
#![doc = include_str!("../../examples/tutorial/09_graph/main.rs")]
//! ```
//!
//! The blocks of this file are in no particular order:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/09_graph/app.hcl")]
//! ```
//!
//! The graph orders the nodes by their references. The program sets `zone` as an argument:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/09_graph/output.txt")]
//! ```
//!
//! # A mistake
//!
//! Undefined names and cycles are found before the evaluation. Blocks that depend on them are unknown, without further
//! errors:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/09_graph/mistake/app.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/09_graph/mistake/output.txt")]
//! ```
//!
//! For a language with only `variable`, `locals` and `output` blocks, [`Module::evaluate`](crate::ext::kit::Module::evaluate)
//! does everything in one call.
//!
//! Next: [Gradual evaluation](super::_10_gradual_evaluation). [All pages](super).
