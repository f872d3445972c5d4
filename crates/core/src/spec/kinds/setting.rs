//! The sources that may set an attribute, and its flag on a command line.

use crate::cty::Str;

/// A kind of source of the value of an attribute, for [`AttrSpec::set_by`](super::AttrSpec::set_by). The defaults and values
/// of the program itself may always set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SettingSource {
    /// The sources, files, directories and drop-ins.
    File,
    /// The environment variables, and `.env` files.
    Environment,
    /// The flags and overrides of a command line.
    Flag,
}

/// The flag of an attribute on a command line, for [`AttrSpec::flag`](super::AttrSpec::flag).
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::spec::{AttrSpec, FlagOptions};
///
/// let flag = FlagOptions::new().short('p').long("port").variable("PORT");
/// let port = AttrSpec::new("port", Type::Number).flag(flag.clone());
/// assert_eq!(port.setting_options().unwrap().flag, flag);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FlagOptions {
    /// The short name.
    pub short: Option<char>,
    /// The whole long name, without dashes before it. By default, it is made from the path of the attribute.
    pub long: Option<Str>,
    /// Other long names, which the help does not show.
    pub aliases: Vec<Str>,
    /// The environment variable that is read if the flag is not given.
    pub variable: Option<Str>,
    /// `true` if the help leaves the flag out.
    pub is_hidden: bool,
}

/// The options of an attribute about the sources of its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SettingOptions {
    /// The flag.
    pub flag: FlagOptions,
    /// The sources that may set the attribute; empty if all may.
    pub sources: Vec<SettingSource>,
}

impl FlagOptions {
    /// Creates the options of a flag whose name is made from the path of the attribute.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the short name.
    #[must_use]
    pub fn short(mut self, short: char) -> Self {
        self.short = Some(short);
        self
    }

    /// Sets the whole long name, without dashes before it.
    #[must_use]
    pub fn long(mut self, long: impl Into<Str>) -> Self {
        self.long = Some(long.into());
        self
    }

    /// Adds another long name, which the help does not show.
    ///
    /// ```
    /// use hcldyn::spec::FlagOptions;
    ///
    /// let flag = FlagOptions::new().long("port").alias("listen");
    /// assert_eq!(flag.aliases, ["listen"]);
    /// ```
    #[must_use]
    pub fn alias(mut self, alias: impl Into<Str>) -> Self {
        self.aliases.push(alias.into());
        self
    }

    /// Sets the environment variable that is read if the flag is not given.
    #[must_use]
    pub fn variable(mut self, variable: impl Into<Str>) -> Self {
        self.variable = Some(variable.into());
        self
    }

    /// Leaves the flag out of the help.
    #[must_use]
    pub fn hide(mut self) -> Self {
        self.is_hidden = true;
        self
    }
}

impl SettingOptions {
    /// Returns `true` if a source may set the attribute.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, SettingSource};
    ///
    /// let token = AttrSpec::new("token", Type::String).set_by([SettingSource::Environment]);
    /// assert!(!token.setting_options().unwrap().allows(SettingSource::File));
    /// ```
    pub fn allows(&self, source: SettingSource) -> bool {
        self.sources.is_empty() || self.sources.contains(&source)
    }
}

impl SettingSource {
    /// Returns the words for a value from this source, such as `in a file`.
    pub fn describe(self) -> &'static str {
        match self {
            Self::File => "in a file",
            Self::Environment => "by an environment variable",
            Self::Flag => "by a flag",
        }
    }
}
