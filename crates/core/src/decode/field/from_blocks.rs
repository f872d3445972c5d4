//! Blocks of one type: a struct, a list, or a map by their labels.

use super::{FieldOptions, Fields, FromValue, diags, element_names, label_value};
use crate::cty::{Str, Value};
use crate::decode::HclDecode;
use crate::decode::collections::{AsList, AsMap, Classified, List, Mapping, Optional, Struct};
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
#[cfg(feature = "specfile")]
use crate::ext::repetition::{InstanceKey, RepeatedBy};
use crate::source::Place;
use crate::spec::{BlockFields, BlocksSpec, BodyBlocks, Decoded, Origin, Presence, Spec};

/// A type that is decoded from blocks of one type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks",
    label = "no conversion from blocks to `{Self}`"
)]
pub trait FromBlocks<Class>: Sized {
    /// `true` if there must be a block.
    const IS_REQUIRED: bool = false;

    /// The number of labels that are keys.
    const KEYS: usize = 0;

    /// `true` if it takes several blocks with equal keys.
    const IS_LIST: bool = false;

    /// `true` if it takes all instances of a repeated block.
    #[cfg(feature = "specfile")]
    const TAKES_INSTANCES: bool;

    /// Returns the spec of the blocks' bodies.
    fn nested() -> Spec;

    /// Converts the entry of a field after `keys` labels.
    fn from_entry(entry: DecodedField, keys: usize, diags: &mut Diagnostics) -> Option<Self>;

    /// Converts blocks that are read one by one. Their number is right, and their keys are distinct.
    fn from_blocks(blocks: BodyBlocks<'_>, diags: &mut Diagnostics) -> Option<Self>;

    /// Converts a field, even if it failed.
    fn from_field(field: DecodedField, diags: &mut Diagnostics) -> Option<Self> {
        Self::from_entry(field, 0, diags)
    }

    /// Returns the spec of the blocks, which may be left out.
    fn block_spec(options: &FieldOptions) -> BlocksSpec {
        match Self::KEYS {
            // The values of several blocks may have different types, so they are a tuple.
            0 if Self::IS_LIST => options.block(Self::nested).tuple(),
            0 => options.block(Self::nested),
            keys => options.block_map(keys, Self::IS_LIST, Self::nested),
        }
    }
}

impl<T: HclDecode> FromBlocks<Struct> for T {
    const IS_REQUIRED: bool = true;
    #[cfg(feature = "specfile")]
    const TAKES_INSTANCES: bool = <T as HclDecode>::TAKES_INSTANCES;

    fn nested() -> Spec {
        <T as HclDecode>::spec()
    }

    fn from_entry(entry: DecodedField, _: usize, diags: &mut Diagnostics) -> Option<Self> {
        T::from_decoded(Decoded { value: entry.value, origin: entry.origin }, diags)
    }

    fn from_field(field: DecodedField, diags: &mut Diagnostics) -> Option<Self> {
        match field.origin.presence {
            Presence::Failed => None,
            _ => Self::from_entry(field, 0, diags),
        }
    }

    fn from_blocks(mut blocks: BodyBlocks<'_>, diags: &mut Diagnostics) -> Option<Self> {
        let mut taken = None;
        blocks.each(&mut |fields| taken = from_block(fields, diags));
        taken
    }
}

impl<C: List<Element: HclDecode>> FromBlocks<AsList> for C {
    const IS_LIST: bool = true;
    #[cfg(feature = "specfile")]
    const TAKES_INSTANCES: bool = true;

    fn nested() -> Spec {
        C::Element::spec()
    }

    /// Each block is converted, even if a previous one fails or some are missing.
    fn from_entry(entry: DecodedField, _: usize, diags: &mut Diagnostics) -> Option<Self> {
        let is_complete = entry.origin.presence != Presence::Failed;
        let elements = block_elements(entry, diags)?;
        let mut blocks = is_complete.then(|| Vec::with_capacity(elements.len()));
        let mut add = |decoded, diags: &mut Diagnostics| match (
            &mut blocks,
            C::Element::from_decoded(decoded, diags),
        ) {
            (Some(blocks), Some(block)) => blocks.push(block),
            (_, None) => blocks = None,
            (None, Some(_)) => {}
        };
        for decoded in elements {
            #[cfg(feature = "specfile")]
            if !<C::Element as HclDecode>::TAKES_INSTANCES {
                decoded.each_instance(&mut |_, instance| add(instance, diags));
                continue;
            }
            add(decoded, diags);
        }
        blocks.map(Self::from_iter)
    }

    fn from_blocks(mut blocks: BodyBlocks<'_>, diags: &mut Diagnostics) -> Option<Self> {
        let mut elements = Some(Vec::with_capacity(blocks.count()));
        blocks.each(&mut |fields| match (&mut elements, from_block(fields, diags)) {
            (Some(elements), Some(element)) => elements.push(element),
            (elements, _) => *elements = None,
        });
        elements.map(Self::from_iter)
    }
}

/// The elements are structs, lists of the blocks with equal labels, or maps by the next label.
impl<M> FromBlocks<AsMap> for M
where
    M: Mapping<Key: FromValue, Element: Classified>,
    M::Element: FromBlocks<<M::Element as Classified>::Class>,
{
    const KEYS: usize = 1 + M::Element::KEYS;
    const IS_LIST: bool = M::Element::IS_LIST;
    #[cfg(feature = "specfile")]
    const TAKES_INSTANCES: bool = true;

    fn nested() -> Spec {
        M::Element::nested()
    }

    /// Each entry is converted, with its label as the key.
    fn from_entry(entry: DecodedField, keys: usize, diags: &mut Diagnostics) -> Option<Self> {
        let mut entries = MapOfBlocks::<Self>::new(&entry.name);
        let (labels, name) = (element_names(&entry.value).to_vec(), entry.name.clone());
        entries.is_complete = entry.origin.presence != Presence::Failed;
        for (label, Decoded { value, origin }) in
            labels.into_iter().zip(block_elements(entry, diags)?)
        {
            let place = label_place(&origin, keys);
            let mut add = |label, Decoded { value, origin }, diags: &mut Diagnostics| {
                let key = entries.key(label, place.clone(), diags);
                let entry = DecodedField { name: name.clone(), value, origin };
                entries.add(key, M::Element::from_entry(entry, keys + 1, diags), diags);
            };
            let decoded = Decoded { value, origin };
            #[cfg(feature = "specfile")]
            if !M::Element::TAKES_INSTANCES {
                let is_named = decoded.origin.repeated() == Some(RepeatedBy::Name);
                decoded.each_instance(&mut |key, instance| match key {
                    InstanceKey::Name(name) if is_named => add(Str::new(name), instance, diags),
                    _ => add(Str::from(format!("{label}{key}")), instance, diags),
                });
                continue;
            }
            add(label, decoded, diags);
        }
        entries.into_map()
    }

    fn from_blocks(mut blocks: BodyBlocks<'_>, diags: &mut Diagnostics) -> Option<Self> {
        let mut entries = MapOfBlocks::<Self>::new(blocks.name());
        blocks.each_labelled(&mut |label, place, block| {
            let key = entries.key(label, place, diags);
            entries.add(key, M::Element::from_blocks(block, diags), diags);
        });
        entries.into_map()
    }
}

/// A map of blocks that is being made. Different labels may convert to equal keys; then the second one is reported.
struct MapOfBlocks<M: Mapping> {
    /// The name of the field.
    name: Str,
    map: M::Of<(M::Element, Place)>,
    is_complete: bool,
}

impl<M: Mapping<Key: FromValue>> MapOfBlocks<M> {
    fn new(name: &Str) -> Self {
        Self { name: name.clone(), map: Default::default(), is_complete: true }
    }

    /// Converts a label to a key, and returns it with the location of the label.
    fn key(&self, label: Str, place: Place, diags: &mut Diagnostics) -> Option<(M::Key, Place)> {
        let origin = Origin::new(place.clone(), Presence::Present);
        label_value(Value::from(label), &origin, &self.name, diags).map(|key| (key, place))
    }

    fn add(
        &mut self,
        key: Option<(M::Key, Place)>,
        element: Option<M::Element>,
        diags: &mut Diagnostics,
    ) {
        let (Some((key, place)), Some(element)) = (key, element) else {
            self.is_complete = false;
            return;
        };
        if let Some((_, first)) = self.map.element(&key) {
            diags.push(diags::repeated_key(place, first.clone(), &self.name));
            self.is_complete = false;
        } else {
            self.map.add(key, (element, place));
        }
    }

    /// Returns the map, if no entry failed.
    fn into_map(self) -> Option<M> {
        let Self { map, is_complete, .. } = self;
        is_complete.then(|| map.into_iter().map(|(key, (entry, _))| (key, entry)).collect())
    }
}

/// `None` without blocks.
impl<T: Classified + FromBlocks<T::Class>> FromBlocks<Optional> for Option<T> {
    const KEYS: usize = T::KEYS;
    const IS_LIST: bool = T::IS_LIST;
    #[cfg(feature = "specfile")]
    const TAKES_INSTANCES: bool = T::TAKES_INSTANCES;

    fn nested() -> Spec {
        T::nested()
    }

    fn from_entry(entry: DecodedField, keys: usize, diags: &mut Diagnostics) -> Option<Self> {
        T::from_entry(entry, keys, diags).map(Some)
    }

    fn from_field(field: DecodedField, diags: &mut Diagnostics) -> Option<Self> {
        match field.origin.presence {
            Presence::Absent => Some(None),
            _ => T::from_field(field, diags).map(Some),
        }
    }

    fn from_blocks(blocks: BodyBlocks<'_>, diags: &mut Diagnostics) -> Option<Self> {
        match blocks.count() {
            0 => Some(None),
            _ => T::from_blocks(blocks, diags).map(Some),
        }
    }
}

/// Converts a block that is read on its own.
fn from_block<T: HclDecode>(fields: BlockFields<'_>, diags: &mut Diagnostics) -> Option<T> {
    match fields {
        BlockFields::Body(fields) => T::from_fields(Fields::of_body(fields), diags),
        BlockFields::Decoded(decoded) => T::from_decoded(decoded, diags),
    }
}

/// Returns the blocks of a field, even if it failed. Returns `None` if their number is unknown, which is reported.
fn block_elements(
    DecodedField { name, value, origin }: DecodedField,
    diags: &mut Diagnostics,
) -> Option<impl ExactSizeIterator<Item = Decoded> + use<>> {
    let (value, _) = value.unmark();
    if !value.is_known() {
        if origin.presence != Presence::Failed {
            diags.push(diags::unknown_blocks(origin.place, &name));
        }
        return None;
    }
    let elements = value.into_elements().into_iter().zip(origin.parts.into_vec());
    Some(elements.map(|(value, origin)| Decoded { value, origin }))
}

/// Returns the source location of the label that is the key of an entry; the first one if several blocks have it.
fn label_place(entry: &Origin, keys: usize) -> Place {
    let mut block = entry;
    while let (false, Some(first)) = (block.is_block(), block.parts.first()) {
        block = first;
    }
    block.label_places().nth(keys).unwrap_or_else(|| block.place.clone())
}
