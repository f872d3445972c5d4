//! Functions for the code of `#[derive(HclValue)]`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::OnceLock;

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::deferred::deferred_default;
use super::field::Check;
use super::{DocsOptions, FieldOptions, FromValue, FromValueError};
use crate::cty::value_spec::{
    AttributeDefault, AttributeKind, ComputedDefault, LazyValueSpec, ObjectAttribute,
    ObjectValueSpec, UnknownAttributes, ValueSpec, ValueVariant, VariantSelector, VariantsSpec,
};
use crate::cty::{Kind, Nowhere, Number, Step, Str, Type, Value, ValueOrigin};
use crate::diag::{did_you_mean, list_choices};

/// The options of a variant in a derive, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct VariantOptions {
    /// The name in HCL.
    pub name: &'static str,
    /// Other names, which are never suggested.
    pub aliases: &'static [&'static str],
    /// Former names, which cause a warning.
    pub former_names: &'static [&'static str],
    /// Advice for a deprecated variant.
    pub deprecated: Option<&'static str>,
    /// The documentation.
    pub docs: DocsOptions,
    /// `true` if the variant takes every value that selects no other one.
    pub other: bool,
    /// `true` for a variant without content, whose value is its name.
    pub keyword: bool,
}

/// Returns a variant with the spec of its content.
pub fn value_variant(options: &VariantOptions, spec: ValueSpec) -> ValueVariant {
    let mut variant = ValueVariant::new(options.name, spec);
    variant.aliases = options.aliases.iter().map(|name| Str::from(*name)).collect();
    variant.former_names = options.former_names.iter().map(|name| Str::from(*name)).collect();
    variant.deprecated = options.deprecated.map(Str::from);
    variant.docs = options.docs.item_docs();
    variant.other = options.other;
    variant.keyword = options.keyword;
    variant
}

/// Returns the spec of the content of a keyword.
pub fn keyword() -> ValueSpec {
    ValueSpec::Type(Type::String)
}

/// Returns an attribute of an object. The spec comes with `true` if the attribute may be omitted.
pub fn attribute(options: &FieldOptions, (spec, optional): (ValueSpec, bool)) -> ObjectAttribute {
    options.attribute(spec, optional)
}

/// Returns an attribute of an object with a default that the program computes.
pub fn computed(mut attribute: ObjectAttribute, default: fn() -> Option<Value>) -> ObjectAttribute {
    attribute.docs.computed_default = Some(ComputedDefault(default));
    attribute
}

/// Returns an attribute of an object with a default that is written as a string.
pub fn attribute_or_text(
    options: &FieldOptions,
    spec: (ValueSpec, bool),
    text: &'static str,
    check: fn(&Value) -> Result<(), FromValueError>,
) -> ObjectAttribute {
    let value = deferred_default(&spec.0.ty(), text.into());
    attribute(options, spec).or(AttributeDefault { value, check })
}

/// Checks a default by the conversion of its attribute.
pub fn check_default<T>(
    value: &Value,
    convert: impl FnOnce(Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
) -> Result<(), FromValueError> {
    convert(value.clone(), nowhere()).map(drop)
}

thread_local! {
    /// The functions that are creating the specs of types.
    static CREATING: RefCell<Vec<fn() -> ValueSpec>> = const { RefCell::new(Vec::new()) };
}

/// Creates the spec of a type by `create`. Inside itself, the spec is lazy, so that a type may contain itself. `own`
/// is the function that returns the spec.
pub fn recursive_spec(own: fn() -> ValueSpec, create: impl FnOnce() -> ValueSpec) -> ValueSpec {
    let is_own = |other: &fn() -> ValueSpec| std::ptr::fn_addr_eq(*other, own);
    if CREATING.with_borrow(|creating| creating.iter().any(is_own)) {
        return ValueSpec::Lazy(LazyValueSpec::new(own));
    }
    CREATING.with_borrow_mut(|creating| creating.push(own));
    let spec = create();
    CREATING.with_borrow_mut(Vec::pop);
    spec
}

/// Returns the cached spec of a type, which [`recursive_spec`] creates.
pub fn cached_spec(
    cell: &OnceLock<ValueSpec>,
    own: fn() -> ValueSpec,
    create: fn() -> ValueSpec,
) -> ValueSpec {
    match cell.get() {
        Some(spec) => spec.clone(),
        None => match recursive_spec(own, create) {
            lazy @ ValueSpec::Lazy(_) => lazy,
            spec => cell.get_or_init(|| spec).clone(),
        },
    }
}

/// Returns the spec of an object.
pub fn object_value(
    attributes: Box<[ObjectAttribute]>,
    unknown: UnknownAttributes,
    docs: DocsOptions,
) -> ValueSpec {
    let object = ObjectValueSpec::new(attributes).unknown(unknown);
    ValueSpec::Object(object.with_docs(docs.item_docs()).into())
}

/// Returns the spec of an enum.
pub fn variants(
    selector: VariantSelector,
    variants: Box<[ValueVariant]>,
    docs: DocsOptions,
) -> ValueSpec {
    let spec = VariantsSpec::new(selector, variants).with_docs(docs.item_docs());
    ValueSpec::Variants(spec.into())
}

/// Converts an object. `make` takes every attribute before it fails, so that all errors are in the result.
pub fn from_object<'a, T>(
    value: Value,
    origin: &'a dyn ValueOrigin,
    make: impl FnOnce(&mut ObjectFields<'a>) -> Option<T>,
) -> Result<T, FromValueError> {
    let Some(object) = value.as_object() else { return Err(unsuitable(&value, "an object")) };
    let names = object.shape().names().to_vec();
    let values = value.into_elements();
    let mut fields = ObjectFields { names, values, origin, error: None };
    let made = make(&mut fields);
    match (made, fields.error) {
        (Some(made), None) => Ok(made),
        (_, Some(error)) => Err(error),
        // A field that fails has an error.
        (None, None) => Err(FromValueError::new("the value is invalid")),
    }
}

/// The attributes of an object, taken by name.
#[expect(missing_debug_implementations, reason = "an origin has none")]
pub struct ObjectFields<'a> {
    names: Vec<Str>,
    values: Vec<Value>,
    origin: &'a dyn ValueOrigin,
    error: Option<FromValueError>,
}

impl<'a> ObjectFields<'a> {
    /// Takes the value of an attribute with its origin, or with the object's origin if its own is unknown.
    fn part(&mut self, name: &str) -> (Value, &'a dyn ValueOrigin) {
        let null = Value::null(Type::Dynamic);
        let Some(position) = self.names.iter().position(|known| *known == *name) else {
            return (null, self.origin);
        };
        let value = self.values.get_mut(position);
        let value = value.map_or(null.clone(), |value| std::mem::replace(value, null));
        let origin = self.origin.of_element(position);
        // A null without an origin of its own is possibly not written.
        let is_own = !std::ptr::addr_eq(origin, self.origin);
        let is_located = is_own || !value.is_null();
        (value, if is_located { origin } else { nowhere() })
    }

    /// Takes an attribute. Returns `None` if the conversion fails, whose error is kept.
    pub fn take<T>(
        &mut self,
        name: &'static str,
        convert: impl FnOnce(Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
    ) -> Option<T> {
        let (value, origin) = self.part(name);
        let taken = convert(value, origin).map_err(|error| error.under(Step::Attr(name.into())));
        FromValueError::keep(taken, &mut self.error)
    }

    /// Takes an attribute, or returns its default if the attribute is not set or null.
    pub fn take_or<T>(
        &mut self,
        name: &'static str,
        convert: impl FnOnce(Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        self.take(name, |value, origin| {
            if value.is_null() && !value.is_marked() {
                Ok(default())
            } else {
                convert(value, origin)
            }
        })
    }

    /// Takes an attribute, or converts a default string if the attribute is not set or null.
    pub fn take_or_text<T>(
        &mut self,
        name: &'static str,
        convert: impl FnOnce(Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
        spec: &ValueSpec,
        default: &'static str,
    ) -> Option<T> {
        self.take(name, |value, origin| {
            if value.is_null() && !value.is_marked() {
                let default = deferred_default(&spec.ty(), default.into());
                convert(spec.try_convert(default)?, origin)
            } else {
                convert(value, origin)
            }
        })
    }

    /// Takes several attributes of the object as one value.
    pub fn take_flattened<T>(
        &mut self,
        name: &'static str,
        convert: impl FnOnce(Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
    ) -> Option<T> {
        let (value, origin) = self.part(name);
        FromValueError::keep(convert(value, origin), &mut self.error)
    }
}

/// The type of an attribute of an object. The derive only uses the type through this trait, so that the compiler
/// reports an unsuitable type once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "no conversion from an attribute value to `{Self}`",
    note = "derive `hcldyn::HclValue` for `{Self}`, or implement `hcldyn::FromValue`"
)]
pub trait ValueField: Sized {
    /// `true` if the attribute may be omitted.
    const OPTIONAL: bool;

    /// `true` if the type keeps its source location.
    const SPANNED: bool;

    /// `true` if parts of the value are sensitive.
    const SENSITIVE: bool;

    /// The only strings that the type accepts; empty if it accepts any others, or none.
    const KEYWORDS: &'static [&'static str];

    /// Returns the spec of the value, and `true` if the attribute may be omitted.
    fn value_spec() -> (ValueSpec, bool);

    /// Converts a value.
    fn convert(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError>;
}

impl<T: FromValue> ValueField for T {
    const OPTIONAL: bool = <T as FromValue>::OPTIONAL;
    const SPANNED: bool = <T as FromValue>::SPANNED;
    const SENSITIVE: bool = <T as FromValue>::SENSITIVE;
    const KEYWORDS: &'static [&'static str] = <T as FromValue>::KEYWORDS;

    fn value_spec() -> (ValueSpec, bool) {
        (<T as FromValue>::value_spec(), T::OPTIONAL)
    }

    fn convert(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        T::from_value_at(value, origin)
    }
}

/// The type of a field that takes several attributes of an object: a struct, or a map for those without a field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from attributes of the same object",
    label = "`flatten` requires a struct that derives `hcldyn::HclValue`, or a map",
    note = "add `#[derive(hcldyn::HclValue)]` to `{Self}`, or remove `flatten` from the field"
)]
pub trait FlattenedField: FromValue {
    /// `true` if the type keeps its source location.
    const SPANNED: bool = <Self as FromValue>::SPANNED;

    /// `true` if parts of the value are sensitive.
    const SENSITIVE: bool = <Self as FromValue>::SENSITIVE;

    /// Returns the attribute.
    fn attribute(name: &'static str) -> ObjectAttribute {
        let mut attribute = ObjectAttribute::new(name, Self::value_spec());
        attribute.kind = AttributeKind::Flattened;
        attribute
    }

    /// Converts the attributes.
    fn convert(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        Self::from_value_at(value, origin)
    }
}

impl<T: FlattenedField> FlattenedField for Box<T> {
    fn attribute(name: &'static str) -> ObjectAttribute {
        T::attribute(name)
    }
}

/// The type of a field that takes the remaining attributes of an object.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the remaining attributes of an object",
    label = "`remain` requires a map with strings as keys",
    note = "write `BTreeMap<String, hcldyn::Value>` or `HashMap<String, T>`"
)]
pub trait RemainingField: FromValue {
    /// `true` if the type keeps its source location.
    const SPANNED: bool = <Self as FromValue>::SPANNED;

    /// `true` if parts of the value are sensitive.
    const SENSITIVE: bool = <Self as FromValue>::SENSITIVE;

    /// Returns the attribute for all attributes without a field.
    fn attribute(name: &'static str) -> ObjectAttribute {
        let element = match Self::value_spec().parts() {
            Some(ValueSpec::Map(element)) => *element,
            _ => ValueSpec::Type(Type::Dynamic),
        };
        let mut attribute = ObjectAttribute::new(name, element);
        attribute.kind = AttributeKind::Remaining;
        attribute
    }

    /// Converts the attributes.
    fn convert(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        Self::from_value_at(value, origin)
    }
}

macro_rules! remaining_fields {
    ($($(#[$cfg:meta])? $map:ident<K, T $(, $hasher:ident)?> where [$($bound:path),+];)*) => {$(
        $(#[$cfg])?
        impl<K, T, $($hasher)?> FlattenedField for $map<K, T, $($hasher)?>
        where
            K: FromValue $(+ $bound)+,
            T: FromValue,
            $($hasher: BuildHasher + Default,)?
        {
            fn attribute(name: &'static str) -> ObjectAttribute {
                <Self as RemainingField>::attribute(name)
            }
        }

        $(#[$cfg])?
        impl<K, T, $($hasher)?> RemainingField for $map<K, T, $($hasher)?>
        where
            K: FromValue $(+ $bound)+,
            T: FromValue,
            $($hasher: BuildHasher + Default,)?
        {
        }
    )*};
}

remaining_fields! {
    BTreeMap<K, T> where [Ord];
    HashMap<K, T, S> where [Eq, Hash];
    #[cfg(feature = "indexmap")]
    IndexMap<K, T, S> where [Eq, Hash];
}

/// Converts a value, and checks it with a function of the program.
pub fn checked<T, M>(
    made: Result<T, FromValueError>,
    check: impl Check<T, M>,
) -> Result<T, FromValueError> {
    let made = made?;
    match check.complaint(&made) {
        Ok(()) => Ok(made),
        Err(message) => Err(FromValueError::new(message)),
    }
}

/// Returns the position of the variant of a converted value, and its content.
pub fn variant_of(value: Value, spec: &ValueSpec) -> Result<(usize, Value), FromValueError> {
    let ValueSpec::Variants(variants) = spec else { return Ok((0, value)) };
    if let VariantSelector::Keyword { .. } = variants.selector() {
        let choices = || list_choices(variants.offered().map(Str::as_str));
        let Some(text) = value.as_str() else { return Err(unsuitable(&value, &choices())) };
        return match variants.named(text) {
            Some((position, _)) => Ok((position, value)),
            None => {
                let suggestion = did_you_mean(text, variants.offered().map(Str::as_str));
                let message = format!("{} is required, not {text:?}. {suggestion}", choices());
                Err(FromValueError::new(message.trim_end()))
            }
        };
    }
    let unexpected = || unsuitable(&value, "a value in one of the forms of the type");
    match value.kind() {
        Kind::Tuple(tuple) => match tuple.elements() {
            [position, content] => {
                let position = position.as_number().and_then(Number::to_usize);
                Ok((position.ok_or_else(unexpected)?, content.clone()))
            }
            _ => Err(unexpected()),
        },
        _ => Err(unexpected()),
    }
}

/// Returns the origin of the content of a variant.
pub fn origin_of_content(origin: &dyn ValueOrigin) -> &dyn ValueOrigin {
    origin.of_element(1)
}

/// Converts a value to the type `A`, and from there to `T` with `TryFrom`.
pub fn try_from<A, T>(value: Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError>
where
    A: FromValue,
    T: TryFrom<A, Error: fmt::Display>,
{
    T::try_from(A::from_value_at(value, origin)?).map_err(refuse)
}

/// Returns the origin of a value that was not decoded.
pub fn nowhere() -> &'static dyn ValueOrigin {
    &Nowhere
}

/// Returns the message of a function of the program as an error.
pub fn refuse(error: impl fmt::Display) -> FromValueError {
    FromValueError::new(error.to_string())
}

fn unsuitable(value: &Value, needed: &str) -> FromValueError {
    FromValueError::new(match value.kind() {
        Kind::Unknown(..) => format!("{needed} is required, but the value is not known yet"),
        Kind::Marked(..) => format!("{needed} without a mark is required, but the value is marked"),
        _ => format!("{needed} is required, not {}", value.describe()),
    })
}
