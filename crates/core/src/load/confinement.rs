//! The directory that included files must be in.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::visits::{TooManyVisits, Visits};

/// The maximum number of symbolic links in a path; more of them are a cycle.
const MAX_LINKS: usize = 40;

/// A directory that included files must be in. Nothing outside it is looked at, so that no message depends on what is
/// there.
#[derive(Debug)]
pub(super) struct Confinement<'a> {
    /// The directory as the program names it.
    pub(super) folder: &'a Path,
    /// The absolute path, which may contain symbolic links.
    absolute: Option<PathBuf>,
    /// The path without symbolic links. A missing directory has none, and no file is in it.
    root: Option<PathBuf>,
}

/// The files that paths can name: those relative to a directory, and absolute ones.
#[derive(Debug)]
pub(super) struct Reach<'a> {
    folder: &'a Path,
    /// The directory without symbolic links.
    start: PathBuf,
    confinement: Option<&'a Confinement<'a>>,
}

impl<'a> Reach<'a> {
    /// Returns the reach of paths that are relative to a directory. `start` is the directory without symbolic links.
    pub(super) fn new(
        folder: &'a Path,
        start: PathBuf,
        confinement: Option<&'a Confinement<'a>>,
    ) -> Self {
        Self { folder, start, confinement }
    }

    /// Returns a path as messages show it.
    pub(super) fn shown(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// Returns a path without symbolic links, if it exists and may be named.
    pub(super) fn resolve(&self, path: &Path, visits: &mut Visits) -> Result<PathBuf, Unresolved> {
        if let Some(confinement) = self.confinement {
            return confinement.resolve(&self.start, path, visits);
        }
        let path = self.start.join(path);
        visits.spend(path.components().count().max(1))?;
        path.canonicalize().map_err(|_| Unresolved::Missing)
    }
}

/// The reason that a path leads to no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unresolved {
    /// The path, or a symbolic link in it, leads out of the directory.
    Outside,
    Missing,
    TooManyVisits,
}

impl From<TooManyVisits> for Unresolved {
    fn from(_: TooManyVisits) -> Self {
        Self::TooManyVisits
    }
}

impl<'a> Confinement<'a> {
    pub(super) fn new(folder: &'a Path) -> Self {
        let absolute = std::path::absolute(or_current(folder)).ok();
        Self { folder, absolute, root: or_current(folder).canonicalize().ok() }
    }

    /// Returns a path without symbolic links, if it exists in the directory. A relative path starts at `start`, which
    /// has no symbolic links. The path may only lead through the directory and those around it.
    pub(super) fn resolve(
        &self,
        start: &Path,
        path: &Path,
        visits: &mut Visits,
    ) -> Result<PathBuf, Unresolved> {
        let root = self.root.as_deref().ok_or(Unresolved::Outside)?;
        let mut reached = start.to_owned();
        let mut ahead = self.steps(path);
        let mut links = 0;
        while let Some(step) = ahead.pop_front() {
            if step == Component::ParentDir.as_os_str() {
                reached.pop();
            } else {
                reached.push(step);
            }
            if root.starts_with(&reached) {
                continue;
            }
            if !reached.starts_with(root) {
                return Err(Unresolved::Outside);
            }
            visits.spend(1)?;
            let found = fs::symlink_metadata(&reached).map_err(|_| Unresolved::Missing)?;
            if !found.is_symlink() {
                continue;
            }
            links += 1;
            let target = fs::read_link(&reached).ok().filter(|_| links <= MAX_LINKS);
            let mut steps = self.steps(&target.ok_or(Unresolved::Missing)?);
            reached.pop();
            steps.append(&mut ahead);
            ahead = steps;
        }
        if reached.starts_with(root) { Ok(reached) } else { Err(Unresolved::Outside) }
    }

    /// Returns the components of a path. One that begins with the directory as the program names it begins with the
    /// directory without symbolic links instead.
    fn steps(&self, path: &Path) -> VecDeque<OsString> {
        let rest = self.absolute.as_deref().and_then(|absolute| path.strip_prefix(absolute).ok());
        let root = rest.and(self.root.as_deref()).unwrap_or(Path::new(""));
        let steps = root.components().chain(rest.unwrap_or(path).components());
        let steps = steps.filter(|step| *step != Component::CurDir);
        steps.map(|step| step.as_os_str().to_owned()).collect()
    }
}

/// Returns the path of a directory without symbolic links. That of a missing directory is returned as it is.
pub(super) fn real_folder(folder: &Path) -> PathBuf {
    let folder = or_current(folder);
    folder.canonicalize().unwrap_or_else(|_| folder.components().collect())
}

/// Returns a path, or the current directory for an empty one, which has no name in a relative path.
pub(super) fn or_current(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn paths_are_resolved_without_looking_outside() {
        let temporary =
            std::env::temp_dir().join(format!("hcldyn-confined-{}", std::process::id()));
        let root = temporary.join("in");
        fs::create_dir_all(root.join("d")).unwrap();
        fs::create_dir_all(temporary.join("out")).unwrap();
        for path in ["in/a", "in/d/b", "out/c"] {
            fs::write(temporary.join(path), "").unwrap();
        }
        let link = |target: &str, name: &str| symlink(target, root.join(name)).unwrap();
        link("d/../d", "same");
        link("../out", "away");
        link("../none", "nowhere");
        link("loop", "loop");
        symlink("in", temporary.join("alias")).unwrap();
        let (real, root) = (temporary.canonicalize().unwrap(), root.canonicalize().unwrap());
        let alias = temporary.join("alias");
        let confinement = Confinement::new(&alias);
        let resolved = |start: &str, path: &str| {
            let path = path.replace("ALIAS", alias.to_str().unwrap());
            let path = path.replace("REAL", real.to_str().unwrap());
            let found =
                confinement.resolve(&real.join(start), path.as_ref(), &mut Visits::default());
            found.map(|path| path.strip_prefix(&root).unwrap().display().to_string())
        };
        for (start, path, expected) in [
            ("in", "a", Ok("a")),
            ("in/d", "../d/./b", Ok("d/b")),
            ("in", "same/b", Ok("d/b")),
            ("", "in/a", Ok("a")),
            ("out", "../in/a", Ok("a")),
            ("in", "ALIAS/d/b", Ok("d/b")),
            ("in", "REAL/in/a", Ok("a")),
            ("in", "none", Err(Unresolved::Missing)),
            ("in", "loop", Err(Unresolved::Missing)),
            ("in", "../out/c", Err(Unresolved::Outside)),
            ("in", "../out/none", Err(Unresolved::Outside)),
            ("in", "../none/../in/a", Err(Unresolved::Outside)),
            ("in", "away/c", Err(Unresolved::Outside)),
            ("in", "nowhere", Err(Unresolved::Outside)),
            ("in", "/", Err(Unresolved::Outside)),
            ("", "", Err(Unresolved::Outside)),
        ] {
            assert_eq!(resolved(start, path), expected.map(str::to_owned), "{start}: {path}");
        }
        fs::remove_dir_all(&temporary).unwrap();
    }
}
