//! Values: whether one spec accepts all values that another one accepts.

use std::collections::HashSet;

use crate::cty::value_spec::{
    AttributeKind, ObjectAttribute, ObjectValueSpec, UnknownAttributes, ValueHint, ValueSpec,
    ValueVariant, VariantSelector, VariantsSpec,
};
use crate::cty::{Str, Type};

/// A comparison of two specs of values. It assumes that pairs of lazy specs are accepted while it compares them.
#[derive(Default)]
pub(super) struct Acceptance {
    seen: HashSet<(usize, usize)>,
}

impl Acceptance {
    /// Returns `true` if `new` certainly accepts all values that `old` accepts.
    pub(super) fn accepts(&mut self, old: &ValueSpec, new: &ValueSpec) -> bool {
        match (old, new) {
            _ if old == new => true,
            (ValueSpec::Lazy(old), ValueSpec::Lazy(new)) => {
                !self.seen.insert((old.id(), new.id())) || self.accepts(&old.spec(), &new.spec())
            }
            (ValueSpec::Lazy(old), _) => self.accepts(&old.spec(), new),
            (_, ValueSpec::Lazy(new)) => self.accepts(old, &new.spec()),
            (ValueSpec::Variants(old), ValueSpec::Variants(new)) => self.variants(old, new),
            // A keyword is a string.
            (ValueSpec::Variants(old), ValueSpec::Type(Type::String))
                if matches!(old.selector(), VariantSelector::Keyword { .. }) =>
            {
                true
            }
            (_, ValueSpec::Type(Type::Dynamic)) => !is_captured(old),
            _ => match (primitive(old), primitive(new)) {
                (Some(before), Some(after)) => is_wider(before, after) && hints(old, new),
                (None, None) => self.parts(old, new),
                _ => false,
            },
        }
    }

    fn parts(&mut self, old: &ValueSpec, new: &ValueSpec) -> bool {
        let (Some(before), Some(after)) = (old.parts(), new.parts()) else { return false };
        match (&before, &after) {
            (
                ValueSpec::List(before) | ValueSpec::Set(before),
                ValueSpec::List(after) | ValueSpec::Set(after),
            ) => counts(old, new) && self.accepts(before, after),
            (ValueSpec::Map(before), ValueSpec::Map(after)) => {
                keys(old, new) && self.accepts(before, after)
            }
            (ValueSpec::Tuple(before), ValueSpec::Tuple(after)) => {
                let mut pairs = before.iter().zip(after);
                before.len() == after.len() && pairs.all(|(old, new)| self.accepts(old, new))
            }
            (ValueSpec::Object(before), ValueSpec::Object(after)) => self.objects(before, after),
            _ => false,
        }
    }

    fn objects(&mut self, old: &ObjectValueSpec, new: &ObjectValueSpec) -> bool {
        let (Some(before), Some(after)) = (Attributes::of(old), Attributes::of(new)) else {
            return false;
        };
        let is_open = new.unknown_attributes() != UnknownAttributes::Deny;
        if !is_open && old.unknown_attributes() != UnknownAttributes::Deny && after.rest.is_none() {
            return false;
        }
        let rest_is_accepted = match (before.rest, after.rest) {
            (Some(old), Some(new)) => self.accepts(old, new),
            (Some(_), None) => false,
            // An attribute that was ignored could be anything.
            (None, Some(_)) => old.unknown_attributes() == UnknownAttributes::Deny,
            (None, None) => true,
        };
        let mut taken: HashSet<&Str> = HashSet::new();
        rest_is_accepted
            && before.named.iter().all(|attribute| {
                let target = after.accepting(&attribute.name);
                let is_whole = |new: &ObjectAttribute| {
                    attribute.names().all(|name| new.names().any(|it| it == name))
                };
                match target {
                    Some(new) => {
                        is_whole(new)
                            && taken.insert(&new.name)
                            && (new.optional || !attribute.optional)
                            && self.accepts(&attribute.spec, &new.spec)
                    }
                    None => is_open && attribute.names().all(|it| after.accepting(it).is_none()),
                }
            })
            && after.named.iter().all(|new| {
                let is_known = before
                    .named
                    .iter()
                    .any(|old| old.names().any(|name| new.names().any(|it| it == name)));
                is_known || (new.optional && before.rest.is_none())
            })
    }

    fn variants(&mut self, old: &VariantsSpec, new: &VariantsSpec) -> bool {
        let is_same_selector = match (old.selector(), new.selector()) {
            (VariantSelector::Keyword { ignore_case: false }, VariantSelector::Keyword { .. }) => {
                true
            }
            (old, new) => old == new,
        };
        let by_form = *old.selector() == VariantSelector::Form;
        is_same_selector
            && (!by_form || old.variants().len() == new.variants().len())
            && old.variants().iter().all(|variant| {
                let is_target = |it: &&ValueVariant| {
                    it.other == variant.other
                        && it.keyword == variant.keyword
                        && variant.names().all(|name| it.names().any(|known| known == name))
                };
                let target = new.variants().iter().find(is_target);
                target.is_some_and(|target| self.accepts(&variant.spec, &target.spec))
            })
    }
}

/// The attributes of an object and those of the objects flattened into it.
struct Attributes<'a> {
    named: Vec<&'a ObjectAttribute>,
    rest: Option<&'a ValueSpec>,
}

impl<'a> Attributes<'a> {
    /// Returns the attributes, or `None` if they are not certain.
    fn of(object: &'a ObjectValueSpec) -> Option<Self> {
        let mut found = Self { named: Vec::new(), rest: None };
        found.add(object).then_some(found)
    }

    fn add(&mut self, object: &'a ObjectValueSpec) -> bool {
        object.attributes().iter().all(|attribute| match (attribute.kind, &attribute.spec) {
            (AttributeKind::Single, _) => {
                self.named.push(attribute);
                true
            }
            (AttributeKind::Flattened, ValueSpec::Object(inner)) => self.add(inner),
            (AttributeKind::Remaining, spec) => {
                self.rest = Some(spec);
                true
            }
            _ => false,
        })
    }

    fn accepting(&self, name: &Str) -> Option<&'a ObjectAttribute> {
        self.named.iter().find(|it| it.names().any(|known| known == name)).copied()
    }
}

/// Returns the description of the type of a value.
pub(super) fn describe(spec: &ValueSpec) -> String {
    let hint = match spec {
        ValueSpec::Hinted(_, hint) => match hint.of_accepted() {
            Some(ValueHint::Integer { min, max, .. }) => {
                Some(format!("whole number from {min} to {max}"))
            }
            Some(ValueHint::Text { name, .. }) => Some(name.to_string()),
            _ => None,
        },
        ValueSpec::Variants(variants) => {
            let names: Vec<_> = variants.offered().map(Str::as_str).collect();
            Some(format!("one of {}", names.join(", ")))
        }
        _ => None,
    };
    hint.unwrap_or_else(|| spec.ty().to_string())
}

/// Returns the type of a value without parts.
fn primitive(spec: &ValueSpec) -> Option<&Type> {
    let is_primitive = |ty: &&Type| {
        matches!(ty, Type::Bool | Type::Number | Type::String | Type::Dynamic | Type::Capsule(_))
    };
    spec.plain_ty().filter(is_primitive)
}

fn is_captured(spec: &ValueSpec) -> bool {
    matches!(spec.ty(), Type::Capsule(_))
}

/// Returns `true` if all values of a type without parts convert to another one.
fn is_wider(old: &Type, new: &Type) -> bool {
    old == new || matches!((old, new), (Type::Bool | Type::Number, Type::String))
}

/// Returns `true` if the program accepts all values that it accepted, as far as hints tell.
fn hints(old: &ValueSpec, new: &ValueSpec) -> bool {
    let (old, new) = (hint(old), hint(new));
    match (old, new) {
        (_, None) => true,
        (None, Some(_)) => false,
        (
            Some(ValueHint::Integer { min, max, is_nonzero }),
            Some(ValueHint::Integer { min: new_min, max: new_max, is_nonzero: new_nonzero }),
        ) => min >= new_min && max <= new_max && (*is_nonzero || !new_nonzero),
        (Some(ValueHint::Text { name: old, .. }), Some(ValueHint::Text { name: new, .. })) => {
            old == new
        }
        (Some(ValueHint::Deferred(old)), Some(ValueHint::Deferred(new))) => {
            Acceptance::default().accepts(old, new)
        }
        (Some(old), Some(new)) => old == new,
    }
}

fn hint(spec: &ValueSpec) -> Option<&ValueHint> {
    match spec {
        ValueSpec::Hinted(_, hint) => hint.of_accepted(),
        _ => None,
    }
}

/// Returns `true` if a collection has no other fixed number of elements than before.
fn counts(old: &ValueSpec, new: &ValueSpec) -> bool {
    let count = |spec: &ValueSpec| match hint(spec) {
        Some(ValueHint::Elements { count, .. }) => *count,
        _ => None,
    };
    count(new).is_none() || count(old) == count(new)
}

/// Returns `true` if a map has no other format of keys than before.
fn keys(old: &ValueSpec, new: &ValueSpec) -> bool {
    let key = |spec: &ValueSpec| match hint(spec) {
        Some(ValueHint::Elements { key, .. }) => key.clone(),
        _ => None,
    };
    key(new).is_none() || key(old) == key(new)
}
