//! What there is to check.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hcldyn::Diagnostic;

use crate::{diags, input};

/// The names of files that are checked in folders end like this.
const ENDINGS: [&str; 4] = [".hcl", ".tf", ".hcl.json", ".tf.json"];

/// Something to check.
#[derive(Debug)]
pub(super) enum Entry {
    File(PathBuf),
    /// A folder that cannot be gone through, or has nothing to check.
    Problem(Diagnostic),
}

/// The files among the paths, and those in folders among them, in the order of their names.
pub(super) fn entries(paths: &[PathBuf]) -> Vec<Entry> {
    let mut walk = Walk::default();
    for path in paths {
        match path.as_os_str() != input::STDIN && path.is_dir() {
            true => walk.named_folder(path),
            false => walk.add(Entry::File(path.clone())),
        }
    }
    walk.entries
}

/// A walk through folders.
#[derive(Default)]
struct Walk {
    entries: Vec<Entry>,
    /// The folders around, without links in their paths.
    around: Vec<PathBuf>,
    /// All folders so far: links may lead to one from several places.
    visited: HashSet<PathBuf>,
    /// Whether there was something in the folder that was asked for last.
    has_found: bool,
}

impl Walk {
    /// A folder that was asked for, and thus should have something in it.
    fn named_folder(&mut self, folder: &Path) {
        self.has_found = false;
        self.folder(folder);
        if !self.has_found {
            let problem = diags::nothing_to_check(folder, &ENDINGS);
            self.add(Entry::Problem(problem));
        }
    }

    fn add(&mut self, entry: Entry) {
        self.has_found = true;
        self.entries.push(entry);
    }

    fn folder(&mut self, folder: &Path) {
        if let Err(error) = self.try_folder(folder) {
            let problem = diags::unreadable(&folder.display().to_string(), &error);
            self.add(Entry::Problem(problem));
        }
    }

    fn try_folder(&mut self, folder: &Path) -> io::Result<()> {
        let real = fs::canonicalize(folder)?;
        if self.around.contains(&real) {
            let problem = diags::folder_in_itself(folder, &real);
            self.add(Entry::Problem(problem));
            return Ok(());
        }
        if !self.visited.insert(real.clone()) {
            // What is in it, or that nothing is, was found before.
            self.has_found = true;
            return Ok(());
        }
        let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
        let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
        paths.retain(|path| !is_hidden(path));
        paths.sort();
        self.around.push(real);
        for path in paths {
            match path.is_dir() {
                true => self.folder(&path),
                false if is_wanted(&path) => self.add(Entry::File(path)),
                false => {}
            }
        }
        self.around.pop();
        Ok(())
    }
}

fn is_hidden(path: &Path) -> bool {
    file_name(path).starts_with(b".")
}

fn is_wanted(path: &Path) -> bool {
    ENDINGS.iter().any(|ending| file_name(path).ends_with(ending.as_bytes()))
}

fn file_name(path: &Path) -> &[u8] {
    path.file_name().unwrap_or_default().as_encoded_bytes()
}
