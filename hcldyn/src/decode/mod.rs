//! From text to Rust structs.

mod decoder;
mod deferred;
#[cfg(feature = "serde")]
mod deserializer;
mod diags;
mod field;
mod field_options;
mod fields;
mod inputs;
#[doc(hidden)]
pub mod private;
mod spanned;
mod validation;
mod value;
mod variant;

use std::path::Path;

pub use self::decoder::{Configuration, Decoder};
pub use self::deferred::Deferred;
use self::field_options::FieldOptions;
use self::fields::Fields;
#[cfg(feature = "kit")]
pub(crate) use self::inputs::read_file;
pub use self::spanned::Spanned;
pub use self::validation::Validation;
use crate::body::Body;
use crate::cty::{FromValue, FromValueError};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::Source;
use crate::spec::{Decoded, Spec, decode_with_origin};

/// A struct or an enum that is decoded from a body. `#[derive(HclDecode)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a block",
    label = "this type does not say how to decode a block",
    note = "add `#[derive(hcldyn::HclDecode)]` to `{Self}`; an attribute's value needs no `block` on the field"
)]
pub trait HclDecode: Sized {
    /// How to decode it.
    fn spec() -> Spec;

    /// Makes the struct from what its spec decoded. `None` where that cannot be done, which was then
    /// reported, here or while decoding.
    fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self>;
}

/// An enum with a variant for each of several block types. `#[derive(HclDecode)]` on an enum without a
/// `tag` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which block types it has",
    label = "this is no enum over block types",
    note = "`blocks` needs an enum that derives `hcldyn::HclDecode` without a `tag`; for blocks of one type write `block`"
)]
pub trait HclBlocks: HclDecode {
    /// The block types, each with how to decode the bodies of its blocks.
    fn block_types() -> Vec<BlockType>;
}

/// A block type, and the function that makes the spec of its blocks' bodies when it is first needed, so blocks of an
/// enum may be nested in each other.
pub type BlockType = (&'static str, fn() -> Spec);

impl<T: HclDecode> HclDecode for Box<T> {
    fn spec() -> Spec {
        T::spec()
    }

    fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
        T::from_decoded(decoded, diags).map(Self::new)
    }
}

/// Decodes a text in native syntax. Messages call the text `<text>`; use [`from_source`] to give it
/// a name.
///
/// # Errors
///
/// Returns all problems found, when one of them is an error.
pub fn from_str<T: HclDecode>(text: &str, ctx: &EvalContext) -> Result<T, Diagnostics> {
    from_source(&Source::new("<text>", text), ctx)
}

/// Decodes a text in JSON syntax. Messages call the text `<text>`; use [`from_source`] with a name that
/// ends in `.json` to give it a name.
///
/// # Errors
///
/// Returns all problems found, when one of them is an error.
///
/// ```
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     port: u16,
/// }
///
/// let ctx = EvalContext::new().with_variable("base", 8000);
/// let config: Config = hcldyn::from_json_str(r#"{"port": "${base + 80}"}"#, &ctx)?;
/// assert_eq!(config.port, 8080);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[cfg(feature = "json")]
pub fn from_json_str<T: HclDecode>(text: &str, ctx: &EvalContext) -> Result<T, Diagnostics> {
    let mut diags = Diagnostics::new();
    let body = crate::parse_json_body(&Source::new("<text>", text), &mut diags);
    decoded(&body, ctx, diags)
}

/// Decodes a source, in the syntax that the ending of its name tells: JSON where that is `.json`, native
/// syntax otherwise.
///
/// # Errors
///
/// Returns all problems found, when one of them is an error.
pub fn from_source<T: HclDecode>(source: &Source, ctx: &EvalContext) -> Result<T, Diagnostics> {
    finish(source, ctx, Diagnostics::new())
}

/// Reads and decodes a file, in the syntax that its ending tells: JSON where that is `.json`, native syntax
/// otherwise.
///
/// # Errors
///
/// Returns all problems found, when one of them is an error; that the file cannot be read is one, and so is
/// that it is longer than the [`Limits`](crate::Limits) of the context allow.
pub fn from_file<T: HclDecode>(
    path: impl AsRef<Path>,
    ctx: &EvalContext,
) -> Result<T, Diagnostics> {
    let mut diags = Diagnostics::new();
    match crate::syntax::read_file_within(path, ctx.limits().file_bytes, &mut diags) {
        Some(source) => finish(&source, ctx, diags),
        None => Err(diags),
    }
}

/// Decodes a body. Problems are reported into `diags`; `None` when there were errors.
pub fn from_body<T: HclDecode>(
    body: &Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<T> {
    diags.unless_errors(|diags| {
        let decoded = decode_with_origin(body, &T::spec(), ctx, diags);
        T::from_decoded(decoded, diags)
    })?
}

/// Decodes a source whose reading may have found problems already.
fn finish<T: HclDecode>(
    source: &Source,
    ctx: &EvalContext,
    mut diags: Diagnostics,
) -> Result<T, Diagnostics> {
    let body = crate::syntax::parse_body_by_name(source, &mut diags);
    decoded(&body, ctx, diags)
}

/// Decodes a body in which problems may have been found already.
fn decoded<T: HclDecode>(
    body: &Body,
    ctx: &EvalContext,
    mut diags: Diagnostics,
) -> Result<T, Diagnostics> {
    let value = from_body(body, ctx, &mut diags);
    diags.sort();
    diags.into_result(value)
}
