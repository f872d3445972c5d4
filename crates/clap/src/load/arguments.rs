//! The arguments of a program about its configuration.

use std::fmt::Write as _;
use std::iter;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, Subcommand as _, value_parser};
use hcldyn_core::load::FlagSetting;
use hcldyn_core::syntax::Source;

use super::{Options, ProcessEnvironment};
use crate::{ConfigCommand, FlagSet};

/// The name of the subcommand about the configuration.
pub(super) const COMMAND: &str = "config";

// The identifiers of the arguments. Those of other commands here do not begin like this: clap would take one for the other.
const FILES: &str = "hcldyn_load.config";
const OVERRIDES: &str = "hcldyn_load.set";
const ENV_FILES: &str = "hcldyn_load.env_file";
#[cfg(feature = "kit")]
const VARIABLES: &str = "hcldyn_load.var";
const PRINTS: &str = "hcldyn_load.print_config";

/// The heading of the arguments in the help.
const HEADING: &str = "Configuration";

/// The arguments about the configuration.
pub(super) struct LoadArgs {
    pub(super) files: Vec<PathBuf>,
    pub(super) flags: Vec<FlagSetting>,
    pub(super) overrides: Vec<String>,
    pub(super) env_files: Vec<PathBuf>,
    #[cfg(feature = "kit")]
    pub(super) variables: Vec<String>,
    pub(super) prints: bool,
    /// The content of standard input, once it is read.
    pub(super) stdin: Option<Source>,
}

impl LoadArgs {
    pub(super) fn of(matches: &ArgMatches, flags: Option<&FlagSet>) -> Self {
        Self {
            files: all(matches, FILES),
            flags: flags.map(|flags| flags.settings(matches)).unwrap_or_default(),
            overrides: all(matches, OVERRIDES),
            env_files: all(matches, ENV_FILES),
            #[cfg(feature = "kit")]
            variables: all(matches, VARIABLES),
            prints: matches.get_flag(PRINTS),
            stdin: None,
        }
    }
}

/// Returns all values of an argument, if the command has it.
fn all<V: Clone + Send + Sync + 'static>(matches: &ArgMatches, id: &str) -> Vec<V> {
    let values = matches.try_get_many::<V>(id).ok().flatten();
    values.into_iter().flatten().cloned().collect()
}

/// Returns a command with the arguments and subcommands about the configuration. `variables` are those of the environment
/// that the help lists, with their docs.
pub(super) fn with_arguments(
    command: Command,
    options: &Options,
    variables: &[(&str, String)],
) -> Command {
    let files = "Reads this file or directory, or standard input for -, in place of the files below. It may be \
                 used several times";
    let set = "Sets an attribute, such as server.web.port=80, or adds to a list with +=. The value is an \
               expression, so a string has quotes. It may be used several times";
    let prints = "Prints every value with the layer and the location that set it, and ends. \
                  Sensitive values are hidden";
    let mut args = vec![
        argument(FILES, "config", "PATH", files)
            .value_parser(value_parser!(PathBuf))
            .value_hint(clap::ValueHint::AnyPath),
        argument(OVERRIDES, "set", "PATH=VALUE", set),
    ];
    if options.has_env_files() && options.env_prefix().is_some() {
        let help = "Reads variables from this file, in place of .env. It may be used several times";
        let arg = argument(ENV_FILES, "env-file", "FILE", help);
        let parser = value_parser!(PathBuf);
        args.push(arg.value_parser(parser).value_hint(clap::ValueHint::FilePath));
    }
    #[cfg(feature = "kit")]
    if options.variable_prefix().is_some() {
        let help = "Gives a variable its value. It may be used several times";
        args.push(argument(VARIABLES, "var", "NAME=VALUE", help));
    }
    let prints = Arg::new(PRINTS).long("print-config").help(prints).action(ArgAction::SetTrue);
    args.push(prints.help_heading(HEADING));
    let config = ConfigCommand::augment_subcommands(Command::new(COMMAND))
        .about("Checks, shows, changes and documents the configuration")
        .long_about(None)
        .subcommand_required(true)
        .arg_required_else_help(true);
    let args = args.into_iter().map(|arg| apart(&command, arg)).collect::<Vec<_>>();
    let own = command.get_after_help().map(ToString::to_string);
    let after = [own, listed(variables), Some(sources(options))];
    let after: Vec<_> = after.into_iter().flatten().collect();
    let command = if has_own_command(&command) { command } else { command.subcommand(config) };
    command.args(args).after_help(after.join("\n\n"))
}

/// Returns `true` if the program itself has a subcommand of the name. It then takes precedence.
pub(super) fn has_own_command(command: &Command) -> bool {
    let mut names = command
        .get_subcommands()
        .flat_map(|own| iter::once(own.get_name()).chain(own.get_all_aliases()));
    names.any(|name| name == COMMAND)
}

/// Returns an argument that may be used several times, also with the subcommands.
fn argument(id: &'static str, long: &'static str, value: &'static str, help: &'static str) -> Arg {
    let arg = Arg::new(id).long(long).value_name(value).help(help).help_heading(HEADING);
    arg.action(ArgAction::Append).global(true)
}

/// Renames an argument if the program has an option of its name: `--set` becomes `--config-set`. A flag of the configuration
/// is renamed in place of an argument here.
fn apart(command: &Command, arg: Arg) -> Arg {
    let is_programs = |arg: &&Arg| !arg.get_id().as_str().starts_with("hcldyn.");
    let mut taken = command.get_arguments().filter(is_programs).flat_map(|own| {
        own.get_long().into_iter().chain(own.get_all_aliases().into_iter().flatten())
    });
    match arg.get_long().map(str::to_owned) {
        Some(long) if taken.any(|it| it == long) => arg.long(format!("config-{long}")),
        _ => arg,
    }
}

/// Returns the list of environment variables for the help.
fn listed(variables: &[(&str, String)]) -> Option<String> {
    let width = variables.iter().map(|(name, _)| name.len()).max()?;
    let lines = variables.iter().map(|(name, docs)| format!("\n  {name:width$}  {docs}"));
    let lines: String = lines.map(|line| line.trim_end().to_owned()).collect();
    Some(format!("Environment variables:{lines}"))
}

/// Returns the description of the sources of values for the help.
fn sources(options: &Options) -> String {
    let environment: ProcessEnvironment = std::env::vars_os().collect();
    let mut text = "Sources of values, each overriding those before it:\n".to_owned();
    let mut number = 0;
    let mut add = |line: &str| {
        number += 1;
        // Writing to a string never fails.
        let _ = writeln!(text, "  {number}. {line}");
    };
    let places = options.all_places(&environment).into_iter();
    let places = places.map(|place| format!("\n       {}", place.shown)).collect::<String>();
    add(&format!("--config, or the first of these files that exists:{places}"));
    if let Some(folder) = options.drop_in_folder() {
        add(&format!("{folder}/*.hcl beside it"));
    }
    if let Some(prefix) = options.env_prefix() {
        if options.has_env_files() {
            add("variables in --env-file, or in .env");
        }
        add(&format!(
            "environment variables: {prefix}A__B sets a.b, and {prefix}A__B_FILE names a file with its value"
        ));
    }
    if options.has_flags() {
        add("the flags of attributes");
    }
    add("--set, in the order of the arguments");
    text.truncate(text.trim_end().len());
    text
}
