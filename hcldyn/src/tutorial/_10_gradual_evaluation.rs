//! Page 10: gradual evaluation.
//!
//! Some values are only known later, in another process: the first process creates and shows a plan, and the
//! second one applies it. An `Artifact` (feature `artifact`) transfers the sources and their values to the second
//! process. Its evaluation knows more, but must return the same values, except for unknown ones; `check` verifies
//! this.
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
//! A [`Decoder`](crate::Decoder) does the same for a whole configuration, with its layers, included files and variables:
//! `Configuration::artifact` in the first process, `Decoder::artifact` in the second one.
//!
//! The documentation of the [module](../../load/artifact/index.html) contains more details. A complete program that
//! plans and applies is [`examples/planner`](https://github.com/hcldyn/hcldyn/tree/main/examples/planner).
//!
//! Next: [Editing and formatting](super::_11_editing). [All pages](super).
