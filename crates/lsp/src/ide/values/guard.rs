//! A guard against functions of the program that panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs an evaluation. Returns `None` if a function of the program panics in it: nothing that it changes is used then.
pub(in crate::ide) fn unless_panics<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}
