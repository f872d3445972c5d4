//! Values and types: operations, conversion, marks, and wire forms.

mod conversions;
mod json;
mod laws;
mod marks;
mod msgpack;
mod refinements;
mod sets;
