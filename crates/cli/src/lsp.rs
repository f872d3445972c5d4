//! `hcldyn lsp`: a language server on standard input and output.

use std::path::PathBuf;

use hcldyn::cli::{FAILURE, Streams};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_lsp::{Bench, SpecFiles, serve_files};

use crate::functions::EffectsArg;
use crate::terraform::editor::ModuleLanguages;
use crate::variables::VariablesArg;

/// The long help of the command.
pub(crate) const ABOUT: &str = "\
Serves an editor: diagnostics, completion and other answers about HCL files, by their spec files.

It speaks the Language Server Protocol on standard input and output. The first of these determines the spec file of an \
HCL file: its first line, if that is a comment such as `# hcldyn: spec = \"app.hcldec\"`; the setting `hcldyn.specs` of \
the editor, such as `{\"conf/*.hcl\": \"app.hcldec\"}`; a file .hcldyn.hcl in its folder or one around it, such as

  spec \"app.hcldec\" {
    files = [\"conf/**/*.hcl\", \"deploy/\"]
  }

and --spec. Patterns and paths are relative to the folder that the editor has opened, or to that of the file with them. A \
pattern that ends in `/` matches folders: the files of each are one configuration. Files without a spec file have \
everything that needs none.

With --terraform, the files of Terraform and OpenTofu that name no spec file are modules: the blocks and arguments of the \
language are known, and those of resources if there is a provider schema, the output of `terraform providers schema -json`, \
in .terraform/schema.json of the directory or one around it. No program is started. A type that a file uses for the first \
time is known once the file is saved. The exit code is 0, or 2 if there is an error.";

#[derive(Debug, clap::Args)]
pub(crate) struct LspArgs {
    /// The spec file of files that name no other one.
    #[arg(short, long, value_name = "FILE")]
    spec: Option<PathBuf>,
    #[command(flatten)]
    vars: VariablesArg,
    /// Serve files of Terraform and OpenTofu that name no spec file as modules. Another server for them should be off.
    #[arg(long)]
    terraform: bool,
    /// The provider schema of all modules, in place of those in their directories.
    #[arg(long, value_name = "FILE", requires = "terraform")]
    terraform_schema: Option<PathBuf>,
    /// Measure a server in place of serving: it opens this folder, and its largest file is edited. The files stay as
    /// they are.
    #[arg(long, value_name = "FOLDER")]
    bench: Option<PathBuf>,
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
    let files = || {
        let files = SpecFiles::new(library.clone()).variables(variables.clone());
        let files = if options.terraform {
            let modules = ModuleLanguages::new(library.clone(), options.terraform_schema.clone());
            files.languages(move |path, text| modules.of(path, text))
        } else {
            files
        };
        match &options.spec {
            Some(spec) => files.default_spec(spec),
            None => files,
        }
    };
    let served = match &options.bench {
        Some(folder) => Bench::measure(folder, || files().into())
            .map(|bench| streams.print_all(bench.to_string())),
        None => serve_files(files()).map(|()| 0),
    };
    served.unwrap_or_else(|error| {
        streams.complain(&format!("error: {error}\n"));
        FAILURE
    })
}
