//! The configurations in folders.

use std::fs;
use std::path::{Path, PathBuf};

/// The maximum size of a file that is read.
pub(super) const MAX_FILE: u64 = 16 << 20;

/// The maximum number of files that are read without a request, and of entries that are visited for them.
const MAX_FILES: usize = 10_000;
const MAX_VISITS: usize = 100_000;

const ENDINGS: [&str; 4] = [".hcl", ".hcl.json", ".tf", ".tf.json"];

/// Returns `true` for the name of a configuration.
pub(super) fn is_configuration(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| ENDINGS.iter().any(|ending| name.ends_with(ending)))
}

/// Returns the configurations in folders at any depth, sorted. Hidden files and links are left out.
pub(super) fn configurations(folders: &[String]) -> Vec<PathBuf> {
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
