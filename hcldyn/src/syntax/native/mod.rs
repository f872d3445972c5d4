//! HCL's native syntax.

mod cut;
mod diags;
mod directives;
mod explain;
#[cfg(feature = "json")]
pub(super) mod inner;
mod items;
mod leftover;
mod lone;
mod lower;
mod print;
#[doc(hidden)]
pub mod stages;
mod stand_ins;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod texts;

use std::sync::Arc;

pub use self::lone::{
    is_unfinished, parse_expression, parse_expression_at, parse_template, split_expressions,
};
use self::lower::Lowering;
pub use self::print::{Layout, to_hcl, to_hcl_literal, to_hcl_within, type_to_hcl};
use crate::body::{Body, TreeBody};
use crate::diag::Diagnostics;
use crate::source::Source;
use crate::threads::Threads;

/// A byte-order mark, which a text may start with.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a text as a body. Problems are reported; what could be read is kept.
///
/// ```
/// use hcldyn::source::Source;
/// use hcldyn::{Diagnostics, parse_body};
///
/// let mut diags = Diagnostics::new();
/// let source = Source::new("app.hcl", "port = 80\nhost \"a\" {\n");
/// let body = parse_body(&source, &mut diags);
/// assert_eq!(body.just_attributes(&mut Diagnostics::new()).len(), 1);
/// assert!(diags.to_string().starts_with("app.hcl:2:10: "));
/// ```
pub fn parse_body(source: &Source, diags: &mut Diagnostics) -> Body {
    parse_body_on(Threads::ONE, source, diags)
}

/// Reads a text as a body on several threads, where it is long enough for that.
pub(crate) fn parse_body_on(threads: Threads, source: &Source, diags: &mut Diagnostics) -> Body {
    let errors = diags.error_count();
    let mut lowering = Lowering::new(source, diags);
    let body = items::whole_body(&mut lowering, source, threads);
    let body = TreeBody::body(&Arc::new(lowering.tree), body);
    if diags.error_count() > errors {
        diags.hide_in_broken(source);
    }
    body
}

/// How many bytes of a text are a byte-order mark.
pub(super) fn skip_byte_order_mark(text: &str) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
}
