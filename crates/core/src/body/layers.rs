//! The layers of a configuration: attributes of a later layer override those of the earlier ones, and its blocks are
//! merged with theirs.

use super::{Attribute, Block, Body, BodySchema, Layering, diags};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeyMap, PushAll, sort_by_key};
use crate::diag::Diagnostics;
use crate::source::{Place, Source, Span};

/// The identity of a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerId {
    /// The position, from the lowest layer.
    pub(crate) position: u32,
    /// `true` for the files of the configuration. Missing items are to be written there, not in the layers around them.
    pub(crate) is_files: bool,
}

/// The items of several bodies, with their layers in ascending order.
#[derive(Default)]
pub(super) struct Combined {
    attributes: Vec<(LayerId, Attribute)>,
    blocks: Vec<(LayerId, Block)>,
}

impl Combined {
    pub(super) fn add(
        &mut self,
        layer: LayerId,
        attributes: impl IntoIterator<Item = Attribute>,
        blocks: impl IntoIterator<Item = Block>,
    ) {
        self.attributes.push_all(attributes.into_iter().map(|attribute| (layer, attribute)));
        self.blocks.push_all(blocks.into_iter().map(|block| (layer, block)));
    }

    /// Returns all items.
    pub(super) fn all(self) -> (Vec<Attribute>, Vec<Block>) {
        let attributes = self.attributes.into_iter().map(|(_, attribute)| attribute).collect_vec();
        (attributes, self.blocks.into_iter().map(|(_, block)| block).collect_vec())
    }

    /// Returns each attribute once, from the last layer that sets it, and the combined blocks. Reports attributes that one
    /// layer sets twice.
    pub(super) fn finish(
        self,
        schema: &BodySchema,
        diags: &mut Diagnostics,
    ) -> (Vec<Attribute>, Vec<Block>) {
        (effective(self.attributes, diags), combine(self.blocks, schema))
    }
}

/// Returns the attributes without duplicates, which are reported.
pub(super) fn each_once(all: Vec<Attribute>, diags: &mut Diagnostics) -> Vec<Attribute> {
    let all = all.into_iter().map(|attribute| (LayerId::default(), attribute)).collect_vec();
    effective(all, diags)
}

fn effective(all: Vec<(LayerId, Attribute)>, diags: &mut Diagnostics) -> Vec<Attribute> {
    let mut positions = KeyMap::default();
    let mut found: Vec<(LayerId, Attribute)> = Vec::with_capacity(all.len());
    for (layer, mut attribute) in all {
        let position = *positions.get_or_insert(attribute.name.clone(), found.len());
        match found.get_mut(position) {
            None => found.push((layer, attribute)),
            Some((below, first)) if *below == layer => {
                diags.push(diags::set_before(first, &attribute));
            }
            Some((below, list)) if attribute.is_addition => {
                list.additions.push(attribute.expr);
                list.additions.append(&mut attribute.additions);
                *below = layer;
            }
            Some(below) => {
                let mut overridden = std::mem::take(&mut below.1.overridden);
                overridden.push(below.1.expr.place());
                overridden.append(&mut attribute.overridden);
                attribute.overridden = overridden;
                *below = (layer, attribute);
            }
        }
    }
    found.into_iter().map(|(_, attribute)| attribute).collect_vec()
}

/// The blocks that become one block, in the order of their layers.
struct Group {
    parts: Vec<(LayerId, Block)>,
}

/// The groups of the blocks with equal types and labels.
struct Similar {
    /// The first of the groups.
    first: usize,
    /// The number of groups whose first block is in a layer below `layer`.
    below: usize,
    /// The number of groups whose first block is in `layer`.
    inside: usize,
    /// The last layer so far.
    layer: LayerId,
}

/// Combines blocks in the order of their layers. Blocks of one layer are never merged with each other.
fn combine(all: Vec<(LayerId, Block)>, schema: &BodySchema) -> Vec<Block> {
    if all.iter().all(|(layer, _)| *layer == all[0].0) {
        return all.into_iter().map(|(_, block)| block).collect_vec();
    }
    let mut groups: Vec<Option<Group>> = Vec::with_capacity(all.len());
    let mut merged: KeyMap<(Str, Vec<Str>), Similar> = KeyMap::default();
    let mut replaced: KeyMap<Str, (LayerId, Vec<usize>)> = KeyMap::default();
    for (layer, block) in all {
        let layering = schema.layering_of(&block.ty, !block.labels.is_empty());
        let next = groups.len();
        match layering {
            Layering::Append => {}
            Layering::Replace => {
                let (last, positions) =
                    replaced.get_or_insert(block.ty.clone(), (layer, Vec::new()));
                if *last != layer {
                    for position in positions.drain(..) {
                        groups[position] = None;
                    }
                    *last = layer;
                }
                positions.push(next);
            }
            Layering::Merge => {
                let labels = block.labels.iter().map(|label| label.value.clone()).collect_vec();
                let fresh = Similar { first: next, below: 0, inside: 0, layer };
                let similar = merged.get_or_insert((block.ty.clone(), labels), fresh);
                if similar.layer != layer {
                    similar.below += similar.inside;
                    (similar.inside, similar.layer) = (0, layer);
                }
                let target = groups.get_mut(similar.first).and_then(Option::as_mut);
                if let (1, Some(group)) = (similar.below, target)
                    && group.parts.last().is_some_and(|(last, _)| *last != layer)
                {
                    group.parts.push((layer, block));
                    continue;
                }
                similar.inside += 1;
            }
        }
        groups.push(Some(Group { parts: vec![(layer, block)] }));
    }
    groups.into_iter().flatten().map(Group::into_block).collect_vec()
}

impl Group {
    /// Returns one block with the header of the lowest layer.
    fn into_block(mut self) -> Block {
        if self.parts.len() == 1 {
            return self.parts.swap_remove(0).1;
        }
        let bodies = self.parts.iter().map(|(layer, block)| (*layer, block.body.clone()));
        let body = Body::layered(bodies);
        let iteration = self.parts.iter().find_map(|(_, block)| block.body.iteration()).cloned();
        let first = self.parts.swap_remove(0).1;
        let body = body.unwrap_or_else(|| first.body.clone());
        let body = match &iteration {
            Some(iteration) => body.in_iteration(iteration),
            None => body,
        };
        Block { body, ..first }
    }
}

impl Body {
    /// Returns `true` if the body has several layers.
    pub(crate) fn is_layered(&self) -> bool {
        !self.source().layers().is_empty()
    }

    /// Returns the layer of each source of the body.
    pub(crate) fn source_layers(&self) -> KeyMap<Source, LayerId> {
        let (layers, parts) = (self.source().layers(), self.source().inner());
        let mut layer_of = KeyMap::default();
        for (layer, part) in layers.iter().zip(parts) {
            for source in part.sources() {
                layer_of.insert(source, *layer);
            }
        }
        layer_of
    }

    /// Returns the layer of an item of the body, by a location in it. One source may have several layers: an inherited body
    /// is a layer of its own.
    pub(crate) fn layer_at(&self, place: &Place) -> LayerId {
        let mut found = None;
        for (layer, part) in self.source().layers().iter().zip(self.source().inner()) {
            for (source, span) in part.extents() {
                if source == *place.source() {
                    if span.start <= place.span().start && place.span().end <= span.end {
                        return *layer;
                    }
                    found.get_or_insert(*layer);
                }
            }
        }
        found.unwrap_or_default()
    }

    /// Returns the source and the span of each body that the body wraps, or its own.
    fn extents(&self) -> Vec<(Source, Span)> {
        match self.source().inner() {
            [] => vec![(self.missing_item_place().source().clone(), self.span())],
            inner => inner.iter().flat_map(Self::extents).collect_vec(),
        }
    }

    /// Combines blocks of the body that were found apart from each other, such as written and generated ones, if the body
    /// has several layers.
    pub(crate) fn combine_blocks(&self, blocks: Vec<Block>, schema: &BodySchema) -> Vec<Block> {
        if !self.is_layered() {
            return blocks;
        }
        let layer = |block: &Block| self.layer_at(&block.header_place());
        let mut blocks = blocks.into_iter().map(|block| (layer(&block), block)).collect_vec();
        sort_by_key(&mut blocks, |(layer, _)| *layer);
        combine(blocks, schema)
    }
}
