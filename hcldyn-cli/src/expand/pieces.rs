//! Pieces of the file, read and evaluated by the library.

use std::collections::HashMap;
use std::ops::Range;

use hcldyn::body::{Block, BlockSchema, BodySchema};
use hcldyn::cty::{Str, Value};
use hcldyn::diag::{Diagnostic, Related, Subject};
use hcldyn::source::{Place, Source, Span};
use hcldyn::{Body, Diagnostics, Expression, dynblock, parse_body, parse_expression};

use super::document::Document;
use super::scope::{Dependence, Scope};

/// Reads pieces of a file, each only once, since a generated block has the pieces of the others.
#[derive(Debug)]
pub(super) struct Pieces<'a> {
    document: &'a Document<'a>,
    expressions: HashMap<Range<usize>, Option<Expression>>,
    bodies: HashMap<Range<usize>, (Source, Body)>,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(document: &'a Document<'a>) -> Self {
        Self { document, expressions: HashMap::new(), bodies: HashMap::new() }
    }

    /// What the expression at a range depends on. Of one that cannot be read alone that is not known.
    pub(super) fn dependence(&mut self, range: &Range<usize>, scope: &Scope) -> Dependence {
        let expr = self.expression(range);
        expr.map_or(Dependence::NotKnown, |expr| scope.dependence(expr))
    }

    /// Whether everything that the expression at a range depends on is known.
    pub(super) fn knows(&mut self, range: &Range<usize>, scope: &Scope) -> bool {
        self.expression(range).is_some_and(|expr| scope.knows(expr))
    }

    /// The value of the expression at a range; `None` where it has none, which is reported.
    pub(super) fn value(
        &mut self,
        range: &Range<usize>,
        scope: &Scope,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let mut found = Diagnostics::new();
        let expr = self.expression(range)?;
        let value = expr.value(scope.ctx(), &mut found);
        let (source, has_errors) = (expr.place().source().clone(), found.has_errors());
        self.report(found, &source, range.start, diags);
        (!has_errors).then_some(value)
    }

    /// The blocks that the `dynamic` block at a range generates; `None` where something is wrong with
    /// it, which is reported.
    pub(super) fn generated(
        &mut self,
        range: &Range<usize>,
        target: Option<BlockSchema>,
        scope: &Scope,
        diags: &mut Diagnostics,
    ) -> Option<Vec<Block>> {
        let (source, body) = self.body(range).clone();
        let schema = BodySchema { blocks: target.into_iter().collect(), ..BodySchema::default() };
        let mut found = Diagnostics::new();
        let content = dynblock::expand(&body, scope.ctx()).content(&schema, &mut found);
        let has_errors = found.has_errors();
        self.report(found, &source, range.start, diags);
        (!has_errors).then_some(content.blocks)
    }

    fn expression(&mut self, range: &Range<usize>) -> Option<&Expression> {
        let document = self.document;
        let read = || {
            let text = &document.text()[range.clone()];
            // What is wrong with the file was reported when it was read as a whole.
            parse_expression(document.source().name(), text, &mut Diagnostics::new())
        };
        self.expressions.entry(range.clone()).or_insert_with(read).as_ref()
    }

    fn body(&mut self, range: &Range<usize>) -> &(Source, Body) {
        let document = self.document;
        self.bodies.entry(range.clone()).or_insert_with(|| {
            let text = &document.text()[range.clone()];
            let source = Source::new(document.source().name(), text);
            let body = parse_body(&source, &mut Diagnostics::new());
            (source, body)
        })
    }

    /// Reports what was found in a piece at the places of the file.
    fn report(&self, found: Diagnostics, piece: &Source, start: usize, diags: &mut Diagnostics) {
        let moved = |place: Place| {
            if place.source() != piece {
                return place;
            }
            let (span, start) = (place.span(), start as u32);
            self.document.place(Span::new(span.start + start, span.end + start))
        };
        for diagnostic in found {
            let related = diagnostic.related.into_iter();
            diags.push(Diagnostic {
                subject: match diagnostic.subject {
                    Subject::Place(place) => Subject::Place(moved(place)),
                    Subject::Input(name) => Subject::Input(name),
                },
                related: related
                    .map(|Related { place, message }| Related { place: moved(place), message })
                    .collect(),
                ..diagnostic
            });
        }
    }
}

/// The schema of the blocks that a `dynamic` block generates, which have as many labels as it gives.
pub(super) fn target_schema(ty: &str, label_count: usize) -> BlockSchema {
    let labels = (1..=label_count).map(|number| Str::from(format!("label {number}")));
    BlockSchema { ty: Str::new(ty), labels: labels.collect() }
}
