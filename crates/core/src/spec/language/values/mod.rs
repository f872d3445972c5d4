//! The blocks for values: the types of attributes, and more than a type can state.

mod captured;
mod collection;
mod hints;
mod object;
mod use_value;
mod variants;

use std::sync::LazyLock;

pub(super) use self::captured::{AS, Captured};
pub(super) use self::collection::{COUNT, KEYS};
pub(super) use self::hints::{EXAMPLE, FORMAT, GREATEST, LEAST, NONZERO};

use super::block_body::{BlockBody, NestedBlock};
use super::diags;
use super::grammar::{argument, body_of};
use super::read::{Read, SpecReader, UniqueNames};
use super::site::SpecSite;
use crate::cty::Type;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ValueDefinitions, ValueSpec};
use crate::ext::typeexpr::{Defaults, TypeConstraint};
use crate::source::Place;
use crate::spec::{BlocksSpec, ObjectSpec, Spec};

/// A kind of block for values.
struct ValueKind {
    /// The block type.
    name: &'static str,
    /// Returns the spec of its body.
    body: fn() -> ObjectSpec,
    /// Reads the spec. Returns `None` after reporting an error.
    read: fn(&mut SpecReader<'_>, &BlockBody) -> Option<Read<ValueSpec>>,
}

/// All kinds, in the order in which messages list them.
const ALL: [&ValueKind; 10] = [
    &collection::LIST,
    &collection::SET,
    &collection::MAP,
    &collection::TUPLE,
    &object::OBJECT,
    &variants::VARIANTS,
    &captured::CAPTURED,
    &hints::INTEGER,
    &hints::TEXT,
    &use_value::USE,
];

/// The part of a body that holds its block for a value.
const VALUE: &str = "value block";

/// The argument for the type of a value.
pub(super) const TYPE: &str = "type";

/// The spec of the value of an attribute.
pub(super) struct AttributeValue {
    pub(super) spec: ValueSpec,
    /// The defaults in the type.
    pub(super) defaults: Option<Defaults>,
    pub(super) site: SpecSite,
}

/// Returns the argument for the type of a value, and the part of a body that holds a block in its place.
pub(super) fn arguments(ty: &'static str) -> [(&'static str, Spec); 2] {
    let kinds = ALL.iter().map(|kind| (kind.name, body_of(kind.name)));
    [argument::<TypeConstraint>(ty), (VALUE, BlocksSpec::of_types(kinds).tuple().into())]
}

impl BlockBody {
    /// Returns `true` if the block describes a value.
    pub(super) fn has_value(&self, ty: &str) -> bool {
        self.is_written(ty) || !self.blocks(VALUE).is_empty()
    }
}

impl SpecReader<'_> {
    /// Returns the value of an attribute: that of the argument `ty`, or of a block. By default, it is any value.
    pub(super) fn attribute_value(
        &mut self,
        ty: &'static str,
        block: &BlockBody,
    ) -> AttributeValue {
        let constraint = block.get::<TypeConstraint>(ty, self);
        let blocks = block.blocks(VALUE);
        let has_type = constraint.is_some();
        let first = blocks.first();
        let extra = if has_type { first } else { blocks.get(1) };
        if let (Some(extra), Some(first)) = (extra, first) {
            let other = if has_type { block.place_of(ty) } else { first.place.clone() };
            self.diags.push(diags::second_value(extra.place.clone(), other, block, ty));
        }
        let mut reads = blocks.iter().map(|each| self.value_block(each)).collect_vec();
        if let (None, false) = (&constraint, reads.is_empty()) {
            let Read { spec, site } = reads.swap_remove(0);
            return AttributeValue { spec, defaults: None, site };
        }
        let TypeConstraint { ty, defaults } = constraint.unwrap_or(Type::Dynamic.into());
        AttributeValue { spec: ty.into(), defaults, site: SpecSite::new(block.place.clone()) }
    }

    /// Returns the value of a part of an attribute, without defaults in its type.
    pub(super) fn value(&mut self, ty: &'static str, block: &BlockBody) -> Read<ValueSpec> {
        let AttributeValue { spec, defaults, site } = self.attribute_value(ty, block);
        if defaults.is_some() {
            self.diags.push(diags::default_in_part(block.place_of(ty)));
        }
        Read { spec, site }
    }

    fn value_block(&mut self, written: &NestedBlock) -> Read<ValueSpec> {
        let place = written.place.clone();
        let read = self.deeper(1, &place, |it| {
            let (kind, body) = ValueKind::named(&written.ty)?;
            let block = written.open(body, it);
            (kind.read)(it, &block)
        });
        read.unwrap_or_else(|| Read::any(place))
    }

    /// Reads the named values of a file.
    pub(super) fn value_definitions(&mut self, written: &[NestedBlock]) -> ValueDefinitions {
        static BODY: LazyLock<Spec> = LazyLock::new(|| ObjectSpec::new(arguments(TYPE)).into());
        let mut names = UniqueNames::new("value");
        let mut specs = Vec::with_capacity(written.len());
        for definition in written {
            if let Some((name, place)) = &definition.label {
                names.add(name, place.clone(), self);
            }
            let block = definition.open(&BODY, self);
            specs.push(self.value(TYPE, &block).spec);
        }
        for index in use_value::endless(&specs) {
            self.diags.push(diags::value_in_itself(written[index].place.clone()));
            specs[index] = ValueSpec::ANY;
        }
        ValueDefinitions::new(specs)
    }
}

impl ValueKind {
    /// Returns the kind of a block type, with the spec of its body.
    fn named(name: &str) -> Option<&'static (&'static Self, Spec)> {
        static KINDS: LazyLock<Vec<(&ValueKind, Spec)>> = LazyLock::new(|| {
            ALL.iter().copied().map(|kind| (kind, (kind.body)().into())).collect_vec()
        });
        KINDS.iter().find(|(kind, _)| kind.name == name)
    }
}

impl Read<ValueSpec> {
    /// Returns a placeholder for an invalid spec.
    fn any(place: Place) -> Self {
        Self { spec: ValueSpec::ANY, site: SpecSite::new(place) }
    }
}
