//! Single values from outside of a configuration.

use std::ffi::OsString;
use std::fmt;

use super::{InputText, TextForm, whole};
use crate::source::{Place, Source};

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

/// Shows the name, but not the value.
impl fmt::Debug for EnvironmentVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
