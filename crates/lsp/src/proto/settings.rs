//! The settings of the editor, in the section `hcldyn`.

use gen_lsp_types::{
    ConfigurationItem, ConfigurationParams, DidChangeConfigurationParams, Registration,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::client::Client;
use super::uri;

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
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Settings {
    specs: Map<String, Value>,
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
    let specs = match value {
        Value::Null => Map::new(),
        value => Settings::deserialize(value).map_err(|error| invalid(&error.to_string()))?.specs,
    };
    let specs = specs.into_iter().map(|(pattern, path)| match path {
        Value::String(path) => Ok((pattern, path)),
        other => Err(invalid(&format!("expected the path of a spec file, not {other}"))),
    });
    Ok(FolderSettings { folder: folder.to_owned(), specs: specs.collect::<Result<_, _>>()? })
}

fn invalid(reason: &str) -> String {
    format!(
        "Invalid setting hcldyn.specs: {reason}. Write the spec file of each pattern, such as \
         {{\"conf/*.hcl\": \"app.hcldec\"}}."
    )
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
    fn invalid_settings() {
        let wrong = of(&json!({"specs": {"*.hcl": 1}})).unwrap_err();
        assert!(wrong.contains(": expected the path of a spec file, not 1. "), "{wrong}");
        let wrong = of(&json!({"specs": []})).unwrap_err();
        assert!(wrong.starts_with("Invalid setting hcldyn.specs: "), "{wrong}");
    }
}
