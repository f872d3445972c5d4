//! Bodies, item by item.

use hcl_edit::parser;

use super::cut::{self, Item};
use super::explain;
use super::lower::{Items, Lowering};
use super::skip_byte_order_mark;
use crate::source::Span;
use crate::tree::BodyId;

/// The body that the whole text is.
pub(super) fn whole_body(lowering: &mut Lowering<'_, '_>) -> BodyId {
    let text = lowering.text();
    let items = cut::cut_range(text, skip_byte_order_mark(text)..text.len());
    body(lowering, items, Span::new(0, text.len() as u32))
}

fn body(lowering: &mut Lowering<'_, '_>, cut: Vec<Item>, span: Span) -> BodyId {
    let mut items = Items::default();
    for item in cut {
        read(lowering, &item, &mut items);
    }
    lowering.add_body(items, span)
}

fn read(lowering: &mut Lowering<'_, '_>, item: &Item, items: &mut Items) {
    match parser::parse_body(&lowering.text()[item.span.clone()]) {
        Ok(parsed) if item.flaw.is_none() => {
            lowering.set_shift(item.span.start as isize);
            for structure in parsed {
                lowering.structure(structure, items);
            }
        }
        result => explain::item(lowering, item, result.err()),
    }
}
