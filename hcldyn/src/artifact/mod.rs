//! Evaluation in more than one process (feature `artifact`).
//!
//! A program may learn some values only later, in another process: a planning process does not know the ids
//! that the applying process will receive. It evaluates with unknown values in their place, and stores the
//! results and their sources in an [`Artifact`]. The other process reads the artifact, builds the same [`Body`]
//! from it, and evaluates again with the values it now knows. Its diagnostics point into the original sources,
//! and [`Artifact::check`] verifies that known values did not change.
//!
//! ```
//! use hcldyn::artifact::Artifact;
//! use hcldyn::source::Source;
//! use hcldyn::spec::{AttrSpec, Spec, decode, decode_with_origin};
//! use hcldyn::{Diagnostics, EvalContext, Type, Value, parse_body};
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
//! # Ok::<(), hcldyn::artifact::ArtifactError>(())
//! ```
//!
//! A mark keeps a value out of messages, not out of the bytes. Protect an artifact that holds sensitive values
//! as you protect the values.
//!
//! # Evaluation ahead of time
//!
//! If every value is known at once, nothing is evaluated again and the other process needs no sources. The
//! decoded value travels alone, as JSON or MessagePack. The receiving process must know its type, which is the
//! implied type of the spec.
//!
//! ```
//! use hcldyn::cty::msgpack;
//! use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
//! use hcldyn::{Diagnostics, EvalContext, Type, parse_body, source::Source};
//!
//! let size = AttrSpec::new("size", Type::Number).required();
//! let disk = Spec::object([("size", size.into())]);
//! let spec = Spec::object([("disks", Spec::BlockList(BlocksSpec::new("disk", disk).into()))]);
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

mod address;
mod check;
mod diags;
mod error;
mod json;
mod messagepack;
mod parts;
mod seal;

use std::collections::BTreeMap;

pub use self::error::ArtifactError;
use self::seal::ArtifactFormat;
use crate::body::Body;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::source::{Source, Span};
use crate::spec::Origin;
use crate::syntax;

/// The results of an evaluation by name, and the sources they came from.
#[derive(Clone, Debug, Default)]
pub struct Artifact {
    sources: Vec<Source>,
    values: BTreeMap<String, Value>,
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

    /// Returns the sources, in the order in which they were added.
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
    /// use hcldyn::artifact::Artifact;
    /// use hcldyn::source::Source;
    /// use hcldyn::spec::{Origin, Presence};
    /// use hcldyn::{Diagnostics, EvalContext, Value, parse_expression};
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
    /// Fails if a source is not UTF-8, or if a value holds a capsule, is nested more than 128 levels deep,
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
    /// use hcldyn::artifact::{Artifact, ArtifactError};
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
            (ArtifactFormat::Json, _) => json::read(bytes),
            (ArtifactFormat::MessagePack, rest) => messagepack::read(rest),
        }
    }

    /// Checks that the bytes of every source are UTF-8.
    fn check_sources(&self) -> Result<(), ArtifactError> {
        let whole = |it: &Source| Span::from(0..it.text().len());
        match self.sources.iter().find(|it| it.is_damaged(whole(it))) {
            Some(source) => Err(ArtifactError::NotUtf8(source.name().to_owned())),
            None => Ok(()),
        }
    }
}

/// Returns the bytes if they can be read again, so that an unreadable artifact is never written.
fn readable(bytes: Vec<u8>) -> Result<Vec<u8>, ArtifactError> {
    Artifact::from_bytes(&bytes)?;
    Ok(bytes)
}
