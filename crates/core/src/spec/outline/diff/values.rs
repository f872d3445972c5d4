//! Values: whether one spec accepts all values that another one accepts.

use std::collections::HashSet;

use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{
    AttributeKind, CollectionValueSpec, LeafValueSpec, ObjectAttribute, ObjectValueSpec,
    Unexpected, ValueHint, ValueSpec, ValueVariant, VariantSelector, VariantsSpec,
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
            (ValueSpec::Variants(old), ValueSpec::Leaf(new))
                if matches!(old.selector(), VariantSelector::Keyword { .. })
                    && is_any_of(new, &Type::String) =>
            {
                true
            }
            (_, ValueSpec::Leaf(new)) if is_any_of(new, &Type::Dynamic) => {
                !matches!(old.ty(), Type::Capsule(_))
            }
            (ValueSpec::Leaf(old), ValueSpec::Leaf(new)) => {
                is_wider(old.ty(), new.ty()) && hints(old.hint(), new.hint())
            }
            (
                ValueSpec::List(old) | ValueSpec::Set(old),
                ValueSpec::List(new) | ValueSpec::Set(new),
            )
            | (ValueSpec::Map(old), ValueSpec::Map(new)) => self.collections(old, new),
            (ValueSpec::Tuple(old), ValueSpec::Tuple(new)) => {
                let (old, new) = (old.elements(), new.elements());
                let mut pairs = old.iter().zip(new);
                old.len() == new.len() && pairs.all(|(old, new)| self.accepts(old, new))
            }
            (ValueSpec::Object(old), ValueSpec::Object(new)) => self.objects(old, new),
            _ => false,
        }
    }

    fn collections(&mut self, old: &CollectionValueSpec, new: &CollectionValueSpec) -> bool {
        let has_count = new.count().is_none() || old.count() == new.count();
        let has_keys = new.keys().is_none() || old.keys() == new.keys();
        has_count && has_keys && self.accepts(old.element(), new.element())
    }

    fn objects(&mut self, old: &ObjectValueSpec, new: &ObjectValueSpec) -> bool {
        let (Some(before), Some(after)) = (Attributes::of(old), Attributes::of(new)) else {
            return false;
        };
        let is_open = new.unexpected() != Unexpected::Deny;
        if !is_open && old.unexpected() != Unexpected::Deny && after.rest.is_none() {
            return false;
        }
        let rest_is_accepted = match (before.rest, after.rest) {
            (Some(old), Some(new)) => self.accepts(old, new),
            (Some(_), None) => false,
            // An attribute that was ignored could be anything.
            (None, Some(_)) => old.unexpected() == Unexpected::Deny,
            (None, None) => true,
        };
        let mut taken: HashSet<&Str> = HashSet::new();
        rest_is_accepted
            && before.named.iter().all(|attribute| {
                let target = after.accepting(&attribute.names.name);
                let is_whole = |new: &ObjectAttribute| {
                    attribute.names.all().all(|name| new.names.all().any(|it| it == name))
                };
                match target {
                    Some(new) => {
                        is_whole(new)
                            && taken.insert(&new.names.name)
                            && (new.optional || !attribute.optional)
                            && self.accepts(&attribute.spec, &new.spec)
                    }
                    None => {
                        is_open && attribute.names.all().all(|it| after.accepting(it).is_none())
                    }
                }
            })
            && after.named.iter().all(|new| {
                let is_known = before
                    .named
                    .iter()
                    .any(|old| old.names.all().any(|name| new.names.all().any(|it| it == name)));
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
                        && variant.names.all().all(|name| it.names.all().any(|known| known == name))
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
        self.named.iter().find(|it| it.names.all().any(|known| known == name)).copied()
    }
}

/// Returns the description of the type of a value.
pub(super) fn describe(spec: &ValueSpec) -> String {
    let hint = match spec {
        ValueSpec::Leaf(leaf) => match leaf.hint() {
            Some(ValueHint::Integer { min, max, .. }) => {
                Some(format!("whole number from {min} to {max}"))
            }
            Some(ValueHint::Text { name, .. }) => Some(name.to_string()),
            _ => None,
        },
        ValueSpec::Variants(variants) => {
            let names = variants.offered().map(Str::as_str).collect_vec();
            Some(format!("one of {}", names.join(", ")))
        }
        _ => None,
    };
    hint.unwrap_or_else(|| spec.ty().to_string())
}

/// Returns `true` for the spec of any value of a type.
fn is_any_of(leaf: &LeafValueSpec, ty: &Type) -> bool {
    leaf.ty() == ty && leaf.hint().is_none()
}

/// Returns `true` if all values of a type without parts convert to another one.
fn is_wider(old: &Type, new: &Type) -> bool {
    old == new || matches!((old, new), (Type::Bool | Type::Number, Type::String))
}

/// Returns `true` if the program accepts all values that it accepted, as far as hints tell.
fn hints(old: Option<&ValueHint>, new: Option<&ValueHint>) -> bool {
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
