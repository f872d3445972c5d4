//! Sources of a single expression or template.

use std::ops::Range;
use std::sync::Arc;

use hcldyn_syntax::parser;

use super::build::Builder;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{Place, Source};
use crate::tree::{ExprId, Tree};

pub use hcldyn_syntax::prompt::is_unfinished;

/// Parses a source as one expression. Line breaks in it are whitespace, and whitespace and comments are allowed
/// around it. Reports errors, and returns `None` if the source is not a valid expression.
///
/// ```
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", "base + 80"), &mut diags).unwrap();
/// let ctx = EvalContext::new().with_variable("base", 8000);
/// assert_eq!(expr.value(&ctx, &mut diags), 8080.into());
/// ```
pub fn parse_expression(source: &Source, diags: &mut Diagnostics) -> Option<Expression> {
    parse_fragment(source, Fragment::Expression(0..source.text().len()), diags)
}

/// Parses a part of a source as one expression. Line breaks in it are whitespace, and errors have their locations
/// in the whole source. Returns `None` after an error. A part with bytes that are not UTF-8 is not reported,
/// because [`source_from_bytes`](crate::syntax::source_from_bytes) has reported it.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::{Source, Span, parse_expression_at};
/// use hcldyn::{Diagnostics, EvalContext};
///
/// let source = Source::new("<example>", "1 + 1\n2 +\n");
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression_at(&source.place(Span::new(0, 5)), &mut diags).unwrap();
/// assert_eq!(expr.value(&EvalContext::new(), &mut diags), Value::from(2));
/// assert_eq!(parse_expression_at(&source.place(Span::new(6, 9)), &mut diags), None);
/// assert!(diags.to_string().starts_with("<example>:2:4: error: Missing expression"));
/// ```
pub fn parse_expression_at(place: &Place, diags: &mut Diagnostics) -> Option<Expression> {
    let (source, span) = (place.source(), place.span());
    if source.is_damaged(span) {
        return None;
    }
    // A span of another source is empty in this one.
    let start = (span.start as usize).min(source.text().len());
    parse_fragment(source, Fragment::Expression(start..start + place.text().len()), diags)
}

/// Parses a part of the source of a tree as an expression, and adds it to the tree. Returns `None` after an error.
#[cfg(feature = "load")]
pub(crate) fn parse_expression_into(
    tree: &mut Tree,
    place: &Place,
    diags: &mut Diagnostics,
) -> Option<ExprId> {
    let span = place.span();
    let before = tree.checkpoint();
    let range = span.start as usize..span.end as usize;
    let node = parse_into(tree, place.source(), Fragment::Expression(range), diags);
    match node {
        Some(_) => tree.keep(before),
        None => tree.rewind(before),
    }
    node
}

/// Returns the locations of the expressions in a source, such as lines typed at a prompt. Each expression ends
/// with its line, or later if a bracket, a template, a heredoc or a comment is open. Comments and empty lines
/// between expressions are omitted. The results may be invalid expressions, which [`parse_expression_at`] reports.
///
/// ```
/// use hcldyn::syntax::{Place, Source, split_expressions};
///
/// let source = Source::new("<example>", "1 + 1 # two\n\nmax(\n  1,\n  2,\n)\n");
/// let places = split_expressions(&source);
/// let texts: Vec<_> = places.iter().map(Place::text).collect();
/// assert_eq!(texts, ["1 + 1", "max(\n  1,\n  2,\n)"]);
/// ```
pub fn split_expressions(source: &Source) -> Vec<Place> {
    hcldyn_syntax::prompt::entries(source.text()).map(|span| source.place(span)).collect_vec()
}

/// Parses a source as a template: text with `${ }` and `%{ }`, without quotes around it. Reports errors, and
/// returns `None` if the source is not a valid template.
///
/// ```
/// use hcldyn::syntax::{Source, parse_template};
/// use hcldyn::{Diagnostics, EvalContext};
///
/// let mut diags = Diagnostics::new();
/// let greeting = parse_template(&Source::new("<example>", "Hello, ${name}!"), &mut diags).unwrap();
/// let ctx = EvalContext::new().with_variable("name", "Jane");
/// assert_eq!(greeting.value(&ctx, &mut diags), "Hello, Jane!".into());
/// ```
pub fn parse_template(source: &Source, diags: &mut Diagnostics) -> Option<Expression> {
    parse_fragment(source, Fragment::Template(0..source.text().len()), diags)
}

/// A part of a source to parse.
#[derive(Clone, Debug)]
pub(in crate::syntax) enum Fragment {
    Template(Range<usize>),
    Expression(Range<usize>),
}

fn parse_fragment(
    source: &Source,
    fragment: Fragment,
    diags: &mut Diagnostics,
) -> Option<Expression> {
    let mut tree = Tree::new(source.clone());
    let node = parse_into(&mut tree, source, fragment, diags)?;
    Some(Expression::new(Arc::new(tree), node))
}

/// Parses a source and adds it to a tree. Spans and errors have their locations in that source. If the source is a
/// part of another one, the caller maps the spans. Returns `None` after an error.
pub(in crate::syntax) fn parse_into(
    tree: &mut Tree,
    source: &Source,
    fragment: Fragment,
    diags: &mut Diagnostics,
) -> Option<ExprId> {
    let errors = diags.error_count();
    let mut builder = Builder::new(source, diags);
    std::mem::swap(tree, &mut builder.tree);
    std::mem::swap(&mut tree.source, &mut builder.tree.source);
    match fragment {
        Fragment::Template(range) => parser::parse_template(source.text(), range, &mut builder),
        Fragment::Expression(range) => parser::parse_expression(source.text(), range, &mut builder),
    }
    let node = builder.finish_expression();
    std::mem::swap(&mut tree.source, &mut builder.tree.source);
    std::mem::swap(tree, &mut builder.tree);
    (diags.error_count() == errors).then_some(node)
}
