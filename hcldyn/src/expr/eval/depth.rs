//! How deep an evaluation is where a function evaluates a closure.

use std::cell::Cell;

/// The levels that a call counts for: a function that evaluates a closure needs more of the stack.
pub(super) const CALL_DEPTH: u32 = 8;

thread_local! {
    /// The levels of the evaluation that is calling a function on this thread; none outside a call.
    static CALLER: Cell<u32> = const { Cell::new(0) };
}

/// Whether this thread is calling a function of an expression.
pub(crate) fn is_in_call() -> bool {
    CALLER.get() > 0
}

/// The levels that an evaluation starts from: none outside a call.
#[inline]
pub(super) fn at_start() -> u32 {
    match CALLER.get() {
        0 => 0,
        caller => caller + CALL_DEPTH,
    }
}

/// Calls a function from so many levels deep.
#[inline]
pub(super) fn during<T>(depth: u32, call: impl FnOnce() -> T) -> T {
    let _restore = Restore(CALLER.replace(depth));
    call()
}

/// Puts the caller of an outer call back, also when the function panics.
struct Restore(u32);

impl Drop for Restore {
    fn drop(&mut self) {
        CALLER.set(self.0);
    }
}
