//! The files of a directory.

use std::io;
use std::path::{Path, PathBuf};

use super::diags;
use crate::cty::internal::sort_by;
use crate::diag::Diagnostics;

/// Returns the HCL files in a directory, sorted by name: files that end in `.hcl`, or in `.hcl.json` for the JSON
/// syntax. Hidden files, whose names begin with a dot, and subdirectories are ignored. Returns `None` after
/// reporting an error: a directory that cannot be read, or that has more than `most` such files.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::files_in;
///
/// let mut diags = Diagnostics::new();
/// assert_eq!(files_in("no/such/folder", 100, &mut diags), None);
/// assert!(diags.to_string().starts_with("no/such/folder: error: Directory not found; "));
/// ```
pub fn files_in(
    folder: impl AsRef<Path>,
    most: u64,
    diags: &mut Diagnostics,
) -> Option<Vec<PathBuf>> {
    let folder = folder.as_ref();
    let name = || folder.display().to_string();
    match listed(folder, most) {
        Ok(mut files) if files.len() as u64 <= most => {
            sort_by(&mut files, Ord::cmp);
            Some(files)
        }
        Ok(_) => diags.fail(diags::too_many_files(name(), most)),
        Err(error) => diags.fail(diags::unreadable_folder(&name(), &error)),
    }
}

/// Returns the files in the order of the file system. Stops after one file more than the limit.
fn listed(folder: &Path, most: u64) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if is_hcl(&path) && !path.is_dir() {
            files.push(path);
        }
        if files.len() as u64 > most {
            break;
        }
    }
    Ok(files)
}

fn is_hcl(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    let is_json = cfg!(feature = "json") && name.ends_with(b".hcl.json");
    (is_json || name.ends_with(b".hcl")) && !name.starts_with(b".")
}
