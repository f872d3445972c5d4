//! The work on files one by one, on all cores.

use std::fs;
use std::ops::ControlFlow;

use hcldyn::cli::files::Target;
use rayon::prelude::*;

/// The number of files in a batch for each core.
const BATCH: usize = 128;

/// The minimum number of files of a batch that a thread takes at once.
const PORTION: usize = 8;

/// Up to this many files, with this total size, are worked on faster than threads are started.
const FEW: usize = 8;
const SMALL_BYTES: u64 = 64 << 10;

/// Works on all files, on all cores if that is faster, and then passes each result on in the order of the files.
///
/// Returns the exit code of `then` if it ends the work.
pub(crate) fn for_each<T: Send>(
    targets: &[Target],
    work: impl Fn(&Target) -> T + Sync,
    mut then: impl FnMut(T) -> ControlFlow<u8>,
) -> ControlFlow<u8> {
    if are_few_and_small(targets) {
        return targets.iter().map(work).try_for_each(then);
    }
    targets.chunks(BATCH * rayon::current_num_threads()).try_for_each(|batch| {
        let results: Vec<T> = batch.par_iter().with_min_len(PORTION).map(&work).collect();
        results.into_iter().try_for_each(&mut then)
    })
}

/// Returns `true` if starting threads would take longer than the work.
fn are_few_and_small(targets: &[Target]) -> bool {
    let size = |target: &Target| match target {
        Target::File(path) => fs::metadata(path).map_or(0, |it| it.len()),
        Target::Stdin(source, _) => source.as_ref().map_or(0, |it| it.text().len() as u64),
        _ => 0,
    };
    targets.len() <= FEW && targets.iter().map(size).fold(0, u64::saturating_add) <= SMALL_BYTES
}
