//! Marks: what sticks to a value and to everything computed from it.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// A mark on a value, identified by its name. Every operation carries the marks of its operands to
/// its result.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(Arc<str>);

/// A set of marks, in the order of their names.
pub type Marks = BTreeSet<Mark>;

impl Mark {
    /// A mark of a given name.
    pub fn new(name: &str) -> Self {
        Self(name.into())
    }

    /// The mark of a value that no message and no output may show.
    pub fn sensitive() -> Self {
        Self::new("sensitive")
    }

    /// The mark's name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mark({})", self.0)
    }
}
