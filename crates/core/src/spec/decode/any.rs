//! A body as data, with blocks inside an object for each label.

use super::{BodyContent, Decoded, Decoder};
use crate::body::{Attribute, Block, Body, Content};
use crate::cty::internal::{CollectVec, KeyMap};
use crate::cty::{Marks, Shape, Str, Type, Value};
use crate::expr::in_block;
use crate::source::Place;
use crate::spec::{AttrSpec, Origin, Presence, diags};

/// The items of a body, or the blocks with the same first labels, by name and in source order.
#[derive(Default)]
struct Items {
    names: Vec<Str>,
    items: Vec<NameData>,
    positions: KeyMap<Str, usize>,
}

/// The data of a name.
struct NameData {
    kind: ItemKind,
    /// The location of the name of the attribute, or of the header of the first block.
    place: Place,
    /// `true` if a block represents an unknown number of blocks.
    is_unknown: bool,
    /// The marks of the collections that generated the blocks.
    marks: Marks,
}

enum ItemKind {
    Attribute(Decoded),
    /// Blocks with equal labels.
    Blocks(Vec<Decoded>),
    /// Blocks with more labels, by the next label.
    Labels(Items),
}

/// The location of an earlier item that a block can't be combined with.
enum Clash {
    Attribute(Place),
    Block(Place),
}

impl Items {
    /// Returns the item of a name. A new one has the data that `kind` returns.
    fn entry(
        &mut self,
        name: &Str,
        place: &Place,
        kind: impl FnOnce() -> ItemKind,
    ) -> &mut NameData {
        let next = self.items.len();
        let position = *self.positions.get_or_insert(name.clone(), next);
        if position == next {
            let (place, marks) = (place.clone(), Marks::new());
            self.names.push(name.clone());
            self.items.push(NameData { kind: kind(), place, is_unknown: false, marks });
        }
        &mut self.items[position]
    }

    /// Adds an attribute.
    ///
    /// # Errors
    ///
    /// Returns the location of an earlier attribute of its name.
    fn add_attribute(&mut self, attribute: &Attribute, decoded: Decoded) -> Result<(), Place> {
        match self.positions.get(&attribute.name) {
            Some(position) => Err(self.items[*position].place.clone()),
            None => {
                let place = attribute.name_place();
                self.entry(&attribute.name, &place, || ItemKind::Attribute(decoded));
                Ok(())
            }
        }
    }

    /// Adds a block.
    ///
    /// # Errors
    ///
    /// Returns an earlier attribute of its name, or an earlier block whose labels end where this one has another label,
    /// or the reverse.
    fn add_block(&mut self, block: &Block, decoded: Decoded) -> Result<(), Clash> {
        let place = block.header_place();
        let (mut items, mut name) = (self, &block.ty);
        for label in &block.labels {
            let item = items.entry(name, &place, || ItemKind::Labels(Self::default()));
            item.add_iteration(&block.body);
            match &mut item.kind {
                ItemKind::Labels(inner) => items = inner,
                ItemKind::Attribute(_) => return Err(Clash::Attribute(item.place.clone())),
                ItemKind::Blocks(_) => return Err(Clash::Block(item.place.clone())),
            }
            name = &label.value;
        }
        let item = items.entry(name, &place, || ItemKind::Blocks(Vec::new()));
        item.add_iteration(&block.body);
        match &mut item.kind {
            ItemKind::Blocks(blocks) => {
                let Decoded { value, origin } = decoded;
                let marks = block.body.marks().cloned().unwrap_or_default();
                blocks.push(Decoded { value: value.with_marks(&marks), origin });
                Ok(())
            }
            ItemKind::Attribute(_) => Err(Clash::Attribute(item.place.clone())),
            ItemKind::Labels(_) => Err(Clash::Block(item.place.clone())),
        }
    }
}

impl NameData {
    /// Adds the iteration that generated a block of the item, if any.
    fn add_iteration(&mut self, body: &Body) {
        self.is_unknown |= body.is_unknown();
        self.marks.extend(body.marks().into_iter().flatten().cloned());
    }
}

impl Decoder<'_> {
    pub(super) fn any(&mut self, content: &BodyContent<'_>) -> Decoded {
        self.any_body(&content.remain())
    }

    pub(super) fn any_body(&mut self, body: &Body) -> Decoded {
        let errors = self.diags.error_count();
        let Content { attributes, blocks, missing_item, is_complete, .. } = self.all_items(body);
        let mut each = AttrSpec::new("", Type::Dynamic);
        if self.mode.keeps_origins {
            each = each.locating_parts().explained();
        }
        let mut items = Items::default();
        for attribute in &attributes {
            let decoded = self.attribute(attribute, &each);
            if let Err(first) = items.add_attribute(attribute, decoded) {
                let place = attribute.name_place();
                self.diags.push(diags::set_before(&attribute.name, place, first));
            }
        }
        for block in &blocks {
            if block.labels.len() > Value::MAX_DEPTH {
                self.diags.push(diags::value_too_large(block.header_place()));
                continue;
            }
            let decoded = in_block(|| self.any_body(&block.body));
            let decoded = Decoded { origin: decoded.origin.in_block(block), ..decoded };
            if let Err(first) = items.add_block(block, decoded) {
                self.diags.push(match first {
                    Clash::Attribute(name) => diags::attribute_and_block(&block.ty, name, block),
                    Clash::Block(header) => diags::mismatched_labels(block, header),
                });
            }
        }
        let mut decoded = self.object_of(items, missing_item);
        if self.diags.error_count() > errors || !is_complete {
            decoded.origin.presence = Presence::Failed;
        }
        decoded
    }

    fn object_of(&mut self, items: Items, place: Place) -> Decoded {
        let decoded = items.items.into_iter().map(|item| self.item(item));
        let (values, parts) = decoded.map(|decoded| (decoded.value, decoded.origin)).unzip_vec();
        let value = Value::object_of_shape(Shape::new(items.names), values);
        self.of_parts(value, place, parts)
    }

    fn item(&mut self, item: NameData) -> Decoded {
        let NameData { kind, place, is_unknown, marks } = item;
        if is_unknown {
            return Decoded::new(Value::dynamic().with_marks(&marks), place, Presence::Present);
        }
        match kind {
            ItemKind::Attribute(decoded) => decoded,
            ItemKind::Labels(items) => self.object_of(items, place),
            ItemKind::Blocks(blocks) => self.one_or_all(blocks, place),
        }
    }

    /// Returns the only block, or a tuple of several blocks.
    fn one_or_all(&mut self, mut blocks: Vec<Decoded>, place: Place) -> Decoded {
        if blocks.len() == 1
            && let Some(only) = blocks.pop()
        {
            return only;
        }
        let blocks = blocks.into_iter().map(|block| (block.value, block.origin));
        let (values, parts) = blocks.unzip_vec();
        self.of_parts(Value::tuple(values), place, parts)
    }

    /// Returns a value of several parts, which counts as failed if one of them failed.
    fn of_parts(&mut self, value: Value, place: Place, parts: Vec<Origin>) -> Decoded {
        let is_failed = parts.iter().any(|part| part.presence == Presence::Failed);
        let presence = if is_failed { Presence::Failed } else { Presence::Present };
        let parts = if self.mode.keeps_origins { parts } else { Vec::new() };
        self.made(Decoded { value, origin: Origin::with_parts(place, presence, parts) })
    }
}
