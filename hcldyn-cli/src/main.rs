//! The `hcldyn` command: evaluates HCL expressions and expands `dynamic` blocks.
//!
//! What is asked for goes to standard output, problems go to standard error as reports. When there
//! is an error nothing is written to standard output and the exit code is 2; the console does so
//! expression by expression, and its exit code is then 1.

mod console;
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

use self::variables::Variables;

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
        #[command(flatten)]
        vars: Variables,
    },
    /// Evaluates expressions typed at a prompt, or those on standard input.
    #[command(long_about = console::ABOUT)]
    Console {
        #[command(flatten)]
        vars: Variables,
    },
    /// Prints a file with its dynamic blocks replaced by the blocks they generate.
    ///
    /// A dynamic block whose `for_each` depends on a variable that is not given stays as it is
    /// written. A variable such as var.name counts as not given, too, where the variables file
    /// sets var to an object without an attribute "name".
    Expand {
        /// The file; "-" reads standard input.
        file: PathBuf,
        #[command(flatten)]
        vars: Variables,
    },
}

fn main() -> ExitCode {
    let exit_code = match Cli::parse().command {
        Command::Eval { expr, vars } => {
            reported(|diags| eval::eval(&expr, &vars.context(diags)?, diags)).map(print)
        }
        Command::Console { vars } => reported(|diags| vars.context(diags)).map(console::run),
        Command::Expand { file, vars } => reported(|diags| {
            let ctx = vars.context(diags)?;
            let source = input::read(&file, diags)?;
            expand::expand(&source, ctx, diags)
        })
        .map(print),
    };
    exit_code.unwrap_or(ExitCode::from(output::FAILURE))
}

/// What `run` gives, if there was no error. Problems are reported.
fn reported<T>(run: impl FnOnce(&mut Diagnostics) -> Option<T>) -> Option<T> {
    let mut diags = Diagnostics::new();
    let result = run(&mut diags);
    output::report(&diags);
    result.filter(|_| !diags.has_errors())
}

fn print(text: String) -> ExitCode {
    output::print(&text).break_value().unwrap_or(ExitCode::SUCCESS)
}
