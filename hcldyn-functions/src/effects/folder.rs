//! A folder that functions may read from.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// More symbolic links in one path are a cycle: no system follows as many.
const MAX_LINKS: usize = 256;

/// A folder whose files functions may read, and nothing else.
///
/// Paths are relative to the folder. One that is absolute or has `..` in it is refused, and so is one
/// that a symbolic link leads out of the folder; links that stay inside work. Only regular files are
/// read, so that a pipe or a device keeps no one waiting, and none that is larger than
/// [`with_max_bytes`](Self::with_max_bytes) allows.
///
/// It protects from what a configuration asks for, not from someone who changes the folder meanwhile.
///
/// ```
/// use hcldyn::source::Source;
/// use hcldyn::functions::effects::Folder;
/// use hcldyn::{Diagnostics, EvalContext, Value, parse_expression};
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
    /// Without symbolic links in it.
    root: PathBuf,
    max_bytes: u64,
    max_entries: usize,
}

impl Folder {
    /// How many bytes a file may have unless the program says otherwise.
    pub const DEFAULT_MAX_BYTES: u64 = 16 << 20;

    /// The maximum number of files and directories that one call of `fileset` looks at, unless the program sets
    /// another.
    pub const DEFAULT_MAX_ENTRIES: usize = 100_000;

    /// A folder, by its path.
    ///
    /// # Errors
    ///
    /// Fails if there is no folder of this path, or it cannot be looked at.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let root = path.as_ref().canonicalize()?;
        if root.is_dir() {
            let (max_bytes, max_entries) = (Self::DEFAULT_MAX_BYTES, Self::DEFAULT_MAX_ENTRIES);
            Ok(Self { root, max_bytes, max_entries })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// The folder, of which files are read that have at most so many bytes.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// Sets the maximum number of files and directories that one call of `fileset` looks at.
    #[must_use]
    pub fn with_max_entries(self, max_entries: usize) -> Self {
        Self { max_entries, ..self }
    }

    pub(super) fn max_entries(&self) -> usize {
        self.max_entries
    }

    /// The path that a symbolic link leads to, if there is something inside the folder.
    pub(super) fn inside(&self, link: &Path) -> Option<PathBuf> {
        link.canonicalize().ok().filter(|target| target.starts_with(&self.root))
    }

    /// The path of an existing file. The error goes on after the name of the argument.
    pub(super) fn find(&self, path: &str) -> Result<PathBuf, Failure> {
        let found = self.resolve(path)?;
        let metadata = found.metadata().map_err(|error| unreadable(&error))?;
        match metadata {
            _ if metadata.is_dir() => refused("name a file, not a directory"),
            _ if metadata.is_file() => Ok(found),
            _ => refused("name a regular file, not a pipe or a device"),
        }
    }

    /// The path of something in the folder, without symbolic links in it.
    pub(super) fn resolve(&self, path: &str) -> Result<PathBuf, Failure> {
        let path = relative(path)?;
        let found = self.root.join(path).canonicalize().map_err(|error| match error.kind() {
            _ if self.leads_out(path) => outside(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Failure::Missing,
            _ => unreadable(&error),
        })?;
        if found.starts_with(&self.root) { Ok(found) } else { Err(outside()) }
    }

    /// Whether a path that cannot be resolved leads out of the folder. Why it cannot would tell what is
    /// there.
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

    /// The bytes of a file.
    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>, Failure> {
        let file = File::open(self.find(path)?).map_err(|error| unreadable(&error))?;
        let mut bytes = Vec::new();
        let most = self.max_bytes;
        file.take(most.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(&error))?;
        if bytes.len() as u64 <= most {
            Ok(bytes)
        } else {
            refused(&format!("name a file of at most {most} bytes"))
        }
    }
}

/// Why there is no file to read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// None of this name is there.
    Missing,
    /// The path does not meet an expectation, which reads on after "must".
    Refused(String),
}

/// A path that leads to nowhere outside of where it starts, but by symbolic links.
fn relative(path: &str) -> Result<&Path, Failure> {
    if path.contains('\0') {
        return refused("not contain a NUL character");
    }
    let path = Path::new(path);
    for component in path.components() {
        match component {
            Component::Normal(_) | Component::CurDir => {}
            Component::ParentDir => return refused("not contain \"..\""),
            Component::RootDir | Component::Prefix(_) => {
                return refused("be relative to the directory that files are read from");
            }
        }
    }
    Ok(path)
}

fn outside() -> Failure {
    Failure::Refused(
        "not follow a symbolic link out of the directory that files are read from".to_owned(),
    )
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::Refused(format!("name a readable file: {error}"))
}

pub(super) fn refused<T>(expected: &str) -> Result<T, Failure> {
    Err(Failure::Refused(expected.to_owned()))
}
