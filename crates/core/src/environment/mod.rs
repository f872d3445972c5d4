//! Values from outside of a configuration: environment variables, `.env` files, and the forms of their strings.
//!
//! An [`Environment`] sets the items of a configuration by [`Decoder::environment`](crate::load), and its variables by
//! `Inputs::environment` of `ext::kit`.

mod diags;
mod file;
#[cfg(feature = "load")]
mod flag;
#[cfg(feature = "load")]
pub(crate) mod flag_setting;
mod lines;
mod read;
mod text;
mod variable;

use std::ffi::OsString;
use std::fmt;
use std::sync::Arc;

use crate::cty::internal::{CollectVec, sort_by};
use crate::source::{Place, Source};

pub use self::file::EnvironmentFile;
#[cfg(feature = "load")]
pub(crate) use self::flag::FlagText;
#[cfg(feature = "load")]
pub(crate) use self::flag_setting::FlagSetting;
pub(crate) use self::read::Environments;
pub use self::text::TextForm;
pub(crate) use self::text::{InputText, TextReading};
pub(crate) use self::variable::{Argument, EnvironmentValue, EnvironmentVariable};

/// Variables of the environment and of `.env` files, with the items that they set.
///
/// For a [`Decoder`](crate::Decoder), an item is a path in the configuration; for `Inputs` of `ext::kit`, it is the name of a
/// variable. Both take several environments, such as one for each [form](Self::form) of values.
///
/// | value | overrides |
/// |---|---|
/// | in a `.env` file | the files before it |
/// | in a file that a variable names (`Environment::value_files`) | all `.env` files |
/// | of a variable of the process | all files, and the environments before it |
///
/// ```
/// use hcldyn::environment::{Environment, EnvironmentFile};
/// use hcldyn::ext::kit::Inputs;
/// use hcldyn::{Decoder, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config { port: u16, size: u16 }
///
/// let settings = Environment::with_prefix("APP_")
///     .file(EnvironmentFile::new("no/such.env").optional())
///     .variables([("APP_PORT", "8080"), ("HOME", "/root")]);
/// let variables = Environment::new(|name| (name == "CPUS").then_some("cpus")).variables([("CPUS", "4")]);
/// let decoder =
///     Decoder::new().environment(settings).inputs(Inputs::new().environment(variables));
/// let text = "port = 80\nsize = 2 * var.cpus\nvariable \"cpus\" {\n  type = number\n}\n";
/// let config = decoder.decode_str::<Config>(text)?.value;
/// assert_eq!((config.port, config.size), (8080, 8));
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone)]
#[doc(alias = "env")]
#[doc(alias = "environment variable")]
#[doc(alias = "dotenv")]
pub struct Environment {
    item: Arc<ItemOf>,
    /// The variables of the process that set an item.
    variables: Vec<EnvironmentVariable>,
    files: Vec<EnvironmentFile>,
    form: TextForm,
    /// Returns the item whose value is in the file that a variable names, by the item of the variable.
    item_in_file: Option<Arc<ItemOf>>,
}

/// Returns the item of a name, if it has one.
type ItemOf = dyn Fn(&str) -> Option<String> + Send + Sync;

fn item_of(item: impl Fn(&str) -> Option<&str> + Send + Sync + 'static) -> Arc<ItemOf> {
    Arc::new(move |name| item(name).map(str::to_owned))
}

impl Environment {
    /// Creates an environment without variables. `item` maps the name of a variable to the item that it sets, if any: by a
    /// prefix, or from a list.
    pub fn new(item: impl Fn(&str) -> Option<&str> + Send + Sync + 'static) -> Self {
        Self::of_items(item_of(item))
    }

    /// Creates an environment without variables by the owned items of their names.
    pub(crate) fn of_items(item: Arc<ItemOf>) -> Self {
        let (variables, files, form) = (Vec::new(), Vec::new(), TextForm::default());
        Self { item, variables, files, form, item_in_file: None }
    }

    /// Creates an environment without variables, whose names begin with a prefix of the program. The rest of a name is the
    /// item.
    pub fn with_prefix(prefix: impl Into<String>) -> Self {
        let prefix = prefix.into();
        Self::new(move |name| name.strip_prefix(&*prefix))
    }

    /// Adds variables with their values, such as `std::env::vars_os()`. Variables without an item are left out.
    #[must_use]
    pub fn variables<N, V>(mut self, variables: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<OsString>,
        V: Into<OsString>,
    {
        let selected = variables.into_iter().filter_map(|(name, value)| {
            let name = name.into().into_string().ok()?;
            let target = (self.item)(&name)?;
            let value = EnvironmentValue::Process(value.into());
            Some(EnvironmentVariable { name, target, form: TextForm::default(), value })
        });
        // An environment has no order.
        let mut selected = selected.collect_vec();
        sort_by(&mut selected, |a, b| a.name.cmp(&b.name));
        self.variables.extend(selected);
        self
    }

    /// Adds a `.env` file, which is read with the configuration, within its [`Limits`](crate::Limits).
    #[must_use]
    pub fn file(mut self, file: impl Into<EnvironmentFile>) -> Self {
        self.files.push(file.into());
        self
    }

    /// Sets the form of all values, such as lists in [CSV](TextForm::Csv).
    ///
    /// ```
    /// use hcldyn::environment::{Environment, TextForm};
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { zones: Vec<String> }
    ///
    /// let zones = [("APP_zones", "eu-1,eu-2")];
    /// let environment = Environment::with_prefix("APP_").form(TextForm::Csv).variables(zones);
    /// let config = Decoder::new().environment(environment).decode::<Config>()?.value;
    /// assert_eq!(config.zones, ["eu-1", "eu-2"]);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "csv")]
    #[doc(alias = "json")]
    pub fn form(mut self, form: TextForm) -> Self {
        self.form = form;
        self
    }

    /// Takes values from files that variables name. `item` returns the item that such a file sets, by that of the variable.
    #[cfg(feature = "load")]
    pub(crate) fn items_in_files(
        mut self,
        item: impl Fn(&str) -> Option<&str> + Send + Sync + 'static,
    ) -> Self {
        self.item_in_file = Some(item_of(item));
        self
    }
}

/// Shows the names of the variables, but not their values, which may be secret.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("variables", &self.variables)
            .field("files", &self.files)
            .field("form", &self.form)
            .finish_non_exhaustive()
    }
}

fn whole(source: &Source) -> Place {
    source.place((0..source.text().len()).into())
}
