//! Files that the command writes.

use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Writes a whole file. If that fails, or the process ends before it is done, the old content stays. A link or a device
/// is written to.
///
/// As with compilers and other formatters, the operating system decides when the new content is on the disk. Waiting
/// for each file took more than half of the time of `hcldyn fmt`.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        // A new file in its place would be neither the target of the link nor the device.
        Ok(found) if !found.is_file() => fs::write(path, bytes),
        Ok(found) => {
            // A file that is protected from writing stays as well.
            File::options().write(true).open(path)?;
            replace(path, bytes, Some(found.permissions()))
        }
        Err(_) => replace(path, bytes, None),
    }
}

fn replace(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // This fails with a shorter message than creating the temporary file.
    fs::metadata(folder)?;
    let mut file = temporary(folder)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path)?;
    Ok(())
}

/// Creates a temporary file with the permissions of a new file.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
