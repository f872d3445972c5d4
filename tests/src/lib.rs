//! Integration tests of `hcldyn`, kept out of the published crates.

pub mod operations;
pub mod specs;
pub mod vectors;
