//! Bodies: their `dynamic` blocks, and the expressions in generated ones.

use std::ops::Range;

use hcl_edit::Span as _;
use hcl_edit::expr::Expression;
use hcl_edit::structure::{Block, Body, Structure};
use hcl_edit::visit::{self, Visit};
use hcldyn::Diagnostics;
use hcldyn::syntax::native::{Layout, to_hcl_literal};

use super::document::Document;
use super::edits::Edits;
use super::generate::{Budget, Dynamic};
use super::pieces::Pieces;
use super::scope::{Dependence, Scope};
use super::substitute::Substitution;

/// Expands a file.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) pieces: Pieces<'a>,
    pub(super) diags: &'a mut Diagnostics,
    pub(super) budget: Budget,
    /// Where heredocs stand. The blanks at the start of their lines belong to their text.
    heredocs: Vec<Range<usize>>,
}

/// Where a body is written: what its expressions see, and how many blanks its lines lose at their
/// start because it moves outwards.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) scope: &'a Scope,
    pub(super) dedent: usize,
}

impl<'a> Expander<'a> {
    pub(super) fn new(document: &'a Document<'a>, diags: &'a mut Diagnostics) -> Self {
        let (pieces, budget) = (Pieces::new(document), Budget::default());
        Self { document, pieces, diags, budget, heredocs: Vec::new() }
    }

    /// The expanded text of the whole file.
    pub(super) fn file(mut self, body: &Body, scope: &Scope) -> String {
        self.heredocs = heredocs(body);
        let whole = 0..self.document.text().len();
        self.body_text(body, whole, Setting { scope, dedent: 0 })
    }

    /// The expanded text of a body that stands at a range.
    pub(super) fn body_text(
        &mut self,
        body: &Body,
        range: Range<usize>,
        setting: Setting<'_>,
    ) -> String {
        let mut edits = Edits::default();
        self.dedent(&range, setting.dedent, &mut edits);
        self.body(body, setting, &mut edits);
        edits.apply(self.document, range)
    }

    fn body(&mut self, body: &Body, setting: Setting<'_>, edits: &mut Edits) {
        for structure in body {
            match structure {
                Structure::Attribute(attribute) => {
                    self.attribute_value(&attribute.value, setting, edits);
                }
                Structure::Block(block) if block.has_ident("dynamic") => {
                    self.dynamic(block, setting, edits);
                }
                Structure::Block(block) => self.body(&block.body, setting, edits),
            }
        }
    }

    fn dynamic(&mut self, block: &Block, setting: Setting<'_>, edits: &mut Edits) {
        let dynamic = Dynamic::new(block);
        match self.is_known(&dynamic, setting.scope) {
            true => self.generate(&dynamic, setting, edits),
            false => self.dynamic_that_stays(&dynamic, setting, edits),
        }
    }

    /// A `dynamic` block whose collection or labels are not known: what is known around it is put in.
    pub(super) fn dynamic_that_stays(
        &mut self,
        dynamic: &Dynamic<'_>,
        setting: Setting<'_>,
        edits: &mut Edits,
    ) {
        let inner = setting.scope.with_unknown(dynamic.iterator_name());
        let inside = Setting { scope: &inner, ..setting };
        for structure in &dynamic.block.body {
            match structure {
                Structure::Attribute(attribute) => match attribute.key.as_str() {
                    "for_each" => self.attribute_value(&attribute.value, setting, edits),
                    // A name, not a variable.
                    "iterator" => {}
                    _ => self.attribute_value(&attribute.value, inside, edits),
                },
                Structure::Block(block) => self.body(&block.body, inside, edits),
            }
        }
    }

    /// Replaces the value of an attribute by what it evaluates to, or parts of it.
    fn attribute_value(&mut self, expr: &Expression, setting: Setting<'_>, edits: &mut Edits) {
        let Some(range) = expr.span().filter(|_| setting.scope.has_iterators()) else { return };
        if self.pieces.dependence(&range, setting.scope) == Dependence::Known {
            let Some(value) = self.pieces.value(&range, setting.scope, self.diags) else { return };
            if let Some(literal) = to_hcl_literal(&value, Layout::Lines) {
                let indentation = self.indentation(range.start, setting.dedent);
                let line_start = format!("{}{indentation}", self.document.line_end());
                return edits.replace(range, literal.replace('\n', &line_start));
            }
        }
        let scope = setting.scope.clone();
        let (document, pieces, diags) = (self.document, &mut self.pieces, &mut *self.diags);
        Substitution { document, pieces, scope, edits, diags }.visit_expr(expr);
    }

    /// The blanks at the start of the line of an offset, without those it loses.
    pub(super) fn indentation(&self, offset: usize, dedent: usize) -> &'a str {
        let indentation = self.document.indentation(offset);
        &indentation[dedent.min(indentation.len())..]
    }

    /// Takes blanks from the start of every line in a range, except in heredocs.
    fn dedent(&self, range: &Range<usize>, dedent: usize, edits: &mut Edits) {
        if dedent == 0 {
            return;
        }
        let text = &self.document.text()[range.clone()];
        for (at, _) in text.match_indices('\n') {
            let start = range.start + at + 1;
            let in_heredoc = self.heredocs.partition_point(|heredoc| heredoc.start < start);
            let in_heredoc = self.heredocs[..in_heredoc].last().is_some_and(|h| start < h.end);
            if !in_heredoc {
                let blanks = self.document.indentation(start).len().min(dedent);
                edits.replace(start..(start + blanks).min(range.end), "");
            }
        }
    }
}

/// Where the outermost heredocs of a body stand, in order.
fn heredocs(body: &Body) -> Vec<Range<usize>> {
    struct Finder(Vec<Range<usize>>);

    impl Visit for Finder {
        fn visit_expr(&mut self, expr: &Expression) {
            match expr {
                Expression::HeredocTemplate(heredoc) => self.0.extend(heredoc.span()),
                _ => visit::visit_expr(self, expr),
            }
        }
    }

    let mut finder = Finder(Vec::new());
    finder.visit_body(body);
    finder.0
}
