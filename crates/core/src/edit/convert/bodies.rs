//! Bodies in native syntax as JSON syntax.

use std::collections::HashSet;

use super::json::Json;
use super::to_json::node;
use crate::body::{Attribute, Block, Body, Content};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, sort_by_key};
use crate::source::Place;
use crate::syntax::json::MAX_JSON_SYNTAX_DEPTH;

/// Returns the items of a body in native syntax as an object, or as an array of objects if an object would change the
/// order of its blocks.
///
/// # Errors
///
/// Fails with the header of a block that is too deep for JSON syntax.
pub fn body(native: &Body) -> Result<Json, Place> {
    Objects::of(native).json(&native.missing_item_place(), MAX_JSON_SYNTAX_DEPTH)
}

/// The items of a body, as one object or as several that keep the order of blocks together.
struct Objects(Vec<Vec<Property>>);

/// A property of a body.
enum Property {
    Attribute(Attribute),
    /// Blocks of one type.
    Blocks(Str, Vec<Block>),
}

/// Blocks of one type that follow each other and have equal labels so far, or a single block without further labels.
struct BlockRun {
    label: Option<Str>,
    blocks: Vec<Block>,
}

impl Objects {
    /// Returns the items of a body in source order. A name that occurs again begins another object, unless it is the type
    /// of the last blocks.
    fn of(native: &Body) -> Self {
        let Content { attributes, blocks, .. } = native.everything();
        let blocks = blocks.into_iter();
        let blocks =
            blocks.map(|it| (it.type_span.start, Property::Blocks(it.ty.clone(), vec![it])));
        let attributes = attributes.into_iter();
        let attributes = attributes.map(|it| (it.name_span.start, Property::Attribute(it)));
        let mut items = attributes.chain(blocks).collect_vec();
        sort_by_key(&mut items, |(start, _)| *start);

        let (mut objects, mut object) = (Vec::new(), Vec::new());
        let (mut names, mut last_blocks) = (HashSet::new(), None);
        for (_, item) in items {
            let last = last_blocks.and_then(|at: usize| object.get_mut(at));
            let Some(item) = item.joined_to(last) else { continue };
            if !names.insert(item.name().clone()) {
                objects.push(std::mem::take(&mut object));
                names = HashSet::from([item.name().clone()]);
                last_blocks = None;
            }
            if matches!(item, Property::Blocks(..)) {
                last_blocks = Some(object.len());
            }
            object.push(item);
        }
        objects.push(object);
        Self(objects)
    }

    fn is_single(&self) -> bool {
        self.0.len() == 1
    }

    /// Returns the items as JSON with a maximum number of levels. Fails with `header` if more are needed.
    fn json(self, header: &Place, levels: usize) -> Result<Json, Place> {
        let own_levels = if self.is_single() { 1 } else { 2 };
        let inside = levels.checked_sub(own_levels).ok_or_else(|| header.clone())?;
        let object = |items: Vec<Property>| {
            let properties = items.into_iter().map(|item| item.property(inside));
            properties.collect::<Result<_, _>>().map(Json::Object)
        };
        let mut objects = self.0.into_iter().map(object).collect::<Result<Vec<_>, _>>()?;
        Ok(if own_levels == 1 { objects.swap_remove(0) } else { Json::Array(objects) })
    }
}

impl Property {
    fn name(&self) -> &Str {
        match self {
            Self::Attribute(attribute) => &attribute.name,
            Self::Blocks(ty, _) => ty,
        }
    }

    /// Adds blocks to the last ones if they have the same type. Returns any other item.
    fn joined_to(self, last: Option<&mut Self>) -> Option<Self> {
        match (self, last) {
            (Self::Blocks(ty, blocks), Some(Self::Blocks(last, all))) if ty == *last => {
                all.extend(blocks);
                None
            }
            (item, _) => Some(item),
        }
    }

    fn property(self, levels: usize) -> Result<(String, Json), Place> {
        Ok(match self {
            Self::Attribute(Attribute { name, expr, .. }) => {
                (name.to_string(), node(expr.tree(), expr.node(), levels))
            }
            Self::Blocks(ty, blocks) => (ty.to_string(), by_label(blocks, 0, levels)?),
        })
    }
}

impl BlockRun {
    /// Returns the location of the first header.
    fn header(&self) -> Place {
        self.blocks[0].header_place()
    }

    /// Returns the part as a property, whose name is the label at a position.
    fn property(self, depth: usize, levels: usize) -> Result<(String, Json), Place> {
        let label = self.label.unwrap_or_default().to_string();
        Ok((label, by_label(self.blocks, depth + 1, levels)?))
    }

    /// Returns the part as an element of an array.
    fn element(self, depth: usize, levels: usize) -> Result<Json, Place> {
        let header = self.header();
        if self.label.is_none() {
            return Objects::of(&self.blocks[0].body).json(&header, levels);
        }
        let inside = levels.checked_sub(1).ok_or(header)?;
        Ok(Json::Object(vec![self.property(depth, inside)?]))
    }
}

/// Returns blocks of one type, whose labels before a position are equal, as an object by the label at it. If an object
/// would change their order, or if they have no such label, the result is an array.
fn by_label(blocks: Vec<Block>, depth: usize, levels: usize) -> Result<Json, Place> {
    let header = blocks[0].header_place();
    let parts = parts(blocks, depth);
    if let [BlockRun { label: None, blocks }] = &*parts {
        let objects = Objects::of(&blocks[0].body);
        if objects.is_single() {
            return objects.json(&header, levels);
        }
    }
    let inside = levels.checked_sub(1).ok_or(header)?;
    let mut known = HashSet::new();
    let is_object = parts.iter().all(|part| part.label.as_ref().is_some_and(|it| known.insert(it)));
    let parts = parts.into_iter();
    if is_object {
        let properties = parts.map(|part| part.property(depth, inside));
        return properties.collect::<Result<_, _>>().map(Json::Object);
    }
    parts.map(|part| part.element(depth, inside)).collect::<Result<_, _>>().map(Json::Array)
}

fn parts(blocks: Vec<Block>, depth: usize) -> Vec<BlockRun> {
    let mut parts: Vec<BlockRun> = Vec::new();
    for block in blocks {
        let label = block.labels.get(depth).map(|label| label.value.clone());
        match parts.last_mut() {
            Some(last) if label.is_some() && last.label == label => last.blocks.push(block),
            _ => parts.push(BlockRun { label, blocks: vec![block] }),
        }
    }
    parts
}
