//! Files, folders and standard input.

use std::path::{Path, PathBuf};

use hcldyn::source::Source;
use hcldyn::syntax::{files_in, parse_body_by_name, read_file_within, source_from_reader};
use hcldyn::{Body, Diagnostics, Limits};
use rayon::prelude::*;

use crate::Streams;

/// The path that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// What standard input is called in reports.
const STDIN_NAME: &str = "<stdin>";

/// A text with more bytes is not read: nobody wrote that, and while it is parsed it can take sixty times
/// as much.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file, or standard input where the path is `-`. What is wrong with it is reported.
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

/// Reads a file. What is wrong with it is reported.
pub(crate) fn read_file(path: &Path, diags: &mut Diagnostics) -> Option<Source> {
    read_file_within(path, MAX_BYTES, diags)
}

/// The body that files and folders make up together, or standard input where there are none. A folder
/// stands for its files whose names end in `.hcl` or `.hcl.json`. What cannot be read is reported.
pub(crate) fn body(paths: &[PathBuf], streams: &mut Streams<'_>, diags: &mut Diagnostics) -> Body {
    let stdin = [PathBuf::from(STDIN)];
    let paths = if paths.is_empty() { &stdin } else { paths };
    let mut inputs = Vec::new();
    for path in paths {
        let mut found = Diagnostics::new();
        let files = if path.is_dir() {
            files_in(path, Limits::default().files, &mut found).unwrap_or_default()
        } else {
            vec![path.clone()]
        };
        inputs.push((None, found));
        for file in files {
            let mut found = Diagnostics::new();
            inputs.push((read(&file, streams, &mut found), found));
        }
    }
    let mut bodies = Vec::new();
    for (body, found) in parse_all(inputs) {
        diags.append(found);
        bodies.extend(body);
    }
    let name = || paths[0].display().to_string();
    Body::merge(bodies).unwrap_or_else(|| Body::empty(name()))
}

/// Parses sources, several ones on all cores. Each comes with its own problems.
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
