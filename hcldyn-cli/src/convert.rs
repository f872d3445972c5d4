//! `hcldyn convert`: a file in native syntax as JSON syntax, or the reverse.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use hcldyn::Diagnostics;
use hcldyn::convert::{to_json, to_native};
use hcldyn::spec::{Spec, language};
use hcldyn::syntax::{is_json_name, parse_body_by_name};

use crate::functions::EffectsArg;
use crate::{Streams, input};

/// The arguments of `convert`.
#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The file; "-" reads standard input.
    path: PathBuf,
    /// The syntax of the result. The default is native syntax for a file whose name ends in .json, and JSON
    /// syntax for any other file and for standard input.
    #[arg(long, value_enum, value_name = "SYNTAX")]
    to: Option<Syntax>,
    /// A spec file, which names the blocks of a file in JSON syntax. All other items become attributes.
    #[arg(short, long, value_name = "FILE")]
    spec: Option<PathBuf>,
}

/// A syntax of HCL.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Syntax {
    Native,
    Json,
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
    let source = input::read(&options.path, streams, diags)?;
    if let Some(spec) = &spec {
        spec.hide_sensitive(diags);
    }
    let default = if is_json_name(source.name()) { Syntax::Native } else { Syntax::Json };
    match options.to.unwrap_or(default) {
        Syntax::Json => to_json(&source, diags),
        Syntax::Native => to_native(&source, spec.as_ref(), diags),
    }
}

/// Reads the spec of a spec file; `None` if there is an error.
pub(crate) fn read_spec(
    path: &Path,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<Spec> {
    let body = parse_body_by_name(&input::read(path, streams, diags)?, diags);
    let library = EffectsArg::default().library(diags);
    let file = language::read(&body, &library, diags)?;
    (!diags.has_errors()).then_some(file.spec)
}
