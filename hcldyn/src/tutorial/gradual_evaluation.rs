//! Page 10: gradual evaluation.
//!
//! A program may know some values only later, in another process: one plans, shows what it would do, and another
//! one does it. An `Artifact`, which the feature `artifact` brings, carries the texts and what came of them from
//! the one to the other. Evaluated again, knowing more, the texts must give what they gave, except where that was
//! unknown; `check` sees to it.
//!
#![cfg_attr(feature = "artifact", doc = "```no_run")]
#![cfg_attr(not(feature = "artifact"), doc = "```ignore")]
#![doc = include_str!("../../examples/tutorial/10_gradual_evaluation/main.rs")]
//! ```
//!
//! When planning, `id` is unknown in
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/10_gradual_evaluation/site.hcl")]
//! ```
//!
//! and when applying it is there:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/10_gradual_evaluation/output.txt")]
//! ```
//!
//! # A mistake
//!
//! The second process gives `user` another value. Had the file used it, what was planned would not be what is
//! done:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/10_gradual_evaluation/mistake/site.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/10_gradual_evaluation/mistake/output.txt")]
//! ```
//!
//! More of this is in the [module](../../artifact/index.html), and a whole program that plans and applies in
//! [`examples/planner`](https://github.com/hcldyn/hcldyn/tree/main/examples/planner).
//!
//! [All pages](super).
