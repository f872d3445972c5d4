//! The progress of the work on files, on standard error.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hcldyn_terraform::{self as terraform, Observer};
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
        Self {
            bar: bar.with_style(style("{bar:40} {pos} of {len} files, {eta} left")),
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

/// The progress of the work on a tree of modules: first the number of directories, then a bar with the declarations. It appears
/// as the [`Progress`] of files does.
pub(crate) struct TreeProgress(ProgressBar);

impl TreeProgress {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self(bar.with_style(style("{pos} directories read")))
    }

    /// Returns the observer that shows the steps.
    pub(crate) fn observer(&self) -> Observer {
        let (bar, started, has_bar) = (self.0.clone(), Instant::now(), AtomicBool::new(false));
        Observer::new(move |step| {
            match step {
                terraform::Progress::Folder => bar.inc(1),
                terraform::Progress::Declaration { done, all } => {
                    if !has_bar.swap(true, Ordering::Relaxed) {
                        bar.set_style(style("{bar:40} {percent} % evaluated, {eta} left"));
                        bar.set_length(all as u64);
                        bar.reset_eta();
                    }
                    bar.set_position(done as u64);
                }
                _ => {}
            }
            if started.elapsed() > PATIENCE && bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        })
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
