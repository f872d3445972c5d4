//! Page 3: expressions and functions.
//!
//! Values are expressions, and are evaluated while the file is decoded. What they may use is what the program
//! puts into the [`EvalContext`](crate::EvalContext): variables, the [library of functions](crate::functions) or
//! some of it, and functions of its own. A plain Rust closure is one; its parameters say what it takes.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/03_expressions/main.rs")]
//! ```
//!
//! There are templates, conditionals, loops and calls in
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/03_expressions/app.hcl")]
//! ```
//!
//! and the struct has what comes of them:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/03_expressions/output.txt")]
//! ```
//!
//! # A mistake
//!
//! What is wrong in an expression is reported at the part that is wrong:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/03_expressions/mistake/app.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/03_expressions/mistake/output.txt")]
//! ```
//!
//! A file can use nothing that is not in the context. Functions that look at the world, such as those that read
//! files, are in [`functions::effects`](crate::functions::effects), for programs to add one by one; those that
//! take expressions unevaluated, such as `try`, are in [`ext`](crate::ext).
//!
//! Next: [Dynamic blocks](super::dynamic_blocks). [All pages](super).
