//! How values and types differ.

use hcldyn::Value;
use hcldyn::cty::{Kind, Marks, Refinement, Type};

/// Whether at each part where they differ the value found is unknown.
pub(super) fn is_unknown_where_different(expected: &Value, found: &Value) -> bool {
    if !found.is_known() || same(expected, found) {
        return true;
    }
    let (expected, found) = (parts(expected), parts(found));
    expected.len() == found.len()
        && !found.is_empty()
        && expected.iter().zip(&found).all(|(a, b)| is_unknown_where_different(a, b))
}

/// Whether no part found has a mark that is not expected.
pub(super) fn has_fewer_marks(expected: &Value, found: &Value) -> bool {
    has_more_marks(found, expected)
}

/// Whether each part found has all marks that are expected.
pub(super) fn has_more_marks(expected: &Value, found: &Value) -> bool {
    let of_found = own_marks(found);
    own_marks(expected).iter().all(|mark| of_found.contains(mark))
        && parts(expected).iter().zip(&parts(found)).all(|(a, b)| has_more_marks(a, b))
}

/// Whether what is known of each part found includes what is expected to be known.
pub(super) fn is_known_better(expected: &Value, found: &Value) -> bool {
    let is_more = match (refinement(expected), refinement(found)) {
        (Some(expected), Some(found)) => expected.and(found.clone()).is_ok_and(|it| it == found),
        _ => true,
    };
    is_more && parts(expected).iter().zip(&parts(found)).all(|(a, b)| is_known_better(a, b))
}

/// Whether types are the same, but that maps of maps are found for maps, no type for numbers
/// and texts, and no
/// optional attributes.
pub(super) fn is_typed_otherwise(expected: &Type, found: &Type) -> bool {
    match (expected, found) {
        (Type::Number | Type::String, Type::Dynamic) => true,
        (Type::Map(a), Type::Map(b)) => is_typed_otherwise(a, b) || is_typed_otherwise(expected, b),
        (Type::List(a), Type::List(b)) | (Type::Set(a), Type::Set(b)) => is_typed_otherwise(a, b),
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_typed_otherwise(a, b))
        }
        (Type::Object(a), Type::Object(b)) => a
            .iter()
            .zip(b.iter())
            .all(|((name, a), (other, b))| name == other && is_typed_otherwise(a, b)),
        _ => expected.without_optional() == *found,
    }
}

/// Whether types are the same, but that there may be a type where none is expected.
pub(super) fn is_typed_more(expected: &Type, found: &Type) -> bool {
    match (expected, found) {
        (Type::Dynamic, _) => true,
        (Type::List(a), Type::List(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => is_typed_more(a, b),
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_typed_more(a, b))
        }
        (Type::Object(a), Type::Object(b)) => a
            .iter()
            .zip(b.iter())
            .all(|((name, a), (other, b))| name == other && is_typed_more(a, b)),
        _ => expected.without_optional() == *found,
    }
}

fn same(a: &Value, b: &Value) -> bool {
    crate::vectors::same_fully(a, b)
}

fn parts(value: &Value) -> Vec<Value> {
    match value.unmarked().kind() {
        Kind::Map(map) => map.iter().map(|(_, value)| value.clone()).collect(),
        Kind::Object(object) => object.iter().map(|(_, value)| value.clone()).collect(),
        _ => value.unmarked().elements().to_vec(),
    }
}

fn own_marks(value: &Value) -> Marks {
    value.marks().cloned().unwrap_or_default()
}

fn refinement(value: &Value) -> Option<Refinement> {
    match value.unmarked().kind() {
        Kind::Unknown(_, refinement) => Some(refinement.cloned().unwrap_or_default()),
        _ => None,
    }
}
