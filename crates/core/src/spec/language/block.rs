//! The blocks of a spec file: their content, a struct for each kind, and the blocks in it.
//!
//! The language is recursive, so each body is decoded by itself, and captures the bodies of the blocks in it.

use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use super::read::{Read, SpecReader};
use crate::body::{Body, BodySchema};
use crate::cty::internal::CollectVec;
use crate::cty::{CapsuleType, Str, Type, Value};
use crate::decode::HclDecode;
use crate::diag::Diagnostics;
use crate::encode::{Encoded, HclEncode};
use crate::source::Place;
use crate::spec::EncodeError;
use crate::spec::decode::decode_again;
use crate::spec::nested::Definitions;
use crate::spec::{
    BlockContent, BlocksSpec, Decoded, LabelSpec, NestedSpec, ObjectSpec, Origin, Presence, Rest,
    Spec,
};

/// The content of a body: a struct of its arguments and blocks.
pub(super) trait Content: HclEncode + Default {}

impl<T: HclEncode + Default> Content for T {}

/// A kind of block, with the spec of its content.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockKind {
    /// The block type.
    pub(super) name: &'static str,
    /// Returns the spec of the struct of its content, which several kinds can share.
    pub(super) content: fn() -> Spec,
    /// The documentation, if the struct has none.
    pub(super) docs: Option<&'static str>,
    /// The fields of the struct that this kind does not have, in groups.
    pub(super) lacks: &'static [&'static [&'static str]],
    /// The attribute that is required, although the struct may be without it.
    pub(super) requires: Option<&'static str>,
}

impl BlockKind {
    pub(super) const fn of<T: Content>(name: &'static str) -> Self {
        Self { name, content: T::spec, docs: None, lacks: &[], requires: None }
    }

    /// Returns the spec of the body.
    fn spec(&self) -> Spec {
        self.spec_of((self.content)())
    }

    /// Returns the spec of the body from that of the struct of its content.
    fn spec_of(&self, spec: Spec) -> Spec {
        let (Spec::Object(object), Some(docs)) = (&spec, self.docs) else { return spec };
        let fields = object.shape.names().iter().zip(&object.specs);
        let lacks = |name: &Str| self.lacks.iter().any(|group| group.contains(&name.as_str()));
        let fields = fields.filter(|(name, _)| !lacks(name));
        let fields = fields.map(|(name, spec)| {
            let attr = spec.as_attr().filter(|_| self.requires == Some(name));
            let required = attr.map(|attr| attr.clone().required().into());
            (name.clone(), required.unwrap_or_else(|| spec.clone()))
        });
        ObjectSpec::new(fields).doc(docs).into()
    }
}

/// The specs of the content of a kind of block.
pub(super) struct ContentSpecs {
    /// The spec of the struct, with the fields that the kind does not have.
    whole: Spec,
    body: NestedSpec,
}

/// The specs of the content of all kinds of blocks that were read, each made once.
#[derive(Default)]
pub(super) struct KnownContents(Vec<(BlockKind, Arc<ContentSpecs>)>);

impl KnownContents {
    fn of(&mut self, kind: &BlockKind) -> Arc<ContentSpecs> {
        let is_same = |known: &BlockKind| {
            known.name == kind.name && known.content as usize == kind.content as usize
        };
        if let Some((_, specs)) = self.0.iter().find(|(known, _)| is_same(known)) {
            return Arc::clone(specs);
        }
        let whole = (kind.content)();
        let body = NestedSpec::of(kind.spec_of(whole.clone()));
        let specs = Arc::new(ContentSpecs { whole, body });
        self.0.push((*kind, Arc::clone(&specs)));
        specs
    }
}

/// The content of a kind of block for specs of a type: those of bodies, or of values.
pub(super) trait SpecContent<S>: Content {
    /// Reads the spec. Returns `None` after reporting an error.
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<S>>;
}

/// A kind of block for specs of a type.
pub(super) struct SpecKind<S: 'static> {
    pub(super) block: BlockKind,
    read: fn(&mut SpecReader<'_>, &NestedBlock, Option<&Str>) -> Option<Read<S>>,
}

impl<S> SpecKind<S> {
    pub(super) const fn of<T: SpecContent<S>>(name: &'static str) -> Self {
        Self {
            block: BlockKind::of::<T>(name),
            read: |reader, written, implied_name| {
                let (content, mut block) = written.open::<T>(reader);
                block.implied_name = implied_name.cloned();
                content.read(reader, &block)
            },
        }
    }

    /// Returns a documented kind, without some groups of fields of its content.
    pub(super) const fn part(
        mut self,
        docs: &'static str,
        lacks: &'static [&'static [&'static str]],
    ) -> Self {
        (self.block.docs, self.block.lacks) = (Some(docs), lacks);
        self
    }

    /// Returns the kind with an attribute that is required, if it has the attribute.
    pub(super) const fn requiring(mut self, attribute: &'static str) -> Self {
        self.block.requires = Some(attribute);
        self
    }

    /// Reads a block of one of several kinds. `implied_name` is the name of the item to decode, if the block does not give
    /// one.
    pub(super) fn read(
        kinds: &[Self],
        reader: &mut SpecReader<'_>,
        written: &NestedBlock,
        implied_name: Option<&Str>,
    ) -> Option<Read<S>> {
        let kind = kinds.iter().find(|kind| kind.block.name == written.kind.name)?;
        (kind.read)(reader, written, implied_name)
    }
}

/// The content of the only kind of blocks of a field.
pub(super) trait NamedContent: Content {
    /// The block type.
    const NAME: &'static str;

    /// The name of the label of the blocks, if they have one.
    const LABEL: Option<&'static str> = None;
}

impl<T: NamedContent> BlockKinds for T {
    const LABEL: Option<&'static str> = T::LABEL;

    fn kinds() -> Vec<BlockKind> {
        vec![BlockKind::of::<T>(T::NAME)]
    }
}

/// The kinds of the blocks of a field.
pub(super) trait BlockKinds {
    /// The name of the label of the blocks, if they have one.
    const LABEL: Option<&'static str> = None;

    /// The maximum number of blocks.
    const MAX: Option<usize> = None;

    /// Returns all kinds, in the order in which messages list them.
    fn kinds() -> Vec<BlockKind>;
}

/// The blocks of some kinds in a body, in source order. They are read, and the [writer](super::write()) adds them by itself.
pub(super) struct Blocks<K>(pub(super) Vec<NestedBlock>, PhantomData<fn() -> K>);

impl<K> Default for Blocks<K> {
    fn default() -> Self {
        Self(Vec::new(), PhantomData)
    }
}

impl<K: BlockKinds> HclDecode for Blocks<K> {
    fn spec() -> Spec {
        let captured = |kind: &BlockKind| {
            let label = K::LABEL.map(|label| LabelSpec::new(0, label).into());
            let kind = Spec::Literal(Value::capsule(&BLOCK_KIND, *kind));
            Spec::tuple([kind, Rest::Body.into()].into_iter().chain(label))
        };
        let kinds = K::kinds();
        let mut spec = match &*kinds {
            [kind] => BlocksSpec::new(kind.name, captured(kind)),
            kinds => BlocksSpec::of_types(kinds.iter().map(|kind| (kind.name, captured(kind)))),
        };
        spec.options.count.max = K::MAX;
        spec.tuple().into()
    }

    fn from_decoded(decoded: Decoded, _: &mut Diagnostics) -> Option<Self> {
        let blocks = decoded.value.elements().iter().zip(&*decoded.origin.parts);
        Some(Self(blocks.filter_map(NestedBlock::captured).collect_vec(), PhantomData))
    }
}

impl<K: BlockKinds> HclEncode for Blocks<K> {
    fn to_encoded(&self) -> Result<Encoded, EncodeError> {
        Ok(Encoded::no_blocks())
    }
}

static BLOCK_KIND: LazyLock<CapsuleType> = LazyLock::new(|| CapsuleType::new("kind of block"));

/// A block that is written in another one.
pub(super) struct NestedBlock {
    pub(super) kind: BlockKind,
    /// Its label, if such blocks have one.
    pub(super) label: Option<(Str, Place)>,
    /// Its header.
    pub(super) place: Place,
    pub(super) body: Body,
}

impl NestedBlock {
    /// Returns a block from its value: a tuple of its kind, its body and its label.
    fn captured((block, origin): (&Value, &Origin)) -> Option<Self> {
        let [kind, body, label @ ..] = block.elements() else { return None };
        let label = label.first().and_then(|label| label.as_str().map(Str::new));
        Some(Self {
            kind: *kind.as_capsule()?,
            label: label.zip(origin.label_places().next()),
            place: origin.place.clone(),
            body: body.as_capsule::<Body>()?.clone(),
        })
    }

    pub(super) fn name(&self) -> Option<&Str> {
        self.label.as_ref().map(|(name, _)| name)
    }

    /// Reads the content of the block.
    pub(super) fn open<T: Content>(&self, reader: &mut SpecReader<'_>) -> (T, OpenBlock) {
        let title = match self.kind.name {
            name @ ("rule" | "condition") => format!("A {name}"),
            name => format!("A block of type {name:?}"),
        };
        let block = OpenBlock::new(self.kind.name, title, &self.body, self.place.clone());
        let specs = reader.contents.of(&self.kind);
        block.read(&self.body, &specs, reader)
    }
}

/// A block, or the whole file, whose content is read.
pub(super) struct OpenBlock {
    /// The block type.
    pub(super) kind: &'static str,
    /// The name of the block in messages, at the start of a sentence.
    pub(super) title: String,
    /// Its header.
    pub(super) place: Place,
    /// The location at which missing items would be written.
    pub(super) inside: Place,
    /// The name of the item to decode, if the block around it gives one.
    pub(super) implied_name: Option<Str>,
    /// `true` if nothing in it was left out because of an error.
    pub(super) is_complete: bool,
}

impl OpenBlock {
    fn new(kind: &'static str, title: String, body: &Body, place: Place) -> Self {
        let inside = body.missing_item_place();
        Self { kind, title, place, inside, implied_name: None, is_complete: true }
    }

    /// Reads the content of a whole file.
    pub(super) fn file<T: HclDecode + Default>(
        body: &Body,
        reader: &mut SpecReader<'_>,
    ) -> (T, Self) {
        let file = Self::new("", "A spec file".to_owned(), body, body.missing_item_place());
        let whole = T::spec();
        let specs = ContentSpecs { body: NestedSpec::of(whole.clone()), whole };
        file.read(body, &specs, reader)
    }

    fn read<T: HclDecode + Default>(
        mut self,
        body: &Body,
        specs: &ContentSpecs,
        reader: &mut SpecReader<'_>,
    ) -> (T, Self) {
        let errors = reader.diags.error_count();
        let decoded = decode_again(body, &specs.body, reader.ctx, reader.diags);
        let mut has_failed = false;
        let decoded =
            reader.without_failures(&specs.whole, Some(decoded), &self.inside, &mut has_failed);
        let all_read = body.only(&BodySchema::default(), &mut Diagnostics::new()).is_complete;
        self.is_complete = all_read
            && reader.diags.error_count() == errors
            && !has_failed
            && !reader.has_too_large_values();
        let content = T::from_decoded(decoded, reader.diags).unwrap_or_default();
        (content, self)
    }
}

impl SpecReader<'_> {
    /// Returns the value of a struct without the arguments that are invalid, which was reported: they count as not
    /// written. So do those that a kind of block does not have, and all arguments once the values of the file are too
    /// large: their conversion takes long. `has_failed` becomes `true` if an argument is invalid.
    fn without_failures(
        &mut self,
        spec: &Spec,
        decoded: Option<Decoded>,
        missing: &Place,
        has_failed: &mut bool,
    ) -> Decoded {
        let absent = |value| Decoded::new(value, missing.clone(), Presence::Absent);
        if let Spec::Object(object) = spec {
            let part = |name: &Str| {
                let decoded = decoded.as_ref()?;
                let position = decoded.value.as_object()?.shape().position(name)?;
                let value = decoded.value.elements().get(position)?.clone();
                Some(Decoded { value, origin: decoded.origin.parts.get(position)?.clone() })
            };
            let fields = object.shape.names().iter().zip(&object.specs);
            let fields = fields
                .map(|(name, spec)| self.without_failures(spec, part(name), missing, has_failed))
                .collect_vec();
            let (values, parts) = fields.into_iter().map(|it| (it.value, it.origin)).unzip();
            let value = Value::object_of_shape(Arc::clone(&object.shape), values);
            let origin = Origin::with_parts(missing.clone(), Presence::Present, parts);
            return Decoded { value, origin };
        }
        if spec.as_blocks().is_some() {
            // Blocks are read even if others are invalid.
            let blocks = decoded.filter(|blocks| blocks.value.is_known());
            let mut blocks = blocks.unwrap_or_else(|| absent(Value::tuple(Vec::new())));
            blocks.origin.presence = Presence::Present;
            return blocks;
        }
        match decoded {
            Some(argument) if argument.origin.presence == Presence::Present => {
                self.count_bytes(&argument.value, &argument.origin.place);
                let is_kept = !self.has_too_large_values();
                if is_kept { argument } else { absent(Value::null(Type::Dynamic)) }
            }
            argument => {
                *has_failed |= argument.is_some_and(|it| it.origin.presence == Presence::Failed);
                absent(Value::null(Type::Dynamic))
            }
        }
    }
}

/// Returns the spec of a struct with the content of all blocks in it, for documents.
pub(super) fn with_content(spec: &Spec) -> Spec {
    let mut kinds = Vec::new();
    let spec = named(spec, &mut kinds);
    let mut definitions = Vec::new();
    while let Some((kind, label)) = kinds.get(definitions.len()).cloned() {
        let content = named(&kind.spec(), &mut kinds);
        definitions.push(match label {
            Some(label) => Spec::tuple([label, content]),
            None => content,
        });
    }
    spec.bind(&Arc::new(Definitions(definitions)))
}

/// Returns a spec whose blocks have the content of their kinds, each a definition by its index. `kinds` are the
/// definitions, with the labels of their blocks.
fn named(spec: &Spec, kinds: &mut Vec<(BlockKind, Option<Spec>)>) -> Spec {
    let Spec::Object(object) = spec else {
        let Spec::Blocks(blocks) = spec else { return spec.clone() };
        let mut blocks = BlocksSpec::clone(blocks);
        for ty in &mut blocks.types {
            let BlockContent::Body(body) = &ty.content else { continue };
            let Spec::Tuple(captured) = body.spec() else { continue };
            let [Spec::Literal(kind), _, label @ ..] = &*captured.specs else { continue };
            let Some(kind) = kind.as_capsule::<BlockKind>() else { continue };
            let is_same = |(known, its_label): &(BlockKind, Option<Spec>)| {
                (known.name, known.content as usize, its_label.is_some())
                    == (kind.name, kind.content as usize, !label.is_empty())
            };
            let index = kinds.iter().position(is_same).unwrap_or_else(|| {
                kinds.push((*kind, label.first().cloned()));
                kinds.len() - 1
            });
            ty.content = BlockContent::Body(NestedSpec::unbound(index));
        }
        return blocks.into();
    };
    let specs = object.specs.iter().map(|spec| named(spec, kinds)).collect_vec();
    ObjectSpec { specs, ..ObjectSpec::clone(object) }.into()
}
