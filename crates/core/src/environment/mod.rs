//! Values from outside of a configuration: environment variables, `.env` files, and the forms of their strings.
//!
//! They set the items of a configuration by [`Decoder::environment`](crate::load) and similar methods, and its variables
//! by `Inputs` of `ext::kit`.

mod diags;
mod file;
#[cfg(feature = "load")]
mod flag;
#[cfg(feature = "load")]
pub(crate) mod flag_setting;
mod lines;
mod text;

use std::ffi::OsString;

use crate::cty::internal::{CollectVec, sort_by};
use crate::source::{Place, Source};

pub use self::file::EnvironmentFile;
pub(crate) use self::file::SelectedFile;
#[cfg(feature = "load")]
pub(crate) use self::flag::FlagText;
#[cfg(feature = "load")]
pub(crate) use self::flag_setting::FlagSetting;
pub use self::text::TextForm;
pub(crate) use self::text::{InputText, TextReading};

/// An environment variable, and the item that it sets.
#[derive(Clone)]
pub(crate) struct EnvironmentVariable {
    pub(crate) name: String,
    /// The name of the item, or its path.
    pub(crate) target: String,
    pub(crate) form: TextForm,
    pub(crate) value: EnvironmentValue,
}

/// The value of an environment variable.
#[derive(Clone)]
pub(crate) enum EnvironmentValue {
    /// A value of the environment of a process.
    Process(OsString),
    /// A value in a file, with the location of the name.
    File { name: Place, text: InputText },
}

/// An argument of the command line, `name=value`.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) text: String,
    /// The form of the value.
    pub(crate) form: TextForm,
}

impl EnvironmentVariable {
    /// Returns the name of the source that the value is in messages.
    pub(crate) fn source_name(&self) -> String {
        match &self.value {
            EnvironmentValue::Process(_) => format!("<environment variable {}>", self.name),
            EnvironmentValue::File { name, .. } => name.source().name().to_owned(),
        }
    }

    /// Returns the location of the name. In a file, the value follows it.
    pub(crate) fn name_place(&self) -> Place {
        match &self.value {
            EnvironmentValue::Process(_) => whole(&Source::without_text(self.source_name())),
            EnvironmentValue::File { name, .. } => name.clone(),
        }
    }

    /// Returns the value as a string, or `None` if it is not UTF-8.
    pub(crate) fn text(&self) -> Option<InputText> {
        match &self.value {
            EnvironmentValue::Process(value) => {
                let text = value.to_str()?;
                Some(InputText::whole(Source::new(self.source_name(), text)))
            }
            EnvironmentValue::File { text, .. } => Some(text.clone()),
        }
    }

    /// Returns the file that the value is in.
    pub(crate) fn file(&self) -> Option<&Source> {
        match &self.value {
            EnvironmentValue::Process(_) => None,
            EnvironmentValue::File { name, .. } => Some(name.source()),
        }
    }
}

/// Returns the variables that have a target. They are sorted by name, because an environment has no order.
pub(crate) fn select<N, V>(
    environment: impl IntoIterator<Item = (N, V)>,
    form: TextForm,
    target: impl Fn(&str) -> Option<&str>,
) -> Vec<EnvironmentVariable>
where
    N: Into<OsString>,
    V: Into<OsString>,
{
    let selected = environment.into_iter().filter_map(|(name, value)| {
        let name = name.into().into_string().ok()?;
        let target = target(&name)?.to_owned();
        let value = EnvironmentValue::Process(value.into());
        Some(EnvironmentVariable { name, target, form, value })
    });
    let mut selected = selected.collect_vec();
    sort_by(&mut selected, |a, b| a.name.cmp(&b.name));
    selected
}

fn whole(source: &Source) -> Place {
    source.place((0..source.text().len()).into())
}
