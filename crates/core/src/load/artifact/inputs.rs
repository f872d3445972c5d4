//! The inputs of a decoder beside its files.

use serde_json::value::RawValue;
use serde_json::{Value as Json, from_str, json};

use super::ArtifactError;
use super::json::{self, Object, unlike};
use crate::cty::Value;
use crate::cty::internal::CollectVec;
use crate::environment::EnvironmentVariable;
use crate::source::Source;

/// The inputs of a decoder beside its files, as they were read.
#[derive(Clone, Default)]
pub(crate) struct ArtifactInputs {
    /// The sources of each layer of defaults.
    pub(crate) defaults: Vec<Vec<Source>>,
    /// The sources of each drop-in: the file, and those that it includes.
    pub(crate) drop_ins: Vec<Vec<Source>>,
    pub(crate) environment: Vec<EnvironmentVariable>,
    /// The flags, with their arguments.
    pub(crate) overrides: Vec<(String, String)>,
    /// The paths, with the values that the program gives them.
    pub(crate) program: Vec<(String, Value)>,
    pub(crate) variables: VariableInputs,
}

/// The values for the variables of a configuration.
#[derive(Clone, Default)]
pub(crate) struct VariableInputs {
    pub(crate) environment: Vec<EnvironmentVariable>,
    pub(crate) files: Vec<Source>,
    pub(crate) arguments: Vec<String>,
}

/// The names of the entries.
const NAMES: [&str; 6] =
    ["defaults", "drop-ins", "environment", "overrides", "program", "variables"];

impl ArtifactInputs {
    pub(super) fn sources(&self) -> impl Iterator<Item = &Source> {
        let layers = self.defaults.iter().chain(&self.drop_ins);
        layers.flatten().chain(&self.variables.files)
    }

    /// Returns the inputs as JSON: an object with an entry for each of the names.
    pub(super) fn to_json(&self) -> Result<String, ArtifactError> {
        let layers = |it: &[Vec<Source>]| it.iter().map(|it| json::sources(it)).collect::<Json>();
        let overrides =
            self.overrides.iter().map(|(flag, text)| json!({"flag": flag, "text": text}));
        let program = self.program.iter().map(|(path, value)| {
            let value = json::write_value(path, value)?;
            Ok(format!(r#"{{"path":{},"value":{value}}}"#, Json::from(path.as_str())))
        });
        let variables = json!({
            "environment": environment_to_json(&self.variables.environment)?,
            "files": json::sources(&self.variables.files),
            "arguments": self.variables.arguments,
        });
        Ok(format!(
            r#"{{"defaults":{},"drop-ins":{},"environment":{},"overrides":{},"program":[{}],"variables":{variables}}}"#,
            layers(&self.defaults),
            layers(&self.drop_ins),
            environment_to_json(&self.environment)?,
            overrides.collect::<Json>(),
            program.collect::<Result<Vec<_>, _>>()?.join(","),
        ))
    }

    /// Reads the inputs from JSON.
    pub(super) fn from_json(inputs: &str) -> Result<Self, ArtifactError> {
        let object: Object<'_> =
            from_str(inputs).map_err(unlike("the inputs must be an object"))?;
        if let Some(name) = object.keys().find(|name| !NAMES.contains(&name.as_str())) {
            return Err(ArtifactError::malformed(format!("the layer {name:?} is unknown")));
        }
        let entry = |name: &str| json::entry(&object, name);
        let layers = |name: &str| -> Result<_, ArtifactError> {
            let layers: Vec<&RawValue> =
                from_str(entry(name)?).map_err(unlike("layers must be a list"))?;
            layers.into_iter().map(|it| json::read_sources(it.get())).collect::<Result<_, _>>()
        };
        let overrides = json::strings(
            entry("overrides")?,
            ["flag", "text"],
            "an override must have a flag and a text",
        )?;
        let program: Vec<Object<'_>> = from_str(entry("program")?)
            .map_err(unlike("the values of the program must be objects"))?;
        let variables: Object<'_> =
            from_str(entry("variables")?).map_err(unlike("the variables must be an object"))?;
        let arguments = json::entry(&variables, "arguments")?;
        Ok(Self {
            defaults: layers("defaults")?,
            drop_ins: layers("drop-ins")?,
            environment: environment_from_json(entry("environment")?)?,
            overrides: overrides.into_iter().map(|[flag, text]| (flag, text)).collect_vec(),
            program: program.iter().map(program_value).collect::<Result<_, _>>()?,
            variables: VariableInputs {
                environment: environment_from_json(json::entry(&variables, "environment")?)?,
                files: json::read_sources(json::entry(&variables, "files")?)?,
                arguments: from_str(arguments)
                    .map_err(unlike("the arguments must be a list of strings"))?,
            },
        })
    }
}

fn program_value(object: &Object<'_>) -> Result<(String, Value), ArtifactError> {
    let (path, value) = (json::entry(object, "path")?, json::entry(object, "value")?);
    let path: String = from_str(path).map_err(unlike("a path must be a string"))?;
    let value: Object<'_> = from_str(value).map_err(unlike("a value must be an object"))?;
    let value = json::read_value(&path, &value)?;
    Ok((path, value))
}

fn environment_to_json(environment: &[EnvironmentVariable]) -> Result<Json, ArtifactError> {
    let variable = |it: &EnvironmentVariable| match it.value.to_str() {
        Some(value) => Ok(json!({ "name": it.name, "target": it.target, "value": value })),
        None => Err(ArtifactError::NotUtf8(it.source_name())),
    };
    environment.iter().map(variable).collect()
}

fn environment_from_json(environment: &str) -> Result<Vec<EnvironmentVariable>, ArtifactError> {
    let error = "an environment variable must have a name, a target and a value";
    let found = json::strings(environment, ["name", "target", "value"], error)?.into_iter();
    let variable = |[name, target, value]: [String; 3]| EnvironmentVariable {
        name,
        target,
        value: value.into(),
    };
    Ok(found.map(variable).collect_vec())
}
