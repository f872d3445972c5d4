//! Bodies: their `dynamic` blocks, and the attributes in generated ones.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use hcldyn_syntax::lexer::is_name;

use super::ExpandOptions;
use super::diags;
use super::document::{Document, Edits};
use super::scope::{IteratorKind, IteratorScope, ParsedExpression};
use super::substitute::argument;
use crate::body::{Attribute, Block, Body, Content};
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::dynblock::Expansion;
use crate::source::{Source, Span};
use crate::syntax::{Layout, to_hcl_literal};

/// The maximum size of all generated source text. Nested `dynamic` blocks in a small file could request any size.
const MAX_GENERATED_BYTES: usize = 256 << 20;

/// The circumstance of a warning about an expression that cannot be evaluated or written.
pub(super) const KEPT: &str = "the dynamic block stays as it is written";

/// Expands a file.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    pub(super) document: Document<'a>,
    pub(super) diags: &'a mut Diagnostics,
    /// The edits to the body that is written.
    pub(super) edits: Edits,
    pub(super) ctx: EvalContext,
    options: &'a ExpandOptions,
    expansion: Expansion,
    generated_bytes: usize,
    /// The `dynamic` blocks that could not be replaced once, which are not tried again.
    kept: HashSet<Span>,
    /// The expressions of attributes, which all blocks of a `dynamic` block share.
    parsed: HashMap<Span, Rc<ParsedExpression>>,
}

/// The failure to write the iterators of the blocks around a body into it. The innermost `dynamic` block among them stays.
#[derive(Debug)]
pub(super) struct Unwritable;

impl<'a> Expander<'a> {
    pub(super) fn new(
        source: &'a Source,
        ctx: EvalContext,
        options: &'a ExpandOptions,
        diags: &'a mut Diagnostics,
    ) -> Self {
        let (document, edits) = (Document::new(source), Edits::default());
        let (expansion, kept, parsed) = (Expansion::new(&ctx), HashSet::new(), HashMap::new());
        Self { document, diags, edits, ctx, options, expansion, generated_bytes: 0, kept, parsed }
    }

    /// Returns the expanded source text of a body that is written at a range.
    pub(super) fn expanded(
        &mut self,
        body: &Body,
        range: Range<usize>,
        scope: &IteratorScope,
    ) -> Result<String, Unwritable> {
        let outer = std::mem::take(&mut self.edits);
        for line in self.document.lines_in(&range).filter(|_| scope.dedent > 0) {
            let length = self.document.indentation(line).len().min(scope.dedent);
            self.edits.replace(line..(line + length).min(range.end), "");
        }
        let written = self.body(body, scope);
        let edits = std::mem::replace(&mut self.edits, outer);
        written.map(|()| edits.apply(&self.document, range))
    }

    fn body(&mut self, body: &Body, scope: &IteratorScope) -> Result<(), Unwritable> {
        let content = body.everything();
        let mut attributes = content.attributes.iter().peekable();
        for block in &content.blocks {
            let start = block.type_place().span().start;
            while let Some(attribute) = attributes.next_if(|it| it.expr.span().start < start) {
                self.attribute(attribute, scope)?;
            }
            match &*block.ty {
                "dynamic" => self.dynamic(block, scope)?,
                _ => self.body(&block.body, scope)?,
            }
        }
        attributes.try_for_each(|attribute| self.attribute(attribute, scope))
    }

    fn dynamic(&mut self, block: &Block, scope: &IteratorScope) -> Result<(), Unwritable> {
        let span = block.header_place().span();
        if scope.iterators.is_empty() && self.options.only.is_some_and(|only| only != span) {
            return self.body(&block.body, scope);
        }
        let header = block.body.everything();
        // A block without a collection counts as known, since it is an error in any case.
        let mut is_known = |name, scope: &IteratorScope| {
            let attribute = header.attribute(name);
            attribute.is_none_or(|it| scope.knows(&self.parsed(it.expr.span()), it.expr.span()))
        };
        let labels_scope = scope.with_iterator(iterator(block, &header), IteratorKind::CONSTANT);
        let is_known = is_known("for_each", scope) && is_known("labels", &labels_scope);
        let is_tried = is_known && !self.kept.contains(&span);
        if is_tried && self.generate(block, &header, scope).is_ok() {
            return Ok(());
        }
        self.kept.insert(span);
        self.keep(block, &header, scope)
    }

    /// Replaces a `dynamic` block with the blocks it generates. Fails if one of them is unknown or cannot be written.
    fn generate(
        &mut self,
        dynamic: &Block,
        header: &Content,
        scope: &IteratorScope,
    ) -> Result<(), Unwritable> {
        let inside = scope.with_iterator(iterator(dynamic, header), IteratorKind::CONSTANT);
        let is_constant = header.attributes.iter().all(|it| match &*it.name {
            "iterator" => true,
            "for_each" => scope.is_constant(&self.parsed(it.expr.span()).variables),
            _ => inside.is_constant(&self.parsed(it.expr.span()).variables),
        });
        let mut attempt = Diagnostics::new();
        let generated = self.expansion.generate(dynamic, &mut attempt);
        self.report(attempt, is_constant)?;
        let Some(blocks) = generated else { return Ok(()) };
        let is_empty = blocks.is_empty() && self.options.keeps_empty;
        if is_empty || blocks.iter().any(|block| block.body.is_unknown()) {
            return Err(Unwritable);
        }
        if let Some(place) = dynamic.label_place(0).filter(|_| !is_name(&dynamic.labels[0].value)) {
            self.diags.push(diags::invalid_type(place));
            return Ok(());
        }
        let parts = header.blocks_of_type("content").next().zip(header.attribute("for_each"));
        let Some((content, for_each)) = parts else { return Ok(()) };
        let inside = |block: &Block| self.document.inside(&block.body);
        let Some((whole, inside)) = inside(dynamic).zip(inside(content)) else { return Ok(()) };
        let start = |block: &Block| block.type_place().span().start as usize;
        let width = |block| self.document.indentation(start(block)).len();
        let dedent = width(content).saturating_sub(width(dynamic));
        let range = start(dynamic)..whole.end + 1;
        let mut texts = Vec::with_capacity(blocks.len());
        for block in &blocks {
            let scope = scope.inside(&block.body, is_constant, dedent);
            let body = self.expanded(&block.body, inside.clone(), &scope)?;
            let text = format!("{}{{{body}}}", block_header(block));
            self.generated_bytes += text.len();
            texts.push(text);
            if self.generated_bytes > MAX_GENERATED_BYTES {
                let place = for_each.expr.place();
                self.diags.push(diags::too_much_text(place, MAX_GENERATED_BYTES));
                return Ok(());
            }
        }
        if texts.is_empty() {
            self.edits.remove(range, &self.document);
            return Ok(());
        }
        let has_lines = texts.iter().any(|text| text.contains('\n'));
        let empty_line = if has_lines { self.document.line_break } else { "" };
        let separator = format!("{empty_line}{}", self.line_break(range.start, scope));
        self.edits.replace(range, texts.join(&separator));
        Ok(())
    }

    /// Reports the errors of an evaluation. Those of an expression that depends on variables are warnings, and make it
    /// fail: the program that runs the configuration may never evaluate it, or with other values.
    fn report(&mut self, found: Diagnostics, is_constant: bool) -> Result<(), Unwritable> {
        let fails = found.has_errors() && !is_constant;
        self.diags.append(if fails { found.into_warnings().with_context(KEPT) } else { found });
        if fails { Err(Unwritable) } else { Ok(()) }
    }

    /// Keeps a `dynamic` block that cannot be replaced, and writes outer iterators' values into it.
    fn keep(
        &mut self,
        block: &Block,
        header: &Content,
        scope: &IteratorScope,
    ) -> Result<(), Unwritable> {
        let inside = scope.with_iterator(iterator(block, header), IteratorKind::Kept);
        for attribute in &header.attributes {
            match &*attribute.name {
                "for_each" => self.attribute(attribute, scope)?,
                "iterator" => {} // A name, not a variable.
                _ => self.attribute(attribute, &inside)?,
            }
        }
        header.blocks.iter().try_for_each(|block| self.body(&block.body, &inside))
    }

    /// Replaces the expression of an attribute that uses iterators with its value, or parts of it with their values.
    fn attribute(
        &mut self,
        attribute: &Attribute,
        scope: &IteratorScope,
    ) -> Result<(), Unwritable> {
        let span = attribute.expr.span();
        let parsed = self.parsed(span);
        if !scope.has_iterator(&parsed.variables) {
            return Ok(());
        }
        if self.options.sensitive.contains(&*attribute.name) {
            self.diags.push(diags::sensitive_attribute(attribute.expr.place()).with_context(KEPT));
            return Err(Unwritable);
        }
        if scope.knows(&parsed, span) {
            let mut attempt = Diagnostics::new();
            let value = attribute.expr.value(&self.ctx, &mut attempt);
            let has_errors = attempt.has_errors();
            self.report(attempt, scope.is_constant(&parsed.variables))?;
            if has_errors {
                return Ok(());
            }
            if let Some(literal) = argument(&value) {
                let line_start = self.line_break(span.start as usize, scope);
                self.edits.replace(span.range(), literal.replace('\n', &line_start));
                return Ok(());
            }
        }
        self.substitute(span, &parsed, scope)
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
