//! The progress of the work on a tree.

use std::fmt;
use std::sync::Arc;

/// A finished step of the work on a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// A folder was read. The number of all folders is not known before the last one.
    Folder,
    /// A declaration was evaluated. Each of them is evaluated twice.
    Declaration {
        /// The number of finished evaluations.
        done: usize,
        /// The number of all evaluations.
        all: usize,
    },
}

/// A function that sees each finished step, such as the display of the progress. Threads may call it at the same time. The
/// default sees none.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use hcldyn::Diagnostics;
/// use hcldyn_terraform::{Loader, Observer, Progress};
///
/// # let folder = std::env::temp_dir().join(format!("hcldyn-observer-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # std::fs::write(folder.join("main.tf"), "").unwrap();
/// let folders = Arc::new(AtomicUsize::new(0));
/// let counter = folders.clone();
/// let observer = Observer::new(move |progress| {
///     if progress == Progress::Folder {
///         counter.fetch_add(1, Ordering::Relaxed);
///     }
/// });
/// Loader::new().observer(observer).load(&folder, &mut Diagnostics::new());
/// assert_eq!(folders.load(Ordering::Relaxed), 1);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct Observer(Option<Arc<dyn Fn(Progress) + Send + Sync>>);

impl Observer {
    /// Creates an observer from a function.
    pub fn new(see: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(see)))
    }

    pub(crate) fn see(&self, progress: Progress) {
        if let Some(see) = &self.0 {
            see(progress);
        }
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer").finish_non_exhaustive()
    }
}
