//! The rest of a body as data.

use super::{BodyContent, Decoded, Decoder, has_work_left};
use crate::body::{Block, Body, Content};
use crate::cty::internal::NameMap;
use crate::cty::{Marks, Type, Value};
use crate::expr::{in_block, report_end_of_work};
use crate::source::Place;
use crate::spec::{AttrSpec, Presence, diags};

/// The data of the blocks of a type.
#[derive(Default)]
struct BlocksData {
    values: Vec<Value>,
    /// `true` if a block represents an unknown number of blocks.
    is_unknown: bool,
    /// The marks of the collections that generated the blocks.
    marks: Marks,
}

impl BlocksData {
    fn add(&mut self, value: Value, body: &Body) {
        let marks = body.marks().cloned().unwrap_or_default();
        self.values.push(value.with_marks(&marks));
        self.marks.extend(marks);
        self.is_unknown |= body.is_unknown();
    }

    fn into_value(self) -> Value {
        if self.is_unknown {
            Value::dynamic().with_marks(&self.marks)
        } else {
            Value::tuple(self.values)
        }
    }
}

impl Decoder<'_> {
    pub(super) fn open_body(&mut self, content: &BodyContent<'_>) -> Decoded {
        let errors = self.diags.error_count();
        let value = self.data(&content.remain());
        let failed = self.diags.error_count() > errors;
        let presence = if failed { Presence::Failed } else { Presence::Present };
        self.made(Decoded::new(value, content.missing_item.clone(), presence))
    }

    /// Returns all items of a body, with the blocks that `dynamic` blocks generate if the body is expanded.
    pub(super) fn all_items(&mut self, body: &Body) -> Content {
        let content = body.everything_expanded(self.diags);
        let items = content.attributes.len() + content.blocks.len();
        if !has_work_left(items, body.iteration().is_some()) {
            report_end_of_work(&content.missing_item, self.site.ctx.limits(), self.diags);
        }
        content
    }

    /// Returns an object of the attributes, with a tuple of the blocks of each type.
    fn data(&mut self, body: &Body) -> Value {
        let Content { attributes, blocks, missing_item, .. } = self.all_items(body);
        let any = AttrSpec::new("", Type::Dynamic);
        let mut data = NameMap::default();
        for attribute in &attributes {
            let value = self.attribute(attribute, &any).value;
            if data.insert(attribute.name.clone(), value).is_some() {
                self.diags.push(diags::set_again(&attribute.name, attribute.name_place()));
            }
        }
        let mut blocks_of: NameMap<BlocksData> = NameMap::default();
        for block in &blocks {
            if data.contains(&block.ty) {
                self.diags.push(diags::set_again(&block.ty, block.type_place()));
            }
            let value = in_block(|| self.labelled_data(block));
            blocks_of.get_or_insert_with(&block.ty, BlocksData::default).add(value, &block.body);
        }
        for (ty, blocks) in blocks_of.into_sorted() {
            let is_unknown = blocks.is_unknown;
            let value = blocks.into_value();
            if !is_unknown {
                self.check_size(&value, || missing_item.clone());
            }
            data.insert(ty, value);
        }
        Value::object(data.into_sorted())
    }

    /// Reports a value that is too large or too deep, and is unknown for that reason.
    fn check_size(&mut self, value: &Value, place: impl FnOnce() -> Place) {
        if !value.is_known() {
            self.diags.push(diags::value_too_large(place()));
        }
    }

    /// Returns the data of a block, in an object for each label.
    fn labelled_data(&mut self, block: &Block) -> Value {
        let mut value = self.data(&block.body);
        for label in block.labels.iter().rev() {
            if value.is_known() {
                value = Value::object([(label.value.clone(), value)]);
            }
        }
        self.check_size(&value, || block.header_place());
        value
    }
}
