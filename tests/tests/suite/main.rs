//! Tests of `hcldyn` across its parts, in one program, since linking takes longer than compiling.
//!
//! `cargo test -p hcldyn-tests --test suite dynamic_blocks::` runs one part.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod artifact;
mod bodies;
mod decoder;
mod derive;
mod design_patterns;
mod diagnostics;
mod dynamic_blocks;
mod expressions;
mod functions;
mod json_syntax;
mod limits;
mod project;
mod secrets;
mod specs;
mod support;
mod syntax;
mod values;
