//! The kinds of fields, each with the types that such a field may have.
//!
//! Each kind has a trait, which returns the spec of a field (`spec`) and takes its value (`take`). The
//! implementation for the type decides whether a field is one block or many, not the way the type is written. The
//! derive calls both functions through the trait, so that the compiler reports an unsuitable type once.

mod attr;
mod attrs;
mod block;
mod blocks;
mod captured;
mod deserialized;
mod deserialized_block;
mod flatten;
mod free_attrs;
mod from_blocks;
mod label;
mod parsed;
mod place;
mod scoped;
mod validated;
mod with;
mod with_each;

pub use self::attr::{AttrField, DefaultOf};
pub use self::attrs::AttrsField;
#[cfg(feature = "specfile")]
pub use self::block::several;
pub use self::block::{BlockField, RepeatedField};
pub use self::blocks::BlocksField;
pub use self::captured::{ClosureField, ExprField, RemainField};
pub use self::deserialized::SerdeField;
pub use self::deserialized_block::SerdeBlockField;
pub use self::flatten::FlattenField;
pub(super) use self::label::label_value;
pub use self::label::{Converted, FromText, LabelField, LabelsField, ParsedLabel, WithLabel};
pub use self::parsed::{ByKey, Located, Many, Maybe, One, ParsedField};
pub use self::place::PlaceField;
pub use self::scoped::{ScopedField, in_scope};
pub(super) use self::validated::Check;
pub use self::validated::{TakesField, TakesInner, TakesTarget};
pub use self::with::With;
pub use self::with_each::Each;
use super::deferred::deferred_default;
use super::{FieldOptions, Fields, FromValue, diags};
use crate::cty::{Kind, Str, Value};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// Takes a field, or returns the default if the field is not set.
pub fn or_else<T>(
    fields: &mut Fields<'_>,
    diags: &mut Diagnostics,
    take: impl FnOnce(&mut Fields<'_>, &mut Diagnostics) -> Option<T>,
    default: impl FnOnce() -> T,
) -> Option<T> {
    if fields.is_next_left_out() {
        fields.skip();
        return Some(default());
    }
    take(fields, diags)
}

/// Takes a field that may contain sensitive values.
pub fn sensitive<T>(
    fields: &mut Fields<'_>,
    diags: &mut Diagnostics,
    take: impl FnOnce(&mut Fields<'_>, &mut Diagnostics) -> Option<T>,
) -> Option<T> {
    fields.sensitive(|fields| take(fields, diags))
}

/// Takes a field and checks it with a function of the program. An invalid value is returned, so that the struct is checked
/// too.
pub fn validated<T, M>(
    fields: &mut Fields<'_>,
    diags: &mut Diagnostics,
    take: impl FnOnce(&mut Fields<'_>, &mut Diagnostics) -> Option<T>,
    check: impl Check<T, M>,
) -> Option<T> {
    let origin = fields.next_origin();
    let value = take(fields, diags)?;
    if let Err(message) = check.check(&value) {
        diags.push(if fields.is_sensitive() {
            diags::invalid_secret(&origin, &message)
        } else {
            diags::invalid_value(&origin, &message)
        });
    }
    Some(value)
}

/// Returns the spec of an attribute that is converted to a `T`, or to a type made from a `T`.
fn attr_of<T: FromValue>(options: &FieldOptions, may_be_left_out: bool) -> Spec {
    let spec = options.attr(T::value_spec());
    let spec = if T::SENSITIVE && !spec.is_sensitive() { spec.sensitive() } else { spec };
    let spec = if T::SPANNED { spec.locating_parts() } else { spec };
    match T::OPTIONAL {
        true => spec.checked(T::check).into(),
        false if may_be_left_out || options.optional => spec.checked(Option::<T>::check).into(),
        false => spec.checked(T::check).required().into(),
    }
}

/// Returns the spec of an attribute with a default. A default that does not convert to the type is kept, so that
/// decoding it reports the error.
fn attr_or<T: FromValue>(options: &FieldOptions, default: Value) -> Spec {
    let default = deferred_default(&T::ty(), default);
    let default = T::value_spec().try_convert(default.clone()).unwrap_or(default);
    attr_of::<T>(options, true).or(Spec::Literal(default))
}

/// Returns the names of the elements of a known map or object, in the same order.
pub(super) fn element_names(value: &Value) -> &[Str] {
    match value.unmarked().kind() {
        Kind::Map(map) => map.keys(),
        Kind::Object(object) => object.shape().names(),
        _ => &[],
    }
}
