//! Page 10: gradual evaluation.
//!
//! Some values may only be known later, in another process: the first one plans and shows the plan, the second one
//! applies it. An `Artifact` (feature `artifact`) transfers the sources and their values from the first process to the
//! second. A second evaluation with more knowledge must return the same values, except for unknown ones; `check`
//! verifies this.
//!
#![cfg_attr(feature = "artifact", doc = "```no_run")]
#![cfg_attr(not(feature = "artifact"), doc = "```ignore")]
#![doc = include_str!("../../examples/tutorial/10_gradual_evaluation/main.rs")]
//! ```
//!
//! During planning, `id` is unknown in
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/10_gradual_evaluation/site.hcl")]
//! ```
//!
//! and is known when the plan is applied:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/10_gradual_evaluation/output.txt")]
//! ```
//!
//! # A mistake
//!
//! The second process sets `user` to another value, so the result would differ from the plan:
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
//! The [module](../../artifact/index.html) describes more details. A complete program that plans and applies is
//! [`examples/planner`](https://github.com/hcldyn/hcldyn/tree/main/examples/planner).
//!
//! [All pages](super).
