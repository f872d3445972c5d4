//! A folder that functions may read.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use hcldyn_cty::work;

/// The maximum number of symbolic links in a path; more of them are a cycle. Every system follows fewer.
const MAX_LINKS: usize = 256;

/// The maximum length of a path in bytes, as on Linux.
const MAX_PATH: usize = 4_096;

/// The steps of work for each name in a path, and the bytes of a file that a step reads.
const STEPS_PER_NAME: usize = 8;
const BYTES_PER_STEP: usize = 32;

/// A folder whose files functions may read.
///
/// Paths are relative to the folder. Absolute paths and paths with `..` are rejected, and so are paths that a
/// symbolic link leads out of the folder; links inside the folder work. Only regular files are read, so that a pipe
/// or a device cannot block, and only files up to the size of [`with_max_bytes`](Self::with_max_bytes).
///
/// It protects against paths in a configuration, but not against someone who changes the folder at the same time.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::functions::effects::Folder;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// # fn main() -> std::io::Result<()> {
/// # let path = std::env::temp_dir().join(format!("hcldyn-folder-{}", std::process::id()));
/// # std::fs::create_dir_all(&path)?;
/// std::fs::write(path.join("greeting.txt"), "Hello!")?;
/// let folder = Folder::open(&path)?.with_max_bytes(1 << 20);
/// let ctx = EvalContext::new().with_functions(folder.functions());
///
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", r#"file("greeting.txt")"#), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), Value::from("Hello!"));
///
/// let expr = parse_expression(&Source::new("<example>", r#"file("../secrets")"#), &mut diags).unwrap();
/// expr.value(&ctx, &mut diags);
/// assert!(diags.to_string().contains("must not contain \"..\""));
/// # std::fs::remove_dir_all(&path)
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Folder {
    /// The path without symbolic links.
    root: PathBuf,
    max_bytes: u64,
    max_entries: usize,
}

impl Folder {
    /// The default maximum size of a readable file, in bytes.
    pub const DEFAULT_MAX_BYTES: u64 = 16 << 20;

    /// The default maximum number of files and directories that one call of `fileset` visits.
    pub const DEFAULT_MAX_ENTRIES: usize = 100_000;

    /// Opens a folder by its path.
    ///
    /// # Errors
    ///
    /// Fails if the folder does not exist or cannot be read.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let root = path.as_ref().canonicalize()?;
        if root.is_dir() {
            let (max_bytes, max_entries) = (Self::DEFAULT_MAX_BYTES, Self::DEFAULT_MAX_ENTRIES);
            Ok(Self { root, max_bytes, max_entries })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// Sets the maximum size of a readable file, in bytes.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// Sets the maximum number of files and directories that one call of `fileset` visits.
    #[must_use]
    pub fn with_max_entries(self, max_entries: usize) -> Self {
        Self { max_entries, ..self }
    }

    pub(super) fn max_entries(&self) -> usize {
        self.max_entries
    }

    /// Returns the target of a symbolic link, if it exists inside the folder.
    pub(super) fn inside(&self, link: &Path) -> Option<PathBuf> {
        link.canonicalize().ok().filter(|target| target.starts_with(&self.root))
    }

    /// Returns the path of an existing file.
    pub(super) fn find(&self, path: &str) -> Result<PathBuf, Failure> {
        let found = self.resolve(path)?;
        let metadata = found.metadata().map_err(|error| unreadable(&error))?;
        match metadata {
            _ if metadata.is_dir() => rejected("name a file, not a directory"),
            _ if metadata.is_file() => Ok(found),
            _ => rejected("name a regular file, not a pipe or a device"),
        }
    }

    /// Returns the path of a file or directory in the folder, without symbolic links.
    pub(super) fn resolve(&self, path: &str) -> Result<PathBuf, Failure> {
        let path = relative(path)?;
        work::spend(STEPS_PER_NAME * path.components().count());
        let found = self.root.join(path).canonicalize().map_err(|error| match error.kind() {
            _ if self.leads_out(path) => outside(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Failure::Missing,
            _ => unreadable(&error),
        })?;
        if found.starts_with(&self.root) { Ok(found) } else { Err(outside()) }
    }

    /// Returns `true` if a path that cannot be resolved leads out of the folder. The reason would reveal which
    /// files exist outside.
    fn leads_out(&self, path: &Path) -> bool {
        let (mut reached, mut ahead, mut links) = (self.root.clone(), path.to_owned(), 0);
        loop {
            if ahead.is_absolute() {
                let Ok(inside) = ahead.strip_prefix(&self.root) else { return true };
                (reached, ahead) = (self.root.clone(), inside.to_owned());
            }
            let mut components = ahead.components();
            let Some(next) = components.next() else { return false };
            match next {
                Component::ParentDir => drop(reached.pop()),
                next => reached.push(next),
            }
            if !reached.starts_with(&self.root) {
                return true;
            }
            ahead = match reached.read_link() {
                Ok(target) if links < MAX_LINKS => {
                    links += 1;
                    reached.pop();
                    target.join(components)
                }
                _ => components.as_path().to_owned(),
            };
        }
    }

    /// Returns the bytes of a file.
    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>, Failure> {
        let file = File::open(self.find(path)?).map_err(|error| unreadable(&error))?;
        let mut bytes = Vec::new();
        let most = self.max_bytes;
        file.take(most.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(&error))?;
        work::spend(bytes.len() / BYTES_PER_STEP);
        if bytes.len() as u64 <= most {
            Ok(bytes)
        } else {
            rejected(&format!("name a file of at most {most} bytes"))
        }
    }
}

/// The reason why a file cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The file does not exist.
    Missing,
    /// The path does not meet an expectation, worded to follow "must".
    Rejected(String),
}

/// Returns a relative path without `..`, so that only symbolic links can lead out of the folder.
fn relative(path: &str) -> Result<&Path, Failure> {
    if path.contains('\0') {
        return rejected("not contain a NUL character");
    }
    if path.len() > MAX_PATH {
        return rejected(&format!("have at most {MAX_PATH} bytes"));
    }
    let path = Path::new(path);
    for component in path.components() {
        match component {
            Component::Normal(_) | Component::CurDir => {}
            Component::ParentDir => return rejected("not contain \"..\""),
            Component::RootDir | Component::Prefix(_) => {
                return rejected("be relative to the directory that files are read from");
            }
        }
    }
    Ok(path)
}

fn outside() -> Failure {
    Failure::Rejected(
        "not follow a symbolic link out of the directory that files are read from".to_owned(),
    )
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::Rejected(format!("name a readable file: {error}"))
}

fn rejected<T>(expected: &str) -> Result<T, Failure> {
    Err(Failure::Rejected(expected.to_owned()))
}
