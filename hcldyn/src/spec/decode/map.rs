//! Maps of blocks by their labels.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;

use super::elements::Elements;
use super::{Decoded, Decoder, Opened};
use crate::cty::{Marks, Str, Type, Value};
use crate::source::Place;
use crate::spec::{BlockMapSpec, Origin, Presence, diags};

/// The labels of a block's key.
type Key = Vec<Str>;

impl Decoder<'_> {
    pub(super) fn map(&mut self, spec: &BlockMapSpec, opened: &Opened<'_>) -> Decoded {
        let key_len = spec.labels.len();
        let mut blocks: BTreeMap<Key, Decoded> = BTreeMap::new();
        let (mut is_unknown, mut marks) = (false, Marks::new());
        self.each_block(opened, &spec.ty, |decoder, block| {
            let mut decoded = decoder.nested(&spec.nested, block, key_len);
            is_unknown |= block.body.is_unknown();
            if let Some(own) = block.body.marks() {
                marks.extend(own.iter().cloned());
                decoded.value = decoded.value.with_marks(own);
            }
            let labels = block.labels.iter().take(key_len);
            match blocks.entry(labels.map(|label| label.value.clone()).collect()) {
                Entry::Vacant(vacant) => {
                    vacant.insert(decoded);
                }
                Entry::Occupied(first) => {
                    let first = first.get().origin.place.clone();
                    decoder.diags.push(diags::repeated_labels(first, block, key_len));
                }
            }
            ControlFlow::Continue(())
        });
        self.check_unused(opened, &spec.ty, |decoder, block| {
            decoder.nested(&spec.nested, block, key_len)
        });
        if is_unknown {
            let unknown = Value::unknown(map_of(spec.nested.implied().value_ty.clone(), key_len));
            let place = opened.missing_item.clone();
            return Decoded::new(unknown.with_marks(&marks), place, Presence::Present);
        }
        self.map_of_blocks(spec, blocks, opened)
    }

    fn map_of_blocks(
        &mut self,
        spec: &BlockMapSpec,
        blocks: BTreeMap<Key, Decoded>,
        opened: &Opened<'_>,
    ) -> Decoded {
        let presence = match blocks.is_empty() {
            _ if opened.is_incomplete(&spec.ty) => Presence::Failed,
            true => Presence::Absent,
            false => Presence::Present,
        };
        let (mut keys, mut elements) = (Vec::with_capacity(blocks.len()), Elements::default());
        for (key, decoded) in blocks {
            keys.push(key);
            elements.push(decoded.value, decoded.origin);
        }
        let Some(ty) = elements.unify(&spec.ty, spec.nested.implied(), self.diags) else {
            let origin = elements.origin(Presence::Failed, opened).without_parts();
            return Decoded { value: Value::dynamic(), origin };
        };
        let entries = keys.into_iter().zip(elements.values.into_iter().zip(elements.origins));
        let mut entries = Entries { all: entries.collect::<Vec<_>>().into_iter().peekable(), ty };
        let (value, parts) = entries.level(&[], spec.labels.len());
        let place = first_place(&parts).unwrap_or(&opened.missing_item).clone();
        Decoded { value, origin: Origin { place, presence, parts } }
    }
}

/// Entries in the order of their keys, on their way into maps of maps.
struct Entries {
    all: std::iter::Peekable<std::vec::IntoIter<(Key, (Value, Origin))>>,
    /// The type of the innermost elements.
    ty: Type,
}

impl Entries {
    /// The map of the entries whose keys begin with `prefix`, and the origins of its elements. So many
    /// levels are left, this one included.
    fn level(&mut self, prefix: &[Str], levels: usize) -> (Value, Vec<Origin>) {
        let (mut entries, mut parts) = (Vec::new(), Vec::new());
        while let Some((key, _)) = self.all.peek().filter(|(key, _)| key.starts_with(prefix)) {
            let depth = prefix.len() + 1;
            let (own, path) = (key[depth - 1].clone(), key[..depth].to_vec());
            let Some((value, origin)) = self.element(&path, levels - 1) else { break };
            entries.push((own, value));
            parts.push(origin);
        }
        (Value::map(map_of(self.ty.clone(), levels - 1), entries), parts)
    }

    fn element(&mut self, path: &[Str], levels: usize) -> Option<(Value, Origin)> {
        if levels == 0 {
            return self.all.next().map(|(_, element)| element);
        }
        let (value, parts) = self.level(path, levels);
        let place = first_place(&parts)?.clone();
        Some((value, Origin { place, presence: Presence::Present, parts }))
    }
}

/// Where the first of the blocks stands in the text.
fn first_place(parts: &[Origin]) -> Option<&Place> {
    parts.iter().map(|part| &part.place).min_by_key(|place| place.span().start)
}

/// So many levels of maps around a type.
fn map_of(element: Type, levels: usize) -> Type {
    (0..levels).fold(element, |element, _| Type::map(element))
}
