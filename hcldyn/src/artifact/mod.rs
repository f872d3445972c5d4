//! Evaluation in more than one process (feature `artifact`).
//!
//! A program may know some values only later, in another process: the one that plans does not know the ids
//! that the one that applies will be given. It evaluates with unknown values in their place and keeps what
//! came out, and the texts it came from, in an [`Artifact`]. The other process reads the artifact, makes the
//! same [`Body`] of it, and evaluates again knowing more. Problems then point into the texts that were
//! written, and [`Artifact::check`] sees to it that what was known stays as it was.
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
//! // In one process, in which the id is not known yet.
//! let source = Source::new("site.hcl", "url = \"https://${id}.example/\"\n");
//! let mut diags = Diagnostics::new();
//! let body = parse_body(&source, &mut diags);
//! let ctx = EvalContext::new().with_variable("id", Value::unknown(Type::String));
//! let planned = decode(&body, &spec, &ctx, &mut diags);
//! let bytes = Artifact::new().with_source(source).with_value("site", planned).to_msgpack()?;
//!
//! // In another one, in which it is.
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
//! A mark keeps a value out of messages, not out of the bytes: an artifact with sensitive values in it is to be kept
//! like them.
//!
//! # Evaluation ahead of time
//!
//! Where all is known at once, there is nothing to evaluate again, and the other process needs no texts. The
//! decoded value travels alone, as JSON or as MessagePack, to a process that knows the type of it: the one
//! that its spec implies.
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
//! An artifact is plain JSON or plain MessagePack, with types and values in the form that the reference's
//! packages `cty/json` and `cty/msgpack` read:
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
//! - `artifact` is the first entry: the version of the format, how many bytes follow the text, and the SHA-256 of all
//!   other bytes, in base64. It tells damage, not forgery: whoever changes an artifact can write another digest.
//! - `msgpack` is in JSON only: JSON has no form for what is not known, for a set with such elements, and for
//!   infinity. In the `value` they are null, and here they are as MessagePack, in base64.
//! - `marks` are beside the value, which has none in either form. In MessagePack they are a text that holds
//!   that JSON, as the `type` is, and the `value` is a binary.

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

/// What came out of an evaluation, by name, and the sources that it came from.
#[derive(Clone, Debug, Default)]
pub struct Artifact {
    sources: Vec<Source>,
    values: BTreeMap<String, Value>,
}

impl Artifact {
    /// An artifact without sources and values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source. The order of the sources is that in which their bodies are merged.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        self.sources.push(source);
        self
    }

    /// Adds a value, which may be unknown and marked, in the place of another of that name.
    #[must_use]
    pub fn with_value(mut self, name: impl Into<String>, value: Value) -> Self {
        self.values.insert(name.into(), value);
        self
    }

    /// The sources, in the order in which they were added.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The value of a name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// The values with their names, in the order of those.
    pub fn values(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The sources as one body. Each is read in the syntax that its name tells, see
    /// [`parse_body_by_name`](syntax::parse_body_by_name).
    pub fn body(&self, diags: &mut Diagnostics) -> Body {
        let bodies = self.sources.iter().map(|it| syntax::parse_body_by_name(it, diags));
        Body::merge(bodies).unwrap_or_else(|| Body::empty("<artifact>"))
    }

    /// Reports where a value that was evaluated again, knowing more, is not what the artifact's value of
    /// this name allows. Whatever was known must be the same. Whatever was not must be of the type that it had
    /// and have what was known of it: not being null, its bounds, the beginning of its text, its length. It may
    /// still not be known. Marks may differ. Of a name that the artifact has no value of, nothing was known.
    ///
    /// Every difference is reported where the origin says that the part stands, with both values; of
    /// marked values it is only told that they differ.
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
    ///     "a.hcl:1:1: Changed value; In \"port\": it was 80 before, and is 81 now. What was known \
    ///      before must not change.",
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
    /// Fails if a source is not UTF-8, or if a value holds a capsule, nests more than 128 deep, takes more
    /// than 1 GiB of text, or has a list, set or map with elements of several types.
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

    /// Reads an artifact in either form.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not those that were written, or were written in another version of the format.
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

    /// Whether all there is to a source fits into an artifact.
    fn check_sources(&self) -> Result<(), ArtifactError> {
        let whole = |it: &Source| Span::from(0..it.text().len());
        match self.sources.iter().find(|it| it.is_damaged(whole(it))) {
            Some(source) => Err(ArtifactError::NotUtf8(source.name().to_owned())),
            None => Ok(()),
        }
    }
}

/// The bytes, if they can be read again. When they are read is too late to find out.
fn readable(bytes: Vec<u8>) -> Result<Vec<u8>, ArtifactError> {
    Artifact::from_bytes(&bytes)?;
    Ok(bytes)
}
