//! Speculative evaluation, whose diagnostics are kept apart and may be dropped.

use crate::cty::internal::{Bisect, CollectVec};

use super::super::{Code, codes};
use super::{Diagnostic, Diagnostics};

/// The errors about names of variables, functions and attributes.
const NAME_CODES: [Code; 5] = [
    codes::FUNCTIONS_NOT_AVAILABLE,
    codes::UNDEFINED_VARIABLE,
    codes::UNKNOWN_ATTRIBUTE,
    codes::UNKNOWN_FUNCTION,
    codes::VARIABLES_NOT_AVAILABLE,
];

/// The size of a sink at a certain time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SinkCheckpoint {
    kept: usize,
    suppressed: usize,
    errors: usize,
    is_uncaught: bool,
}

impl Diagnostics {
    /// Creates a sink like this one for an evaluation that only checks an expression. It receives the errors about names
    /// in all operands, even in those that an evaluation may skip.
    pub(crate) fn of_check(&self) -> Self {
        Self { checks_names: true, ..self.another() }
    }

    /// Creates a sink for speculative evaluation, whose diagnostics are usually discarded. Help is postponed until
    /// [`Self::add_hints`].
    pub(crate) fn of_attempt() -> Self {
        Self { put_off: Some(Vec::new()), ..Self::new() }
    }

    /// Adds the postponed help to its diagnostics. Further help is added immediately.
    pub(crate) fn add_hints(&mut self) {
        for (position, hint) in self.put_off.take().into_iter().flatten() {
            hint.add_to(&mut self.kept[position]);
        }
    }

    /// Returns `true` if the sink is for speculative evaluation.
    pub(crate) fn is_of_attempt(&self) -> bool {
        self.put_off.is_some()
    }

    /// Records an error that `try` and `can` do not catch.
    pub(crate) fn set_uncaught(&mut self) {
        self.is_uncaught = true;
    }

    /// Returns `true` if there is an error that `try` and `can` do not catch.
    pub(crate) fn is_uncaught(&self) -> bool {
        self.is_uncaught
    }

    /// Returns the current size of the sink, for [`Self::split_off`].
    #[inline]
    pub(crate) fn checkpoint(&self) -> SinkCheckpoint {
        let Self { kept, suppressed, errors, is_uncaught, .. } = self;
        SinkCheckpoint {
            kept: kept.len(),
            suppressed: *suppressed,
            errors: *errors,
            is_uncaught: *is_uncaught,
        }
    }

    /// Removes and returns all diagnostics of an operand, which the result may not need: those added since a checkpoint.
    /// Errors about names stay if the sink checks all names. Returns `None` if there are none.
    #[inline]
    pub(crate) fn split_off_operand(&mut self, since: SinkCheckpoint) -> Option<Box<Self>> {
        let found = self.split_off(since)?;
        Some(if self.checks_names { self.keep_names(*found) } else { found })
    }

    #[cold]
    fn keep_names(&mut self, found: Self) -> Box<Self> {
        let is_name = |problem: &Diagnostic| NAME_CODES.iter().any(|it| it.name() == problem.code);
        Box::new(found.filter_map(|problem| {
            if is_name(&problem) {
                self.push(problem);
                return None;
            }
            Some(problem)
        }))
    }

    /// Removes and returns all diagnostics added since a checkpoint, or `None` if there are none.
    #[inline]
    pub(crate) fn split_off(&mut self, since: SinkCheckpoint) -> Option<Box<Self>> {
        (self.checkpoint() != since).then(|| self.cut_off(since))
    }

    #[cold]
    fn cut_off(&mut self, since: SinkCheckpoint) -> Box<Self> {
        let put_off = self.put_off.as_mut().map(|hints| {
            let first = hints.count_leading(|(position, _)| *position < since.kept);
            let found = hints.split_off(first).into_iter();
            found.map(|(position, hint)| (position - since.kept, hint)).collect_vec()
        });
        let kept = self.kept.split_off(since.kept);
        if let Some(positions) = &mut self.positions {
            for problem in &kept {
                let hash = positions.hash_of(&problem.problem());
                if positions.get(hash).is_some_and(|it| it as usize >= since.kept) {
                    positions.remove(hash);
                }
            }
        }
        let found = Box::new(Self {
            kept,
            suppressed: self.suppressed - since.suppressed,
            errors: self.errors - since.errors,
            is_uncaught: self.is_uncaught,
            put_off,
            ..self.another()
        });
        self.suppressed = since.suppressed;
        self.errors = since.errors;
        self.is_uncaught = since.is_uncaught;
        found
    }
}
