//! Decoding of whole sources by a function that decodes bodies.

use std::path::Path;

#[cfg(feature = "json")]
use super::parse_json_body;
use super::{parse_body_by_name, read_file_within};
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::Source;

/// A function that decodes a body. It returns `None` after reporting an error.
type BodyDecoder<T> = fn(&Body, &EvalContext, &mut Diagnostics) -> Option<T>;

/// Decodes a source, in JSON syntax if its name ends in `.json`. The warnings of a result go to the context.
pub(crate) fn decode_source<T>(
    source: &Source,
    ctx: &EvalContext,
    decode: BodyDecoder<T>,
) -> Result<T, Diagnostics> {
    decode_read(source, ctx, Diagnostics::new(), decode)
}

/// Reads and decodes a file, as [`decode_source`] does.
pub(crate) fn decode_file<T>(
    path: impl AsRef<Path>,
    ctx: &EvalContext,
    decode: BodyDecoder<T>,
) -> Result<T, Diagnostics> {
    let mut diags = Diagnostics::new();
    match read_file_within(path, ctx.limits().file_bytes, &mut diags) {
        Some(source) => decode_read(&source, ctx, diags, decode),
        None => Err(diags),
    }
}

/// Decodes a text in JSON syntax, as [`decode_source`] does. Diagnostics call it `<text>`.
#[cfg(feature = "json")]
pub(crate) fn decode_json<T>(
    text: &str,
    ctx: &EvalContext,
    decode: BodyDecoder<T>,
) -> Result<T, Diagnostics> {
    let mut diags = Diagnostics::new();
    let body = parse_json_body(&Source::new("<text>", text), &mut diags);
    decode_parsed(&body, ctx, diags, decode)
}

/// Decodes a source that may already have diagnostics.
fn decode_read<T>(
    source: &Source,
    ctx: &EvalContext,
    mut diags: Diagnostics,
    decode: BodyDecoder<T>,
) -> Result<T, Diagnostics> {
    let body = parse_body_by_name(source, &mut diags);
    decode_parsed(&body, ctx, diags, decode)
}

/// Decodes a body that may already have diagnostics.
fn decode_parsed<T>(
    body: &Body,
    ctx: &EvalContext,
    mut diags: Diagnostics,
    decode: BodyDecoder<T>,
) -> Result<T, Diagnostics> {
    let value = decode(body, ctx, &mut diags);
    diags.sort();
    ctx.warned(value, diags)
}
