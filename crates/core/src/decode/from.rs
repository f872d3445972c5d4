//! The functions that decode texts, files and bodies.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::OnceLock;

use super::traits::HclDecode;
use super::{Fields, check_spec};
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::Source;
use crate::spec::{Decoded, NestedSpec, decode_again, read_fields, report_if_used_up};
use crate::syntax;

/// Decodes a source in native syntax. Diagnostics call it `<text>`; use [`from_source`] to give it a name.
///
/// Warnings, such as those about deprecated attributes, go to the function that
/// [`EvalContext::with_warnings`] sets; without one, they are dropped. A [`Decoder`](crate::Decoder) returns them.
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error.
#[doc(alias = "deserialize")]
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
/// let config: Config = hcldyn::decode::from_json_str(r#"{"port": "${base + 80}"}"#, &ctx)?;
/// assert_eq!(config.port, 8080);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[cfg(feature = "json")]
pub fn from_json_str<T: HclDecode>(text: &str, ctx: &EvalContext) -> Result<T, Diagnostics> {
    syntax::decode_json(text, ctx, from_body)
}

/// Decodes a source, in JSON syntax if its name ends in `.json` and in native syntax otherwise. Warnings are reported
/// as by [`from_str`].
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error.
///
/// ```
/// use hcldyn::syntax::Source;
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     port: u16,
/// }
///
/// let source = Source::new("app.hcl.json", r#"{"port": 80}"#);
/// let config: Config = hcldyn::from_source(&source, &EvalContext::new())?;
/// assert_eq!(config.port, 80);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
pub fn from_source<T: HclDecode>(source: &Source, ctx: &EvalContext) -> Result<T, Diagnostics> {
    syntax::decode_source(source, ctx, from_body)
}

/// Reads and decodes a file, in JSON syntax if its name ends in `.json` and in native syntax otherwise. Warnings are
/// reported as by [`from_str`].
///
/// # Errors
///
/// Returns all diagnostics if one of them is an error. An unreadable file is an error, and so is a larger file than
/// the [`Limits`](crate::Limits) of the context allow.
///
/// ```
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(Debug, HclDecode)]
/// struct Config {
///     port: u16,
/// }
///
/// # let path = std::env::temp_dir().join(format!("hcldyn-from-file-{}.hcl", std::process::id()));
/// std::fs::write(&path, "port = 8000 + 80").unwrap();
/// let config: Config = hcldyn::from_file(&path, &EvalContext::new())?;
/// assert_eq!(config.port, 8080);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[doc(alias = "hclsimple")]
pub fn from_file<T: HclDecode>(
    path: impl AsRef<Path>,
    ctx: &EvalContext,
) -> Result<T, Diagnostics> {
    syntax::decode_file(path, ctx, from_body)
}

/// Decodes a body. Reports into `diags`, and returns `None` if it reports an error. Errors that are already in `diags`
/// do not count; [`Diagnostics::into_result`] checks for them.
///
/// The functions that read a source own its diagnostics and return them in a `Result`. A body is the product of an earlier
/// stage, which reported into a sink; like all functions that take one, this one reports into the same sink. In the end,
/// [`Diagnostics::into_result`] makes a `Result` of both:
///
/// ```
/// use hcldyn::syntax::Source;
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
    BodyDecoder::new().decode_or_else(body, ctx, diags, on_failure)
}

/// A decoder of many bodies to one type. It prepares the spec of the type once, which [`from_body`] does for
/// each body.
///
/// ```
/// use hcldyn::decode::BodyDecoder;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body};
///
/// #[derive(HclDecode)]
/// struct Listener {
///     port: u16,
/// }
///
/// let (mut diags, ctx) = (Diagnostics::new(), EvalContext::new());
/// let decoder = BodyDecoder::<Listener>::new();
/// for text in ["port = 80", "port = 81"] {
///     let body = parse_body(&Source::new("a.hcl", text), &mut diags);
///     assert!(decoder.decode(&body, &ctx, &mut diags).unwrap().port >= 80);
/// }
/// assert!(diags.is_empty());
/// ```
pub struct BodyDecoder<T> {
    root: NestedSpec,
    is_checked: OnceLock<()>,
    ty: PhantomData<fn() -> T>,
}

impl<T: HclDecode> BodyDecoder<T> {
    /// Creates the decoder of a type.
    pub fn new() -> Self {
        Self { root: NestedSpec::of(T::spec()), is_checked: OnceLock::new(), ty: PhantomData }
    }

    /// Decodes a body. Returns `None` after reporting an error, and reports warnings, too.
    pub fn decode(&self, body: &Body, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<T> {
        self.decode_or_else(body, ctx, diags, Decoded::report_failure)
    }

    fn decode_or_else(
        &self,
        body: &Body,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
        on_failure: impl FnOnce(&Decoded, &mut Diagnostics),
    ) -> Option<T> {
        diags.unless_errors(|diags| {
            if self.is_checked.get().is_none() {
                check_spec::<T>(self.root.spec(), diags)?;
                _ = self.is_checked.set(());
            }
            // The conversion can be work, too.
            let _work = ctx.limits().open_budget();
            // Its diagnostics follow those of the decoding.
            let mut of_conversion = diags.another();
            let read = read_fields(body, &self.root, ctx, diags, |fields| {
                T::from_fields(Fields::of_body(fields), &mut of_conversion)
            });
            let (value, failed) = match read {
                Some(read) => {
                    diags.append(of_conversion);
                    read
                }
                None => {
                    let decoded = decode_again(body, &self.root, ctx, diags);
                    let failed = decoded.value.is_failed().then(|| decoded.clone());
                    (T::from_decoded(decoded, diags), failed)
                }
            };
            report_if_used_up(body, ctx, diags);
            if let (None, Some(failed)) = (&value, failed) {
                on_failure(&failed, diags);
            }
            value
        })?
    }
}

impl<T: HclDecode> Default for BodyDecoder<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> fmt::Debug for BodyDecoder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyDecoder").finish_non_exhaustive()
    }
}
