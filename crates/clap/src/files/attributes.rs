//! The attributes of a file that a new file in its place keeps.

use std::fs::{File, Metadata};
use std::io;

/// Returns `true` if a file has several hard links.
pub(super) fn has_links(file: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(file) > 1;
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// Gives a new file the owner and the group of an old one. Returns `false` if the process may not do that.
#[cfg(unix)]
pub(super) fn copy_owner(old: &Metadata, new: &File) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt as _, fchown};

    let found = new.metadata()?;
    if (found.uid(), found.gid()) == (old.uid(), old.gid()) {
        return Ok(true);
    }
    match fchown(new, Some(old.uid()), Some(old.gid())) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "reading the owner can fail on other systems")]
pub(super) fn copy_owner(_: &Metadata, _: &File) -> io::Result<bool> {
    Ok(true)
}

/// Gives a new file the extended attributes of an old one, as far as the system permits that.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn copy_extended(old: &File, new: &File) {
    use rustix::buffer::spare_capacity;
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};

    /// The maximum size of a list of names, and of a value, on Linux.
    const MAX_BYTES: usize = 64 << 10;

    let mut names = Vec::with_capacity(MAX_BYTES);
    if flistxattr(old, spare_capacity(&mut names)).is_err() {
        return;
    }
    for name in names.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let mut value: Vec<u8> = Vec::with_capacity(MAX_BYTES);
        if fgetxattr(old, name, spare_capacity(&mut value)).is_ok() {
            // Attributes of the system may be reserved for it.
            let _ = fsetxattr(new, name, &value, XattrFlags::empty());
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn copy_extended(_: &File, _: &File) {}
