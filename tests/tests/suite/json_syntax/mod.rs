//! HCL's JSON syntax: against the reference, and by hand.

mod bodies;
mod expressions;
mod reference;
