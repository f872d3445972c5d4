//! Blocks.

use super::Writer;
use super::attr::add_names;
use super::items::Items;
use crate::cty::Str;
use crate::spec::language::argument::Words;
use crate::spec::language::kinds::{
    BLOCK_TYPE, DYNAMIC, ELEMENT_TYPE, FORMS, GROUPED, LABELS, LAYERS, MAX_ITEMS, MIN_ITEMS,
    REQUIRED,
};
use crate::spec::{BlockCollection, BlockContent, BlocksSpec, OtherForms};

/// Returns the kind of block for a spec of blocks. Only a single block can have attributes of any name, and blocks of
/// several types are a tuple or one block.
pub(super) fn kind_of(blocks: &BlocksSpec) -> &'static str {
    let is_free = blocks.has_free_attributes();
    match blocks.collection {
        BlockCollection::Single if blocks.is_choice() => "block_of",
        _ if blocks.is_choice() => "blocks_of",
        _ if is_free => "block_attrs",
        BlockCollection::Single => "block",
        BlockCollection::List => "block_list",
        BlockCollection::Tuple => "block_tuple",
        BlockCollection::Set => "block_set",
        BlockCollection::Map { .. } => "block_map",
        BlockCollection::Object { .. } => "block_object",
    }
}

impl Writer {
    pub(super) fn blocks(&mut self, blocks: &BlocksSpec, implied: Option<&Str>) -> Items {
        let mut items = Items::default();
        if let Some(names) = blocks.names().filter(|names| implied != Some(&names.name)) {
            items.value(BLOCK_TYPE, names.name.clone());
        }
        let options = self.options(blocks);
        let mut contents = Items::default();
        for ty in &blocks.types {
            match &ty.content {
                BlockContent::Body(nested) => {
                    let body = self.nested(nested, &ty.names.name);
                    if blocks.is_choice() {
                        contents.block(BLOCK_TYPE, Some(&ty.names.name), Items(vec![body]));
                    } else {
                        contents.0.push(body);
                    }
                }
                BlockContent::Attributes(value) => {
                    contents = self.free_value(value, &ty.names.name);
                    if contents.0.is_empty() {
                        items.source(ELEMENT_TYPE, "any".to_owned());
                    }
                }
            }
        }
        items.0.extend(options.0);
        items.0.extend(contents.0);
        items
    }

    /// Returns the arguments besides the type and the content.
    fn options(&mut self, blocks: &BlocksSpec) -> Items {
        let mut items = Items::default();
        items.names(LABELS, &blocks.key);
        self.counts(blocks, &mut items);
        if !is_written(blocks) {
            self.lose("the collection of the blocks");
        }
        items.flag(DYNAMIC, blocks.options.is_dynamic);
        items.flag(GROUPED, blocks.collection.is_grouped());
        self.lose_default(&blocks.docs);
        add_forms(blocks.forms, &mut items);
        if let Some(word) = blocks.options.layering.and_then(Words::word) {
            items.value(LAYERS, word);
        }
        if let Some(names) = blocks.names() {
            add_names(names, &mut items);
        }
        items.docs(&blocks.docs);
        items
    }

    /// Adds the minimum and the maximum number of blocks.
    fn counts(&mut self, blocks: &BlocksSpec, items: &mut Items) {
        let (min, max) = (blocks.options.min_items, blocks.options.max_items);
        if blocks.collection == BlockCollection::Single {
            items.flag(REQUIRED, min > 0);
            if min > 1 || max.is_some() {
                self.lose("the number of blocks of a single block");
            }
            return;
        }
        items.count(MIN_ITEMS, min);
        match max {
            Some(0) => self.lose("the maximum of 0 blocks"),
            Some(max) => items.count(MAX_ITEMS, max),
            None => {}
        }
    }
}

/// Returns `true` if a kind of block has the collection of the blocks.
fn is_written(blocks: &BlocksSpec) -> bool {
    let is_free = blocks.has_free_attributes();
    match blocks.collection {
        BlockCollection::Single => true,
        BlockCollection::Tuple => !is_free,
        BlockCollection::List | BlockCollection::Set => !is_free && !blocks.is_choice(),
        BlockCollection::Map { .. } | BlockCollection::Object { .. } => {
            !is_free && !blocks.is_choice()
        }
    }
}

/// Adds the other forms of attributes and blocks.
pub(super) fn add_forms(forms: OtherForms, items: &mut Items) {
    for (name, form) in FORMS {
        items.flag(name, forms.contains(*form));
    }
}
