//! Configurations and values as types of serde (feature `serde`).
//!
//! [`from_str`] and similar functions decode a whole configuration into a type that implements
//! [`Deserialize`](serde::Deserialize), without a schema: the body becomes [plain data](crate::spec::Spec::any()), and
//! serde takes its parts from that. Expressions are evaluated, and an error has the source location of the part that
//! serde rejects.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use hcldyn::EvalContext;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     region: String,
//!     #[serde(rename = "server")]
//!     servers: BTreeMap<String, Server>,
//! }
//!
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Server {
//!     port: u16,
//!     #[serde(default, rename = "rule")]
//!     rules: Vec<Rule>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Rule {
//!     allow: String,
//! }
//!
//! let text = r#"
//! region = "eu-${zone}"
//!
//! server "web" {
//!   port = 8000 + 80
//!   rule {
//!     allow = "10.0.0.0/8"
//!   }
//! }
//! "#;
//! let ctx = EvalContext::new().with_variable("zone", "b");
//! let config: Config = hcldyn::decode::serde::from_str(text, &ctx)?;
//! assert_eq!(config.region, "eu-b");
//! assert_eq!(config.servers["web"].port, 8080);
//! assert_eq!(config.servers["web"].rules[0].allow, "10.0.0.0/8");
//!
//! let mistake = text.replace("8000", "80000");
//! let error = hcldyn::decode::serde::from_str::<Config>(&mistake, &ctx).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "<text>:5:10: error: Invalid value for \"server.web.port\": a whole number from 0 to 65535 is required, \
//!      not 80080."
//! );
//! # Ok::<(), hcldyn::Diagnostics>(())
//! ```
//!
//! All errors of the syntax and of expressions are reported. Serde itself stops at its first error, so there is at most
//! one error about the types. [`HclDecode`](trait@crate::HclDecode) reports all of them; with `#[hcl(serde)]`, a field
//! takes its value or its blocks through serde, one error for each:
//!
#![cfg_attr(feature = "derive", doc = "```")]
#![cfg_attr(not(feature = "derive"), doc = "```ignore")]
//! use std::collections::BTreeMap;
//!
//! use hcldyn::{EvalContext, HclDecode};
//! use serde::Deserialize;
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     region: String,
//!     #[hcl(block, serde, name = "server")]
//!     servers: BTreeMap<String, Server>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Server {
//!     port: u16,
//! }
//!
//! let text = "region = \"eu\"\nserver \"web\" {\n  port = 80\n}\n";
//! let config: Config = hcldyn::from_str(text, &EvalContext::new())?;
//! assert_eq!(config.servers["web"].port, 80);
//! # Ok::<(), hcldyn::Diagnostics>(())
//! ```
//!
//! # The data
//!
//! | in the configuration | for serde |
//! |---|---|
//! | an attribute | its value |
//! | a block | a map: a struct, or a map with any keys |
//! | a label of a block | a map with one entry, around the block: `server "web" { … }` is `{"server": {"web": {…}}}` |
//! | several blocks of a type with equal labels | a sequence. A single block is also accepted where a sequence is expected |
//! | null | `None` or a unit |
//! | an enum's variant | externally tagged: a string, or an object with one attribute; a block with the variant as its label |
//! | a number | exact. A number out of the range of an integer, or with a fraction, is an error |
//! | an unknown or marked value | an error, unless serde ignores the value |
//! | a `dynamic` block | a block like any other, unless the body is [expanded](crate::ext::dynblock::expand) for [`from_body`] |
//!
//! For `flatten`, `untagged` and internally tagged enums, serde first reads the data without their types. An error then
//! has the location of the whole struct or enum, and a single block is not a sequence.
//!
//! In JSON syntax, objects and arrays look like blocks: an object is a map, and an array is a sequence.
//!
//! # Coming from hcl-rs
//!
//! | `hcl-rs` | hcldyn |
//! |---|---|
//! | `hcl::from_str(text)` | `hcldyn::decode::serde::from_str(text, &EvalContext::new())` |
//! | `hcl::eval::from_str(text, &ctx)` | `hcldyn::decode::serde::from_str(text, &ctx)` |
//! | `ctx.declare_var("a", 1)`, `ctx.declare_func(…)` | [`EvalContext::with_variable`], [`EvalContext::with_function`] |
//! | `hcl::from_reader(reader)` | [`source_from_reader`](crate::syntax::source_from_reader), then [`from_source`] |
//! | `hcl::from_body(body)` | [`from_body`] |
//! | `hcl::from_value(value)`, `hcl::to_value(&data)` | [`from_value`], [`to_value`] |
//! | a variable or a function call becomes a string `"${…}"` | it is evaluated; an undefined name is an error |
//! | `Vec<Rule>` rejects a single block | it accepts a single block |
//! | a block and an attribute of the same name: the last one wins | both are reported |
//! | an error without a location | an error at the part, with its path: `server.web.port` |

#[cfg(any(feature = "config", feature = "figment"))]
mod adapters;
mod de;
mod diags;
mod error;
mod key;
mod ser;
mod words;

use std::marker::PhantomData;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

#[cfg(any(feature = "config", feature = "figment"))]
pub use self::adapters::HclSource;
use self::de::SerdePart;
pub use self::error::Error;
use self::ser::ValueSerializer;
use crate::body::Body;
use crate::cty::{Step, Str, Value};
use crate::diag::{Diagnostic, Diagnostics};
use crate::expr::EvalContext;
use crate::source::Source;
use crate::spec::{Decoded, Origin, Presence, Spec, decode_with_origin};
use crate::syntax;

/// Decodes a string in native syntax. Diagnostics call it `<text>`; use [`from_source`] to give it a name.
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcldyn::EvalContext;
///
/// let ports: BTreeMap<String, u16> = hcldyn::decode::serde::from_str("http = 80", &EvalContext::new())?;
/// assert_eq!(ports["http"], 80);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
pub fn from_str<T: DeserializeOwned>(text: &str, ctx: &EvalContext) -> Result<T, Diagnostics> {
    from_source(&Source::new("<text>", text), ctx)
}

/// Decodes a string in JSON syntax. Diagnostics call it `<text>`; use [`from_source`] with a name that ends in `.json`
/// to give it a name.
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcldyn::EvalContext;
///
/// let ctx = EvalContext::new().with_variable("base", 8000);
/// let text = r#"{"http": "${base + 80}"}"#;
/// let ports: BTreeMap<String, u16> = hcldyn::decode::serde::from_json_str(text, &ctx)?;
/// assert_eq!(ports["http"], 8080);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[cfg(feature = "json")]
pub fn from_json_str<T: DeserializeOwned>(text: &str, ctx: &EvalContext) -> Result<T, Diagnostics> {
    syntax::decode_json(text, ctx, from_body)
}

/// Decodes a source, in JSON syntax if its name ends in `.json` and in native syntax otherwise.
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcldyn::EvalContext;
/// use hcldyn::decode::serde::from_source;
/// use hcldyn::syntax::Source;
///
/// let source = Source::new("ports.hcl", "http = 8000 + 80");
/// let ports: BTreeMap<String, u16> = from_source(&source, &EvalContext::new())?;
/// assert_eq!(ports["http"], 8080);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
pub fn from_source<T: DeserializeOwned>(
    source: &Source,
    ctx: &EvalContext,
) -> Result<T, Diagnostics> {
    syntax::decode_source(source, ctx, from_body)
}

/// Reads and decodes a file, in JSON syntax if its name ends in `.json` and in native syntax otherwise.
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error. An unreadable file is an error, and so is a larger file than
/// the [`Limits`](crate::Limits) of the context allow.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcldyn::EvalContext;
/// use hcldyn::decode::serde::from_file;
///
/// let error = from_file::<BTreeMap<String, u16>>("missing.hcl", &EvalContext::new()).unwrap_err();
/// assert!(error.to_string().starts_with("missing.hcl: error: File not found"));
/// ```
pub fn from_file<T: DeserializeOwned>(
    path: impl AsRef<Path>,
    ctx: &EvalContext,
) -> Result<T, Diagnostics> {
    syntax::decode_file(path, ctx, from_body)
}

/// Decodes a body. Reports into `diags`, and returns `None` if it reports an error. Errors that are already in `diags`
/// do not count; [`Diagnostics::into_result`] checks for them.
///
/// ```
/// use hcldyn::ext::dynblock;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Config {
///     rule: Vec<Rule>,
/// }
///
/// #[derive(Deserialize)]
/// struct Rule {
///     port: u16,
/// }
///
/// let text = "dynamic \"rule\" {\n  for_each = [80, 443]\n  content {\n    port = rule.value\n  }\n}\n";
/// let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
/// let body = parse_body(&Source::new("main.hcl", text), &mut diags);
/// let body = dynblock::expand(&body, &ctx);
/// let config: Option<Config> = hcldyn::decode::serde::from_body(&body, &ctx, &mut diags);
/// assert_eq!(diags.into_result(config)?.rule[1].port, 443);
/// # Ok::<(), Diagnostics>(())
/// ```
pub fn from_body<T: DeserializeOwned>(
    body: &Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<T> {
    let decode = |diags: &mut _| decode_with_origin(body, &Spec::any(), ctx, diags);
    let decoded = diags.unless_errors(decode)?;
    let value = from_decoded(&decoded, diags);
    if value.is_none() {
        decoded.report_failure(diags);
    }
    value
}

/// Converts a value to a type that implements `Deserialize`.
///
/// ```
/// use hcldyn::cty::{Type, Value};
///
/// let value = Value::tuple(vec![80.into(), "all".into()]);
/// let (port, name): (u16, String) = hcldyn::decode::serde::from_value(value)?;
/// assert_eq!((port, name.as_str()), (80, "all"));
///
/// let error = hcldyn::decode::serde::from_value::<u16>(Value::unknown(Type::Number)).unwrap_err();
/// let message = "the value is not known yet, so it can't be deserialized";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), hcldyn::decode::serde::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the type rejects the value. An unknown value, a marked value and a capsule are rejected where the type
/// reads them.
#[expect(clippy::needless_pass_by_value, reason = "as other functions that convert values")]
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    SerdePart { value: &value, origin: None }.read(PhantomData)
}

/// Converts data of a type that implements `Serialize` to a value: sequences to tuples, structs and maps to objects,
/// `None` and units to null, and a variant with content to an object with one attribute.
///
/// ```
/// use hcldyn::cty::Value;
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Server {
///     port: u16,
///     tags: [&'static str; 1],
/// }
///
/// let value = hcldyn::decode::serde::to_value(&Server { port: 80, tags: ["a"] })?;
/// let tags = Value::tuple(vec!["a".into()]);
/// assert_eq!(value, Value::object([("port", Value::from(80)), ("tags", tags)]));
/// # Ok::<(), hcldyn::decode::serde::Error>(())
/// ```
///
/// # Errors
///
/// Fails for a number that is not finite, for a key that is not a string, a number or a bool, for repeated keys, for
/// data that exceeds the limits of values, and if the data itself fails to be serialized, as an unknown or marked
/// [`Value`] does.
pub fn to_value<T: Serialize + ?Sized>(data: &T) -> Result<Value, Error> {
    data.serialize(ValueSerializer::default())
}

/// Deserializes a decoded value. Returns `None` after reporting an error, or if decoding failed.
pub(crate) fn from_decoded<T: DeserializeOwned>(
    decoded: &Decoded,
    diags: &mut Diagnostics,
) -> Option<T> {
    let Decoded { value, origin } = decoded;
    if origin.presence == Presence::Failed {
        return None;
    }
    match (SerdePart { value, origin: Some(origin) }).read(PhantomData) {
        Ok(data) => Some(data),
        Err(error) => diags.fail(diags::rejected(&error, "value", &origin.place)),
    }
}

/// Deserializes the value of a named item.
///
/// # Errors
///
/// Returns the diagnostic for a value that the type rejects.
pub(crate) fn from_item<T: DeserializeOwned>(
    name: &Str,
    value: &Value,
    origin: &Origin,
) -> Result<T, Box<Diagnostic>> {
    SerdePart { value, origin: Some(origin) }.read(PhantomData).map_err(|error: Error| {
        let subject = if origin.is_default() { "default" } else { "value" };
        let error = error.under(Step::Attr(name.clone()));
        Box::new(diags::rejected(&error, subject, &origin.place))
    })
}
