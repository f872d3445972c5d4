//! Page 6: unknown values.
//!
//! A value can be unknown: it does not exist yet, but will exist later. The id of a server that has not been
//! started is an example. Evaluation continues with unknown values, and values that depend on them are unknown
//! too. A field that may be unknown has the type [`MaybeUnknown`](crate::cty::MaybeUnknown) or [`Value`](crate::cty::Value).
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/06_unknown_values/main.rs")]
//! ```
//!
//! Unknown is different from null: null is a known value, such as the value of `backup`.
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/06_unknown_values/server.hcl")]
//! ```
//!
//! An unknown value has a [range](crate::cty::Value::range) with everything that is known about it. The address may
//! begin with any characters, but the prefix of the URL is known.
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/06_unknown_values/output.txt")]
//! ```
//!
//! # A mistake
//!
//! A field of any other type needs a known value:
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
//! [Gradual evaluation](super::_10_gradual_evaluation) evaluates a file twice, the second time with the missing values.
//!
//! Next: [Own types and validation](super::_07_own_types). [All pages](super).
