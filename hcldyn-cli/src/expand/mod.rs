//! `hcldyn expand`: a file with its `dynamic` blocks replaced by the blocks they generate.
//!
//! hcl-edit says what stands where. The result is the text of the file with edits made to it, so that
//! everything that is not generated stays as it is, byte for byte: [`bodies`] finds the `dynamic`
//! blocks, [`generate`] writes what they generate, [`substitute`] puts iterators' values into
//! expressions, and [`edits`] makes the new text. The library evaluates the expressions and checks
//! the `dynamic` blocks, a piece of the file at a time ([`pieces`]).

mod bodies;
mod document;
mod edits;
mod generate;
mod parse;
mod pieces;
mod scope;
mod substitute;

use std::path::Path;

use hcldyn::source::{Source, Span};
use hcldyn::{Diagnostics, EvalContext, parse_body};

use self::bodies::Expander;
use self::document::Document;
use self::scope::Scope;
use crate::diags;

/// The expanded text of a file. `ctx` has the variables that are known.
pub(crate) fn expand(source: &Source, ctx: EvalContext, diags: &mut Diagnostics) -> Option<String> {
    if Path::new(source.name()).extension().is_some_and(|it| it.eq_ignore_ascii_case("json")) {
        diags.push(diags::json_not_expanded(source.name()));
        return None;
    }
    // Syntax errors are reported by the library, all of them and in its own words.
    parse_body(source, diags);
    if diags.has_errors() {
        return None;
    }
    let document = Document::new(source);
    match parse::parse(document.text()) {
        Ok(body) => {
            let limits = ctx.limits().clone();
            let scope = Scope::new(ctx);
            let expanded = limits.share(|| Expander::new(&document, diags).file(&body, &scope));
            Some(document.byte_order_mark().to_owned() + &expanded)
        }
        Err(error) => {
            let offset = error.location().offset();
            let at = document.place(Span::from(offset..offset));
            diags.push(diags::not_editable(at, error.message()));
            None
        }
    }
}
