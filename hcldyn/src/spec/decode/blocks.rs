//! Single blocks, lists, tuples and sets of blocks.

use super::block_entries::BlockTypes;
use super::elements::Elements;
use super::{BodyContent, Decoded, Decoder};
use crate::body::Block;
use crate::cty::{Marks, Type, Value};
use crate::source::Place;
use crate::spec::{BlockSpec, BlocksSpec, NestedSpec, Origin, Presence, diags};

impl Decoder<'_> {
    /// Decodes the only block of a type.
    pub(super) fn block(&mut self, spec: &BlockSpec, content: &BodyContent<'_>) -> Decoded {
        let decode =
            |decoder: &mut Decoder<'_>, block: &Block| decoder.nested(&spec.nested, block, 0);
        self.only_block(&spec.item, content, decode).unwrap_or_else(|| {
            let value_ty = spec.nested.implied().value_ty.clone();
            self.no_block(&spec.item, spec.required, value_ty, content)
        })
    }

    /// Decodes the only block of a type. If there are more, the first is used and one error is reported. Blocks from
    /// an unknown collection do not count, since it may be empty.
    pub(super) fn only_block(
        &mut self,
        types: &impl BlockTypes,
        content: &BodyContent<'_>,
        decode: impl Fn(&mut Decoder<'_>, &Block) -> Decoded,
    ) -> Option<Decoded> {
        let mut found: Option<Decoded> = None;
        let mut first: Option<Place> = None;
        let mut is_reported = false;
        self.each_merged_block(content, types, |decoder, block| {
            if found.is_none() {
                found = Some(decode(decoder, block));
            }
            if content.is_any_number(block) || is_reported {
                return;
            }
            match &first {
                None => first = Some(block.header_place()),
                Some(first) => {
                    let first = first.clone();
                    decoder.diags.push(diags::second_block(first, &types.describe(), block));
                    is_reported = true;
                }
            }
        });
        self.check_unused(content, types, |decoder, block| {
            decode(decoder, block);
        });
        found
    }

    /// Returns the value of a block that is not written.
    pub(super) fn no_block(
        &mut self,
        types: &impl BlockTypes,
        required: bool,
        value_ty: Type,
        content: &BodyContent<'_>,
    ) -> Decoded {
        let place = content.missing_item.clone();
        let presence = match content.is_incomplete(types) {
            true => Presence::Failed,
            false if required => {
                self.diags.push(diags::missing_block(place.clone(), &types.describe()));
                Presence::Failed
            }
            false => Presence::Absent,
        };
        Decoded::new(Value::null(value_ty), place, presence)
    }

    pub(super) fn list(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        self.of_one_type(spec, content, Type::list, |element, elements| {
            Value::list(element, elements.take_values())
        })
    }

    pub(super) fn set(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        self.of_one_type(spec, content, Type::set, |element, elements| {
            let marks = elements.sort_as_set();
            Value::set(element, elements.take_values()).with_marks(&marks)
        })
    }

    /// Returns a collection whose elements have one type. `collect` makes it from that type and the elements.
    fn of_one_type(
        &mut self,
        spec: &BlocksSpec,
        content: &BodyContent<'_>,
        collection: fn(Type) -> Type,
        collect: fn(Type, &mut Elements) -> Value,
    ) -> Decoded {
        let mut blocks = self.blocks(spec, content);
        let implied = spec.nested.implied();
        if blocks.is_unknown {
            return blocks.unknown(collection(implied.value_ty.clone()), content);
        }
        match blocks.elements.unify(&spec.item.name, implied, self.diags) {
            Some(element) => {
                let value = collect(element, &mut blocks.elements);
                self.made(blocks.decoded(value, content))
            }
            None => blocks.failed(content),
        }
    }

    pub(super) fn tuple(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        let blocks = self.blocks(spec, content);
        self.tuple_of(blocks, content)
    }

    pub(super) fn tuple_of(&mut self, mut blocks: Blocks, content: &BodyContent<'_>) -> Decoded {
        if blocks.is_unknown {
            return blocks.unknown(Type::Dynamic, content);
        }
        let value = Value::tuple(blocks.elements.take_values());
        self.made(blocks.decoded(value, content))
    }

    /// Decodes all blocks of a type and checks their number.
    fn blocks(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Blocks {
        self.counted_blocks(&spec.item, spec.item_counts(), |_| Some(&spec.nested), content)
    }

    /// Decodes all blocks of some types and checks their number. `nested` gives the spec of each body. The maximum
    /// and minimum are not checked beside a block from an unknown collection, but every block is. Blocks that could
    /// not be parsed may be missing here.
    pub(super) fn counted_blocks<'s>(
        &mut self,
        types: &impl BlockTypes,
        counts: (usize, Option<usize>),
        nested: impl Fn(&Block) -> Option<&'s NestedSpec>,
        content: &BodyContent<'_>,
    ) -> Blocks {
        let mut elements = Elements::with_capacity(content.count(types));
        let (mut is_unknown, mut marks) = (false, Marks::new());
        let decode = |decoder: &mut Decoder<'_>, block: &Block| {
            nested(block).map(|nested| decoder.nested(nested, block, 0))
        };
        self.each_block(content, types, |decoder, block| {
            let Some(Decoded { mut value, origin }) = decode(decoder, block) else { return };
            is_unknown |= block.body.is_unknown();
            if let Some(own) = block.body.marks() {
                marks.extend(own.iter().cloned());
                value = value.with_marks(own);
            }
            elements.push(value, origin);
        });
        self.check_unused(content, types, |decoder, block| {
            decode(decoder, block);
        });
        let is_incomplete = content.is_incomplete(types);
        let counts = if is_incomplete { (0, counts.1) } else { counts };
        let origins = elements.origins.iter();
        let are_right = is_unknown || self.check_count(types, counts, origins, content);
        let is_failed = is_incomplete || !are_right;
        Blocks { elements, is_unknown, is_failed, marks }
    }

    /// Returns `true` if the number of blocks is allowed.
    pub(super) fn check_count<'o>(
        &mut self,
        types: &impl BlockTypes,
        (min, max): (usize, Option<usize>),
        mut origins: impl ExactSizeIterator<Item = &'o Origin>,
        content: &BodyContent<'_>,
    ) -> bool {
        let count = origins.len();
        if count < min {
            let place = content.missing_item.clone();
            self.diags.push(diags::too_few_blocks(place, &types.describe(), min, count));
            return false;
        }
        let Some(max) = max else { return true };
        let Some(extra) = origins.nth(max) else { return true };
        let place = extra.place.clone();
        self.diags.push(diags::too_many_blocks(place, &types.describe(), max, count));
        false
    }
}

/// All blocks of some types, decoded.
pub(super) struct Blocks {
    pub(super) elements: Elements,
    /// `true` if one of them represents an unknown number of blocks.
    pub(super) is_unknown: bool,
    /// `true` if the number of blocks is wrong, or blocks are missing for a reported reason.
    is_failed: bool,
    /// The marks of the collections that generated them.
    marks: Marks,
}

impl Blocks {
    pub(super) fn decoded(self, value: Value, content: &BodyContent<'_>) -> Decoded {
        let presence = presence_of(self.elements.origins.is_empty(), self.is_failed);
        Decoded { value, origin: self.origin(presence, content) }
    }

    pub(super) fn unknown(self, ty: Type, content: &BodyContent<'_>) -> Decoded {
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
