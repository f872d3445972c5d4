//! Changes of files that the user wrote.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;

use hcldyn_core::Diagnostics;
use hcldyn_core::diag::is_unsafe_to_print;
use hcldyn_core::syntax::Source;
use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, group_diff_ops};

use super::input::STDIN;
use super::lock::open_locked;
use super::out;
use crate::diags;

/// The number of unchanged lines around a change that a [`diff`] shows.
const CONTEXT: usize = 3;

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
///
/// ```
/// use hcldyn::cli::files::{Version, diff};
///
/// let [before, after] = ["port = 80\n", "port = 81\n"].map(|text| Version::redacted(text, text));
/// assert!(diff("a.hcl", [before, after]).ends_with("-port = 80\n+port = 81\n"));
/// ```
pub fn diff(name: &str, [before, after]: [Version<'_>; 2]) -> String {
    let [old, new] = [before.text, after.text].map(lines);
    let [old_shown, new_shown] = [before.shown, after.shown].map(lines);
    let mut text = String::new();
    for hunk in group_diff_ops(operations(&old, &new), CONTEXT) {
        if text.is_empty() {
            let name = quoted(name);
            text = format!("--- {name}\n+++ {name}\n");
        }
        text += &header(&hunk);
        for change in hunk.iter().flat_map(|operation| operation.iter_changes(&*old, &*new)) {
            let old = change.old_index().and_then(|index| old_shown.get(index));
            let new = change.new_index().and_then(|index| new_shown.get(index));
            let mut shown = old.into_iter().chain(new);
            let line = shown.find(|line| **line != change.value()).copied();
            text += &format!("{}{}", change.tag(), line.unwrap_or(change.value()));
            if !change.value().ends_with('\n') {
                text.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    text
}

/// Returns the operations that change lines into others. It uses one algorithm, because `TextDiff` compiles all of them.
fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut hook = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff(&mut hook, old, 0..old.len(), new, 0..new.len());
    hook.into_inner().into_inner().into_ops()
}

/// Returns the line before a hunk.
fn header(hunk: &[DiffOp]) -> String {
    let range = |of: fn(&DiffOp) -> Range<usize>| {
        let start = hunk.first().map_or(0, |operation| of(operation).start);
        let end = hunk.last().map_or(start, |operation| of(operation).end);
        match end - start {
            // Before the first line if there is none.
            0 => format!("{start},0"),
            1 => format!("{}", start + 1),
            len => format!("{},{len}", start + 1),
        }
    };
    format!("@@ -{} +{} @@\n", range(DiffOp::old_range), range(DiffOp::new_range))
}

/// Returns the name of a file as Git writes it in a diff: in quotes if a character could end the name, or the line, or
/// is unsafe to print. A tab ends a name with spaces.
fn quoted(name: &str) -> String {
    let is_escaped = |c: char| matches!(c, '"' | '\\' | '\t' | '\n') || is_unsafe_to_print(c);
    if !name.contains(is_escaped) {
        return if name.contains(' ') { format!("{name}\t") } else { name.to_owned() };
    }
    let mut quoted = "\"".to_owned();
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            c if is_escaped(c) => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    quoted += &format!("\\{byte:03o}");
                }
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// A change of a file that the user wrote. Other commands that change the file wait for its end.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::cli::files::FileChange;
/// use hcldyn::syntax::read_file;
///
/// # let path = std::env::temp_dir().join(format!("hcldyn-change-{}.hcl", std::process::id()));
/// std::fs::write(&path, "port = 80\n").unwrap();
/// let change = FileChange::begin(&path);
/// let mut diags = Diagnostics::new();
/// let source = read_file(change.path(), &mut diags).unwrap();
/// assert!(change.replace(&source, "port = 81\n", &mut diags));
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "port = 81\n");
/// # std::fs::remove_file(&path).unwrap();
/// ```
#[derive(Debug)]
pub struct FileChange<'a> {
    path: &'a Path,
    /// The locked file, or the reason that it can't be changed, a sentence.
    file: Result<File, String>,
}

impl<'a> FileChange<'a> {
    /// Begins a change before the file is read. If the file can't be changed, [`replace`](Self::replace) reports it.
    pub fn begin(path: &'a Path) -> Self {
        Self { path, file: changeable(path) }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &'a Path {
        self.path
    }

    /// Replaces the content of the file if it is still that of a source. Any failure is reported, and leaves the file
    /// as it is. Returns `true` if the file has the new content.
    pub fn replace(self, before: &Source, after: &str, diags: &mut Diagnostics) -> bool {
        match self.try_replace(before.text(), after) {
            Ok(()) => true,
            Err(reason) => {
                diags.push(diags::not_changed(before.name(), &reason));
                false
            }
        }
    }

    /// Returns the reason if the file stays, a sentence.
    fn try_replace(self, before: &str, after: &str) -> Result<(), String> {
        if before == after && self.path.as_os_str() != STDIN {
            return Ok(());
        }
        let mut file = self.file?;
        let mut now = Vec::with_capacity(before.len() + 1);
        file.read_to_end(&mut now).map_err(unwritable)?;
        if now != before.as_bytes() {
            return Err("Another program changed the file in the meantime.".to_owned());
        }
        out::replace(self.path, file, after.as_bytes()).map_err(unwritable)
    }
}

/// Replaces the content of a file like a [`FileChange`] that begins now.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::cli::files::replace;
/// use hcldyn::syntax::read_file;
///
/// # let path = std::env::temp_dir().join(format!("hcldyn-replace-{}.hcl", std::process::id()));
/// std::fs::write(&path, "port = 80\n").unwrap();
/// let mut diags = Diagnostics::new();
/// let source = read_file(&path, &mut diags).unwrap();
/// assert!(replace(&path, &source, "port = 81\n", &mut diags));
/// // The file is not the one that was read any more.
/// assert!(!replace(&path, &source, "port = 82\n", &mut diags));
/// # std::fs::remove_file(&path).unwrap();
/// ```
pub fn replace(path: &Path, before: &Source, after: &str, diags: &mut Diagnostics) -> bool {
    FileChange::begin(path).replace(before, after, diags)
}

/// Returns a file that can be changed, locked, or the reason that it can't be, a sentence.
fn changeable(path: &Path) -> Result<File, String> {
    if path.as_os_str() == STDIN {
        return Err("Standard input can't be changed in place.".to_owned());
    }
    let found = fs::symlink_metadata(path).map_err(unwritable)?;
    if found.is_symlink() {
        return Err("The file is a link. Name the file that it points to.".to_owned());
    }
    if !found.is_file() {
        return Err("Only a regular file can be changed in place.".to_owned());
    }
    if found.permissions().readonly() {
        return Err("The file is read-only.".to_owned());
    }
    // A file that is protected from writing stays as well.
    open_locked(path).map_err(unwritable)
}

fn unwritable(error: io::Error) -> String {
    format!("The file can't be written: {error}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names as Git 2 writes them with `core.quotePath=false`.
    #[test]
    fn names_in_diffs_are_quoted() {
        for (name, expected) in [
            ("a/b.hcl", "a/b.hcl"),
            ("é.hcl", "é.hcl"),
            ("a b.hcl", "a b.hcl\t"),
            ("a\nb c.hcl", r#""a\nb c.hcl""#),
            ("a\tb\rc", r#""a\tb\rc""#),
            ("a\"b\\c", r#""a\"b\\c""#),
            ("\u{1b}[31m\u{7f}", r#""\033[31m\177""#),
            ("\u{9b}31m", r#""\302\23331m""#),
        ] {
            assert_eq!(quoted(name), expected);
        }
        let forged = "a\n--- b\n+++ b\n@@ -1 +1 @@\n-x\n+y\n";
        let [before, after] = ["a=1\n", "a = 1\n"].map(|text| Version::redacted(text, text));
        let text = diff(forged, [before, after]);
        assert_eq!(text.lines().filter(|line| line.starts_with("@@")).count(), 1, "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn the_attributes_of_a_file_stay() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.hcl"), folder.path().join("b.hcl"));
        fs::write(&path, "a = 1\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        // A file system may have no extended attributes of users.
        let name = c"user.hcldyn";
        let flags = rustix::fs::XattrFlags::empty();
        let has_attributes = rustix::fs::setxattr(&path, name, b"kept", flags).is_ok();
        FileChange::begin(&path).try_replace("a = 1\n", "a = 2\n").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
        if has_attributes {
            let mut value = [0; 4];
            assert_eq!(rustix::fs::getxattr(&path, name, &mut value), Ok(4));
            assert_eq!(&value, b"kept");
        }
        fs::hard_link(&path, &link).unwrap();
        FileChange::begin(&path).try_replace("a = 2\n", "longer = 3\n").unwrap();
        FileChange::begin(&link).try_replace("longer = 3\n", "a = 4\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "a = 4\n");
        assert_eq!(fs::metadata(&link).unwrap().nlink(), 2);
    }

    #[test]
    fn threads_lose_no_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hcl");
        fs::write(&path, "").unwrap();
        let add = |line: &str| {
            let change = FileChange::begin(&path);
            let before = fs::read_to_string(&path).unwrap();
            change.try_replace(&before, &format!("{before}{line}\n")).unwrap();
        };
        std::thread::scope(|scope| {
            for thread in 0..8 {
                scope.spawn(move || (0..20).for_each(|i| add(&format!("a{thread}_{i} = 1"))));
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 160);
    }

    #[test]
    fn a_file_that_changed_in_the_meantime_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hcl");
        fs::write(&path, "b = 1\n").unwrap();
        let reason = FileChange::begin(&path).try_replace("a = 1\n", "c = 1\n").unwrap_err();
        assert!(reason.contains("Another program"), "{reason}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "b = 1\n");
    }
}
