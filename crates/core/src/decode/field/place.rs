//! `range`: the source location of the struct.

use super::Fields;
use crate::source::Place;

/// The type of a field with the source location of its struct.
#[diagnostic::on_unimplemented(
    message = "`range` requires a field of type `Place`, not `{Self}`",
    label = "write `hcldyn::syntax::Place`"
)]
pub trait PlaceField: Sized {
    /// Returns the location of the header of the block. For a whole file, returns the location where a missing item
    /// would be written.
    fn header(fields: &Fields<'_>) -> Option<Self>;

    /// Returns the location of the block's type. For a whole file, this is the location of the header.
    fn name(fields: &Fields<'_>) -> Option<Self>;

    /// Returns the location of the block from its header to its closing brace, or of the whole file.
    fn block(fields: &Fields<'_>) -> Option<Self>;
}

impl PlaceField for Place {
    fn header(fields: &Fields<'_>) -> Option<Self> {
        Some(fields.origin().place)
    }

    fn name(fields: &Fields<'_>) -> Option<Self> {
        Some(fields.origin().name_or_place())
    }

    fn block(fields: &Fields<'_>) -> Option<Self> {
        Some(fields.origin().whole_place())
    }
}
