//! `from_str`: parsed strings.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use super::{FieldOptions, Fields, FromValue, attr_of, attr_or};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{FromValueError, Str, Type, Value, ValueOrigin};
use crate::decode::Spanned;
use crate::decode::collections::{Mapping, Sequence};
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
    fn convert(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        Self::Texts::from_value_at(value, origin).map(Self::of)
    }

    /// Takes the field, parsed.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags).map(Self::of)
    }
}

/// One string.
#[derive(Debug)]
pub struct One;

/// An optional string, or an optional collection of strings.
#[derive(Debug)]
pub struct Maybe<M>(PhantomData<M>);

/// A list or a set of strings.
#[derive(Debug)]
pub struct Many<M>(PhantomData<M>);

/// A map of strings.
#[derive(Debug)]
pub struct ByKey<M>(PhantomData<M>);

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

#[doc(hidden)]
impl<T: ParsedField<M>, M> ParsedField<Located<M>> for Spanned<T> {
    type Texts = Spanned<T::Texts>;

    fn of(parsed: Self::Texts) -> Self {
        parsed.map(T::of)
    }
}

impl<C: Sequence<Element: ParsedField<M>>, M> ParsedField<Many<M>> for C {
    type Texts = C::Values<<C::Element as ParsedField<M>>::Texts>;

    fn of(parsed: Self::Texts) -> Self {
        parsed.into_iter().map(C::Element::of).collect()
    }
}

/// The keys are converted, and the elements are parsed.
impl<C, T, M> ParsedField<ByKey<M>> for C
where
    C: Mapping<Element = T, Of<T::Texts>: FromValue>,
    T: ParsedField<M>,
{
    type Texts = C::Of<T::Texts>;

    fn of(parsed: Self::Texts) -> Self {
        parsed.into_iter().map(|(key, parsed)| (key, T::of(parsed))).collect()
    }
}

/// A value parsed from a string.
#[derive(Debug)]
pub struct Parsed<T>(pub(super) T);

impl<T: FromStr<Err: fmt::Display>> FromValue for Parsed<T> {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        let text = Str::from_value(value)?;
        text.parse()
            .map(Self)
            .map_err(|error| FromValueError::new(format!("{:?} is not valid: {error}", &*text)))
    }
}
