//! Patterns of file paths.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fs, mem};

use glob::{MatchOptions, Pattern, PatternError};

use super::confinement::{Reach, Unresolved};
use super::visits::{TooManyVisits, Visits};
use crate::cty::internal::sort_by;

/// The options for a name: hidden files only match patterns that begin with a dot.
const NAMES: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// The maximum length of a pattern in bytes.
pub(super) const MAX_PATTERN: usize = 1_024;

/// The reason that a pattern has no files.
#[derive(Debug)]
pub(super) enum PatternFailure {
    Invalid(PatternError),
    /// The pattern contains `**`.
    Recursive,
    Unreadable(PathBuf, io::Error),
    /// The pattern is longer than [`MAX_PATTERN`].
    TooLong,
    TooManyVisits,
}

impl From<TooManyVisits> for PatternFailure {
    fn from(_: TooManyVisits) -> Self {
        Self::TooManyVisits
    }
}

/// The files that match a pattern.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// The files with the paths that the pattern gives them, sorted by path.
    pub(super) files: Vec<FoundFile>,
    /// The symbolic links that lead out of the directory that files must be in.
    pub(super) outside: Vec<PathBuf>,
}

/// A file to read.
#[derive(Debug)]
pub(super) struct FoundFile {
    pub(super) path: PathBuf,
    /// The path without symbolic links, if the file exists.
    pub(super) real: Option<PathBuf>,
}

impl FoundFile {
    pub(super) fn new(path: PathBuf) -> Self {
        let real = path.canonicalize().ok();
        Self { path, real }
    }
}

/// Returns `true` if a path is a pattern, so that it may match several files or none.
pub(super) fn is_pattern(path: &str) -> bool {
    path[drive_length(path)..].contains(['*', '?', '['])
}

/// Returns the pattern that only matches a path.
pub(super) fn literal(path: &str) -> String {
    let (drive, rest) = path.split_at(drive_length(path));
    drive.to_owned() + &Pattern::escape(rest)
}

/// Returns the length of the drive at the start of a path of Windows. Other systems have none.
fn drive_length(path: &str) -> usize {
    if cfg!(windows) { windows_drive_length(path) } else { 0 }
}

/// Returns the length of a drive, such as `C:` or `\\?\C:`, at the start of a path. The longer form has a `?` that is not a
/// part of a pattern.
fn windows_drive_length(path: &str) -> usize {
    let start = if path.starts_with(r"\\?\") { 4 } else { 0 };
    match &path.as_bytes()[start..] {
        [letter, b':', ..] if letter.is_ascii_alphabetic() => start + 2,
        _ => 0,
    }
}

/// Returns the names in a path. On Windows, a backslash is between names, too.
fn names_of(path: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c| c == '/' || (cfg!(windows) && c == '\\');
    path.split(is_separator).filter(|name| !name.is_empty())
}

/// Returns the files whose paths match a pattern. `*`, `?` and `[…]` match within the name of a file or a directory.
pub(super) fn matching_files(
    reach: &Reach<'_>,
    pattern: &str,
    visits: &mut Visits,
) -> Result<Matches, PatternFailure> {
    if pattern.len() > MAX_PATTERN {
        return Err(PatternFailure::TooLong);
    }
    if pattern.contains("**") {
        return Err(PatternFailure::Recursive);
    }
    let (drive, rest) = pattern.split_at(drive_length(pattern));
    let is_absolute = Path::new(rest).has_root();
    let mut start = PathBuf::from(drive);
    if is_absolute {
        start.push(std::path::MAIN_SEPARATOR_STR);
    }
    let start = FoundPath { path: start, real: None };
    let mut walk = Walk { reach, visits, found: vec![start], outside: Vec::new() };
    for part in names_of(rest) {
        if is_pattern(part) {
            walk.enter(&Pattern::new(part).map_err(PatternFailure::Invalid)?)?;
        } else {
            walk.visits.spend(walk.found.len())?;
            walk.found.iter_mut().for_each(|found| found.enter(part));
        }
    }
    walk.matches()
}

/// A walk through the directories that a pattern names.
struct Walk<'a> {
    reach: &'a Reach<'a>,
    visits: &'a mut Visits,
    /// The paths that match the parts of the pattern so far.
    found: Vec<FoundPath>,
    outside: Vec<PathBuf>,
}

/// A path that matches the parts of a pattern.
struct FoundPath {
    /// The path as the pattern names it.
    path: PathBuf,
    /// The path without symbolic links, if it is known.
    real: Option<PathBuf>,
}

impl FoundPath {
    /// Goes on to a file or a directory that may not exist.
    fn enter(&mut self, name: &str) {
        self.path.push(name);
        self.real = None;
    }
}

impl Walk<'_> {
    /// Goes on to the entries of all directories whose names match.
    fn enter(&mut self, names: &Pattern) -> Result<(), PatternFailure> {
        for folder in mem::take(&mut self.found) {
            if let Some(real) = self.resolve(&folder)? {
                self.add_matching(&folder.path, &real, names)?;
            }
        }
        Ok(())
    }

    /// Adds the entries of a directory whose names match.
    fn add_matching(
        &mut self,
        folder: &Path,
        real: &Path,
        names: &Pattern,
    ) -> Result<(), PatternFailure> {
        let unreadable = |error| PatternFailure::Unreadable(self.reach.shown(folder), error);
        self.visits.spend(1)?;
        let entries = match fs::read_dir(real) {
            Ok(entries) => entries,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(());
            }
            Err(error) => return Err(unreadable(error)),
        };
        for entry in entries {
            self.visits.spend(1)?;
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name();
            if name.to_str().is_some_and(|name| names.matches_with(name, NAMES)) {
                // Only a link needs to be resolved: its directory is.
                let is_link = entry.file_type().map_or(true, |ty| ty.is_symlink());
                let real = (!is_link).then(|| real.join(&name));
                self.found.push(FoundPath { path: folder.join(name), real });
            }
        }
        Ok(())
    }

    /// Returns a path without symbolic links. A missing one is skipped.
    fn resolve(&mut self, found: &FoundPath) -> Result<Option<PathBuf>, PatternFailure> {
        if let Some(real) = &found.real {
            return Ok(Some(real.clone()));
        }
        match self.reach.resolve(&found.path, self.visits) {
            Ok(found) => Ok(Some(found)),
            Err(Unresolved::Missing) => Ok(None),
            Err(Unresolved::TooManyVisits) => Err(PatternFailure::TooManyVisits),
            Err(Unresolved::Outside) => {
                self.outside.push(self.reach.shown(&found.path));
                Ok(None)
            }
        }
    }

    fn matches(mut self) -> Result<Matches, PatternFailure> {
        let mut files = Vec::new();
        for found in mem::take(&mut self.found) {
            let real = self.resolve(&found)?.filter(|real| real.is_file());
            let path = |real| FoundFile { path: self.reach.shown(&found.path), real: Some(real) };
            files.extend(real.map(path));
        }
        sort_by(&mut files, |a, b| a.path.cmp(&b.path));
        Ok(Matches { files, outside: self.outside })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::confinement::real_folder;

    fn reach(folder: &Path) -> Reach<'_> {
        Reach::new(folder, real_folder(folder), None)
    }

    fn matched(folder: &Path, pattern: &str) -> Result<Matches, PatternFailure> {
        matching_files(&reach(folder), pattern, &mut Visits::default())
    }

    fn names(folder: &Path, pattern: &str) -> Vec<String> {
        let found = matched(folder, pattern).unwrap().files;
        let relative = |path: &PathBuf| path.strip_prefix(folder).unwrap().display().to_string();
        found.iter().map(|file| relative(&file.path)).collect()
    }

    #[test]
    fn visits_are_limited_over_all_patterns() {
        let folder = std::env::temp_dir().join(format!("hcldyn-visits-{}", std::process::id()));
        fs::create_dir_all(folder.join("d")).unwrap();
        for name in ["1", "2", "3"] {
            fs::write(folder.join("d").join(name), "").unwrap();
        }
        // The name of the directory, the steps to it, and its content with three entries.
        let depth = folder.components().count();
        let needed = 2 * (1 + (depth + 1) + (1 + 3));
        let found = |most: usize| {
            let (reach, mut visits) = (reach(&folder), Visits::new(most));
            let mut found = || matching_files(&reach, "d/1*", &mut visits).map(|it| it.files.len());
            [found(), found()].map(Result::ok)
        };
        assert_eq!(found(needed), [Some(1), Some(1)]);
        assert_eq!(found(needed - 1), [Some(1), None]);
        let in_current = |most| matching_files(&reach(&folder), "*", &mut Visits::new(most));
        assert!(matches!(in_current(0), Err(PatternFailure::TooManyVisits)));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_length_of_patterns_is_limited() {
        let pattern = |length: usize| format!("{}*", "a".repeat(length - 1));
        assert!(matched(Path::new(""), &pattern(MAX_PATTERN)).is_ok());
        let failure = matched(Path::new(""), &pattern(MAX_PATTERN + 1));
        assert!(matches!(failure, Err(PatternFailure::TooLong)));
    }

    /// On other systems, these are names of files.
    #[test]
    fn drives_of_windows() {
        for (path, length) in [
            (r"C:\conf\*.hcl", 2),
            ("c:/conf/*.hcl", 2),
            (r"\\?\C:\conf\*.hcl", 6),
            (r"\\?\UNC\server\share", 0),
            (r"\\server\share", 0),
            ("conf/*.hcl", 0),
            ("1:/a", 0),
            ("", 0),
            ("C", 0),
        ] {
            assert_eq!(windows_drive_length(path), length, "{path}");
        }
    }

    #[test]
    #[cfg(not(windows))]
    fn paths_of_windows_are_names() {
        let folder = std::env::temp_dir().join(format!("hcldyn-names-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in [r"C:\a.hcl", r"\\?\C:\a.hcl", "A.HCL", "a.hcl"] {
            fs::write(folder.join(name), "").unwrap();
        }
        assert_eq!(names(&folder, "C:*.hcl"), [r"C:\a.hcl"]);
        assert_eq!(names(&folder, "[\\\\]*"), [r"\\?\C:\a.hcl"]);
        assert_eq!(names(&folder, "[aA].hcl"), ["a.hcl"]);
        fs::remove_dir_all(&folder).unwrap();
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
        assert!(matches!(matched(&folder, "**/a"), Err(PatternFailure::Recursive)));
        assert!(matches!(matched(&folder, "[a"), Err(PatternFailure::Invalid(_))));
        fs::remove_dir_all(&folder).unwrap();
    }
}
