//! Runtime of hcldyn.
