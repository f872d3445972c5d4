//! Integration tests of `hcldyn`, kept out of the published crates.

pub mod actions;
pub mod analysis;
pub mod answers;
pub mod bodies;
pub mod comparison;
pub mod differential;
pub mod distinct_specs;
pub mod documents;
pub mod edits;
pub mod formats;
pub mod leaks;
pub mod links;
pub mod migrations;
pub mod mismatch;
pub mod mistakes;
pub mod module_mistakes;
pub mod notation;
pub mod operations;
mod random;
pub mod random_configurations;
pub mod random_specs;
#[cfg(unix)]
pub mod reload;
pub mod renames;
pub mod schema;
pub mod server;
pub mod settings;
pub mod shown_values;
pub mod spec_changes;
pub mod spec_files;
pub mod specs;
pub mod structs;
pub mod syntax;
pub mod text;
pub mod type_checks;
pub mod vectors;

/// Runs the code in the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// Runs the programs in the sections of diagnostics.
#[cfg(doctest)]
#[doc = include_str!("../../docs/diagnostics.md")]
pub struct DiagnosticsDocument;
