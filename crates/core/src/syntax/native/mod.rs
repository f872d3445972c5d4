//! HCL's native syntax.

mod build;
mod diags;
mod fixes;
pub(super) mod fragment;
mod print;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hcldyn_syntax::parser;

use self::build::Builder;
#[cfg(feature = "load")]
pub(crate) use self::fragment::parse_expression_into;
pub use self::fragment::{
    is_unfinished, parse_expression, parse_expression_at, parse_template, split_expressions,
};
#[cfg(feature = "load")]
pub(crate) use self::print::line_within;
#[cfg(feature = "json")]
pub(crate) use self::print::push_quoted;
#[cfg(any(feature = "hcl-rs", feature = "json"))]
pub(crate) use self::print::push_template_text;
#[cfg(feature = "kit")]
pub use self::print::to_hcl_line;
pub use self::print::{Layout, to_hcl, to_hcl_literal, to_hcl_typed, to_hcl_within, type_to_hcl};
pub(crate) use self::print::{
    MAX_UNWRITABLE, NewExpr, NewItem, Unwritable, are_same_expressions, attribute_text, body_text,
    captured_text, closed_text, ends_with_heredoc, inline_text, rest_items, value_text,
};
use crate::body::{Body, TreeBody};
use crate::diag::Diagnostics;
use crate::source::Source;
use crate::tree::{BodyId, Tree};

/// Parses a source as a body. Reports errors and keeps the valid items.
///
/// ```
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_body};
///
/// let mut diags = Diagnostics::new();
/// let source = Source::new("app.hcl", "port = 80\nhost \"a\" {\n");
/// let body = parse_body(&source, &mut diags);
/// assert_eq!(body.just_attributes(&mut Diagnostics::new()).len(), 1);
/// assert!(diags.to_string().starts_with("app.hcl:2:10: error: "));
/// ```
pub fn parse_body(source: &Source, diags: &mut Diagnostics) -> Body {
    let errors = diags.error_count();
    let (tree, body) = parse_tree(source, diags);
    let body = TreeBody::body(&Arc::new(tree), body);
    if diags.error_count() > errors {
        diags.hide_in_broken(source);
    }
    body
}

/// Parses a source as a body and returns the tree.
pub(crate) fn parse_tree(source: &Source, diags: &mut Diagnostics) -> (Tree, BodyId) {
    let mut builder = Builder::new(source, diags).with_repairs();
    builder.tree.reserve(source.text().len());
    builder.open_body();
    parser::parse_body(source.text(), &mut builder);
    builder.finish_body()
}
