//! The text of the blocks that one `dynamic` block generates.

use hcl_edit::expr::Expression;
use hcl_edit::structure::{Block, BlockLabel};
use hcl_edit::{Ident, Span as _};
use hcldyn::body;
use hcldyn::cty::{Str, Value};
use hcldyn::source::Span;
use hcldyn::syntax::native::{Layout, to_hcl_literal};

use super::bodies::{Expander, Setting};
use super::edits::Edits;
use super::pieces::target_schema;
use super::scope::Scope;
use crate::diags;

/// Generated blocks are kept in memory as text. Nested `dynamic` blocks multiply, so that a small
/// file could ask for any amount of it.
const MAX_GENERATED_BYTES: usize = 256 << 20;

/// What was generated so far for the whole file.
#[derive(Debug, Default)]
pub(super) struct Budget {
    blocks: u64,
    bytes: usize,
}

/// A `dynamic` block and its parts, as far as they are there.
pub(super) struct Dynamic<'a> {
    pub(super) block: &'a Block,
    for_each: Option<&'a Expression>,
    labels: Option<&'a Expression>,
}

impl<'a> Dynamic<'a> {
    pub(super) fn new(block: &'a Block) -> Self {
        let attribute = |name| block.body.get_attribute(name).map(|attribute| &attribute.value);
        Self { block, for_each: attribute("for_each"), labels: attribute("labels") }
    }

    /// The type of the blocks it generates.
    fn target(&self) -> Option<&'a str> {
        self.block.labels.first().map(BlockLabel::as_str)
    }

    pub(super) fn iterator_name(&self) -> &'a str {
        match self.block.body.get_attribute("iterator").map(|attribute| &attribute.value) {
            Some(Expression::Variable(name)) => name.as_str(),
            _ => self.target().unwrap_or_default(),
        }
    }

    /// How many labels its blocks have. Labels that are not listed are for the library to report.
    fn label_count(&self) -> usize {
        match self.labels {
            None => 0,
            Some(Expression::Array(labels)) => labels.len(),
            Some(_) => 1,
        }
    }
}

impl Expander<'_> {
    /// Whether it is known what a `dynamic` block generates. One that lacks its collection counts as
    /// known too: that is an error in any case.
    pub(super) fn is_known(&mut self, dynamic: &Dynamic<'_>, scope: &Scope) -> bool {
        let mut knows = |expr: Option<&Expression>, scope: &Scope| {
            let range = expr.and_then(hcl_edit::Span::span);
            range.is_none_or(|range| self.pieces.knows(&range, scope))
        };
        let iterator = Str::new(dynamic.iterator_name());
        let inner = scope.with_iterator(&iterator, Value::dynamic(), Value::dynamic());
        knows(dynamic.for_each, scope) && knows(dynamic.labels, &inner)
    }

    /// Replaces a `dynamic` block by the blocks it generates.
    pub(super) fn generate(
        &mut self,
        dynamic: &Dynamic<'_>,
        setting: Setting<'_>,
        edits: &mut Edits,
    ) {
        let Some(range) = dynamic.block.span() else { return };
        let target = dynamic.target().map(|ty| target_schema(ty, dynamic.label_count()));
        let generated = self.pieces.generated(&range, target, setting.scope, self.diags);
        let Some(generated) = generated else { return };
        let Some(collection) = self.collection(dynamic, setting.scope) else { return };
        if !collection.is_known() {
            return self.dynamic_that_stays(dynamic, setting, edits);
        }
        let Some(blocks) = self.block_texts(dynamic, &collection, &generated, setting) else {
            return;
        };
        if blocks.is_empty() {
            return edits.remove(range);
        }
        let line_end = self.document.line_end();
        let indentation = self.indentation(range.start, setting.dedent);
        let empty_line =
            if blocks.iter().any(|block| block.contains('\n')) { line_end } else { "" };
        let separator = format!("{line_end}{empty_line}{indentation}");
        edits.replace(range, blocks.join(&separator));
    }

    fn collection(&mut self, dynamic: &Dynamic<'_>, scope: &Scope) -> Option<Value> {
        self.pieces.value(&dynamic.for_each?.span()?, scope, self.diags)
    }

    /// The text of each generated block; `None` where one is impossible, which is reported.
    fn block_texts(
        &mut self,
        dynamic: &Dynamic<'_>,
        collection: &Value,
        generated: &[body::Block],
        setting: Setting<'_>,
    ) -> Option<Vec<String>> {
        let content = dynamic.block.body.get_blocks("content").next()?;
        let (for_each, start) = (dynamic.for_each?.span()?, content.span()?.start);
        let place = self.document.place(Span::from(for_each));
        let limit = setting.scope.ctx().limits().generated_blocks;
        self.budget.blocks += generated.len() as u64;
        if self.budget.blocks > limit {
            self.diags.push(diags::too_many_blocks(place, limit));
            return None;
        }
        if Ident::try_new(dynamic.target()?).is_err() {
            let label = dynamic.block.labels.first()?.span()?;
            self.diags.push(diags::invalid_type(self.document.place(Span::from(label))));
            return None;
        }
        let name = Str::new(dynamic.iterator_name());
        let dedent = self.depth(start).saturating_sub(self.depth(dynamic.block.span()?.start));
        let dedent = setting.dedent + dedent;
        let mut texts = Vec::new();
        for (entry, block) in collection.entries().zip(generated) {
            let (key, value) = (entry.key(), entry.value().into_owned());
            let scope = setting.scope.with_iterator(&name, key, value);
            let inside = self.document.inside(content)?;
            let body = self.body_text(&content.body, inside, Setting { scope: &scope, dedent });
            let text = format!("{}{{{body}}}", header(block));
            self.budget.bytes += text.len();
            if self.budget.bytes > MAX_GENERATED_BYTES {
                self.diags.push(diags::too_much_text(place, MAX_GENERATED_BYTES));
                return None;
            }
            texts.push(text);
        }
        Some(texts)
    }

    /// How many blanks the line of an offset starts with.
    fn depth(&self, offset: usize) -> usize {
        self.document.indentation(offset).len()
    }
}

/// The type and the labels of a block, with a blank after each.
fn header(block: &body::Block) -> String {
    let mut header = format!("{} ", block.ty);
    for label in &block.labels {
        // A text always has a literal.
        header.extend(to_hcl_literal(&label.value.clone().into(), Layout::Line));
        header.push(' ');
    }
    header
}

#[cfg(test)]
mod tests {
    use hcldyn::source::Source;
    use hcldyn::{Diagnostics, EvalContext};

    use super::super::document::Document;
    use super::super::parse;
    use super::*;

    /// What expanding a text gives where so many bytes of text may still be generated.
    fn expanded_within(bytes: usize, text: &str) -> Result<String, String> {
        let (source, mut diags) = (Source::new("t", text), Diagnostics::new());
        let document = Document::new(&source);
        let mut expander = Expander::new(&document, &mut diags);
        expander.budget.bytes = MAX_GENERATED_BYTES - bytes;
        let expanded = expander.file(&parse::parse(text).unwrap(), &Scope::new(EvalContext::new()));
        if diags.is_empty() { Ok(expanded) } else { Err(diags.to_string()) }
    }

    #[test]
    fn text_is_generated_up_to_the_limit() {
        let text = "dynamic \"b\" {\n  for_each = [1, 2]\n  content {}\n}\n";
        let generated = "b {}".len() * 2;
        assert_eq!(expanded_within(generated, text).unwrap(), "b {}\nb {}\n");
        let problem = "t:2:14: Too much generated text; With the elements of this collection, more than \
                       268435456 bytes of text would be generated in all.";
        assert_eq!(expanded_within(generated - 1, text).unwrap_err(), problem);
    }
}
