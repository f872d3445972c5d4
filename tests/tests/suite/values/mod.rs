//! Values and types: operations, conversion, marks, and the forms for other processes.

mod conversions;
mod json;
mod laws;
mod marks;
mod msgpack;
mod refinements;
mod sets;
