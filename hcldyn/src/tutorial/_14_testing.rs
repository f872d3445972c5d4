//! Page 14: testing a configuration.
//!
//! Tests decode sources with the context that the program uses. A comparison with an expected struct checks defaults and
//! expressions. The text of the [`Diagnostics`](crate::Diagnostics), one line for each, shows that a mistake is found,
//! and where. A [`Report`](crate::diag::Report) in plain style suits snapshots. The last function checks
//! a file that comes with the program; a test calls it for each of them:
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/14_testing/main.rs")]
//! ```
//!
//! For
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/14_testing/pool.hcl")]
//! ```
//!
//! the program prints
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/14_testing/output.txt")]
//! ```
//!
//! # A mistake
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/14_testing/mistake/pool.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/14_testing/mistake/output.txt")]
//! ```
//!
//! A sample that comes with the program is such a file. [`Outline::changes`](crate::spec::outline::Outline::changes) finds
//! the changes of a struct that make files of earlier versions invalid.
//!
//! Next: [Secrets](super::_15_secrets). [All pages](super).
