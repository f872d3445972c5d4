//! Patterns of file paths.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use glob::{MatchOptions, Pattern, PatternError};

/// The options for a name: hidden files only match patterns that begin with a dot.
const NAMES: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// The maximum number of files and directories that a pattern visits.
pub(super) const MAX_VISITED: usize = 100_000;

/// The reason that a pattern has no files.
#[derive(Debug)]
pub(super) enum PatternFailure {
    Invalid(PatternError),
    /// The pattern contains `**`.
    Recursive,
    Unreadable(PathBuf, io::Error),
    /// There are too many files and directories to visit.
    TooMany,
}

/// Returns `true` if a path is a pattern, so that it may match several files or none.
pub(super) fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '['])
}

/// Returns the files whose paths match a pattern, sorted by path. `*`, `?` and `[…]` match within the name of a file or
/// a directory.
pub(super) fn matching_files(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, PatternFailure> {
    if pattern.contains("**") {
        return Err(PatternFailure::Recursive);
    }
    let start = if pattern.starts_with('/') { PathBuf::from("/") } else { folder.to_owned() };
    let (mut found, mut visited) = (vec![start], 0);
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        if is_pattern(part) {
            let names = Pattern::new(part).map_err(PatternFailure::Invalid)?;
            let mut inner = Vec::new();
            for folder in &found {
                add_matching(folder, &names, &mut visited, &mut inner)?;
            }
            found = inner;
        } else {
            for path in &mut found {
                path.push(part);
            }
        }
    }
    found.retain(|path| path.is_file());
    found.sort();
    Ok(found)
}

/// Adds the entries of a directory whose names match. A missing directory has none.
fn add_matching(
    folder: &Path,
    names: &Pattern,
    visited: &mut usize,
    found: &mut Vec<PathBuf>,
) -> Result<(), PatternFailure> {
    let unreadable = |error| PatternFailure::Unreadable(folder.to_owned(), error);
    // The current directory has no name in a relative path.
    let opened = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = match fs::read_dir(opened) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(());
        }
        Err(error) => return Err(unreadable(error)),
    };
    for entry in entries {
        *visited += 1;
        if *visited > MAX_VISITED {
            return Err(PatternFailure::TooMany);
        }
        let name = entry.map_err(unreadable)?.file_name();
        if name.to_str().is_some_and(|name| names.matches_with(name, NAMES)) {
            found.push(folder.join(name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path, pattern: &str) -> Vec<String> {
        let found = matching_files(folder, pattern).unwrap();
        let relative = |path: &PathBuf| path.strip_prefix(folder).unwrap().display().to_string();
        found.iter().map(relative).collect()
    }

    #[test]
    fn files_are_found_and_sorted() {
        let folder = std::env::temp_dir().join(format!("hcldyn-patterns-{}", std::process::id()));
        for path in ["b.hcl", "a.hcl", ".c.hcl", "d.txt", "x/1.hcl", "y/2.hcl", "e.hcl/3.hcl"] {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        assert_eq!(names(&folder, "*.hcl"), ["a.hcl", "b.hcl"]);
        assert_eq!(names(&folder, ".*"), [".c.hcl"]);
        assert_eq!(names(&folder, "[!a].*"), ["b.hcl", "d.txt"]);
        assert_eq!(names(&folder, "?/*.hcl"), ["x/1.hcl", "y/2.hcl"]);
        assert_eq!(names(&folder, "*/2.hcl"), ["y/2.hcl"]);
        assert!(names(&folder, "missing/*").is_empty() && names(&folder, "a.hcl/*").is_empty());
        assert_eq!(names(&folder, folder.join("a*").to_str().unwrap()), ["a.hcl"]);
        assert!(matches!(matching_files(&folder, "**/a"), Err(PatternFailure::Recursive)));
        assert!(matches!(matching_files(&folder, "[a"), Err(PatternFailure::Invalid(_))));
        fs::remove_dir_all(&folder).unwrap();
    }
}
