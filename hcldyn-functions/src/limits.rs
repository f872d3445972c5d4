//! How large a result may be: calls can be nested, so that each one makes more of the last.

use hcldyn_cty::function::FunctionError;
use hcldyn_cty::work;

/// How many bytes a text may have.
pub(super) const MAX_BYTES: usize = 64 << 20;

/// How many elements a list, set or tuple may have that has more than the arguments together, or
/// that repeats them.
pub(super) const MAX_ELEMENTS: usize = 1_000_000;

/// Spends the work of parsing a text, which is more than going through it.
pub(crate) fn spend_on_parsing(text: &str) {
    work::spend(text.len() / 2);
}

/// Ends a call that the evaluation has no work left for, which is reported in place of this error.
pub(super) fn check_work() -> Result<(), FunctionError> {
    if work::is_exceeded_in_evaluation() {
        Err(FunctionError::new("the work limit is reached"))
    } else {
        Ok(())
    }
}

/// Refuses a text that is or would become too large.
pub(super) fn check_bytes(count: usize) -> Result<(), FunctionError> {
    check(count, MAX_BYTES, "bytes")
}

/// Refuses a list, set or tuple that is or would become too large.
pub(super) fn check_elements(count: usize) -> Result<(), FunctionError> {
    check(count, MAX_ELEMENTS, "elements")
}

#[inline]
fn check(count: usize, most: usize, what: &str) -> Result<(), FunctionError> {
    if count <= most { Ok(()) } else { Err(too_many(most, what)) }
}

#[cold]
fn too_many(most: usize, what: &str) -> FunctionError {
    // It may have been made up to here.
    work::spend(most / 16);
    FunctionError::new(format!("the result would have more than {most} {what}"))
}
