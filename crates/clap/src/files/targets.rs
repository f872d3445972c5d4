//! The files that a command works on one by one.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hcldyn_core::Diagnostics;
use hcldyn_core::diag::Diagnostic;
use hcldyn_core::syntax::Source;

use super::folder::{FolderEntry, entries_of};
use super::input::{STDIN, read, read_file};
use crate::{Streams, diags};

/// A file to work on, or an input that was already read. [`to_check`] returns such files.
#[derive(Debug)]
#[non_exhaustive]
pub enum Target {
    /// A file.
    File(PathBuf),
    /// Standard input with its diagnostics, which was already read.
    Stdin(Option<Source>, Diagnostics),
    /// The error of a folder that cannot be read, or has no files to work on.
    Failed(Diagnostic),
}

/// Returns the files to check among the paths and in the folders among them at any depth, sorted by name in each folder.
/// A file that is found several times is returned once.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::cli::Streams;
/// use hcldyn::cli::files::to_check;
///
/// # let path = std::env::temp_dir().join(format!("hcldyn-targets-{}.hcl", std::process::id()));
/// std::fs::write(&path, "port = 80\n").unwrap();
/// let mut streams = Streams::new(&[][..], std::io::sink(), std::io::sink());
/// let targets = to_check(&[path.clone(), path.clone()], &mut streams);
/// assert_eq!(targets.len(), 1);
/// assert_eq!(targets[0].source(&mut Diagnostics::new()).unwrap().text(), "port = 80\n");
/// # std::fs::remove_file(&path).unwrap();
/// ```
pub fn to_check(paths: &[PathBuf], streams: &mut Streams<'_>) -> Vec<Target> {
    targets(paths, diags::nothing_to_check, streams)
}

/// Returns the files to format.
pub(crate) fn to_format(paths: &[PathBuf], streams: &mut Streams<'_>) -> Vec<Target> {
    targets(paths, diags::nothing_to_format, streams)
}

/// Returns the files among the paths and in the folders among them. `nothing` is the error of a folder without files.
fn targets(
    paths: &[PathBuf],
    nothing: fn(&Path) -> Diagnostic,
    streams: &mut Streams<'_>,
) -> Vec<Target> {
    let mut walk = Walk { targets: Vec::new(), visited: HashSet::new(), has_found: false, nothing };
    for path in paths {
        if path.as_os_str() == STDIN {
            let mut diags = Diagnostics::new();
            let source = read(path, streams, &mut diags);
            walk.add(Target::Stdin(source, diags));
        } else if path.is_dir() {
            walk.named_folder(path);
        } else {
            walk.named_file(path);
        }
    }
    walk.targets
}

impl Target {
    /// Returns the source. Errors are reported.
    pub fn source(&self, diags: &mut Diagnostics) -> Option<Source> {
        match self {
            Self::File(path) => read_file(path, diags),
            Self::Stdin(source, found) => {
                diags.append(found.clone());
                source.clone()
            }
            Self::Failed(error) => {
                diags.push(error.clone());
                None
            }
        }
    }
}

/// A walk through folders. It does not follow links inside them, so it stays in the named folders.
struct Walk {
    targets: Vec<Target>,
    /// The canonical paths of all visited folders, and of the files in their canonical folders: one may be named twice,
    /// or be inside a named folder.
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
            let error = (self.nothing)(folder);
            self.add(Target::Failed(error));
        }
    }

    /// Adds a named file. A link is not followed, because it is not changed like a file.
    fn named_file(&mut self, path: &Path) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match fs::canonicalize(folder.unwrap_or(Path::new("."))) {
            Ok(folder) => self.file(&folder, path.to_owned()),
            // Reading the file reports the error.
            Err(_) => self.add(Target::File(path.to_owned())),
        }
    }

    /// Adds a file of a folder, by the canonical path of the folder.
    fn file(&mut self, folder: &Path, path: PathBuf) {
        let own = path.file_name().map(|name| folder.join(name));
        if own.is_none_or(|own| self.visited.insert(own)) {
            self.add(Target::File(path));
        }
        self.has_found = true;
    }

    fn add(&mut self, target: Target) {
        self.has_found = true;
        self.targets.push(target);
    }

    fn folder(&mut self, folder: &Path) {
        if let Err(error) = self.try_folder(folder) {
            let error = diags::unreadable(&folder.display().to_string(), &error);
            self.add(Target::Failed(error));
        }
    }

    fn try_folder(&mut self, folder: &Path) -> io::Result<()> {
        let canonical = fs::canonicalize(folder)?;
        if !self.visited.insert(canonical.clone()) {
            // Its files were found before.
            self.has_found = true;
            return Ok(());
        }
        for entry in entries_of(folder)? {
            match entry {
                FolderEntry::File(path) => self.file(&canonical, path),
                FolderEntry::Folder(path) => self.folder(&path),
            }
        }
        Ok(())
    }
}
