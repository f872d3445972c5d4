//! Page 8: specs at run time.
//!
//! The derive makes a [`Spec`](crate::spec::Spec) of a struct, and decoding runs the spec. A program that only learns its
//! schema at run time makes the spec itself. A spec is data: it can be built in Rust, or read from a file in the
//! [language of specs](crate::spec::language). This program does both. A plugin describes its settings in a file, and the
//! program includes this spec in its own.
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
//! are decoded, to a [`Value`](crate::Value), which can be written as JSON:
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
//! A spec can contain that of a struct: [`HclDecode::spec`](crate::HclDecode::spec) returns it.
//!
//! Next: [Blocks that refer to each other](super::graph). [All pages](super).
