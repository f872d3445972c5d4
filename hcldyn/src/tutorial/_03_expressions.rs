//! Page 3: expressions and functions.
//!
//! Values are expressions, evaluated while the file is decoded. They can use everything that the program puts into the
//! [`EvalContext`](crate::EvalContext): variables, all or some of the [library of functions](crate::functions), and
//! its own functions. A plain Rust closure can be a function; its parameter types are the types of the arguments.
//!
//! ```no_run
#![doc = include_str!("../../examples/tutorial/03_expressions/main.rs")]
//! ```
//!
//! The file contains templates, conditionals, loops and calls:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/03_expressions/app.hcl")]
//! ```
//!
//! The struct contains their values:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/03_expressions/output.txt")]
//! ```
//!
//! # A mistake
//!
//! An error in an expression is reported at the part that causes it:
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
//! A file can only use the variables and functions in the context. Functions with effects, such as those that read
//! files, are in [`functions::effects`](crate::functions::effects); a program adds them one by one. Functions that
//! take unevaluated expressions, such as `try`, are in [`ext`](crate::ext).
//!
//! Next: [Dynamic blocks](super::_04_dynamic_blocks). [All pages](super).
