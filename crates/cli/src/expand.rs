//! `hcldyn expand`: a file, or the files of a folder, with `dynamic` blocks replaced by the blocks they generate.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use hcldyn::body::Body;
use hcldyn::cli::{Streams, files};
use hcldyn::diag::escape_line;
use hcldyn::syntax::{is_json_name, parse_body_by_name};
use hcldyn::{Diagnostics, parse_body};
use hcldyn_core::internal::{self, ExpandOptions, module_context};

use crate::diags;
use crate::functions::EffectsArg;
use crate::variables::VariablesArg;

/// The arguments of `expand`.
#[derive(Debug, clap::Args)]
pub(crate) struct ExpandArgs {
    /// The file; "-" reads standard input. In a directory, all .hcl and .tf files are expanded and printed one
    /// after the other, each with its name in a comment. --vars and --var then set the variables that the
    /// files declare, and the defaults of variables and the local values are known too. Those of override files
    /// (override.tf and *_override.tf) replace those of the others, as in Terraform. A block whose
    /// collection or content is unknown, sensitive or can't be evaluated stays as it is written.
    path: PathBuf,
    #[command(flatten)]
    vars: VariablesArg,
    #[command(flatten)]
    effects: EffectsArg,
}

/// Returns the expanded source text of the file, or of the files in the directory.
pub(crate) fn expand(
    options: &ExpandArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    if options.path.is_dir() {
        return folder(options, streams, diags);
    }
    let ctx = options.vars.context(&options.effects, streams, diags)?;
    let source = files::read(&options.path, streams, diags)?;
    if is_json_name(source.name()) {
        diags.push(diags::json_not_expanded(source.name()));
        return None;
    }
    let body = parse_body(&source, diags);
    if diags.has_errors() {
        return None;
    }
    Some(internal::expand(&source, &body, ctx, &ExpandOptions::default(), diags))
}

/// Returns the expanded files of a folder. Files in JSON syntax only define variables and local values.
fn folder(
    options: &ExpandArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let mut files = Vec::new();
    for (source, found) in files::read_all(std::slice::from_ref(&options.path), streams) {
        diags.append(found);
        files.extend(source.map(|source| {
            let body = parse_body_by_name(&source, diags);
            (source, body)
        }));
    }
    let inputs = options.vars.inputs(streams, diags);
    let library = options.effects.library(diags);
    if diags.has_errors() {
        return None;
    }
    // The first of several definitions counts: that of the last override file.
    let (overrides, others): (Vec<_>, Vec<_>) =
        files.iter().partition(|(source, _)| is_override(source.name()));
    let by_precedence = overrides.into_iter().rev().chain(others);
    let all = Body::merge(by_precedence.map(|(_, body)| body.clone()))?;
    let ctx = module_context(&all, inputs, &library, diags);
    let native = files.iter().filter(|(source, _)| !is_json_name(source.name()));
    let expanded = native.map(|(source, body)| {
        let options =
            ExpandOptions { keeps_empty: is_override(source.name()), ..ExpandOptions::default() };
        let text = internal::expand(source, body, ctx.clone(), &options, diags);
        // A byte-order mark is only valid at the start of the output.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        format!("# {}\n{text}", escape_line(source.name()))
    });
    Some(expanded.collect::<Vec<_>>().join("\n"))
}

/// Returns `true` if Terraform merges the blocks of a file into those of the others.
fn is_override(name: &str) -> bool {
    let name = Path::new(name).file_name().and_then(OsStr::to_str).unwrap_or_default();
    let stem = name.strip_suffix(".json").unwrap_or(name).strip_suffix(".tf");
    stem.is_some_and(|stem| stem == "override" || stem.ends_with("_override"))
}
