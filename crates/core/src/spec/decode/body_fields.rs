//! The fields of a matched body, read one by one.

use std::fmt;
use std::sync::Arc;

use super::reading::{DirectValue, Reading, ReadingProgress};
use super::{Decoder, Leniency, Mode, in_block};
use crate::body::Body;
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::dynblock::{BlockBudget, GeneratorSite};
use crate::limits::work;
use crate::source::Place;
use crate::spec::plan::{PlannedField, PlannedObject};
use crate::spec::{BlockCollection, BlocksSpec, Decoded, NestedSpec, Origin, Presence, Spec};

/// Reads a body field by field, if it is as its spec plans it. Expressions are evaluated in `ctx`, and their errors are
/// reported. Returns the result of `read`, and the first value that failed because of an error elsewhere.
pub(crate) fn read_fields<T>(
    body: &Body,
    spec: &Spec,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
    read: impl FnOnce(BodyFields<'_>) -> T,
) -> Option<(T, Option<Decoded>)> {
    let root = NestedSpec::of(spec.clone());
    let (plan, matched) = root.matched_root(body)?;
    if spec.has_sensitive() {
        spec.hide_sensitive(diags);
    }
    let _work = work::Budget::open(ctx.limits().work);
    let budget = BlockBudget::new(ctx.limits().generated_blocks);
    let site = GeneratorSite { ctx, budget: &budget };
    let mode = Mode { leniency: Leniency::default(), keeps_origins: true, marks_failures: false };
    let progress = ReadingProgress::default();
    let decoder = Decoder { site, mode, diags };
    let reading = Reading { decoder, progress: &progress, matched: &matched, nested: &root };
    let made = read(BodyFields { reading, object: &plan.object, taken: 0, last: None });
    Some((made, progress.failure.into_inner()))
}

/// The fields of an object that is read from a matched body.
pub(crate) struct BodyFields<'a> {
    reading: Reading<'a>,
    object: &'a PlannedObject,
    taken: usize,
    /// The field that was taken last, if its value was direct.
    last: Option<LastValue>,
}

/// The origin of a direct value.
enum LastValue {
    /// The value before its conversion.
    Evaluated(Value),
    Default,
}

/// The value of a field.
pub(crate) enum FieldValue {
    /// A value of the type of its attribute.
    Direct(Value),
    Decoded(Decoded),
}

/// Blocks of one type that are read one by one.
pub struct BodyBlocks<'a> {
    reading: Reading<'a>,
    /// The name of the field.
    name: &'a Str,
    spec: &'a BlocksSpec,
    body: &'a NestedSpec,
    /// The position of the blocks in the plan.
    position: usize,
    /// The position in the body after the last block that was taken.
    next: usize,
    left: usize,
}

/// The content of a block: fields to read or, if its body is not as planned, the decoded value.
pub(crate) enum BlockFields<'a> {
    Body(BodyFields<'a>),
    Decoded(Decoded),
}

impl<'a> BodyFields<'a> {
    /// Returns the name of the next field.
    pub(crate) fn next_name(&self) -> Option<&Str> {
        self.object.spec.shape.names().get(self.taken)
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
                Some(self.reading.matched.blocks(*position).next().is_none())
            }
            PlannedField::Label(_) | PlannedField::Object(_) => Some(false),
        }
    }

    /// Returns the origin of the next field, without those of its parts.
    pub(crate) fn next_origin(&self) -> Origin {
        let matched = self.reading.matched;
        let absent = || Origin::new(matched.missing_item_place(), Presence::Absent);
        match self.object.fields.get(self.taken) {
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
            Some(PlannedField::Blocks { position, spec, .. }) => {
                match matched.blocks(*position).next().map(|node| matched.block_of(node)) {
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
        }
    }

    /// Skips the next field.
    pub(crate) fn skip(&mut self) {
        self.taken += 1;
    }

    /// Takes the value of the next field.
    pub(crate) fn next_value(&mut self) -> Option<FieldValue> {
        let value = self.direct_value()?;
        match &value {
            FieldValue::Direct(direct) if !self.reading.takes(direct) => None,
            FieldValue::Direct(_) | FieldValue::Decoded(_) => Some(value),
        }
    }

    fn direct_value(&mut self) -> Option<FieldValue> {
        match self.object.fields.get(self.taken)? {
            PlannedField::Attribute { position, spec, default, is_direct: true } => {
                self.taken += 1;
                let direct = match self.reading.matched.attribute(*position) {
                    None => DirectValue::from(Value::null(spec.value_ty.clone())),
                    Some(node) => match self.reading.direct(node, spec) {
                        Ok(direct) => direct,
                        Err(decoded) => {
                            let decoded = self.reading.or_default(decoded, default.as_ref(), spec);
                            return Some(FieldValue::Decoded(decoded));
                        }
                    },
                };
                let DirectValue { value, evaluated } = direct;
                if let Some(default) = default.as_ref().filter(|_| value.is_null()) {
                    self.last = Some(LastValue::Default);
                    return Some(FieldValue::Direct(default.clone()));
                }
                self.last = Some(LastValue::Evaluated(evaluated));
                Some(FieldValue::Direct(value))
            }
            _ => self.decoded_field().map(FieldValue::Decoded),
        }
    }

    /// Takes the next field, decoded.
    pub(crate) fn next_decoded(&mut self) -> Option<Decoded> {
        let decoded = self.decoded_field()?;
        self.reading.takes(&decoded.value).then_some(decoded)
    }

    fn decoded_field(&mut self) -> Option<Decoded> {
        let field = self.object.fields.get(self.taken)?;
        self.taken += 1;
        Some(match field {
            PlannedField::Attribute { position, spec, default, .. } => {
                let decoded = match self.reading.matched.attribute(*position) {
                    Some(node) => self.reading.decoded(node, spec),
                    None => self.reading.absent(spec),
                };
                self.reading.or_default(decoded, default.as_ref(), spec)
            }
            PlannedField::Blocks { spec, .. } => {
                self.reading.of_content(&Spec::Blocks(Arc::clone(spec)))
            }
            PlannedField::Label(label) => self.reading.label(label),
            PlannedField::Object(object) => {
                self.reading.of_content(&Spec::Object(Arc::clone(&object.spec)))
            }
        })
    }

    /// Decodes the field that was taken last and gave a direct value, which its type rejects. Returns its name, too.
    pub(crate) fn rejected(&mut self, value: Value) -> Option<(Str, Decoded)> {
        let position = self.taken.checked_sub(1)?;
        let name = self.object.spec.shape.names().get(position)?.clone();
        let PlannedField::Attribute { position, spec, .. } = self.object.fields.get(position)?
        else {
            return None;
        };
        let errors = self.reading.decoder.diags.error_count();
        let null = || Value::null(spec.value_ty.clone());
        let (evaluated, default) = match self.last.take()? {
            LastValue::Evaluated(evaluated) => (evaluated, None),
            LastValue::Default => (null(), Some(&value)),
        };
        let decoded = match self.reading.matched.attribute(*position) {
            Some(node) => self.reading.decoded_from(node, spec, evaluated, errors),
            None => self.reading.absent(spec),
        };
        Some((name, self.reading.or_default(decoded, default, spec)))
    }

    /// Takes the blocks of the next field, unless it is another field.
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
        if !is_read {
            return None;
        }
        let name = self.object.spec.shape.names().get(self.taken)?;
        self.taken += 1;
        let (position, left) = (*position, self.reading.matched.blocks(*position).count());
        let reading = self.reading.again();
        Some(BodyBlocks { reading, name, spec, body, position, next: 0, left })
    }

    /// Takes the fields of the same body that the next field consists of, unless it is another field.
    pub(crate) fn next_object(&mut self) -> Option<BodyFields<'_>> {
        let PlannedField::Object(object) = self.object.fields.get(self.taken)? else {
            return None;
        };
        self.taken += 1;
        Some(BodyFields { reading: self.reading.again(), object, taken: 0, last: None })
    }
}

impl<'a> BodyBlocks<'a> {
    /// Returns the name of the field.
    pub(crate) fn name(&self) -> &'a Str {
        self.name
    }

    /// Returns the number of blocks that are left.
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// Returns the first label of the next block.
    pub(crate) fn next_label(&self) -> Option<(Str, Place)> {
        let matched = self.reading.matched;
        let node = matched.next_block(self.position, &mut self.next.clone())?;
        let label = matched.tree().labels(node.labels).first()?;
        Some((label.value.clone(), matched.tree().place(label.span)))
    }

    /// Takes the next block alone.
    pub(crate) fn take_one(&mut self) -> Option<BodyBlocks<'_>> {
        let (position, start) = (self.position, self.next);
        self.reading.matched.next_block(position, &mut self.next)?;
        self.left = self.left.checked_sub(1)?;
        let (reading, name, spec, body) = (self.reading.again(), self.name, self.spec, self.body);
        Some(BodyBlocks { reading, name, spec, body, position, next: start, left: 1 })
    }

    /// Takes the next block.
    pub(crate) fn next<T>(&mut self, take: impl FnOnce(BlockFields<'_>) -> T) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        let (reading, nested) = (&mut self.reading, self.body);
        let node = reading.matched.next_block(self.position, &mut self.next)?;
        let key_len = self.spec.key.len();
        let Some((plan, matched)) = nested.matched_node(reading.matched, node, key_len) else {
            let block = reading.matched.block_of(node);
            let decoded = reading.decoder.nested(nested, &block, key_len);
            reading.note_failure(&decoded);
            if !reading.takes(&decoded.value) {
                return None;
            }
            return Some(take(BlockFields::Decoded(decoded)));
        };
        let Reading { decoder, progress, .. } = reading.again();
        let reading = Reading { decoder, progress, matched: &matched, nested };
        let fields = BodyFields { reading, object: &plan.object, taken: 0, last: None };
        Some(in_block(|| take(BlockFields::Body(fields))))
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
