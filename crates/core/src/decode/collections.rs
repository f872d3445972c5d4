//! The collection types of fields.
//!
//! A new collection type is implemented here, and each kind of field has one implementation for all lists, sets or
//! maps.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::HclDecode;
use super::value::FlattenedField;
use crate::cty::FromValue;
use crate::cty::internal::SetElements;
use crate::cty::value_spec::AttributeKind;

/// A list or a set.
pub trait Sequence:
    IntoIterator<Item = <Self as Sequence>::Element> + FromIterator<<Self as Sequence>::Element>
{
    /// The type of the elements.
    type Element;

    /// The decoded list or set of values from which the elements are made.
    type Values<A: FromValue>: FromValue + IntoIterator<Item = A>;

    /// `true` if iterators return the elements in an order that does not change between runs.
    const IS_ORDERED: bool = true;

    /// Returns an iterator over the elements.
    fn elements(&self) -> impl Iterator<Item = &Self::Element>;
}

/// A sequence that keeps its elements as they are written: in their order, and with duplicates.
pub trait List: Sequence {}

/// A map.
pub trait Mapping:
    Default
    + IntoIterator<Item = (<Self as Mapping>::Key, <Self as Mapping>::Element)>
    + FromIterator<(<Self as Mapping>::Key, <Self as Mapping>::Element)>
{
    /// The type of the keys.
    type Key;

    /// The type of the elements.
    type Element;

    /// The map with other elements.
    type Of<T>: Mapping<Key = Self::Key, Element = T>;

    /// `true` if iterators return the entries in an order that does not change between runs.
    const IS_ORDERED: bool = true;

    /// Returns an iterator over the entries.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Element)>;

    /// Returns the element of a key.
    fn element(&self, key: &Self::Key) -> Option<&Self::Element>;

    /// Adds an element. Returns the previous element of the key.
    fn add(&mut self, key: Self::Key, element: Self::Element) -> Option<Self::Element>;
}

/// The type of a field whose implementation depends on its class: a struct, a list, a map, or an `Option` of one.
///
/// A struct is any type that implements [`HclDecode`], so a trait with an implementation for all structs cannot have one
/// for all lists. A trait with the class as its parameter can have both.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks",
    label = "no conversion from blocks to `{Self}`",
    note = "the innermost type requires `#[derive(hcldyn::HclDecode)]`; it can be in a `Vec`, or in a map by the next label"
)]
pub trait Classified {
    /// The class: [`Struct`], [`AsList`], [`AsMap`] or [`Optional`].
    type Class;
}

/// The class of structs and enums, which are decoded from one body.
#[derive(Debug)]
pub struct Struct;

/// The class of lists.
#[derive(Debug)]
pub struct AsList;

/// The class of maps.
#[derive(Debug)]
pub struct AsMap;

/// The class of an `Option`.
#[derive(Debug)]
pub struct Optional;

impl<T: HclDecode> Classified for T {
    type Class = Struct;
}

impl<T> Classified for Option<T> {
    type Class = Optional;
}

impl<T> Classified for Vec<T> {
    type Class = AsList;
}

impl<T> List for Vec<T> {}

impl<T> Sequence for Vec<T> {
    type Element = T;
    type Values<A: FromValue> = Vec<A>;

    fn elements(&self) -> impl Iterator<Item = &T> {
        self.iter()
    }
}

impl<T> Classified for VecDeque<T> {
    type Class = AsList;
}

impl<T> List for VecDeque<T> {}

impl<T> Sequence for VecDeque<T> {
    type Element = T;
    type Values<A: FromValue> = Vec<A>;

    fn elements(&self) -> impl Iterator<Item = &T> {
        self.iter()
    }
}

impl<T> Classified for Box<[T]> {
    type Class = AsList;
}

impl<T> List for Box<[T]> {}

impl<T> Sequence for Box<[T]> {
    type Element = T;
    type Values<A: FromValue> = Vec<A>;

    fn elements(&self) -> impl Iterator<Item = &T> {
        self.iter()
    }
}

impl<T: Ord> Sequence for BTreeSet<T> {
    type Element = T;
    type Values<A: FromValue> = SetElements<A>;

    fn elements(&self) -> impl Iterator<Item = &T> {
        self.iter()
    }
}

impl<T: Eq + Hash, S: BuildHasher + Default> Sequence for HashSet<T, S> {
    type Element = T;
    type Values<A: FromValue> = SetElements<A>;

    const IS_ORDERED: bool = false;

    fn elements(&self) -> impl Iterator<Item = &T> {
        self.iter()
    }
}

impl<K, T> Classified for BTreeMap<K, T> {
    type Class = AsMap;
}

impl<K, T> FlattenedField for BTreeMap<K, T>
where
    Self: FromValue,
{
    const KIND: AttributeKind = AttributeKind::Remaining;
}

impl<K: Ord, T> Mapping for BTreeMap<K, T> {
    type Key = K;
    type Element = T;
    type Of<U> = BTreeMap<K, U>;

    fn entries(&self) -> impl Iterator<Item = (&K, &T)> {
        self.iter()
    }

    fn element(&self, key: &K) -> Option<&T> {
        self.get(key)
    }

    fn add(&mut self, key: K, element: T) -> Option<T> {
        self.insert(key, element)
    }
}

impl<K, T, S> Classified for HashMap<K, T, S> {
    type Class = AsMap;
}

impl<K, T, S> FlattenedField for HashMap<K, T, S>
where
    Self: FromValue,
{
    const KIND: AttributeKind = AttributeKind::Remaining;
}

impl<K: Eq + Hash, T, S: BuildHasher + Default> Mapping for HashMap<K, T, S> {
    type Key = K;
    type Element = T;
    type Of<U> = HashMap<K, U, S>;

    const IS_ORDERED: bool = false;

    fn entries(&self) -> impl Iterator<Item = (&K, &T)> {
        self.iter()
    }

    fn element(&self, key: &K) -> Option<&T> {
        self.get(key)
    }

    fn add(&mut self, key: K, element: T) -> Option<T> {
        self.insert(key, element)
    }
}

#[cfg(feature = "indexmap")]
impl<K, T, S> Classified for IndexMap<K, T, S> {
    type Class = AsMap;
}

#[cfg(feature = "indexmap")]
impl<K, T, S> FlattenedField for IndexMap<K, T, S>
where
    Self: FromValue,
{
    const KIND: AttributeKind = AttributeKind::Remaining;
}

#[cfg(feature = "indexmap")]
impl<K: Eq + Hash, T, S: BuildHasher + Default> Mapping for IndexMap<K, T, S> {
    type Key = K;
    type Element = T;
    type Of<U> = IndexMap<K, U, S>;

    fn entries(&self) -> impl Iterator<Item = (&K, &T)> {
        self.iter()
    }

    fn element(&self, key: &K) -> Option<&T> {
        self.get(key)
    }

    fn add(&mut self, key: K, element: T) -> Option<T> {
        self.insert(key, element)
    }
}
