//! `block`, of a type that is a map: blocks by their first labels.

use std::collections::{BTreeMap, HashMap, btree_map, hash_map};
use std::hash::{BuildHasher, Hash};

use super::block::{BlockField, block_elements};
use super::{Fields, FromValue, Said, diags, element_names, label_value};
use crate::cty::Value;
use crate::decode::HclDecode;
use crate::diag::Diagnostics;
use crate::source::Place;
use crate::spec::{Decoded, Origin, Presence, Spec};

/// Blocks by their first labels, in the order of the keys.
impl<K: FromValue + Ord, T: HclDecode> BlockField for BTreeMap<K, T> {
    fn spec(said: &Said) -> Spec {
        Spec::BlockObject(said.block_map(T::spec()).into())
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let mut blocks = BTreeMap::new();
        each_entry(fields, diags, |key, block| match blocks.entry(key) {
            btree_map::Entry::Vacant(vacant) => {
                vacant.insert(block);
                None
            }
            btree_map::Entry::Occupied(first) => Some(place_of(first.get())),
        })?;
        Some(blocks.into_iter().map(|(key, (block, _))| (key, block)).collect())
    }
}

/// Blocks by their first labels.
impl<K, T, S> BlockField for HashMap<K, T, S>
where
    K: FromValue + Eq + Hash,
    T: HclDecode,
    S: BuildHasher + Default,
{
    fn spec(said: &Said) -> Spec {
        Spec::BlockObject(said.block_map(T::spec()).into())
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let mut blocks = HashMap::new();
        each_entry(fields, diags, |key, block| match blocks.entry(key) {
            hash_map::Entry::Vacant(vacant) => {
                vacant.insert(block);
                None
            }
            hash_map::Entry::Occupied(first) => Some(place_of(first.get())),
        })?;
        Some(blocks.into_iter().map(|(key, (block, _))| (key, block)).collect())
    }
}

fn place_of<T>((_, place): &(T, Place)) -> Place {
    place.clone()
}

/// Adds each block with its label as the key. Labels differ, but what they are converted to may not: then
/// `add` gives the place of the first block of the key, and the second one is reported.
fn each_entry<K: FromValue, T: HclDecode>(
    fields: &mut Fields,
    diags: &mut Diagnostics,
    mut add: impl FnMut(K, (T, Place)) -> Option<Place>,
) -> Option<()> {
    let field = fields.next()?;
    let ty = field.name.clone();
    let labels = element_names(&field.value);
    let mut is_complete = true;
    for (label, decoded) in labels.into_iter().zip(block_elements(field, diags)?) {
        let Decoded { value, origin } = decoded;
        let label_place = origin.label_places().next().unwrap_or_else(|| origin.place.clone());
        let label_origin = Origin::new(label_place.clone(), Presence::Present);
        let key = label_value::<K>(Value::from(label), &label_origin, &ty, diags);
        let block = T::from_decoded(Decoded { value, origin }, diags);
        let (Some(key), Some(block)) = (key, block) else {
            is_complete = false;
            continue;
        };
        if let Some(other) = add(key, (block, label_place.clone())) {
            // Blocks come in the order of their labels, not as they are written.
            let [first, second] = in_order(other, label_place);
            diags.push(diags::repeated_key(second, first, &ty));
            is_complete = false;
        }
    }
    is_complete.then_some(())
}

fn in_order(a: Place, b: Place) -> [Place; 2] {
    if a.span().start <= b.span().start { [a, b] } else { [b, a] }
}
