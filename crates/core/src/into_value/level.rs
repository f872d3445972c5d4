//! The depth of Rust data that is written.

use std::cell::Cell;

use crate::cty::{PathError, Value};

thread_local! {
    static LEVELS: Cell<usize> = const { Cell::new(0) };
}

/// A struct or an enum whose parts are being written. Data that nests more of them than a value may be nested is an
/// error before its parts are visited, so that its depth can't exhaust the stack.
#[derive(Debug)]
pub struct Level(());

impl Level {
    /// Enters a struct or an enum, until the level is dropped.
    ///
    /// # Errors
    ///
    /// Fails if too many are entered.
    pub fn enter() -> Result<Self, PathError> {
        LEVELS.with(|levels| match levels.get() {
            Value::MAX_DEPTH.. => Err(too_deep()),
            level => {
                levels.set(level + 1);
                Ok(Self(()))
            }
        })
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        LEVELS.with(|levels| levels.set(levels.get() - 1));
    }
}

/// Returns the error of a value that is too large to be made.
pub(crate) fn too_deep() -> PathError {
    PathError::new("the value is too large or nested too deeply")
}
