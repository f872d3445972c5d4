//! Where inside a value something is.

use std::fmt;

use super::{Str, Value};

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into an attribute of an object.
    Attr(Str),
    /// Into an element of a collection or a tuple, by its key. An element of a set is its own key.
    Index(Value),
}

/// The way from a value to a part of it; empty for the value itself.
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
/// assert_eq!(error.to_string(), r#"attribute "ports": element 2: there is no such element"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<Step>);

/// What is wrong in a part of a value or type, and which part that is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathError {
    /// The part.
    pub path: Path,
    /// What is wrong with it, as a clause: `there is no such element`.
    pub message: String,
}

/// Why a value or a type cannot be written in a wire form or read from one, and which part of it is in
/// the way.
#[cfg(feature = "json")]
pub type WireError = PathError;

impl Path {
    /// The path to the value itself.
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// The path to an attribute of where this one leads.
    #[must_use]
    pub fn attr(self, name: impl Into<Str>) -> Self {
        self.then(Step::Attr(name.into()))
    }

    /// The path to an element of where this one leads: a number for a list or tuple, a text for a
    /// map, the element itself for a set.
    #[must_use]
    pub fn index(self, key: impl Into<Value>) -> Self {
        self.then(Step::Index(key.into()))
    }

    /// The path with one more step.
    #[must_use]
    pub fn then(mut self, step: Step) -> Self {
        self.0.push(step);
        self
    }

    /// The steps, outermost first.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Whether this path leads to what another one leads to, or to a part of it.
    pub fn starts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// Puts a step in front: an error found inside a part is told from outside the part.
    #[must_use]
    pub fn under(mut self, step: Step) -> Self {
        self.0.insert(0, step);
        self
    }

    /// The part of a value that the path leads to (reference: `Path.Apply`). Marks on the way are on
    /// the part too; a part of what is unknown is unknown.
    ///
    /// # Errors
    ///
    /// Fails where a value on the way is null or has no such part; the error's path ends there.
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

    /// Goes one step on.
    pub fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Goes one step back.
    pub fn pop(&mut self) {
        self.0.pop();
    }
}

impl PathError {
    /// An error of the value itself. `message` is a clause.
    pub fn new(message: impl Into<String>) -> Self {
        Self { path: Path::root(), message: message.into() }
    }

    /// The same error, seen from one step further outside.
    #[must_use]
    pub fn under(self, step: Step) -> Self {
        Self { path: self.path.under(step), ..self }
    }

    /// The same error, seen from outside the element in which it is.
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
        Self(steps.into_iter().collect())
    }
}

impl std::error::Error for PathError {}

/// The path, then what is wrong: `attribute "rule": element 2: a number is required`.
impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.steps().is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// In words, outermost first: `attribute "rule": element 2`.
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
