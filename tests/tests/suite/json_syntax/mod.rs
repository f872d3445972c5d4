//! HCL's JSON syntax.

mod bodies;
mod expressions;
mod formats;
mod keys;
mod reference;
