//! Syntaxes: each lowers a text into the common tree.

mod diags;
pub mod native;

use std::path::Path;

use crate::diag::Diagnostics;
use crate::source::Source;

/// Reads a file as a source. That it cannot be read, is a directory, is too long or is not UTF-8 is
/// reported.
pub fn read_file(path: &Path, diags: &mut Diagnostics) -> Option<Source> {
    let _ = (path, diags);
    unimplemented!()
}
