//! Conformance of types to constraints.

use super::convert::error::{missing_attribute, required, wrong_length};
use super::{ObjectType, PathError, Step, Type, Value};

impl Type {
    /// Returns `true` if the type conforms to a constraint: it is the same type, except for dynamic parts and
    /// optional attributes of the constraint.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    ///
    /// let ports = Type::list(Type::Number);
    /// assert!(ports.conforms_to(&Type::list(Type::Dynamic)));
    /// assert!(!ports.conforms_to(&Type::list(Type::String)));
    /// ```
    pub fn conforms_to(&self, constraint: &Self) -> bool {
        self.check_conforms(constraint).is_ok()
    }

    /// Checks the type like [`Type::conforms_to`], and returns the path of the first difference (reference:
    /// `Type.TestConformance`). In the path, elements of a collection have an unknown key.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    ///
    /// let wanted = Type::object([("ports", Type::list(Type::Number))]);
    /// let given = Type::object([("ports", Type::list(Type::String))]);
    /// let error = given.check_conforms(&wanted).unwrap_err();
    /// assert_eq!(error.to_string(), r#"attribute "ports": every element: a number is required, not a string"#);
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the type does not conform.
    pub fn check_conforms(&self, constraint: &Self) -> Result<(), PathError> {
        let elements = |a: &Self, b: &Self, key| {
            let step = || Step::Index(Value::unknown(key));
            a.check_conforms(b).map_err(|error| error.under(step()))
        };
        match (self, constraint) {
            (_, Self::Dynamic) => Ok(()),
            (Self::List(a), Self::List(b)) => elements(a, b, Self::Number),
            (Self::Set(a), Self::Set(b)) => elements(a, b, (**a).clone()),
            (Self::Map(a), Self::Map(b)) => elements(a, b, Self::String),
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b.iter()).enumerate().try_for_each(|(index, (a, b))| {
                    a.check_conforms(b).map_err(|error| error.under_index(index))
                })
            }
            (Self::Tuple(a), Self::Tuple(b)) => Err(wrong_length(b.len(), a.len())),
            (Self::Object(a), Self::Object(b)) => check_attributes(a, b),
            _ if self == constraint => Ok(()),
            _ => Err(required(constraint, self)),
        }
    }
}

fn check_attributes(given: &ObjectType, wanted: &ObjectType) -> Result<(), PathError> {
    for (name, wanted) in wanted.iter() {
        let given = given.attribute(name).ok_or_else(|| missing_attribute(name))?;
        given.check_conforms(wanted).map_err(|error| error.under(Step::Attr(name.clone())))?;
    }
    match given.iter().find(|(name, _)| wanted.attribute(name).is_none()) {
        Some((name, _)) => Err(PathError::new(format!("an attribute {name:?} is not expected"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(given: &Type, wanted: &Type) -> String {
        given.check_conforms(wanted).unwrap_err().to_string()
    }

    #[test]
    fn the_first_difference_is_reported() {
        let tuple = |types: &[Type]| Type::tuple(types.iter().cloned());
        let (two, one) = (tuple(&[Type::Bool, Type::String]), tuple(&[Type::Bool]));
        assert_eq!(
            error(&one, &two),
            "a tuple with exactly 2 elements is required, not one with 1"
        );
        let other = tuple(&[Type::Bool, Type::Number]);
        assert_eq!(error(&other, &two), "element 1: a string is required, not a number");
        let object = |name| Type::object([(name, Type::Bool)]);
        assert_eq!(error(&object("a"), &object("b")), "the required attribute \"b\" is missing");
        let both = Type::object([("a", Type::Bool), ("b", Type::Bool)]);
        assert_eq!(error(&both, &object("b")), "an attribute \"a\" is not expected");
        assert_eq!(error(&Type::Dynamic, &Type::Bool), "a bool is required");
    }

    #[test]
    fn dynamic_accepts_any_type_and_optional_is_ignored() {
        let map = Type::map(Type::list(Type::Number));
        assert!(map.conforms_to(&Type::map(Type::list(Type::Dynamic))));
        assert!(map.conforms_to(&Type::Dynamic));
        let optional = ObjectType::new([("a".into(), Type::Bool, true)]);
        assert!(Type::object([("a", Type::Bool)]).conforms_to(&Type::Object(optional.into())));
    }
}
