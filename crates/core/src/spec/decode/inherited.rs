//! Blocks that inherit from others.

use super::{BodyContent, Decoded, Decoder};
use crate::body::Block;
use crate::cty::Value;
use crate::ext::inheritance::Inherited;
use crate::spec::{NestedSpec, Presence, Spec};

impl Decoder<'_> {
    /// Decodes the body of a block that is not repeated, or an instance of it, with the items that it inherits. `spec` is
    /// that of the instance. The first `key_len` labels are the block's key.
    pub(super) fn own_body(
        &mut self,
        nested: &NestedSpec,
        spec: &Spec,
        block: &Block,
        key_len: usize,
    ) -> Decoded {
        let inheritance = nested.spec().inheritance();
        let inherited = inheritance.and_then(|it| it.of(block, self.site.ctx, self.diags));
        let Some(Inherited { body, is_failed }) = inherited else {
            let content = BodyContent::of_block(block, key_len, nested.implied(), self);
            return self.spec(spec, &content);
        };
        let block = Block { body, ..block.clone() };
        let content = BodyContent::of_block(&block, key_len, nested.implied(), self);
        let decoded = self.spec(spec, &content);
        if !is_failed {
            return decoded;
        }
        let failed = Decoded::new(Value::dynamic(), block.header_place(), Presence::Failed);
        self.with_failure(failed)
    }
}
