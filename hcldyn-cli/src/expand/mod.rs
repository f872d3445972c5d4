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

use std::path::PathBuf;

use hcldyn::cli::{Streams, files};
use hcldyn::diag::escape_line;
use hcldyn::source::Source;
use hcldyn::syntax::{is_json_name, parse_body_by_name};
use hcldyn::{Body, Diagnostics, EvalContext, parse_body};

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
    /// files declare, and the defaults of variables and the local values are known too. A block whose
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
    Some(file(&source, &body, ctx, diags))
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
    let all = Body::merge(files.iter().map(|(_, body)| body.clone()).collect::<Vec<_>>())?;
    let ctx = module::context(&all, inputs, &library, diags);
    let native = files.iter().filter(|(source, _)| !is_json_name(source.name()));
    let expanded = native.map(|(source, body)| {
        let text = file(source, body, ctx.clone(), diags);
        // A byte-order mark is only valid at the start of the output.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        format!("# {}\n{text}", escape_line(source.name()))
    });
    Some(expanded.collect::<Vec<_>>().join("\n"))
}

/// Returns the expanded source text of a file. `ctx` has the known variables.
fn file(source: &Source, body: &Body, ctx: EvalContext, diags: &mut Diagnostics) -> String {
    let (limits, scope) =
        (ctx.limits().clone(), IteratorScope { ctx: ctx.clone(), ..IteratorScope::default() });
    let mut expander = Expander::new(source, ctx, diags);
    let expanded = limits.share(|| expander.expanded(body, 0..source.text().len(), &scope));
    // There are no iterators around a whole file, so nothing keeps it from being written.
    expanded.unwrap_or_else(|_| source.text().to_owned())
}
