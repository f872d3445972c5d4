//! HCL's native syntax.

mod cut;
mod diags;
mod explain;
mod hollow;
mod items;
mod lower;
mod print;
#[doc(hidden)]
pub mod stages;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod texts;

use std::sync::Arc;

use hcl_edit::expr::Expression as EditExpression;
use hcl_edit::parser;

use self::lower::Lowering;
pub use self::print::{Layout, to_hcl, to_hcl_literal};
use crate::body::{Body, TreeBody};
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{MAX_SOURCE_LEN, Source};
use crate::tree::NodeId;

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
    let mut lowering = Lowering::new(source, diags);
    let body = items::whole_body(&mut lowering);
    TreeBody::body(&Arc::new(lowering.tree), body)
}

/// Reads a text as one expression. Line ends in it mean nothing, and there may be blanks and
/// comments around it. A text that is not an expression is reported and gives `None`.
pub fn parse_expression(name: &str, text: &str, diags: &mut Diagnostics) -> Option<Expression> {
    lone(name, text, diags, |lowering| {
        // In parentheses, so that lines may end anywhere as in the reference. The line end closes a
        // comment.
        let start = skip_byte_order_mark(lowering.text());
        let parens = format!("({}\n)", &lowering.text()[start..]);
        let end = parens.len();
        lowering.set_shift(start as isize - 1);
        match hollow::parse(&parens, parser::parse_expr) {
            Ok(EditExpression::Parenthesis(inner))
                if hcl_edit::Span::span(&*inner) == Some(0..end) =>
            {
                Some(lowering.expression(inner.into_inner()))
            }
            _ => {
                explain::expression(lowering, start);
                None
            }
        }
    })
}

/// Reads a text as a template: text with `${ }` and `%{ }` in it, without quotes around it. A text
/// that is not a template is reported and gives `None`.
pub fn parse_template(name: &str, text: &str, diags: &mut Diagnostics) -> Option<Expression> {
    lone(name, text, diags, |lowering| match parser::parse_template(lowering.text()) {
        Ok(template) => Some(lowering.bare_template(template)),
        Err(error) => {
            explain::template(lowering, &error);
            None
        }
    })
}

/// A text that is one expression, which `read` reads.
fn lone(
    name: &str,
    text: &str,
    diags: &mut Diagnostics,
    read: impl FnOnce(&mut Lowering<'_, '_>) -> Option<NodeId>,
) -> Option<Expression> {
    if text.len() > MAX_SOURCE_LEN {
        diags.push(crate::syntax::diags::too_long(name));
        return None;
    }
    let source = Source::new(name, text);
    let mut lowering = Lowering::new(&source, diags);
    let errors = lowering.diags.error_count();
    let node = read(&mut lowering)?;
    (lowering.diags.error_count() == errors).then(|| Expression::new(Arc::new(lowering.tree), node))
}

fn skip_byte_order_mark(text: &str) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
}
