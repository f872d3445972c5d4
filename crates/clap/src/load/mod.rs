//! The configuration of a program, loaded by one call.

mod arguments;
mod options;
mod places;
mod reload;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{ArgMatches, FromArgMatches};
use hcldyn_core::load::{Configuration, Watched};
use hcldyn_core::syntax::Source;
use hcldyn_core::{Diagnostics, HclDecode};

use self::arguments::LoadArgs;
pub use self::options::Options;
use self::options::is_stdin;
use self::reload::Reloading;
use super::effective::listing;
use super::{ConfigCommand, FAILURE, Streams, files};

/// Parses the command line of a program and loads its configuration. Commands about the configuration, such as
/// `app config check`, are run: then, for `--help` and after an error, the result is the exit code of the process. A program
/// with a subcommand `config` of its own has only that one.
///
/// # Errors
///
/// Returns the exit code if the program must end: 0 after `--help`, `--version` and `--print-config`, the code of a command
/// about the configuration, and [`FAILURE`] after an error, which is reported on standard error.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use clap::{CommandFactory, Parser};
/// use hcldyn::HclDecode;
/// use hcldyn::cli::{Options, load};
///
/// #[derive(HclDecode)]
/// struct Config {
///     port: u16,
/// }
///
/// /// Serves files.
/// #[derive(Parser)]
/// struct Arguments {}
///
/// fn main() -> ExitCode {
///     match load::<Config>(Options::new(Arguments::command()).environment("APP_")) {
///         Ok(loaded) => println!("listens on port {}", loaded.current().port),
///         Err(code) => return code,
///     }
///     ExitCode::SUCCESS
/// }
/// ```
#[doc(alias = "config")]
#[doc(alias = "figment")]
pub fn load<T>(options: Options) -> Result<Loaded<T>, ExitCode>
where
    T: HclDecode + Send + Sync + 'static,
{
    let matches = options.command::<T>().try_get_matches().map_err(|error| {
        // A failure to print can't be reported anywhere.
        let _ = error.print();
        exit_code(&error)
    });
    let environment = std::env::vars_os().collect();
    let run = |matches| options.run::<T>(matches, environment, &mut Streams::standard());
    matches.and_then(run).map_err(ExitCode::from)
}

/// A configuration that is in use, with the arguments of the program. Dropping it ends its [reload](Options::watch).
#[derive(Debug)]
#[non_exhaustive]
pub struct Loaded<T> {
    /// The configuration, which is loaded again when its files change. Clones share it.
    pub watched: Watched<T>,
    /// The arguments of the command line.
    pub matches: ArgMatches,
    /// The threads that reload the configuration.
    _reloading: Reloading,
}

impl<T> Loaded<T> {
    /// Returns the last valid struct.
    pub fn current(&self) -> Arc<T> {
        self.watched.current()
    }

    /// Returns the last valid configuration, with its warnings, files and source locations.
    pub fn configuration(&self) -> Arc<Configuration<Arc<T>>> {
        self.watched.configuration()
    }

    /// Returns the program's own arguments and subcommands. `A` is the type whose command the [options](Options::new) have.
    ///
    /// ```
    /// use clap::{CommandFactory, Parser};
    /// use hcldyn::HclDecode;
    /// use hcldyn::cli::{Options, Streams};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// #[derive(Parser)]
    /// struct Arguments {
    ///     #[arg(long)]
    ///     verbose: bool,
    /// }
    ///
    /// let options = Options::new(Arguments::command()).flags();
    /// let mut streams = Streams::new(&[][..], std::io::sink(), std::io::sink());
    /// let environment = [("HOME", "/nowhere")];
    /// let arguments = ["app", "--verbose", "--port", "80"];
    /// let loaded = options.load_from::<Config, _, _, _>(arguments, environment, &mut streams).unwrap();
    /// assert!(loaded.arguments::<Arguments>()?.verbose);
    /// # Ok::<(), clap::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the arguments are not those of the type.
    pub fn arguments<A: FromArgMatches>(&self) -> Result<A, clap::Error> {
        A::from_arg_matches(&self.matches)
    }
}

impl Options {
    /// Loads the configuration as [`load`](super::load()) does, with any arguments, beginning with the name of the program, any environment
    /// and any streams.
    ///
    /// # Errors
    ///
    /// Returns the exit code if the program must end, as [`load`](super::load()) does.
    ///
    /// ```
    /// use clap::Command;
    /// use hcldyn::HclDecode;
    /// use hcldyn::cli::{Options, Streams};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    ///     #[hcl(default = "localhost")]
    ///     host: String,
    /// }
    ///
    /// let options = || Options::new(Command::new("app")).environment("APP_");
    /// let mut streams = Streams::new(&[][..], std::io::sink(), std::io::sink());
    /// let environment = [("APP_PORT", "80"), ("HOME", "/nowhere")];
    /// let loaded = options().load_from::<Config, _, _, _>(["app"], environment, &mut streams);
    /// assert_eq!(loaded.map(|loaded| loaded.current().port), Ok(80));
    ///
    /// let arguments = ["app", "--set", "port = 81", "--print-config"];
    /// let mut output = Vec::new();
    /// let mut streams = Streams::new(&[][..], &mut output, std::io::sink());
    /// let code = options().load_from::<Config, _, _, _>(arguments, environment, &mut streams).err();
    /// assert_eq!(code, Some(0));
    /// drop(streams);
    /// let expected = "port = 81 # overrides at --set:1:8\nhost = \"localhost\" # default\n";
    /// assert_eq!(String::from_utf8_lossy(&output), expected);
    /// ```
    pub fn load_from<T, A, N, V>(
        self,
        arguments: impl IntoIterator<Item = A>,
        environment: impl IntoIterator<Item = (N, V)>,
        streams: &mut Streams<'_>,
    ) -> Result<Loaded<T>, u8>
    where
        T: HclDecode + Send + Sync + 'static,
        A: Into<OsString> + Clone,
        N: Into<OsString>,
        V: Into<OsString>,
    {
        let matches = self.command::<T>().try_get_matches_from(arguments).map_err(|error| {
            let text = error.render().to_string();
            if error.use_stderr() {
                streams.complain(&text);
            } else if let Some(code) = streams.print(text).break_value() {
                return code;
            }
            exit_code(&error)
        })?;
        let environment = environment.into_iter().map(|(name, value)| (name.into(), value.into()));
        self.run(matches, ProcessEnvironment(environment.collect()), streams)
    }

    /// Runs the command of the arguments, or loads the configuration.
    fn run<T>(
        self,
        matches: ArgMatches,
        environment: ProcessEnvironment,
        streams: &mut Streams<'_>,
    ) -> Result<Loaded<T>, u8>
    where
        T: HclDecode + Send + Sync + 'static,
    {
        let mut args = LoadArgs::of(&matches, self.flag_set::<T>().as_ref());
        let paths = self.paths(&args, &environment);
        if paths.iter().any(|path| is_stdin(path)) {
            args.stdin = Some(stdin(streams)?);
        }
        let decoder = self.decoder_of::<T>(&args, &paths, environment);
        if let Some(command) = self.config_command(&matches, streams)? {
            return Err(command.run_on::<T>(&decoder, streams));
        }
        let watched = Watched::<T>::new(decoder).map_err(|errors| {
            streams.report(&errors);
            if paths.is_empty() {
                streams.complain(NO_FILE);
            }
            FAILURE
        })?;
        if args.prints {
            return Err(streams.print_all(listing(&watched.configuration())));
        }
        streams.report(&watched.configuration().warnings);
        let reloading = self.reload.start(&watched).map_err(|error| {
            streams.complain(&format!("error: the configuration can't be reloaded: {error}\n"));
            FAILURE
        })?;
        Ok(Loaded { watched, matches, _reloading: reloading })
    }

    /// Returns the command about the configuration, if the arguments have one.
    fn config_command(
        &self,
        matches: &ArgMatches,
        streams: &mut Streams<'_>,
    ) -> Result<Option<ConfigCommand>, u8> {
        let Some((arguments::COMMAND, matches)) = matches.subcommand() else { return Ok(None) };
        if self.has_own_command() {
            return Ok(None);
        }
        ConfigCommand::from_arg_matches(matches).map(Some).map_err(|error| {
            streams.complain(&error.render().to_string());
            exit_code(&error)
        })
    }
}

/// The advice after errors in a configuration without files.
const NO_FILE: &str =
    "note: no configuration file was found; --help lists the places, and --config names one\n";

/// The environment of a process.
#[derive(Default)]
struct ProcessEnvironment(Vec<(OsString, OsString)>);

impl ProcessEnvironment {
    /// Returns the value of a variable, unless it is empty.
    fn get(&self, name: &str) -> Option<&OsStr> {
        let value = self.0.iter().find(|(it, _)| it == name).map(|(_, value)| &**value);
        value.filter(|value| !value.is_empty())
    }
}

impl FromIterator<(OsString, OsString)> for ProcessEnvironment {
    fn from_iter<I: IntoIterator<Item = (OsString, OsString)>>(variables: I) -> Self {
        Self(variables.into_iter().collect())
    }
}

/// Reads standard input. Reports errors.
fn stdin(streams: &mut Streams<'_>) -> Result<Source, u8> {
    let mut diags = Diagnostics::new();
    let source = files::read(Path::new(files::STDIN), streams, &mut diags);
    if !diags.is_empty() {
        streams.report(&diags);
    }
    source.ok_or(FAILURE)
}

fn exit_code(error: &clap::Error) -> u8 {
    u8::try_from(error.exit_code()).unwrap_or(FAILURE)
}
