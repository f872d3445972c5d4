//! The fields of a matched body, read one by one.

use std::fmt;
use std::sync::Arc;

use super::reading::{DirectValue, Reading, ReadingProgress};
use super::{Decoder, Mode, in_block};
use crate::body::{Block, Body};
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::dynblock::{BlockBudget, Generator, GeneratorSite};
use crate::source::Place;
use crate::spec::matched::{Matched, MatchedBlocks};
use crate::spec::plan::{PlannedField, PlannedObject};
use crate::spec::{BlockCollection, BlocksSpec, Decoded, NestedSpec, Origin, Presence, Spec};
use crate::tree::BlockNode;

/// Reads a body field by field, if it is as its spec plans it. Expressions are evaluated in `ctx`, and their errors are
/// reported. Returns the result of `read`, and the first value that failed because of an error elsewhere.
pub(crate) fn read_fields<T>(
    body: &Body,
    root: &NestedSpec,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
    read: impl FnOnce(BodyFields<'_>) -> T,
) -> Option<(T, Option<Decoded>)> {
    let mut matched = root.matched_root(body)?;
    if root.has_sensitive() {
        root.spec().hide_sensitive(diags);
    }
    let _work = ctx.limits().open_budget();
    let budget = BlockBudget::new(ctx.limits().generated_blocks);
    let site = GeneratorSite { ctx, budget: &budget };
    matched.evaluate(root.implied(), site, diags);
    let mode = Mode::DEFAULT;
    let progress = ReadingProgress::default();
    let decoder = Decoder { site, mode, diags };
    let reading = Reading { decoder, progress: &progress, matched: &matched, nested: root };
    let made = read(BodyFields::new(reading, matched.object()));
    Some((made, progress.failure.into_inner()))
}

/// The fields of an object that is read from a matched body.
pub(crate) struct BodyFields<'a> {
    reading: Reading<'a>,
    object: &'a PlannedObject,
    taken: usize,
}

/// An iterator over the blocks of one type.
pub struct BodyBlocks<'a> {
    reading: Reading<'a>,
    /// The name of the field.
    name: &'a Str,
    spec: &'a BlocksSpec,
    body: &'a NestedSpec,
    which: WhichBlocks<'a>,
}

/// Blocks of a matched body.
#[derive(Clone, Copy)]
enum WhichBlocks<'a> {
    /// The blocks at a position of the plan.
    At(usize),
    One(&'a BlockNode),
}

/// The content of a block: fields to read or, if its body is not as planned, the decoded value.
pub(crate) enum BlockFields<'a> {
    Body(BodyFields<'a>),
    Decoded(Decoded),
}

impl<'a> BodyFields<'a> {
    fn new(reading: Reading<'a>, object: &'a PlannedObject) -> Self {
        Self { reading, object, taken: 0 }
    }

    /// Returns the name of the next field.
    pub(crate) fn next_name(&self) -> Option<&Str> {
        self.object.spec.shape.names().get(self.taken)
    }

    /// Returns the name of the field that was taken last.
    pub(crate) fn last_name(&self) -> Option<&Str> {
        self.object.spec.shape.names().get(self.taken.checked_sub(1)?)
    }

    /// Returns the origin of the object, without those of its parts.
    pub(crate) fn origin(&self) -> Origin {
        self.reading.origin()
    }

    /// Decodes the whole object.
    pub(crate) fn decoded(mut self) -> Decoded {
        let Decoded { value, origin } =
            self.reading.of_content(&Spec::Object(Arc::clone(&self.object.spec)));
        Decoded { value, origin: origin.of_same_body(&self.reading.origin()) }
    }

    /// Returns `true` if the next field is not written and has no default. Returns `None` if that depends on its value.
    pub(crate) fn is_next_left_out(&self) -> Option<bool> {
        match self.object.fields.get(self.taken)? {
            PlannedField::Attribute { position, default, .. } => {
                match self.reading.matched.attribute(*position) {
                    None => Some(default.is_none()),
                    Some(_) => None,
                }
            }
            PlannedField::Blocks { position, .. } => {
                let matched = self.reading.matched;
                matched.is_read_one_by_one(*position).then(|| matched.count(*position) == 0)
            }
            PlannedField::Label(_) | PlannedField::Object(_) => Some(false),
        }
    }

    /// Returns the origin of the next field, without those of its parts. Returns `None` if that depends on its value.
    pub(crate) fn next_origin(&self) -> Option<Origin> {
        let matched = self.reading.matched;
        let absent = || Origin::new(matched.missing_item_place(), Presence::Absent);
        Some(match self.object.fields.get(self.taken) {
            Some(PlannedField::Attribute { position, spec, default, .. }) => {
                match matched.attribute(*position) {
                    Some(node) => {
                        let attribute = matched.attribute_of(node);
                        let origin = Origin::of_attribute(&attribute, Presence::Present);
                        let ctx = self.reading.decoder.site.ctx;
                        let is_explained = spec.explains && !spec.sensitive;
                        if is_explained { origin.explained(&attribute, ctx) } else { origin }
                    }
                    None if default.is_some() => absent().default_of(absent()),
                    None => absent(),
                }
            }
            Some(PlannedField::Blocks { position, .. })
                if !matched.is_read_one_by_one(*position) =>
            {
                return None;
            }
            Some(PlannedField::Blocks { position, spec, .. }) => {
                match matched.first_block(*position) {
                    Some(block) => {
                        let origin = Origin::new(block.header_place(), Presence::Present);
                        match spec.collection {
                            BlockCollection::Single => origin.in_block(&block),
                            _ => origin,
                        }
                    }
                    None => absent(),
                }
            }
            Some(PlannedField::Label(label)) => self.reading.label(label).origin,
            Some(PlannedField::Object(_)) | None => self.origin(),
        })
    }

    /// Skips the next field. An empty collection of a `dynamic` block in it is checked.
    pub(crate) fn skip(&mut self) {
        if let Some(PlannedField::Blocks { position, body, .. }) = self.advance() {
            self.reading.check_unused(*position, body);
        }
    }

    fn last_field(&self) -> Option<&'a PlannedField> {
        self.object.fields.get(self.taken.checked_sub(1)?)
    }

    /// Moves to the field after the next one, which is returned.
    fn advance(&mut self) -> Option<&'a PlannedField> {
        let object = self.object;
        if self.taken == 0 {
            self.reading.charge(object);
        }
        let field = object.fields.get(self.taken)?;
        self.taken += 1;
        Some(field)
    }

    /// Takes the next field. If it is a label, or its value needs no more than the type of its attribute, `convert` gets
    /// it, and returns `false` if the Rust type rejects it. Returns `None` if it was converted, or if the field failed, which
    /// is reported. If `takes_elements` is set, `convert` may get a tuple for a list, and an object for a map.
    pub(crate) fn next_value(
        &mut self,
        takes_elements: bool,
        convert: &mut dyn FnMut(&Value) -> bool,
    ) -> Option<Decoded> {
        let field = self.object.fields.get(self.taken)?;
        if let PlannedField::Label(label) = field
            && let Some(text) = self.reading.matched.label(label.position)
        {
            self.advance();
            let value = Value::from(text.clone());
            let is_taken = !self.reading.takes(&value) || convert(&value);
            return (!is_taken).then(|| self.reading.label(label));
        }
        let PlannedField::Attribute { position, spec, default, is_direct: true } = field else {
            return self.next_decoded();
        };
        self.advance();
        let errors = self.reading.decoder.diags.error_count();
        let node = self.reading.matched.attribute(*position);
        let direct = node.map(|node| self.reading.direct(node, spec, takes_elements));
        let direct = match direct {
            Some(Ok(direct)) => Some(direct),
            Some(Err(decoded)) => {
                return Some(self.reading.or_default(decoded, default.as_ref(), spec));
            }
            None => None,
        };
        let null;
        let value = match (&direct, default) {
            (Some(direct), None) => &*direct.value,
            (Some(direct), Some(_)) if !direct.value.is_null() => &*direct.value,
            (_, Some(default)) => default,
            (None, None) => {
                null = Value::null(spec.value_ty.clone());
                &null
            }
        };
        if !self.reading.takes(value) || convert(value) {
            return None;
        }
        let decoded = match node.zip(direct) {
            Some((node, DirectValue { value, evaluated })) => {
                let evaluated = evaluated.unwrap_or(value).into_owned();
                self.reading.decoded_from(node, spec, evaluated, errors)
            }
            None => self.reading.absent(spec),
        };
        Some(self.reading.or_default(decoded, default.as_ref(), spec))
    }

    /// Takes the next field, decoded.
    pub(crate) fn next_decoded(&mut self) -> Option<Decoded> {
        let decoded = self.decoded_field()?;
        self.reading.takes(&decoded.value).then_some(decoded)
    }

    fn decoded_field(&mut self) -> Option<Decoded> {
        Some(match self.advance()? {
            PlannedField::Attribute { position, spec, default, .. } => {
                let decoded = match self.reading.matched.attribute(*position) {
                    Some(node) => self.reading.decoded(node, spec),
                    None => self.reading.absent(spec),
                };
                self.reading.or_default(decoded, default.as_ref(), spec)
            }
            PlannedField::Blocks { position, spec, .. } => self.reading.of_blocks(*position, spec),
            PlannedField::Label(label) => self.reading.label(label),
            PlannedField::Object(object) => {
                self.reading.of_content(&Spec::Object(Arc::clone(&object.spec)))
            }
        })
    }

    /// Takes the blocks of the next field, if they are read one by one. [`end_blocks`](Self::end_blocks) follows.
    pub(crate) fn next_blocks(&mut self) -> Option<BodyBlocks<'_>> {
        let PlannedField::Blocks { position, spec, body } = self.object.fields.get(self.taken)?
        else {
            return None;
        };
        let is_read = match spec.collection {
            BlockCollection::Single | BlockCollection::Tuple => true,
            BlockCollection::Object { is_grouped } => !is_grouped && spec.key.len() == 1,
            BlockCollection::List | BlockCollection::Set | BlockCollection::Map { .. } => false,
        };
        if !is_read || body.is_repeated() || !self.reading.matched.is_read_one_by_one(*position) {
            return None;
        }
        let name = self.object.spec.shape.names().get(self.taken)?;
        self.advance();
        let (reading, which) = (self.reading.again(), WhichBlocks::At(*position));
        Some(BodyBlocks { reading, name, spec, body, which })
    }

    /// Ends the reading of the blocks that were taken last. Returns `false` if some were not generated, which is reported.
    pub(crate) fn end_blocks(&mut self) -> bool {
        let Some(PlannedField::Blocks { position, body, .. }) = self.last_field() else {
            return true;
        };
        self.reading.check_unused(*position, body);
        let mut generators = self.reading.matched.generators_of(*position);
        !generators.any(|it| it.generator.as_ref().is_none_or(|it| it.is_incomplete()))
    }

    /// Takes the fields of the same body that the next field consists of, unless it is another field.
    pub(crate) fn next_object(&mut self) -> Option<BodyFields<'_>> {
        let PlannedField::Object(object) = self.object.fields.get(self.taken)? else {
            return None;
        };
        self.advance();
        Some(BodyFields::new(self.reading.again(), object))
    }
}

impl<'a> BodyBlocks<'a> {
    /// Returns the name of the field.
    pub(crate) fn name(&self) -> &'a Str {
        self.name
    }

    /// Returns the number of blocks.
    pub(crate) fn count(&self) -> usize {
        match self.which {
            WhichBlocks::At(position) => self.reading.matched.count(position),
            WhichBlocks::One(_) => 1,
        }
    }

    /// Visits each block, in source order.
    pub(crate) fn each(&mut self, visit: &mut dyn FnMut(BlockFields<'_>)) {
        let matched = self.reading.matched;
        match self.which {
            WhichBlocks::One(node) => self.visit(node, visit),
            WhichBlocks::At(position) => {
                for blocks in matched.all_blocks(position) {
                    match blocks {
                        MatchedBlocks::Written(node) => self.visit(node, visit),
                        MatchedBlocks::Generated(Some(generator)) => {
                            self.visit_generated(generator, visit);
                        }
                        MatchedBlocks::Generated(None) => {}
                    }
                }
            }
        }
    }

    /// Visits each block alone, with its first label. Blocks with labels are not generated.
    pub(crate) fn each_labelled(&mut self, visit: &mut dyn FnMut(Str, Place, BodyBlocks<'_>)) {
        let WhichBlocks::At(position) = self.which else { return };
        let (matched, name, spec, body) = (self.reading.matched, self.name, self.spec, self.body);
        for node in matched.blocks(position) {
            let Some(label) = matched.tree().labels(node.labels).first() else { continue };
            let (reading, which) = (self.reading.again(), WhichBlocks::One(node));
            let block = BodyBlocks { reading, name, spec, body, which };
            visit(label.value.clone(), matched.tree().place(label.span), block);
        }
    }

    fn visit(&mut self, node: &BlockNode, visit: &mut dyn FnMut(BlockFields<'_>)) {
        let (nested, key_len) = (self.body, self.spec.key.len());
        let around = self.reading.matched;
        match nested.matched_node(around, node, key_len) {
            Some(matched) => self.reading.enter(nested, matched, visit),
            None => self.reading.decode_block(nested, &around.block_of(node), key_len, visit),
        }
    }

    fn visit_generated(&mut self, generator: &Generator, visit: &mut dyn FnMut(BlockFields<'_>)) {
        let nested = self.body;
        let Reading { decoder: Decoder { site, mode, .. }, matched, nested: around, progress } =
            self.reading;
        generator.each(site, self.reading.decoder.diags, &mut |block, diags| {
            let decoder = Decoder { site, mode, diags };
            let mut reading = Reading { decoder, matched, nested: around, progress };
            match nested.matched_block(&block, 0) {
                Some(matched) => reading.enter(nested, matched, visit),
                None => reading.decode_block(nested, &block, 0, visit),
            }
        });
    }
}

impl Reading<'_> {
    /// Visits a block whose body is matched.
    fn enter(
        &mut self,
        nested: &NestedSpec,
        mut matched: Matched<'_>,
        visit: &mut dyn FnMut(BlockFields<'_>),
    ) {
        let Reading { decoder, progress, .. } = self.again();
        in_block(|| {
            matched.evaluate(nested.implied(), decoder.site, decoder.diags);
            let reading = Reading { decoder, progress, matched: &matched, nested };
            visit(BlockFields::Body(BodyFields::new(reading, matched.object())));
        });
    }

    /// Visits a block whose body is not as planned.
    fn decode_block(
        &mut self,
        nested: &NestedSpec,
        block: &Block,
        key_len: usize,
        visit: &mut dyn FnMut(BlockFields<'_>),
    ) {
        let decoded = self.decoder.nested(nested, block, key_len);
        self.note_failure(&decoded);
        if self.takes(&decoded.value) {
            visit(BlockFields::Decoded(decoded));
        }
    }
}

impl fmt::Debug for BodyFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BodyFields({})", self.reading.matched.missing_item_place())
    }
}

impl fmt::Debug for BodyBlocks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BodyBlocks({})", self.reading.matched.missing_item_place())
    }
}
