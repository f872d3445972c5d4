//! How deep an evaluation is, with what is under way around it on the same stack.

use std::cell::Cell;
use std::thread::LocalKey;

/// The levels that a call counts for: a function that evaluates a closure needs more of the stack.
pub(super) const CALL_DEPTH: u32 = 8;

thread_local! {
    /// The levels of the evaluation that is calling a function on this thread; none outside a call.
    static CALLER: Cell<u32> = const { Cell::new(0) };
}

/// The levels that a block counts for whose body is being decoded.
const BLOCK_DEPTH: u32 = 2;

thread_local! {
    /// The blocks around the body that this thread decodes.
    static BLOCKS: Cell<u32> = const { Cell::new(0) };
}

/// Decodes the body of a block.
pub(crate) fn in_block<T>(decode: impl FnOnce() -> T) -> T {
    let _restore = Restore { cell: &BLOCKS, before: BLOCKS.replace(BLOCKS.get() + 1) };
    decode()
}

/// Subtracts the levels that the blocks around an evaluation count for.
#[inline]
pub(super) fn left_of(levels: u32) -> u32 {
    levels.saturating_sub(BLOCK_DEPTH * BLOCKS.get())
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
    let _restore = Restore { cell: &CALLER, before: CALLER.replace(depth) };
    call()
}

/// Puts a count back, also when what was called panics.
struct Restore {
    cell: &'static LocalKey<Cell<u32>>,
    before: u32,
}

impl Drop for Restore {
    fn drop(&mut self) {
        self.cell.set(self.before);
    }
}
