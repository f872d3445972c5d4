//! Changes of files that the user wrote.

use std::fs;
use std::io;
use std::path::Path;

use hcldyn::Diagnostics;
use hcldyn::source::Source;
use similar::TextDiff;

use crate::{diags, out};

/// Returns a change of a source in the unified format, or an empty string without any.
pub(crate) fn diff(before: &Source, after: &str) -> String {
    let name = before.name();
    TextDiff::from_lines(before.text(), after).unified_diff().header(name, name).to_string()
}

/// Replaces the content of a file if it is still that of a source. Any failure is reported, and leaves the file as
/// it is. Returns `true` if the file changed.
pub(crate) fn replace(path: &Path, before: &Source, after: &str, diags: &mut Diagnostics) -> bool {
    match try_replace(path, before.text(), after) {
        Ok(()) => true,
        Err(reason) => {
            diags.push(diags::not_changed(before.name(), &reason));
            false
        }
    }
}

/// Returns the reason if the file stays, a sentence.
fn try_replace(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let unwritable = |error: io::Error| format!("The file can't be written: {error}.");
    let found = fs::symlink_metadata(path).map_err(unwritable)?;
    if found.is_symlink() {
        return Err("The file is a link. Name the file that it points to.".to_owned());
    }
    if found.permissions().readonly() {
        return Err("The file is read-only.".to_owned());
    }
    if fs::read(path).map_err(unwritable)? != before.as_bytes() {
        return Err("Another program changed the file in the meantime.".to_owned());
    }
    out::write(path, after.as_bytes()).map_err(unwritable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changed_in_the_meantime_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hcl");
        fs::write(&path, "b = 1\n").unwrap();
        let reason = try_replace(&path, "a = 1\n", "c = 1\n").unwrap_err();
        assert!(reason.contains("Another program"), "{reason}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "b = 1\n");
    }
}
