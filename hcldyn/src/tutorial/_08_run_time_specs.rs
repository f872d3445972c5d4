//! Page 8: specs at run time.
//!
//! The derive generates a [`Spec`](crate::spec::Spec) from a struct, and decoding runs the spec. A program that
//! only learns its schema at run time creates the spec itself. A spec is data: it can be built in Rust, or read
//! from a file in the [language of specs](crate::spec::language). This program does both: a plugin describes its
//! settings in a file, and the program includes the plugin's spec in its own.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/08_run_time_specs/main.rs")]
//! ```
//!
//! The spec file of the plugin is
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/08_run_time_specs/plugin.hcl")]
//! ```
//!
//! With this spec, the jobs
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/08_run_time_specs/jobs.hcl")]
//! ```
//!
//! are decoded to a [`Value`](crate::cty::Value), which can be written as JSON:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/08_run_time_specs/output.txt")]
//! ```
//!
//! # A mistake
//!
//! A spec file is a configuration too, and is checked before it decodes anything:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/08_run_time_specs/mistake/plugin.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/08_run_time_specs/mistake/output.txt")]
//! ```
//!
//! The page in [`playground`](https://github.com/hcldyn/hcldyn/blob/HEAD/playground) of the repository shows the values and
//! documents of a spec file while it is written.
//!
//! A spec can contain the spec of a struct, which [`HclDecode::spec`](crate::HclDecode::spec) returns.
//!
//! Next: [Blocks that refer to each other](super::_09_graph). [All pages](super).
