//! The files that a command works on one by one, and the work on all cores.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use hcldyn::source::Source;
use hcldyn::{Diagnostic, Diagnostics};
use rayon::prelude::*;

use crate::folder::{FolderEntry, entries_of};
use crate::{Streams, diags, input};

/// The number of files in a batch for each core.
const BATCH: usize = 128;

/// The minimum number of files of a batch that a thread takes at once.
const PORTION: usize = 8;

/// Up to this many files, with this total size, are worked on faster than threads are started.
const FEW: usize = 8;
const SMALL_BYTES: u64 = 64 << 10;

/// A file to work on, or an input that was already read.
#[derive(Debug)]
pub(crate) enum Target {
    File(PathBuf),
    /// Standard input, which was already read.
    Stdin(Option<Source>, Diagnostics),
    /// The error of a folder that cannot be read, or has no files to work on.
    Failed(Diagnostic),
}

/// Returns the files among the paths and in the folders among them, sorted by name in each folder. `nothing` is the
/// error of a folder without files.
pub(crate) fn targets(
    paths: &[PathBuf],
    nothing: fn(&Path) -> Diagnostic,
    streams: &mut Streams<'_>,
) -> Vec<Target> {
    let mut walk = Walk { targets: Vec::new(), visited: HashSet::new(), has_found: false, nothing };
    for path in paths {
        if path.as_os_str() == input::STDIN {
            let mut diags = Diagnostics::new();
            let source = input::read(path, streams, &mut diags);
            walk.add(Target::Stdin(source, diags));
        } else if path.is_dir() {
            walk.named_folder(path);
        } else {
            walk.add(Target::File(path.clone()));
        }
    }
    walk.targets
}

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

impl Target {
    /// Returns the source. Errors are reported.
    pub(crate) fn source(&self, diags: &mut Diagnostics) -> Option<Source> {
        match self {
            Self::File(path) => input::read_file(path, diags),
            Self::Stdin(source, problems) => {
                diags.append(problems.clone());
                source.clone()
            }
            Self::Failed(problem) => {
                diags.push(problem.clone());
                None
            }
        }
    }
}

/// Returns `true` if starting threads would take longer than the work.
fn are_few_and_small(targets: &[Target]) -> bool {
    let size = |target: &Target| match target {
        Target::File(path) => fs::metadata(path).map_or(0, |it| it.len()),
        Target::Stdin(source, _) => source.as_ref().map_or(0, |it| it.text().len() as u64),
        Target::Failed(_) => 0,
    };
    targets.len() <= FEW && targets.iter().map(size).fold(0, u64::saturating_add) <= SMALL_BYTES
}

/// A walk through folders. It does not follow links inside them, so it stays in the named folders.
struct Walk {
    targets: Vec<Target>,
    /// The canonical paths of all visited folders: one may be named twice, or be inside another.
    visited: HashSet<PathBuf>,
    /// `true` if the last named folder had a file.
    has_found: bool,
    /// The error of a folder without files.
    nothing: fn(&Path) -> Diagnostic,
}

impl Walk {
    /// Walks through a named folder. It is an error if it has no files.
    fn named_folder(&mut self, folder: &Path) {
        self.has_found = false;
        self.folder(folder);
        if !self.has_found {
            let problem = (self.nothing)(folder);
            self.add(Target::Failed(problem));
        }
    }

    fn add(&mut self, target: Target) {
        self.has_found = true;
        self.targets.push(target);
    }

    fn folder(&mut self, folder: &Path) {
        if let Err(error) = self.try_folder(folder) {
            let problem = diags::unreadable(&folder.display().to_string(), &error);
            self.add(Target::Failed(problem));
        }
    }

    fn try_folder(&mut self, folder: &Path) -> io::Result<()> {
        if !self.visited.insert(fs::canonicalize(folder)?) {
            // Its files were found before.
            self.has_found = true;
            return Ok(());
        }
        for entry in entries_of(folder)? {
            match entry {
                FolderEntry::File(path) => self.add(Target::File(path)),
                FolderEntry::Folder(path) => self.folder(&path),
            }
        }
        Ok(())
    }
}
