//! Page 6: unknown values.
//!
//! A value may be unknown: there will be one, but not yet. The id of a server that is yet to be started is such a
//! value. Evaluation goes on with it, and what is made of something unknown is unknown too. A field that may be
//! unknown says so with [`MaybeUnknown`](crate::MaybeUnknown), or is a [`Value`](crate::Value).
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/06_unknown_values/main.rs")]
//! ```
//!
//! Unknown is not null, which is a value like others: `backup` is known to be none.
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/06_unknown_values/server.hcl")]
//! ```
//!
//! What is known of an unknown value is kept, as its [range](crate::Value::range): the address could begin with
//! anything, the URL could not.
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/06_unknown_values/output.txt")]
//! ```
//!
//! # A mistake
//!
//! Any other field needs its value now:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/06_unknown_values/mistake/server.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/06_unknown_values/mistake/output.txt")]
//! ```
//!
//! [The last page](super::gradual_evaluation) evaluates a file twice, the second time with what was unknown.
//!
//! Next: [Own types and validation](super::own_types). [All pages](super).
