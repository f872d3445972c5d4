//! Blocks.

use hcldyn_syntax::parser::MAX_BLOCK_NESTING;

use super::{BodyParts, Encoding, fits};
use crate::cty::{Kind, Step, Str, Value};
use crate::spec::{BlockMapSpec, BlockSpec, BlockTypesSpec, BlocksSpec, NestedSpec};
use crate::syntax::native::NewExpr;

impl<E: NewExpr> Encoding<E> {
    pub(super) fn single_block(
        &mut self,
        spec: &BlockSpec,
        value: &Value,
        body: &mut BodyParts<E>,
    ) {
        match value.is_null() {
            true if spec.required => {
                self.fail(format!("the block {:?} is required", spec.item.name));
            }
            true => {}
            false => self.block(&spec.item.name, &[], &spec.nested, value, body),
        }
    }

    pub(super) fn all_blocks(&mut self, spec: &BlocksSpec, value: &Value, body: &mut BodyParts<E>) {
        self.each_element(value, |it, value| {
            it.block(&spec.item.name, &[], &spec.nested, value, body);
        });
    }

    pub(super) fn block_map(
        &mut self,
        spec: &BlockMapSpec,
        value: &Value,
        body: &mut BodyParts<E>,
    ) {
        self.blocks_by_label(spec, value, &mut Vec::new(), body);
    }

    /// Adds the blocks whose first labels are `key`.
    fn blocks_by_label(
        &mut self,
        spec: &BlockMapSpec,
        value: &Value,
        key: &mut Vec<Str>,
        body: &mut BodyParts<E>,
    ) {
        let ty = &spec.item.name;
        let is_group = !key.is_empty() && (spec.grouped || key.len() < spec.labels.len());
        if is_group && value.elements().is_empty() {
            return self.fail(format!(
                "an empty group of {ty:?} blocks can't be written, because a source has no notation for it"
            ));
        }
        if key.len() == spec.labels.len() {
            if spec.grouped {
                self.each_element(value, |it, value| it.block(ty, key, &spec.nested, value, body));
            } else {
                self.block(ty, key, &spec.nested, value, body);
            }
            return;
        }
        let labels = match value.kind() {
            Kind::Null(_) => return,
            Kind::Map(map) => map.keys(),
            Kind::Object(object) => object.shape().names(),
            _ => return self.expected("a map or an object of blocks", value),
        };
        for (label, value) in labels.iter().zip(value.elements()) {
            key.push(label.clone());
            let step = Step::Index(label.clone().into());
            self.under(step, |it| {
                it.inside(value, |it, value| it.blocks_by_label(spec, value, key, body));
            });
            key.pop();
        }
    }

    pub(super) fn block_of(
        &mut self,
        spec: &BlockTypesSpec,
        value: &Value,
        body: &mut BodyParts<E>,
    ) {
        match value.is_null() {
            true if spec.min_items > 0 => self.fail("a block is required"),
            true => {}
            false => self.block_of_any_type(spec, value, body),
        }
    }

    pub(super) fn blocks_of(
        &mut self,
        spec: &BlockTypesSpec,
        value: &Value,
        body: &mut BodyParts<E>,
    ) {
        self.each_element(value, |it, value| it.block_of_any_type(spec, value, body));
    }

    /// Adds a block of the first type that the value fits.
    fn block_of_any_type(&mut self, spec: &BlockTypesSpec, value: &Value, body: &mut BodyParts<E>) {
        if self.readable(value).is_none() {
            return;
        }
        match spec.types.iter().find(|(_, nested)| fits::fits(nested.spec(), value)) {
            Some((ty, nested)) => self.block(ty, &[], nested, value, body),
            None => self.expected("a block of one of the types", value),
        }
    }

    fn each_element(&mut self, value: &Value, mut encode: impl FnMut(&mut Self, &Value)) {
        match value.kind() {
            Kind::Null(_) => {}
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
                for (index, value) in value.elements().iter().enumerate() {
                    self.under(Step::Index(index.into()), |it| encode(it, value));
                }
            }
            _ => self.expected("a list of blocks", value),
        }
    }

    /// Adds a block. Its first labels are a key.
    fn block(
        &mut self,
        ty: &Str,
        key: &[Str],
        nested: &NestedSpec,
        value: &Value,
        body: &mut BodyParts<E>,
    ) {
        if self.level >= MAX_BLOCK_NESTING {
            return self
                .fail(format!("blocks can be nested at most {MAX_BLOCK_NESTING} levels deep"));
        }
        let (mut inner, errors) = (BodyParts::default(), self.errors.len());
        self.level += 1;
        self.spec(nested.spec(), value, &mut inner);
        self.level -= 1;
        match inner.into_block(ty.clone(), key, nested.labels().key.is_some()) {
            Ok(block) => body.items.push(block),
            // A label may be missing because of an error in it.
            Err(message) if self.errors.len() == errors => self.fail(message),
            Err(_) => {}
        }
    }
}
