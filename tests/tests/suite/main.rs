//! Tests of `hcldyn` across its parts, in one program, since linking takes longer than compiling.
//!
//! `cargo test -p hcldyn-tests --test suite dynamic_blocks::` runs one part.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod artifact;
mod bodies;
mod cli;
mod convert;
mod decoder;
mod derive;
mod design_patterns;
mod diagnostics;
mod documents;
mod dynamic_blocks;
mod edit;
mod encoding;
mod expressions;
mod fixes;
mod functions;
mod inheritance;
mod json_syntax;
mod language_server;
mod limits;
mod lint;
mod migrations;
mod modules;
mod plain_data;
mod platforms;
mod project;
mod repetition;
mod resolvers;
mod secrets;
mod specs;
mod spellings;
mod support;
mod syntax;
mod type_checks;
mod values;
