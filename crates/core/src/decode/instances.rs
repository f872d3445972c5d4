//! The instances of a block, as structs.

use std::collections::{BTreeMap, btree_map};
use std::slice;

use super::HclDecode;
use super::diags::unknown_blocks;
use super::field::element_names;
use crate::cty::MaybeUnknown;
use crate::diag::Diagnostics;
use crate::ext::repetition::{InstanceKey, RepeatedBy};
use crate::spec::{Decoded, Presence, Spec};

/// The instances of a block: the block itself, or those of its repetition.
///
/// `#[hcl(for_each)]`, `#[hcl(count)]` or `#[hcl(matrix)]` on the field allows repetition. Without one of them, it is
/// always the block itself.
///
/// ```
/// use hcldyn::decode::Instances;
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     #[hcl(block, count)]
///     worker: Instances<Worker>,
/// }
///
/// #[derive(HclDecode)]
/// struct Worker {
///     port: u16,
/// }
///
/// let text = "worker {\n  count = 3\n  port  = 8000 + count.index\n}\n";
/// let config: Config = hcldyn::from_str(text, &EvalContext::new())?;
/// assert_eq!(config.worker.len(), 3);
/// assert_eq!(config.worker.get(2).unwrap().port, 8002);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instances<T> {
    /// The block, which is not repeated.
    Single(T),
    /// The instances of `count`.
    List(Vec<T>),
    /// The instances of `for_each`, by their keys.
    Map(BTreeMap<String, T>),
    /// The instances of a matrix with their names, in the order of its values: those of the last variable change fastest,
    /// unless the field has the option `first_fastest`.
    Matrix(Vec<(String, T)>),
}

impl<T> Instances<T> {
    /// Returns the number of instances.
    pub fn len(&self) -> usize {
        match self {
            Self::Single(_) => 1,
            Self::List(list) => list.len(),
            Self::Map(map) => map.len(),
            Self::Matrix(list) => list.len(),
        }
    }

    /// Returns `true` for a repetition without instances.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the block, unless it is repeated.
    pub fn single(&self) -> Option<&T> {
        self.get(InstanceKey::Single)
    }

    /// Returns the instance with a key: an index or a name. The names of a matrix are searched linearly.
    pub fn get<'k>(&self, key: impl Into<InstanceKey<'k>>) -> Option<&T> {
        match (self, key.into()) {
            (Self::Single(single), InstanceKey::Single) => Some(single),
            (Self::List(list), InstanceKey::Index(index)) => list.get(index),
            (Self::Map(map), InstanceKey::Name(name)) => map.get(name),
            (Self::Matrix(list), InstanceKey::Name(name)) => {
                list.iter().find(|(known, _)| known == name).map(|(_, instance)| instance)
            }
            _ => None,
        }
    }

    /// Returns the instances with their keys, in the order of the keys, or of the values of a matrix.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter(match self {
            Self::Single(single) => Entries::Single(Some(single)),
            Self::List(list) => Entries::List(0, list.iter()),
            Self::Map(map) => Entries::Map(map.iter()),
            Self::Matrix(list) => Entries::Matrix(list.iter()),
        })
    }

    /// Returns the instances without their keys.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.iter().map(|(_, instance)| instance)
    }

    /// Returns the instances themselves, without their keys.
    ///
    /// ```
    /// use hcldyn::decode::Instances;
    ///
    /// let workers = Instances::List(vec!["first".to_owned(), "second".to_owned()]);
    /// let names: Vec<String> = workers.into_values().collect();
    /// assert_eq!(names, ["first", "second"]);
    /// ```
    pub fn into_values(self) -> impl Iterator<Item = T> {
        let (single, list, map, matrix) = match self {
            Self::Single(single) => (Some(single), Vec::new(), BTreeMap::new(), Vec::new()),
            Self::List(list) => (None, list, BTreeMap::new(), Vec::new()),
            Self::Map(map) => (None, Vec::new(), map, Vec::new()),
            Self::Matrix(list) => (None, Vec::new(), BTreeMap::new(), list),
        };
        let named = map.into_values().chain(matrix.into_iter().map(|(_, instance)| instance));
        single.into_iter().chain(list).chain(named)
    }
}

impl<'a, T> IntoIterator for &'a Instances<T> {
    type Item = (InstanceKey<'a>, &'a T);
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

/// An iterator over instances with their keys. [`Instances::iter`] creates it.
#[derive(Clone, Debug)]
pub struct Iter<'a, T>(Entries<'a, T>);

#[derive(Clone, Debug)]
enum Entries<'a, T> {
    Single(Option<&'a T>),
    /// The instances from an index on.
    List(usize, slice::Iter<'a, T>),
    Map(btree_map::Iter<'a, String, T>),
    Matrix(slice::Iter<'a, (String, T)>),
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = (InstanceKey<'a>, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Entries::Single(single) => Some((InstanceKey::Single, single.take()?)),
            Entries::List(index, list) => {
                let instance = list.next()?;
                *index += 1;
                Some((InstanceKey::Index(*index - 1), instance))
            }
            Entries::Map(map) => {
                let (name, instance) = map.next()?;
                Some((InstanceKey::Name(name), instance))
            }
            Entries::Matrix(list) => {
                let (name, instance) = list.next()?;
                Some((InstanceKey::Name(name), instance))
            }
        }
    }
}

impl<T: HclDecode> HclDecode for Instances<T> {
    const TAKES_INSTANCES: bool = true;

    fn spec() -> Spec {
        T::spec()
    }

    /// Every instance is converted, even if a previous one fails.
    fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
        let Some(by) = decoded.origin.repeated() else {
            return match decoded.origin.presence {
                Presence::Failed => None,
                _ => single(decoded, diags),
            };
        };
        let names = element_names(&decoded.value).to_vec();
        let mut list = Some(Vec::new());
        decoded.each_instance(&mut |_, instance| {
            let made = T::from_decoded(instance, diags);
            match (&mut list, made) {
                (Some(list), Some(instance)) => list.push(instance),
                (list, _) => *list = None,
            }
        });
        Some(match by {
            RepeatedBy::Index => Self::List(list?),
            RepeatedBy::Key => {
                let names = names.into_iter().map(|name| name.to_string());
                Self::Map(names.zip(list?).collect())
            }
            RepeatedBy::Name => {
                let names = names.into_iter().map(|name| name.to_string());
                Self::Matrix(names.zip(list?).collect())
            }
        })
    }
}

/// Converts a block that is not repeated, or reports an unknown number of instances.
fn single<T: HclDecode>(decoded: Decoded, diags: &mut Diagnostics) -> Option<Instances<T>> {
    if !decoded.value.unmarked().is_known() {
        return diags.fail(unknown_blocks(decoded.origin.place.clone(), &type_of(&decoded)));
    }
    T::from_decoded(decoded, diags).map(Instances::Single)
}

/// Returns the type of a block.
fn type_of(decoded: &Decoded) -> String {
    let name = decoded.origin.name_place();
    name.map_or_else(String::new, |place| place.text().to_owned())
}

/// Instances that may not be known yet.
impl<T: HclDecode> HclDecode for MaybeUnknown<Instances<T>> {
    const TAKES_INSTANCES: bool = true;

    fn spec() -> Spec {
        T::spec()
    }

    fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
        let is_failed = decoded.origin.presence == Presence::Failed;
        if decoded.value.unmarked().is_known() {
            return Instances::from_decoded(decoded, diags).map(Self::Known);
        }
        (!is_failed).then_some(Self::Unknown)
    }
}
