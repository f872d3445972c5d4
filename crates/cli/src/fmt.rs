//! `hcldyn fmt`: files in the canonical layout, formatted on all cores.

use hcldyn::cli::{FmtArgs, Streams};

use crate::parallel;
use crate::progress::Progress;

/// Formats the files, with a progress bar. Returns the exit code.
pub(crate) fn run(options: &FmtArgs, streams: &mut Streams<'_>) -> u8 {
    options.run_by(None, streams, |targets, format, print| {
        let progress = Progress::new(targets.len());
        let end = parallel::for_each(targets, format, |formatted| {
            progress.step();
            progress.aside(|| print(formatted))
        });
        progress.finish();
        end
    })
}
