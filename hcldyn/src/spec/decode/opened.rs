//! A body whose content was asked for, ready for the specs that take their parts of it.

use std::ops::ControlFlow;

use super::{Decoded, Decoder, Implied};
use crate::body::{Attribute, Block, Body, BodySchema, Content};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::dynblock::{self, DYNAMIC, Generator, Leftover};
use crate::source::Place;
use crate::spec::diags;

/// What a body holds. Each `dynamic` block is checked and its collection evaluated, once; its blocks
/// are generated when a spec goes through them.
pub(super) struct Opened<'a> {
    body: &'a Body,
    implied: &'a Implied,
    /// The block around the body, and how many of its labels are its key.
    block: Option<(&'a Block, usize)>,
    /// In the order of their names.
    attributes: Vec<Attribute>,
    items: Vec<Item>,
    pub(super) missing_item: Place,
    /// Whether nothing in the body was left out because it was wrong.
    is_complete: bool,
}

/// Blocks as they are written.
enum Item {
    Block(Block),
    /// Boxed, so that an item is no larger than a block.
    Generator(Box<Generator>),
    /// A `dynamic` block that was wrong, which was reported. It would have generated this type.
    Failed(Str),
}

impl<'a> Opened<'a> {
    /// The body of a file, or of whatever else is no block.
    pub(super) fn of_body(body: &'a Body, implied: &'a Implied, decoder: &mut Decoder<'_>) -> Self {
        Self::open(body, implied, None, decoder)
    }

    /// The body of a block, of whose labels the first `key_len` are its key.
    pub(super) fn of_block(
        block: &'a Block,
        key_len: usize,
        implied: &'a Implied,
        decoder: &mut Decoder<'_>,
    ) -> Self {
        Self::open(&block.body, implied, Some((block, key_len)), decoder)
    }

    fn open(
        body: &'a Body,
        implied: &'a Implied,
        block: Option<(&'a Block, usize)>,
        decoder: &mut Decoder<'_>,
    ) -> Self {
        for mistake in &implied.mistakes {
            decoder.diags.push(diags::invalid_spec(body.missing_item_place(), mistake));
        }
        let content = match implied.has_remain {
            true => body.only(&implied.schema, decoder.diags),
            false => body.content(&implied.schema, decoder.diags),
        };
        let Content { mut attributes, blocks, missing_item, is_complete } = content;
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
        let items = match implied.generated.as_slice() {
            [] => blocks.into_iter().map(Item::Block).collect(),
            _ => {
                let item = |block| decoder.item(block, implied);
                blocks.into_iter().filter_map(item).collect()
            }
        };
        Self { body, implied, block, attributes, items, missing_item, is_complete }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        let found = self.attributes.binary_search_by(|attribute| attribute.name.as_str().cmp(name));
        found.ok().map(|position| &self.attributes[position])
    }

    /// A label that the body may ask for, and where it stands.
    pub(super) fn label(&self, index: usize) -> Option<(Str, Place)> {
        let (block, key_len) = self.block?;
        let label = block.labels.get(key_len + index)?;
        Some((label.value.clone(), block.label_place(key_len + index)?))
    }

    /// How many blocks of a type there are, as far as can be told before going through them.
    pub(super) fn count(&self, ty: &Str) -> usize {
        let of_type = |item: &Item| match item {
            Item::Block(block) => usize::from(block.ty == *ty),
            Item::Generator(generator) if generator.ty() == ty => generator.count() as usize,
            Item::Generator(_) | Item::Failed(_) => 0,
        };
        self.items.iter().map(of_type).sum()
    }

    /// Whether blocks of a type could not be read or were not generated, for a reason that was
    /// reported, so that nobody can say whether there are too few. Known once the blocks were gone
    /// through.
    pub(super) fn is_incomplete(&self, ty: &Str) -> bool {
        let is_incomplete = |item: &Item| match item {
            Item::Block(_) => false,
            Item::Generator(generator) => generator.ty() == ty && generator.is_incomplete(),
            Item::Failed(failed) => failed == ty,
        };
        !self.is_complete || self.items.iter().any(is_incomplete)
    }

    /// The body without what the schema names.
    pub(super) fn remain(&self) -> Body {
        let Implied { schema, generated, .. } = self.implied;
        if generated.is_empty() {
            return self.body.remain(schema);
        }
        let mut named = BodySchema::clone(schema);
        named.blocks.retain(|block| block.ty != *DYNAMIC);
        let taken = named.blocks.iter().map(|block| block.ty.clone()).collect();
        Leftover::body(&self.body.remain(&named), taken)
    }
}

impl Decoder<'_> {
    /// Goes through the blocks of a type, written and generated ones in source order, until `visit`
    /// breaks.
    pub(super) fn each_block(
        &mut self,
        opened: &Opened<'_>,
        ty: &Str,
        mut visit: impl FnMut(&mut Decoder<'_>, &Block) -> ControlFlow<()>,
    ) {
        let site = self.site;
        for item in &opened.items {
            let flow = match item {
                Item::Block(block) if block.ty == *ty => visit(self, block),
                Item::Generator(generator) if generator.ty() == ty => {
                    generator.each(site, self.diags, |block, diags: &mut Diagnostics| {
                        visit(&mut Decoder { site, diags }, &block)
                    })
                }
                _ => ControlFlow::Continue(()),
            };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Decodes what `dynamic` blocks of a type would generate if their collections were not empty, only
    /// to report what is wrong with it: a mistake does not hide until there is an element.
    pub(super) fn check_unused(
        &mut self,
        opened: &Opened<'_>,
        ty: &Str,
        decode: impl Fn(&mut Decoder<'_>, &Block) -> Decoded,
    ) {
        for item in &opened.items {
            match item {
                Item::Generator(generator) if generator.ty() == ty => {
                    generator.unused().map(|block| decode(self, &block));
                }
                _ => {}
            }
        }
    }

    /// What a block stands for. `None` where it is a `dynamic` block that belongs to the rest of the
    /// body, or one of a type that is not there, which is reported.
    fn item(&mut self, block: Block, implied: &Implied) -> Option<Item> {
        if block.ty != *DYNAMIC {
            return Some(Item::Block(block));
        }
        let ty = block.labels.first()?.value.clone();
        let Implied { schema, generated, has_remain, .. } = implied;
        if generated.contains(&ty) {
            let target = schema.block(&ty)?;
            let generator = Generator::new(block, target, self.site, self.diags);
            return Some(match generator {
                Some(generator) => Item::Generator(Box::new(generator)),
                None => Item::Failed(ty),
            });
        }
        match schema.block(&ty) {
            Some(_) => self.diags.push(dynblock::not_opted_in(&block, generated.iter())),
            None if *has_remain => return None,
            None => self.diags.push(dynblock::not_generated(&block, generated.iter())),
        }
        Some(Item::Failed(ty))
    }
}
