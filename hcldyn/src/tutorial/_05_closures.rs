//! Page 5: expressions that are evaluated later.
//!
//! Some expressions depend on data that is not available while the file is decoded, such as the request that a
//! server receives. [`Deferred<bool>`](crate::Deferred) captures an expression, which the program evaluates to a
//! `bool` any number of times. If the type is not known in advance, use an
//! [`ExpressionClosure`](crate::ExpressionClosure), which returns any [`Value`](crate::cty::Value).
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/05_closures/main.rs")]
//! ```
//!
//! Both keep the scope that they are written in: `limit` is in the context, and `route` is the iterator of the
//! `dynamic` block. Only `request` is passed to the evaluation.
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/05_closures/routes.hcl")]
//! ```
//!
//! For each of the two requests, the program prints the routes that accept it:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/05_closures/output.txt")]
//! ```
//!
//! # A mistake
//!
//! A later evaluation also reports errors with their source location:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/05_closures/mistake/routes.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/05_closures/mistake/output.txt")]
//! ```
//!
//! Certain errors are reported early: `when = "often"` is an error during decoding. If a program only analyses an
//! expression and never evaluates it, use an [`Expression`](crate::Expression) with `#[hcl(expr)]`.
//!
//! Next: [Unknown values](super::_06_unknown_values). [All pages](super).
