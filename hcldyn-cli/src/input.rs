//! Files, folders and standard input.

use std::path::{Path, PathBuf};

use hcldyn::source::Source;
use hcldyn::syntax::{parse_body_by_name, read_file_within, source_from_reader};
use hcldyn::{Body, Diagnostics};
use rayon::prelude::*;

use crate::{Streams, diags, folder};

/// The path for standard input.
pub(crate) const STDIN: &str = "-";

/// The name of standard input in reports.
const STDIN_NAME: &str = "<stdin>";

/// The maximum length of a source in bytes. A longer one is not written by hand, and parsing can take sixty times
/// as much memory.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file, or standard input for the path `-`. Errors are reported.
pub(crate) fn read(
    path: &Path,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<Source> {
    if path.as_os_str() == STDIN {
        source_from_reader(STDIN_NAME, streams.input(), MAX_BYTES, diags)
    } else {
        read_file(path, diags)
    }
}

/// Reads a file. Errors are reported.
pub(crate) fn read_file(path: &Path, diags: &mut Diagnostics) -> Option<Source> {
    read_file_within(path, MAX_BYTES, diags)
}

/// Returns the sources of all files and folders, or of standard input without any paths, each with its diagnostics.
/// A folder means the HCL files in it.
pub(crate) fn sources(
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
    match folder::files_of(path) {
        Ok(files) if files.is_empty() => diags.push(diags::nothing_to_read(path)),
        Ok(files) => return files,
        Err(error) => diags.push(diags::unreadable(&path.display().to_string(), &error)),
    }
    Vec::new()
}

/// Returns the body of all files and folders together, or of standard input without any paths. Errors are reported.
pub(crate) fn body(paths: &[PathBuf], streams: &mut Streams<'_>, diags: &mut Diagnostics) -> Body {
    let inputs = sources(paths, streams);
    let mut bodies = Vec::new();
    for (body, found) in parse_all(inputs) {
        diags.append(found);
        bodies.extend(body);
    }
    let name =
        || paths.first().map_or_else(|| STDIN_NAME.to_owned(), |it| it.display().to_string());
    Body::merge(bodies).unwrap_or_else(|| Body::empty(name()))
}

/// Parses sources, on all cores if there are several. Each result has its own diagnostics.
fn parse_all(inputs: Vec<(Option<Source>, Diagnostics)>) -> Vec<(Option<Body>, Diagnostics)> {
    let parse = |(source, mut found): (Option<Source>, Diagnostics)| {
        let body = source.map(|source| parse_body_by_name(&source, &mut found));
        (body, found)
    };
    match inputs.iter().filter(|(source, _)| source.is_some()).count() {
        // Starting the threads takes longer than a small file.
        0 | 1 => inputs.into_iter().map(parse).collect(),
        _ => inputs.into_par_iter().map(parse).collect(),
    }
}
