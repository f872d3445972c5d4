//! The `hcldyn` command: decodes, checks and expands HCL files, and evaluates HCL expressions.
//!
//! What is asked for goes to standard output, problems go to standard error as reports. When there
//! is an error nothing is written to standard output and the exit code is 2; the console does so
//! expression by expression, and its exit code is then 1. What `check` is asked for are the problems
//! themselves, and its exit code is 1 when there are any.

mod check;
mod console;
mod decode;
mod diags;
mod eval;
mod expand;
mod input;
mod json;
mod manual;
mod output;
mod references;
mod spec;
mod variables;
mod vars;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use hcldyn::Diagnostics;
use mimalloc::MiMalloc;

use self::decode::hcldec;
use self::output::print_or_fail;
use self::variables::Variables;

/// A quarter of the time of reading a text goes into small allocations, which take this one a third of
/// what they take that of glibc.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Decodes, checks and expands HCL files, and evaluates HCL expressions.
#[derive(Debug, Parser)]
#[command(name = "hcldyn", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Reports all problems in files and folders.
    ///
    /// Problems go to standard output in the order of the files, whatever each of them holds. The exit
    /// code is 0 when there is no error, 1 when there is one in a file or a folder has no files to check,
    /// and 2 when arguments, the spec file or variables are wrong.
    Check(check::Options),
    /// Decodes a configuration by a spec file and prints it as JSON.
    ///
    /// The exit code is 0 when it could be decoded, 2 when there is an error in a file, and 1 when
    /// something else is wrong. All that the reference's hcldec takes is there; called as hcldec, by a
    /// link or a copy of that name, this program takes nothing else.
    #[command(args_override_self = true)]
    Decode {
        #[command(flatten)]
        options: decode::Options,
        #[command(flatten)]
        more: decode::MoreOptions,
    },
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
    /// Prints the variables that a configuration refers to.
    ///
    /// They come in two lists: those that must be known before dynamic blocks can be expanded, and all of
    /// them. The exit code is 0, or 2 when something is wrong.
    Vars(vars::Options),
    /// Prints a script that lets a shell complete the arguments of this command.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints the manual as a man page.
    Man {
        /// The command to print the page of, instead of the page of all commands.
        command: Option<String>,
    },
}

fn main() -> ExitCode {
    if hcldec::is_called() {
        return hcldec::run();
    }
    let exit_code = match Cli::parse().command {
        Command::Check(options) => Some(check::run(&options)),
        Command::Decode { options, more } => Some(decode::run(&options, &more)),
        Command::Eval { expr, vars } => {
            reported(|diags| eval::eval(&expr, &vars.context(diags)?, diags)).map(print_or_fail)
        }
        Command::Console { vars } => reported(|diags| vars.context(diags)).map(console::run),
        Command::Expand { file, vars } => reported(|diags| {
            let ctx = vars.context(diags)?;
            let source = input::read(&file, diags)?;
            expand::expand(&source, ctx, diags)
        })
        .map(print_or_fail),
        Command::Vars(options) => reported(|diags| vars::vars(&options, diags)).map(print_or_fail),
        Command::Completions { shell } => {
            Some(print_or_fail(manual::completions(Cli::command(), shell)))
        }
        Command::Man { command } => Some(manual::page(Cli::command(), command.as_deref())),
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
