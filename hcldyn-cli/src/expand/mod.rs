//! `hcldyn expand`: a file with its `dynamic` blocks replaced by the blocks they generate.
//!
//! The result is the source text with edits made to it, so everything that is not generated stays as it is,
//! byte for byte. The library parses the file, expands its `dynamic` blocks and evaluates its expressions.
//! Tokens and parser events give the spans to edit.

mod bodies;
mod document;
mod generate;
mod scope;
mod substitute;
mod tree;

use std::path::Path;

use hcldyn::dynblock::Expansion;
use hcldyn::source::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

use self::bodies::Expander;
use self::document::{Document, Edits};
use self::scope::Scope;
use crate::diags;

/// Returns the expanded source text of a file. `ctx` has the known variables.
pub(crate) fn expand(source: &Source, ctx: EvalContext, diags: &mut Diagnostics) -> Option<String> {
    if Path::new(source.name()).extension().is_some_and(|it| it.eq_ignore_ascii_case("json")) {
        diags.push(diags::json_not_expanded(source.name()));
        return None;
    }
    expand_after(0, source, ctx, diags)
}

/// Expands a file after so many bytes were generated.
fn expand_after(
    generated_bytes: usize,
    source: &Source,
    ctx: EvalContext,
    diags: &mut Diagnostics,
) -> Option<String> {
    let body = parse_body(source, diags);
    if diags.has_errors() {
        return None;
    }
    let (limits, scope) = (ctx.limits().clone(), Scope::new(ctx.clone()));
    let (document, expansion) = (&Document::new(source), Expansion::new(&ctx));
    let edits = Edits::default();
    let mut expander = Expander { document, ctx, expansion, diags, edits, generated_bytes };
    Some(limits.share(|| expander.expanded(&body, 0..source.text().len(), &scope)))
}
