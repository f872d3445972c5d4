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
//! The counter belongs to the thread, because functions and the constructors of values have no argument for it.

use std::cell::Cell;

/// The remaining steps once the limit is reached: so few that free steps cannot raise them above zero.
const EXCEEDED: i64 = i64::MIN / 2;

/// The bytes of a string that a walk visits in one step.
const BYTES_PER_STEP: usize = 8;

/// The steps that an expression in the source may take for each of its bytes without spending any of the budget.
const FREE_STEPS_PER_BYTE: u64 = 4;

/// The counter of a thread.
struct Meter {
    /// The remaining steps, negative once the limit is reached.
    left: Cell<i64>,
    /// The remaining steps at the end of the last evaluation.
    kept: Cell<i64>,
    is_open: Cell<bool>,
    is_evaluating: Cell<bool>,
    is_reported: Cell<bool>,
}

thread_local! {
    static METER: Meter = const { Meter::closed() };
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

/// Returns `true` if the current evaluation has exceeded the budget. It ends then.
#[inline]
pub fn is_exceeded() -> bool {
    METER.with(|meter| meter.left.get() < 0)
}

/// Returns `true` if the current evaluation, if any, has exceeded the budget. It is for functions, which a program
/// may call outside any evaluation.
pub fn is_exceeded_in_evaluation() -> bool {
    METER.with(|meter| meter.is_evaluating.get() && meter.left.get() < 0)
}

/// Returns `true` if the open budget is used up. Nothing more is evaluated or generated then.
pub fn is_used_up() -> bool {
    METER.with(|meter| meter.is_open.get() && meter.kept.get() < 0)
}

/// Uses up the budget. Returns `true` at the first call, whose caller reports that the limit is reached.
pub fn use_up() -> bool {
    METER.with(|meter| {
        meter.left.set(EXCEEDED);
        meter.kept.set(EXCEEDED);
        !meter.is_reported.replace(true)
    })
}

/// Charges the open budget for work of decoding outside evaluations. Returns `true` if enough was left.
pub fn charge(steps: u64) -> bool {
    METER.with(|meter| {
        if !meter.is_open.get() {
            return true;
        }
        meter.kept.set(meter.kept.get().saturating_sub_unsigned(steps));
        meter.left.set(meter.left.get().saturating_sub_unsigned(steps));
        meter.kept.get() >= 0
    })
}

/// A guard that keeps a budget open. Inside another budget, it has no effect.
#[derive(Debug)]
pub struct Budget {
    is_outermost: bool,
}

impl Budget {
    /// Opens a budget of `steps` steps, unless one is open.
    #[inline]
    pub fn open(steps: u64) -> Self {
        METER.with(|meter| Self { is_outermost: meter.open(steps) })
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        if self.is_outermost {
            METER.with(|meter| meter.is_open.set(false));
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
    pub fn begin(budget: u64, bytes: usize) -> Self {
        METER.with(|meter| {
            let evaluation = meter.begin(budget);
            let free = FREE_STEPS_PER_BYTE * bytes as u64;
            meter.left.set(meter.left.get().saturating_add_unsigned(free));
            evaluation
        })
    }

    /// Begins the evaluation of an expression that may be evaluated any number of times: in a generated block or a
    /// closure.
    #[inline]
    pub fn begin_again(budget: u64, bytes: usize) -> Self {
        METER.with(|meter| {
            let evaluation = meter.begin(budget);
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
                    meter.is_open.set(false);
                }
            });
        }
    }
}

impl Meter {
    /// Opens a budget, unless one is open. Returns `true` if it opened the budget.
    #[inline]
    fn open(&self, steps: u64) -> bool {
        if self.is_open.replace(true) {
            return false;
        }
        self.kept.set(i64::try_from(steps).unwrap_or(i64::MAX));
        self.is_reported.set(false);
        true
    }

    #[inline]
    fn begin(&self, budget: u64) -> Evaluation {
        if self.is_evaluating.replace(true) {
            return Evaluation { is_outermost: false, has_own_budget: false };
        }
        let has_own_budget = self.open(budget);
        self.left.set(self.kept.get());
        Evaluation { is_outermost: true, has_own_budget }
    }

    const fn closed() -> Self {
        Self {
            left: Cell::new(0),
            kept: Cell::new(0),
            is_open: Cell::new(false),
            is_evaluating: Cell::new(false),
            is_reported: Cell::new(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The budget of an evaluation outside any other one.
    const BUDGET: u64 = 1_000;

    #[test]
    fn evaluations_of_a_budget_share_it() {
        let _budget = Budget::open(12);
        let evaluate = |steps| {
            let _evaluation = Evaluation::begin_again(BUDGET, 0);
            spend(steps);
            is_exceeded()
        };
        assert!(!evaluate(6));
        // Outside evaluations, only charges count.
        spend(100);
        assert!(!evaluate(3) && charge(1) && !is_used_up());
        assert!(evaluate(1) && is_used_up());
        assert!(use_up() && !use_up());
    }

    #[test]
    fn a_nested_budget_has_no_effect() {
        let outer = Budget::open(10);
        let inner = Budget::open(1_000);
        assert!(charge(10));
        drop(inner);
        assert!(!charge(1) && is_used_up());
        drop(outer);
        let _next = Budget::open(1);
        assert!(!is_used_up() && use_up());
    }

    #[test]
    fn an_expression_in_the_source_has_free_steps() {
        let _budget = Budget::open(1);
        for _ in 0..100 {
            let _evaluation = Evaluation::begin(BUDGET, 10);
            spend(4 * 10);
            assert!(!is_exceeded());
        }
        let _evaluation = Evaluation::begin(BUDGET, 10);
        spend(4 * 10 + 2);
        assert!(is_exceeded());
    }

    #[test]
    fn free_steps_do_not_restore_a_used_up_budget() {
        let _budget = Budget::open(0);
        assert!(!charge(1) && use_up());
        let _evaluation = Evaluation::begin(BUDGET, 1_000_000);
        assert!(is_exceeded());
    }

    #[test]
    fn an_evaluation_inside_another_is_a_part_of_it() {
        let _budget = Budget::open(10);
        let outer = Evaluation::begin_again(BUDGET, 0);
        spend(5);
        let inner = Evaluation::begin_again(BUDGET, 8);
        assert!(outer.is_outermost() && !inner.is_outermost());
        drop(inner);
        spend(4);
        assert!(is_exceeded());
    }
}
