//! Values that are stored only if they are needed again.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A slot for a value that takes time to find, and memory to store. The first use only finds it, the second one also
/// stores it.
#[derive(Debug)]
pub(crate) struct SecondUse<T> {
    was_used: AtomicBool,
    value: OnceLock<Box<T>>,
}

impl<T> SecondUse<T> {
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.get().map(Box::as_ref)
    }

    /// Stores the value of a use, unless it is the first one.
    pub(crate) fn keep(&self, find: impl FnOnce() -> Option<T>) {
        if self.was_used.swap(true, Ordering::Relaxed)
            && let Some(value) = find()
        {
            // Of two uses at the same time, the first one counts; their values are equal.
            let _ = self.value.set(Box::new(value));
        }
    }
}

impl<T> Default for SecondUse<T> {
    fn default() -> Self {
        Self { was_used: AtomicBool::new(false), value: OnceLock::new() }
    }
}
