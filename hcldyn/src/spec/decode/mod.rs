//! Decoding a body by a spec.

mod attrs;
mod blocks;
mod elements;
mod map;
mod opened;

use std::sync::Arc;

use self::opened::Opened;
use super::implied::Implied;
use super::remain::body_value;
use super::{LabelSpec, Nested, ObjectSpec, Origin, Presence, Spec, diags};
use crate::body::{Block, Body};
use crate::cty::{Type, Value};
use crate::diag::Diagnostics;
use crate::dynblock::{Budget, Site};
use crate::expr::EvalContext;
use crate::source::Place;

/// A decoded value and where it comes from.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The value.
    pub value: Value,
    /// Where it and its parts stand.
    pub origin: Origin,
}

/// Decodes a body by a spec: all that the body holds is checked, expressions are evaluated in `ctx`,
/// and `dynamic` blocks are expanded where a block spec opted in (reference: `hcldec.Decode`).
///
/// What is wrong is reported, and the value is there all the same: what could not be decoded is
/// unknown, or null where nothing is written.
pub fn decode(body: &Body, spec: &Spec, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
    decode_with_origin(body, spec, ctx, diags).value
}

/// Decodes a body by a spec as [`decode()`] does, and says where each part of the value stands.
pub fn decode_with_origin(
    body: &Body,
    spec: &Spec,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Decoded {
    let root = Nested::new(spec.clone());
    for name in &root.implied().labels {
        diags.push(diags::label_outside_block(body.missing_item_place(), name));
    }
    let budget = Budget::new(ctx.limits().generated_blocks);
    let mut decoder = Decoder { site: Site { ctx, budget: &budget }, diags };
    let opened = Opened::of_body(body, root.implied(), &mut decoder);
    decoder.spec(root.spec(), &opened)
}

/// One decoding: what all its bodies have in common.
struct Decoder<'a> {
    site: Site<'a>,
    diags: &'a mut Diagnostics,
}

impl Decoded {
    /// A value without parts.
    fn new(value: Value, place: Place, presence: Presence) -> Self {
        Self { value, origin: Origin::new(place, presence) }
    }
}

impl Decoder<'_> {
    /// What a spec makes of a body.
    fn spec(&mut self, spec: &Spec, opened: &Opened<'_>) -> Decoded {
        let place = || opened.missing_item.clone();
        match spec {
            Spec::Object(object) => self.object(object, opened),
            Spec::Tuple(elements) => {
                let (values, parts) = self.all(elements, opened);
                let origin = Origin { place: place(), presence: Presence::Present, parts };
                Decoded { value: Value::tuple(values), origin }
            }
            Spec::Attr(attr) => self.attr(attr, opened),
            Spec::Literal(value) => Decoded::new(value.clone(), place(), Presence::Absent),
            Spec::Default(specs) => self.default(&specs.0, &specs.1, opened),
            Spec::Block(block) => self.block(block, opened),
            Spec::BlockList(blocks) => self.list(blocks, opened),
            Spec::BlockTuple(blocks) => self.tuple(blocks, opened),
            Spec::BlockSet(blocks) => self.set(blocks, opened),
            Spec::BlockMap(blocks) => self.map(blocks, opened),
            Spec::BlockAttrs(attrs) => self.block_attrs(attrs, opened),
            Spec::Label(label) => label_of(label, opened),
            Spec::Remain => Decoded::new(body_value(opened.remain()), place(), Presence::Present),
        }
    }

    fn object(&mut self, object: &ObjectSpec, opened: &Opened<'_>) -> Decoded {
        let (values, parts) = self.all(&object.specs, opened);
        let place = opened.missing_item.clone();
        Decoded {
            value: Value::object_of_shape(Arc::clone(&object.shape), values),
            origin: Origin { place, presence: Presence::Present, parts },
        }
    }

    fn all(&mut self, specs: &[Spec], opened: &Opened<'_>) -> (Vec<Value>, Vec<Origin>) {
        let mut values = Vec::with_capacity(specs.len());
        let mut origins = Vec::with_capacity(specs.len());
        for spec in specs {
            let decoded = self.spec(spec, opened);
            values.push(decoded.value);
            origins.push(decoded.origin);
        }
        (values, origins)
    }

    /// An explicit null counts as not there, but it keeps its place and its marks.
    fn default(&mut self, primary: &Spec, default: &Spec, opened: &Opened<'_>) -> Decoded {
        let first = self.spec(primary, opened);
        if !first.value.is_null() {
            return first;
        }
        let mut decoded = self.spec(default, opened);
        if first.origin.presence != Presence::Absent {
            decoded.origin.place = first.origin.place;
            decoded.origin.presence = first.origin.presence;
        }
        decoded.value = decoded.value.with_marks(&first.value.unmark().1);
        decoded
    }

    /// The body of a block. `key_len` labels are the block's key and not the body's to ask for.
    fn nested(&mut self, nested: &Nested, block: &Block, key_len: usize) -> Decoded {
        let opened = Opened::of_block(block, key_len, nested.implied(), self);
        let mut decoded = self.spec(nested.spec(), &opened);
        decoded.origin.place = block.header_place();
        decoded
    }
}

fn label_of(spec: &LabelSpec, opened: &Opened<'_>) -> Decoded {
    match opened.label(spec.index) {
        Some((value, place)) => Decoded::new(value.into(), place, Presence::Present),
        None => {
            let place = opened.missing_item.clone();
            Decoded::new(Value::null(Type::String), place, Presence::Failed)
        }
    }
}
