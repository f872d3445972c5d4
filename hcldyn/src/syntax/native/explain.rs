//! From where hcl-edit stopped to what is wrong there.

use hcl_edit::parser::Error;

use super::cut::Item;
use super::diags;
use super::lower::Lowering;
use crate::source::Span;

/// Reports why an item of a body could not be read.
pub(super) fn item(lowering: &mut Lowering<'_, '_>, item: &Item, error: Option<Error>) {
    let at = item.span.start + error.map_or(0, |error| error.location().offset());
    report(lowering, at);
}

/// Reports why the text from `start` on is not an expression.
pub(super) fn expression(lowering: &mut Lowering<'_, '_>, start: usize, error: Option<Error>) {
    let at = start + error.map_or(0, |error| error.location().offset().saturating_sub(1));
    report(lowering, at);
}

/// Reports why a text is not a template.
pub(super) fn template(lowering: &mut Lowering<'_, '_>, error: &Error) {
    report(lowering, error.location().offset());
}

fn report(lowering: &mut Lowering<'_, '_>, at: usize) {
    let at = Span::empty(at as u32);
    let place = lowering.tree.place(at);
    lowering.report(diags::unexpected(place));
}
