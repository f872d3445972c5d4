//! The HCL files of a folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The endings of the names of HCL files.
pub(crate) const ENDINGS: [&str; 4] = [".hcl", ".tf", ".hcl.json", ".tf.json"];

/// An entry of a folder.
#[derive(Debug)]
pub(super) enum FolderEntry {
    /// An HCL file.
    File(PathBuf),
    /// A folder inside the folder.
    Folder(PathBuf),
}

/// Returns the HCL files of a folder and the folders in it, sorted by name. Hidden ones and links are left out.
pub(super) fn entries_of(folder: &Path) -> io::Result<Vec<FolderEntry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (name, ty) = (entry.file_name(), entry.file_type()?);
        let is_taken = ty.is_dir() || !ty.is_symlink() && is_hcl(&name);
        if is_taken && !is_hidden(&name) {
            entries.push((name, ty));
        }
    }
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    let entry = |(name, ty): (_, fs::FileType)| {
        let path = folder.join::<std::ffi::OsString>(name);
        if ty.is_dir() { FolderEntry::Folder(path) } else { FolderEntry::File(path) }
    };
    Ok(entries.into_iter().map(entry).collect())
}

/// Returns the HCL files of a folder that is one configuration, sorted by name. Folders in it are left out.
pub(super) fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let file = |entry| match entry {
        FolderEntry::File(path) => Some(path),
        FolderEntry::Folder(_) => None,
    };
    Ok(entries_of(folder)?.into_iter().filter_map(file).collect())
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn is_hcl(name: &OsStr) -> bool {
    ENDINGS.iter().any(|ending| name.as_encoded_bytes().ends_with(ending.as_bytes()))
}
