//! Paths into values.

use std::fmt;

use super::{Str, Value};
use crate::collect::CollectVec;

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A step to an attribute of an object.
    Attr(Str),
    /// A step to an element of a collection or a tuple, by its key. An element of a set is its own key.
    Index(Value),
}

/// The path from a value to a part of it; empty for the value itself.
///
/// ```
/// use hcldyn::cty::{Path, Value};
///
/// let rule = Value::object([("ports", Value::tuple(vec![80.into(), 443.into()]))]);
/// let path = Path::root().attr("ports").index(1);
/// assert_eq!(path.apply(&rule), Ok(Value::from(443)));
/// assert_eq!(path.to_string(), r#"attribute "ports": element 1"#);
///
/// let error = Path::root().attr("ports").index(2).apply(&rule).unwrap_err();
/// assert_eq!(error.to_string(), r#"attribute "ports": element 2: the element does not exist"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<Step>);

/// An error in a part of a value or type, with the path to the part.
///
/// ```
/// use hcldyn::cty::{PathError, Step};
///
/// let error = PathError::new("a number is required");
/// let error = error.under(Step::Index(2.into())).under(Step::Attr("ports".into()));
/// assert_eq!(error.to_string(), r#"attribute "ports": element 2: a number is required"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathError {
    /// The path to the part.
    pub path: Path,
    /// The error as a clause: `the element does not exist`.
    pub message: String,
}

/// The reason that a value or a type cannot be written in a wire form or read from one, with the path to the
/// failing part.
#[cfg(feature = "json")]
pub type WireError = PathError;

impl Path {
    /// Returns the path to the value itself.
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// Returns the path extended by an attribute.
    #[must_use]
    pub fn attr(self, name: impl Into<Str>) -> Self {
        self.then(Step::Attr(name.into()))
    }

    /// Returns the path extended by an element: a number for a list or tuple, a string for a map, the element
    /// itself for a set.
    #[must_use]
    pub fn index(self, key: impl Into<Value>) -> Self {
        self.then(Step::Index(key.into()))
    }

    /// Returns the path extended by a step.
    #[must_use]
    pub fn then(mut self, step: Step) -> Self {
        self.0.push(step);
        self
    }

    /// Returns the steps, outermost first.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Returns `true` if this path leads to the part of the other path, or into it.
    ///
    /// ```
    /// use hcldyn::cty::{Path, Step};
    ///
    /// let mut port = Path::root().attr("servers").then(Step::Index(0.into()));
    /// port.push(Step::Attr("port".into()));
    /// assert!(port.starts_with(&Path::root().attr("servers")));
    /// port.pop();
    /// assert_eq!(port, Path::root().index(0).under(Step::Attr("servers".into())));
    /// ```
    pub fn starts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// Adds a step at the start: a path into a part becomes one into the whole.
    #[must_use]
    pub fn under(mut self, step: Step) -> Self {
        self.0.insert(0, step);
        self
    }

    /// Returns the part of a value at the path (reference: `Path.Apply`). It also has the marks of the values on
    /// the path. A part of an unknown value is unknown.
    ///
    /// # Errors
    ///
    /// Fails if a value on the path is null or has no such part. The error's path ends there.
    pub fn apply(&self, value: &Value) -> Result<Value, PathError> {
        let mut part = value.clone();
        for (index, step) in self.0.iter().enumerate() {
            let next = match step {
                Step::Attr(name) => part.attribute(name),
                Step::Index(key) => part.index(key),
            };
            let path = || Self(self.0[..=index].to_vec());
            part = next.map_err(|error| PathError { path: path(), ..error })?;
        }
        Ok(part)
    }

    /// Adds a step at the end.
    pub fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Removes the last step.
    pub fn pop(&mut self) {
        self.0.pop();
    }
}

impl PathError {
    /// Returns an error of the value itself. `message` is a clause.
    pub fn new(message: impl Into<String>) -> Self {
        Self { path: Path::root(), message: message.into() }
    }

    /// Adds a step at the start of the error's path: an error of a part becomes one of the whole.
    #[must_use]
    pub fn under(self, step: Step) -> Self {
        Self { path: self.path.under(step), ..self }
    }

    /// Adds a prefix to the attribute at the start of the error's path.
    pub(crate) fn prefixed(mut self, prefix: &str) -> Self {
        if let Some(Step::Attr(name)) = self.path.0.first_mut() {
            *name = format!("{prefix}{name}").into();
        }
        self
    }

    /// Adds the step to an element at the start of the error's path.
    pub(crate) fn under_index(self, index: usize) -> Self {
        self.under(Step::Index(index.into()))
    }
}

impl From<Step> for Path {
    fn from(step: Step) -> Self {
        Self(vec![step])
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().collect_vec())
    }
}

impl std::error::Error for PathError {}

/// Writes the path, then the error: `attribute "rule": element 2: a number is required`.
impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.steps().is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// Writes the path in words, outermost step first: `attribute "rule": element 2`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(": ")?;
            }
            match step {
                Step::Attr(name) => write!(f, "attribute {name:?}")?,
                Step::Index(key) if !key.is_known() => f.write_str("every element")?,
                Step::Index(key) => write!(f, "element {}", key.describe())?,
            }
        }
        Ok(())
    }
}
