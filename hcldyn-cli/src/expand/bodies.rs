//! Bodies: their `dynamic` blocks, and the attributes in generated ones.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use hcldyn::body::{Attribute, Block, Content};
use hcldyn::cty::{Str, Value};
use hcldyn::dynblock::Expansion;
use hcldyn::source::{Source, Span};
use hcldyn::syntax::native::{Layout, to_hcl_literal};
use hcldyn::{Body, Diagnostics, EvalContext};
use hcldyn_syntax::lexer::is_name;

use super::document::{Document, Edits};
use super::scope::{IteratorScope, ParsedExpression};
use crate::diags;

/// The maximum size of all generated source text. Nested `dynamic` blocks in a small file could request any size.
const MAX_GENERATED_BYTES: usize = 256 << 20;

/// Expands a file.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    pub(super) document: Document<'a>,
    pub(super) diags: &'a mut Diagnostics,
    /// The edits to the body that is written.
    pub(super) edits: Edits,
    pub(super) ctx: EvalContext,
    expansion: Expansion,
    generated_bytes: usize,
    /// The expressions of attributes, which all blocks of a `dynamic` block share.
    parsed: HashMap<Span, Rc<ParsedExpression>>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(source: &'a Source, ctx: EvalContext, diags: &'a mut Diagnostics) -> Self {
        let (document, edits) = (Document::new(source), Edits::default());
        let (expansion, parsed) = (Expansion::new(&ctx), HashMap::new());
        Self { document, diags, edits, ctx, expansion, generated_bytes: 0, parsed }
    }

    /// Returns the expanded source text of a body that is written at a range.
    pub(super) fn expanded(
        &mut self,
        body: &Body,
        range: Range<usize>,
        scope: &IteratorScope,
    ) -> String {
        let outer = std::mem::take(&mut self.edits);
        for line in self.document.lines_in(&range).filter(|_| scope.dedent > 0) {
            let length = self.document.indentation(line).len().min(scope.dedent);
            self.edits.replace(line..(line + length).min(range.end), "");
        }
        self.body(body, scope);
        std::mem::replace(&mut self.edits, outer).apply(&self.document, range)
    }

    fn body(&mut self, body: &Body, scope: &IteratorScope) {
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

    fn dynamic(&mut self, block: &Block, scope: &IteratorScope) {
        let header = block.body.everything();
        // A block without a collection counts as known, since it is an error in any case.
        let mut is_known = |name, scope: &IteratorScope| {
            let attribute = header.attribute(name);
            attribute.is_none_or(|it| scope.knows(&self.parsed(it.expr.span()), it.expr.span()))
        };
        let labels_scope = scope.with_iterator(iterator(block, &header), true);
        if is_known("for_each", scope) && is_known("labels", &labels_scope) {
            self.generate(block, &header, scope);
        } else {
            self.keep(block, &header, scope);
        }
    }

    /// Replaces a `dynamic` block with the blocks it generates.
    fn generate(&mut self, dynamic: &Block, header: &Content, scope: &IteratorScope) {
        let Some(blocks) = self.expansion.generate(dynamic, self.diags) else { return };
        if blocks.iter().any(|block| block.body.is_unknown()) {
            return self.keep(dynamic, header, scope);
        }
        if let Some(place) = dynamic.label_place(0).filter(|_| !is_name(&dynamic.labels[0].value)) {
            return self.diags.push(diags::invalid_type(place));
        }
        let parts = header.blocks_of_type("content").next().zip(header.attribute("for_each"));
        let Some((content, for_each)) = parts else { return };
        let inside = |block: &Block| self.document.inside(&block.body);
        let Some((whole, inside)) = inside(dynamic).zip(inside(content)) else { return };
        let start = |block: &Block| block.type_place().span().start as usize;
        let width = |block| self.document.indentation(start(block)).len();
        let dedent = width(content).saturating_sub(width(dynamic));
        let range = start(dynamic)..whole.end + 1;
        let mut texts = Vec::with_capacity(blocks.len());
        for block in &blocks {
            let scope = scope.inside(&block.body, dedent);
            let body = self.expanded(&block.body, inside.clone(), &scope);
            let text = format!("{}{{{body}}}", block_header(block));
            self.generated_bytes += text.len();
            texts.push(text);
            if self.generated_bytes > MAX_GENERATED_BYTES {
                let place = for_each.expr.place();
                return self.diags.push(diags::too_much_text(place, MAX_GENERATED_BYTES));
            }
        }
        if texts.is_empty() {
            return self.edits.remove(range, &self.document);
        }
        let has_lines = texts.iter().any(|text| text.contains('\n'));
        let empty_line = if has_lines { self.document.line_break } else { "" };
        let separator = format!("{empty_line}{}", self.line_break(range.start, scope));
        self.edits.replace(range, texts.join(&separator));
    }

    /// Keeps a `dynamic` block whose collection or label cannot be evaluated, and writes outer iterators' values into it.
    fn keep(&mut self, block: &Block, header: &Content, scope: &IteratorScope) {
        let inside = scope.with_iterator(iterator(block, header), false);
        for attribute in &header.attributes {
            match &*attribute.name {
                "for_each" => self.attribute(attribute, scope),
                "iterator" => {} // A name, not a variable.
                _ => self.attribute(attribute, &inside),
            }
        }
        header.blocks.iter().for_each(|block| self.body(&block.body, &inside));
    }

    /// Replaces the expression of an attribute that uses iterators with its value, or parts of it with their values.
    fn attribute(&mut self, attribute: &Attribute, scope: &IteratorScope) {
        let span = attribute.expr.span();
        let parsed = self.parsed(span);
        if !scope.has_iterator(&parsed.variables) {
            return;
        }
        if scope.knows(&parsed, span) {
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
        self.substitute(span, &parsed, scope);
    }

    /// Returns a line break and the indentation of the line of an offset, as it is after the line has moved.
    fn line_break(&self, offset: usize, scope: &IteratorScope) -> String {
        let indentation = self.document.indentation(offset);
        let indentation = &indentation[scope.dedent.min(indentation.len())..];
        format!("{}{indentation}", self.document.line_break)
    }

    fn parsed(&mut self, span: Span) -> Rc<ParsedExpression> {
        let parse = || Rc::new(ParsedExpression::parse(self.document.source, span, &self.ctx));
        Rc::clone(self.parsed.entry(span).or_insert_with(parse))
    }
}

/// Returns the name that a `dynamic` block gives to its elements.
fn iterator(block: &Block, header: &Content) -> Str {
    let given = header.attribute("iterator").and_then(|it| it.expr.as_keyword());
    let target = || block.labels.first().map(|label| label.value.clone());
    given.or_else(target).unwrap_or_else(|| Str::new(""))
}

/// Returns the type and the labels of a block, with a space after each.
fn block_header(block: &Block) -> String {
    let labels = block.labels.iter().map(|label| Value::from(label.value.clone()));
    // A string always has a literal.
    let labels = labels.filter_map(|label| to_hcl_literal(&label, Layout::Line));
    labels.fold(format!("{} ", block.ty), |header, label| header + &label + " ")
}
