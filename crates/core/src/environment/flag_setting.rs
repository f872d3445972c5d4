//! The values of a flag, and the attribute that it sets.

use std::ffi::OsString;
use std::fmt;

use crate::cty::Str;
use crate::cty::internal::CollectVec;

/// The values of one command-line flag, such as `--server-port 80`, and the attribute that it sets.
///
/// The type of the attribute decides. For a list, a set and a tuple, each value is one element. For a map, each is
/// `KEY=VALUE`. For all other types, the last value counts. A string is taken literally, a number and a bool are converted,
/// and everything else is parsed as an expression, as in the [environment](crate::Decoder::environment).
#[derive(Clone, PartialEq, Eq)]
pub struct FlagSetting {
    pub(crate) name: String,
    pub(crate) path: Vec<Str>,
    pub(crate) values: Vec<OsString>,
    pub(crate) is_variable: bool,
}

impl FlagSetting {
    /// Creates the setting of a flag: its name for messages with its dashes, the path of the attribute (the types of the
    /// blocks around it, then its name), and the values in their order.
    pub fn new<P: Into<Str>, V: Into<OsString>>(
        flag: impl Into<String>,
        path: impl IntoIterator<Item = P>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        Self {
            name: flag.into(),
            path: path.into_iter().map(Into::into).collect_vec(),
            values: values.into_iter().map(Into::into).collect_vec(),
            is_variable: false,
        }
    }

    /// Creates the setting of an environment variable that a program reads in place of a flag. It is in the layer of the
    /// [environment](crate::Decoder::environment), and its value is written as there.
    ///
    /// ```
    /// use hcldyn::load::FlagSetting;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let port = FlagSetting::of_variable("APP_PORT", ["port"], "8080");
    /// assert_eq!(Decoder::new().flags([port]).decode_str::<Config>("port = 80")?.value.port, 8080);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn of_variable<P: Into<Str>>(
        name: impl Into<String>,
        path: impl IntoIterator<Item = P>,
        value: impl Into<OsString>,
    ) -> Self {
        Self { is_variable: true, ..Self::new(name, path, [value]) }
    }

    /// Returns the name of the flag with its dashes, or that of the environment variable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the types of the blocks around the attribute, then its name.
    pub fn path(&self) -> &[Str] {
        &self.path
    }

    /// Returns the name of the source that the values are in messages.
    pub(crate) fn source_name(&self) -> String {
        if self.is_variable {
            return format!("<environment variable {}>", self.name);
        }
        self.name.clone()
    }
}

/// Shows the name and the path, but not the values, which may be secret.
impl fmt::Debug for FlagSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlagSetting")
            .field("name", &self.name)
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}
