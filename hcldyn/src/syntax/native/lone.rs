//! Texts that are expressions or templates on their own, not in a body.

use std::ops::Range;
use std::sync::Arc;

use hcl_edit::expr::Expression as EditExpression;
use hcl_edit::parser;

use super::lower::Lowering;
use super::{cut, explain, skip_byte_order_mark, stand_ins};
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{MAX_SOURCE_LEN, Place, Source, Span};
use crate::tree::NodeId;

/// Reads a text as one expression. Line ends in it mean nothing, and there may be blanks and
/// comments around it. A text that is not an expression is reported and gives `None`.
pub fn parse_expression(name: &str, text: &str, diags: &mut Diagnostics) -> Option<Expression> {
    let source = source(name, text, diags)?;
    let range = skip_byte_order_mark(text)..text.len();
    lone(&source, diags, |lowering| expression(lowering, range))
}

/// Reads a part of a text as one expression, as [`parse_expression`] reads a whole text. Problems are
/// reported at their places in the whole text; in a part with bytes that were no UTF-8 there are none
/// to report, as [`source_from_bytes`](crate::syntax::source_from_bytes) has.
///
/// ```
/// use hcldyn::source::{Source, Span};
/// use hcldyn::syntax::native::parse_expression_at;
/// use hcldyn::{Diagnostics, EvalContext, Value};
///
/// let source = Source::new("<example>", "1 + 1\n2 +\n");
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression_at(&source.place(Span::new(0, 5)), &mut diags).unwrap();
/// assert_eq!(expr.value(&EvalContext::new(), &mut diags), Value::from(2));
/// assert_eq!(parse_expression_at(&source.place(Span::new(6, 9)), &mut diags), None);
/// assert!(diags.to_string().starts_with("<example>:2:4: Missing expression"));
/// ```
pub fn parse_expression_at(place: &Place, diags: &mut Diagnostics) -> Option<Expression> {
    let (source, span) = (place.source(), place.span());
    if source.is_damaged(span) {
        return None;
    }
    // A span that is not of this text stands for no text.
    let start = span.start as usize;
    let range = start..start + place.text().len();
    lone(source, diags, |lowering| expression(lowering, range))
}

/// Where the expressions of a text stand that has one after the other, as people type them at a
/// prompt: each ends with its line, or further down where a bracket, a template, a heredoc or a
/// comment is open. Comments and empty lines between them are left out. What is found need not be
/// an expression: that is for [`parse_expression_at`] to say.
///
/// ```
/// use hcldyn::source::{Place, Source};
/// use hcldyn::syntax::native::split_expressions;
///
/// let source = Source::new("<example>", "1 + 1 # two\n\nmax(\n  1,\n  2,\n)\n");
/// let places = split_expressions(&source);
/// let texts: Vec<_> = places.iter().map(Place::text).collect();
/// assert_eq!(texts, ["1 + 1", "max(\n  1,\n  2,\n)"]);
/// ```
pub fn split_expressions(source: &Source) -> Vec<Place> {
    let text = source.text();
    let items = cut::cut_range(text, skip_byte_order_mark(text)..text.len());
    items.into_iter().map(|item| source.place(Span::from(item.span))).collect()
}

/// Whether the expressions of a text, as [`split_expressions`] finds them, go on in the next line: a
/// bracket, a template, a heredoc or a comment is open at the end. A quoted string does not go on, as
/// its line ends it.
///
/// ```
/// use hcldyn::syntax::native::is_unfinished;
///
/// assert!(is_unfinished("max(1,"));
/// assert!(!is_unfinished("max(1, 2)"));
/// ```
pub fn is_unfinished(text: &str) -> bool {
    // The line end says that a string or the first line of a heredoc ends here.
    cut::is_open(&format!("{text}\n"))
}

/// Reads a text as a template: text with `${ }` and `%{ }` in it, without quotes around it. A text
/// that is not a template is reported and gives `None`.
pub fn parse_template(name: &str, text: &str, diags: &mut Diagnostics) -> Option<Expression> {
    let source = source(name, text, diags)?;
    lone(&source, diags, template)
}

fn source(name: &str, text: &str, diags: &mut Diagnostics) -> Option<Source> {
    if text.len() > MAX_SOURCE_LEN {
        diags.push(crate::syntax::diags::too_long(name, MAX_SOURCE_LEN as u64));
        return None;
    }
    Some(Source::new(name, text))
}

/// The expression that `read` reads from a text.
fn lone(
    source: &Source,
    diags: &mut Diagnostics,
    read: impl FnOnce(&mut Lowering<'_, '_>) -> Option<NodeId>,
) -> Option<Expression> {
    let mut lowering = Lowering::new(source, diags);
    let errors = lowering.diags.error_count();
    let node = read(&mut lowering)?;
    (lowering.diags.error_count() == errors).then(|| Expression::new(Arc::new(lowering.tree), node))
}

/// Reads the whole text as a template.
pub(super) fn template(lowering: &mut Lowering<'_, '_>) -> Option<NodeId> {
    match parser::parse_template(lowering.text()) {
        Ok(template) => Some(lowering.bare_template(template)),
        Err(error) => {
            explain::template(lowering, &error);
            None
        }
    }
}

/// Reads a part of the text as an expression.
pub(super) fn expression(lowering: &mut Lowering<'_, '_>, range: Range<usize>) -> Option<NodeId> {
    // In parentheses, so that lines may end anywhere as in the reference. The line end closes a
    // comment.
    let text = lowering.text().get(range.clone()).unwrap_or_default();
    let parens = format!("({text}\n)");
    let end = parens.len();
    match stand_ins::parse(&parens, parser::parse_expr) {
        Ok((EditExpression::Parenthesis(inner), offsets))
            if hcl_edit::Span::span(&*inner).is_some_and(|it| offsets.of(it.end) == end) =>
        {
            lowering.set_offsets(offsets.shifted(range.start as isize - 1));
            Some(lowering.expression(inner.into_inner()))
        }
        _ => {
            explain::expression(lowering, range);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let source = Source::new("t", text);
        split_expressions(&source).iter().map(|place| place.text().to_owned()).collect()
    }

    #[test]
    fn open_brackets_templates_heredocs_and_comments_go_on() {
        let open = [
            "(",
            "[1,",
            "f(\n",
            "{",
            "{ a = [",
            "\"${",
            "\"%{ if x",
            "[\"a\", \"${f(",
            "<<EOT",
            "<<-EOT\n  a\n  b",
            "[<<EOT\na\nEOT",
            "/* a",
            "1 /* a\n",
            "1 # (\n+ (",
            "<<EOT\n${",
        ];
        for text in open {
            assert!(is_unfinished(text), "{text:?}");
        }
    }

    #[test]
    fn what_is_closed_or_wrong_does_not_go_on() {
        let closed = [
            "",
            "1",
            "1 +",
            "\"a",
            "[\"a",
            "\"${\"a",
            "(]",
            ")",
            "}",
            "[1, 2)",
            "\"(\"",
            "# (",
            "\"$${\"",
            "\"%%{\"",
            "\"\\\"(\"",
            "<<EOT\na\nEOT",
            "<<-EOT\n  (\n  EOT\n",
            "a < (1)",
            "/* ( */ 1",
            "f(\n1\n)",
            "{\na = 1\n}",
        ];
        for text in closed {
            assert!(!is_unfinished(text), "{text:?}");
        }
    }

    #[test]
    fn a_line_that_looks_like_an_attribute_does_not_end_what_is_open() {
        assert!(is_unfinished("f({\na = 1"));
        assert!(is_unfinished("f(\na = 1"));
        assert_eq!(split("f({\na = 1\n})\n2"), ["f({\na = 1\n})", "2"]);
    }

    #[test]
    fn nesting_without_end_is_for_the_parser_to_refuse() {
        assert!(!is_unfinished(&"(".repeat(100_000)));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_an_expression() {
        assert_eq!(split("\u{feff}1\r\n2"), ["1", "2"]);
    }

    #[test]
    fn a_place_of_another_text_is_no_expression() {
        let source = Source::new("t", "é");
        for span in [Span::new(1, 2), Span::new(7, 9), Span::new(2, 1)] {
            let mut diags = Diagnostics::new();
            assert_eq!(parse_expression_at(&source.place(span), &mut diags), None);
            assert_eq!(diags.error_count(), 1);
        }
    }
}
