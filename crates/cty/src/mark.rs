//! Marks, which stay on a value and on everything computed from it.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// A mark on a value, identified by its name. Every operation passes the marks of its operands to its result.
///
/// ```
/// use hcldyn::cty::{Mark, Value, ops};
///
/// let key = Value::from(7).mark(Mark::sensitive()).mark(Mark::new("from-vault"));
/// let sum = ops::add(&key, &1.into())?;
/// let names: Vec<_> = sum.marks().unwrap().iter().map(Mark::name).collect();
/// assert_eq!(names, ["from-vault", "sensitive"]);
///
/// // An error about a value with this mark has been reported already.
/// assert!(Value::dynamic().mark(Mark::reported()).is_failed());
/// # Ok::<(), hcldyn::cty::ops::OpError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(Arc<str>);

/// A set of marks, sorted by name.
pub type Marks = BTreeSet<Mark>;

const REPORTED: &str = "reported error";

impl Mark {
    /// Returns a mark with a name.
    pub fn new(name: &str) -> Self {
        Self(name.into())
    }

    /// Returns the mark of a sensitive value, which no message and no output may show.
    #[doc(alias = "secret")]
    #[doc(alias = "redact")]
    pub fn sensitive() -> Self {
        Self::new("sensitive")
    }

    /// Returns the mark of an unknown value whose cause has been reported as an error. Decoding reports no error that
    /// follows from it.
    pub fn reported() -> Self {
        Self::new(REPORTED)
    }

    /// Returns `true` for the mark of an unknown value whose cause has been reported.
    pub(crate) fn is_reported(&self) -> bool {
        &*self.0 == REPORTED
    }

    /// Returns the name of the mark.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mark({})", self.0)
    }
}
