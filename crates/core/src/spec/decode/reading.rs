//! A matched body that is read item by item.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::block_entries::BlockEntry;
use super::secrecy::{Secrecy, defaulted};
use super::{BodyContent, Decoder, has_work_left, report_end_of_work};
use crate::cty::{Kind, Mark, Type, Value, convert};
use crate::expr::{Scope, value_in_tree};
use crate::limits::work;
use crate::source::{Place, Span};
use crate::spec::matched::{Matched, MatchedBlocks};
use crate::spec::plan::PlannedObject;
use crate::spec::{
    AttrSpec, BlocksSpec, Decoded, LabelSpec, NestedSpec, Origin, Presence, Spec, diags,
};
use crate::tree::{AttributeNode, ExprNode};

/// The progress of reading a body and the blocks in it.
#[derive(Default)]
pub(super) struct ReadingProgress {
    /// The first value that failed because of an error elsewhere.
    pub(super) failure: RefCell<Option<Decoded>>,
    /// The size of all values that were taken.
    size: Cell<usize>,
}

/// A matched body that is read item by item.
pub(super) struct Reading<'a> {
    pub(super) decoder: Decoder<'a>,
    pub(super) matched: &'a Matched<'a>,
    /// The spec of the body.
    pub(super) nested: &'a NestedSpec,
    pub(super) progress: &'a ReadingProgress,
}

/// The value of an attribute, which has its type.
pub(super) struct DirectValue<'a> {
    pub(super) value: Cow<'a, Value>,
    /// The value before its conversion, if that changed it.
    pub(super) evaluated: Option<Cow<'a, Value>>,
}

impl<'a> Reading<'a> {
    /// Returns the same reading for an inner borrow.
    pub(super) fn again(&mut self) -> Reading<'_> {
        let decoder = self.decoder.again();
        Reading { decoder, progress: self.progress, matched: self.matched, nested: self.nested }
    }

    /// Keeps a value that failed because of an error elsewhere, if it is the first one.
    pub(super) fn note_failure(&self, decoded: &Decoded) {
        if decoded.value.is_failed() {
            self.progress.failure.borrow_mut().get_or_insert_with(|| decoded.clone());
        }
    }

    /// Counts a value that becomes a part of a struct. Returns `false` if all together are too large for one value, which
    /// is reported once.
    pub(super) fn takes(&mut self, value: &Value) -> bool {
        let before = self.progress.size.get();
        let size = before.saturating_add(value.size());
        self.progress.size.set(size);
        if before <= Value::MAX_SIZE && size > Value::MAX_SIZE {
            let place = self.matched.tree().place(Span::default());
            self.decoder.diags.push(diags::value_too_large(place));
        }
        size <= Value::MAX_SIZE
    }

    /// Evaluates an attribute whose value needs no more than its type. If that is not enough, it is decoded. A tuple or an
    /// object stays one if `takes_elements` is set and its elements need no conversion.
    pub(super) fn direct(
        &mut self,
        node: &AttributeNode,
        spec: &AttrSpec,
        takes_elements: bool,
    ) -> Result<DirectValue<'a>, Decoded> {
        let matched = self.matched;
        let tree = matched.tree();
        let Decoder { site, diags, .. } = &mut self.decoder;
        let errors = diags.error_count();
        let value = match tree.node(node.expr) {
            // In a generated block, it is a part of the work.
            ExprNode::Literal(value) if matched.iteration().is_none() => Cow::Borrowed(value),
            _ if tree.has_error_in(node.expr) => return Err(self.decoded(node, spec)),
            _ => {
                let scope = Scope::of_context(site.ctx);
                let value = value_in_tree(tree, node.expr, matched.iteration(), &scope, diags);
                let is_failed = diags.error_count() > errors || work::is_used_up();
                let is_open = diags.checks_types() && !value.is_wholly_known();
                if is_failed || is_open || value.contains_marked() {
                    return Err(self.decoded_from(node, spec, value, errors));
                }
                Cow::Owned(value)
            }
        };
        let converted = match spec.value.plain_ty() {
            Some(ty) if value.is_of(ty) || (takes_elements && has_elements_of(&value, ty)) => {
                return Ok(DirectValue { value, evaluated: None });
            }
            Some(ty) => convert::convert(Value::clone(&value), ty).ok(),
            None => {
                let mut found = Vec::new();
                let converted = spec.value.convert(Value::clone(&value), &mut found);
                found.is_empty().then_some(converted)
            }
        };
        match converted {
            Some(converted) => {
                Ok(DirectValue { value: Cow::Owned(converted), evaluated: Some(value) })
            }
            None => Err(self.decoded_from(node, spec, value.into_owned(), errors)),
        }
    }

    /// Decodes an attribute.
    pub(super) fn decoded(&mut self, node: &AttributeNode, spec: &AttrSpec) -> Decoded {
        let attribute = self.matched.attribute_of(node);
        let decoded = self.decoder.attribute(&attribute, spec);
        self.note_failure(&decoded);
        decoded
    }

    /// Decodes an attribute that is evaluated already. `errors` is the error count before that.
    pub(super) fn decoded_from(
        &mut self,
        node: &AttributeNode,
        spec: &AttrSpec,
        value: Value,
        errors: usize,
    ) -> Decoded {
        let attribute = self.matched.attribute_of(node);
        let secrecy = Secrecy::of(spec, &attribute);
        let decoded = self.decoder.attribute_from(&attribute, spec, value, secrecy, errors);
        self.note_failure(&decoded);
        decoded
    }

    /// Returns the value of an attribute that is not written, or null: its default, if there is one.
    pub(super) fn or_default(
        &self,
        first: Decoded,
        default: Option<&Value>,
        spec: &AttrSpec,
    ) -> Decoded {
        match default {
            Some(default) if first.value.is_null() => {
                let place = self.matched.missing_item_place();
                let default = Decoded::new(default.clone(), place, Presence::Absent);
                defaulted(Some(spec), first, default)
            }
            _ => first,
        }
    }

    /// Returns the null of an optional attribute that is not written.
    pub(super) fn absent(&self, spec: &AttrSpec) -> Decoded {
        absent_attribute(spec, self.matched.missing_item_place(), Presence::Absent)
    }

    pub(super) fn label(&self, spec: &LabelSpec) -> Decoded {
        let place = self.matched.label_place(spec.position);
        match self.matched.label(spec.position).zip(place) {
            Some((label, place)) => Decoded::new(label.clone().into(), place, Presence::Present),
            None => {
                let place = self.matched.missing_item_place();
                Decoded::new(Value::null(Type::String), place, Presence::Failed)
            }
        }
    }

    /// Decodes a spec from the content of the whole body.
    pub(super) fn of_content(&mut self, spec: &Spec) -> Decoded {
        let (implied, generators) = (self.nested.implied(), self.matched.generators());
        let (body, outer) = (self.matched.body(), self.matched.outer());
        let block = outer.as_ref().map(|(block, key_len)| (&**block, *key_len));
        let content = BodyContent::open(&body, block, implied, generators, &mut self.decoder);
        let decoded = self.decoder.spec(spec, &content);
        self.note_failure(&decoded);
        decoded
    }

    /// Decodes the blocks at a position of the plan.
    pub(super) fn of_blocks(&mut self, position: usize, spec: &BlocksSpec) -> Decoded {
        let (matched, implied) = (self.matched, self.nested.implied());
        let (body, outer) = (matched.body(), matched.outer());
        let block = outer.as_ref().map(|(block, key_len)| (&**block, *key_len));
        let mut entries = Vec::new();
        for blocks in matched.all_blocks(position) {
            let entry = match blocks {
                MatchedBlocks::Written(node) => {
                    BlockEntry::Block(matched.to_decode(matched.block_of(node)))
                }
                MatchedBlocks::Generated(Some(it)) => {
                    if let Some(expansion) = matched.expansion() {
                        it.each(expansion.site(), self.decoder.diags, &mut |block, _| {
                            entries.push(BlockEntry::Block(expansion.wrap(block)));
                        });
                        continue;
                    }
                    BlockEntry::Generator(Rc::clone(it))
                }
                MatchedBlocks::Generated(None) => BlockEntry::Failed(spec.first_name()),
            };
            entries.push(entry);
        }
        let content = BodyContent::of_entries(&body, block, implied, entries, &self.decoder);
        let decoded = self.decoder.blocks(spec, &content);
        self.note_failure(&decoded);
        decoded
    }

    /// Counts the work of an object.
    pub(super) fn charge(&mut self, object: &PlannedObject) {
        if !has_work_left(object.fields.len(), self.matched.iteration().is_some()) {
            let Decoder { site, diags, .. } = &mut self.decoder;
            report_end_of_work(&self.matched.missing_item_place(), site.ctx.limits(), diags);
        }
    }

    /// Decodes the blocks that `dynamic` blocks would generate from a non-empty collection, only to report errors.
    pub(super) fn check_unused(&mut self, position: usize, body: &NestedSpec) {
        let matched = self.matched;
        for found in matched.generators_of(position) {
            if let Some(block) = found.generator.as_ref().and_then(|it| it.unused()) {
                self.decoder.nested(body, &block, 0);
            }
        }
    }

    /// Returns the origin of the body, without those of its parts.
    pub(super) fn origin(&self) -> Origin {
        let origin = Origin::new(self.matched.missing_item_place(), Presence::Present);
        match self.matched.outer() {
            Some((block, _)) => origin.in_block(&block),
            None => origin.of_file(&self.matched.body()),
        }
    }
}

/// Returns `true` for a tuple with the elements of a list, or an object with those of a map. Elements of other than
/// primitive types may convert to a common type.
fn has_elements_of(value: &Value, ty: &Type) -> bool {
    let ((Kind::Tuple(_), Type::List(element)) | (Kind::Object(_), Type::Map(element))) =
        (value.kind(), ty)
    else {
        return false;
    };
    element.is_primitive() && value.elements().iter().all(|it| it.is_of(element))
}

/// Returns the null of an attribute that is not written.
pub(super) fn absent_attribute(spec: &AttrSpec, place: Place, presence: Presence) -> Decoded {
    let null = Value::null(spec.value_ty.clone());
    let null = if spec.is_secret { null.mark(Mark::sensitive()) } else { null };
    Decoded::new(null, place, presence)
}
