//! The remaining items of a body after a request for the `dynamic` blocks of some types.

use super::{DYNAMIC, block_schema};
use crate::body::{self, Attribute, Block, Body, BodySchema, BodySource, Content, Suggester};
use crate::cty::Str;
use crate::cty::internal::NameSet;
use crate::cty::value_spec::Unexpected;
use crate::diag::Diagnostics;
use crate::source::{Place, Span};

/// A body without the `dynamic` blocks for the types of earlier requests.
#[derive(Debug)]
pub(crate) struct RestOfBody {
    inner: Body,
    taken: NameSet,
}

impl RestOfBody {
    /// Hides the `dynamic` blocks that generate blocks of these types.
    pub(crate) fn body<'a>(body: &Body, taken: impl Iterator<Item = &'a Str>) -> Body {
        let taken = taken.cloned();
        body.shown_by(|body| match body.source_as::<Self>() {
            None => Self { taken: taken.collect(), inner: body },
            // A second request extends the existing view instead of nesting another one.
            Some(left) => Self {
                taken: left.taken.iter().cloned().chain(taken).collect(),
                inner: left.inner.clone(),
            },
        })
    }

    fn is_taken(&self, block: &Block) -> bool {
        let is_taken = |label: &body::Label| self.taken.contains(&label.value);
        block.ty == *DYNAMIC && block.labels.first().is_some_and(is_taken)
    }

    /// Returns the remaining `dynamic` blocks.
    fn dynamic_blocks(&self) -> Vec<Block> {
        let schema = dynamic_schema();
        // Errors in the labels are reported when the blocks are decoded.
        let mut blocks = self.inner.only(&schema, &mut Diagnostics::new()).blocks;
        blocks.retain(|block| !self.is_taken(block));
        blocks
    }

    fn without_dynamic(&self) -> Body {
        self.inner.remain(&dynamic_schema())
    }
}

impl BodySource for RestOfBody {
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        if schema.block(&DYNAMIC).is_some() {
            let mut content = self.inner.content(schema, diags);
            content.blocks.retain(|block| !self.is_taken(block));
            return content;
        }
        let blocks = self.dynamic_blocks();
        if let [first, ..] = blocks.as_slice()
            && schema.unexpected != Unexpected::Ignore
        {
            let mut suggester = Suggester::of_items(schema);
            let suggestion = suggester.block(&first.ty);
            for block in &blocks {
                diags.push(body::diags::unexpected_block(block, suggestion, schema));
            }
        }
        self.without_dynamic().content(schema, diags)
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let mut content = self.inner.only(schema, diags);
        content.blocks.retain(|block| !self.is_taken(block));
        content
    }

    fn remain(&self, schema: &BodySchema) -> Body {
        Self::body(&self.inner.remain(schema), self.taken.iter())
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        for block in self.dynamic_blocks() {
            diags.push(body::diags::block_among_attributes(&block));
        }
        self.without_dynamic().just_attributes(diags)
    }

    fn everything(&self) -> Content {
        let mut content = self.inner.everything();
        content.blocks.retain(|block| !self.is_taken(block));
        content
    }

    fn everything_expanded(&self, diags: &mut Diagnostics) -> Content {
        let mut content = self.inner.everything_expanded(diags);
        content.blocks.retain(|block| !self.is_taken(block));
        content
    }

    fn span(&self) -> Span {
        self.inner.span()
    }

    fn missing_item_place(&self) -> Place {
        self.inner.missing_item_place()
    }

    fn inner(&self) -> &[Body] {
        std::slice::from_ref(&self.inner)
    }
}

/// Returns the schema of `dynamic` blocks, which are never suggested.
fn dynamic_schema() -> BodySchema {
    let (blocks, hidden) = (vec![block_schema()], vec![DYNAMIC.clone()]);
    BodySchema { blocks, hidden, ..BodySchema::default() }
}
