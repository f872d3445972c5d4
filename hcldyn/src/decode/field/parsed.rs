//! `from_str`: texts that are parsed.

use std::fmt;
use std::str::FromStr;

use super::{FieldOptions, Fields, FromValue, attr_of, attr_or};
use crate::cty::{FromValueError, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is parsed from text. `M` is found by the compiler: it tells the
/// implementations apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be parsed from text",
    label = "`from_str` needs a type that is `FromStr`, with an error that is `Display`",
    note = "an `Option` or a `Vec` of such a type will do as well"
)]
pub trait ParsedField<M>: Sized {
    /// The type of the attribute's value: texts where the field has what is parsed of them.
    type Texts: FromValue;

    /// The field, from its parsed texts.
    fn of(parsed: Self::Texts) -> Self;

    /// How it is asked for.
    fn spec(options: &FieldOptions) -> Spec {
        attr_of::<Self::Texts>(options, false)
    }

    /// The same with a text that is parsed where none is written.
    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec {
        attr_or::<Self::Texts>(options, default.into())
    }

    /// The text, parsed.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags).map(Self::of)
    }
}

/// One text.
#[derive(Debug)]
pub struct One;

/// One text, or nothing.
#[derive(Debug)]
pub struct Maybe;

/// A list of texts.
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

/// What is parsed from a text.
#[derive(Debug)]
pub struct Parsed<T>(T);

impl<T: FromStr<Err: fmt::Display>> FromValue for Parsed<T> {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        let text = Str::from_value(value)?;
        text.parse().map(Self).map_err(|error| {
            FromValueError::new(format!("{:?} is not valid here: {error}.", &*text))
        })
    }
}
