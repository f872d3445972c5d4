//! The specs of blocks: `block`, `block_list`, `block_tuple`, `block_set`, `block_map`, `block_object`, `block_attrs`,
//! `block_of` and `blocks_of`.

use super::Specs;
use crate::body::Layering;
use crate::cty::value_spec::ItemNames;
use crate::cty::{Str, Type};
use crate::decode::Spanned;
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::language::argument::Word;
use crate::spec::language::block::{Blocks, NamedContent, OpenBlock, SpecContent};
use crate::spec::language::diags;
use crate::spec::language::options::{Docs, Effects, Names, forms};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::values::ValueBlocks;
use crate::spec::language::write::{Writer, block};
use crate::spec::{
    BlockCollection, BlockContent, BlockCount, BlocksSpec, OtherForms, Spec, SpecStep,
};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

// The content of all kinds of blocks. Each kind has some of the fields. (A doc comment would be part of reference
// pages.)
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct BlocksContent {
    /// The type of the blocks in the configuration. In an object, the label is the default.
    block_type: Option<Str>,
    /// The names of the labels in messages, at least one. Each label is one level of the result.
    labels: Option<Spanned<Vec<Str>>>,
    /// `true` if the block must be written.
    required: bool,
    /// The minimum number of blocks.
    min_items: Option<usize>,
    /// The maximum number of blocks. By default, and for 0, any number.
    max_items: Option<usize>,
    /// `true` if `dynamic` blocks may generate such blocks.
    dynamic: bool,
    /// `true` if several blocks may have equal labels.
    grouped: bool,
    /// `true` if the blocks may be written as an attribute.
    or_attr: bool,
    /// `true` if a further label may be the type of a nested block.
    labels_as_blocks: bool,
    /// `true` if blocks with equal labels are merged.
    merge: bool,
    /// The combination of the blocks of several layers of a configuration: `"merge"`, `"append"` or `"replace"`.
    layers: Option<Word<Layering>>,
    #[hcl(flatten)]
    effects: Effects,
    #[hcl(flatten)]
    names: Names,
    #[hcl(flatten)]
    docs: Docs,
    /// The type that each value is converted to. A block can replace it.
    element_type: Option<Spanned<TypeConstraint>>,
    #[hcl(flatten)]
    value: Blocks<ValueBlocks>,
    #[hcl(flatten)]
    types: Blocks<TypeContent>,
    #[hcl(flatten)]
    spec: Blocks<Specs>,
}

/// One of several block types.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct TypeContent {
    #[hcl(flatten)]
    spec: Blocks<Specs>,
}

impl NamedContent for TypeContent {
    const NAME: &'static str = "block_type";
    const LABEL: Option<&'static str> = Some("type");
}

// Fields that some kinds do not have.
pub(super) const KEY: &[&str] = &["labels", "grouped"];
pub(super) const REQUIRED: &[&str] = &["required"];
pub(super) const COUNTS: &[&str] = &["min_items", "max_items"];
pub(super) const MERGE: &[&str] = &["merge"];
/// The fields of blocks with the attributes of any name.
pub(super) const VALUE: &[&str] = &["element_type", "value"];
/// The fields of blocks of several types.
pub(super) const TYPES: &[&str] = &["types"];
/// The fields of blocks of one type with a body.
pub(super) const ONE_TYPE: &[&str] = &["block_type", "effects", "layers", "names", "spec"];
/// The fields of blocks that contain others.
pub(super) const NESTED: &[&str] = &["effects", "labels_as_blocks", "spec"];

impl SpecContent<Spec> for BlocksContent {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let is_grouped = self.grouped;
        match block.kind {
            "block_attrs" => self.free_attributes(reader, block),
            "block_of" => Some(self.several_types(BlockCollection::Single, reader, block)),
            "blocks_of" => Some(self.several_types(BlockCollection::Tuple, reader, block)),
            "block_list" => self.one_type(BlockCollection::List, reader, block),
            "block_tuple" => self.one_type(BlockCollection::Tuple, reader, block),
            "block_set" => self.one_type(BlockCollection::Set, reader, block),
            "block_map" => self.by_label(BlockCollection::Map { is_grouped }, reader, block),
            "block_object" => self.by_label(BlockCollection::Object { is_grouped }, reader, block),
            _ => self.one_type(BlockCollection::Single, reader, block),
        }
    }
}

impl BlocksContent {
    fn free_attributes(mut self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let ty = reader.name(self.block_type.take(), "block_type", block)?;
        let has_value = self.element_type.is_some() || !self.value.0.is_empty();
        if !has_value && block.is_complete {
            reader.diags.push(diags::missing_value(block, "element_type"));
        }
        let Read { spec: value, site } =
            reader.value("element_type", self.element_type.take(), &self.value, block);
        let content = BlockContent::Attributes(value.bind(&reader.value_specs));
        let spec = self.options(BlocksSpec::of(ItemNames::new(ty), content));
        Some(Read { spec: spec.into(), site: site.at(block.place.clone()) })
    }

    fn several_types(
        self,
        collection: BlockCollection,
        reader: &mut SpecReader<'_>,
        block: &OpenBlock,
    ) -> Read {
        let body = |reader: &mut SpecReader<'_>, ty: TypeContent, block: &OpenBlock| {
            reader.block_body(&ty.spec, block)
        };
        let step = ("block type", SpecStep::Block as _);
        let (types, site) = reader.choices(&self.types, block, step, body);
        let spec = BlocksSpec::choice(types.into_iter()).collected_to(collection);
        Read { spec: self.options(spec).into(), site }
    }

    fn by_label(
        self,
        collection: BlockCollection,
        reader: &mut SpecReader<'_>,
        block: &OpenBlock,
    ) -> Option<Read> {
        let levels = self.labels.as_ref().map_or(1, |labels| labels.len());
        reader.deeper(levels, &block.place, |it| self.one_type(collection, it, block))
    }

    /// Returns the spec of the blocks of a type with bodies, collected by the labels of a key if there are some.
    fn one_type(
        mut self,
        collection: BlockCollection,
        reader: &mut SpecReader<'_>,
        block: &OpenBlock,
    ) -> Option<Read> {
        let ty = reader.name(self.block_type.take(), "block_type", block);
        let nested = reader.block_body(&self.spec, block);
        let ty = ty?;
        let content = BlockContent::Body(self.effects.read(nested.spec));
        let mut spec = BlocksSpec::of(ItemNames::new(ty.clone()), content);
        spec.collection = collection;
        if let BlockCollection::Map { .. } | BlockCollection::Object { .. } = collection {
            let labels = self.labels.take()?;
            if labels.is_empty() {
                return reader.diags.fail(diags::no_labels(labels.place().clone()));
            }
            spec.key = labels.into_inner();
        }
        let site = SpecSite::new(block.place.clone()).with(SpecStep::Block(ty), nested.site);
        Some(Read { spec: self.options(spec).into(), site })
    }

    /// Sets the options of blocks. As in the reference, a maximum of 0 has no effect.
    fn options(self, mut spec: BlocksSpec) -> BlocksSpec {
        spec.docs = self.docs.read();
        if let (None, [ty]) = (&spec.choice, &mut *spec.types) {
            ty.names = self.names.read(ty.names.name.clone());
        }
        spec.options.layering = self.layers.map(|it| it.0);
        spec.options.count = BlockCount {
            min: self.min_items.unwrap_or(usize::from(self.required)),
            max: self.max_items.filter(|max| *max > 0),
        };
        spec.options.is_dynamic = self.dynamic;
        spec.forms = forms(&[
            (self.or_attr, OtherForms::OR_ATTR),
            (self.labels_as_blocks, OtherForms::LABELS_AS_BLOCKS),
            (self.merge, OtherForms::MERGE),
        ]);
        spec
    }
}

/// Returns the kind of block for a spec of blocks. Only a single block can have attributes of any name, and blocks of
/// several types are a tuple or one block.
pub(in crate::spec::language) fn kind_of(blocks: &BlocksSpec) -> &'static str {
    match blocks.collection {
        BlockCollection::Single if blocks.is_choice() => "block_of",
        _ if blocks.is_choice() => "blocks_of",
        _ if blocks.has_free_attributes() => "block_attrs",
        BlockCollection::Single => "block",
        BlockCollection::List => "block_list",
        BlockCollection::Tuple => "block_tuple",
        BlockCollection::Set => "block_set",
        BlockCollection::Map { .. } => "block_map",
        BlockCollection::Object { .. } => "block_object",
    }
}

/// Returns `true` if a kind of block has the collection of the blocks.
fn is_written(blocks: &BlocksSpec) -> bool {
    match blocks.collection {
        BlockCollection::Single => true,
        BlockCollection::Tuple => !blocks.has_free_attributes(),
        _ => !blocks.has_free_attributes() && !blocks.is_choice(),
    }
}

impl Writer {
    pub(in crate::spec::language) fn blocks(
        &mut self,
        blocks: &BlocksSpec,
        implied: Option<&Str>,
    ) -> Vec<NewItem> {
        let mut content = self.options(blocks);
        let ty = blocks.names().map(|names| &names.name).filter(|name| implied != Some(*name));
        content.block_type = ty.cloned();
        let (mut items, mut is_any) = (Vec::new(), false);
        for ty in &blocks.types {
            match &ty.content {
                BlockContent::Body(nested) => {
                    let (steps, nested) = nested.without_steps();
                    content.effects = Effects::of(&steps);
                    let body = self.nested(&nested, &ty.names.name);
                    items.push(if blocks.is_choice() {
                        block("block_type", Some(&ty.names.name), vec![body])
                    } else {
                        body
                    });
                }
                BlockContent::Attributes(value) => {
                    let (element_type, value) = self.free_value(value, &ty.names.name);
                    is_any = element_type.is_none() && value.is_empty();
                    let any = is_any.then(|| Type::Dynamic.into());
                    content.element_type = element_type.or(any).map(Spanned::from);
                    items = value;
                }
            }
        }
        let mut items = self.content(&content, items);
        // The type `any` comes before the options.
        if is_any {
            items[usize::from(content.block_type.is_some())..].rotate_right(1);
        }
        items
    }

    /// Returns the options besides the type and the content.
    fn options(&mut self, blocks: &BlocksSpec) -> BlocksContent {
        let BlockCount { min, max } = blocks.options.count;
        let is_single = blocks.collection == BlockCollection::Single;
        if is_single && (min > 1 || max.is_some()) {
            self.lose("the number of blocks of a single block");
        } else if max == Some(0) {
            self.lose("the maximum of 0 blocks");
        }
        if !is_written(blocks) {
            self.lose("the collection of the blocks");
        }
        self.lose_default(&blocks.docs);
        BlocksContent {
            labels: Some(blocks.key.clone()).filter(|key| !key.is_empty()).map(Spanned::from),
            required: is_single && min > 0,
            min_items: Some(min).filter(|min| !is_single && *min > 0),
            max_items: max.filter(|max| !is_single && *max > 0),
            dynamic: blocks.options.is_dynamic,
            grouped: blocks.collection.is_grouped(),
            or_attr: blocks.forms.contains(OtherForms::OR_ATTR),
            labels_as_blocks: blocks.forms.contains(OtherForms::LABELS_AS_BLOCKS),
            merge: blocks.forms.contains(OtherForms::MERGE),
            layers: blocks.options.layering.map(Word),
            names: blocks.names().map(Names::of).unwrap_or_default(),
            docs: Docs::of(&blocks.docs),
            ..BlocksContent::default()
        }
    }
}
