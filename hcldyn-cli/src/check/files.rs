//! The files that `check` checks.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hcldyn::source::Source;
use hcldyn::{Diagnostic, Diagnostics};

use crate::folder::{FolderEntry, entries_of};
use crate::{Streams, diags, input};

/// Up to this many files, with this total size, are checked faster than threads are started.
const FEW: usize = 8;
const SMALL_BYTES: u64 = 64 << 10;

/// A file to check, or an input that was read already.
#[derive(Debug)]
pub(super) enum CheckTarget {
    File(PathBuf),
    /// Standard input, which was read already.
    Stdin(Option<Source>, Diagnostics),
    /// The error of a folder that cannot be read, or has no files to check.
    Failed(Diagnostic),
}

/// Returns the files among the paths and in the folders among them, sorted by name in each folder.
pub(super) fn entries(paths: &[PathBuf], streams: &mut Streams<'_>) -> Vec<CheckTarget> {
    let mut walk = Walk::default();
    for path in paths {
        if path.as_os_str() == input::STDIN {
            let mut diags = Diagnostics::new();
            let source = input::read(path, streams, &mut diags);
            walk.add(CheckTarget::Stdin(source, diags));
        } else if path.is_dir() {
            walk.named_folder(path);
        } else {
            walk.add(CheckTarget::File(path.clone()));
        }
    }
    walk.entries
}

/// Returns `true` if starting threads would take longer than checking the files.
pub(super) fn are_few_and_small(entries: &[CheckTarget]) -> bool {
    let size = |entry: &CheckTarget| match entry {
        CheckTarget::File(path) => fs::metadata(path).map_or(0, |it| it.len()),
        CheckTarget::Stdin(source, _) => source.as_ref().map_or(0, |it| it.text().len() as u64),
        CheckTarget::Failed(_) => 0,
    };
    entries.len() <= FEW && entries.iter().map(size).fold(0, u64::saturating_add) <= SMALL_BYTES
}

/// A walk through folders. It does not follow links inside them, so it stays in the named folders.
#[derive(Default)]
struct Walk {
    entries: Vec<CheckTarget>,
    /// The canonical paths of all visited folders: one may be named twice, or be inside another.
    visited: HashSet<PathBuf>,
    /// `true` if the last named folder had a file to check.
    has_found: bool,
}

impl Walk {
    /// Walks through a named folder. It is an error if it has no files to check.
    fn named_folder(&mut self, folder: &Path) {
        self.has_found = false;
        self.folder(folder);
        if !self.has_found {
            let problem = diags::nothing_to_check(folder);
            self.add(CheckTarget::Failed(problem));
        }
    }

    fn add(&mut self, entry: CheckTarget) {
        self.has_found = true;
        self.entries.push(entry);
    }

    fn folder(&mut self, folder: &Path) {
        if let Err(error) = self.try_folder(folder) {
            let problem = diags::unreadable(&folder.display().to_string(), &error);
            self.add(CheckTarget::Failed(problem));
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
                FolderEntry::File(path) => self.add(CheckTarget::File(path)),
                FolderEntry::Folder(path) => self.folder(&path),
            }
        }
        Ok(())
    }
}
