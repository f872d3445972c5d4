//! Command-line flags for the attributes of a configuration, from its spec.

mod arguments;
mod gather;
mod style;
mod value;

use std::fmt;
use std::marker::PhantomData;
use std::slice;
use std::vec;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use hcldyn_core::HclDecode;
use hcldyn_core::cty::Str;
use hcldyn_core::load::FlagSetting;
use hcldyn_core::spec::SettingSource;
use hcldyn_core::spec::outline::Outline;

use self::gather::Flag;
pub use self::style::{Dashed, Dotted, FlagStyle};
use super::apart::apart;

/// One flag for each attribute of a configuration that a flag can set, for `#[command(flatten)]`.
///
/// `--server-port 80` sets the attribute `port` of the block `server`. The type `S` has the form of the names: [`Dashed`], the
/// default, [`Dotted`] (`--server.port`), or a [`FlagStyle`] of the program. A flag is repeated for each element of a list, a
/// set or a tuple (`--zones a --zones b`), and for each entry of a map (`--tags team=web`). `--tls` and `--no-tls` set a bool.
/// A string is taken literally; objects and other values are expressions.
///
/// Single blocks without labels are part of the names, and headings of the help, unless a block of a layer replaces or
/// follows those of the layers below. So is the only label of a block if it selects the form of the block:
/// `--storage-s3-bucket b` sets `bucket` in `storage "s3"`. All other blocks, and
/// attributes whose names the spec does not know, have no flags: a program offers `Decoder::overrides` for them. Neither has
/// the content of a block inside a block with the same content. There are at most 4,096 flags, for the outermost attributes.
///
/// The help has the docs, the type, the allowed values and the default of each attribute; completions have the allowed values.
/// Hidden and deprecated attributes, and aliases, are not in the help. If the program has a flag of the same name, the flag here
/// begins with `--config-`; if two attributes have the same one, the inner one has dots in place of dashes.
///
/// The values are checked by `Decoder::flags`, with the name of the flag as the source location.
///
/// ```
/// use clap::Parser;
/// use hcldyn::cli::Flags;
/// use hcldyn::{Decoder, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     zones: Vec<String>,
///     #[hcl(block)]
///     server: Server,
/// }
///
/// #[derive(HclDecode)]
/// struct Server {
///     port: u16,
///     #[hcl(default = true)]
///     tls: bool,
/// }
///
/// #[derive(Parser)]
/// struct Arguments {
///     #[command(flatten)]
///     flags: Flags<Config>,
/// }
///
/// let arguments = ["app", "--server-port", "8080", "--no-server-tls", "--zones", "a", "--zones", "b"];
/// let decoder = Decoder::new().text("app.hcl", "server {\n  port = 80\n}\n");
/// let config = decoder.clone().flags(Arguments::parse_from(arguments).flags).decode::<Config>()?.value;
/// assert_eq!((config.server.port, config.server.tls), (8080, false));
/// assert_eq!(config.zones, ["a", "b"]);
///
/// let flags = Arguments::parse_from(["app", "--zones=a", "--server-port=many"]).flags;
/// let mistake = decoder.flags(flags).decode::<Config>().err().unwrap().to_string();
/// assert!(mistake.starts_with("--server-port:1:1: error: "), "{mistake}");
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
pub struct Flags<T, S = Dashed> {
    settings: Vec<FlagSetting>,
    of: PhantomData<fn() -> (T, S)>,
}

impl<T, S> Flags<T, S> {
    /// Returns the values of the flags that were given.
    pub fn settings(&self) -> &[FlagSetting] {
        &self.settings
    }
}

impl<T: HclDecode, S: FlagStyle> Flags<T, S> {
    fn set() -> FlagSet {
        FlagSet::styled::<S>(&T::spec().outline())
    }
}

impl<T, S> Clone for Flags<T, S> {
    fn clone(&self) -> Self {
        Self { settings: self.settings.clone(), of: PhantomData }
    }
}

/// No flags.
impl<T, S> Default for Flags<T, S> {
    fn default() -> Self {
        Self { settings: Vec::new(), of: PhantomData }
    }
}

/// Shows the names of the flags that were given, but not the values.
impl<T, S> fmt::Debug for Flags<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Flags").field(&self.settings).finish()
    }
}

impl<T, S> IntoIterator for Flags<T, S> {
    type Item = FlagSetting;
    type IntoIter = vec::IntoIter<FlagSetting>;

    fn into_iter(self) -> Self::IntoIter {
        self.settings.into_iter()
    }
}

impl<'a, T, S> IntoIterator for &'a Flags<T, S> {
    type Item = &'a FlagSetting;
    type IntoIter = slice::Iter<'a, FlagSetting>;

    fn into_iter(self) -> Self::IntoIter {
        self.settings.iter()
    }
}

impl<T: HclDecode, S: FlagStyle> Args for Flags<T, S> {
    fn augment_args(command: Command) -> Command {
        Self::set().augment(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: HclDecode, S: FlagStyle> FromArgMatches for Flags<T, S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { settings: Self::set().settings(matches), of: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.settings.extend(Self::set().settings(matches));
        Ok(())
    }
}

/// The flags for the attributes of an outline, for programs that know their spec only when they run. [`Flags`] describes them.
///
/// ```
/// use clap::Command;
/// use hcldyn::cli::FlagSet;
/// use hcldyn::cty::Type;
/// use hcldyn::spec::{AttrSpec, Spec};
///
/// let spec: Spec = AttrSpec::new("port", Type::Number).into();
/// let flags = FlagSet::new(&spec.outline());
/// let matches = flags.augment(Command::new("app")).get_matches_from(["app", "--port", "80"]);
/// assert_eq!(flags.settings(&matches).len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct FlagSet {
    flags: Vec<Flag>,
}

impl FlagSet {
    /// Creates the flags of an outline, with the names of [`Dashed`].
    pub fn new(outline: &Outline) -> Self {
        Self::styled::<Dashed>(outline)
    }

    /// Creates the flags of an outline, with names in a style.
    ///
    /// ```
    /// use clap::Command;
    /// use hcldyn::cli::{Dotted, FlagSet};
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
    ///
    /// let port = AttrSpec::new("port", Type::Number).into();
    /// let server = Spec::from(BlocksSpec::new("server", Spec::object([("port", port)])));
    /// let flags = FlagSet::styled::<Dotted>(&server.outline());
    /// let matches = flags.augment(Command::new("app")).get_matches_from(["app", "--server.port", "80"]);
    /// assert_eq!(flags.settings(&matches)[0].path(), ["server", "port"]);
    /// ```
    pub fn styled<S: FlagStyle>(outline: &Outline) -> Self {
        Self { flags: gather::flags(outline, S::name) }
    }

    /// Shows in the help which environment variable with a prefix sets each attribute, as `Decoder::environment` reads them.
    ///
    /// ```
    /// use clap::Command;
    /// use hcldyn::cli::FlagSet;
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, Spec};
    ///
    /// let spec: Spec = AttrSpec::new("port", Type::Number).into();
    /// let flags = FlagSet::new(&spec.outline()).environment("APP_");
    /// let help = flags.augment(Command::new("app")).render_help().to_string();
    /// assert!(help.contains("--port <NUMBER>  [env: APP_PORT]"), "{help}");
    /// ```
    #[must_use]
    pub fn environment(mut self, prefix: &str) -> Self {
        for flag in self.flags.iter_mut().filter(|it| it.allows(SettingSource::Environment)) {
            flag.setting = variable(&flag.path).map(|name| format!("{prefix}{name}"));
        }
        self
    }

    /// Returns the names by which a source sets the attribute with a path, for `Decoder::source_names`: its flag and its own
    /// environment variable, unless the help leaves the flag out. Paths with labels have none.
    ///
    /// ```
    /// use hcldyn::cli::FlagSet;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(flag(env = "PORT"))]
    ///     port: u16,
    /// }
    ///
    /// let flags = FlagSet::new(&Config::spec().outline());
    /// let decoder = Decoder::new().source_names(move |path, source| flags.names(path, source));
    /// let mistake = decoder.decode_str::<Config>("").err().unwrap();
    /// assert!(mistake.to_string().ends_with("Set \"port\" in a file, by PORT or by --port."));
    /// ```
    pub fn names(&self, path: &[Str], source: SettingSource) -> Vec<String> {
        let flag = self.flags.iter().find(|it| it.path == path && !it.is_hidden);
        let name = flag.and_then(|flag| match source {
            SettingSource::Environment => flag.variable.clone(),
            SettingSource::Flag => Some(format!("--{}", flag.name)),
            _ => None,
        });
        name.into_iter().collect()
    }

    /// Renames the flags as in a command: a flag with the name of one of the command's own options has another name there.
    pub(crate) fn named_as_in(mut self, mut command: Command) -> Self {
        command.build();
        for flag in &mut self.flags {
            let id = arguments::id(&flag.name);
            let argument = command.get_arguments().find(|it| *it.get_id() == *id);
            if let Some(name) = argument.and_then(Arg::get_long) {
                flag.name = name.to_owned();
            }
        }
        self
    }

    /// Returns the names and docs of the environment variables: those of all attributes, or of those that no flag may set. Their
    /// own variables are read with flags only.
    pub(crate) fn variables(&self, has_flags: bool) -> Vec<(&str, String)> {
        let flags = self.flags.iter().filter(|it| !(it.is_hidden || has_flags && it.is_shown()));
        let named = flags.flat_map(|flag| {
            let own = flag.variable.as_deref().filter(|_| has_flags);
            let names = flag.setting.as_deref().into_iter().chain(own);
            names.map(|name| (name, flag.summary()))
        });
        named.collect()
    }

    /// Adds the flags to a command.
    pub fn augment(&self, command: Command) -> Command {
        let arguments = self.flags.iter().flat_map(Flag::arguments);
        // Arguments without a heading of their own keep that of the command.
        arguments.fold(command, Command::arg).defer(apart)
    }

    /// Returns the values of the flags that were given.
    pub fn settings(&self, matches: &ArgMatches) -> Vec<FlagSetting> {
        self.flags.iter().filter_map(|flag| flag.setting(matches)).collect()
    }
}

/// Returns the end of the name of the environment variable that sets the attribute with a path, or `None` if no variable can
/// have the name.
pub(crate) fn variable(path: &[Str]) -> Option<String> {
    let is_part = |c: char| c == '-' || c == '_' || c.is_ascii_alphanumeric();
    let is_name = |name: &Str| name.chars().all(is_part) && !name.contains("__");
    let names = path.iter().map(|name| name.to_uppercase().replace('-', "_"));
    path.iter().all(is_name).then(|| names.collect::<Vec<_>>().join("__"))
}
