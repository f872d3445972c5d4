//! The two stages of reading a text, apart, so that benches can tell what each takes. Reading itself
//! drops the parser's tree of each item before it parses the next.

use hcl_edit::parser;
use hcl_edit::structure::Body as ParsedBody;

use super::cut::{self, Item};
use super::items::GROUP;
use super::lower::{Items, Lowering};
use super::stand_ins::{self, Offsets};
use crate::body::{Body, TreeBody};
use crate::diag::Diagnostics;
use crate::source::{Source, Span};

/// The items of a text, cut and parsed but not lowered. Those that the parser refuses are left out.
#[derive(Debug)]
pub struct Parsed<'a> {
    source: &'a Source,
    /// Each with where it stands in the text.
    items: Vec<(ParsedBody, Offsets)>,
}

impl<'a> Parsed<'a> {
    /// Cuts a text into its items and parses each.
    pub fn parse(source: &'a Source) -> Self {
        let text = source.text();
        let mut items = Vec::new();
        for group in cut::groups(text, 0..text.len(), GROUP) {
            items.extend(group.own().iter().filter_map(|Item { span, .. }| {
                let (text, found) = (&text[span.clone()], group.found.within(span));
                let parsed = stand_ins::parse_found(text, found, parser::parse_body);
                let (parsed, offsets) = parsed.ok()?;
                Some((parsed, offsets.shifted(span.start as isize)))
            }));
        }
        Self { source, items }
    }

    /// Lowers the items into one tree.
    pub fn lower(self) -> Body {
        let mut diags = Diagnostics::new();
        let mut lowering = Lowering::new(self.source, &mut diags);
        let mut items = Items::default();
        for (parsed, offsets) in self.items {
            lowering.set_offsets(offsets);
            for structure in parsed {
                lowering.structure(structure, &mut items);
            }
        }
        let span = Span::new(0, self.source.text().len() as u32);
        let body = lowering.add_body(items, span);
        TreeBody::body(&std::sync::Arc::new(lowering.tree), body)
    }
}
