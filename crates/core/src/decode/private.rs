//! Functions for the derive's code only: they change with the derive.

pub use std::boxed::Box;
pub use std::sync::OnceLock;

pub use super::constraints::{Pattern, bound, in_range, length, one_of, unique};
pub use super::docs_options::DocsOptions;
#[cfg(feature = "specfile")]
pub use super::field::several;
pub use super::field::{
    AttrField, AttrsField, BlockField, BlocksField, ByKey, ClosureField, Converted, DefaultOf,
    Each, ExprField, FlattenField, FromText, LabelField, LabelsField, Located, Many, Maybe, One,
    ParsedField, ParsedLabel, PlaceField, RemainField, RepeatedField, ScopedField, SerdeBlockField,
    SerdeField, TakesField, TakesInner, TakesTarget, With, WithLabel, in_scope, or_else, sensitive,
    validated,
};
pub use super::field_options::FieldOptions;
pub use super::fields::Fields;
use super::from::from_body;
pub use super::traits::{BlockVariant, HclBlocks, HclDecode};
use super::validation::Validation;
pub use super::value::{
    FlattenedField, ObjectFields, RemainingField, ValueField, VariantOptions, attribute,
    attribute_or_text, cached_spec, check_default, checked, computed, from_object, keyword,
    nowhere, object_value, origin_of_content, prefixed, recursive_spec, reject, try_from,
    value_variant, variant_of, variants,
};
pub use super::variant::{VariantSpec, by_attribute, by_block_type, by_label, numbered, variant};
use crate::body::Body;
pub use crate::body::Layering;
pub use crate::cty::value_spec::{Unexpected, ValueSpec, VariantSelector};
pub use crate::cty::{FromValue, FromValueError, Str, Type, Value, ValueOrigin};
pub use crate::diag::sink::Diagnostics;
pub use crate::expr::ClosureScope;
use crate::expr::EvalContext;
#[cfg(feature = "specfile")]
pub use crate::ext::repetition::Repetition;
pub use crate::spec::{
    BlockCount, BlockOptions, Decoded, FlagOptions, ObjectSpec, OtherForms, SettingOptions,
    SettingSource, Spec,
};

/// Returns the spec of an object whose fields are decoded from one body. The labels of each field follow those of
/// the previous fields. The object decides about unexpected items of the body, not the objects inside it.
pub fn object(fields: Box<[(&'static str, Spec)]>) -> ObjectSpec {
    let mut labels = 0;
    ObjectSpec::new(fields.into_iter().map(|(name, spec)| {
        let spec = spec.after_labels(labels).strict();
        labels = spec.label_count().max(labels);
        (name, spec)
    }))
    .distinct()
}

/// Returns the options of an attribute about its flag and the sources that may set it.
pub fn setting(flag: FlagOptions, sources: &[SettingSource]) -> SettingOptions {
    SettingOptions { flag, sources: sources.to_vec() }
}

/// Converts a default to the type of its field.
pub fn converted<T: From<S>, S>(default: S) -> T {
    default.into()
}

/// Stops the compilation of a program whose string default is not one of the keywords of its type.
///
/// # Panics
///
/// Panics with the message in this case.
#[track_caller]
pub const fn check_keyword(keywords: &[&str], default: &str, message: &str) {
    let mut rest = keywords;
    while let [keyword, others @ ..] = rest {
        if is_equal(keyword.as_bytes(), default.as_bytes()) {
            return;
        }
        rest = others;
    }
    assert!(keywords.is_empty(), "{}", message);
}

/// Stops the compilation of a program with a field that must be optional, but is always set.
///
/// # Panics
///
/// Panics with the message in this case.
#[track_caller]
pub const fn check_optional(is_optional: bool, message: &str) {
    assert!(is_optional, "{}", message);
}

/// Returns `true` for equal strings: `==` is not available in a constant.
const fn is_equal(first: &[u8], second: &[u8]) -> bool {
    let mut rest = (first, second);
    while let ([a, first @ ..], [b, second @ ..]) = rest {
        if *a != *b {
            return false;
        }
        rest = (first, second);
    }
    rest.0.is_empty() && rest.1.is_empty()
}

/// Returns the struct that an empty body decodes to, as its `Default`.
///
/// # Panics
///
/// Panics if the empty body is invalid: this is an error in the program, such as a required field.
pub fn of_empty_body<T: HclDecode>() -> T {
    let (body, mut diags) = (Body::empty("<default>"), Diagnostics::new());
    let made = from_body(&body, &EvalContext::new(), &mut diags);
    made.unwrap_or_else(|| {
        let name = std::any::type_name::<T>();
        panic!("an empty body does not decode to {name}, so it has no `Default`: {diags}")
    })
}

/// Returns the cached spec of a type.
pub fn cached(cell: &OnceLock<Spec>, make: fn() -> Spec) -> Spec {
    cell.get_or_init(make).clone()
}

/// Returns the object as a spec.
pub fn built(object: ObjectSpec) -> Spec {
    object.into()
}

/// Creates a struct, and checks it with a function of the program, which reports errors. An invalid struct is returned, so
/// that the struct around it is checked too.
pub fn validate<T>(
    decoded: Decoded,
    diags: &mut Diagnostics,
    make: impl FnOnce(Decoded, &mut Diagnostics) -> Option<T>,
    check: fn(&T, &mut Validation<'_>),
) -> Option<T> {
    let places = decoded.clone();
    let made = make(decoded, diags)?;
    check(&made, &mut Validation::new(&places, diags));
    Some(made)
}
