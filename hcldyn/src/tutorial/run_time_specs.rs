//! Page 8: specs at run time.
//!
//! A derive makes a [`Spec`](crate::spec::Spec) of a struct, and decoding runs the spec. A program that does not
//! know at compile time what to decode makes one itself. It is data: it can be built in Rust, and it can be read
//! from a file in the [language of specs](crate::spec::language). This program does both. A plugin says in a file
//! what settings it takes, and the program puts that into a spec of its own.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/08_run_time_specs/main.rs")]
//! ```
//!
//! The plugin says
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/08_run_time_specs/plugin.hcl")]
//! ```
//!
//! With that the jobs
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
//! A struct can stand inside: [`HclDecode::spec`](crate::HclDecode::spec) is the spec of a type.
//!
//! Next: [Blocks that refer to each other](super::graph). [All pages](super).
