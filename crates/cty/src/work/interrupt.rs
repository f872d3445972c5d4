//! The end of a budget before its steps are used up: time limits and cancellations.

use std::time::{Duration, Instant};

use super::Cancellation;

/// `true` if the target has a clock. Without one, reading it would panic, so timeouts never end an evaluation.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The time limits and the cancellation of a budget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interrupts {
    /// The latest point in time.
    pub deadline: Option<Instant>,
    /// The maximum time from the opening of the budget.
    pub timeout: Option<Duration>,
    /// The flag that ends the budget.
    pub cancellation: Option<Cancellation>,
}

/// The reason for which a budget ended before its steps were used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The time is up.
    OutOfTime,
    /// The program cancelled the work.
    Cancelled,
}

/// The interrupts of an open budget. A budget without a time limit never reads the clock, which some platforms lack.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    deadline: Option<Instant>,
    cancellation: Option<Cancellation>,
}

impl Watch {
    /// Starts to watch the interrupts of a budget.
    pub(super) fn start(interrupts: &Interrupts) -> Self {
        // A time past the end of the clock is never reached.
        let timeout = interrupts.timeout.filter(|_| HAS_CLOCK);
        let end = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let deadline = [interrupts.deadline, end].into_iter().flatten().min();
        Self { deadline, cancellation: interrupts.cancellation.clone() }
    }

    /// Returns the reason to end the work now, if there is one.
    pub(super) fn interruption(&self) -> Option<Interruption> {
        if self.cancellation.as_ref().is_some_and(Cancellation::is_cancelled) {
            Some(Interruption::Cancelled)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Interruption::OutOfTime)
        } else {
            None
        }
    }
}
