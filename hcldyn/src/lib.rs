//! Runtime of hcldyn.

mod syntax;
