//! `hcldyn expand`: a file, or the files of a folder, with `dynamic` blocks replaced by the blocks they generate.
//!
//! The result is the source text with edits, so everything else stays byte for byte. The library expands `dynamic`
//! blocks and evaluates expressions; tokens and parser events give the spans to edit. A [`module`] gives the files of
//! a folder the variables and local values that they define.

mod bodies;
mod document;
mod module;
mod scope;
mod substitute;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use hcldyn::body::Body;
use hcldyn::cli::{Streams, files};
use hcldyn::diag::escape_line;
use hcldyn::syntax::{Source, is_json_name, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext, parse_body};

use self::bodies::Expander;
use self::scope::IteratorScope;
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
    Some(file(&source, &body, ctx, false, diags))
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
    let ctx = module::context(&all, inputs, &library, diags);
    let native = files.iter().filter(|(source, _)| !is_json_name(source.name()));
    let expanded = native.map(|(source, body)| {
        let text = file(source, body, ctx.clone(), is_override(source.name()), diags);
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

/// Returns the expanded source text of a file. `ctx` has the known variables.
fn file(
    source: &Source,
    body: &Body,
    ctx: EvalContext,
    is_override: bool,
    diags: &mut Diagnostics,
) -> String {
    let (limits, scope) =
        (ctx.limits().clone(), IteratorScope { ctx: ctx.clone(), ..IteratorScope::default() });
    let mut expander = Expander::new(source, ctx, diags);
    expander.keeps_empty = is_override;
    let expanded = limits.share(|| expander.expanded(body, 0..source.text().len(), &scope));
    // There are no iterators around a whole file, so nothing keeps it from being written.
    expanded.unwrap_or_else(|_| source.text().to_owned())
}
