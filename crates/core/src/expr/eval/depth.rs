//! The depth of an evaluation, including enclosing evaluations on the same stack.

use std::cell::Cell;
use std::thread::LocalKey;

/// The levels that a call counts as: a function that evaluates a closure needs more of the stack.
pub(super) const CALL_DEPTH: u32 = 8;

thread_local! {
    /// The levels of the evaluation that is calling a function on this thread, or 0 outside a call.
    static CALLER: Cell<u32> = const { Cell::new(0) };
}

/// The levels that a block counts as while its body is decoded.
const BLOCK_DEPTH: u32 = 2;

thread_local! {
    /// The number of blocks that enclose the body that this thread decodes.
    static BLOCKS: Cell<u32> = const { Cell::new(0) };
}

/// Decodes the body of a block, one level of blocks deeper.
pub(crate) fn in_block<T>(decode: impl FnOnce() -> T) -> T {
    let _restore = Restore { cell: &BLOCKS, before: BLOCKS.replace(BLOCKS.get() + 1) };
    decode()
}

/// Returns the number of blocks that enclose the body that this thread decodes.
pub(crate) fn block_levels() -> u32 {
    BLOCKS.get()
}

/// Returns the levels that are left inside the enclosing blocks.
#[inline]
pub(super) fn left_of(levels: u32) -> u32 {
    levels.saturating_sub(BLOCK_DEPTH * BLOCKS.get())
}

/// Returns `true` if this thread is calling a function of an expression.
pub(crate) fn is_in_call() -> bool {
    CALLER.get() > 0
}

/// Returns the levels at the start of an evaluation, or 0 outside a call.
#[inline]
pub(super) fn at_start() -> u32 {
    match CALLER.get() {
        0 => 0,
        caller => caller + CALL_DEPTH,
    }
}

/// Calls a function at a depth.
#[inline]
pub(super) fn during<T>(depth: u32, call: impl FnOnce() -> T) -> T {
    let _restore = Restore { cell: &CALLER, before: CALLER.replace(depth) };
    call()
}

/// A guard that restores a count, even after a panic.
struct Restore {
    cell: &'static LocalKey<Cell<u32>>,
    before: u32,
}

impl Drop for Restore {
    fn drop(&mut self) {
        self.cell.set(self.before);
    }
}
