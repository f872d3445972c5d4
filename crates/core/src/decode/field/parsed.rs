//! `from_str`: parsed strings.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::str::FromStr;

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::{FieldOptions, Fields, FromValue, attr_of, attr_or};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{FromValueError, Str, Type, Value, ValueOrigin};
use crate::decode::Spanned;
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is parsed from a string. The compiler infers `M`, which distinguishes the
/// implementations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be parsed from a string",
    label = "`from_str` requires a type that implements `FromStr`, with an error that implements `Display`",
    note = "an `Option`, a `Spanned` or a collection of such a type is also allowed"
)]
pub trait ParsedField<M>: Sized {
    /// The type of the attribute's value, with a string for each parsed value.
    type Texts: FromValue;

    /// `true` if the type keeps its source location.
    const SPANNED: bool = Self::Texts::SPANNED;

    /// `true` if parts of the value are sensitive.
    const SENSITIVE: bool = Self::Texts::SENSITIVE;

    /// Creates the field from its parsed strings.
    fn of(parsed: Self::Texts) -> Self;

    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec {
        attr_of::<Self::Texts>(options, false)
    }

    /// Returns the spec of a field with a default string, which is parsed if the field is not set.
    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec {
        attr_or::<Self::Texts>(options, default.into())
    }

    /// Returns the spec of the value, and `true` if the attribute of an object may be omitted.
    fn value_spec() -> (ValueSpec, bool) {
        (Self::Texts::value_spec(), Self::Texts::OPTIONAL)
    }

    /// Converts a value.
    fn convert(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        Self::Texts::from_value_at(value, origin).map(Self::of)
    }

    /// Takes the field, parsed.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags).map(Self::of)
    }
}

/// One string.
#[derive(Debug)]
pub struct One;

/// An optional string, or an optional collection of strings.
#[derive(Debug)]
pub struct Maybe<M>(PhantomData<M>);

/// A sequence, a set or a map of strings.
#[derive(Debug)]
pub struct Many<M>(PhantomData<M>);

/// Strings with their source locations.
#[derive(Debug)]
pub struct Located<M>(PhantomData<M>);

impl<T: FromStr<Err: fmt::Display>> ParsedField<One> for T {
    type Texts = Parsed<T>;

    fn of(Parsed(parsed): Parsed<T>) -> Self {
        parsed
    }
}

impl<T: ParsedField<M>, M> ParsedField<Maybe<M>> for Option<T> {
    type Texts = Option<T::Texts>;

    fn of(parsed: Self::Texts) -> Self {
        parsed.map(T::of)
    }
}

impl<T: ParsedField<M>, M> ParsedField<Located<M>> for Spanned<T> {
    type Texts = Spanned<T::Texts>;

    fn of(parsed: Self::Texts) -> Self {
        parsed.map(T::of)
    }
}

macro_rules! parsed_sequences {
    ($($sequence:ident),*) => {$(
        impl<T: ParsedField<M>, M> ParsedField<Many<M>> for $sequence<T> {
            type Texts = $sequence<T::Texts>;

            fn of(parsed: Self::Texts) -> Self {
                parsed.into_iter().map(T::of).collect()
            }
        }
    )*};
}

parsed_sequences!(Vec, VecDeque);

macro_rules! parsed_sets {
    ($($set:ident<T $(, $hasher:ident)?> where [$($bound:path),+];)*) => {$(
        impl<T, $($hasher)?> ParsedField<Many<One>> for $set<T, $($hasher)?>
        where
            T: FromStr<Err: fmt::Display> $(+ $bound)+,
            $($hasher: BuildHasher + Default,)?
        {
            type Texts = $set<Parsed<T>, $($hasher)?>;

            fn of(parsed: Self::Texts) -> Self {
                parsed.into_iter().map(|Parsed(parsed)| parsed).collect()
            }
        }
    )*};
}

parsed_sets! {
    BTreeSet<T> where [Ord];
    HashSet<T, S> where [Eq, Hash];
}

macro_rules! parsed_map {
    ($map:ident<K, T $(, $hasher:ident)?> where [$($bound:path),+]) => {
        /// The keys are converted, and the elements are parsed.
        impl<K, T, M, $($hasher)?> ParsedField<Many<M>> for $map<K, T, $($hasher)?>
        where
            K: FromValue $(+ $bound)+,
            T: ParsedField<M>,
            $($hasher: BuildHasher + Default,)?
        {
            type Texts = $map<K, T::Texts, $($hasher)?>;

            fn of(parsed: Self::Texts) -> Self {
                parsed.into_iter().map(|(key, parsed)| (key, T::of(parsed))).collect()
            }
        }
    };
}

parsed_map!(BTreeMap<K, T> where [Ord]);
parsed_map!(HashMap<K, T, S> where [Eq, Hash]);
#[cfg(feature = "indexmap")]
parsed_map!(IndexMap<K, T, S> where [Eq, Hash]);

/// A value parsed from a string.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parsed<T>(pub(super) T);

impl<T: FromStr<Err: fmt::Display>> FromValue for Parsed<T> {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        let text = Str::from_value(value)?;
        text.parse()
            .map(Self)
            .map_err(|error| FromValueError::new(format!("{:?} is not valid: {error}", &*text)))
    }
}
