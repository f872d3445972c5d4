//! The specs of blocks: `block`, `block_list`, `block_tuple`, `block_set`, `block_map`, `block_object`, `block_attrs`,
//! `block_of` and `blocks_of`.

use super::choices::Choices;
use super::docs::docs;
use super::forms::{self, FormArguments};
use super::item::{item, layers};
use crate::cty::Str;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{SpecKind, argument, children, required};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::values;
use crate::spec::{
    BlockCollection, BlockContent, BlocksSpec, ItemNames, NestedSpec, ObjectSpec, Spec, SpecStep,
};

/// The argument that names a block type, and the type of the blocks for each of several types.
pub(in crate::spec::language) const BLOCK_TYPE: &str = "block_type";

/// The argument for the type of each of the attributes of a block.
pub(in crate::spec::language) const ELEMENT_TYPE: &str = "element_type";

/// The argument with the names of the labels of a key.
pub(in crate::spec::language) const LABELS: &str = "labels";

/// The arguments for the number of blocks.
pub(in crate::spec::language) const REQUIRED: &str = "required";
pub(in crate::spec::language) const MIN_ITEMS: &str = "min_items";
pub(in crate::spec::language) const MAX_ITEMS: &str = "max_items";

pub(in crate::spec::language) const DYNAMIC: &str = "dynamic";
pub(in crate::spec::language) const GROUPED: &str = "grouped";

const TYPES: Choices =
    Choices { ty: BLOCK_TYPE, label: "type", what: "block type", step: SpecStep::Block };

pub(super) const BLOCK: SpecKind = SpecKind {
    name: "block",
    body: || {
        let own = [block_type()].into_iter().chain(single()).chain([layers(), children()]);
        body(own.chain(item()), forms::OF_BLOCK)
    },
    read: |reader, block| reader.blocks_of_one_type(block, BlockCollection::Single),
};

pub(super) const BLOCK_LIST: SpecKind = SpecKind {
    name: "block_list",
    body: body_of_all,
    read: |reader, block| reader.blocks_of_one_type(block, BlockCollection::List),
};

pub(super) const BLOCK_TUPLE: SpecKind = SpecKind {
    name: "block_tuple",
    body: body_of_all,
    read: |reader, block| reader.blocks_of_one_type(block, BlockCollection::Tuple),
};

pub(super) const BLOCK_SET: SpecKind = SpecKind {
    name: "block_set",
    body: body_of_all,
    read: |reader, block| reader.blocks_of_one_type(block, BlockCollection::Set),
};

pub(super) const BLOCK_MAP: SpecKind = SpecKind {
    name: "block_map",
    body: body_by_label,
    read: |reader, block| {
        reader.blocks_by_label(block, |is_grouped| BlockCollection::Map { is_grouped })
    },
};

pub(super) const BLOCK_OBJECT: SpecKind = SpecKind {
    name: "block_object",
    body: body_by_label,
    read: |reader, block| {
        reader.blocks_by_label(block, |is_grouped| BlockCollection::Object { is_grouped })
    },
};

pub(super) const BLOCK_ATTRS: SpecKind = SpecKind {
    name: "block_attrs",
    body: || {
        let own = [block_type()].into_iter().chain(single()).chain(item());
        let value = values::arguments(ELEMENT_TYPE).into_iter().chain([layers()]);
        body(own.chain(value), forms::OF_BLOCK_ATTRS)
    },
    read: |reader, block| {
        let ty = reader.name(BLOCK_TYPE, block)?;
        if !block.has_value(ELEMENT_TYPE) && block.is_complete {
            reader.diags.push(diags::missing_value(block, ELEMENT_TYPE));
        }
        let Read { spec: value, site } = reader.value(ELEMENT_TYPE, block);
        let content = BlockContent::Attributes(value.bind(&reader.value_specs));
        let spec = BlocksSpec::of(ItemNames::new(ty), content);
        let spec = reader.block_options(spec, block, forms::OF_BLOCK_ATTRS);
        Some(Read { spec: spec.into(), site: site.at(block.place.clone()) })
    },
};

pub(super) const BLOCK_OF: SpecKind = SpecKind {
    name: "block_of",
    body: || body(single().into_iter().chain(docs()).chain([TYPES.part()]), forms::OF_BLOCKS),
    read: |reader, block| reader.blocks_of_types(block, BlockCollection::Single),
};

pub(super) const BLOCKS_OF: SpecKind = SpecKind {
    name: "blocks_of",
    body: || body(counted().into_iter().chain([TYPES.part()]).chain(docs()), forms::OF_BLOCKS),
    read: |reader, block| reader.blocks_of_types(block, BlockCollection::Tuple),
};

fn body_of_all() -> ObjectSpec {
    let own = [block_type()].into_iter().chain(counted()).chain([layers(), children()]);
    body(own.chain(item()), forms::OF_BLOCKS)
}

fn body_by_label() -> ObjectSpec {
    let key = [block_type(), required::<Vec<Str>>(LABELS)];
    let own = key.into_iter().chain(counted()).chain([argument::<bool>(GROUPED)]);
    body(own.chain([layers(), children()]).chain(item()), forms::OF_BLOCK)
}

fn body(arguments: impl Iterator<Item = (&'static str, Spec)>, forms: FormArguments) -> ObjectSpec {
    ObjectSpec::new(arguments.chain(forms::arguments(forms)))
}

/// Returns the arguments of a single block.
fn single() -> [(&'static str, Spec); 2] {
    [argument::<bool>(REQUIRED), argument::<bool>(DYNAMIC)]
}

/// Returns the arguments of all blocks.
fn counted() -> [(&'static str, Spec); 3] {
    [argument::<usize>(MIN_ITEMS), argument::<usize>(MAX_ITEMS), argument::<bool>(DYNAMIC)]
}

fn block_type() -> (&'static str, Spec) {
    argument::<Str>(BLOCK_TYPE)
}

impl SpecReader<'_> {
    fn blocks_of_one_type(
        &mut self,
        block: &BlockBody,
        collection: BlockCollection,
    ) -> Option<Read> {
        let ty = self.name(BLOCK_TYPE, block);
        let nested = self.block_body(block);
        let forms = match collection {
            BlockCollection::Single => forms::OF_BLOCK,
            _ => forms::OF_BLOCKS,
        };
        Some(self.of_body(ty?, nested, (collection, Vec::new()), block, forms))
    }

    fn blocks_by_label(
        &mut self,
        block: &BlockBody,
        collection: fn(bool) -> BlockCollection,
    ) -> Option<Read> {
        let ty = self.name(BLOCK_TYPE, block);
        let labels = block.get::<Vec<Str>>(LABELS, self);
        let levels = labels.as_ref().map_or(1, Vec::len);
        self.deeper(levels, &block.place, |it| {
            let nested = it.block_body(block);
            let (ty, labels) = (ty?, labels?);
            if labels.is_empty() {
                return it.diags.fail(diags::no_labels(block.place_of(LABELS)));
            }
            let collection = collection(block.is_set(GROUPED, it));
            Some(it.of_body(ty, nested, (collection, labels), block, forms::OF_BLOCK))
        })
    }

    fn blocks_of_types(&mut self, block: &BlockBody, collection: BlockCollection) -> Option<Read> {
        let (types, site) = self.choices(block, &TYPES, SpecReader::block_body);
        let spec = BlocksSpec::choice(types.into_iter()).collected_to(collection);
        let spec = self.block_options(spec, block, forms::OF_BLOCKS);
        Some(Read { spec: spec.into(), site })
    }

    /// Returns the spec of the blocks of a type with bodies, collected by the labels of a key.
    fn of_body(
        &mut self,
        ty: Str,
        nested: Read<NestedSpec>,
        (collection, key): (BlockCollection, Vec<Str>),
        block: &BlockBody,
        forms: FormArguments,
    ) -> Read {
        let content = BlockContent::Body(nested.spec);
        let spec = BlocksSpec::of(ItemNames::new(ty.clone()), content);
        let spec = BlocksSpec { collection, key, ..spec };
        let spec = self.block_options(spec, block, forms);
        let site = SpecSite::new(block.place.clone()).with(SpecStep::Block(ty), nested.site);
        Read { spec: spec.into(), site }
    }

    /// Sets the options that the arguments of a block give. As in the reference, a maximum of 0 has no effect.
    fn block_options(
        &mut self,
        mut spec: BlocksSpec,
        block: &BlockBody,
        forms: FormArguments,
    ) -> BlocksSpec {
        spec.docs = self.docs(block);
        for ty in &mut spec.types {
            self.describe(&mut ty.names, block);
        }
        spec.options.layering = self.layering(block);
        let required = usize::from(block.is_set(REQUIRED, self));
        spec.options.min_items = block.get(MIN_ITEMS, self).unwrap_or(required);
        spec.options.max_items = block.get(MAX_ITEMS, self).filter(|max| *max > 0);
        spec.options.is_dynamic = block.is_set(DYNAMIC, self);
        spec.forms = self.other_forms(block, forms);
        spec
    }
}
