//! Page 16: a language of your own.
//!
//! The languages of infrastructure and build tools have more than blocks that refer to each other: blocks that are
//! [repeated](crate::ext::repetition), data that the program [looks up](crate::Decoder::resolver), and
//! [modules](crate::Decoder::modules), which are folders with variables and outputs of their own. The decoder has all of
//! them, so such a language is a few structs and functions.
//!
//! The program needs the features `functions`, `kit` and `load`:
//!
#![cfg_attr(all(feature = "kit", feature = "load", feature = "functions"), doc = "```no_run")]
#![cfg_attr(not(all(feature = "kit", feature = "load", feature = "functions")), doc = "```ignore")]
#![doc = include_str!("../../examples/tutorial/16_language/main.rs")]
//! ```
//!
//! This file creates a server for each element of a map, a spare for each of them, and uses a module for each server:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/16_language/infra.hcl")]
//! ```
//!
//! The module is the file `zone/zone.hcl`. It looks up an address:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/16_language/zone/zone.hcl")]
//! ```
//!
//! Everything is evaluated in the order of the references, once for each instance:
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/16_language/output.txt")]
//! ```
//!
//! # A mistake
//!
//! A block is repeated by a map or a set, whose keys become parts of names, not by a list:
//!
//! ```hcl
#![doc = include_str!("../../examples/tutorial/16_language/mistake/infra.hcl")]
//! ```
//!
//! is reported as
//!
//! ```text
#![doc = include_str!("../../examples/tutorial/16_language/mistake/output.txt")]
//! ```
//!
//! [All pages](super).
