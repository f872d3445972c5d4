//! The `hcldyn` command: decodes, checks, formats, edits and expands HCL files, and evaluates HCL expressions.
//!
//! Results go to standard output, and reports of diagnostics to standard error. If there is an error, nothing is
//! written to standard output and the exit code is 2. The console does so expression by expression, and its exit
//! code is 1. The results of `check` are the diagnostics themselves, and its exit code is 1 if there are errors. `fmt`
//! formats the parts without errors, and its exit code is 1 as well. `decode` exits with 1 if its result can't be
//! written in the format or to a file, `docs --check` if a page is not up to date, and `spec diff` if a difference
//! breaks configurations.
//!
//! [`run`] is the whole command on any [`Streams`], so that a test can run it many times.

mod check;
mod codes;
mod console;
mod convert;
mod decode;
mod diags;
mod docs;
mod edit;
mod eval;
mod expand;
mod explain;
mod fmt;
mod functions;
mod input;
mod lsp;
mod manual;
mod parallel;
mod progress;
mod references;
mod sample;
mod schema;
mod spec;
mod spec_files;
mod structs;
mod terraform;
mod values;
mod variables;
mod vars;

use std::ffi::OsString;

use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use hcldyn::cli::{FAILURE, FmtArgs};
use hcldyn::diag::{Code, Style, escape_controls};

/// The streams that the command reads from and writes to.
#[doc(inline)]
pub use hcldyn::cli::Streams;

pub use self::codes::CODES;
use self::decode::hcldec;
use self::functions::EffectsArg;
use self::terraform::TerraformCommand;
use self::variables::VariablesArg;

/// Decodes, checks, formats, edits and expands HCL files, and evaluates HCL expressions.
#[derive(Debug, Parser)]
#[command(name = "hcldyn", version, disable_version_flag = true)]
struct Cli {
    // Without the short -V, which sets variables in the commands.
    /// Print version.
    #[arg(long, action = ArgAction::Version)]
    version: Option<bool>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Reports the errors and warnings in files and directories.
    ///
    /// They are printed to standard output in the order of the files. The exit code is 0 without errors, 1
    /// if a file has an error, a directory has no files to check or --diff shows changes, and 2 if the
    /// arguments, the spec file or the variables are invalid.
    Check(check::CheckArgs),
    /// Prints a file in native syntax as JSON syntax, or the reverse.
    ///
    /// Both have the same values. Comments are lost. In JSON syntax, only a spec file distinguishes blocks
    /// from attributes; without one, all items become attributes.
    Convert(convert::ConvertArgs),
    /// Decodes a configuration and prints it as JSON, by a spec file or as it is written.
    ///
    /// Without a spec file, the blocks of each type are a list, in an object for each of their labels.
    ///
    /// The exit code is 0 on success, 1 if the result can't be written in the format or to the file of
    /// --out, and 2 for any other error. All arguments of hcldec, the command of the reference
    /// implementation (hashicorp/hcl), are accepted; invoked through a link or a copy named hcldec, this
    /// program accepts only those and --var. Without --spec, its exit code is 1.
    #[command(args_override_self = true)]
    Decode {
        #[command(flatten)]
        options: decode::DecodeArgs,
        #[command(flatten)]
        more: decode::DecodeMoreArgs,
    },
    /// Prints or writes reference pages of a spec file.
    ///
    /// They show all blocks and arguments with their types, defaults and docs. The exit code is 0, 2 if
    /// there is an error, and 1 if a file is not up to date although --check is given.
    Docs(docs::DocsArgs),
    /// Evaluates an expression and prints its value.
    Eval(eval::EvalArgs),
    /// Evaluates expressions typed at a prompt, or those on standard input.
    #[command(long_about = console::ABOUT)]
    Console {
        #[command(flatten)]
        vars: VariablesArg,
        #[command(flatten)]
        effects: EffectsArg,
    },
    /// Prints files with their dynamic blocks replaced by the blocks they generate.
    ///
    /// The collections and labels of dynamic blocks, and the expressions in generated blocks that use an
    /// iterator, are evaluated if all their variables are given and all their functions are known. All
    /// other expressions stay as written. A dynamic block whose `for_each` or `labels` can't be evaluated
    /// is kept, and so is an expression that can't be evaluated; the values of the iterators of generated
    /// blocks around it are inserted. A variable such as var.name counts as not given if the variables file
    /// sets var to an object without an attribute "name".
    Expand(expand::ExpandArgs),
    /// Explains the code of an error or a warning, or lists all codes.
    Explain {
        /// The code, such as missing-attribute. Without it, all codes are listed.
        #[arg(value_parser = explain::parse_code)]
        code: Option<Code>,
    },
    /// Formats files: indentation, alignment, and the spaces between tokens.
    ///
    /// The names of the changed files are printed. Errors in a file are reported, and only the blocks and
    /// attributes without errors are formatted. The exit code is 0 on success, 1 if a file has an error or
    /// would change although --check or --diff is given, and 2 if the arguments are invalid.
    Fmt(FmtArgs),
    /// Prints an attribute's value, a part of it, or a block, as it is written.
    ///
    /// The exit code is 0, or 2 if there is an error.
    Get(edit::GetArgs),
    /// Sets an attribute or a part of its value, and adds it if it does not exist.
    ///
    /// Nothing else in the file changes. A new item has the layout of its neighbours. The exit code is 0,
    /// or 2 if there is an error; the file is unchanged then.
    Set(edit::SetArgs),
    /// Removes an attribute, a block, or a part of a value.
    ///
    /// Comments on the lines of the item are removed with it; those above it stay. The exit code is 0, or
    /// 2 if there is an error; the file is unchanged then.
    Rm(edit::RmArgs),
    /// Serves an editor: diagnostics, completion and other answers about HCL files.
    #[command(long_about = lsp::ABOUT)]
    Lsp(lsp::LspArgs),
    /// Prints a sample of the configurations that a spec file describes.
    ///
    /// It has all attributes and blocks except hidden and deprecated ones that are not required, with their
    /// documentation as comments. Required ones have a plausible value; optional ones are commented out.
    /// The exit code is 0, or 2 if the spec file has an error.
    Sample(sample::SampleArgs),
    /// Prints the JSON Schema of a spec file, for editors of JSON syntax.
    ///
    /// It follows draft 2020-12, and works as draft-07 too. With --of value, it describes decoded values. With
    /// --format typescript, the types of decoded values are printed in TypeScript. The exit code is 0, or 2 if
    /// there is an error.
    Schema(schema::SchemaArgs),
    /// Prints a spec file in a canonical form, or the differences between two of them.
    #[command(subcommand)]
    Spec(spec_files::SpecCommand),
    /// Evaluates a module of Terraform or OpenTofu without a provider.
    #[command(subcommand)]
    Terraform(TerraformCommand),
    /// Prints the variables that a configuration refers to.
    ///
    /// There are two lists: the variables needed to expand dynamic blocks, and all variables. The exit code
    /// is 0, or 2 if there is an error.
    Vars(vars::VarsArgs),
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints a man page.
    Man {
        /// The command to describe. The default is a page about all commands.
        command: Option<String>,
    },
}

/// Runs the command and returns its exit code.
///
/// The first argument is the name by which the program was called.
///
/// ```
/// use hcldyn_cli::{Streams, run};
///
/// let mut output = Vec::new();
/// let args = ["hcldyn", "eval", "1 + 1"].map(Into::into);
/// let exit_code = run(args, &mut Streams::new(&[][..], &mut output, std::io::sink()));
/// assert_eq!((exit_code, output.as_slice()), (0, &b"2\n"[..]));
/// ```
pub fn run(args: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> u8 {
    let args: Vec<_> = args.into_iter().collect();
    if hcldec::is_called(&args) {
        return hcldec::run(args, streams);
    }
    match Cli::try_parse_from(args) {
        Ok(cli) => cli.command.run(streams),
        Err(error) => usage(&error, streams),
    }
}

impl Command {
    fn run(self, streams: &mut Streams<'_>) -> u8 {
        match self {
            Self::Check(options) => check::run(&options, streams),
            Self::Convert(options) => {
                streams.printed(|streams, diags| convert::convert(&options, streams, diags))
            }
            Self::Decode { options, more } => decode::run(&options, &more, streams),
            Self::Docs(options) => docs::run(&options, streams),
            Self::Console { vars, effects } => {
                let ctx = streams.reported(|streams, diags| vars.context(&effects, streams, diags));
                ctx.map_or(FAILURE, |ctx| console::run(ctx, streams))
            }
            Self::Eval(options) => {
                streams.printed(|streams, diags| eval::eval(&options, streams, diags))
            }
            Self::Expand(options) => {
                streams.printed(|streams, diags| expand::expand(&options, streams, diags))
            }
            Self::Fmt(options) => fmt::run(&options, streams),
            Self::Get(options) => {
                streams.printed(|streams, diags| edit::get(&options, streams, diags))
            }
            Self::Set(options) => {
                streams.printed(|streams, diags| edit::set(&options, streams, diags))
            }
            Self::Lsp(options) => lsp::run(&options, streams),
            Self::Rm(options) => {
                streams.printed(|streams, diags| edit::rm(&options, streams, diags))
            }
            Self::Sample(options) => {
                streams.printed(|streams, diags| sample::sample(&options, streams, diags))
            }
            Self::Schema(options) => {
                streams.printed(|streams, diags| schema::schema(&options, streams, diags))
            }
            Self::Spec(command) => command.run(streams),
            Self::Terraform(command) => command.run(streams),
            Self::Vars(options) => {
                streams.printed(|streams, diags| vars::vars(&options, streams, diags))
            }
            Self::Explain { code } => {
                streams.print_all(code.map_or_else(explain::list, explain::explanation))
            }
            Self::Completions { shell } => {
                streams.print_all(manual::completions(Cli::command(), shell))
            }
            Self::Man { command } => match manual::page(Cli::command(), command.as_deref()) {
                Ok(page) => streams.print_all(page),
                Err(error) => usage(&error, streams),
            },
        }
    }
}

/// Prints help, or reports the reason that the arguments are rejected. Only help has colors: an error repeats
/// arguments, which could contain control characters.
fn usage(error: &clap::Error, streams: &mut Streams<'_>) -> u8 {
    let text = error.render();
    if error.use_stderr() {
        streams.complain(&escape_controls(&text.to_string()));
        return FAILURE;
    }
    let text = match streams.output_style() {
        Style::Colored => text.ansi().to_string(),
        _ => text.to_string(),
    };
    streams.print_styled(&text).break_value().unwrap_or_default()
}
