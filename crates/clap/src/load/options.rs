//! The options of loading a configuration.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use clap::Command;
use hcldyn_core::environment::{Environment, EnvironmentFile};
use hcldyn_core::load::ReloadOutcome;
use hcldyn_core::spec::SettingSource;
use hcldyn_core::spec::outline::Outline;
use hcldyn_core::{Decoder, HclDecode};

use super::ProcessEnvironment;
use super::arguments::{LoadArgs, has_own_command, with_arguments};
use super::places::{self, Place};
use super::reload::Reload;
use crate::files::{STDIN, STDIN_NAME};
use crate::flags::variable;
use crate::{Dashed, FlagSet, FlagStyle};

/// The options of [`load`](super::load()): the command line of a program, and the layers of its configuration.
///
/// Each layer overrides those before it:
///
/// 1. the defaults of the [decoder](Self::decoder)
/// 2. files and directories: those of `--config`, where `-` is standard input, or the first file in the
///    [places](Self::file_name) that exists
/// 3. [drop-ins](Self::drop_ins) beside them
/// 4. [`.env` files](Self::env_files)
/// 5. files that variables of the [environment](Self::environment) name, and the variables
/// 6. [flags](Self::flags)
/// 7. `--set PATH=VALUE`, in the order of the arguments
/// 8. the values of the [decoder](Self::decoder)
pub struct Options {
    command: Command,
    decoder: Decoder,
    file_name: String,
    places: Option<Vec<PathBuf>>,
    drop_ins: Option<String>,
    confines_includes: bool,
    environment: Option<String>,
    reads_env_files: bool,
    flags: Option<fn(&Outline) -> FlagSet>,
    #[cfg(feature = "kit")]
    variables: Option<String>,
    pub(super) reload: Reload,
}

impl Options {
    /// Creates options with the command of the program, such as `Arguments::command()` of a type that derives
    /// `clap::Parser`. Only `--config` and `--set` set values then.
    pub fn new(command: Command) -> Self {
        Self {
            command,
            decoder: Decoder::new(),
            file_name: "config.hcl".to_owned(),
            places: None,
            drop_ins: None,
            confines_includes: false,
            environment: None,
            reads_env_files: false,
            flags: None,
            #[cfg(feature = "kit")]
            variables: None,
            reload: Reload::default(),
        }
    }

    /// Sets the decoder, with the variables, functions, defaults and limits of the program. Files of this decoder are
    /// read before the others.
    #[must_use]
    pub fn decoder(mut self, decoder: Decoder) -> Self {
        self.decoder = decoder;
        self
    }

    /// Sets the name of the configuration file, `config.hcl` by default. Without `--config`, the first of these files that
    /// exists is read; `--help` lists them:
    ///
    /// | system | places |
    /// |---|---|
    /// | Unix | `$XDG_CONFIG_HOME/app/` (by default, `~/.config/app/`), `app/` in each directory of `$XDG_CONFIG_DIRS` (by default, `/etc/xdg`), `/etc/app/` |
    /// | Windows | `%APPDATA%\app\`, `%PROGRAMDATA%\app\` |
    ///
    /// `app` is the name of the [command](Self::new). If none exists, the other layers are the configuration.
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = name.into();
        self
    }

    /// Sets the files and directories that are searched without `--config`, in place of those of the system.
    #[must_use]
    pub fn places<P: Into<PathBuf>>(mut self, places: impl IntoIterator<Item = P>) -> Self {
        self.places = Some(places.into_iter().map(Into::into).collect());
        self
    }

    /// Reads the `.hcl` files of a directory beside each configuration file, such as `conf.d`, as
    /// drop-ins (`Decoder::drop_ins`), in the order of their names. The directory may be missing.
    #[must_use]
    pub fn drop_ins(mut self, folder: impl Into<String>) -> Self {
        self.drop_ins = Some(folder.into());
        self
    }

    /// Requires that included files are in the directory of the first configuration file (`Decoder::within`). The decoder
    /// has the type of blocks that include files (`Decoder::includes`).
    #[must_use]
    pub fn confine_includes(mut self) -> Self {
        self.confines_includes = true;
        self
    }

    /// Sets items from environment variables whose names begin with a prefix, and from the files that some of them name:
    /// with the prefix `APP_`, `APP_SERVER__WEB__PORT` sets `server.web.port`, and `APP_TOKEN_FILE` names a file with the
    /// value of `token` (`Environment::value_files`).
    #[must_use]
    #[doc(alias = "env")]
    pub fn environment(mut self, prefix: impl Into<String>) -> Self {
        self.environment = Some(prefix.into());
        self
    }

    /// Reads variables from the files of `--env-file`, or from `.env` in the current directory if it exists. They have the
    /// prefix of the [environment](Self::environment), which overrides them.
    #[must_use]
    #[doc(alias = "dotenv")]
    pub fn env_files(mut self) -> Self {
        self.reads_env_files = true;
        self
    }

    /// Adds a flag for each attribute that a flag can set, such as `--server-port 80`. [`Flags`](crate::Flags) describes them.
    #[must_use]
    pub fn flags(self) -> Self {
        self.flags_styled::<Dashed>()
    }

    /// Adds [flags](Self::flags) with names of a style, such as [`Dotted`](crate::Dotted) ones.
    #[must_use]
    pub fn flags_styled<S: FlagStyle>(mut self) -> Self {
        self.flags = Some(FlagSet::styled::<S>);
        self
    }

    /// Lets the configuration declare variables (`Decoder::inputs`), which get their values from environment variables
    /// that begin with a prefix, and from `--var NAME=VALUE`. They replace the inputs of the [decoder](Self::decoder).
    #[cfg(feature = "kit")]
    #[must_use]
    pub fn variables(mut self, prefix: impl Into<String>) -> Self {
        self.variables = Some(prefix.into());
        self
    }

    /// Reloads the configuration when the process receives SIGHUP, also if no file changed. Systems without this signal do
    /// nothing.
    #[must_use]
    #[doc(alias = "sighup")]
    pub fn reload_on_signal(mut self) -> Self {
        self.reload.on_signal = true;
        self
    }

    /// Looks for changes of the files at an interval, and reloads the configuration if there are any.
    #[doc(alias = "hot reload")]
    #[must_use]
    pub fn watch(mut self, interval: Duration) -> Self {
        self.reload.interval = Some(interval);
        self
    }

    /// Sets the function that receives the outcome of each reload. By default, it is printed on standard error: the
    /// differences, or the errors of a configuration that is not valid, which does not come into use.
    ///
    /// ```
    /// use hcldyn::cli::Options;
    /// use hcldyn::load::ReloadOutcome;
    ///
    /// let options = Options::new(clap::Command::new("app"))
    ///     .file_name("app.hcl")
    ///     .places(["/etc/app/app.hcl", "app.hcl"])
    ///     .variables("APP_VAR_")
    ///     .log_reloads(|outcome: &ReloadOutcome| eprintln!("{outcome}"));
    /// ```
    #[must_use]
    pub fn log_reloads(mut self, log: impl Fn(&ReloadOutcome) + Send + Sync + 'static) -> Self {
        self.reload.log_by(log);
        self
    }

    /// Returns the whole command, to generate completions and manuals.
    pub fn command<T: HclDecode>(&self) -> Command {
        let flags = self.flag_set::<T>().unwrap_or_else(|| FlagSet::new(&T::spec().outline()));
        let flags = match &self.environment {
            Some(prefix) => flags.environment(prefix),
            None => flags,
        };
        let command = self.command.clone();
        let command = if self.has_flags() { flags.augment(command) } else { command };
        with_arguments(command, self, &flags.variables(self.has_flags()))
    }

    /// Returns `true` if the program has a subcommand of its own with the name of the commands about the configuration.
    pub(super) fn has_own_command(&self) -> bool {
        has_own_command(&self.command)
    }

    /// Returns the name of the program.
    fn name(&self) -> &str {
        self.command.get_name()
    }

    /// Returns the flags of the configuration.
    pub(super) fn flag_set<T: HclDecode>(&self) -> Option<FlagSet> {
        self.flags.map(|flags| flags(&T::spec().outline()))
    }

    pub(super) fn env_prefix(&self) -> Option<&str> {
        self.environment.as_deref()
    }

    pub(super) fn has_env_files(&self) -> bool {
        self.reads_env_files
    }

    pub(super) fn has_flags(&self) -> bool {
        self.flags.is_some()
    }

    pub(super) fn drop_in_folder(&self) -> Option<&str> {
        self.drop_ins.as_deref()
    }

    #[cfg(feature = "kit")]
    pub(super) fn variable_prefix(&self) -> Option<&str> {
        self.variables.as_deref()
    }

    /// Returns the places of a configuration file, the preferred one first.
    pub(super) fn all_places(&self, environment: &ProcessEnvironment) -> Vec<Place> {
        match &self.places {
            Some(places) => places.iter().cloned().map(Place::of).collect(),
            None => places::of_system(self.name(), &self.file_name, environment),
        }
    }

    /// Returns the files and directories of the configuration: those of the arguments, or the first place that exists.
    pub(super) fn paths(&self, args: &LoadArgs, environment: &ProcessEnvironment) -> Vec<PathBuf> {
        if !args.files.is_empty() {
            return args.files.clone();
        }
        let mut places = self.all_places(environment).into_iter().filter_map(|it| it.path);
        places.find(|path| path.exists()).into_iter().collect()
    }

    /// Returns the decoder with all layers.
    pub(super) fn decoder_of<T: HclDecode>(
        &self,
        args: &LoadArgs,
        paths: &[PathBuf],
        environment: ProcessEnvironment,
    ) -> Decoder {
        let mut decoder = self.decoder.clone();
        for path in paths {
            decoder = match &args.stdin {
                Some(stdin) if is_stdin(path) => decoder.text(STDIN_NAME, stdin.text()),
                _ if path.is_dir() => decoder.folder(path),
                _ => decoder.file(path),
            };
        }
        let files = paths.iter().filter(|path| !is_stdin(path));
        let mut folders: Vec<_> = files.map(|path| folder_of(path)).collect();
        folders.dedup();
        if let Some(first) = folders.first().filter(|_| self.confines_includes) {
            decoder = decoder.within(first);
        }
        if let Some(name) = &self.drop_ins {
            for folder in &folders {
                decoder = decoder.drop_ins(pattern_in(&folder.join(name)));
            }
        }
        decoder = self.with_environment::<T>(decoder, args, environment);
        decoder = self.with_source_names::<T>(decoder);
        decoder.flags(args.flags.clone()).overrides("--set", &args.overrides)
    }

    /// Returns a decoder that knows the environment variables and flags for each attribute.
    fn with_source_names<T: HclDecode>(&self, decoder: Decoder) -> Decoder {
        let (flags, command) = (self.flag_set::<T>(), self.command::<T>());
        let flags = LazyLock::new(move || flags.map(|flags| flags.named_as_in(command)));
        let prefix = self.environment.clone();
        decoder.source_names(move |path, source| {
            let prefix = prefix.as_ref().filter(|_| source == SettingSource::Environment);
            let variable = prefix.and_then(|prefix| Some(format!("{prefix}{}", variable(path)?)));
            let of_flag = flags.as_ref().map(|flags| flags.names(path, source));
            variable.into_iter().chain(of_flag.into_iter().flatten()).collect()
        })
    }

    fn with_environment<T: HclDecode>(
        &self,
        decoder: Decoder,
        args: &LoadArgs,
        environment: ProcessEnvironment,
    ) -> Decoder {
        #[cfg(feature = "kit")]
        let decoder = match &self.variables {
            Some(prefix) => {
                let variables = Environment::with_prefix(prefix).variables(environment.0.clone());
                let inputs = hcldyn_core::ext::kit::Inputs::new().environment(variables);
                decoder.inputs(inputs.arguments(&args.variables))
            }
            None => decoder,
        };
        let Some(prefix) = self.environment.clone() else { return decoder };
        // A variable of the configuration may have the prefix too.
        #[cfg(feature = "kit")]
        let other = self.variables.clone();
        #[cfg(not(feature = "kit"))]
        let other: Option<String> = None;
        let mut settings = Environment::new(move |name| {
            let is_other = other.as_ref().is_some_and(|it| name.starts_with(&**it));
            name.strip_prefix(&*prefix).filter(|_| !is_other)
        });
        if self.reads_env_files {
            settings = match &*args.env_files {
                [] => settings.file(EnvironmentFile::new(".env").optional()),
                files => files.iter().fold(settings, Environment::file),
            };
        }
        let settings = settings.value_files(&T::spec()).variables(environment.0);
        decoder.environment(settings)
    }
}

/// Returns `true` for the path of standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// Returns the directory of a file, or a directory itself.
fn folder_of(path: &Path) -> &Path {
    if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("")) }
}

/// Returns the pattern of the configuration files in a directory.
fn pattern_in(folder: &Path) -> String {
    let mut pattern = String::new();
    for c in folder.display().to_string().chars() {
        match c {
            '*' | '?' | '[' | ']' => pattern.extend(['[', c, ']']),
            c => pattern.push(c),
        }
    }
    pattern + "/*.hcl"
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("name", &self.name())
            .field("decoder", &self.decoder)
            .field("file_name", &self.file_name)
            .field("environment", &self.environment)
            .finish_non_exhaustive()
    }
}
