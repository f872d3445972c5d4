//! Work on all cores.

use rayon::prelude::*;

/// The most items that are worked on faster than threads are started.
const FEW: usize = 8;

/// Works on items, on all cores if there are many. The results are in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if items.len() <= FEW {
        return items.iter().map(work).collect();
    }
    items.par_iter().map(&work).collect()
}
