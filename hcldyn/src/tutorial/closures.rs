//! Page 5: expressions that are evaluated later.
//!
//! Some expressions are about what is not there yet when the file is read, such as the request that a server
//! gets. [`Deferred<bool>`](crate::Deferred) takes an expression without evaluating it, to be evaluated to a
//! `bool` as often as wanted. Where the type is not known before, an
//! [`ExpressionClosure`](crate::ExpressionClosure) gives any [`Value`](crate::Value).
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/05_closures/main.rs")]
//! ```
//!
//! Both keep the scope that they stand in: `limit` is from the context, `route` is the iterator of the `dynamic`
//! block. Only `request` comes with the evaluation.
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/05_closures/routes.hcl")]
//! ```
//!
//! For each of the two requests the program prints the routes that take it:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/05_closures/output.txt")]
//! ```
//!
//! # A mistake
//!
//! Evaluating later reports as decoding does, with the place in the file:
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
//! What can be told at once is told at once: `when = "often"` is an error while decoding. What is never to be
//! evaluated, only looked at, is an [`Expression`](crate::Expression) with `#[hcl(expr)]`.
//!
//! Next: [Unknown values](super::unknown_values). [All pages](super).
