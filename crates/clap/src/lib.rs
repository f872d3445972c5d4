#![doc = include_str!("intro.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod apart;
mod check;
mod diags;
mod docs;
mod effective;
pub mod files;
mod fix;
mod flags;
mod fmt;
pub mod json;
mod levels;
mod load;
#[cfg(feature = "lsp")]
mod lsp;
mod migrate;
mod reports;
mod sample;
mod schema;
mod set;
mod spec;
mod streams;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use hcldyn_core::spec::outline::Outline;
use hcldyn_core::spec::{Spec, language};
use hcldyn_core::syntax::{Source, parse_body_by_name};
use hcldyn_core::{Decoder, Diagnostics, EvalContext, HclDecode};

pub use self::check::{CheckArgs, Tally};
pub use self::docs::DocsArgs;
pub use self::effective::PathArgs;
pub use self::fix::{FixArgs, Fixed};
pub use self::flags::{Dashed, Dotted, FlagSet, FlagStyle, Flags};
pub use self::fmt::{FmtArgs, FormatFile, FormattedFile, PrintFile};
pub use self::levels::LevelArgs;
pub use self::load::{Loaded, Options, load};
pub use self::migrate::MigrateArgs;
pub use self::reports::{DiagsArg, InputReport, Reports, RuleDescription};
pub use self::sample::SampleArgs;
pub use self::schema::SchemaArgs;
pub use self::set::SetArgs;
pub use self::spec::{SpecDiffArgs, SpecWriteArgs, Syntax};
pub use self::streams::Streams;

/// The exit code when there is an error. Wrong arguments have it too.
pub const FAILURE: u8 = 2;

/// The subcommands of a program about its configuration. The crate lists them.
#[derive(Clone, Debug, Subcommand)]
#[non_exhaustive]
pub enum ConfigCommand {
    /// Reports the errors and warnings in configurations.
    ///
    /// The exit code is 0 without errors, 1 if a configuration has an error, and 2 if the arguments are invalid.
    Check(CheckArgs),
    /// Prints or writes reference pages of the configuration.
    ///
    /// They show all blocks and arguments with their types, defaults and docs. The exit code is 0, 2 if
    /// there is an error, and 1 if a file is not up to date although --check is given.
    Docs(DocsArgs),
    /// Prints a value with the layers that set it, the effective one first.
    ///
    /// Sensitive values are hidden. The exit code is 0, or 2 if the configuration or the path has an error.
    Explain(PathArgs),
    /// Formats files: indentation, alignment, and the spaces between tokens.
    ///
    /// The names of the changed files are printed. Errors in a file are reported, and only the blocks and
    /// attributes without errors are formatted. The exit code is 0 on success, 1 if a file has an error or
    /// would change although --check or --diff is given, and 2 if the arguments are invalid.
    Fmt(FmtArgs),
    /// Prints a value as an HCL expression.
    ///
    /// Sensitive values are hidden. The exit code is 0, or 2 if the configuration or the path has an error.
    Get(PathArgs),
    /// Serves an editor: diagnostics, completion and other answers about configurations.
    ///
    /// It speaks the Language Server Protocol on standard input and output. The exit code is 0, or 2 if there is an error.
    #[cfg(feature = "lsp")]
    Lsp,
    /// Shows the old forms in configurations as a diff to the new ones, or writes these.
    ///
    /// Comments and the layout stay, and so does the value that is decoded. The exit code is 0 if there is nothing to
    /// migrate or the new forms were written, 1 if there is an error or a diff without --write, and 2 if the arguments
    /// are invalid.
    Migrate(MigrateArgs),
    /// Prints a sample of the configuration.
    ///
    /// It has all attributes and blocks except hidden and deprecated ones that are not required, with their
    /// documentation as comments. Required ones have a plausible value; optional ones are commented out.
    Sample(SampleArgs),
    /// Prints the JSON Schema of the configuration, for editors of JSON syntax.
    ///
    /// It follows draft 2020-12, and works as draft-07 too. With --of value, it describes decoded values. With
    /// --format typescript, the types of decoded values are printed in TypeScript.
    Schema(SchemaArgs),
    /// Sets an attribute in the file that sets it, and prints the differences.
    ///
    /// If no file sets it, it is added to the first file that can contain it. Comments and layout stay. The exit code
    /// is 0, or 2 if the changed configuration would have an error, and the file stays as it is.
    Set(SetArgs),
    /// Prints the effective configuration as HCL, with the defaults.
    ///
    /// Sensitive values are hidden. The exit code is 0, or 2 if there is an error.
    Show,
    /// Prints the spec of the configuration, or its differences to a recorded one.
    #[command(subcommand)]
    Spec(SpecCommand),
}

/// The subcommands of [`ConfigCommand::Spec`].
#[derive(Clone, Debug, Subcommand)]
#[non_exhaustive]
pub enum SpecCommand {
    /// Prints the spec of the configuration as a spec file.
    ///
    /// The parts that a spec file can't contain, such as functions of the program, are listed on standard error.
    Write(SpecWriteArgs),
    /// Prints the differences between a recorded spec file and the configuration, and which of them break configurations.
    ///
    /// A difference is breaking if configurations that are valid under the recorded file can have errors now, as far as
    /// that is not certainly excluded. The exit code is 0 without such a difference, 1 with one, and 2 if the file has
    /// an error.
    Diff {
        /// The recorded spec file; "-" reads standard input.
        #[arg(id = "hcldyn.old", value_name = "OLD")]
        old: PathBuf,
        /// The other arguments.
        #[command(flatten)]
        args: SpecDiffArgs,
    },
}

impl ConfigCommand {
    /// Runs the command for a type on the streams of the process, without functions or variables.
    pub fn run<T: HclDecode>(&self) -> ExitCode {
        self.run_with::<T>(&Decoder::new())
    }

    /// Runs the command for a type on the streams of the process, with the decoder of the program.
    ///
    /// ```
    /// use clap::Parser;
    /// use hcldyn::cli::ConfigCommand;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Parser)]
    /// enum Command {
    ///     #[command(subcommand)]
    ///     Config(ConfigCommand),
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let Command::Config(command) = Command::parse_from(["app", "config", "sample"]);
    /// let _code = command.run_with::<Config>(&Decoder::new().text("app.hcl", "port = 80"));
    /// ```
    pub fn run_with<T: HclDecode>(&self, decoder: &Decoder) -> ExitCode {
        ExitCode::from(self.run_on::<T>(decoder, &mut Streams::standard()))
    }

    /// Runs the command for a type on any streams, and returns the exit code.
    pub fn run_on<T: HclDecode>(&self, decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
        // Authors may also write the blocks that the decoder reads itself.
        let (spec, whole) = (T::spec(), decoder.whole_spec::<T>());
        match self {
            Self::Check(args) => args.run::<T>(decoder, streams),
            Self::Docs(args) => args.run(whole.outline(), decoder.eval_context(), streams),
            Self::Explain(args) => args.explain::<T>(decoder, streams),
            Self::Fmt(args) => args.run(Some(&spec), streams),
            Self::Get(args) => args.get::<T>(decoder, streams),
            #[cfg(feature = "lsp")]
            Self::Lsp => lsp::serve::<T>(decoder, streams),
            Self::Migrate(args) => args.run::<T>(decoder, streams),
            Self::Sample(args) => streams.print_all(args.text(&whole.outline())),
            Self::Schema(args) => streams.print_all(args.text(&spec, &whole)),
            Self::Set(args) => args.run::<T>(decoder, streams),
            Self::Show => effective::show::<T>(decoder, streams),
            Self::Spec(command) => command.run(&spec, decoder, streams),
        }
    }
}

impl SpecCommand {
    fn run(&self, spec: &Spec, decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
        match self {
            Self::Write(args) => args.run(language::write(spec), streams),
            Self::Diff { old, args } => {
                let ctx = decoder.eval_context();
                let recorded = streams.reported(|streams, diags| {
                    outline(&files::read(old, streams, diags)?, ctx, diags)
                });
                let Some(recorded) = recorded else { return FAILURE };
                args.run(&recorded, &as_recorded(spec, ctx), streams)
            }
        }
    }
}

/// Returns the outline of a spec as a spec file has it. Otherwise the parts that a file can't contain would be differences.
fn as_recorded(spec: &Spec, ctx: &EvalContext) -> Outline {
    let written = Source::new("<spec>", language::write(spec).text);
    let read = outline(&written, ctx, &mut Diagnostics::new());
    read.unwrap_or_else(|| spec.outline())
}

/// Returns the outline of the spec in a spec file.
fn outline(source: &Source, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Outline> {
    let body = parse_body_by_name(source, diags);
    Some(language::read(&body, ctx, diags)?.spec.outline())
}
