//! Changes of files that the user wrote.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use similar::TextDiff;

use super::input::STDIN;
use super::out;
use crate::cli::diags;
use crate::diag::Diagnostics;
use crate::source::Source;

/// A version of a file for a [`diff`].
#[derive(Clone, Copy)]
pub struct Version<'a> {
    text: &'a str,
    /// The text to show, which has the same line breaks.
    shown: &'a str,
}

impl<'a> Version<'a> {
    /// Creates a version with the text in which secrets are replaced.
    pub fn redacted(text: &'a str, shown: &'a str) -> Self {
        Self { text, shown }
    }
}

/// Shows the text without its secrets.
impl fmt::Debug for Version<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Version").field(&self.shown).finish()
    }
}

/// Returns the change of a file in the unified format, or an empty string if there is none. A line that is redacted in
/// one version is not shown as it is in the other.
pub fn diff(name: &str, [before, after]: [Version<'_>; 2]) -> String {
    let [old, new] = [before.text, after.text].map(lines);
    let [old_shown, new_shown] = [before.shown, after.shown].map(lines);
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&old, &new);
    let mut text = String::new();
    for hunk in diff.unified_diff().iter_hunks() {
        if text.is_empty() {
            text = format!("--- {name}\n+++ {name}\n");
        }
        text += &format!("{}\n", hunk.header());
        for change in hunk.iter_changes() {
            let old = change.old_index().and_then(|index| old_shown.get(index));
            let new = change.new_index().and_then(|index| new_shown.get(index));
            let mut shown = old.into_iter().chain(new);
            let line = shown.find(|line| **line != change.value()).copied();
            text += &format!("{}{}", change.tag(), line.unwrap_or(change.value()));
            if change.missing_newline() {
                text.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    text
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Replaces the content of a file if it is still that of a source. Any failure is reported, and leaves the file as
/// it is. Returns `true` if the file has the new content.
pub fn replace(path: &Path, before: &Source, after: &str, diags: &mut Diagnostics) -> bool {
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
    if path.as_os_str() == STDIN {
        return Err("Standard input can't be changed in place.".to_owned());
    }
    if before == after {
        return Ok(());
    }
    let unwritable = |error: io::Error| format!("The file can't be written: {error}.");
    let found = fs::symlink_metadata(path).map_err(unwritable)?;
    if found.is_symlink() {
        return Err("The file is a link. Name the file that it points to.".to_owned());
    }
    if found.permissions().readonly() {
        return Err("The file is read-only.".to_owned());
    }
    // A file that is protected from writing stays as well.
    let mut file = File::options().read(true).write(true).open(path).map_err(unwritable)?;
    let mut now = Vec::with_capacity(before.len() + 1);
    file.read_to_end(&mut now).map_err(unwritable)?;
    if now != before.as_bytes() {
        return Err("Another program changed the file in the meantime.".to_owned());
    }
    out::replace(path, after.as_bytes(), Some(found.permissions())).map_err(unwritable)
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
