//! `hcldyn terraform`: modules of Terraform and OpenTofu.

pub(crate) mod editor;
mod inputs;
mod lint;
mod schemas;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;
use hcldyn::Diagnostics;
use hcldyn::cli::Streams;
use hcldyn_terraform::{Evaluation, Graph, Loader, Observer, Options, Sensitive};

use self::inputs::InputsArg;
use self::lint::LintArgs;
use crate::progress::TreeProgress;

/// The commands about a module.
#[derive(Debug, Subcommand)]
pub(crate) enum TerraformCommand {
    /// Prints the values of a module as JSON, in the form of `terraform show -json`.
    ///
    /// Variables, outputs, local values, and resources with their arguments, also those of the modules that it
    /// uses. No provider is asked: what only it knows has no value, and is listed in "unknown" with the names
    /// that it waits for. Modules from elsewhere are read if `terraform init` has put them there. Variables
    /// have their values from the files, the environment and the arguments that Terraform reads, in its order.
    /// The exit code is 0, or 2 if there is an error.
    Show(ShowArgs),
    /// Reports the errors and warnings of a module, and of those that it uses.
    ///
    /// No values of variables are needed. Errors are names without a declaration, unknown and missing
    /// arguments, wrong types, and sensitive outputs; with a provider schema, those of resources, too. Warnings are old
    /// forms, unused declarations, and providers without versions; levels and comments turn them on and off as
    /// for `hcldyn check`. The exit code is 0, or 1 if there is an error.
    Lint(LintArgs),
    /// Prints the references between the declarations of a module in Graphviz's language.
    ///
    /// Each module is a cluster. The exit code is 0, or 2 if there is an error.
    Graph(GraphArgs),
}

/// The arguments of `terraform show`.
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// The directory of the module.
    #[arg(default_value = ".")]
    folder: PathBuf,
    #[command(flatten)]
    inputs: InputsArg,
    /// The schemas of the providers: the output of `terraform providers schema -json`. With them, resources
    /// have all their attributes, and their arguments are checked. By default, they are read from
    /// .terraform/schema.json in the directory or one around it.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Print sensitive values, as Terraform does. Without it, they are left out.
    #[arg(long)]
    show_sensitive: bool,
}

/// The arguments of `terraform graph`.
#[derive(Debug, clap::Args)]
pub(crate) struct GraphArgs {
    /// The directory of the module.
    #[arg(default_value = ".")]
    folder: PathBuf,
}

impl TerraformCommand {
    pub(crate) fn run(&self, streams: &mut Streams<'_>) -> u8 {
        match self {
            Self::Show(options) => {
                streams.printed(|_, diags| observed(|observer| show(options, observer, diags)))
            }
            Self::Lint(options) => options.run(streams),
            Self::Graph(options) => {
                let folder = &options.folder;
                streams.printed(|_, diags| observed(|observer| graph(folder, observer, diags)))
            }
        }
    }
}

/// Shows the progress of work on standard error.
fn observed<T>(work: impl FnOnce(Observer) -> T) -> T {
    let progress = TreeProgress::new();
    let result = work(progress.observer());
    progress.finish();
    result
}

/// Returns the values of a module as JSON, unless there is an error.
fn show(options: &ShowArgs, observer: Observer, diags: &mut Diagnostics) -> Option<String> {
    let tree = Loader::new().observer(observer.clone()).load(&options.folder, diags);
    if diags.has_errors() {
        return None;
    }
    let mut how = Options::default();
    how.observer = observer;
    how.inputs = options.inputs.read(&options.folder, tree.root(), diags);
    if let Some(path) = schemas::path_of(options.schema.as_deref(), &options.folder) {
        how.schemas = Some(Arc::new(schemas::read(&path, diags)?));
    }
    how.workspace = std::env::var("TF_WORKSPACE").unwrap_or_default();
    let evaluation = Evaluation::of(&tree, &options.folder, &how, diags);
    if diags.has_errors() {
        diags.sort();
        return None;
    }
    let sensitive = if options.show_sensitive { Sensitive::Shown } else { Sensitive::Hidden };
    Some(evaluation.show(sensitive) + "\n")
}

fn graph(folder: &Path, observer: Observer, diags: &mut Diagnostics) -> Option<String> {
    let tree = Loader::new().observer(observer).load(folder, diags);
    let graph = Graph::of(&tree, diags);
    (!diags.has_errors()).then(|| graph.dot())
}
