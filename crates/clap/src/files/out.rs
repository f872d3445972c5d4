//! Files that the command writes.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::attributes;

/// Writes a whole file. If that fails, or the process ends before it is done, the old content stays. A link or a device
/// is written to, and so is a file with several hard links.
///
/// As with compilers and other formatters, the operating system decides when the new content is on the disk. Waiting
/// for each file took more than half of the time of `hcldyn fmt`.
///
/// ```
/// use hcldyn::cli::files::write;
///
/// # let path = std::env::temp_dir().join(format!("hcldyn-write-{}.hcl", std::process::id()));
/// write(&path, b"port = 80\n").unwrap();
/// assert_eq!(std::fs::read(&path).unwrap(), b"port = 80\n");
/// # std::fs::remove_file(&path).unwrap();
/// ```
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        // A new file in its place would be neither the target of the link nor the device.
        Ok(found) if !found.is_file() => fs::write(path, bytes),
        // A file that is protected from writing stays as well.
        Ok(_) => replace(path, File::options().read(true).write(true).open(path)?, bytes),
        Err(_) => temporary(path, None)?.fill(bytes)?.persist(path),
    }
}

/// Writes a new file in place of an open one, with its permissions, owner and extended attributes. If it has several hard
/// links, or an owner that this process can't give to a new file, the open file is written to.
pub(super) fn replace(path: &Path, old: File, bytes: &[u8]) -> io::Result<()> {
    let found = old.metadata()?;
    if attributes::has_links(&found) {
        return overwrite(&old, bytes);
    }
    let new = temporary(path, Some(&found))?;
    if !attributes::copy_owner(&found, new.0.as_file())? {
        return overwrite(&old, bytes);
    }
    attributes::copy_extended(&old, new.0.as_file());
    let new = new.fill(bytes)?;
    if new.0.as_file().metadata()?.permissions() != found.permissions() {
        new.0.as_file().set_permissions(found.permissions())?;
    }
    // Windows replaces no open file. On other systems, the file is locked up to its end.
    #[cfg(windows)]
    drop(old);
    new.persist(path)
}

/// Writes to an open file. Its previous content is restored if that fails.
fn overwrite(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    let mut before = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut before)?;
    let mut set = |bytes: &[u8]| {
        file.rewind()?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)
    };
    set(bytes).inspect_err(|_| drop(set(&before)))
}

/// A file that is not in its place yet.
struct Temporary(NamedTempFile);

/// Creates a temporary file beside a path, with the permissions of another file, or those of a new one. Those that the
/// process does not give to new files are missing.
fn temporary(path: &Path, like: Option<&Metadata>) -> io::Result<Temporary> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    #[cfg_attr(not(unix), expect(unused_mut, reason = "other systems have no permissions to set"))]
    let mut builder = Builder::new();
    #[cfg(unix)]
    let new = || std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(like.map_or_else(new, Metadata::permissions));
    #[cfg(not(unix))]
    let _ = like;
    // Why the folder can't be read is a shorter message.
    let error = |error| fs::metadata(folder).err().unwrap_or(error);
    builder.tempfile_in(folder).map(Temporary).map_err(error)
}

impl Temporary {
    fn fill(mut self, bytes: &[u8]) -> io::Result<Self> {
        self.0.write_all(bytes)?;
        Ok(self)
    }

    fn persist(self, path: &Path) -> io::Result<()> {
        self.0.persist(path)?;
        Ok(())
    }
}
