//! Where inside a value something is.

use std::fmt;

use super::{Str, Value};

/// One step into a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Into an attribute of an object.
    Attr(Str),
    /// Into an element of a collection or a tuple, by its key.
    Index(Value),
}

/// The way from a value to a part of it; empty for the value itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(Vec<Step>);

impl Path {
    /// The path to the value itself.
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// The steps, outermost first.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Puts a step in front: an error found inside a part is told from outside the part.
    #[must_use]
    pub fn under(mut self, step: Step) -> Self {
        self.0.insert(0, step);
        self
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
                Step::Index(key) => write!(f, "element {}", key.describe_key())?,
            }
        }
        Ok(())
    }
}
