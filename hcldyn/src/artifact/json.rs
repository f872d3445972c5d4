//! An artifact as JSON.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Value as Json, json};

use super::seal::{ArtifactFormat, seal};
use super::{Artifact, ArtifactError, parts};
use crate::cty::{Type, Value, WireError, json};
use crate::source::Source;

/// A JSON object whose values are not parsed yet.
type Object<'a> = BTreeMap<String, &'a RawValue>;

pub(super) fn write(artifact: &Artifact) -> Result<Vec<u8>, ArtifactError> {
    let source = |it: &Source| json!({ "name": it.name(), "text": it.text() });
    let sources: Json = artifact.sources.iter().map(source).collect();
    let mut values = Vec::new();
    for (name, value) in &artifact.values {
        let written = write_value(value)
            .map_err(|error| ArtifactError::Value { name: name.clone(), error })?;
        values.push(format!("{}:{written}", Json::from(name.as_str())));
    }
    let rest = format!("\",\"sources\":{sources},\"values\":{{{}}}}}", values.join(","));
    Ok(seal(ArtifactFormat::Json, 3, rest.as_bytes()))
}

fn write_value(value: &Value) -> Result<String, WireError> {
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

pub(super) fn read(bytes: &[u8]) -> Result<Artifact, ArtifactError> {
    let object: Object<'_> = serde_json::from_slice(bytes).map_err(ArtifactError::malformed)?;
    let (sources, values) = (entry(&object, "sources")?, entry(&object, "values")?);
    let sources: Vec<BTreeMap<String, String>> =
        serde_json::from_str(sources).map_err(ArtifactError::malformed)?;
    let values: BTreeMap<String, Object<'_>> =
        serde_json::from_str(values).map_err(ArtifactError::malformed)?;
    let mut artifact = Artifact::new();
    for mut source in sources {
        let (Some(name), Some(text)) = (source.remove("name"), source.remove("text")) else {
            return Err(ArtifactError::malformed("a source must have a name and a text"));
        };
        artifact = artifact.with_source(Source::new(name, text));
    }
    for (name, value) in values {
        let value = read_value(&name, &value)?;
        artifact = artifact.with_value(name, value);
    }
    Ok(artifact)
}

fn read_value(name: &str, object: &Object<'_>) -> Result<Value, ArtifactError> {
    let wire = |error| ArtifactError::Value { name: name.to_owned(), error };
    let ty = Type::from_json(entry(object, "type")?).map_err(wire)?;
    let value = json::from_json(entry(object, "value")?, &ty).map_err(wire)?;
    let taken: Json =
        serde_json::from_str(entry(object, "msgpack")?).map_err(ArtifactError::malformed)?;
    let marks: Json =
        serde_json::from_str(entry(object, "marks")?).map_err(ArtifactError::malformed)?;
    parts::put_back(value, &taken).and_then(|value| parts::with_marks(value, &marks)).ok_or_else(
        || {
            ArtifactError::malformed(format!(
                "value {name:?} does not have all parts listed for it"
            ))
        },
    )
}

fn entry<'a>(object: &Object<'a>, name: &str) -> Result<&'a str, ArtifactError> {
    let entry =
        object.get(name).ok_or_else(|| ArtifactError::malformed(format!("{name:?} is missing")))?;
    Ok(entry.get())
}
