//! Bodies: their `dynamic` blocks, and the expressions in generated ones.

use std::ops::Range;

use hcldyn::body::{Attribute, Block, Content};
use hcldyn::cty::Str;
use hcldyn::dynblock::Expansion;
use hcldyn::source::Span;
use hcldyn::syntax::native::{Layout, to_hcl_literal};
use hcldyn::{Body, Diagnostics, EvalContext};

use super::document::{Document, Edits};
use super::scope::{Part, Scope};

/// Expands a file.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) ctx: EvalContext,
    pub(super) expansion: Expansion,
    pub(super) diags: &'a mut Diagnostics,
    /// The edits to the body that is written.
    pub(super) edits: Edits,
    /// The size of all generated source text so far.
    pub(super) generated_bytes: usize,
}

impl<'a> Expander<'a> {
    /// The expanded source text of a body that is written at a range.
    pub(super) fn expanded(&mut self, body: &Body, range: Range<usize>, scope: &Scope) -> String {
        let outer = std::mem::take(&mut self.edits);
        for line in self.document.lines_in(&range).filter(|_| scope.dedent > 0) {
            let length = self.document.indentation(line).len().min(scope.dedent);
            self.edits.replace(line..(line + length).min(range.end), "");
        }
        self.body(body, scope);
        std::mem::replace(&mut self.edits, outer).apply(self.document, range)
    }

    fn body(&mut self, body: &Body, scope: &Scope) {
        let content = body.everything();
        let mut attributes = content.attributes.iter().peekable();
        for block in &content.blocks {
            let start = block.type_place().span().start;
            while let Some(attribute) = attributes.next_if(|it| it.expr.span().start < start) {
                self.attribute(attribute, scope);
            }
            match &*block.ty {
                "dynamic" => self.dynamic(block, scope),
                _ => self.body(&block.body, scope),
            }
        }
        attributes.for_each(|attribute| self.attribute(attribute, scope));
    }

    fn dynamic(&mut self, block: &Block, scope: &Scope) {
        let header = block.body.everything();
        // A block that lacks its collection counts as known: that is an error in any case.
        let is_known = |name, scope: &Scope| {
            let attribute = header.attribute(name);
            attribute.is_none_or(|it| scope.knows(&self.part(it.expr.span()).variables))
        };
        let labels_scope = scope.with_iterator(iterator(block, &header), true);
        match is_known("for_each", scope) && is_known("labels", &labels_scope) {
            true => self.generate(block, &header, scope),
            false => self.keep(block, &header, scope),
        }
    }

    /// Writes iterators' values into a `dynamic` block that stays because its collection or its labels are
    /// unknown.
    pub(super) fn keep(&mut self, block: &Block, header: &Content, scope: &Scope) {
        let inside = scope.with_iterator(iterator(block, header), false);
        for attribute in &header.attributes {
            match &*attribute.name {
                "for_each" => self.attribute(attribute, scope),
                // A name, not a variable.
                "iterator" => {}
                _ => self.attribute(attribute, &inside),
            }
        }
        header.blocks.iter().for_each(|block| self.body(&block.body, &inside));
    }

    /// Replaces the value of an attribute that uses iterators: by what it evaluates to, or parts of it.
    fn attribute(&mut self, attribute: &Attribute, scope: &Scope) {
        let span = attribute.expr.span();
        let part = self.part(span);
        if !scope.has_iterator(&part.variables) {
            return;
        }
        if scope.knows(&part.variables) {
            let errors = self.diags.error_count();
            let value = attribute.expr.value(&self.ctx, self.diags);
            if self.diags.error_count() > errors {
                return;
            }
            if let Some(literal) = to_hcl_literal(&value, Layout::Lines) {
                let line_start = self.line_break(span.start as usize, scope);
                return self.edits.replace(span.range(), literal.replace('\n', &line_start));
            }
        }
        self.substitute(span, &part, scope);
    }

    /// A line break and the indentation of the line of an offset, as it is when the line has moved.
    pub(super) fn line_break(&self, offset: usize, scope: &Scope) -> String {
        let indentation = self.document.indentation(offset);
        let indentation = &indentation[scope.dedent.min(indentation.len())..];
        format!("{}{indentation}", self.document.line_break)
    }

    /// The expression at a span. It is parsed again for each generated block, which is no more work than to
    /// evaluate it.
    pub(super) fn part(&self, span: Span) -> Part {
        Part::parse(self.document.source, span, &self.ctx)
    }
}

/// The name that a `dynamic` block gives to its elements.
fn iterator(block: &Block, header: &Content) -> Str {
    let given = header.attribute("iterator").and_then(|it| it.expr.as_keyword());
    let target = || block.labels.first().map(|label| label.value.clone());
    given.or_else(target).unwrap_or_else(|| Str::new(""))
}
