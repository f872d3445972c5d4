//! `hcldyn convert`: a file in native syntax as JSON syntax, or the reverse.

use std::path::PathBuf;

use hcldyn::Diagnostics;
use hcldyn::cli::{Streams, Syntax, files};
use hcldyn::edit::convert::{to_json, to_native};
use hcldyn::syntax::is_json_name;

use crate::spec::read_spec;

/// The arguments of `convert`.
#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The file; "-" reads standard input.
    path: PathBuf,
    /// The syntax of the result; the file is read in the other one. The default is native syntax for a file
    /// whose name ends in .json, and JSON syntax for any other file and for standard input. In JSON syntax,
    /// a body is an array of objects if a single object would change the order of its blocks: blocks of one
    /// type around blocks of another.
    #[arg(long, value_enum, value_name = "SYNTAX")]
    to: Option<Syntax>,
    /// A spec file, which names the blocks of a file in JSON syntax. All other items become attributes.
    #[arg(short, long, value_name = "FILE")]
    spec: Option<PathBuf>,
}

/// Returns the converted file.
pub(crate) fn convert(
    options: &ConvertArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let spec = match &options.spec {
        Some(path) => Some(read_spec(path, streams, diags)?),
        None => None,
    };
    let source = files::read(&options.path, streams, diags)?;
    let default = if is_json_name(source.name()) { Syntax::Native } else { Syntax::Json };
    match options.to.unwrap_or(default) {
        Syntax::Json => to_json(&source, diags),
        Syntax::Native => to_native(&source, spec.as_ref(), diags),
    }
}
