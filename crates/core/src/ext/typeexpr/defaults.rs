//! Defaults for optional attributes, at any depth.

use crate::cty::convert::{convert, unify};
use crate::cty::internal::{CollectVec, NameMap};
use crate::cty::{Kind, Str, Type, Value};

/// The defaults in a type constraint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Defaults(pub(super) DefaultParts);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum DefaultParts {
    /// The defaults in every element of a list, set or map.
    Elements(Box<Defaults>),
    /// The defaults in each element of a tuple.
    Positions(Vec<Option<Defaults>>),
    /// The defaults of an object's attributes.
    Attributes(NameMap<AttributeDefault>),
}

/// The default of an omitted attribute, and the defaults inside its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttributeDefault {
    pub(super) default: Option<Value>,
    pub(super) inside: Option<Defaults>,
}

impl Defaults {
    /// Applies the defaults to attributes that are missing or null, at any depth of a value, but not inside null
    /// or unknown values. An unknown attribute with a default other than null becomes refined as not null.
    /// Attributes outside the constraint remain; the conversion drops them.
    ///
    /// A value of another shape is returned unchanged, because the following conversion reports the error. A list
    /// or map becomes a tuple or object if its elements no longer have a common type.
    pub(crate) fn apply(&self, value: Value) -> Value {
        let (value, marks) = value.unmark();
        let applied = match value.kind() {
            Kind::List(list) => self.in_collection(&value, list.elements(), Value::list),
            Kind::Set(set) => self.in_collection(&value, set.elements(), Value::set),
            Kind::Tuple(tuple) => Value::tuple(self.in_sequence(tuple.elements())),
            Kind::Map(map) => {
                let (keys, values) =
                    self.in_mapping(map.iter()).into_sorted().into_iter().unzip_vec();
                match unified(values) {
                    Ok((ty, values)) => Value::map(ty, keys.into_iter().zip(values).collect_vec()),
                    Err(values) if values.is_empty() => value,
                    Err(values) => Value::object(keys.into_iter().zip(values)),
                }
            }
            Kind::Object(object) => Value::object(self.in_mapping(object.iter()).into_sorted()),
            _ => value,
        };
        applied.with_marks(&marks)
    }

    pub(super) fn of_elements(defaults: Self) -> Self {
        Self(DefaultParts::Elements(Box::new(defaults)))
    }

    /// Returns the defaults of a tuple's elements, or `None` if no element has defaults.
    pub(super) fn of_positions(defaults: Vec<Option<Self>>) -> Option<Self> {
        defaults.iter().any(Option::is_some).then_some(Self(DefaultParts::Positions(defaults)))
    }

    /// Returns the defaults of an object's attributes, or `None` if no attribute has defaults.
    pub(super) fn of_attributes(attributes: NameMap<AttributeDefault>) -> Option<Self> {
        (!attributes.is_empty()).then_some(Self(DefaultParts::Attributes(attributes)))
    }

    /// Applies defaults to the elements of a list or set.
    fn in_collection(
        &self,
        value: &Value,
        elements: &[Value],
        collect: fn(Type, Vec<Value>) -> Value,
    ) -> Value {
        match unified(self.in_sequence(elements)) {
            Ok((ty, elements)) => collect(ty, elements),
            Err(elements) if elements.is_empty() => value.clone(),
            Err(elements) => Value::tuple(elements),
        }
    }

    fn in_sequence(&self, elements: &[Value]) -> Vec<Value> {
        let inside = |position| match &self.0 {
            DefaultParts::Elements(defaults) => Some(&**defaults),
            DefaultParts::Positions(defaults) => Option::as_ref(defaults.get(position)?),
            DefaultParts::Attributes(_) => None,
        };
        let elements = elements.iter().cloned().enumerate();
        elements.map(|(position, element)| apply_to_part(inside(position), element)).collect_vec()
    }

    fn in_mapping<'v>(
        &self,
        entries: impl Iterator<Item = (&'v Str, &'v Value)>,
    ) -> NameMap<Value> {
        let entries = entries.map(|(name, value)| (name.clone(), value.clone()));
        match &self.0 {
            DefaultParts::Elements(defaults) => {
                entries.map(|(name, value)| (name, defaults.apply(value))).collect()
            }
            DefaultParts::Positions(_) => entries.collect(),
            DefaultParts::Attributes(attributes) => {
                let mut entries = entries.collect();
                for (name, attribute) in attributes.iter() {
                    attribute.fill_in(&mut entries, name);
                }
                entries
            }
        }
    }
}

impl AttributeDefault {
    fn fill_in(&self, entries: &mut NameMap<Value>, name: &Str) {
        match (entries.get_mut(name), &self.default) {
            (None, None) => {}
            (None, Some(default)) => {
                entries.insert(name.clone(), default.clone());
            }
            (Some(value), default) => {
                let given = std::mem::replace(value, Value::dynamic());
                let given = apply_to_part(self.inside.as_ref(), given);
                *value = match default {
                    Some(default) => given_or(given, default),
                    None => given,
                };
            }
        }
    }
}

fn apply_to_part(defaults: Option<&Defaults>, part: Value) -> Value {
    match defaults {
        Some(defaults) => defaults.apply(part),
        None => part,
    }
}

fn given_or(given: Value, default: &Value) -> Value {
    if given.is_null() {
        return default.clone().with_marks(&given.unmark().1);
    }
    if default.is_not_null() { given.refine_not_null() } else { given }
}

/// Converts the elements to a common type. Returns them unchanged if they have none, or if there are no elements.
fn unified(elements: Vec<Value>) -> Result<(Type, Vec<Value>), Vec<Value>> {
    let types = elements.iter().map(Value::ty).collect_vec();
    let ty = match unify(&types) {
        Some(ty) if !elements.is_empty() => ty,
        _ => return Err(elements),
    };
    let converted: Result<Vec<_>, _> =
        elements.iter().map(|element| convert(element.clone(), &ty)).try_collect_vec();
    converted.map(|converted| (ty, converted)).map_err(|_| elements)
}
