//! `block` on a map: blocks by their first labels.

use std::collections::{BTreeMap, HashMap, btree_map, hash_map};
use std::hash::{BuildHasher, Hash};

#[cfg(feature = "indexmap")]
use indexmap::{IndexMap, map as index_map};

use super::block::BlockField;
use super::collections::{BlockCollection, RepeatedField, block_elements, collection_field};
use super::wrapped::WrappedBlock;
use super::{FieldOptions, Fields, FromValue, diags, element_names, label_value};
use crate::cty::Value;
use crate::decode::HclDecode;
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::source::Place;
use crate::spec::{Decoded, Origin, Presence, Spec};

/// The value under a label in a map: a block, the blocks with this label, or a map by the next label.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from labeled blocks",
    label = "no conversion from blocks to `{Self}`",
    note = "the innermost type requires `#[derive(hcldyn::HclDecode)]`; it can be in a `Vec`, or in a map by the next label"
)]
pub trait LabelledEntry: Sized {
    /// The number of further labels that are keys.
    const KEYS: usize;

    /// `true` if several blocks may have equal labels.
    const IS_GROUP: bool = false;

    /// Returns the spec of the blocks' bodies.
    fn nested() -> Spec;

    /// Converts the entry of a field after `keys` labels.
    fn from_entry(entry: DecodedField, keys: usize, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: HclDecode> LabelledEntry for T {
    const KEYS: usize = 0;

    fn nested() -> Spec {
        T::spec()
    }

    fn from_entry(entry: DecodedField, _: usize, diags: &mut Diagnostics) -> Option<Self> {
        T::from_decoded(Decoded { value: entry.value, origin: entry.origin }, diags)
    }
}

/// Implements the traits of fields for a map type. `$entries` is the module of the map's `Entry` type.
macro_rules! label_map {
    ($map:ident<K, T $(, $hasher:ident)?>, $entries:ident, $key:path $(, $more:path)?) => {
        impl<K, T, $($hasher)?> LabelledEntry for $map<K, T, $($hasher)?>
        where
            K: FromValue + $key $(+ $more)?,
            T: LabelledEntry,
            $($hasher: BuildHasher + Default,)?
        {
            const KEYS: usize = 1 + T::KEYS;
            const IS_GROUP: bool = T::IS_GROUP;

            fn nested() -> Spec {
                T::nested()
            }

            fn from_entry(entry: DecodedField, keys: usize, diags: &mut Diagnostics) -> Option<Self> {
                let mut map = $map::new();
                each_entry(entry, keys, diags, |key, entry| match map.entry(key) {
                    $entries::Entry::Vacant(vacant) => {
                        vacant.insert(entry);
                        None
                    }
                    $entries::Entry::Occupied(first) => Some(first.get().1.clone()),
                })?;
                Some(map.into_iter().map(|(key, (value, _))| (key, value)).collect())
            }
        }

        impl<K, T, $($hasher)?> BlockCollection for $map<K, T, $($hasher)?>
        where
            K: FromValue + $key $(+ $more)?,
            T: LabelledEntry,
            $($hasher: BuildHasher + Default,)?
        {
            fn from_field(field: DecodedField, diags: &mut Diagnostics) -> Option<Self> {
                Self::from_entry(field, 0, diags)
            }
        }

        collection_field!(
            BlockField, WrappedBlock => $map<K, T, $($hasher)?>,
            [
                K: FromValue + $key $(+ $more)?,
                T: LabelledEntry
                $(, $hasher: BuildHasher + Default)?
            ],
            |options| {
                let nested = <$map<K, T, $($hasher)?> as LabelledEntry>::nested;
                options.block_map(1 + T::KEYS, T::IS_GROUP, nested).into()
            }
        );
    };
}

label_map!(BTreeMap<K, T>, btree_map, Ord);
label_map!(HashMap<K, T, S>, hash_map, Eq, Hash);
#[cfg(feature = "indexmap")]
label_map!(IndexMap<K, T, S>, index_map, Eq, Hash);

impl<K, T> RepeatedField for BTreeMap<K, T> {}
impl<K, T, S> RepeatedField for HashMap<K, T, S> {}
#[cfg(feature = "indexmap")]
impl<K, T, S> RepeatedField for IndexMap<K, T, S> {}

/// Adds each entry with its label as the key. Different labels may convert to equal keys; then `add` returns the
/// source location of the first label, and the second one is reported.
fn each_entry<K: FromValue, T: LabelledEntry>(
    field: DecodedField,
    keys: usize,
    diags: &mut Diagnostics,
    mut add: impl FnMut(K, (T, Place)) -> Option<Place>,
) -> Option<()> {
    let (labels, name) = (element_names(&field.value).to_vec(), field.name.clone());
    let mut is_complete = field.origin.presence != Presence::Failed;
    for (label, Decoded { value, origin }) in labels.into_iter().zip(block_elements(field, diags)?)
    {
        let place = label_place(&origin, keys);
        let label_origin = Origin::new(place.clone(), Presence::Present);
        let key = label_value::<K>(Value::from(label), &label_origin, &name, diags);
        let entry = DecodedField { name: name.clone(), value, origin };
        let entry = T::from_entry(entry, keys + 1, diags);
        let (Some(key), Some(entry)) = (key, entry) else {
            is_complete = false;
            continue;
        };
        if let Some(first) = add(key, (entry, place.clone())) {
            diags.push(diags::repeated_key(place, first, &name));
            is_complete = false;
        }
    }
    is_complete.then_some(())
}

/// Returns the source location of the label that is the key of an entry; the first one if several blocks have it.
fn label_place(entry: &Origin, keys: usize) -> Place {
    let mut block = entry;
    while let (false, Some(first)) = (block.is_block(), block.parts.first()) {
        block = first;
    }
    block.label_places().nth(keys).unwrap_or_else(|| block.place.clone())
}
