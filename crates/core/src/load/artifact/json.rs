//! An artifact as JSON.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Value as Json, from_str, json};

use super::inputs::ArtifactInputs;
use super::seal::{ArtifactFormat, Version, seal};
use super::{Artifact, ArtifactError, parts};
use crate::cty::internal::CollectVec;
use crate::cty::{Type, Value, WireError, json};
use crate::source::Source;

/// A JSON object whose values are not parsed yet.
pub(super) type Object<'a> = BTreeMap<String, &'a RawValue>;

pub(super) fn write(artifact: &Artifact) -> Result<Vec<u8>, ArtifactError> {
    let sources = sources(&artifact.sources);
    let mut values = Vec::new();
    for (name, value) in &artifact.values {
        let written = write_value(name, value)?;
        values.push(format!("{}:{written}", Json::from(name.as_str())));
    }
    let mut rest = format!("\",\"sources\":{sources},\"values\":{{{}}}", values.join(","));
    if let Some(inputs) = &artifact.inputs {
        rest += &format!(",\"inputs\":{}", inputs.to_json()?);
    }
    Ok(seal(ArtifactFormat::Json, artifact.version(), (rest + "}").as_bytes()))
}

/// Returns the names and texts of sources as JSON.
pub(super) fn sources(sources: &[Source]) -> Json {
    let source = |it: &Source| json!({ "name": it.name(), "text": it.text() });
    sources.iter().map(source).collect()
}

pub(super) fn write_value(name: &str, value: &Value) -> Result<String, ArtifactError> {
    wire_value(value).map_err(|error| ArtifactError::Value { name: name.to_owned(), error })
}

fn wire_value(value: &Value) -> Result<String, WireError> {
    let (value, marks) = value.clone().unmark_deep_with_paths();
    let ty = value.ty();
    let (value, taken) = parts::take_beyond_json(value);
    Ok(format!(
        r#"{{"type":{},"value":{},"msgpack":{},"marks":{}}}"#,
        ty.to_json()?,
        json::to_json(&value, &ty)?,
        parts::taken_to_json(&taken)?,
        parts::marks_to_json(&marks),
    ))
}

pub(super) fn read(bytes: &[u8], version: Version) -> Result<Artifact, ArtifactError> {
    let object: Object<'_> = serde_json::from_slice(bytes).map_err(ArtifactError::malformed)?;
    let sources = read_sources(entry(&object, "sources")?)?;
    let values: BTreeMap<String, Object<'_>> =
        from_str(entry(&object, "values")?).map_err(unlike("the values must be objects"))?;
    let inputs = match version {
        Version::Sources => None,
        Version::Inputs => Some(ArtifactInputs::from_json(entry(&object, "inputs")?)?),
    };
    let mut artifact = Artifact { sources, inputs, ..Artifact::new() };
    for (name, value) in values {
        let value = read_value(&name, &value)?;
        artifact = artifact.with_value(name, value);
    }
    Ok(artifact)
}

/// Reads the sources that [`sources`] wrote.
pub(super) fn read_sources(sources: &str) -> Result<Vec<Source>, ArtifactError> {
    let sources = strings(sources, ["name", "text"], "a source must have a name and a text")?;
    Ok(sources.into_iter().map(|[name, text]| Source::new(name, text)).collect_vec())
}

/// Returns the error for JSON of another form. Its message does not quote the JSON, which may be secret.
pub(super) fn unlike(expected: &str) -> impl Fn(serde_json::Error) -> ArtifactError {
    move |_| ArtifactError::malformed(expected)
}

/// Reads a list of objects, and returns the strings with these names in each.
pub(super) fn strings<const N: usize>(
    list: &str,
    names: [&str; N],
    error: &str,
) -> Result<Vec<[String; N]>, ArtifactError> {
    let objects: Vec<BTreeMap<String, String>> = from_str(list).map_err(unlike(error))?;
    let strings = |mut object: BTreeMap<String, String>| {
        let found = names.iter().filter_map(|name| object.remove(*name)).collect_vec();
        found.try_into().map_err(|_| ArtifactError::malformed(error))
    };
    objects.into_iter().map(strings).collect()
}

pub(super) fn read_value(name: &str, object: &Object<'_>) -> Result<Value, ArtifactError> {
    let wire = |error| ArtifactError::Value { name: name.to_owned(), error };
    let ty = Type::from_json(entry(object, "type")?).map_err(wire)?;
    let value = json::from_json(entry(object, "value")?, &ty).map_err(wire)?;
    let taken: Json = from_str(entry(object, "msgpack")?).map_err(ArtifactError::malformed)?;
    let marks: Json = from_str(entry(object, "marks")?).map_err(ArtifactError::malformed)?;
    parts::put_back(value, &taken).and_then(|value| parts::with_marks(value, &marks)).ok_or_else(
        || {
            ArtifactError::malformed(format!(
                "value {name:?} does not have all parts listed for it"
            ))
        },
    )
}

pub(super) fn entry<'a>(object: &Object<'a>, name: &str) -> Result<&'a str, ArtifactError> {
    let entry =
        object.get(name).ok_or_else(|| ArtifactError::malformed(format!("{name:?} is missing")))?;
    Ok(entry.get())
}
