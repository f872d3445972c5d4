//! How much one evaluation may do.

use std::cell::Cell;

/// How many levels a function counts for that evaluates a closure: it needs more of the stack.
const CALL_DEPTH: u32 = 8;

/// What an evaluation has done so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    /// Elements that loops went through, and closures that functions evaluated.
    pub(super) elements: u64,
    /// Bytes of text that templates built.
    pub(super) bytes: u64,
    /// Levels of the evaluation that are under way.
    pub(super) depth: u32,
}

thread_local! {
    /// What the evaluation had done that is calling a function on this thread; it is no level deep
    /// outside a call.
    static CALLER: Cell<Spent> = const { Cell::new(Spent { elements: 0, bytes: 0, depth: 0 }) };
}

/// Whether this thread is calling a function of an expression.
pub(crate) fn is_in_call() -> bool {
    CALLER.get().depth > 0
}

/// Puts the caller of an outer call back, also when the function panics.
struct Restore(Spent);

impl Spent {
    /// What an evaluation starts from where a function evaluates a closure that it was given: what its
    /// caller has done. Otherwise a loop over closures could do without end what a loop in one
    /// expression cannot. `None` outside a call.
    #[inline]
    pub(super) fn at_start() -> Option<Self> {
        let caller = CALLER.get();
        (caller.depth > 0).then(|| Self {
            elements: caller.elements.saturating_add(1),
            depth: caller.depth + CALL_DEPTH,
            ..caller
        })
    }

    /// Tells the caller what has been done by the end of an evaluation, which is as deep as before.
    pub(super) fn report(self) {
        CALLER.set(Self { depth: self.depth - CALL_DEPTH, ..self });
    }

    /// Calls a function; evaluations on its way go on from here.
    #[inline]
    pub(super) fn during<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let restore = Restore(CALLER.replace(*self));
        let result = call();
        *self = Self { depth: self.depth, ..CALLER.get() };
        drop(restore);
        result
    }
}

impl Drop for Restore {
    fn drop(&mut self) {
        CALLER.set(self.0);
    }
}
