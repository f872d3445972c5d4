//! Decoding of source text into Rust structs.

pub(crate) mod collections;
mod constraints;
mod deferred;
mod diags;
mod docs_options;
mod field;
mod field_options;
mod fields;
mod pointers;
#[doc(hidden)]
pub mod private;
mod resolved_path;
mod spanned;
mod validation;
mod value;
mod variant;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

pub use self::deferred::Deferred;
use self::docs_options::DocsOptions;
use self::field_options::FieldOptions;
use self::fields::Fields;
pub use self::resolved_path::ResolvedPath;
pub use self::spanned::Spanned;
pub use self::validation::Validation;
use crate::body::Body;
use crate::cty::{FromValue, FromValueError};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::limits::work;
use crate::source::Source;
use crate::spec::{Decoded, Spec, decode_with_origin};

/// A struct or an enum that is decoded from a body. `#[derive(HclDecode)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a block",
    label = "`{Self}` does not implement `HclDecode`",
    note = "add `#[derive(hcldyn::HclDecode)]` to `{Self}`; if it is the type of an attribute, remove `block` or `dynamic` from the field"
)]
pub trait HclDecode: Sized {
    /// Returns the spec of the body.
    fn spec() -> Spec;

    /// Creates the struct from a value decoded by its spec. Returns `None` if that fails, which has been reported,
    /// here or while decoding.
    fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self>;
}

/// An enum with a variant for each of several block types. `#[derive(HclDecode)]` on an enum without a `tag`
/// implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no block types",
    label = "expected an enum of block types",
    note = "`blocks` requires an enum that derives `hcldyn::HclDecode` without a `tag`; for blocks of one type, write `block`"
)]
pub trait HclBlocks: HclDecode {
    /// Returns the block types, each with the spec of its blocks' bodies.
    fn block_types() -> Vec<BlockVariant>;
}

/// The block type of a variant, and the function that creates the spec of its blocks' bodies on first use, so that
/// blocks of an enum can contain each other.
pub type BlockVariant = (&'static str, fn() -> Spec);

/// Decodes a source in native syntax. Diagnostics call it `<text>`; use [`from_source`] to give it a name.
///
/// Warnings, such as those about deprecated attributes, go to the function that
/// [`EvalContext::with_warnings`] sets; without one, they are dropped. A [`Decoder`](crate::Decoder) returns them.
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error.
pub fn from_str<T: HclDecode>(text: &str, ctx: &EvalContext) -> Result<T, Diagnostics> {
    from_source(&Source::new("<text>", text), ctx)
}

/// Decodes a source in JSON syntax. Diagnostics call it `<text>`; use [`from_source`] with a name that ends in
/// `.json` to give it a name. Warnings are reported as by [`from_str`].
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error.
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

/// Decodes a source, in JSON syntax if its name ends in `.json` and in native syntax otherwise. Warnings are reported
/// as by [`from_str`].
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error.
pub fn from_source<T: HclDecode>(source: &Source, ctx: &EvalContext) -> Result<T, Diagnostics> {
    finish(source, ctx, Diagnostics::new())
}

/// Reads and decodes a file, in JSON syntax if its name ends in `.json` and in native syntax otherwise. Warnings are
/// reported as by [`from_str`].
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error. An unreadable file is an error, and so is a larger file than
/// the [`Limits`](crate::Limits) of the context allow.
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

/// Decodes a body. Reports into `diags`, and returns `None` if it reports an error. Errors that are already in `diags`
/// do not count; [`Diagnostics::into_result`] checks for them.
///
/// The functions that read a source own its diagnostics and return them in a `Result`. A body is the product of an earlier
/// stage, which reported into a sink; like all functions that take one, this one reports into the same sink. In the end,
/// [`Diagnostics::into_result`] makes a `Result` of both:
///
/// ```
/// use hcldyn::source::Source;
/// use hcldyn::{Diagnostics, EvalContext, HclDecode, from_body, parse_body};
///
/// #[derive(Debug, HclDecode)]
/// struct Config { port: u16 }
///
/// fn decode(text: &str) -> Result<Config, Diagnostics> {
///     let mut diags = Diagnostics::new();
///     let body = parse_body(&Source::new("a.hcl", text), &mut diags);
///     let config = from_body(&body, &EvalContext::new(), &mut diags);
///     diags.into_result(config)
/// }
///
/// assert_eq!(decode("port = 80").unwrap().port, 80);
/// assert!(decode("port = 80 +").unwrap_err().to_string().contains("Missing expression"));
/// ```
pub fn from_body<T: HclDecode>(
    body: &Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<T> {
    body_or_else(body, ctx, diags, Decoded::report_failure)
}

/// Decodes a body of a larger configuration. A value that failed elsewhere is not reported here, because the sink of the
/// whole configuration contains its error.
#[cfg(feature = "kit")]
pub(crate) fn from_inner_body<T: HclDecode>(
    body: &Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<T> {
    body_or_else(body, ctx, diags, |_, _| {})
}

/// Decodes a body. Calls `on_failure` if a value failed and converting the others to the struct reported nothing.
fn body_or_else<T: HclDecode>(
    body: &Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
    on_failure: impl FnOnce(&Decoded, &mut Diagnostics),
) -> Option<T> {
    diags.unless_errors(|diags| {
        let spec = T::spec();
        check_spec::<T>(&spec, diags)?;
        // The conversion can be work, too.
        let _work = work::Budget::open(ctx.limits().work);
        let decoded = decode_with_origin(body, &spec, ctx, diags);
        let failed = decoded.value.is_failed().then(|| decoded.clone());
        let value = T::from_decoded(decoded, diags);
        if let (None, Some(failed)) = (&value, failed) {
            on_failure(&failed, diags);
        }
        value
    })?
}

/// Checks the spec of a type when it is first decoded, so that the first run of a program finds mistakes that the derive
/// cannot see. Reports them, and returns `None` then.
pub(crate) fn check_spec<T: HclDecode>(spec: &Spec, diags: &mut Diagnostics) -> Option<()> {
    /// The functions that return the specs without mistakes. Types that share a function have equal specs.
    static CHECKED: Mutex<Vec<usize>> = Mutex::new(Vec::new());

    let checked = || CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
    let make: fn() -> Spec = T::spec;
    if checked().contains(&(make as usize)) {
        return Some(());
    }
    match spec.check() {
        Ok(()) => {
            checked().push(make as usize);
            Some(())
        }
        Err(error) => {
            let name = std::any::type_name::<T>();
            error
                .mistakes
                .iter()
                .for_each(|mistake| diags.push(diags::invalid_type(name, mistake)));
            None
        }
    }
}

/// Decodes a source that may already have diagnostics.
fn finish<T: HclDecode>(
    source: &Source,
    ctx: &EvalContext,
    mut diags: Diagnostics,
) -> Result<T, Diagnostics> {
    let body = crate::syntax::parse_body_by_name(source, &mut diags);
    decoded(&body, ctx, diags)
}

/// Decodes a body that may already have diagnostics.
fn decoded<T: HclDecode>(
    body: &Body,
    ctx: &EvalContext,
    mut diags: Diagnostics,
) -> Result<T, Diagnostics> {
    let value = from_body(body, ctx, &mut diags);
    diags.sort();
    ctx.warned(value, diags)
}
