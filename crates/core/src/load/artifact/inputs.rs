//! The inputs of a decoder beside its files.

use serde_json::value::RawValue;
use serde_json::{Value as Json, from_str, json};

use super::ArtifactError;
use super::json::{self, Object, unlike};
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::environment::{Argument, EnvironmentValue, EnvironmentVariable, FlagSetting, TextForm};
use crate::source::Source;

/// The inputs of a decoder beside its files, as they were read.
#[derive(Clone, Default)]
pub(crate) struct ArtifactInputs {
    /// The sources of each layer of defaults.
    pub(crate) defaults: Vec<Vec<Source>>,
    /// The sources of each drop-in: the file, and those that it includes.
    pub(crate) drop_ins: Vec<Vec<Source>>,
    pub(crate) environment: Vec<EnvironmentVariable>,
    /// The flags of a command line.
    pub(crate) flags: Vec<FlagSetting>,
    /// The flags of overrides, with their arguments.
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
    pub(crate) arguments: Vec<Argument>,
}

/// The names of the entries.
const NAMES: [&str; 7] =
    ["defaults", "drop-ins", "environment", FLAGS, "overrides", "program", "variables"];

/// The name of the entry of flags, which is left out without flags.
const FLAGS: &str = "flags";

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
            "arguments": self.variables.arguments.iter().map(argument_to_json).collect::<Json>(),
        });
        Ok(format!(
            r#"{{"defaults":{},"drop-ins":{},"environment":{},{}"overrides":{},"program":[{}],"variables":{variables}}}"#,
            layers(&self.defaults),
            layers(&self.drop_ins),
            environment_to_json(&self.environment)?,
            flags_to_json(&self.flags)?,
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
            flags: object.get(FLAGS).map_or(Ok(Vec::new()), |it| flags_from_json(it.get()))?,
            overrides: overrides.into_iter().map(|[flag, text]| (flag, text)).collect_vec(),
            program: program.iter().map(program_value).collect::<Result<_, _>>()?,
            variables: VariableInputs {
                environment: environment_from_json(json::entry(&variables, "environment")?)?,
                files: json::read_sources(json::entry(&variables, "files")?)?,
                arguments: arguments_from_json(arguments)?,
            },
        })
    }
}

/// Returns the entry of flags with a comma after it, or nothing without flags.
fn flags_to_json(flags: &[FlagSetting]) -> Result<String, ArtifactError> {
    if flags.is_empty() {
        return Ok(String::new());
    }
    let flag = |flag: &FlagSetting| {
        let values = flag.values.iter().map(|value| value.to_str());
        let values = values.collect::<Option<Vec<_>>>();
        let values = values.ok_or_else(|| ArtifactError::NotUtf8(flag.source_name()))?;
        let path = flag.path.iter().map(Str::as_str).collect_vec();
        let key = if flag.is_variable { "variable" } else { "flag" };
        Ok(json!({ key: flag.name, "path": path, "values": values }))
    };
    let flags = flags.iter().map(flag).collect::<Result<Json, ArtifactError>>()?;
    Ok(format!("\"{FLAGS}\":{flags},"))
}

fn flags_from_json(flags: &str) -> Result<Vec<FlagSetting>, ArtifactError> {
    let error = || ArtifactError::malformed("a flag must have a name, a path and values");
    let strings = |list: Option<&Json>| -> Option<Vec<String>> {
        list?.as_array()?.iter().map(|it| it.as_str().map(str::to_owned)).collect()
    };
    let flag = |flag: &Json| {
        let name = |key: &str| flag.get(key).and_then(Json::as_str);
        let (path, values) = (strings(flag.get("path"))?, strings(flag.get("values"))?);
        match (name("flag"), name("variable"), values.as_slice()) {
            (Some(name), None, _) => Some(FlagSetting::new(name, path, values)),
            (None, Some(name), [value]) => Some(FlagSetting::of_variable(name, path, value)),
            _ => None,
        }
    };
    let flags: Vec<Json> = from_str(flags).map_err(|_| error())?;
    flags.iter().map(|it| flag(it).ok_or_else(error)).collect()
}

fn program_value(object: &Object<'_>) -> Result<(String, Value), ArtifactError> {
    let (path, value) = (json::entry(object, "path")?, json::entry(object, "value")?);
    let path: String = from_str(path).map_err(unlike("a path must be a string"))?;
    let value: Object<'_> = from_str(value).map_err(unlike("a value must be an object"))?;
    let value = json::read_value(&path, &value)?;
    Ok((path, value))
}

/// Returns an environment as JSON. The variables of files are stored as others are, since the rest of a file is not stored.
fn environment_to_json(environment: &[EnvironmentVariable]) -> Result<Json, ArtifactError> {
    let variable = |it: &EnvironmentVariable| {
        let Some(text) = it.text() else { return Err(ArtifactError::NotUtf8(it.source_name())) };
        Ok(with_form(
            json!({ "name": it.name, "target": it.target, "value": text.text() }),
            it.form,
        ))
    };
    environment.iter().map(variable).collect()
}

/// Adds the form of a value to its object, unless it is the default.
fn with_form(mut object: Json, form: TextForm) -> Json {
    if form != TextForm::default() {
        object[FORM] = form.name().into();
    }
    object
}

/// The name of the entry of a form.
const FORM: &str = "form";

fn environment_from_json(environment: &str) -> Result<Vec<EnvironmentVariable>, ArtifactError> {
    let error = "an environment variable must have a name, a target and a value";
    let names = ["name", "target", "value"];
    let found = json::strings(environment, names, error)?.into_iter();
    let variable = |([name, target, value], form): ([String; 3], TextForm)| {
        let value = EnvironmentValue::Process(value.into());
        EnvironmentVariable { name, target, form, value }
    };
    Ok(found.zip(forms(environment)?).map(variable).collect_vec())
}

/// Returns the forms of the objects in a list.
fn forms(list: &str) -> Result<Vec<TextForm>, ArtifactError> {
    let objects: Vec<Json> = from_str(list).map_err(ArtifactError::malformed)?;
    objects.iter().map(form).collect()
}

fn form(object: &Json) -> Result<TextForm, ArtifactError> {
    let Some(name) = object.get(FORM) else { return Ok(TextForm::default()) };
    let form = name.as_str().and_then(TextForm::by_name);
    form.ok_or_else(|| ArtifactError::malformed("the form of a value is unknown"))
}

/// Returns an argument as JSON: a string, or an object with its form.
fn argument_to_json(argument: &Argument) -> Json {
    match argument.form {
        TextForm::Expression => argument.text.as_str().into(),
        form => with_form(json!({ "text": argument.text }), form),
    }
}

fn arguments_from_json(arguments: &str) -> Result<Vec<Argument>, ArtifactError> {
    let error = "the arguments must be a list of strings";
    let arguments: Vec<Json> = from_str(arguments).map_err(unlike(error))?;
    let argument = |argument: &Json| {
        let text = argument.as_str().or_else(|| argument.get("text")?.as_str());
        let text = text.ok_or_else(|| ArtifactError::malformed(error))?.to_owned();
        Ok(Argument { text, form: form(argument)? })
    };
    arguments.iter().map(argument).collect()
}
