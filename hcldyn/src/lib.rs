//! Runtime of hcldyn.

pub mod cty;
