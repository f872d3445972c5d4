//! Single blocks, lists, tuples and sets of blocks.

use super::block_entries::BlockTypes;
use super::elements::Elements;
use super::{BodyContent, Decoded, Decoder};
use crate::body::Block;
use crate::cty::{Marks, Type, Value};
use crate::source::Place;
use crate::spec::{BlockCollection, BlockCount, BlocksSpec, Origin, Presence, diags};

impl Decoder<'_> {
    /// Decodes blocks to their collection.
    pub(super) fn blocks(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        match spec.collection {
            BlockCollection::Single => self.only_block(spec, content),
            BlockCollection::List => {
                self.of_one_type(spec, content, Type::list, |element, elements| {
                    Value::list(element, elements.take_values())
                })
            }
            BlockCollection::Set => {
                self.of_one_type(spec, content, Type::set, |element, elements| {
                    let marks = elements.sort_as_set();
                    Value::set(element, elements.take_values()).with_marks(&marks)
                })
            }
            BlockCollection::Tuple => self.tuple(spec, content),
            BlockCollection::Map { .. } => self.map(spec, content),
            BlockCollection::Object { .. } => self.block_object(spec, content),
        }
    }

    /// Decodes one of the blocks of a spec. The first `key_len` labels are its key.
    pub(super) fn one_of_blocks(
        &mut self,
        spec: &BlocksSpec,
        block: &Block,
        key_len: usize,
    ) -> Decoded {
        match spec.content_of(&block.ty) {
            Some(content) => self.content(content, block, key_len),
            None => Decoded::new(Value::dynamic(), block.header_place(), Presence::Failed),
        }
    }

    /// Decodes the only block of a type. If there are more, the first is used and one error is reported. Blocks from
    /// an unknown collection do not count, since it may be empty.
    fn only_block(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        let mut found: Option<Decoded> = None;
        let mut first: Option<Place> = None;
        let mut is_reported = false;
        self.each_merged_block(content, spec, |decoder, block| {
            if found.is_none() {
                found = Some(decoder.one_of_blocks(spec, block, 0));
            }
            if content.is_any_number(block) || is_reported {
                return;
            }
            match &first {
                None => first = Some(block.header_place()),
                Some(first) => {
                    let first = first.clone();
                    decoder.diags.push(diags::second_block(first, &spec.describe(), block));
                    is_reported = true;
                }
            }
        });
        self.check_unused(content, spec, |decoder, block| {
            decoder.one_of_blocks(spec, block, 0);
        });
        found.unwrap_or_else(|| self.no_block(spec, content))
    }

    /// Returns the value of a block that is not written.
    fn no_block(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        let place = content.missing_item.clone();
        let presence = match content.is_incomplete(spec) {
            true => Presence::Failed,
            false if spec.is_required() => {
                self.diags.push(diags::missing_block(place.clone(), &spec.describe()));
                Presence::Failed
            }
            false => Presence::Absent,
        };
        Decoded::new(Value::null(spec.element_type().0), place, presence)
    }

    /// Returns a collection whose elements have one type. `collect` makes it from that type and the elements.
    fn of_one_type(
        &mut self,
        spec: &BlocksSpec,
        content: &BodyContent<'_>,
        collection: fn(Type) -> Type,
        collect: fn(Type, &mut Elements) -> Value,
    ) -> Decoded {
        let mut blocks = self.all_blocks(spec, content);
        if blocks.is_unknown {
            return blocks.unknown(collection(spec.element_type().0), content);
        }
        match blocks.elements.unify(&spec.first_name(), spec.element_type(), self.diags) {
            Some(element) => {
                let value = collect(element, &mut blocks.elements);
                self.made(blocks.decoded(value, content))
            }
            None => blocks.failed(content),
        }
    }

    fn tuple(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        let mut blocks = self.all_blocks(spec, content);
        if blocks.is_unknown {
            return blocks.unknown(Type::Dynamic, content);
        }
        let value = Value::tuple(blocks.elements.take_values());
        self.made(blocks.decoded(value, content))
    }

    /// Decodes all blocks of a spec and checks their number. The maximum and minimum are not checked beside a block from
    /// an unknown collection, but every block is. Blocks that could not be parsed may be missing here.
    fn all_blocks(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Blocks {
        let mut elements = Elements::with_capacity(content.count(spec));
        let (mut is_unknown, mut marks) = (false, Marks::new());
        self.each_block(content, spec, |decoder, block| {
            let Decoded { mut value, origin } = decoder.one_of_blocks(spec, block, 0);
            is_unknown |= block.body.is_unknown();
            if let Some(own) = block.body.marks() {
                marks.extend(own.iter().cloned());
                value = value.with_marks(own);
            }
            elements.push(value, origin);
        });
        self.check_unused(content, spec, |decoder, block| {
            decoder.one_of_blocks(spec, block, 0);
        });
        let is_incomplete = content.is_incomplete(spec);
        let origins = elements.origins.iter();
        let are_right = is_unknown || self.check_count(spec, is_incomplete, origins, content);
        let is_failed = is_incomplete || !are_right;
        Blocks { elements, is_unknown, is_failed, marks }
    }

    /// Returns `true` if the number of blocks is allowed. Blocks that are incomplete may be fewer.
    pub(super) fn check_count<'o>(
        &mut self,
        spec: &BlocksSpec,
        is_incomplete: bool,
        mut origins: impl ExactSizeIterator<Item = &'o Origin>,
        content: &BodyContent<'_>,
    ) -> bool {
        let BlockCount { min, max } = spec.options.count;
        let count = origins.len();
        if count < min && !is_incomplete {
            let place = content.missing_item.clone();
            self.diags.push(diags::too_few_blocks(place, &spec.describe(), min, count));
            return false;
        }
        let Some(max) = max else { return true };
        let Some(extra) = origins.nth(max) else { return true };
        let place = extra.place.clone();
        self.diags.push(diags::too_many_blocks(place, &spec.describe(), max, count));
        false
    }
}

/// All blocks of a spec, decoded.
struct Blocks {
    elements: Elements,
    /// `true` if one of them represents an unknown number of blocks.
    is_unknown: bool,
    /// `true` if the number of blocks is wrong, or blocks are missing for a reported reason.
    is_failed: bool,
    /// The marks of the collections that generated them.
    marks: Marks,
}

impl Blocks {
    fn decoded(self, value: Value, content: &BodyContent<'_>) -> Decoded {
        let presence = presence_of(self.elements.origins.is_empty(), self.is_failed);
        Decoded { value, origin: self.origin(presence, content) }
    }

    fn unknown(self, ty: Type, content: &BodyContent<'_>) -> Decoded {
        let value = Value::unknown(ty).with_marks(&self.marks);
        Decoded { value, origin: self.origin(Presence::Present, content).without_parts() }
    }

    fn failed(self, content: &BodyContent<'_>) -> Decoded {
        let origin = self.origin(Presence::Failed, content).without_parts();
        Decoded { value: Value::dynamic(), origin }
    }

    fn origin(self, presence: Presence, content: &BodyContent<'_>) -> Origin {
        self.elements.origin(presence, content)
    }
}

pub(super) fn presence_of(is_empty: bool, is_failed: bool) -> Presence {
    match is_empty {
        _ if is_failed => Presence::Failed,
        true => Presence::Absent,
        false => Presence::Present,
    }
}
