//! Maps of blocks by their labels.

use super::blocks::presence_of;
use super::elements::Elements;
use super::{BodyContent, Decoded, Decoder};
use crate::body::Block;
use crate::cty::internal::{CollectVec, KeyMap, sort_by};
use crate::cty::{Marks, Shape, Str, Type, Value};
use crate::source::Place;
use crate::spec::{BlocksSpec, Origin, Presence, diags};

/// The labels of a block's key.
type Key = Vec<Str>;

/// The blocks of a type with their keys, which are unique unless the spec groups blocks, in source order.
struct Keyed {
    blocks: Vec<(Key, Decoded)>,
    /// `true` if there are too few or too many, or some are missing for a reported reason.
    is_failed: bool,
    /// `true` if one of them represents an unknown number of blocks.
    is_unknown: bool,
    /// The marks of the collections that generated them.
    marks: Marks,
}

impl Decoder<'_> {
    pub(super) fn map(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        let Keyed { mut blocks, is_failed, is_unknown, marks } = self.keyed(spec, content);
        if is_unknown {
            let entry = spec.collection.entry_type(spec.element_type().0);
            let unknown = Value::unknown(map_of(entry, spec.key.len()));
            let place = content.missing_item.clone();
            return Decoded::new(unknown.with_marks(&marks), place, Presence::Present);
        }
        let presence = presence_of(blocks.is_empty(), is_failed);
        sort_by(&mut blocks, |a, b| a.0.cmp(&b.0));
        let (mut keys, mut elements) = (Vec::with_capacity(blocks.len()), Elements::default());
        for (key, decoded) in blocks {
            keys.push(key);
            elements.push(decoded.value, decoded.origin);
        }
        let unified = elements.unify(&spec.first_name(), spec.element_type(), self.diags);
        let Some(ty) = unified else {
            let origin = elements.origin(Presence::Failed, content).without_parts();
            return Decoded { value: Value::dynamic(), origin };
        };
        let entries = keys.into_iter().zip(elements.values.into_iter().zip(elements.origins));
        self.made(Entries::new(entries, spec, Container::Map(ty)).decoded(presence, spec, content))
    }

    pub(super) fn block_object(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Decoded {
        let Keyed { blocks, is_failed, is_unknown, marks } = self.keyed(spec, content);
        if is_unknown {
            let unknown = Value::dynamic().with_marks(&marks);
            return Decoded::new(unknown, content.missing_item.clone(), Presence::Present);
        }
        let presence = presence_of(blocks.is_empty(), is_failed);
        let blocks = in_groups(blocks, spec).into_iter();
        let entries = blocks.map(|(key, block)| (key, (block.value, block.origin)));
        self.made(Entries::new(entries, spec, Container::Object).decoded(presence, spec, content))
    }

    /// Decodes all blocks of a type. If several have equal keys, the first is used and the others are reported.
    fn keyed(&mut self, spec: &BlocksSpec, content: &BodyContent<'_>) -> Keyed {
        let (key_len, is_grouped) = (spec.key.len(), spec.collection.is_grouped());
        let mut blocks: Vec<(Key, Decoded)> = Vec::new();
        let mut positions: KeyMap<Key, usize> = KeyMap::default();
        let (mut is_unknown, mut marks) = (false, Marks::new());
        let visit = |decoder: &mut Decoder<'_>, block: &Block| {
            // Another spec of the type has fewer labels, which was reported as an error in the spec.
            if block.labels.len() < key_len {
                return;
            }
            let mut decoded = decoder.one_of_blocks(spec, block, key_len);
            is_unknown |= block.body.is_unknown();
            if let Some(own) = block.body.marks() {
                marks.extend(own.iter().cloned());
                decoded.value = decoded.value.with_marks(own);
            }
            let labels = block.labels.iter().take(key_len);
            let key: Key = labels.map(|label| label.value.clone()).collect_vec();
            match positions.get(&key).and_then(|position| blocks.get(*position)) {
                Some(_) if is_grouped => blocks.push((key, decoded)),
                None => {
                    positions.insert(key.clone(), blocks.len());
                    blocks.push((key, decoded));
                }
                Some((_, first)) => {
                    let first = first.origin.place.clone();
                    decoder.diags.push(diags::repeated_labels(first, block, key_len));
                }
            }
        };
        if is_grouped {
            self.each_block(content, spec, visit);
        } else {
            self.each_merged_block(content, spec, visit);
        }
        self.check_unused(content, spec, |decoder, block| {
            decoder.one_of_blocks(spec, block, key_len);
        });
        let is_incomplete = content.is_incomplete(spec);
        let origins = blocks.iter().map(|(_, decoded)| &decoded.origin);
        let are_right = is_unknown || self.check_count(spec, is_incomplete, origins, content);
        Keyed { blocks, is_failed: is_incomplete || !are_right, is_unknown, marks }
    }
}

/// Groups the blocks by the first labels of their keys. Each group is at the position of its first block.
fn in_groups(blocks: Vec<(Key, Decoded)>, spec: &BlocksSpec) -> Vec<(Key, Decoded)> {
    let labels = spec.key.len();
    if labels == 1 && !spec.collection.is_grouped() {
        return blocks;
    }
    let mut first: KeyMap<Key, usize> = KeyMap::default();
    let ranked = blocks.into_iter().enumerate().map(|(position, (key, decoded))| {
        let prefixes = (1..=labels).map(|len| key.iter().take(len).cloned().collect_vec());
        let rank = prefixes.map(|prefix: Key| *first.get_or_insert(prefix, position)).collect_vec();
        (rank, (key, decoded))
    });
    let mut ranked = ranked.collect_vec();
    sort_by(&mut ranked, |a, b| a.0.cmp(&b.0));
    ranked.into_iter().map(|(_, block)| block).collect_vec()
}

/// Entries, grouped by the first labels of their keys, that become maps of maps or objects of objects.
struct Entries {
    all: std::iter::Peekable<std::vec::IntoIter<(Key, (Value, Origin))>>,
    into: Container,
    /// `true` if several blocks may have equal keys.
    is_grouped: bool,
    /// `true` if a map or object inside another one is too large.
    is_too_large: bool,
}

/// The kind of container for the entries.
enum Container {
    /// Maps, with the type of the blocks.
    Map(Type),
    /// Objects.
    Object,
}

impl Entries {
    fn new(
        all: impl Iterator<Item = (Key, (Value, Origin))>,
        spec: &BlocksSpec,
        into: Container,
    ) -> Self {
        let all = all.collect::<Vec<_>>().into_iter().peekable();
        Self { all, into, is_grouped: spec.collection.is_grouped(), is_too_large: false }
    }

    fn decoded(
        mut self,
        presence: Presence,
        spec: &BlocksSpec,
        content: &BodyContent<'_>,
    ) -> Decoded {
        let (mut value, parts) = self.level(&[], spec.key.len());
        if self.is_too_large {
            value = Value::dynamic();
        }
        let place = first_place(&parts).unwrap_or(&content.missing_item).clone();
        Decoded { value, origin: content.origin(place, presence, parts) }
    }

    /// Returns the map or object of the entries whose keys begin with `prefix`, and the origins of its elements.
    /// `levels` levels are left, including this one.
    fn level(&mut self, prefix: &[Str], levels: usize) -> (Value, Vec<Origin>) {
        let (mut entries, mut parts) = (Vec::new(), Vec::new());
        while let Some((key, _)) = self.all.peek().filter(|(key, _)| key.starts_with(prefix)) {
            let depth = prefix.len() + 1;
            let (own, path) = (key[depth - 1].clone(), key[..depth].to_vec());
            let Some((value, origin)) = self.element(&path, levels - 1) else { break };
            entries.push((own, value));
            parts.push(origin);
        }
        let value = match &self.into {
            Container::Map(block) => {
                let element =
                    if self.is_grouped { Type::list(block.clone()) } else { block.clone() };
                Value::map(map_of(element, levels - 1), entries)
            }
            Container::Object => {
                let (names, values) = entries.into_iter().unzip_vec();
                Value::object_of_shape(Shape::new(names), values)
            }
        };
        self.is_too_large |= !value.is_known();
        (value, parts)
    }

    fn element(&mut self, path: &[Str], levels: usize) -> Option<(Value, Origin)> {
        match levels {
            0 if self.is_grouped => return self.group(path),
            0 => return self.all.next().map(|(_, element)| element),
            _ => {}
        }
        let (value, parts) = self.level(path, levels);
        let place = first_place(&parts)?.clone();
        Some((value, Origin::with_parts(place, Presence::Present, parts)))
    }

    /// Returns the collection of the blocks with a key.
    fn group(&mut self, key: &[Str]) -> Option<(Value, Origin)> {
        let same = std::iter::from_fn(|| self.all.next_if(|(other, _)| *other == key));
        let (values, parts) = same.map(|(_, block)| block).unzip_vec();
        let value = match &self.into {
            Container::Map(block) => Value::list(block.clone(), values),
            Container::Object => Value::tuple(values),
        };
        self.is_too_large |= !value.is_known();
        let place = first_place(&parts)?.clone();
        Some((value, Origin::with_parts(place, Presence::Present, parts)))
    }
}

/// Returns the location of the first block in the source.
fn first_place(parts: &[Origin]) -> Option<&Place> {
    parts.iter().map(|part| &part.place).min_by_key(|place| place.span().start)
}

/// Returns nested map types around a type, `levels` deep.
fn map_of(element: Type, levels: usize) -> Type {
    (0..levels).fold(element, |element, _| Type::map(element))
}
