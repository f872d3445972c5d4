//! Types and values of the HCL expression language.

pub mod number;
