//! The `hcldyn` command: evaluates HCL expressions and expands `dynamic` blocks.
//!
//! What is asked for goes to standard output, problems go to standard error as reports. When there
//! is an error nothing is written to standard output and the exit code is 2.

mod diags;
mod eval;
mod expand;
mod input;
mod output;
mod variables;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hcldyn::Diagnostics;

/// Evaluates HCL expressions and expands dynamic blocks.
#[derive(Debug, Parser)]
#[command(name = "hcldyn", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Evaluates an expression and prints its value as HCL.
    Eval {
        /// The expression.
        #[arg(allow_hyphen_values = true)]
        expr: String,
        /// A file of attributes, the variables that the expression may use.
        #[arg(long, value_name = "FILE")]
        vars: Option<PathBuf>,
    },
    /// Prints a file with its dynamic blocks replaced by the blocks they generate.
    ///
    /// A dynamic block whose `for_each` depends on a variable that is not given stays as it is
    /// written. A variable such as var.name counts as not given, too, where the variables file
    /// sets var to an object without an attribute "name".
    Expand {
        /// The file; "-" reads standard input.
        file: PathBuf,
        /// A file of attributes, the variables that are known.
        #[arg(long, value_name = "FILE")]
        vars: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let mut diags = Diagnostics::new();
    let text = run(Cli::parse().command, &mut diags);
    output::report(&diags);
    match text {
        Some(text) if !diags.has_errors() => output::print(&text),
        _ => ExitCode::from(output::FAILURE),
    }
}

/// What the command prints; `None` when that cannot be told because of an error.
fn run(command: Command, diags: &mut Diagnostics) -> Option<String> {
    match command {
        Command::Eval { expr, vars } => {
            let ctx = variables::context(vars.as_deref(), diags)?;
            eval::eval(&expr, &ctx, diags)
        }
        Command::Expand { file, vars } => {
            let ctx = variables::context(vars.as_deref(), diags)?;
            let source = input::read(&file, diags)?;
            expand::expand(&source, ctx, diags)
        }
    }
}
