//! An artifact as MessagePack.

use rmp::{decode, encode};

use super::inputs::ArtifactInputs;
use super::seal::{ArtifactFormat, Version, seal};
use super::{Artifact, ArtifactError, parts};
use crate::cty::{Type, Value, WireError, msgpack};
use crate::source::Source;

pub(super) fn write(artifact: &Artifact) -> Result<Vec<u8>, ArtifactError> {
    let mut writer = ArtifactWriter(Vec::new());
    writer.text("sources").array(artifact.sources.len());
    for source in &artifact.sources {
        writer.map(2).text("name").text(source.name()).text("text").text(source.text());
    }
    writer.text("values").map(artifact.values.len());
    for (name, value) in &artifact.values {
        writer
            .text(name)
            .value(value)
            .map_err(|error| ArtifactError::Value { name: name.clone(), error })?;
    }
    if let Some(inputs) = &artifact.inputs {
        writer.text("inputs").text(&inputs.to_json()?);
    }
    Ok(seal(ArtifactFormat::MessagePack, artifact.version(), &writer.0))
}

/// Reads the part after the seal.
pub(super) fn read(bytes: &[u8], version: Version) -> Result<Artifact, ArtifactError> {
    let mut reader = ArtifactReader(bytes);
    let mut artifact = reader.artifact()?;
    if version == Version::Inputs {
        artifact.inputs = Some(ArtifactInputs::from_json(reader.entry("inputs")?.text()?)?);
    }
    if reader.0.is_empty() {
        Ok(artifact)
    } else {
        Err(ArtifactError::malformed("there are bytes after its end"))
    }
}

/// A writer to memory, which cannot fail.
struct ArtifactWriter(Vec<u8>);

impl ArtifactWriter {
    fn text(&mut self, text: &str) -> &mut Self {
        let _ = encode::write_str(&mut self.0, text);
        self
    }

    fn array(&mut self, length: usize) -> &mut Self {
        let _ = encode::write_array_len(&mut self.0, length as u32);
        self
    }

    fn map(&mut self, length: usize) -> &mut Self {
        let _ = encode::write_map_len(&mut self.0, length as u32);
        self
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        let _ = encode::write_bin(&mut self.0, bytes);
        self
    }

    fn value(&mut self, value: &Value) -> Result<(), WireError> {
        let (value, marks) = value.clone().unmark_deep_with_paths();
        let ty = value.ty();
        let bytes = msgpack::to_msgpack(&value, &ty)?;
        let marks = parts::marks_to_json(&marks).to_string();
        self.map(3).text("type").text(&ty.to_json()?);
        self.text("value").bytes(&bytes).text("marks").text(&marks);
        Ok(())
    }
}

/// The remaining input. Entries are read in the order in which they are written.
struct ArtifactReader<'a>(&'a [u8]);

impl<'a> ArtifactReader<'a> {
    fn artifact(&mut self) -> Result<Artifact, ArtifactError> {
        let mut artifact = Artifact::new();
        for _ in 0..self.entry("sources")?.array()? {
            let source = self.map_of(2)?;
            let name = source.entry("name")?.text()?;
            let text = source.entry("text")?.text()?;
            artifact = artifact.with_source(Source::new(name, text));
        }
        for _ in 0..self.entry("values")?.map()? {
            let name = self.text()?;
            let value = self.value(name)?;
            artifact = artifact.with_value(name, value);
        }
        Ok(artifact)
    }

    fn value(&mut self, name: &str) -> Result<Value, ArtifactError> {
        let wire = |error| ArtifactError::Value { name: name.to_owned(), error };
        let written = self.map_of(3)?;
        let ty = Type::from_json(written.entry("type")?.text()?).map_err(wire)?;
        let value = msgpack::from_msgpack(written.entry("value")?.bytes()?, &ty).map_err(wire)?;
        let marks = serde_json::from_str(written.entry("marks")?.text()?)
            .map_err(ArtifactError::malformed)?;
        parts::with_marks(value, &marks).ok_or_else(|| {
            ArtifactError::malformed(format!("value {name:?} does not have all marked parts"))
        })
    }

    /// Reads the name of the next entry of a map. Fails if it differs from `name`.
    fn entry(&mut self, name: &str) -> Result<&mut Self, ArtifactError> {
        if self.text()? == name {
            Ok(self)
        } else {
            Err(ArtifactError::malformed(format!("{name:?} is missing")))
        }
    }

    fn map_of(&mut self, length: u32) -> Result<&mut Self, ArtifactError> {
        if self.map()? == length {
            Ok(self)
        } else {
            Err(ArtifactError::malformed(format!("a map of {length} entries is required")))
        }
    }

    fn map(&mut self) -> Result<u32, ArtifactError> {
        decode::read_map_len(&mut self.0).map_err(ArtifactError::malformed)
    }

    fn array(&mut self) -> Result<u32, ArtifactError> {
        decode::read_array_len(&mut self.0).map_err(ArtifactError::malformed)
    }

    fn text(&mut self) -> Result<&'a str, ArtifactError> {
        let (text, rest) = decode::read_str_from_slice(self.0).map_err(ArtifactError::malformed)?;
        self.0 = rest;
        Ok(text)
    }

    fn bytes(&mut self) -> Result<&'a [u8], ArtifactError> {
        let length = decode::read_bin_len(&mut self.0).map_err(ArtifactError::malformed)?;
        let (bytes, rest) = self
            .0
            .split_at_checked(length as usize)
            .ok_or_else(|| ArtifactError::malformed("a value ends early"))?;
        self.0 = rest;
        Ok(bytes)
    }
}
