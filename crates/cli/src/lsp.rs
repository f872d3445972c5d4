//! `hcldyn lsp`: a language server on standard input and output.

use std::path::PathBuf;

use hcldyn::cli::{FAILURE, Streams};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_lsp::{SpecFiles, serve_files};

use crate::functions::EffectsArg;
use crate::variables::VariablesArg;

/// The long help of the command.
pub(crate) const ABOUT: &str = "\
Serves an editor: diagnostics, completion and other answers about HCL files, by their spec files.

It speaks the Language Server Protocol on standard input and output. The first of these determines the spec file of an \
HCL file: its first line, if that is a comment such as `# hcldyn: spec = \"app.hcldec\"`; a file .hcldyn.hcl in its \
folder or one around it, such as

  spec \"app.hcldec\" {
    files = [\"conf/**/*.hcl\"]
  }

and --spec. Files without a spec file have everything that needs none. The exit code is 0, or 2 if there is an error.";

#[derive(Debug, clap::Args)]
pub(crate) struct LspArgs {
    /// The spec file of files that name no other one.
    #[arg(short, long, value_name = "FILE")]
    spec: Option<PathBuf>,
    #[command(flatten)]
    vars: VariablesArg,
}

/// Serves an editor until it leaves. The server uses the streams of the process.
pub(crate) fn run(options: &LspArgs, streams: &mut Streams<'_>) -> u8 {
    let mut diags = Diagnostics::new();
    let library = EffectsArg::default().library(&mut diags);
    let mut variables = EvalContext::new();
    options.vars.set_in(&mut variables, &library, streams, &mut diags);
    streams.report(&diags);
    if diags.has_errors() {
        return FAILURE;
    }
    let mut files = SpecFiles::new(library).variables(variables);
    if let Some(spec) = &options.spec {
        files = files.default_spec(spec);
    }
    match serve_files(files) {
        Ok(()) => 0,
        Err(error) => {
            streams.complain(&format!("error: {error}\n"));
            FAILURE
        }
    }
}
