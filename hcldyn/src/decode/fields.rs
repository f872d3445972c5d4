//! What the derive's code takes its fields from.

use crate::spec::Decoded;

/// The fields of a struct, taken from a decoded object one after the other, in the order of the
/// spec.
#[derive(Debug)]
pub struct Fields {
    decoded: Decoded,
}

impl Fields {
    /// The fields of a decoded object.
    pub fn new(decoded: Decoded) -> Self {
        Self { decoded }
    }
}
