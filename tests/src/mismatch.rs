//! Differences between two values, part by part.

use hcldyn::cty::{Kind, Marks, ObjectType, Refinement, Str, Type, Value};

use crate::vectors::{same_fully, same_plainly};

/// A part of a value that differs from the expected part.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The difference.
    pub of: Of,
    /// The part expected.
    pub expected: Value,
    /// The part found.
    pub found: Value,
    /// The marks of the values found around it.
    around: Marks,
}

/// The difference between two parts.
#[derive(Clone, Debug)]
pub enum Of {
    /// Their types, or parts of these: the expected one and the one found.
    Type(Type, Type),
    /// Their own marks.
    Marks,
    /// The refinements of two unknown values of one type.
    Refinements,
    /// The values themselves.
    Value,
}

impl Mismatch {
    /// A short description.
    pub fn describe(&self) -> String {
        match &self.of {
            Of::Type(..) => "type".to_owned(),
            Of::Marks => "marks".to_owned(),
            Of::Refinements => "refinements".to_owned(),
            Of::Value => "value".to_owned(),
        }
    }

    /// Returns `true` if the part found has more own marks.
    pub fn has_more_marks(&self) -> bool {
        let found = own_marks(&self.found);
        own_marks(&self.expected).iter().all(|mark| found.contains(mark))
    }

    /// Returns `true` if the part found has more own marks, and the values around it have all of these.
    pub fn repeats_marks(&self) -> bool {
        let expected = own_marks(&self.expected);
        let mut added = own_marks(&self.found).into_iter().filter(|mark| !expected.contains(mark));
        self.has_more_marks() && added.all(|mark| self.around.contains(&mark))
    }

    /// Returns `true` if the part found has fewer own marks.
    pub fn has_fewer_marks(&self) -> bool {
        let expected = own_marks(&self.expected);
        own_marks(&self.found).iter().all(|mark| expected.contains(mark))
    }

    /// Returns `true` if the refinements found include those expected.
    pub fn is_known_better(&self) -> bool {
        match (refinement(&self.expected), refinement(&self.found)) {
            (Some(expected), Some(found)) => {
                expected.and(found.clone()).is_ok_and(|both| both == found)
            }
            _ => false,
        }
    }

    /// Returns `true` if the part found has fewer elements.
    pub fn is_shorter(&self) -> bool {
        elements(&self.found).len() < elements(&self.expected).len()
    }

    /// Returns `true` if the part found is a map, or a map of maps, that only lacks keys.
    pub fn has_fewer_keys(&self) -> bool {
        matches!(self.found.unmarked().kind(), Kind::Map(_))
            && is_map_within(&self.found, &self.expected)
    }

    /// Returns `true` if the part found has fewer elements, all of them expected apart from their
    /// marks.
    pub fn has_fewer_elements(&self) -> bool {
        let plain = |value: &Value| elements(&value.clone().unmark_deep().0);
        let (mut expected, found) = (plain(&self.expected), plain(&self.found));
        found.len() < expected.len() && found.iter().all(|element| take(&mut expected, element))
    }
}

fn is_map_within(found: &Value, expected: &Value) -> bool {
    match (found.unmarked().kind(), expected.unmarked().kind()) {
        (Kind::Map(found), Kind::Map(expected)) => found.iter().all(|(key, value)| {
            expected.get(key).is_some_and(|expected| is_map_within(value, expected))
        }),
        _ => same_fully(found, expected),
    }
}

/// The smallest parts in which two values differ.
pub fn mismatches(expected: &Value, found: &Value) -> Vec<Mismatch> {
    let mut all = Vec::new();
    compare(expected, found, &Marks::new(), &mut all);
    all
}

/// The smallest parts in which two types differ.
pub fn mismatches_of_types(expected: &Type, found: &Type) -> Vec<(Type, Type)> {
    let mut all = Vec::new();
    compare_types(expected, found, &mut all);
    all
}

fn compare(expected: &Value, found: &Value, around: &Marks, all: &mut Vec<Mismatch>) {
    let mismatch = |of| {
        let (expected, found, around) = (expected.clone(), found.clone(), around.clone());
        Mismatch { of, expected, found, around }
    };
    if own_marks(expected) != own_marks(found) {
        all.push(mismatch(Of::Marks));
    }
    let before = all.len();
    let (a, b) = (expected.unmarked(), found.unmarked());
    match pairs(a, b) {
        Some(pairs) => {
            let around = around.union(&own_marks(found)).cloned().collect();
            for (a, b) in &pairs {
                compare(a, b, &around, all);
            }
        }
        None if a.ty() != b.ty() || same_fully(a, b) => {}
        None if same_plainly(a, b) => all.push(mismatch(Of::Refinements)),
        None => all.push(mismatch(Of::Value)),
    }
    if all.len() == before {
        let types = mismatches_of_types(&a.ty(), &b.ty());
        all.extend(types.into_iter().map(|(a, b)| mismatch(Of::Type(a, b))));
    }
}

/// The corresponding parts of values of one form. For sets, the elements that only one of them
/// contains, in order.
fn pairs(a: &Value, b: &Value) -> Option<Vec<(Value, Value)>> {
    let (mut of_a, mut of_b) = (elements(a), elements(b));
    let is_same_form = match (a.kind(), b.kind()) {
        (Kind::Set(_), Kind::Set(_)) => {
            of_a.retain(|element| !take(&mut of_b, element));
            true
        }
        (Kind::List(_), Kind::List(_)) | (Kind::Tuple(_), Kind::Tuple(_)) => true,
        (Kind::Map(a), Kind::Map(b)) => {
            a.iter().map(|(key, _)| key).eq(b.iter().map(|(key, _)| key))
        }
        (Kind::Object(a), Kind::Object(b)) => {
            a.iter().map(|(name, _)| name).eq(b.iter().map(|(name, _)| name))
        }
        _ => false,
    };
    (is_same_form && of_a.len() == of_b.len()).then(|| of_a.into_iter().zip(of_b).collect())
}

/// Removes a value from a list. Returns `true` if it was present.
fn take(values: &mut Vec<Value>, value: &Value) -> bool {
    let place = values.iter().position(|it| same_fully(it, value));
    place.map(|place| values.remove(place)).is_some()
}

fn compare_types(a: &Type, b: &Type, all: &mut Vec<(Type, Type)>) {
    match (a, b) {
        _ if a == b => {}
        (Type::List(a), Type::List(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => compare_types(a, b, all),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            a.iter().zip(b.iter()).for_each(|(a, b)| compare_types(a, b, all));
        }
        (Type::Object(of_a), Type::Object(of_b))
            if a.without_optional() != b.without_optional() && names(of_a).eq(names(of_b)) =>
        {
            of_a.iter().zip(of_b.iter()).for_each(|((_, a), (_, b))| compare_types(a, b, all));
        }
        _ => all.push((a.clone(), b.clone())),
    }
}

fn names(object: &ObjectType) -> impl Iterator<Item = &Str> {
    object.iter().map(|(name, _)| name)
}

/// The elements of a value, or the values of the attributes of an object.
pub fn elements(value: &Value) -> Vec<Value> {
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
