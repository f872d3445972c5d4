//! The blocks of one type in a spec.

use super::decode::decode_block;
use super::{Leniency, NestedSpec, Spec, SpecView};
use crate::body::Block;
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;

/// The blocks of one type in a spec, apart from all others.
pub(crate) struct TypeOfBlocks {
    /// The names of the labels.
    pub(crate) labels: Vec<Str>,
    /// The spec of the blocks' bodies, unless they hold attributes of any name.
    nested: Option<NestedSpec>,
    /// The number of labels that are the key of a block.
    key_len: usize,
}

impl Spec {
    /// Returns the blocks of a type in the body that the spec decodes, or `None` if the spec has no such blocks.
    pub(crate) fn blocks_of_type(&self, block_type: &str) -> Option<TypeOfBlocks> {
        let mut found = None;
        self.visit(&mut |spec| {
            let SpecView::Blocks(blocks) = spec.view() else { return };
            let Some((_, nested)) = blocks.types.iter().find(|(ty, _)| ***ty == *block_type) else {
                return;
            };
            found.get_or_insert_with(|| {
                let inner = nested.map(|nested| nested.labels().clone()).unwrap_or_default();
                let labels = inner.after_key(blocks.key);
                TypeOfBlocks { labels, nested: nested.cloned(), key_len: blocks.key.len() }
            });
        });
        found
    }
}

impl TypeOfBlocks {
    /// Returns the spec of the blocks' bodies, unless they hold attributes of any name.
    pub(crate) fn spec(&self) -> Option<&Spec> {
        self.nested.as_ref().map(NestedSpec::spec)
    }

    /// Decodes one of the blocks.
    pub(crate) fn decode(
        &self,
        block: &Block,
        ctx: &EvalContext,
        leniency: Leniency,
        diags: &mut Diagnostics,
    ) -> Value {
        match &self.nested {
            Some(nested) => decode_block(block, nested, self.key_len, ctx, leniency, diags),
            None => {
                let attributes = block.body.just_attributes(diags).into_iter();
                Value::object(attributes.map(|it| (it.name.clone(), it.expr.value(ctx, diags))))
            }
        }
    }
}
