//! Decoding a body by a spec.

mod additions;
mod any;
mod as_blocks;
mod as_data;
mod attrs;
mod block_entries;
mod blocks;
mod body_content;
mod body_fields;
mod elements;
mod forms;
#[cfg(feature = "specfile")]
mod inherited;
#[cfg(feature = "specfile")]
mod instances;
#[cfg(feature = "json")]
mod json_alone;
mod map;
mod nested_labels;
mod one_of;
mod open_body;
mod parts;
mod reading;
mod rules;
mod secrecy;
mod value_alone;
mod wrapped;

use std::sync::Arc;

use self::body_content::BodyContent;
pub(crate) use self::body_fields::{BlockFields, BodyBlocks, BodyFields, read_fields};
#[cfg(feature = "json")]
pub use self::json_alone::decode_to_json;
pub(super) use self::parts::PartExpr;
use super::implied::Implied;
use super::{
    BlockContent, DataForm, Decoded, DefaultSpec, LabelPosition, LabelSpec, NestedSpec, ObjectSpec,
    Origin, Presence, Rest, Spec, Spelling, body_value, diags,
};
use crate::body::{Block, Body, ItemBody};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::Unexpected;
use crate::cty::{Mark, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, in_block, report_end_of_work};
use crate::ext::dynblock::{BlockBudget, GeneratorSite};
use crate::limits::work;
use crate::source::Place;

/// Decodes a body by a spec: checks the whole content of the body, evaluates expressions in `ctx`, and expands
/// `dynamic` blocks where a block spec opts in (reference: `hcldec.Decode`).
///
/// Errors are reported, and there is always a value. Items that could not be decoded are unknown, or null if
/// nothing is written.
pub fn decode(body: &Body, spec: &Spec, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
    let root = NestedSpec::of(spec.clone());
    let mode = Mode { keeps_origins: false, ..Mode::DEFAULT };
    decode_as(body, &root, ctx, mode, diags).value
}

/// Decodes a body by a spec like [`decode()`], and returns the source location of each part of the value too.
pub fn decode_with_origin(
    body: &Body,
    spec: &Spec,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Decoded {
    decode_leniently(body, spec, ctx, Leniency::default(), diags)
}

/// The leniency of a decoding, unless a spec is more lenient.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Leniency {
    /// The treatment of items that no spec names.
    pub(crate) unexpected: Unexpected,
    /// The other forms of all items.
    pub(crate) spelling: Spelling,
}

impl Leniency {
    /// Unexpected items are errors.
    const DEFAULT: Self = Self { unexpected: Unexpected::Deny, spelling: Spelling::Strict };
}

/// A function that returns the source of the value at a location, or `None` for a value of the program.
pub(crate) type SourceOf<'a> = &'a dyn Fn(&Place) -> Option<super::SettingSource>;

/// Decodes the body of several layers by a spec. `leniency` applies unless the spec has its own.
#[cfg(feature = "load")]
pub(crate) fn decode_layers(
    body: &Body,
    spec: &Spec,
    ctx: &EvalContext,
    leniency: Leniency,
    source_of: SourceOf<'_>,
    diags: &mut Diagnostics,
) -> Decoded {
    let mode = Mode { leniency, source_of: Some(source_of), ..Mode::DEFAULT };
    decode_as(body, &NestedSpec::of(spec.clone()), ctx, mode, diags)
}

/// Decodes a body by a spec. `leniency` applies unless the spec has its own.
pub(crate) fn decode_leniently(
    body: &Body,
    spec: &Spec,
    ctx: &EvalContext,
    leniency: Leniency,
    diags: &mut Diagnostics,
) -> Decoded {
    let mode = Mode { leniency, ..Mode::DEFAULT };
    decode_as(body, &NestedSpec::of(spec.clone()), ctx, mode, diags)
}

/// Decodes a body by a spec that keeps what decoding finds out about it, for the next body.
pub(crate) fn decode_again(
    body: &Body,
    root: &NestedSpec,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Decoded {
    decode_as(body, root, ctx, Mode::DEFAULT, diags)
}

fn decode_as(
    body: &Body,
    root: &NestedSpec,
    ctx: &EvalContext,
    mode: Mode<'_>,
    diags: &mut Diagnostics,
) -> Decoded {
    if root.has_sensitive() {
        root.spec().hide_sensitive(diags);
    }
    for name in root.labels().all() {
        diags.push(diags::label_outside_block(body.missing_item_place(), name));
    }
    let _work = ctx.limits().open_budget();
    let budget = BlockBudget::new(ctx.limits().generated_blocks);
    let site = GeneratorSite { ctx, budget: &budget };
    let mut decoder = Decoder { site, mode, diags };
    let decoded = match decoder.value_of_root(root, body) {
        Some(value) => Decoded::new(value, body.missing_item_place(), Presence::Present),
        None => {
            let content = BodyContent::of_body(body, root.implied(), &mut decoder);
            let decoded = decoder.spec(root.spec(), &content);
            Decoded { origin: decoded.origin.of_file(body), ..decoded }
        }
    };
    report_if_used_up(body, ctx, diags);
    decoded
}

/// Reports that the work of a decoding has ended, if only attempts have found that so far.
pub(crate) fn report_if_used_up(body: &Body, ctx: &EvalContext, diags: &mut Diagnostics) {
    if work::is_used_up() {
        report_end_of_work(&body.missing_item_place(), ctx.limits(), diags);
    }
}

/// Decodes one block for the expressions that refer to it, by the spec of its body. The first `key_len` labels are its
/// key. Values that failed are [marked](Value::failed).
#[cfg(feature = "kit")]
pub(super) fn value_of_block(
    block: &Block,
    nested: &NestedSpec,
    key_len: usize,
    ctx: &EvalContext,
    leniency: Leniency,
    diags: &mut Diagnostics,
) -> Value {
    let mode = Mode { leniency, keeps_origins: false, marks_failures: true, ..Mode::DEFAULT };
    let decoded = decode_block_as(block, nested, key_len, ctx, mode, diags);
    match nested.spec().as_repeated() {
        Some((repetition, _)) => decoded.seen_by(repetition),
        None => decoded.value,
    }
}

/// Decodes one block by the spec of its body.
#[cfg(feature = "kit")]
pub(crate) fn decode_block(
    block: &Block,
    nested: &NestedSpec,
    ctx: &EvalContext,
    leniency: Leniency,
    diags: &mut Diagnostics,
) -> Decoded {
    let mode = Mode { leniency, ..Mode::DEFAULT };
    decode_block_as(block, nested, 0, ctx, mode, diags)
}

#[cfg(feature = "kit")]
fn decode_block_as(
    block: &Block,
    nested: &NestedSpec,
    key_len: usize,
    ctx: &EvalContext,
    mode: Mode<'_>,
    diags: &mut Diagnostics,
) -> Decoded {
    let _work = ctx.limits().open_budget();
    let budget = BlockBudget::new(ctx.limits().generated_blocks);
    let site = GeneratorSite { ctx, budget: &budget };
    let mut decoder = Decoder { site, mode, diags };
    let mut decoded = decoder.nested(nested, block, key_len);
    if let Some(marks) = block.body.marks() {
        decoded.value = decoded.value.with_marks(marks);
    }
    decoded
}

/// Returns the source location of the item that a spec decodes (reference: `hcldec.SourceRange`, whose ranges of blocks
/// are inside the blocks). Expressions are evaluated in an empty context. Nothing is reported. In an invalid body, the
/// location is approximate.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::spec::{AttrSpec, source_place};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_body};
///
/// let port = AttrSpec::new("port", Type::Number).into();
/// let body = parse_body(&Source::new("a.hcl", "\nport = 80"), &mut Diagnostics::new());
/// assert_eq!(source_place(&body, &port).to_string(), "a.hcl:2:8");
/// ```
pub fn source_place(body: &Body, spec: &Spec) -> Place {
    let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
    decode_leniently(body, spec, &ctx, Leniency::default(), &mut diags).origin.place
}

/// The work of keeping a decoded value and its origin.
const DECODED_STEPS: u64 = 4;

/// Counts the work of decoding the items of a body. A written body costs no more than its source, so it is free; the
/// number of generated ones is arbitrary. Returns `false` if the work ends.
fn has_work_left(items: usize, is_generated: bool) -> bool {
    let steps = DECODED_STEPS * items as u64;
    if is_generated { work::charge(steps) } else { work::pass(steps) }
}

/// A decoding, with the state that all its bodies share.
struct Decoder<'a> {
    site: GeneratorSite<'a>,
    mode: Mode<'a>,
    diags: &'a mut Diagnostics,
}

/// The way in which a decoding treats all its bodies.
#[derive(Clone, Copy)]
struct Mode<'a> {
    /// The leniency, unless a spec is more lenient.
    leniency: Leniency,
    /// `false` if only the value is needed. The location and the parts of its origin are not, then.
    keeps_origins: bool,
    /// `true` if values that failed are marked as such.
    marks_failures: bool,
    /// Returns the source of a value at a location, if attributes can be set by several ones.
    #[cfg_attr(not(feature = "load"), expect(dead_code, reason = "only the decoder has layers"))]
    source_of: Option<SourceOf<'a>>,
}

impl Mode<'_> {
    const DEFAULT: Self = Self {
        leniency: Leniency::DEFAULT,
        keeps_origins: true,
        marks_failures: false,
        source_of: None,
    };
}

impl Decoder<'_> {
    /// Returns the same decoding for an inner borrow.
    fn again(&mut self) -> Decoder<'_> {
        Decoder { site: self.site, mode: self.mode, diags: self.diags }
    }

    /// Decodes a spec from a body.
    fn spec(&mut self, spec: &Spec, content: &BodyContent<'_>) -> Decoded {
        let decoded = self.unmarked_spec(spec, content);
        self.with_failure(decoded)
    }

    /// Marks a value that failed, if the decoding does so.
    fn with_failure(&self, decoded: Decoded) -> Decoded {
        if !self.mode.marks_failures || decoded.origin.presence != Presence::Failed {
            return decoded;
        }
        let (value, marks) = decoded.value.unmark();
        let value = Value::unknown(value.ty()).with_marks(&marks).mark(Mark::reported());
        Decoded { value, origin: decoded.origin }
    }

    fn unmarked_spec(&mut self, spec: &Spec, content: &BodyContent<'_>) -> Decoded {
        let place = || content.missing_item.clone();
        match spec {
            Spec::Object(object) => self.object(object, content),
            Spec::Tuple(tuple) => {
                let (values, parts) = self.all(&tuple.specs, content);
                let origin = content.origin(place(), Presence::Present, parts);
                self.made(Decoded { value: Value::tuple(values), origin })
            }
            Spec::Attr(attr) => self.attr(attr, content),
            Spec::Literal(value) => Decoded::new(value.clone(), place(), Presence::Absent),
            Spec::Expr(expr) => self.expr(expr),
            Spec::Default(specs) => self.default(specs, content),
            Spec::Blocks(blocks) => self.blocks(blocks, content),
            Spec::Label(label) => label_of(label, content),
            Spec::OneOf(one_of) => self.one_of(one_of, content),
            Spec::Wrapped(wrapped) => self.wrapped(wrapped, content),
            Spec::Rest(rest) => self.rest(rest, content),
        }
    }

    fn rest(&mut self, rest: &Rest, content: &BodyContent<'_>) -> Decoded {
        match rest {
            Rest::Body => {
                let place = content.missing_item.clone();
                let rest = content.remain().in_context(self.site.ctx);
                Decoded::new(body_value(rest), place, Presence::Present)
            }
            Rest::Attributes(element) => self.remain_attrs(element, content),
            Rest::Data(DataForm::Tuples) => self.open_body(content),
            Rest::Data(DataForm::Merged) => self.any(content),
        }
    }

    fn object(&mut self, object: &ObjectSpec, content: &BodyContent<'_>) -> Decoded {
        let (values, mut parts) = self.all(&object.specs, content);
        if !object.rules.is_empty() {
            self.check_rules(object, &values, &mut parts, &content.missing_item);
        }
        let value = Value::object_of_shape(Arc::clone(&object.shape), values);
        let origin = content.origin(content.missing_item.clone(), Presence::Present, parts);
        let origin = match &object.prefix {
            Some(prefix) => origin.prefixed(prefix),
            None => origin,
        };
        self.made(Decoded { value, origin })
    }

    /// Returns a value made of decoded parts, or an unknown value if it is too large, which is reported.
    #[inline]
    fn made(&mut self, decoded: Decoded) -> Decoded {
        if decoded.value.is_known() {
            return decoded;
        }
        let place = decoded.origin.place;
        self.diags.push(diags::value_too_large(place.clone()));
        Decoded::new(decoded.value, place, Presence::Failed)
    }

    /// Evaluates an expression that is not in the body.
    fn expr(&mut self, expr: &Expression) -> Decoded {
        let errors = self.diags.error_count();
        let value = expr.value(self.site.ctx, self.diags);
        let failed = self.diags.error_count() > errors || work::is_used_up();
        let presence = if failed { Presence::Failed } else { Presence::Absent };
        Decoded::new(value, expr.place(), presence)
    }

    fn all(&mut self, specs: &[Spec], content: &BodyContent<'_>) -> (Vec<Value>, Vec<Origin>) {
        if !has_work_left(specs.len(), content.is_generated()) {
            report_end_of_work(&content.missing_item, self.site.ctx.limits(), self.diags);
        }
        let mut values = Vec::with_capacity(specs.len());
        let mut origins = Vec::with_capacity(specs.len());
        for spec in specs {
            let decoded = self.spec(spec, content);
            values.push(decoded.value);
            origins.push(decoded.origin);
        }
        (values, origins)
    }

    /// An explicit null counts as not set, but it keeps its location and its marks.
    fn default(&mut self, specs: &DefaultSpec, content: &BodyContent<'_>) -> Decoded {
        let first = self.spec(&specs.primary, content);
        if !first.value.is_null() {
            return first;
        }
        let default = self.spec(&specs.default, content);
        secrecy::defaulted(specs.primary.as_attr(), first, default)
    }

    /// Decodes the content of a block. The first `key_len` labels are the block's key.
    fn content(&mut self, spec: &BlockContent, block: &Block, key_len: usize) -> Decoded {
        match spec {
            BlockContent::Body(nested) => self.nested(nested, block, key_len),
            BlockContent::Attributes(value) => self.attributes_of(block, value),
        }
    }

    fn body_of_block(&mut self, nested: &NestedSpec, block: &Block, key_len: usize) -> Decoded {
        #[cfg(feature = "specfile")]
        return match nested.spec().as_repeated() {
            Some((repetition, inner)) => {
                instances::Repeating { nested, inner, block, key_len }.decode(repetition, self)
            }
            None => self.own_body(nested, nested.spec(), block, key_len),
        };
        #[cfg(not(feature = "specfile"))]
        {
            let content = BodyContent::of_block(block, key_len, nested.implied(), self);
            self.spec(nested.spec(), &content)
        }
    }

    /// Decodes the body of a block. The first `key_len` labels are the block's key.
    fn nested(&mut self, nested: &NestedSpec, block: &Block, key_len: usize) -> Decoded {
        let key_len = nested.key_len(key_len);
        if is_unknown_object(&block.body) {
            let unknown = Value::unknown(nested.implied().value_ty.clone());
            return unknown_block(unknown, block);
        }
        let mut decoded = in_block(|| match self.value_of_block(nested, block, key_len) {
            Some(value) => Decoded::new(value, block.body.missing_item_place(), Presence::Present),
            None => self.body_of_block(nested, block, key_len),
        });
        decoded.origin = decoded.origin.in_block(block);
        decoded
    }
}

/// Returns `true` if the body is an unknown value, written as an attribute.
fn is_unknown_object(body: &Body) -> bool {
    body.source_as::<ItemBody>().is_some_and(ItemBody::has_unknown_items)
}

/// Returns the unknown value of a block that is written as an attribute of unknown value.
fn unknown_block(value: Value, block: &Block) -> Decoded {
    let marks = block.body.marks().cloned().unwrap_or_default();
    let origin = Origin::new(block.header_place(), Presence::Present).in_block(block);
    Decoded { value: value.with_marks(&marks), origin }
}

fn label_of(spec: &LabelSpec, content: &BodyContent<'_>) -> Decoded {
    let label = match spec.position {
        LabelPosition::At(index) => content.label(index),
        LabelPosition::Key => content.key(),
        LabelPosition::From(index) => return labels_from(index, content),
    };
    match label {
        Some((value, place)) => Decoded::new(value.into(), place, Presence::Present),
        None => {
            let place = content.missing_item.clone();
            Decoded::new(Value::null(Type::String), place, Presence::Failed)
        }
    }
}

fn labels_from(index: usize, content: &BodyContent<'_>) -> Decoded {
    let labels = (index..).map_while(|index| content.label(index));
    let (values, places): (Vec<Value>, Vec<_>) =
        labels.map(|(value, place)| (value.into(), place)).unzip_vec();
    let place = places.first().unwrap_or(&content.missing_item).clone();
    let parts = places.into_iter().map(|place| Origin::new(place, Presence::Present)).collect_vec();
    let origin = content.origin(place, Presence::Present, parts);
    Decoded { value: Value::list(Type::String, values), origin }
}
