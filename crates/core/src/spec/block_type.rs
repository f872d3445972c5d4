//! The blocks of one type in a spec.

use super::decode::value_of_block;
use super::{BlockContent, Leniency, NestedSpec, Spec};
use crate::body::Block;
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;

/// The blocks of one type in a spec, apart from all others.
pub(crate) struct TypeOfBlocks {
    /// The names of the labels.
    pub(crate) labels: Vec<Str>,
    content: BlockContent,
    /// The number of labels that are the key of a block.
    key_len: usize,
}

impl Spec {
    /// Returns the blocks of a type in the body that the spec decodes, or `None` if the spec has no such blocks.
    pub(crate) fn blocks_of_type(&self, block_type: &str) -> Option<TypeOfBlocks> {
        let ty = Str::from(block_type);
        self.index().blocks.into_iter().find_map(|blocks| {
            let content = blocks.type_called(&ty)?.content.clone();
            let labels = content.labels_after(&blocks.key);
            Some(TypeOfBlocks { labels, content, key_len: blocks.key.len() })
        })
    }
}

impl TypeOfBlocks {
    /// Returns the spec of the blocks' bodies, unless they hold attributes of any name.
    pub(crate) fn spec(&self) -> Option<&Spec> {
        self.content.nested().map(NestedSpec::spec)
    }

    /// Decodes one of the blocks.
    pub(crate) fn decode(
        &self,
        block: &Block,
        ctx: &EvalContext,
        leniency: Leniency,
        diags: &mut Diagnostics,
    ) -> Value {
        match &self.content {
            BlockContent::Body(nested) => {
                value_of_block(block, nested, self.key_len, ctx, leniency, diags)
            }
            BlockContent::Attributes(_) => {
                let attributes = block.body.just_attributes(diags).into_iter();
                Value::object(attributes.map(|it| (it.name.clone(), it.expr.value(ctx, diags))))
            }
        }
    }
}
