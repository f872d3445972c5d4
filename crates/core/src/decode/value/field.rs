//! The types of the attributes of an object.

use crate::cty::value_spec::{AttributeKind, ObjectAttribute, ValueSpec};
use crate::cty::{FromValue, FromValueError, Value, ValueOrigin};
use crate::decode::collections::Mapping;

/// The type of an attribute of an object. The derive only uses the type through this trait, so that the compiler
/// reports an unsuitable type once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "no conversion from an attribute value to `{Self}`",
    note = "derive `hcldyn::HclValue` for `{Self}`, or implement `hcldyn::cty::FromValue`"
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
    fn convert(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError>;
}

impl<T: FromValue> ValueField for T {
    const OPTIONAL: bool = <T as FromValue>::OPTIONAL;
    const SPANNED: bool = <T as FromValue>::SPANNED;
    const SENSITIVE: bool = <T as FromValue>::SENSITIVE;
    const KEYWORDS: &'static [&'static str] = <T as FromValue>::KEYWORDS;

    fn value_spec() -> (ValueSpec, bool) {
        (<T as FromValue>::value_spec(), T::OPTIONAL)
    }

    fn convert(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
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
    /// The kind of the attribute: the attributes of a struct, or those without a field.
    const KIND: AttributeKind = AttributeKind::Flattened;

    /// `true` if the type keeps its source location.
    const SPANNED: bool = <Self as FromValue>::SPANNED;

    /// `true` if parts of the value are sensitive.
    const SENSITIVE: bool = <Self as FromValue>::SENSITIVE;

    /// Returns the attribute.
    fn attribute(name: &'static str) -> ObjectAttribute {
        match Self::KIND {
            AttributeKind::Remaining => remaining::<Self>(name),
            kind => of_kind(kind, name, Self::value_spec()),
        }
    }

    /// Converts the attributes.
    fn convert(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        Self::from_value_at(value, origin)
    }
}

impl<T: FlattenedField> FlattenedField for Box<T> {
    const KIND: AttributeKind = T::KIND;
}

/// The type of a field that takes the remaining attributes of an object.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the remaining attributes of an object",
    label = "`remain` requires a map with strings as keys",
    note = "write `BTreeMap<String, hcldyn::cty::Value>` or `HashMap<String, T>`"
)]
pub trait RemainingField: Sized {
    /// `true` if the type keeps its source location.
    const SPANNED: bool;

    /// `true` if parts of the value are sensitive.
    const SENSITIVE: bool;

    /// Returns the attribute for all attributes without a field.
    fn attribute(name: &'static str) -> ObjectAttribute;

    /// Converts the attributes.
    fn convert(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError>;
}

#[diagnostic::do_not_recommend]
impl<M: Mapping + FromValue> RemainingField for M {
    const SPANNED: bool = <M as FromValue>::SPANNED;
    const SENSITIVE: bool = <M as FromValue>::SENSITIVE;

    fn attribute(name: &'static str) -> ObjectAttribute {
        remaining::<M>(name)
    }

    fn convert(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        M::from_value_at(value, origin)
    }
}

/// Returns the attribute for all attributes without a field, which a map takes.
fn remaining<M: FromValue>(name: &'static str) -> ObjectAttribute {
    let element = match &*M::value_spec().resolved() {
        ValueSpec::Map(map) => map.element().clone(),
        _ => ValueSpec::ANY,
    };
    of_kind(AttributeKind::Remaining, name, element)
}

fn of_kind(kind: AttributeKind, name: &'static str, spec: ValueSpec) -> ObjectAttribute {
    let mut attribute = ObjectAttribute::new(name, spec);
    attribute.kind = kind;
    attribute
}
