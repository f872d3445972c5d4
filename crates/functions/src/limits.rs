//! Limits on the size of a result: in nested calls, each one can multiply the last.

use hcldyn_cty::function::FunctionError;
use hcldyn_cty::work;

/// The maximum number of bytes of a string.
pub(super) const MAX_BYTES: usize = 64 << 20;

/// The maximum number of elements of a list, set or tuple that has more elements than all arguments together, or
/// repeats them.
pub(super) const MAX_ELEMENTS: usize = 1_000_000;

/// Spends the work of parsing a string, which takes longer than reading it.
pub(crate) fn spend_on_parsing(text: &str) {
    work::spend(text.len() / 2);
}

/// Fails if the evaluation has no work left. The evaluation then reports its own error in place of this one.
pub(super) fn check_work() -> Result<(), FunctionError> {
    if work::is_exceeded_in_evaluation() {
        Err(FunctionError::new("the work limit is reached"))
    } else {
        Ok(())
    }
}

/// Rejects a string that is or would become too large.
pub(super) fn check_bytes(count: usize) -> Result<(), FunctionError> {
    check(count, MAX_BYTES, "bytes")
}

/// Rejects a list, set or tuple that is or would become too large.
pub(super) fn check_elements(count: usize) -> Result<(), FunctionError> {
    check(count, MAX_ELEMENTS, "elements")
}

#[inline]
fn check(count: usize, most: usize, what: &str) -> Result<(), FunctionError> {
    if count <= most { Ok(()) } else { Err(too_many(most, what)) }
}

#[cold]
fn too_many(most: usize, what: &str) -> FunctionError {
    // Part of the result may already exist.
    work::spend(most / 16);
    FunctionError::new(format!("the result would have more than {most} {what}"))
}
