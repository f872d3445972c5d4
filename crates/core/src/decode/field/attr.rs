//! `attr`: the value of an attribute.

use std::ops::Deref;

use super::{FieldOptions, Fields, FromValue, attr_or};
use crate::cty::{ToValue, Value};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is an attribute's value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "no conversion from an attribute value to `{Self}`",
    note = "if `{Self}` is a struct for a block, write `#[hcl(block)]` on the field",
    note = "for your own type, derive `hcldyn::HclValue` or implement `hcldyn::cty::FromValue`; for other types, use `from_str`, `with` or `serde`"
)]
pub trait AttrField: Sized {
    /// The only strings that the type accepts; empty if it accepts any others, or none.
    const KEYWORDS: &'static [&'static str];

    /// `true` if the attribute may be omitted.
    const OPTIONAL: bool;

    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Returns the spec of a field with a literal as its default, which also replaces null.
    fn spec_or(options: &FieldOptions, default: Self) -> Spec
    where
        Self: TryInto<Value>;

    /// Returns the spec of a field with a default, or with one that has no corresponding value. The code that takes
    /// the field then applies it.
    fn spec_or_value(options: &FieldOptions, default: Option<Value>) -> Spec;

    /// Returns the spec of a field with a default written as a string, which the type converts.
    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec;

    /// Takes the value.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: FromValue> AttrField for T {
    const KEYWORDS: &'static [&'static str] = <T as FromValue>::KEYWORDS;
    const OPTIONAL: bool = <T as FromValue>::OPTIONAL;

    fn spec(options: &FieldOptions) -> Spec {
        super::attr_of::<T>(options, false)
    }

    fn spec_or(options: &FieldOptions, default: Self) -> Spec
    where
        Self: TryInto<Value>,
    {
        // A default without a corresponding value, such as NaN, is null.
        attr_or::<T>(options, default.try_into().unwrap_or(Value::null(T::ty())))
    }

    fn spec_or_value(options: &FieldOptions, default: Option<Value>) -> Spec {
        match default {
            Some(default) => attr_or::<T>(options, default),
            None => super::attr_of::<T>(options, true),
        }
    }

    fn spec_or_text(options: &FieldOptions, default: &str) -> Spec {
        attr_or::<T>(options, default.into())
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}

/// The default of a field of type `T`, which may have a corresponding value.
#[derive(Debug)]
pub struct DefaultOf<T>(ShownDefault<T>);

/// The default of a field of type `T`, which may have a source form.
#[derive(Debug)]
pub struct ShownDefault<T>(T);

/// The default of a type without a conversion to `Value`.
#[derive(Debug)]
pub struct WithoutValue;

impl<T> DefaultOf<T> {
    /// Creates the default.
    pub fn new(default: T) -> Self {
        Self(ShownDefault(default))
    }
}

impl<T: TryInto<Value>> DefaultOf<T> {
    /// Returns the corresponding value. Returns `None` if there is none, as for NaN.
    pub fn value(self) -> Option<Value> {
        self.0.0.try_into().ok()
    }

    /// Returns the value that documents show.
    pub fn shown(self) -> Option<Value> {
        self.value()
    }
}

impl<T: ToValue> ShownDefault<T> {
    /// Returns the value that documents show.
    pub fn shown(&self) -> Option<Value> {
        self.0.to_value().ok()
    }
}

/// For a type without a conversion, the compiler finds the methods of the target.
impl<T> Deref for DefaultOf<T> {
    type Target = ShownDefault<T>;

    fn deref(&self) -> &ShownDefault<T> {
        &self.0
    }
}

/// For a type without a source form, the compiler finds the methods of the target.
impl<T> Deref for ShownDefault<T> {
    type Target = WithoutValue;

    fn deref(&self) -> &WithoutValue {
        &WithoutValue
    }
}

impl WithoutValue {
    /// Returns `None`.
    pub fn value(&self) -> Option<Value> {
        None
    }

    /// Returns `None`.
    pub fn shown(&self) -> Option<Value> {
        None
    }
}
