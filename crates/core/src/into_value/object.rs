//! Objects for `#[derive(HclValue)]` with `into_value`.

use std::ptr;

use crate::body::ByName;
use crate::cty::{Kind, PathError, Shape, Step, Str, Value};

/// An object, whose attributes are added one by one.
#[derive(Debug, Default)]
pub struct WrittenObject {
    names: Vec<Str>,
    values: Vec<Value>,
    error: Option<PathError>,
}

impl WrittenObject {
    /// Adds the attribute that selects a variant.
    pub fn tag(&mut self, (name, variant): (&'static str, &'static str)) {
        self.push(name.into(), variant.into());
    }

    /// Adds an attribute, unless it is left out.
    pub fn add(&mut self, name: &'static str, value: Result<Option<Value>, PathError>) {
        match value {
            Ok(Some(value)) => self.push(name.into(), value),
            Ok(None) => {}
            Err(error) => self.fail(error.under(Step::Attr(name.into()))),
        }
    }

    /// Adds the attributes of another object or of a map.
    pub fn add_all(&mut self, value: Result<Value, PathError>) {
        self.add_prefixed("", value);
    }

    /// Adds the attributes of another object with a prefix of their names.
    pub fn add_prefixed(&mut self, prefix: &'static str, value: Result<Value, PathError>) {
        let value = match value {
            Ok(value) => value,
            Err(error) => return self.fail(error),
        };
        let names = match value.kind() {
            Kind::Map(map) => map.keys(),
            Kind::Object(object) => object.shape().names(),
            _ => {
                let found = value.describe();
                return self.fail(PathError::new(format!("an object is required, not {found}")));
            }
        };
        for (name, value) in names.iter().zip(value.elements()) {
            let name =
                if prefix.is_empty() { name.clone() } else { format!("{prefix}{name}").into() };
            self.push(name, value.clone());
        }
    }

    /// Returns the object.
    ///
    /// # Errors
    ///
    /// Fails with the first error of an attribute, or if two attributes have the same name.
    pub fn finish(self) -> Result<Value, PathError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let firsts = ByName::new(&self.names, |name| name);
        let is_first = |name: &Str| firsts.get(name).is_some_and(|it| ptr::eq(it, name));
        if let Some(name) = self.names.iter().find(|name| !is_first(name)) {
            return Err(PathError::new(format!("the attribute {name:?} is set twice")));
        }
        Ok(Value::object_of_shape(Shape::new(self.names), self.values))
    }

    fn push(&mut self, name: Str, value: Value) {
        self.names.push(name);
        self.values.push(value);
    }

    fn fail(&mut self, error: PathError) {
        self.error.get_or_insert(error);
    }
}

/// Returns the object of a variant with the attribute that selects it.
///
/// # Errors
///
/// Fails if the content is not an object.
pub fn with_tag(
    tag: (&'static str, &'static str),
    content: Result<Value, PathError>,
) -> Result<Value, PathError> {
    let mut object = WrittenObject::default();
    object.tag(tag);
    object.add_all(content);
    object.finish()
}
