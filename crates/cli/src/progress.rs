//! The progress of the work on files, on standard error.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter work shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar with the number of finished files. It appears after [`PATIENCE`] if standard error is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// The number of files finished since the bar was last moved.
    steps: Cell<u64>,
}

impl Progress {
    pub(crate) fn new(files: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:40} {pos} of {len} files, {eta} left");
        Self {
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
            started: Instant::now(),
            steps: Cell::new(0),
        }
    }

    /// Counts another finished file.
    pub(crate) fn step(&self) {
        self.steps.set(self.steps.get() + 1);
        if self.started.elapsed() <= PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            // It stays hidden if standard error is not a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(self.steps.take());
    }

    /// Hides the bar while `print` prints.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
