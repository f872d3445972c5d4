//! The configurations in folders.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

/// The maximum size of a file that is read.
pub(super) const MAX_FILE: u64 = 16 << 20;

/// The maximum number of files that are read without a request, and of entries that are visited for them.
const MAX_FILES: usize = 10_000;
const MAX_VISITS: usize = 100_000;

const ENDINGS: [&str; 6] = [".hcl", ".hcl.json", ".tf", ".tf.json", ".tofu", ".tofu.json"];

/// Returns `true` for the name of a configuration.
pub(super) fn is_configuration(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| ENDINGS.iter().any(|ending| name.ends_with(ending)))
}

/// Returns the configurations in a folder, sorted. Those in the folders inside it, hidden files and links are left out.
pub(super) fn configurations_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MAX_FILES);
    let is_file = |entry: &DirEntry| {
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        !is_hidden && entry.file_type().is_ok_and(|kind| kind.is_file())
    };
    let paths = entries.filter(is_file).map(|entry| entry.path());
    let mut found: Vec<_> = paths.filter(|path| is_configuration(path)).collect();
    found.sort();
    found
}

/// Returns the configurations in folders at any depth, sorted. Hidden files and links are left out.
pub(crate) fn configurations(folders: &[String]) -> Vec<PathBuf> {
    let (mut found, mut visits) = (Vec::new(), 0);
    let mut open: Vec<_> = folders.iter().map(PathBuf::from).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            visits += 1;
            if found.len() >= MAX_FILES || visits >= MAX_VISITS {
                return found;
            }
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                Ok(kind) if kind.is_file() && is_configuration(&entry.path()) => {
                    found.push(entry.path());
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}
