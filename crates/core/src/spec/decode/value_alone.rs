//! The value of a matched body, without the origins of its parts.

use std::sync::Arc;

use super::reading::{DirectValue, Reading, ReadingProgress};
use super::{Decoder, Leniency, in_block};
use crate::body::{Block, Body};
use crate::cty::internal::sort_by;
use crate::cty::{Shape, Str, Value};
use crate::spec::kinds::CheckFn;
use crate::spec::matched::{Matched, MatchedBlocks};
use crate::spec::plan::{PlannedField, PlannedObject};
use crate::spec::{AttrSpec, BlockCollection, BlocksSpec, NestedSpec, diags};
use crate::tree::{AttributeNode, BlockNode};

impl Decoder<'_> {
    /// Decodes the body of a file, if only its value is needed and its content is as planned.
    pub(super) fn value_of_root(&mut self, nested: &NestedSpec, body: &Body) -> Option<Value> {
        let matched = self.needs_value_alone().then(|| nested.matched_root(body))??;
        Some(self.value_of(nested, matched))
    }

    /// Decodes the body of a block, if only its value is needed and its content is as planned.
    pub(super) fn value_of_block(
        &mut self,
        nested: &NestedSpec,
        block: &Block,
        key_len: usize,
    ) -> Option<Value> {
        let matched = self.needs_value_alone().then(|| nested.matched_block(block, key_len))??;
        Some(self.value_of(nested, matched))
    }

    fn needs_value_alone(&self) -> bool {
        let mode = &self.mode;
        !mode.keeps_origins && !mode.marks_failures && mode.leniency == Leniency::default()
    }

    fn value_of(&mut self, nested: &NestedSpec, mut matched: Matched<'_>) -> Value {
        matched.evaluate(nested.implied(), self.site, self.diags);
        let progress = ReadingProgress::default();
        let decoder = self.again();
        Reading { decoder, matched: &matched, nested, progress: &progress }.object(matched.object())
    }
}

impl Reading<'_> {
    fn object(&mut self, object: &PlannedObject) -> Value {
        self.charge(object);
        let mut values = Vec::with_capacity(object.fields.len());
        for field in &object.fields {
            values.push(self.field(field));
        }
        self.made(Value::object_of_shape(Arc::clone(&object.spec.shape), values), None)
    }

    pub(super) fn field(&mut self, field: &PlannedField) -> Value {
        match field {
            PlannedField::Attribute { position, spec, default, is_direct } => {
                let decoded = match self.matched.attribute(*position) {
                    None if *is_direct => {
                        let null = || Value::null(spec.value_ty.clone());
                        return default.clone().unwrap_or_else(null);
                    }
                    None => self.absent(spec),
                    Some(node) if !is_direct => self.decoded(node, spec),
                    Some(node) => match self.direct(node, spec, false) {
                        Ok(DirectValue { value, .. }) if value.is_null() && default.is_some() => {
                            return default.clone().unwrap_or_else(|| value.into_owned());
                        }
                        Ok(direct) => return self.checked(node, spec, direct),
                        Err(decoded) => decoded,
                    },
                };
                self.or_default(decoded, default.as_ref(), spec).value
            }
            PlannedField::Blocks { position, spec, body } => self.blocks(spec, *position, body),
            PlannedField::Label(label) => match self.matched.label(label.position) {
                Some(text) => Value::from(text.clone()),
                None => self.label(label).value,
            },
            PlannedField::Object(object) => self.object(object),
        }
    }

    /// Returns a value that needs no more than its type, after the check of the spec.
    fn checked(&mut self, node: &AttributeNode, spec: &AttrSpec, direct: DirectValue<'_>) -> Value {
        let DirectValue { value, evaluated } = direct;
        let is_right = |check: CheckFn| !value.is_wholly_known() || check(&value).is_ok();
        if spec.check.is_none_or(is_right) {
            return value.into_owned();
        }
        let errors = self.decoder.diags.error_count();
        let evaluated = evaluated.unwrap_or(value).into_owned();
        self.decoded_from(node, spec, evaluated, errors).value
    }

    fn blocks(&mut self, spec: &BlocksSpec, position: usize, body: &NestedSpec) -> Value {
        if !self.matched.is_read_one_by_one(position) {
            return self.of_blocks(position, spec).value;
        }
        let (element, is_exact) = spec.element_type();
        let key_len = spec.key.len();
        let value = match spec.collection {
            BlockCollection::Single => {
                let only = self.all_blocks(position, body).pop();
                return only.unwrap_or_else(|| Value::null(element));
            }
            BlockCollection::List if is_exact => {
                Value::list(element, self.all_blocks(position, body))
            }
            BlockCollection::Tuple => Value::tuple(self.all_blocks(position, body)),
            BlockCollection::Map { is_grouped: false } if is_exact && key_len == 1 => {
                let mut entries = self.keyed_blocks(position, body);
                sort_by(&mut entries, |a, b| a.0.cmp(&b.0));
                Value::map(element, entries)
            }
            BlockCollection::Object { is_grouped: false } if key_len == 1 => {
                let mut names = Vec::new();
                let mut values = Vec::new();
                for (name, value) in self.keyed_blocks(position, body) {
                    names.push(name);
                    values.push(value);
                }
                Value::object_of_shape(Shape::of(names), values)
            }
            BlockCollection::List
            | BlockCollection::Set
            | BlockCollection::Map { .. }
            | BlockCollection::Object { .. } => return self.of_blocks(position, spec).value,
        };
        self.made(value, Some(position))
    }

    fn all_blocks(&mut self, position: usize, body: &NestedSpec) -> Vec<Value> {
        let matched = self.matched;
        let mut values = Vec::with_capacity(matched.count(position));
        for blocks in matched.all_blocks(position) {
            match blocks {
                MatchedBlocks::Written(node) => values.push(self.block(node, body, 0)),
                MatchedBlocks::Generated(Some(generator)) => {
                    let Decoder { site, mode, .. } = self.decoder;
                    generator.each(site, self.decoder.diags, &mut |block, diags| {
                        let mut decoder = Decoder { site, mode, diags };
                        values.push(decoder.nested(body, &block, 0).value);
                    });
                }
                MatchedBlocks::Generated(None) => {}
            }
        }
        self.check_unused(position, body);
        values
    }

    /// Returns the values of blocks with their first labels.
    fn keyed_blocks(&mut self, position: usize, body: &NestedSpec) -> Vec<(Str, Value)> {
        let matched = self.matched;
        let mut entries = Vec::with_capacity(matched.blocks(position).count());
        for node in matched.blocks(position) {
            let Some(label) = matched.tree().labels(node.labels).first() else { continue };
            entries.push((label.value.clone(), self.block(node, body, 1)));
        }
        entries
    }

    fn block(&mut self, node: &BlockNode, body: &NestedSpec, key_len: usize) -> Value {
        let Some(matched) = body.matched_node(self.matched, node, key_len) else {
            let block = self.matched.block_of(node);
            return self.decoder.nested(body, &block, key_len).value;
        };
        in_block(|| self.decoder.value_of(body, matched))
    }

    /// Returns a value made of decoded parts, or an unknown value if it is too large, which is reported in the body or, for
    /// the blocks at a position of the plan, at the first one.
    fn made(&mut self, value: Value, blocks: Option<usize>) -> Value {
        if !value.is_known() {
            let matched = self.matched;
            let first = blocks.and_then(|position| matched.first_block(position));
            let place =
                first.map_or_else(|| matched.missing_item_place(), |block| block.header_place());
            self.decoder.diags.push(diags::value_too_large(place));
        }
        value
    }
}
