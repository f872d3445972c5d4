//! Blocks.

use hcldyn_syntax::parser::MAX_BLOCK_NESTING;

use super::{BodyParts, Encoding, fits};
use crate::cty::{Kind, Step, Str, Value};
use crate::spec::{BlockCollection, BlockContent, BlockType, BlocksSpec};
use crate::syntax::native::NewExpr;

impl<E: NewExpr> Encoding<E> {
    /// Adds the blocks of a collection.
    pub(super) fn blocks(&mut self, spec: &BlocksSpec, value: &Value, body: &mut BodyParts<E>) {
        match spec.collection {
            BlockCollection::Single => match (value.is_null(), spec.names()) {
                (true, _) if !spec.is_required() => {}
                (true, Some(names)) => self.fail(format!("the block {:?} is required", names.name)),
                (true, None) => self.fail("a block is required"),
                (false, _) => self.block(spec, &[], value, body),
            },
            BlockCollection::List | BlockCollection::Tuple | BlockCollection::Set => {
                self.each_element(value, |it, value| it.block(spec, &[], value, body));
            }
            BlockCollection::Map { .. } | BlockCollection::Object { .. } => {
                self.blocks_by_label(spec, value, &mut Vec::new(), body);
            }
        }
    }

    /// Adds the blocks whose first labels are `key`.
    fn blocks_by_label(
        &mut self,
        spec: &BlocksSpec,
        value: &Value,
        key: &mut Vec<Str>,
        body: &mut BodyParts<E>,
    ) {
        let is_grouped = spec.collection.is_grouped();
        let is_group = !key.is_empty() && (is_grouped || key.len() < spec.key.len());
        if is_group && value.elements().is_empty() {
            let ty = spec.first_name();
            return self.fail(format!(
                "an empty group of {ty:?} blocks can't be written, because a source has no notation for it"
            ));
        }
        if key.len() == spec.key.len() {
            if is_grouped {
                self.each_element(value, |it, value| it.block(spec, key, value, body));
            } else {
                self.block(spec, key, value, body);
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

    /// Adds a block, of the first type that the value fits if there are several. Its first labels are a key.
    fn block(&mut self, spec: &BlocksSpec, key: &[Str], value: &Value, body: &mut BodyParts<E>) {
        let ty = if spec.is_choice() {
            if self.readable(value).is_none() {
                return;
            }
            spec.types.iter().find(|ty| fits::fits_content(&ty.content, value))
        } else {
            spec.types.first()
        };
        match ty {
            Some(ty) => self.block_of(ty, key, value, body),
            None => self.expected("a block of one of the types", value),
        }
    }

    fn block_of(&mut self, ty: &BlockType, key: &[Str], value: &Value, body: &mut BodyParts<E>) {
        if self.level >= MAX_BLOCK_NESTING {
            return self
                .fail(format!("blocks can be nested at most {MAX_BLOCK_NESTING} levels deep"));
        }
        let (mut inner, errors) = (BodyParts::default(), self.errors.len());
        self.level += 1;
        match &ty.content {
            BlockContent::Body(nested) => self.spec(nested.spec(), value, &mut inner),
            BlockContent::Attributes(each) => {
                self.inside(value, |it, value| it.free_attrs(each, value, &mut inner));
            }
        }
        self.level -= 1;
        let has_key = ty.content.labels().is_some_and(|labels| labels.key.is_some());
        match inner.into_block(ty.names.name.clone(), key, has_key) {
            Ok(block) => body.items.push(block),
            // A label may be missing because of an error in it.
            Err(message) if self.errors.len() == errors => self.fail(message),
            Err(_) => {}
        }
    }
}
