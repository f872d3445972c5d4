//! Blocks of several types.

use super::{BodyContent, Decoded, Decoder};
use crate::body::Block;
use crate::cty::{Type, Value};
use crate::spec::{BlockTypesSpec, Presence};

impl Decoder<'_> {
    /// Decodes the only block of any of several types.
    pub(super) fn block_of(&mut self, spec: &BlockTypesSpec, content: &BodyContent<'_>) -> Decoded {
        let decode = |decoder: &mut Decoder<'_>, block: &Block| match spec.nested_of(&block.ty) {
            Some(nested) => decoder.nested(nested, block, 0),
            None => Decoded::new(Value::dynamic(), block.header_place(), Presence::Failed),
        };
        self.only_block(spec, content, decode)
            .unwrap_or_else(|| self.no_block(spec, spec.min_items > 0, Type::Dynamic, content))
    }

    /// Decodes all blocks of several types, in source order.
    pub(super) fn blocks_of(
        &mut self,
        spec: &BlockTypesSpec,
        content: &BodyContent<'_>,
    ) -> Decoded {
        let nested = |block: &Block| spec.nested_of(&block.ty);
        let blocks = self.counted_blocks(spec, spec.item_counts(), nested, content);
        self.tuple_of(blocks, content)
    }
}
