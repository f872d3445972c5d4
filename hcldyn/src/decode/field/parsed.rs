//! `from_str`: parsed strings.

use std::fmt;
use std::str::FromStr;

use super::{FieldOptions, Fields, FromValue, attr_of, attr_or};
use crate::cty::{FromValueError, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is parsed from a string. The compiler infers `M`, which distinguishes the
/// implementations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be parsed from a string",
    label = "`from_str` requires a type that implements `FromStr`, with an error that implements `Display`",
    note = "an `Option` or a `Vec` of such a type is also allowed"
)]
pub trait ParsedField<M>: Sized {
    /// The type of the attribute's value: strings in place of the parsed values.
    type Texts: FromValue;

    /// Makes the field from its parsed strings.
    fn of(parsed: Self::Texts) -> Self;

    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec {
        attr_of::<Self::Texts>(options, false)
    }

    /// Returns the spec of a field with a default string, which is parsed if nothing is written.
    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec {
        attr_or::<Self::Texts>(options, default.into())
    }

    /// Takes the field, parsed.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags).map(Self::of)
    }
}

/// One string.
#[derive(Debug)]
pub struct One;

/// An optional string.
#[derive(Debug)]
pub struct Maybe;

/// A list of strings.
#[derive(Debug)]
pub struct Many;

impl<T: FromStr<Err: fmt::Display>> ParsedField<One> for T {
    type Texts = Parsed<T>;

    fn of(Parsed(parsed): Parsed<T>) -> Self {
        parsed
    }
}

impl<T: FromStr<Err: fmt::Display>> ParsedField<Maybe> for Option<T> {
    type Texts = Option<Parsed<T>>;

    fn of(parsed: Self::Texts) -> Self {
        parsed.map(|Parsed(parsed)| parsed)
    }
}

impl<T: FromStr<Err: fmt::Display>> ParsedField<Many> for Vec<T> {
    type Texts = Vec<Parsed<T>>;

    fn of(parsed: Self::Texts) -> Self {
        parsed.into_iter().map(|Parsed(parsed)| parsed).collect()
    }
}

/// A value parsed from a string.
#[derive(Debug)]
pub struct Parsed<T>(T);

impl<T: FromStr<Err: fmt::Display>> FromValue for Parsed<T> {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        let text = Str::from_value(value)?;
        text.parse()
            .map(Self)
            .map_err(|error| FromValueError::new(format!("invalid value {:?}: {error}", &*text)))
    }
}
