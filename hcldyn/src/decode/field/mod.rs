//! The kinds of fields, each with the types that such a field may have.
//!
//! A trait for each kind returns the spec of a field (`spec`) and takes its value (`take`). The trait decides
//! whether a field is one block or many, not the way its type is written. Both functions are called through the
//! trait, so that the compiler reports an unsuitable type once.

mod attr;
mod attrs;
mod block;
mod block_map;
mod blocks;
mod captured;
mod deserialized;
mod label;
mod parsed;
mod validated;
mod with;

pub use self::attr::AttrField;
pub use self::attrs::AttrsField;
pub use self::block::{BlockField, FlattenField, RepeatedField};
pub use self::blocks::BlocksField;
pub use self::captured::{ClosureField, ExprField, RemainField};
pub use self::deserialized::SerdeField;
pub use self::label::LabelField;
pub(super) use self::label::label_value;
pub use self::parsed::ParsedField;
use self::validated::Check;
pub use self::with::With;
use super::{FieldOptions, Fields, FromValue, diags};
use crate::cty::{Kind, Str, Value, convert};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// Takes a field, or the default if nothing is written.
pub fn or_else<T>(
    fields: &mut Fields,
    diags: &mut Diagnostics,
    take: impl FnOnce(&mut Fields, &mut Diagnostics) -> Option<T>,
    default: impl FnOnce() -> T,
) -> Option<T> {
    if fields.is_next_absent() {
        fields.skip();
        return Some(default());
    }
    take(fields, diags)
}

/// Takes a field that may contain sensitive values.
pub fn sensitive<T>(
    fields: &mut Fields,
    diags: &mut Diagnostics,
    take: impl FnOnce(&mut Fields, &mut Diagnostics) -> Option<T>,
) -> Option<T> {
    fields.sensitive(|fields| take(fields, diags))
}

/// Takes a field and checks it with a function of the program.
pub fn validated<T, M>(
    fields: &mut Fields,
    diags: &mut Diagnostics,
    take: impl FnOnce(&mut Fields, &mut Diagnostics) -> Option<T>,
    check: impl Check<T, M>,
) -> Option<T> {
    let origin = fields.next_origin().clone();
    let value = take(fields, diags)?;
    match check.complaint(&value) {
        Ok(()) => Some(value),
        Err(message) if fields.is_sensitive() => {
            diags.fail(diags::invalid_secret(&origin, &message))
        }
        Err(message) => diags.fail(diags::invalid_value(&origin, &message)),
    }
}

/// Returns the spec of an attribute that is converted to a `T`, or to a type made from a `T`.
fn attr_of<T: FromValue>(options: &FieldOptions, may_be_left_out: bool) -> Spec {
    let spec = options.attr(T::ty());
    let spec = if T::SPANNED { spec.locating_parts() } else { spec };
    match T::OPTIONAL {
        true => spec.checked(T::check).into(),
        false if may_be_left_out || options.optional => spec.checked(Option::<T>::check).into(),
        false => spec.checked(T::check).required().into(),
    }
}

/// Returns the spec of an attribute with a default. A default of the type's own values converts to the type;
/// otherwise decoding the default reports the error.
fn attr_or<T: FromValue>(options: &FieldOptions, default: Value) -> Spec {
    let default = convert::convert(default.clone(), &T::ty()).unwrap_or(default);
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
