//! Page 9: blocks that refer to each other.
//!
//! In many languages on HCL blocks define names, and others refer to them, in whatever order they are written. A
//! [`graph`](crate::graph) knows who refers to whom, and evaluates each after what it needs. The
//! [`kit`](crate::kit) has the blocks `variable`, `locals` and `output`. A language adds kinds of its own, here
//! `service`.
//!
#![cfg_attr(feature = "kit", doc = "```no_run")]
#![cfg_attr(not(feature = "kit"), doc = "```ignore")]
#![doc = include_str!("../../examples/tutorial/09_graph/main.rs")]
//! ```
//!
//! Nothing is in order in this file:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/09_graph/app.hcl")]
//! ```
//!
//! The nodes of the graph are. `zone` is what the program gave on behalf of its user.
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/09_graph/output.txt")]
//! ```
//!
//! # A mistake
//!
//! Names that nothing defines, and blocks that need each other, are found before anything is evaluated. What
//! depends on them is unknown, and nobody complains of that:
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
//! Where `variable`, `locals` and `output` are all there is, [`Module::evaluate`](crate::kit::Module::evaluate)
//! does everything in one call.
//!
//! Next: [Gradual evaluation](super::gradual_evaluation). [All pages](super).
