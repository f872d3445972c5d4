//! Files, folders and standard input as one body.

use std::path::PathBuf;

use hcldyn::Diagnostics;
use hcldyn::body::Body;
use hcldyn::cli::Streams;
use hcldyn::cli::files::{STDIN_NAME, read_all};
use hcldyn::syntax::{Source, parse_body_by_name};
use rayon::prelude::*;

/// Returns the body of all files and folders together, or of standard input without any paths. Errors are reported.
pub(crate) fn body(paths: &[PathBuf], streams: &mut Streams<'_>, diags: &mut Diagnostics) -> Body {
    let inputs = read_all(paths, streams);
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
