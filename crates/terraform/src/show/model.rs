//! The form of the JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

/// The whole document.
#[derive(Serialize)]
pub(super) struct Shown {
    pub(super) format_version: &'static str,
    pub(super) variables: BTreeMap<String, VariableValue>,
    pub(super) planned_values: PlannedValues,
    pub(super) output_changes: BTreeMap<String, Change>,
    /// The local values of each instance of a module, by its address.
    pub(super) locals: BTreeMap<String, BTreeMap<String, VariableValue>>,
    pub(super) unknown: Vec<Unknown>,
}

/// A variable or a local value.
#[derive(Serialize)]
pub(super) struct VariableValue {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<Box<RawValue>>,
}

#[derive(Serialize)]
pub(super) struct PlannedValues {
    pub(super) outputs: BTreeMap<String, OutputValue>,
    pub(super) root_module: Module,
}

#[derive(Serialize)]
pub(super) struct OutputValue {
    pub(super) sensitive: bool,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) ty: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<Box<RawValue>>,
}

/// An instance of a module.
#[derive(Serialize)]
pub(super) struct Module {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) resources: Vec<Resource>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) child_modules: Vec<Self>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) address: String,
}

/// An instance of a resource.
#[derive(Serialize)]
pub(super) struct Resource {
    pub(super) address: String,
    pub(super) mode: &'static str,
    #[serde(rename = "type")]
    pub(super) ty: String,
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) index: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) values: Option<Box<RawValue>>,
    pub(super) sensitive_values: Box<RawValue>,
    #[serde(skip)]
    pub(super) position: usize,
}

/// The change of an output.
#[derive(Serialize)]
pub(super) struct Change {
    pub(super) actions: [&'static str; 1],
    pub(super) before: (),
    pub(super) after: Box<RawValue>,
    pub(super) after_unknown: Box<RawValue>,
    pub(super) before_sensitive: bool,
    pub(super) after_sensitive: bool,
}

/// A part of the configuration that is not known.
#[derive(Serialize)]
pub(super) struct Unknown {
    pub(super) path: String,
    pub(super) waits_for: Vec<String>,
}
