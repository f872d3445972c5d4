//! The work of a decoding, counted in steps on its thread.
//!
//! A small source can request any amount of time and memory, by nested loops and by functions whose results are the
//! arguments of others. So every operation that costs more than its own source text spends steps: a value with
//! parts one for each part, a string one for some of its bytes, a loop one for each element. A step corresponds to
//! up to 48 bytes and a fifth of a microsecond.
//!
//! One [`Budget`] serves a whole decoding. The outermost operation that decodes or evaluates opens it, and all
//! evaluations inside share it, including closures. Steps count only during an [`Evaluation`]. The rest of decoding
//! grows no faster than the source, except for generated blocks, which are [charged](charge()).
//!
//! A budget can end early, by a time limit or a cancellation. Both are checked each time a portion of steps is
//! counted: the counter of a budget with [`Interrupts`] only gets that many steps at a time, so counting costs the same
//! for all budgets.
//!
//! The counter belongs to the thread, because functions and the constructors of values have no argument for it.

mod interrupt;

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use self::interrupt::Watch;
pub use self::interrupt::{Interruption, Interrupts};

/// The remaining steps once the limit is reached: so few that free steps cannot raise them above zero.
const EXCEEDED: i64 = i64::MIN / 2;

/// The bytes of a string that a walk visits in one step.
const BYTES_PER_STEP: usize = 8;

/// The steps that an expression in the source may take for each of its bytes without spending any of the budget.
const FREE_STEPS_PER_BYTE: u64 = 4;

/// The steps between two checks of the clock and the cancellation flag: about a fifth of a millisecond of work.
const STEPS_BETWEEN_CHECKS: i64 = 1_000;

/// A flag that ends decodings and evaluations from outside, e.g. from another thread or a signal handler. Clones share
/// the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Creates a flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag. All decodings and evaluations with it end soon, also those that start later.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` after [`Self::cancel`].
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Uses a flag that the program already has, such as one that a signal handler sets.
impl From<Arc<AtomicBool>> for Cancellation {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

/// Compares whether both are the same flag.
impl PartialEq for Cancellation {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Cancellation {}

/// The counter of a thread.
struct Meter {
    /// The steps before the next check of the budget; negative once they are spent.
    left: Cell<i64>,
    /// The value of `left` when the last evaluation ended.
    kept: Cell<i64>,
    /// The further steps of the budget.
    rest: Cell<i64>,
    is_open: Cell<bool>,
    is_evaluating: Cell<bool>,
    is_reported: Cell<bool>,
    /// `true` if the budget can be interrupted.
    is_watched: Cell<bool>,
}

thread_local! {
    static METER: Meter = const { Meter::closed() };
    /// The interrupts of the open budget, and the one that ended it.
    static WATCHED: RefCell<(Watch, Option<Interruption>)> = RefCell::default();
}

/// Spends steps.
#[inline]
pub fn spend(steps: usize) {
    METER.with(|meter| meter.left.set(meter.left.get().saturating_sub_unsigned(steps as u64)));
}

/// Returns the steps for one pass through `bytes` bytes of an expression.
pub fn steps_of_text(bytes: usize) -> usize {
    1 + bytes / BYTES_PER_STEP
}

/// Returns `true` if the current evaluation has exceeded the budget, or is interrupted. It ends then.
#[inline]
pub fn is_exceeded() -> bool {
    METER.with(|meter| meter.left.get() < 0 && meter.ends())
}

/// Returns `true` if the current evaluation, if any, has exceeded the budget, or is interrupted. It is for functions,
/// which a program may call outside any evaluation.
pub fn is_exceeded_in_evaluation() -> bool {
    METER.with(|meter| meter.is_evaluating.get() && meter.left.get() < 0 && meter.ends())
}

/// Returns `true` if the open budget is used up or was interrupted. Nothing more is evaluated or generated then.
pub fn is_used_up() -> bool {
    METER.with(|meter| meter.is_open.get() && meter.kept.get() < 0 && meter.total() < 0)
}

/// Claims the report that the budget is used up. Returns `true` at the first call, whose caller reports it.
pub fn claim_report() -> bool {
    METER.with(|meter| !meter.is_reported.replace(true))
}

/// Returns the reason for which the open budget ended before its steps were used up, if it did.
pub fn interruption() -> Option<Interruption> {
    METER.with(|meter| meter.is_watched.get()).then(|| WATCHED.with_borrow(|watched| watched.1))?
}

/// Charges the open budget for work of decoding outside evaluations. Returns `true` if enough was left.
pub fn charge(steps: u64) -> bool {
    METER.with(|meter| {
        if !meter.is_open.get() {
            return true;
        }
        let counter = meter.counter();
        counter.set(counter.get().saturating_sub_unsigned(steps));
        counter.get() >= 0 || !meter.ends()
    })
}

/// Counts work in proportion to the source, which is free. Returns `true` unless the budget is used up or interrupted.
#[inline]
pub fn pass(steps: u64) -> bool {
    METER.with(|meter| !meter.is_watched.get() || meter.pass(steps))
}

/// A guard that keeps a budget open. Inside another budget, it has no effect.
#[derive(Debug)]
pub struct Budget {
    is_outermost: bool,
}

impl Budget {
    /// Opens a budget of `steps` steps, unless one is open.
    #[inline]
    pub fn open(steps: u64, interrupts: Option<&Arc<Interrupts>>) -> Self {
        METER.with(|meter| Self { is_outermost: meter.open(steps, interrupts) })
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        if self.is_outermost {
            METER.with(Meter::close);
        }
    }
}

/// A guard of an evaluation, during which steps count. Inside another evaluation, such as for a closure that a
/// function evaluates, it is a part of that evaluation. Outside any budget, it opens its own.
#[derive(Debug)]
pub struct Evaluation {
    is_outermost: bool,
    has_own_budget: bool,
}

impl Evaluation {
    /// Begins the evaluation of an expression in the source. Work in proportion to its bytes is free.
    #[inline]
    pub fn begin(budget: u64, interrupts: Option<&Arc<Interrupts>>, bytes: usize) -> Self {
        METER.with(|meter| {
            let evaluation = meter.begin(budget, interrupts);
            let free = FREE_STEPS_PER_BYTE * bytes as u64;
            meter.rest.set(meter.rest.get().saturating_add_unsigned(free));
            evaluation
        })
    }

    /// Begins the evaluation of an expression that may be evaluated any number of times: in a generated block or a
    /// closure.
    #[inline]
    pub fn begin_again(budget: u64, interrupts: Option<&Arc<Interrupts>>, bytes: usize) -> Self {
        METER.with(|meter| {
            let evaluation = meter.begin(budget, interrupts);
            let steps = steps_of_text(bytes) as u64;
            meter.left.set(meter.left.get().saturating_sub_unsigned(steps));
            evaluation
        })
    }

    /// Returns `true` if the evaluation is not inside another one.
    #[inline]
    pub fn is_outermost(&self) -> bool {
        self.is_outermost
    }
}

impl Drop for Evaluation {
    #[inline]
    fn drop(&mut self) {
        if self.is_outermost {
            METER.with(|meter| {
                meter.is_evaluating.set(false);
                meter.kept.set(meter.left.get());
                if self.has_own_budget {
                    meter.close();
                }
            });
        }
    }
}

impl Meter {
    /// Opens a budget, unless one is open. Returns `true` if it opened the budget.
    #[inline]
    fn open(&self, steps: u64, interrupts: Option<&Arc<Interrupts>>) -> bool {
        if self.is_open.replace(true) {
            return false;
        }
        self.kept.set(i64::try_from(steps).unwrap_or(i64::MAX));
        self.rest.set(0);
        self.is_reported.set(false);
        if let Some(interrupts) = interrupts {
            self.watch(interrupts);
        }
        true
    }

    /// Watches the interrupts of a new budget. The first step checks them.
    #[cold]
    fn watch(&self, interrupts: &Interrupts) {
        self.rest.set(self.kept.replace(-1).saturating_add(1));
        self.is_watched.set(true);
        WATCHED.set((Watch::start(interrupts), None));
    }

    #[inline]
    fn close(&self) {
        self.is_open.set(false);
        if self.is_watched.get() {
            self.is_watched.set(false);
            WATCHED.take();
        }
    }

    #[inline]
    fn begin(&self, budget: u64, interrupts: Option<&Arc<Interrupts>>) -> Evaluation {
        if self.is_evaluating.replace(true) {
            return Evaluation { is_outermost: false, has_own_budget: false };
        }
        let has_own_budget = self.open(budget, interrupts);
        self.left.set(self.kept.get());
        Evaluation { is_outermost: true, has_own_budget }
    }

    /// Returns the counter that is in use.
    fn counter(&self) -> &Cell<i64> {
        if self.is_evaluating.get() { &self.left } else { &self.kept }
    }

    /// Returns all remaining steps of the budget.
    fn total(&self) -> i64 {
        self.counter().get().saturating_add(self.rest.get())
    }

    fn pass(&self, steps: u64) -> bool {
        let counter = self.counter();
        counter.set(counter.get().saturating_sub_unsigned(steps));
        self.rest.set(self.rest.get().saturating_add_unsigned(steps));
        counter.get() >= 0 || !self.ends()
    }

    /// Checks the budget after the steps of the counter are spent. Returns `true` if the budget ends; otherwise, the
    /// counter gets the next steps.
    #[cold]
    #[inline(never)]
    fn ends(&self) -> bool {
        let total = self.total();
        if total < 0 || self.is_interrupted() {
            self.left.set(EXCEEDED);
            self.kept.set(EXCEEDED);
            self.rest.set(0);
            return true;
        }
        let next = if self.is_watched.get() { total.min(STEPS_BETWEEN_CHECKS) } else { total };
        self.counter().set(next);
        self.rest.set(total - next);
        false
    }

    fn is_interrupted(&self) -> bool {
        self.is_watched.get()
            && WATCHED.with_borrow_mut(|(watch, found)| {
                *found = watch.interruption();
                found.is_some()
            })
    }

    const fn closed() -> Self {
        Self {
            left: Cell::new(0),
            kept: Cell::new(0),
            rest: Cell::new(0),
            is_open: Cell::new(false),
            is_evaluating: Cell::new(false),
            is_reported: Cell::new(false),
            is_watched: Cell::new(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// The budget of an evaluation outside any other one.
    const BUDGET: u64 = 1_000;

    #[test]
    fn evaluations_of_a_budget_share_it() {
        let _budget = Budget::open(12, None);
        let evaluate = |steps| {
            let _evaluation = Evaluation::begin_again(BUDGET, None, 0);
            spend(steps);
            is_exceeded()
        };
        assert!(!evaluate(6));
        // Outside evaluations, only charges count.
        spend(100);
        assert!(!evaluate(3) && charge(1) && !is_used_up());
        assert!(evaluate(1) && is_used_up());
        assert!(claim_report() && !claim_report());
    }

    #[test]
    fn a_nested_budget_has_no_effect() {
        let outer = Budget::open(10, None);
        let inner = Budget::open(1_000, None);
        assert!(charge(10));
        drop(inner);
        assert!(!charge(1) && is_used_up());
        drop(outer);
        let _next = Budget::open(1, None);
        assert!(!is_used_up() && claim_report());
    }

    #[test]
    fn an_expression_in_the_source_has_free_steps() {
        let _budget = Budget::open(1, None);
        for _ in 0..100 {
            let _evaluation = Evaluation::begin(BUDGET, None, 10);
            spend(4 * 10);
            assert!(!is_exceeded());
        }
        let _evaluation = Evaluation::begin(BUDGET, None, 10);
        spend(4 * 10 + 2);
        assert!(is_exceeded());
    }

    #[test]
    fn free_steps_do_not_restore_a_used_up_budget() {
        let _budget = Budget::open(0, None);
        assert!(!charge(1) && claim_report());
        let _evaluation = Evaluation::begin(BUDGET, None, 1_000_000);
        assert!(is_exceeded());
    }

    #[test]
    fn an_evaluation_inside_another_is_a_part_of_it() {
        let _budget = Budget::open(10, None);
        let outer = Evaluation::begin_again(BUDGET, None, 0);
        spend(5);
        let inner = Evaluation::begin_again(BUDGET, None, 8);
        assert!(outer.is_outermost() && !inner.is_outermost());
        drop(inner);
        spend(4);
        assert!(is_exceeded());
    }

    fn cancellable(cancellation: &Cancellation) -> Arc<Interrupts> {
        let cancellation = Some(cancellation.clone());
        Arc::new(Interrupts { cancellation, ..Interrupts::default() })
    }

    #[test]
    fn a_cancelled_budget_ends_before_the_next_thousand_steps() {
        let cancellation = Cancellation::new();
        let _budget = Budget::open(1_000_000, Some(&cancellable(&cancellation)));
        let _evaluation = Evaluation::begin_again(BUDGET, None, 0);
        spend(10);
        assert!(!is_exceeded() && interruption().is_none());
        cancellation.cancel();
        spend(STEPS_BETWEEN_CHECKS as usize);
        spend(1);
        assert!(is_exceeded() && is_used_up());
        assert_eq!(interruption(), Some(Interruption::Cancelled));
    }

    #[test]
    fn the_first_step_looks_at_the_interrupts() {
        let cancellation = Cancellation::new();
        cancellation.cancel();
        let interrupts = cancellable(&cancellation);
        {
            let _budget = Budget::open(1_000, Some(&interrupts));
            assert!(!is_used_up() && !charge(0) && is_used_up());
        }
        {
            let _budget = Budget::open(1_000, Some(&interrupts));
            assert!(!pass(0) && is_used_up());
        }
        let _evaluation = Evaluation::begin(1_000, Some(&interrupts), 5);
        assert!(is_exceeded_in_evaluation());
    }

    #[test]
    fn a_time_limit_in_the_past_ends_a_budget() {
        let now = Instant::now();
        let past = Interrupts { deadline: Some(now), ..Interrupts::default() };
        let none = Interrupts { timeout: Some(Duration::ZERO), ..Interrupts::default() };
        for interrupts in [past, none] {
            let _budget = Budget::open(1_000, Some(&Arc::new(interrupts)));
            assert!(!charge(1));
            assert_eq!(interruption(), Some(Interruption::OutOfTime));
        }
        let endless = Interrupts { timeout: Some(Duration::MAX), ..Interrupts::default() };
        let _budget = Budget::open(1_000, Some(&Arc::new(endless)));
        assert!(charge(1_000) && !charge(1));
        assert_eq!(interruption(), None);
    }

    /// The steps of a budget are the same, however they are counted.
    #[test]
    fn interrupts_do_not_change_the_steps_of_a_budget() {
        let interrupts = cancellable(&Cancellation::new());
        for interrupts in [None, Some(&interrupts)] {
            let _budget = Budget::open(10_000, interrupts);
            for _ in 0..10 {
                let _evaluation = Evaluation::begin(BUDGET, None, 10);
                spend(540);
                assert!(!is_exceeded() && charge(500));
            }
            assert!(pass(1_000_000) && !is_used_up() && !charge(1) && is_used_up());
        }
        // A budget without interrupts ignores the interrupts of the previous one.
        let _budget = Budget::open(10, None);
        assert!(charge(10) && !charge(1) && interruption().is_none());
    }
}
