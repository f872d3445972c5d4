//! Parts of values: attributes, elements, and their number.

use super::{Kind, Value};
use crate::convert::with_article;
use crate::{PathError, Refinement, Type};

impl Value {
    /// Borrows the attribute of a known object or the element of a known map. Returns `None` for any other value,
    /// including marked ones.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    ///
    /// let server = Value::object([("port", Value::from(80))]);
    /// assert_eq!(server.get("port"), Some(&Value::from(80)));
    /// assert_eq!(server.get("host"), None);
    /// ```
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self.kind() {
            Kind::Object(object) => object.get(name),
            Kind::Map(map) => map.get(name),
            _ => None,
        }
    }

    /// Borrows the element of a known list or tuple at a position. Returns `None` for any other value, including
    /// marked ones.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    ///
    /// let ports = Value::tuple(vec![80.into(), 443.into()]);
    /// assert_eq!(ports.at(1), Some(&443.into()));
    /// assert_eq!(ports.at(2), None);
    /// ```
    pub fn at(&self, position: usize) -> Option<&Self> {
        match self.kind() {
            Kind::List(_) | Kind::Tuple(_) => self.elements().get(position),
            _ => None,
        }
    }

    /// Returns an attribute of an object (reference: `Value.GetAttr`). It carries the marks of the object. The
    /// attribute of an unknown object is unknown.
    ///
    /// # Errors
    ///
    /// Fails for null, for a value that is not an object, and for a missing attribute.
    ///
    /// ```
    /// use hcldyn::cty::{Mark, Value};
    ///
    /// let login = Value::object([("user", "jane".into())]).mark(Mark::sensitive());
    /// assert!(login.attribute("user")?.is_marked());
    /// assert!(login.attribute("name").is_err());
    /// # Ok::<(), hcldyn::cty::PathError>(())
    /// ```
    pub fn attribute(&self, name: &str) -> Result<Self, PathError> {
        let missing = || PathError::new("the attribute does not exist");
        let found = match self.unmarked().kind() {
            Kind::Object(object) => object.get(name).cloned().ok_or_else(missing),
            Kind::Null(_) => Err(PathError::new("null has no attributes")),
            Kind::Unknown(Type::Dynamic, _) => Ok(Self::dynamic()),
            Kind::Unknown(Type::Object(object), _) => {
                object.attribute(name).cloned().map(Self::unknown).ok_or_else(missing)
            }
            _ => {
                let name = with_article(&self.ty().friendly_name());
                Err(PathError::new(format!("{name} has no attributes")))
            }
        };
        Ok(found?.with_marks_of(self))
    }

    /// Returns an element of a list or tuple by its position, of a map by its key, of a set by itself (reference:
    /// `Value.Index`). It carries the marks of the collection and the key. If one of them is unknown, the element
    /// is unknown.
    ///
    /// # Errors
    ///
    /// Fails for null, for a value without elements, and for a missing element.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    ///
    /// let ports = Value::tuple(vec![80.into(), 443.into()]);
    /// assert_eq!(ports.index(&1.into())?, 443.into());
    /// assert!(ports.index(&2.into()).is_err());
    /// assert!(!ports.index(&Value::unknown(Type::Number))?.is_known());
    /// # Ok::<(), hcldyn::cty::PathError>(())
    /// ```
    pub fn index(&self, key: &Self) -> Result<Self, PathError> {
        let none = || PathError::new("the element does not exist");
        let (value, bare) = (self.unmarked(), key.unmarked());
        let found = match (value.kind(), bare.kind()) {
            (Kind::Null(_), _) => Err(PathError::new("null has no elements")),
            (_, Kind::Null(_)) => Err(PathError::new("a key can't be null")),
            (Kind::Unknown(Type::Dynamic, _), _) => Ok(Self::dynamic()),
            (Kind::Unknown(ty, _), _) => unknown_element(ty, bare).ok_or_else(none),
            (Kind::Set(set), _) => match set.contains(bare) {
                true => Ok(bare.clone()),
                false if value.is_wholly_known() && bare.is_wholly_known() => Err(none()),
                false => unknown_element(&value.ty(), bare).ok_or_else(none),
            },
            (_, Kind::Unknown(..)) => unknown_element(&value.ty(), bare).ok_or_else(none),
            (Kind::Map(map), Kind::String(key)) => map.get(key).cloned().ok_or_else(none),
            (Kind::List(_) | Kind::Tuple(_), Kind::Number(position)) => {
                position.to_usize().and_then(|it| value.at(it)).cloned().ok_or_else(none)
            }
            _ => Err(none()),
        };
        Ok(found?.with_marks_of(self).with_marks_of(key))
    }

    /// Returns the number of elements of a list, set, map, tuple or object, with the marks of the value. It may be
    /// unknown. Returns `None` for null collections and for values without elements.
    pub fn length(&self) -> Option<Self> {
        let known = |length: usize| Some(Self::from(length));
        match self.kind() {
            Kind::Marked(value, marks) => Some(value.length()?.with_marks(marks)),
            Kind::Unknown(Type::Tuple(types), _) | Kind::Null(Type::Tuple(types)) => {
                known(types.len())
            }
            Kind::Unknown(Type::Object(object), _) => known(object.shape().len()),
            Kind::Unknown(Type::Dynamic, _) => Some(unknown_length(0, None)),
            Kind::Unknown(ty, refinement) if ty.is_collection() => {
                let (min, max) = refinement.map_or((0, None), |it| (it.min_length, it.max_length));
                Some(unknown_length(min, max))
            }
            // Unknown elements may equal others.
            Kind::Set(set) if set.elements().len() > 1 && !self.is_wholly_known() => {
                Some(unknown_length(1, Some(set.elements().len() as u64)))
            }
            Kind::List(_) | Kind::Set(_) | Kind::Map(_) | Kind::Tuple(_) | Kind::Object(_) => {
                known(self.elements().len())
            }
            _ => None,
        }
    }
}

fn unknown_length(min: u64, max: Option<u64>) -> Value {
    let bounds = Refinement::not_null().with_bounds(Some(min.into()), max.map(Into::into));
    Value::unknown_refined(Type::Number, bounds)
}

/// Returns an element of a value of a type when the value or the key is unknown. Returns `None` if there can be no
/// such element.
fn unknown_element(ty: &Type, key: &Value) -> Option<Value> {
    let fits = |wanted: &Type| [wanted, &Type::Dynamic].contains(&&key.ty());
    match ty {
        Type::List(element) if fits(&Type::Number) => Some(Value::unknown((**element).clone())),
        Type::Map(element) if fits(&Type::String) => Some(Value::unknown((**element).clone())),
        Type::Set(element) if fits(element) => Some(Value::unknown((**element).clone())),
        Type::Tuple(types) if fits(&Type::Number) => match key.as_number() {
            Some(position) => {
                position.to_usize().and_then(|it| types.get(it)).cloned().map(Value::unknown)
            }
            None => Some(Value::dynamic()),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    #[test]
    fn marks_and_unknowns_are_passed_on() {
        let list = Value::list(Type::Number, vec![1.into(), 2.into()]);
        let mark = |value: Value, name| value.mark(Mark::new(name));
        let element = mark(list.clone(), "list").index(&mark(1.into(), "key"));
        assert_eq!(element, Ok(mark(mark(2.into(), "list"), "key")));
        let unknown = Value::unknown(Type::Number);
        assert_eq!(list.index(&unknown), Ok(unknown.clone()));
        assert_eq!(Value::unknown(list.ty()).index(&0.into()), Ok(unknown.clone()));
        let object = Value::unknown(Type::object([("a", Type::Number)]));
        assert_eq!(object.attribute("a"), Ok(unknown));
        assert!(object.attribute("b").is_err());
        assert_eq!(Value::dynamic().attribute("b"), Ok(Value::dynamic()));
    }

    #[test]
    fn elements_of_sets_are_their_own_keys() {
        let set = Value::set(Type::Number, vec![1.into(), 2.into()]);
        assert_eq!(set.index(&2.into()), Ok(2.into()));
        assert!(set.index(&3.into()).is_err());
    }

    #[test]
    fn missing_parts() {
        let message = |result: Result<Value, PathError>| result.unwrap_err().message;
        let list = Value::list(Type::Number, vec![1.into()]);
        assert_eq!(message(Value::null(list.ty()).index(&0.into())), "null has no elements");
        assert_eq!(message(list.index(&Value::null(Type::Number))), "a key can't be null");
        assert_eq!(message(list.index(&"0".into())), "the element does not exist");
        assert_eq!(message(list.attribute("a")), "a list of numbers has no attributes");
    }

    #[test]
    fn lengths() {
        let unknown = Value::unknown(Type::Number);
        let list = Value::list(Type::Number, vec![unknown.clone()]);
        assert_eq!(list.length(), Some(1.into()));
        assert_eq!(Value::unknown(Type::tuple([Type::Bool])).length(), Some(1.into()));
        assert_eq!(Value::set(Type::Number, vec![unknown.clone()]).length(), Some(1.into()));
        let set = Value::set(Type::Number, vec![unknown, 1.into()]).length().unwrap();
        assert_eq!(set, unknown_length(1, Some(2)));
        assert_eq!(Value::null(Type::list(Type::Bool)).length(), None);
        assert_eq!(Value::from("text").length(), None);
    }
}
