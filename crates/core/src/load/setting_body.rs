//! The body of items that are given values in one layer.

use super::setting_paths::NamedStep;
use crate::body::{Attribute, Block, Body, ItemBody, ItemKind, Label};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeyMap};
use crate::expr::Expression;
use crate::source::{Place, Span};
use crate::spec::Address;

/// Items with their values, and the blocks around them. Blocks of equal type and labels are one block.
#[derive(Default)]
pub(super) struct SettingBody {
    /// The location of the first value.
    place: Option<Place>,
    attributes: KeyMap<Str, Attribute>,
    blocks: KeyMap<(Str, Vec<Str>), (BlockSpans, Self)>,
}

/// The spans of the type and the labels of a block.
struct BlockSpans {
    ty: Span,
    labels: Vec<Span>,
}

impl SettingBody {
    /// Sets the item at an address, also if it was set before. `names` are those of its path in the source of the expression;
    /// without them, the names are located at the expression.
    pub(super) fn set(&mut self, address: &Address, names: &[NamedStep], expr: Expression) {
        self.insert(address, names, expr, false);
    }

    /// Adds an element to the list at an address.
    pub(super) fn add(&mut self, address: &Address, names: &[NamedStep], expr: Expression) {
        self.insert(address, names, expr, true);
    }

    fn insert(
        &mut self,
        address: &Address,
        names: &[NamedStep],
        expr: Expression,
        is_addition: bool,
    ) {
        let place = expr.place();
        let mut spans = names.iter().map(|(_, place)| place.span());
        let mut next = || spans.next().unwrap_or(place.span());
        let mut body = self;
        body.place.get_or_insert_with(|| place.clone());
        for (ty, labels) in &address.blocks {
            let spans =
                BlockSpans { ty: next(), labels: labels.iter().map(|_| next()).collect_vec() };
            let key = (ty.clone(), labels.clone());
            let (_, inner) = body.blocks.get_or_insert(key, (spans, Self::default()));
            inner.place.get_or_insert_with(|| place.clone());
            body = inner;
        }
        // An element is added to a list under the name by which the list is written.
        let written = address.written.last().filter(|_| is_addition);
        let name = written.map_or(address.item.name(), |written| &written.name);
        let attribute = Attribute::new(name.clone(), next(), expr);
        body.attributes.insert(name.clone(), Attribute { is_addition, ..attribute });
    }

    /// Returns the body, or `None` if nothing is set.
    pub(super) fn body(&self) -> Option<Body> {
        let place = self.place.as_ref()?;
        let mut parts = Vec::new();
        let attributes = self.attributes.values().cloned().collect_vec();
        if !attributes.is_empty() {
            parts.push(ItemBody::of_object(attributes, place.clone(), ItemKind::Known));
        }
        for ((ty, labels), (spans, inner)) in self.blocks.iter() {
            let label = |(value, span): (&Str, &Span)| Label { value: value.clone(), span: *span };
            let labels = labels.iter().zip(&spans.labels).map(label).collect_vec();
            let header_span = labels.last().map_or(spans.ty, |last| spans.ty.to(last.span));
            let Some(body) = inner.body() else { continue };
            let (ty, source, type_span) = (ty.clone(), place.source().clone(), spans.ty);
            let block = Block { ty, labels, body, source, type_span, header_span };
            parts.push(ItemBody::of_block(block, place.clone()));
        }
        Body::merge(parts)
    }
}
