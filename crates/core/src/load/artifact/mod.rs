//! Evaluation in more than one process (feature `artifact`).
//!
//! A program may learn some values only later, in another process: a planning process does not know the ids
//! that the applying process will receive. It evaluates with unknown values in their place, and stores the
//! results and their sources in an [`Artifact`]. The other process reads the artifact, builds the same [`Body`]
//! from it, and evaluates again with the values it now knows. Its diagnostics point into the original sources,
//! and [`Artifact::check`] verifies that known values did not change.
//!
//! ```
//! use hcldyn::cty::{Type, Value};
//! use hcldyn::load::artifact::Artifact;
//! use hcldyn::spec::{AttrSpec, Spec, decode, decode_with_origin};
//! use hcldyn::syntax::Source;
//! use hcldyn::{Diagnostics, EvalContext, parse_body};
//!
//! let url = AttrSpec::new("url", Type::String).required();
//! let spec = Spec::object([("url", url.into())]);
//!
//! // The first process, which does not know the id yet.
//! let source = Source::new("site.hcl", "url = \"https://${id}.example/\"\n");
//! let mut diags = Diagnostics::new();
//! let body = parse_body(&source, &mut diags);
//! let ctx = EvalContext::new().with_variable("id", Value::unknown(Type::String));
//! let planned = decode(&body, &spec, &ctx, &mut diags);
//! let bytes = Artifact::new().with_source(source).with_value("site", planned).to_msgpack()?;
//!
//! // The second process, which knows it.
//! let artifact = Artifact::from_bytes(&bytes)?;
//! let body = artifact.body(&mut diags);
//! let ctx = EvalContext::new().with_variable("id", "i-1");
//! let decoded = decode_with_origin(&body, &spec, &ctx, &mut diags);
//! artifact.check("site", &decoded.value, &decoded.origin, &mut diags);
//! assert_eq!(decoded.value.get("url"), Some(&"https://i-1.example/".into()));
//! assert!(diags.is_empty());
//! # Ok::<(), hcldyn::load::artifact::ArtifactError>(())
//! ```
//!
//! A mark keeps a value out of messages, not out of the bytes. Protect an artifact that holds sensitive values
//! as you protect the values. The artifact of a [`Decoder`](crate::Decoder) also holds the values of environment variables
//! and of arguments.
//!
//! # Whole configurations
//!
//! A [`Configuration`](crate::load::Configuration) returns its [artifact](crate::load::Configuration::artifact), with the sources of all
//! its layers, their included files, and the values for its variables. In the other process, this artifact
//! [replaces](crate::Decoder::artifact) the inputs of the same decoder, and `decode` compares the values.
//!
//! ```
//! use hcldyn::cty::{MaybeUnknown, Type, Value};
//! use hcldyn::environment::Environment;
//! use hcldyn::load::artifact::Artifact;
//! use hcldyn::{Decoder, EvalContext, HclDecode};
//!
//! #[derive(HclDecode)]
//! struct Site {
//!     port: u16,
//!     url: MaybeUnknown<String>,
//! }
//!
//! fn decoder(id: Value) -> Decoder {
//!     Decoder::new()
//!         .context(EvalContext::new().with_variable("id", id))
//!         .defaults("<defaults>", "port = 80\n")
//!         .text("site.hcl", "url = \"https://${id}.example/\"\n")
//!         .environment(Environment::with_prefix("SITE_").variables(std::env::vars_os()))
//! }
//!
//! // The first process, which does not know the id yet.
//! let planned = decoder(Value::unknown(Type::String)).decode::<Site>()?;
//! let bytes = planned.artifact()?.to_msgpack()?;
//!
//! // The second process, which knows it.
//! let artifact = Artifact::from_bytes(&bytes)?;
//! let applied = decoder("i-1".into()).artifact(artifact).decode::<Site>()?;
//! assert_eq!(applied.value.url, MaybeUnknown::Known("https://i-1.example/".to_owned()));
//! assert_eq!(applied.value.port, planned.value.port);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Evaluation ahead of time
//!
//! If every value is known at once, nothing is evaluated again and the other process needs no sources. The
//! decoded value travels alone, as JSON or MessagePack. The receiving process must know its type, which is the
//! implied type of the spec.
//!
//! ```
//! use hcldyn::cty::{Type, msgpack};
//! use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
//! use hcldyn::syntax::Source;
//! use hcldyn::{Diagnostics, EvalContext, parse_body};
//!
//! let size = AttrSpec::new("size", Type::Number).required();
//! let disk = Spec::object([("size", size.into())]);
//! let spec = Spec::object([("disks", Spec::from(BlocksSpec::new("disk", disk).list()))]);
//!
//! let mut diags = Diagnostics::new();
//! let body = parse_body(&Source::new("a.hcl", "disk {\n  size = 5 * 2\n}\n"), &mut diags);
//! let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
//! let bytes = msgpack::to_msgpack(&value, &spec.implied_type())?;
//!
//! assert_eq!(msgpack::from_msgpack(&bytes, &spec.implied_type())?, value);
//! # Ok::<(), hcldyn::cty::WireError>(())
//! ```
//!
//! # The format
//!
//! An artifact is plain JSON or plain MessagePack. Its types and values have the form that the packages
//! `cty/json` and `cty/msgpack` of the reference implementation (hashicorp/hcl) read:
//!
//! ```json
//! {"artifact":"hcldyn 1 221 vSrfHAnlqmP7C9…=",
//!  "sources":[{"name":"site.hcl","text":"url = …"}],
//!  "values":{"site":{
//!    "type":["object",{"url":"string"}],"value":{"url":null},
//!    "msgpack":[{"path":["url"],"value":"xwgM…"}],
//!    "marks":[{"path":["url"],"marks":["sensitive"]}]}}}
//! ```
//!
//! - `artifact` is the first entry: the version of the format, the number of bytes after this string, and the
//!   SHA-256 of all other bytes in base64. It detects damage, not forgery: anyone who changes an artifact can
//!   write another digest.
//! - `msgpack` exists in JSON only. JSON has no form for infinity, for an unknown value, or for a set that
//!   holds either. Such a part is null in `value`; `msgpack` holds it as MessagePack in base64.
//! - `marks` are stored beside the value, since neither form can represent them. In MessagePack, `marks` and
//!   `type` are strings that hold this JSON, and `value` is a binary.
//!
//! The artifact of a configuration has version 2. Its `sources` are the files, and a further entry has the other inputs. In
//! MessagePack, it is a string that holds this JSON:
//!
//! ```json
//! {"defaults":[[{"name":"<defaults>","text":"port = 80"}]],
//!  "drop-ins":[[{"name":"10.hcl","text":"…"},{"name":"included.hcl","text":"…"}]],
//!  "environment":[{"name":"APP_PORT","target":"PORT","value":"81"}],
//!  "overrides":[{"flag":"--set","text":"port=82"}],
//!  "program":[{"path":"port","value":{"type":"number","value":83,"msgpack":[],"marks":[]}}],
//!  "variables":{
//!    "environment":[{"name":"APP_VAR_base","target":"base","value":"8000"}],
//!    "files":[{"name":"values.hcl","text":"…"}],
//!    "arguments":["base=8000"]}}
//! ```
//!
//! A value of the environment in another form than an expression has an entry `form`, `"csv"` or `"json"`, and such an argument
//! is an object of `text` and `form`. The selected variables of `.env` files are part of the environment. An entry `flags` has
//! the flags of a command line, if there are any: `{"flag":"--port","path":["port"],"values":["81"]}`, with `variable` in place
//! of `flag` for an environment variable that the program reads in place of a flag.
//!
//! The name of the entry is `inputs`. Each list in `defaults` and `drop-ins` is a layer: a source, and those that it includes.

mod address;
mod check;
mod diags;
mod error;
mod inputs;
mod json;
mod messagepack;
mod parts;
mod seal;

use std::collections::BTreeMap;
use std::fmt;

pub use self::error::ArtifactError;
pub(crate) use self::inputs::ArtifactInputs;
#[cfg(feature = "kit")]
pub(crate) use self::inputs::VariableInputs;
use self::seal::{ArtifactFormat, Version};
use crate::body::Body;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::source::{Source, Span};
use crate::spec::Origin;
use crate::syntax;

/// The results of an evaluation by name, and the sources they came from. That of a whole configuration also has all other
/// inputs of its decoder.
#[derive(Clone, Default)]
pub struct Artifact {
    sources: Vec<Source>,
    values: BTreeMap<String, Value>,
    /// The inputs of a decoder beside these sources.
    inputs: Option<ArtifactInputs>,
}

impl Artifact {
    /// Creates an artifact without sources and values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source. Their bodies are merged in the order in which the sources were added.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        self.sources.push(source);
        self
    }

    /// Adds a value, which may be unknown or marked. Replaces an earlier value of this name.
    #[must_use]
    pub fn with_value(mut self, name: impl Into<String>, value: Value) -> Self {
        self.values.insert(name.into(), value);
        self
    }

    /// Returns the sources, in the order in which they were added. For a configuration, these are its files, each followed
    /// by those that it includes, but not the sources of other layers.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Returns the value of a name, or `None` if the artifact has none.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Returns the values with their names, ordered by name.
    pub fn values(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Parses the sources into one merged body. The name of a source determines its syntax, see
    /// [`parse_body_by_name`](syntax::parse_body_by_name).
    pub fn body(&self, diags: &mut Diagnostics) -> Body {
        let bodies = self.sources.iter().map(|it| syntax::parse_body_by_name(it, diags));
        Body::merge(bodies).unwrap_or_else(|| Body::empty("<artifact>"))
    }

    /// Compares a value that was evaluated again with the artifact's value of this name, and reports the
    /// differences. Does nothing if the artifact has no value of this name.
    ///
    /// - A known part must be the same as before.
    /// - An unknown part may remain unknown. It must keep its type and everything else known about it: not
    ///   being null, its bounds, its prefix, its length.
    /// - Marks may differ.
    ///
    /// An error gives the source location from `origin` and both values. For marked values, it gives only the location.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::load::artifact::Artifact;
    /// use hcldyn::spec::{Origin, Presence};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_expression};
    ///
    /// let artifact = Artifact::new().with_value("port", Value::from(80));
    /// let mut diags = Diagnostics::new();
    /// let expr = parse_expression(&Source::new("a.hcl", "81"), &mut diags).unwrap();
    /// let port = expr.value(&EvalContext::new(), &mut diags);
    /// artifact.check("port", &port, &Origin::new(expr.place(), Presence::Present), &mut diags);
    /// assert_eq!(
    ///     diags.to_string(),
    ///     "a.hcl:1:1: error: Changed value; \"port\": the value was 80 before and is 81 now. A value \
    ///      that was known before must not change.",
    /// );
    /// ```
    pub fn check(&self, name: &str, value: &Value, origin: &Origin, diags: &mut Diagnostics) {
        let Some(before) = self.value(name) else {
            return;
        };
        for difference in check::differences(before, value, origin) {
            diags.push(diags::changed(name, difference));
        }
    }

    /// Writes the artifact as JSON.
    ///
    /// # Errors
    ///
    /// Fails if a source or an environment variable is not UTF-8, or if a value holds a capsule, is nested more than 128 levels deep,
    /// needs more than 1 GiB of text, or has a list, set or map with elements of several types.
    pub fn to_json(&self) -> Result<Vec<u8>, ArtifactError> {
        self.check_sources()?;
        readable(json::write(self)?)
    }

    /// Writes the artifact as MessagePack.
    ///
    /// # Errors
    ///
    /// Fails where [`Artifact::to_json`] does.
    pub fn to_msgpack(&self) -> Result<Vec<u8>, ArtifactError> {
        self.check_sources()?;
        readable(messagepack::write(self)?)
    }

    /// Reads an artifact from JSON or MessagePack.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not an artifact, end early, were changed after they were written, have another version of
    /// the format, or have content that is not valid.
    ///
    /// ```
    /// use hcldyn::load::artifact::{Artifact, ArtifactError};
    ///
    /// let bytes = Artifact::new().with_value("port", 80.into()).to_json()?;
    /// assert_eq!(Artifact::from_bytes(&bytes)?.value("port"), Some(&80.into()));
    ///
    /// let length = bytes.len();
    /// let error = Artifact::from_bytes(&bytes[..length - 1]).unwrap_err();
    /// assert_eq!(error, ArtifactError::CutOff { length: length - 1, expected: length });
    /// # Ok::<(), ArtifactError>(())
    /// ```
    pub fn from_bytes(bytes: impl AsRef<[u8]>) -> Result<Self, ArtifactError> {
        let bytes = bytes.as_ref();
        match seal::open(bytes)? {
            (ArtifactFormat::Json, version, _) => json::read(bytes, version),
            (ArtifactFormat::MessagePack, version, rest) => messagepack::read(rest, version),
        }
    }

    /// Adds a value of a decoder. The parts that only this process can hold, such as captured expressions, are unknown.
    pub(crate) fn with_decoded(self, name: &str, value: &Value) -> Self {
        self.with_value(name, parts::without_capsules(value.clone()))
    }

    /// Returns the artifact with the inputs of a decoder, whose files are its sources.
    pub(crate) fn with_inputs(self, inputs: ArtifactInputs) -> Self {
        Self { inputs: Some(inputs), ..self }
    }

    /// Returns the inputs of a decoder beside its files.
    pub(crate) fn inputs(&self) -> Option<&ArtifactInputs> {
        self.inputs.as_ref()
    }

    fn version(&self) -> Version {
        if self.inputs.is_some() { Version::Inputs } else { Version::Sources }
    }

    /// Checks that the bytes of every source are UTF-8.
    fn check_sources(&self) -> Result<(), ArtifactError> {
        let whole = |it: &Source| Span::from(0..it.text().len());
        let inputs = self.inputs.iter().flat_map(ArtifactInputs::sources);
        match self.sources.iter().chain(inputs).find(|it| it.is_damaged(whole(it))) {
            Some(source) => Err(ArtifactError::NotUtf8(source.name().to_owned())),
            None => Ok(()),
        }
    }
}

/// Shows the sources and the values, but not the environment and arguments, which may be secret.
impl fmt::Debug for Artifact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Artifact")
            .field("sources", &self.sources)
            .field("values", &self.values)
            .finish_non_exhaustive()
    }
}

/// Returns the bytes if they can be read again, so that an unreadable artifact is never written.
fn readable(bytes: Vec<u8>) -> Result<Vec<u8>, ArtifactError> {
    Artifact::from_bytes(&bytes)?;
    Ok(bytes)
}
