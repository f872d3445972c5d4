//! Errors in updates of documents.

use super::EncodeError;
use crate::diag::{Diagnostic, Diagnostics, codes, ended};
use crate::source::Place;

/// Reports the parts of a struct without a source form.
pub(super) fn not_encodable(document: &str, error: &EncodeError) -> Diagnostics {
    let mut diags = Diagnostics::new();
    for part in error.errors() {
        diags.push(codes::VALUE_NOT_ENCODABLE.input_error(document, ended(&part.to_string())));
    }
    diags
}

/// A sensitive attribute that would be written into the body.
pub(super) fn sensitive(body: Place, name: &str) -> Diagnostic {
    let detail = format!("The new value of {name:?} is not written, because it is sensitive.");
    codes::VALUE_NOT_ENCODABLE
        .error(body, detail)
        .with_help("To write it, use an `Encoder` with `reveal_sensitive`.")
}

/// A body that cannot decode to a struct by a change of single items.
pub(super) fn not_updatable(body: Place) -> Diagnostic {
    let detail = "The changes can't be made item by item: blocks are generated, or change their order \
                  among blocks of other types.";
    codes::DOCUMENT_NOT_UPDATABLE
        .error(body, detail)
        .with_help("Change these blocks in the source, or write the whole configuration anew.")
}
