//! Types.

use std::fmt;
use std::mem::{self, Discriminant};
use std::sync::Arc;

use super::inner::{ElementType, TupleType};
use super::key_map::KeyMap;
use super::{CapsuleType, ObjectType, Str};
use crate::collect::CollectVec;

/// The type of a value, or a constraint on it if parts are [`Type::Dynamic`].
///
/// Cloning is cheap, since the parts of a type are shared.
///
/// Types and values are at most [`Value::MAX_DEPTH`](super::Value::MAX_DEPTH) levels deep, so walks through them
/// may be recursive. A deeper type is left open: a list of the deepest type is a list of [`Type::Dynamic`].
#[derive(Clone, PartialEq, Eq, Hash)]
// A small tag leaves room for the enums that contain a type: values and syntax nodes.
#[repr(u8)]
#[non_exhaustive]
pub enum Type {
    /// Any type in a constraint, or the unknown type of an unknown or null value.
    Dynamic,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// Elements of one type, in order.
    List(ElementType),
    /// Distinct elements of one type, in the model's own order.
    Set(ElementType),
    /// Elements of one type by string keys, in key order.
    Map(ElementType),
    /// A fixed number of elements, each of its own type.
    Tuple(TupleType),
    /// Named attributes, each of its own type.
    Object(Arc<ObjectType>),
    /// A Rust value of the program.
    Capsule(CapsuleType),
}

impl Type {
    /// Returns the type of a list of `element`.
    pub fn list(element: Self) -> Self {
        Self::List(ElementType::new(element))
    }

    /// Returns the type of a set of `element`.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    ///
    /// assert_eq!(Type::set(Type::Number).to_string(), "set(number)");
    /// ```
    pub fn set(element: Self) -> Self {
        Self::Set(ElementType::new(element))
    }

    /// Returns the type of a map of `element`.
    pub fn map(element: Self) -> Self {
        Self::Map(ElementType::new(element))
    }

    /// Returns the type of a tuple of these types.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    ///
    /// assert_eq!(Type::tuple([Type::String, Type::Number]).to_string(), "tuple([string, number])");
    /// ```
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(TupleType::new(elements.into_iter().collect_vec()))
    }

    /// Returns the type of an object with these attributes. If an attribute is repeated, the last one wins.
    pub fn object<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::Object(Arc::new(ObjectType::new(
            attributes.into_iter().map(|(name, ty)| (name.into(), ty, false)),
        )))
    }

    /// Returns `true` for bool, number and string.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Self::Bool | Self::Number | Self::String)
    }

    /// Returns `true` if any part is a capsule, which has no literal in HCL.
    pub fn has_capsule(&self) -> bool {
        match self {
            Self::Capsule(_) => true,
            Self::List(element) | Self::Set(element) | Self::Map(element) => element.has_capsule(),
            Self::Tuple(elements) => elements.iter().any(Self::has_capsule),
            Self::Object(object) => object.types().iter().any(Self::has_capsule),
            Self::Bool | Self::Number | Self::String | Self::Dynamic => false,
        }
    }

    pub(crate) fn is_number(&self) -> bool {
        *self == Self::Number
    }

    pub(crate) fn is_string(&self) -> bool {
        *self == Self::String
    }

    /// Returns `true` for a list, a set or a map.
    pub fn is_collection(&self) -> bool {
        matches!(self, Self::List(_) | Self::Set(_) | Self::Map(_))
    }

    /// Returns `true` for a list, a set or a tuple.
    #[doc(hidden)]
    pub fn is_sequence(&self) -> bool {
        matches!(self, Self::List(_) | Self::Set(_) | Self::Tuple(_))
    }

    /// Returns the type of the elements of a list, set or map.
    pub fn element(&self) -> Option<&Self> {
        match self {
            Self::List(element) | Self::Set(element) | Self::Map(element) => Some(element),
            _ => None,
        }
    }

    /// Returns `true` if values of the type can be iterated: list, set, map, tuple or object.
    pub fn is_iterable(&self) -> bool {
        self.is_collection() || matches!(self, Self::Tuple(_) | Self::Object(_))
    }

    /// Returns the type with all attributes required, at any depth. For a constraint, this is the type of its
    /// values.
    #[must_use]
    pub fn without_optional(&self) -> Self {
        Required::default().of(self)
    }

    /// Returns the name of the type for messages: `number`, `list of strings`, `object`. A dynamic type is `any type`,
    /// and as an element `any single type`.
    pub fn friendly_name(&self) -> String {
        match self {
            Self::Dynamic => "any type".to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::Number => "number".to_owned(),
            Self::String => "string".to_owned(),
            Self::List(element) => format!("list of {}", element.plural_name()),
            Self::Set(element) => format!("set of {}", element.plural_name()),
            Self::Map(element) => format!("map of {}", element.plural_name()),
            Self::Tuple(_) => "tuple".to_owned(),
            Self::Object(_) => "object".to_owned(),
            Self::Capsule(capsule) => capsule.name().to_owned(),
        }
    }

    /// Returns the name of several elements of the type: `strings`, `lists of numbers`.
    fn plural_name(&self) -> String {
        match self {
            Self::Dynamic => "any single type".to_owned(),
            Self::Bool | Self::Number | Self::String | Self::Tuple(_) | Self::Object(_) => {
                self.friendly_name() + "s"
            }
            Self::List(element) => format!("lists of {}", element.plural_name()),
            Self::Set(element) => format!("sets of {}", element.plural_name()),
            Self::Map(element) => format!("maps of {}", element.plural_name()),
            Self::Capsule(capsule) => format!("{} values", capsule.name()),
        }
    }
}

/// Types with all attributes required. A type that several others share is changed once, and stays shared.
#[derive(Default)]
struct Required(KeyMap<(Discriminant<Type>, *const ()), Type>);

impl Required {
    fn of(&mut self, ty: &Type) -> Type {
        if !ty.has_optional() {
            return ty.clone();
        }
        let parts = match ty {
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.address(),
            Type::Tuple(elements) => elements.address(),
            Type::Object(object) => Arc::as_ptr(object).cast(),
            _ => return ty.clone(),
        };
        let key = (mem::discriminant(ty), parts);
        if let Some(known) = self.0.get(&key) {
            return known.clone();
        }
        let required = match ty {
            Type::List(element) => Type::list(self.of(element)),
            Type::Set(element) => Type::set(self.of(element)),
            Type::Map(element) => Type::map(self.of(element)),
            Type::Tuple(elements) => Type::tuple(elements.iter().map(|ty| self.of(ty))),
            Type::Object(object) => Type::Object(Arc::new(object.required(|ty| self.of(ty)))),
            _ => ty.clone(),
        };
        self.0.insert(key, required.clone());
        required
    }
}

/// Writes a type in the language of type constraints: `list(string)`, `object({a=number})`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dynamic => f.write_str("any"),
            Self::Bool => f.write_str("bool"),
            Self::Number => f.write_str("number"),
            Self::String => f.write_str("string"),
            Self::List(element) => write!(f, "list({element})"),
            Self::Set(element) => write!(f, "set({element})"),
            Self::Map(element) => write!(f, "map({element})"),
            Self::Tuple(elements) => {
                let elements: Vec<_> = elements.iter().map(ToString::to_string).collect_vec();
                write!(f, "tuple([{}])", elements.join(", "))
            }
            Self::Object(object) => object.fmt(f),
            Self::Capsule(capsule) => f.write_str(capsule.name()),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_messages() {
        assert_eq!(Type::list(Type::Dynamic).friendly_name(), "list of any single type");
        assert_eq!(Type::map(Type::set(Type::Bool)).friendly_name(), "map of sets of bools");
        let object = Type::object([("b", Type::Bool), ("a", Type::tuple([Type::Number]))]);
        assert_eq!(object.to_string(), "object({a = tuple([number]), b = bool})");
    }
}
