//! Files, folders and standard input as sources.

use std::path::{Path, PathBuf};

use hcldyn_core::Diagnostics;
use hcldyn_core::syntax::{Source, read_file_within, source_from_reader};

use super::folder::files_of;
use crate::{Streams, diags};

/// The path for standard input.
pub const STDIN: &str = "-";

/// The name of standard input in reports.
pub const STDIN_NAME: &str = "<stdin>";

/// The maximum length of a source in bytes. A longer one is not written by hand, and parsing can take sixty times
/// as much memory.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file of at most 64 MiB, or standard input for the path `-`. Errors are reported.
///
/// ```
/// use std::path::Path;
///
/// use hcldyn::Diagnostics;
/// use hcldyn::cli::Streams;
/// use hcldyn::cli::files::{STDIN, read};
///
/// let mut streams = Streams::new(&b"port = 80\n"[..], std::io::sink(), std::io::sink());
/// let source = read(Path::new(STDIN), &mut streams, &mut Diagnostics::new()).unwrap();
/// assert_eq!(source.text(), "port = 80\n");
/// ```
pub fn read(path: &Path, streams: &mut Streams<'_>, diags: &mut Diagnostics) -> Option<Source> {
    if path.as_os_str() == STDIN {
        source_from_reader(STDIN_NAME, streams.input(), MAX_BYTES, diags)
    } else {
        read_file(path, diags)
    }
}

/// Reads a file of at most 64 MiB. Errors are reported.
///
/// ```
/// use std::path::Path;
///
/// use hcldyn::Diagnostics;
/// use hcldyn::cli::files::read_file;
///
/// let mut diags = Diagnostics::new();
/// assert_eq!(read_file(Path::new("missing.hcl"), &mut diags), None);
/// assert!(diags.has_errors());
/// ```
pub fn read_file(path: &Path, diags: &mut Diagnostics) -> Option<Source> {
    read_file_within(path, MAX_BYTES, diags)
}

/// Returns the sources of all files and folders, or of standard input without any paths, each with its diagnostics.
/// A folder means the HCL files in it; it is an error if there are none.
///
/// ```
/// use hcldyn::cli::Streams;
/// use hcldyn::cli::files::{STDIN, read_all};
///
/// let mut streams = Streams::new(&b"port = 80\n"[..], std::io::sink(), std::io::sink());
/// let inputs = read_all(&[STDIN.into()], &mut streams);
/// let source = inputs.iter().find_map(|(source, _)| source.as_ref()).unwrap();
/// assert_eq!(source.text(), "port = 80\n");
/// ```
pub fn read_all(
    paths: &[PathBuf],
    streams: &mut Streams<'_>,
) -> Vec<(Option<Source>, Diagnostics)> {
    let stdin = [PathBuf::from(STDIN)];
    let paths = if paths.is_empty() { &stdin } else { paths };
    let mut sources = Vec::new();
    for path in paths {
        let mut found = Diagnostics::new();
        let files = if path.is_dir() { in_folder(path, &mut found) } else { vec![path.clone()] };
        sources.push((None, found));
        for file in files {
            let mut found = Diagnostics::new();
            sources.push((read(&file, streams, &mut found), found));
        }
    }
    sources
}

/// Returns the files of a folder. Reports a folder that cannot be read, or has none.
fn in_folder(path: &Path, diags: &mut Diagnostics) -> Vec<PathBuf> {
    match files_of(path) {
        Ok(files) if files.is_empty() => diags.push(diags::nothing_to_read(path)),
        Ok(files) => return files,
        Err(error) => diags.push(diags::unreadable(&path.display().to_string(), &error)),
    }
    Vec::new()
}
