//! The blocks for values: the types of attributes, and more than a type can state.

mod collection;
mod leaf;
mod object;

use super::block::{BlockKind, BlockKinds, Blocks, NestedBlock, OpenBlock, SpecKind};
use super::diags;
use super::options::TypedValue;
use super::read::{Read, SpecReader, UniqueNames};
use super::site::SpecSite;
use super::write::Writer;
use crate::cty::Type;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ValueDefinitions, ValueSpec};
use crate::decode::Spanned;
use crate::diag::Diagnostics;
use crate::ext::typeexpr::{Defaults, TypeConstraint, type_constraint};
use crate::source::{Place, Source};
use crate::syntax::native::{NewItem, parse_expression, type_to_hcl};

/// All kinds, in the order in which messages list them.
static KINDS: [SpecKind<ValueSpec>; 10] = [
    SpecKind::of::<collection::Collection>("list").part("A list.", &[&["keys"]]),
    SpecKind::of::<collection::Collection>("set").part("A set.", &[&["count", "keys"]]),
    SpecKind::of::<collection::Collection>("map").part("A map.", &[&["count"]]),
    SpecKind::of::<collection::Tuple>("tuple"),
    SpecKind::of::<object::Object>("object"),
    SpecKind::of::<object::Variants>("variants"),
    SpecKind::of::<leaf::Captured>("captured"),
    SpecKind::of::<leaf::Integer>("integer"),
    SpecKind::of::<leaf::Text>("text"),
    SpecKind::of::<leaf::UseValue>("use"),
];

/// The blocks for a value.
pub(super) struct ValueBlocks;

impl BlockKinds for ValueBlocks {
    fn kinds() -> Vec<BlockKind> {
        KINDS.iter().map(|kind| kind.block).collect_vec()
    }
}

/// The spec of the value of an attribute.
pub(super) struct AttributeValue {
    pub(super) spec: ValueSpec,
    /// The defaults in the type.
    pub(super) defaults: Option<Defaults>,
    pub(super) site: SpecSite,
}

impl TypedValue {
    pub(super) fn of(ty: Option<TypeConstraint>) -> Self {
        Self { r#type: ty.map(Spanned::from), ..Self::default() }
    }

    /// Returns `true` if a type or a block is written.
    fn is_written(&self) -> bool {
        self.r#type.is_some() || !self.block.0.is_empty()
    }
}

impl SpecReader<'_> {
    /// Returns the value of an attribute: that of the argument `name`, or of a block. By default, it is any value.
    pub(super) fn attribute_value(
        &mut self,
        name: &str,
        constraint: Option<Spanned<TypeConstraint>>,
        blocks: &Blocks<ValueBlocks>,
        block: &OpenBlock,
    ) -> AttributeValue {
        let blocks = &*blocks.0;
        let first = blocks.first();
        let extra = if constraint.is_some() { first } else { blocks.get(1) };
        if let (Some(extra), Some(first)) = (extra, first) {
            let other = constraint.as_ref().map_or(&first.place, Spanned::place).clone();
            self.diags.push(diags::second_value(extra.place.clone(), other, block, name));
        }
        let mut reads = blocks.iter().map(|each| self.value_block(each)).collect_vec();
        if let (None, false) = (&constraint, reads.is_empty()) {
            let Read { spec, site } = reads.swap_remove(0);
            return AttributeValue { spec, defaults: None, site };
        }
        let constraint = constraint.map_or_else(|| Type::Dynamic.into(), Spanned::into_inner);
        let TypeConstraint { ty, defaults } = constraint;
        AttributeValue { spec: ty.into(), defaults, site: SpecSite::new(block.place.clone()) }
    }

    /// Returns the value of a part of an attribute, without defaults in its type.
    pub(super) fn value(
        &mut self,
        name: &str,
        constraint: Option<Spanned<TypeConstraint>>,
        blocks: &Blocks<ValueBlocks>,
        block: &OpenBlock,
    ) -> Read<ValueSpec> {
        let place = constraint.as_ref().map(|constraint| constraint.place().clone());
        let AttributeValue { spec, defaults, site } =
            self.attribute_value(name, constraint, blocks, block);
        if let (Some(place), Some(_)) = (place, defaults) {
            self.diags.push(diags::default_in_part(place));
        }
        Read { spec, site }
    }

    fn typed_value(&mut self, value: TypedValue, block: &OpenBlock) -> Read<ValueSpec> {
        self.value("type", value.r#type, &value.block, block)
    }

    fn value_block(&mut self, written: &NestedBlock) -> Read<ValueSpec> {
        let place = written.place.clone();
        let read = self.deeper(1, &place, |it| SpecKind::read(&KINDS, it, written, None));
        read.unwrap_or_else(|| Read::any(place))
    }

    /// Reads the named values of a file.
    pub(super) fn value_definitions(&mut self, written: &[NestedBlock]) -> ValueDefinitions {
        let mut names = UniqueNames::new("value");
        let mut specs = Vec::with_capacity(written.len());
        for definition in written {
            if let Some((name, place)) = &definition.label {
                names.add(name, place.clone(), self);
            }
            let (value, block) = definition.open(self);
            specs.push(self.typed_value(value, &block).spec);
        }
        for index in leaf::endless(&specs) {
            self.diags.push(diags::value_in_itself(written[index].place.clone()));
            specs[index] = ValueSpec::ANY;
        }
        ValueDefinitions::new(specs)
    }
}

impl Read<ValueSpec> {
    /// Returns a placeholder for an invalid spec.
    fn any(place: Place) -> Self {
        Self { spec: ValueSpec::ANY, site: SpecSite::new(place) }
    }
}

impl Writer {
    /// Returns the type or the block for a value. Any value has neither. `name` is that of the attribute.
    pub(super) fn value(
        &mut self,
        spec: &ValueSpec,
        name: &str,
    ) -> (Option<TypeConstraint>, Vec<NewItem>) {
        if let Some(of) = stated_type(spec) {
            if *of == Type::Dynamic {
                return (None, Vec::new());
            }
            if let Some(ty) = type_constraint_of(of) {
                return (Some(ty), Vec::new());
            }
        }
        let block = match spec {
            ValueSpec::Leaf(leaf) => match leaf.hint() {
                Some(hint) => self.hinted(leaf.ty(), hint, name),
                None => self.captured(leaf.ty()),
            },
            ValueSpec::List(list) => Some(self.collection("list", list, name)),
            ValueSpec::Set(set) => Some(self.collection("set", set, name)),
            ValueSpec::Map(map) => Some(self.collection("map", map, name)),
            ValueSpec::Tuple(tuple) => Some(self.tuple(tuple.elements(), name)),
            ValueSpec::Object(object) => Some(self.object_value(object)),
            ValueSpec::Variants(variants) => Some(self.variants(variants, name)),
            ValueSpec::Lazy(lazy) => Some(self.used_value(lazy, name)),
            other => {
                self.lose(format!("the rules of a value of type {}", other.ty()));
                None
            }
        };
        (None, block.into_iter().collect_vec())
    }

    /// Returns the content of a block with a type or a block for a value.
    pub(super) fn typed(&mut self, spec: &ValueSpec, name: &str) -> Vec<NewItem> {
        let (ty, value) = self.value(spec, name);
        self.content(&TypedValue::of(ty), value)
    }

    /// Returns the type or the block for the values of attributes of any names.
    pub(super) fn free_value(
        &mut self,
        spec: &ValueSpec,
        name: &str,
    ) -> (Option<TypeConstraint>, Vec<NewItem>) {
        if spec.plain_ty().is_some() && spec.has_sensitive() {
            self.lose("that the values of the attributes are sensitive");
        }
        self.value(spec, name)
    }
}

/// Returns the type of a value, if it states everything about the value. The attribute of a sensitive value is sensitive.
fn stated_type(spec: &ValueSpec) -> Option<&Type> {
    let is_stated =
        |ty: &&Type| spec.clone().sensitive() == ValueSpec::from(Type::clone(ty)).sensitive();
    spec.plain_ty().filter(is_stated)
}

/// Returns a type as a constraint, if it has a source.
pub(super) fn type_constraint_of(ty: &Type) -> Option<TypeConstraint> {
    let text = type_to_hcl(ty);
    let mut diags = Diagnostics::of_attempt();
    let expr = parse_expression(&Source::new("<written>", &*text), &mut diags)?;
    let read = type_constraint(&expr, &mut diags);
    (!diags.has_errors() && read == *ty).then(|| ty.clone().into())
}
