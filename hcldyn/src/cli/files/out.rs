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

/// Writes a new file in place of another one, with the permissions of that one.
pub(super) fn replace(
    path: &Path,
    bytes: &[u8],
    permissions: Option<Permissions>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut file = temporary(folder, permissions.as_ref())
        // Why the folder can't be read is a shorter message.
        .map_err(|error| fs::metadata(folder).err().unwrap_or(error))?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions
        && file.as_file().metadata()?.permissions() != permissions
    {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path)?;
    Ok(())
}

/// Creates a temporary file with some permissions, or those of a new file. Those that the process does not give to
/// new files are missing.
fn temporary(folder: &Path, permissions: Option<&Permissions>) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    let new = || std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions.cloned().unwrap_or_else(new));
    #[cfg(not(unix))]
    let _ = permissions;
    builder.tempfile_in(folder)
}
