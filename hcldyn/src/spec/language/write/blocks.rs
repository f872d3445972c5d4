//! Blocks.

use super::Writer;
use super::attr::add_item;
use super::items::Items;
use crate::body::Layering;
use crate::cty::Str;
use crate::spec::kinds::SpecItem;
use crate::spec::language::argument::Words;
use crate::spec::language::kinds::{BLOCK_TYPE, FORMS, LAYERS};
use crate::spec::{
    BlockAttrsSpec, BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, OtherForms,
};

impl Writer {
    pub(super) fn single_block(&mut self, block: &BlockSpec, implied: Option<&Str>) -> Items {
        let mut items = typed(&block.item, implied);
        items.flag("required", block.required);
        items.flag("dynamic", block.dynamic);
        self.lose_default(&block.item.docs);
        add_rest(&block.item, block.other_forms, block.layering, &mut items);
        items.0.push(self.nested(&block.nested, &block.item.name));
        items
    }

    pub(super) fn all_blocks(&mut self, blocks: &BlocksSpec, implied: Option<&Str>) -> Items {
        let mut items = typed(&blocks.item, implied);
        self.counts(blocks.item_counts(), &mut items);
        items.flag("dynamic", blocks.dynamic);
        self.lose_default(&blocks.item.docs);
        add_rest(&blocks.item, blocks.other_forms, blocks.layering, &mut items);
        items.0.push(self.nested(&blocks.nested, &blocks.item.name));
        items
    }

    pub(super) fn block_map(&mut self, blocks: &BlockMapSpec, implied: Option<&Str>) -> Items {
        let mut items = typed(&blocks.item, implied);
        items.names("labels", &blocks.labels);
        self.counts(blocks.item_counts(), &mut items);
        items.flag("dynamic", blocks.dynamic);
        items.flag("grouped", blocks.grouped);
        self.lose_default(&blocks.item.docs);
        add_rest(&blocks.item, blocks.other_forms, blocks.layering, &mut items);
        items.0.push(self.nested(&blocks.nested, &blocks.item.name));
        items
    }

    pub(super) fn block_attrs(&mut self, attrs: &BlockAttrsSpec, implied: Option<&Str>) -> Items {
        let mut items = typed(&attrs.item, implied);
        let value = self.free_value(&attrs.value, &attrs.item.name);
        if value.0.is_empty() {
            items.source("element_type", "any".to_owned());
        }
        items.flag("required", attrs.required);
        items.flag("dynamic", attrs.dynamic);
        self.lose_default(&attrs.item.docs);
        add_rest(&attrs.item, attrs.other_forms, attrs.layering, &mut items);
        items.0.extend(value.0);
        items
    }

    pub(super) fn block_of(&mut self, types: &BlockTypesSpec) -> Items {
        let mut items = Items::default();
        items.flag("required", types.min_items > 0);
        if types.min_items > 1 || types.max_items.is_some() {
            self.lose("the number of blocks of a single block");
        }
        self.block_types(types, items)
    }

    pub(super) fn blocks_of(&mut self, types: &BlockTypesSpec) -> Items {
        let mut items = Items::default();
        self.counts(types.item_counts(), &mut items);
        self.block_types(types, items)
    }

    fn block_types(&mut self, types: &BlockTypesSpec, mut items: Items) -> Items {
        items.flag("dynamic", types.dynamic);
        add_forms(types.other_forms, &mut items);
        items.docs(&types.docs);
        for (ty, nested) in &types.types {
            let body = self.nested(nested, ty);
            items.block(BLOCK_TYPE, Some(ty), Items(vec![body]));
        }
        items
    }

    /// Adds the minimum and the maximum number of blocks.
    fn counts(&mut self, (min, max): (usize, Option<usize>), items: &mut Items) {
        items.count("min_items", min);
        match max {
            Some(0) => self.lose("the maximum of 0 blocks"),
            Some(max) => items.count("max_items", max),
            None => {}
        }
    }
}

fn typed(item: &SpecItem, implied: Option<&Str>) -> Items {
    let mut items = Items::default();
    if implied != Some(&item.name) {
        items.value(BLOCK_TYPE, item.name.clone());
    }
    items
}

/// Adds the arguments that most specs of blocks share.
fn add_rest(item: &SpecItem, forms: OtherForms, layering: Option<Layering>, items: &mut Items) {
    add_forms(forms, items);
    if let Some(word) = layering.and_then(Words::word) {
        items.value(LAYERS, word);
    }
    add_item(item, items);
}

/// Adds the other forms of attributes and blocks.
pub(super) fn add_forms(forms: OtherForms, items: &mut Items) {
    for (name, form) in FORMS {
        items.flag(name, forms.contains(*form));
    }
}
