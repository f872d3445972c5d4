//! Integration tests of `hcldyn`, kept out of the published crates.

pub mod notation;
pub mod specs;
pub mod vectors;
