//! Blocks that are written as attributes, and merged blocks.

use std::cell::OnceCell;
use std::sync::Arc;

use hcldyn_syntax::parser::MAX_BLOCK_NESTING;

use super::block_entries::BlockTypes;
use super::{BodyContent, DECODED_STEPS, Decoder, Implied, has_work_left};
use crate::body::{
    Attribute, Block, BlockSchema, Body, BodySchema, ByName, ItemBody, ItemKind, Label,
};
use crate::cty::internal::{CollectVec, KeyMap, sort_by_cached_key};
use crate::cty::{Kind, Marks, Str, Value};
use crate::expr::{Expression, Iteration, block_levels, report_end_of_work};
use crate::limits::work;
use crate::source::{Source, Span};
use crate::spec::{NestedSpec, OtherForms, diags};
use crate::tree::{ExprNode, Tree};

/// The work of decoding a block from an evaluated object, in steps, without its items.
const BLOCK_STEPS: u64 = 16;

/// The blocks of an attribute while their labels are read.
pub(super) struct Header<'a> {
    pub(super) attribute: &'a Attribute,
    pub(super) schema: &'a BodySchema,
    pub(super) wanted: &'a BlockSchema,
    /// The spec of the blocks' bodies, unless they hold attributes of any name.
    pub(super) nested: Option<&'a NestedSpec>,
    /// `true` if the blocks have sensitive attributes, so that errors must not show values.
    pub(super) is_secret: OnceCell<bool>,
    /// The labels so far.
    pub(super) labels: Vec<Label>,
    pub(super) blocks: Vec<Block>,
}

impl Decoder<'_> {
    /// Replaces attributes with blocks, where the schema has blocks of these names. Reports the attributes that can't be read
    /// as blocks, and returns their names.
    pub(super) fn spell_blocks(
        &mut self,
        body: &Body,
        attributes: &mut Vec<Attribute>,
        blocks: &mut Vec<Block>,
        schema: &BodySchema,
        implied: &Implied,
    ) -> Vec<Str> {
        let (written, mut failed) = (blocks.len(), Vec::new());
        let names = ByName::new(&schema.attributes, |known| &known.name);
        let types = ByName::new(&schema.blocks, |known| &known.ty);
        attributes.retain(|attribute| {
            let name = &attribute.name;
            let wanted = types.get(name).filter(|_| names.get(name).is_none());
            let Some(wanted) = wanted else { return true };
            let mut header = Header {
                attribute,
                schema,
                wanted,
                nested: implied.body_of(name),
                is_secret: OnceCell::new(),
                labels: Vec::new(),
                blocks: Vec::new(),
            };
            if !header.unpack_attribute(attribute.name_span, self) {
                failed.push(name.clone());
            }
            blocks.append(&mut header.blocks);
            false
        });
        if blocks.len() > written {
            sort_by_place(blocks, body);
        }
        failed
    }

    /// Visits the blocks of some types as [`Self::each_block`] does, with those of equal labels merged.
    pub(super) fn each_merged_block(
        &mut self,
        content: &BodyContent<'_>,
        types: &impl BlockTypes,
        mut visit: impl FnMut(&mut Decoder<'_>, &Block),
    ) {
        if !types.names().any(|ty| content.forms_of(ty).contains(OtherForms::MERGE)) {
            return self.each_block(content, types, visit);
        }
        let mut positions: KeyMap<(Str, Vec<Str>), usize> = KeyMap::default();
        let mut groups: Vec<Vec<Block>> = Vec::new();
        self.each_block(content, types, |_, block| {
            let labels = block.labels.iter().map(|label| label.value.clone()).collect_vec();
            let position = *positions.get_or_insert((block.ty.clone(), labels), groups.len());
            match groups.get_mut(position) {
                Some(group) => group.push(block.clone()),
                None => groups.push(vec![block.clone()]),
            }
        });
        let merged = groups.into_iter().map(|mut group| {
            let body = Body::merge(group.iter().map(|block| block.body.clone()));
            let first = group.swap_remove(0);
            Block { body: body.unwrap_or_else(|| first.body.clone()), ..first }
        });
        for block in types.acquainted(merged.collect_vec()) {
            visit(self, &block);
        }
    }

    /// Evaluates an expression of blocks. Returns `None` after an error, which the parser may have reported.
    fn evaluated_blocks(&mut self, expr: &Expression, header: &Header<'_>) -> Option<Value> {
        if expr.has_error() {
            return None;
        }
        let errors = self.diags.error_count();
        let evaluate = |decoder: &mut Self| expr.value(decoder.site.ctx, decoder.diags);
        let value = if header.is_secret() {
            if !expr.is_reference() {
                self.diags.hide(&expr.place());
            }
            self.in_secret(header.attribute, evaluate)
        } else {
            evaluate(self)
        };
        (self.diags.error_count() == errors).then_some(value)
    }
}

impl Header<'_> {
    /// Adds the blocks of the attribute. Returns `false` if it has an error.
    pub(super) fn unpack_attribute(&mut self, header: Span, decoder: &mut Decoder<'_>) -> bool {
        let (attribute, errors) = (self.attribute, decoder.diags.error_count());
        if block_levels() >= MAX_BLOCK_NESTING {
            decoder.diags.push(diags::blocks_too_deep(attribute.name_place()));
        } else {
            self.unpack(&attribute.expr, header, decoder);
        }
        !attribute.expr.has_error() && decoder.diags.error_count() == errors
    }

    /// Adds the blocks of an expression: an object, or one for each element of a list. Each remaining label is a level
    /// of objects. `header` is the span of the name, of the last label or of the start of an element.
    fn unpack(&mut self, expr: &Expression, header: Span, decoder: &mut Decoder<'_>) {
        if let Some(items) = items_of(expr) {
            self.unpack_items(items, expr, header, decoder);
        } else if let Some(elements) = expr.as_list() {
            for element in &elements {
                self.unpack(element, element.span().at_start(), decoder);
            }
        } else if let Some(value) = decoder.evaluated_blocks(expr, self) {
            self.unpack_value(&value, expr, decoder);
        }
    }

    fn unpack_items(
        &mut self,
        items: Vec<(Str, Expression, Expression)>,
        expr: &Expression,
        header: Span,
        decoder: &mut Decoder<'_>,
    ) {
        if !has_work_left(items.len(), expr.is_generated()) {
            report_end_of_work(&expr.place(), decoder.site.ctx.limits(), decoder.diags);
        }
        if self.next_label().is_some() {
            for (value, key, inner) in items {
                self.labels.push(Label { value, span: key.span() });
                self.unpack(&inner, key.span(), decoder);
                self.labels.pop();
            }
            return;
        }
        let attribute =
            |(name, key, expr): (_, Expression, _)| Attribute::new(name, key.span(), expr);
        let attributes = items.into_iter().map(attribute).collect_vec();
        let body = ItemBody::of_object(attributes, expr.place(), ItemKind::Known);
        let body = match expr.iteration() {
            Some(iteration) => body.in_iteration(iteration),
            None => body,
        };
        self.push(body, header);
    }

    /// Adds the blocks of the value of an expression. Each remaining label is a level of objects or maps.
    fn unpack_value(&mut self, value: &Value, expr: &Expression, decoder: &mut Decoder<'_>) {
        let span = expr.span();
        match value.unmarked().kind() {
            Kind::Null(_) => {}
            Kind::Unknown(..) => self.push_unknown(value, expr),
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
                for entry in value.entries().take_while(|_| !work::is_used_up()) {
                    self.unpack_value(&entry.value(), expr, decoder);
                }
            }
            Kind::Map(_) | Kind::Object(_)
                if value.marks().is_some() && self.next_label().is_some() =>
            {
                decoder.diags.push(diags::marked_labels(self.attribute, expr.place()));
            }
            Kind::Map(_) | Kind::Object(_) if self.next_label().is_some() => {
                for entry in value.entries() {
                    let Some(name) = entry.key().unmarked().as_str().map(Str::new) else {
                        continue;
                    };
                    self.labels.push(Label { value: name, span });
                    self.unpack_value(&entry.value(), expr, decoder);
                    self.labels.pop();
                }
            }
            Kind::Map(_) | Kind::Object(_) if !self.charge(value) => {
                report_end_of_work(&expr.place(), decoder.site.ctx.limits(), decoder.diags);
            }
            Kind::Map(_) | Kind::Object(_) => {
                let is_secret = self.is_secret() || value.marks().is_some();
                let kind = if is_secret { ItemKind::Secret } else { ItemKind::Known };
                let body = ItemBody::of_object(attributes_of(value, expr), expr.place(), kind);
                self.push(with_marks(body, value, expr), span);
            }
            _ => decoder.diags.push(diags::no_blocks(self.attribute, expr.place(), value)),
        }
    }

    /// Charges the work of decoding a block from an evaluated object. Returns `false` if it exceeds the limit.
    fn charge(&self, object: &Value) -> bool {
        let schema = self.nested.map(|nested| &nested.implied().schema);
        let items = schema.map_or(0, |schema| schema.attributes.len() + schema.blocks.len());
        let parts = object.unmarked().elements().len();
        work::charge(BLOCK_STEPS + DECODED_STEPS * (items + parts) as u64)
    }

    /// Adds a block that represents an unknown number of blocks.
    fn push_unknown(&mut self, value: &Value, expr: &Expression) {
        let labels = self.labels.len();
        while self.next_label().is_some() {
            self.labels.push(Label { value: Str::new(""), span: expr.span() });
        }
        let iteration = Iteration { of_unknown: true, unknown: true, ..iteration(value, expr) };
        let body = ItemBody::of_object(Vec::new(), expr.place(), ItemKind::Unknown)
            .in_iteration(&Arc::new(iteration));
        self.push(body, expr.span());
        self.labels.truncate(labels);
    }

    fn is_secret(&self) -> bool {
        *self.is_secret.get_or_init(|| self.nested.is_some_and(NestedSpec::has_sensitive))
    }

    /// Returns the name of the next label. Returns `None` after the last one.
    fn next_label(&self) -> Option<&Str> {
        let label = |index: usize| self.labels.get(index).map(|label| label.value.clone());
        self.schema.labels_of(self.wanted, label)?.get(self.labels.len())
    }

    fn push(&mut self, body: Body, header_span: Span) {
        let attribute = self.attribute;
        self.blocks.push(Block {
            ty: attribute.name.clone(),
            labels: self.labels.clone(),
            body,
            source: attribute.expr.tree().source.clone(),
            type_span: attribute.name_span,
            header_span,
        });
    }
}

/// Returns the names, keys and values of an object constructor whose keys are names or literals.
fn items_of(expr: &Expression) -> Option<Vec<(Str, Expression, Expression)>> {
    let items = expr.as_map()?.into_iter();
    items.map(|(key, value)| Some((key.as_name()?, key, value))).collect_all()
}

/// Returns the attributes of an object or a map, with the location of the expression that it is the value of.
fn attributes_of(value: &Value, expr: &Expression) -> Vec<Attribute> {
    let mut tree = Tree::new(expr.tree().source.clone());
    let named = value.entries().filter_map(|entry| {
        let name = Str::new(entry.key().unmarked().as_str()?);
        Some((name, tree.add_node(ExprNode::Literal(entry.value().into_owned()), expr.span())))
    });
    let named = named.collect_vec();
    let tree = Arc::new(tree);
    let attribute =
        |(name, node)| Attribute::new(name, expr.span(), Expression::new(Arc::clone(&tree), node));
    named.into_iter().map(attribute).collect_vec()
}

/// Returns the body with the marks of a value and the iterators of its expression.
fn with_marks(body: Body, value: &Value, expr: &Expression) -> Body {
    match (value.marks(), expr.iteration()) {
        (None, None) => body,
        (None, Some(own)) => body.in_iteration(own),
        (Some(_), _) => body.in_iteration(&Arc::new(iteration(value, expr))),
    }
}

/// Returns an iteration with the marks of a value.
fn iteration(value: &Value, expr: &Expression) -> Iteration {
    let outer = expr.iteration().cloned();
    let mut marks: Marks = value.marks().cloned().unwrap_or_default();
    marks.extend(outer.iter().flat_map(|outer| outer.marks.iter().cloned()));
    Iteration {
        name: Str::new(""),
        key: Value::dynamic(),
        value: Value::dynamic(),
        marks,
        of_unknown: false,
        unknown: false,
        outer,
    }
}

/// Sorts the blocks of a body by source location.
pub(super) fn sort_by_place(blocks: &mut [Block], body: &Body) {
    let ranks: KeyMap<Source, usize> = body.sources().into_iter().zip(0..).collect();
    sort_by_cached_key(blocks, |block| (ranks.get(&block.source).copied(), block.type_span.start));
}
