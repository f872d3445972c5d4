//! Page 13: a whole program.
//!
//! A [`Decoder`](crate::Decoder) loads a whole configuration, from files to a struct that is replaced when the files
//! change. Each step is one method, and optional. Whatever the order of the methods, the steps follow each other in this
//! order:
//!
//! 1. Sources, files and directories are read, then the files that they include with
//!    [`includes`](crate::Decoder::includes).
//! 2. Layers are put below and above them: [`defaults`](crate::Decoder::defaults),
//!    [`drop_ins`](crate::Decoder::drop_ins), the [`environment`](crate::Decoder::environment),
//!    [`overrides`](crate::Decoder::overrides) of the command line and [values](crate::Decoder::value) of the program. A
//!    later layer overrides attributes one by one, and its blocks are merged with those of equal type and labels.
//! 3. [`functions`](crate::Decoder::functions) of the configuration are defined.
//! 4. Variables get their values from `inputs`.
//! 5. Blocks that other expressions refer to (`references`) are evaluated together with `locals` and `output` blocks, in the
//!    order of their references, with the blocks that `dynamic` blocks generate.
//! 6. The struct is decoded and validated. Expressions with a `scope` are checked: their names, and the type of the result.
//!
//! [`Watched`](crate::load::Watched) repeats all of this when the files change, and keeps the previous struct if the new state is
//! not valid.
//!
//! The program needs the feature `kit`:
//!
#![cfg_attr(feature = "kit", doc = "```no_run")]
#![cfg_attr(not(feature = "kit"), doc = "```ignore")]
#![doc = include_str!("../../examples/tutorial/13_whole_program/main.rs")]
//! ```
//!
//! The main file has the variables, a function, and the upstreams:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/13_whole_program/proxy.hcl")]
//! ```
//!
//! It includes the routes, whose conditions see the request:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/13_whole_program/routes.hcl")]
//! ```
//!
//! `upstream.fallback.port` follows from the override of `upstream.web.port`, since expressions see the values of all layers:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/13_whole_program/output.txt")]
//! ```
//!
//! # A mistake
//!
//! Each mistake is one error, at its cause: nothing that uses the host or the port of the first upstream is reported, nor
//! the calls of the function.
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/13_whole_program/mistake/proxy.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/13_whole_program/mistake/output.txt")]
//! ```
//!
//! A larger program is [`examples/gateway`](https://github.com/hcldyn/hcldyn/tree/main/examples/gateway), with its
//! configuration in native and in JSON syntax, and the reports of more than forty mistakes.
//!
//! Next: [Testing](super::_14_testing). [All pages](super).
