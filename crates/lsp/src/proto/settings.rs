//! The settings of the editor, in the section `hcldyn`.

use gen_lsp_types::{
    ConfigurationItem, ConfigurationParams, DidChangeConfigurationParams, Registration,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::client::Client;
use super::uri;
use crate::ide::HintKinds;

const SECTION: &str = "hcldyn";

/// The method of the notification that settings have changed.
pub(super) const CHANGED: &str = "workspace/didChangeConfiguration";

/// The settings of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FolderSettings {
    /// The path of the folder.
    pub(crate) folder: String,
    /// The spec files by patterns of the files that they describe; patterns and paths are relative to the folder.
    pub(crate) specs: Vec<(String, String)>,
    /// The files with values for variables; paths are relative to the folder.
    pub(crate) variables: Vec<String>,
    /// The kinds of hints that are shown.
    pub(crate) hints: HintKinds,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Settings {
    specs: Value,
    variables: Value,
    hints: Value,
}

/// The switches of hints; those that are missing are on.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Hints {
    values: Option<bool>,
    blocks: Option<bool>,
    parameters: Option<bool>,
}

impl Client {
    /// Returns the settings of the parameters of `initialize`.
    ///
    /// # Errors
    ///
    /// Returns a message for the user if they can't be read.
    pub(crate) fn initial_settings(&self) -> Result<Vec<FolderSettings>, String> {
        self.settings_of_all(&self.initialization)
    }

    /// Returns the settings of the parameters of the notification that they have changed.
    ///
    /// # Errors
    ///
    /// Returns a message for the user if they can't be read.
    pub(crate) fn changed_settings(&self, params: Value) -> Result<Vec<FolderSettings>, String> {
        let params = serde_json::from_value::<DidChangeConfigurationParams>(params);
        self.settings_of_all(&params.map(|it| it.settings).unwrap_or_default())
    }

    /// Returns the settings of the result of the request for them, which has those of each folder.
    ///
    /// # Errors
    ///
    /// Returns a message for the user if they can't be read.
    pub(crate) fn asked_settings(&self, result: Value) -> Result<Vec<FolderSettings>, String> {
        let values = serde_json::from_value::<Vec<Value>>(result).unwrap_or_default();
        let folders = self.folders.iter().zip(&values);
        folders.map(|(folder, value)| settings(folder, value)).collect()
    }

    /// Returns the parameters of the request for the settings of each folder.
    pub(crate) fn configuration(&self) -> Value {
        let item = |folder: &String| ConfigurationItem {
            scope_uri: Some(uri::of_name(folder)),
            section: Some(SECTION.to_owned()),
        };
        let params = ConfigurationParams { items: self.folders.iter().map(item).collect() };
        serde_json::to_value(params).unwrap_or_default()
    }

    fn settings_of_all(&self, value: &Value) -> Result<Vec<FolderSettings>, String> {
        // Clients send the section alone, or inside all settings.
        let value = value.get(SECTION).unwrap_or(value);
        self.folders.iter().map(|folder| settings(folder, value)).collect()
    }
}

/// Returns the registration for changes of the settings.
pub(super) fn registration() -> Registration {
    Registration { id: "settings".to_owned(), method: CHANGED.to_owned(), register_options: None }
}

fn settings(folder: &str, value: &Value) -> Result<FolderSettings, String> {
    let settings = Settings::deserialize(value).unwrap_or_default();
    let specs: Map<String, Value> = part("specs", SPECS, settings.specs)?;
    let specs = specs.into_iter().map(|(pattern, path)| match path {
        Value::String(path) => Ok((pattern, path)),
        other => {
            Err(invalid("specs", SPECS, &format!("expected the path of a spec file, not {other}")))
        }
    });
    let hints: Hints = part("hints", HINTS, settings.hints)?;
    Ok(FolderSettings {
        folder: folder.to_owned(),
        specs: specs.collect::<Result<_, _>>()?,
        variables: part("variables", VARIABLES, settings.variables)?,
        hints: HintKinds {
            values: hints.values.unwrap_or(true),
            blocks: hints.blocks.unwrap_or(true),
            parameters: hints.parameters.unwrap_or(true),
        },
    })
}

const SPECS: &str = "the spec file of each pattern, such as {\"conf/*.hcl\": \"app.hcldec\"}";
const VARIABLES: &str = "the paths of files with values, such as [\"prod.vars.hcl\"]";
const HINTS: &str = "a switch for each kind, such as {\"values\": false}";

/// Reads a setting, which may be missing.
fn part<T: DeserializeOwned + Default>(
    name: &str,
    example: &str,
    value: Value,
) -> Result<T, String> {
    if value.is_null() {
        return Ok(T::default());
    }
    T::deserialize(value).map_err(|error| invalid(name, example, &error.to_string()))
}

/// Returns the message for the user about a pattern that is invalid for a reason.
pub(crate) fn invalid_specs(reason: &str) -> String {
    invalid("specs", SPECS, reason)
}

fn invalid(name: &str, example: &str, reason: &str) -> String {
    format!("Invalid setting hcldyn.{name}: {reason}. Write {example}.")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(value: &Value) -> Result<Vec<(String, String)>, String> {
        settings("/a", value).map(|it| it.specs)
    }

    #[test]
    fn specs_by_patterns() {
        let specs = of(&json!({"specs": {"*.hcl": "a.hcldec"}, "other": 1})).unwrap();
        assert_eq!(specs, [("*.hcl".to_owned(), "a.hcldec".to_owned())]);
        assert!(of(&json!({})).unwrap().is_empty());
        assert!(of(&Value::Null).unwrap().is_empty());
    }

    #[test]
    fn hints_and_variables() {
        let value = json!({"hints": {"values": false}, "variables": ["a.vars.hcl"]});
        let found = settings("/a", &value).unwrap();
        let wanted = HintKinds { values: false, ..HintKinds::default() };
        assert_eq!((found.hints, found.variables), (wanted, vec!["a.vars.hcl".to_owned()]));
        let wrong = settings("/a", &json!({"variables": "a"})).unwrap_err();
        assert!(wrong.starts_with("Invalid setting hcldyn.variables: "), "{wrong}");
        let wrong = settings("/a", &json!({"hints": {"values": 1}})).unwrap_err();
        assert!(wrong.starts_with("Invalid setting hcldyn.hints: "), "{wrong}");
    }

    #[test]
    fn invalid_settings() {
        let wrong = of(&json!({"specs": {"*.hcl": 1}})).unwrap_err();
        assert!(wrong.contains(": expected the path of a spec file, not 1. "), "{wrong}");
        let wrong = of(&json!({"specs": []})).unwrap_err();
        assert!(wrong.starts_with("Invalid setting hcldyn.specs: "), "{wrong}");
    }
}
