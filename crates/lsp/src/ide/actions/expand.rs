//! `dynamic` blocks that are written out, one by one and in a whole file.

use std::ops::Range;

use hcldyn_core::body::{Block, Body};
use hcldyn_core::ext::kit::Inputs;
use hcldyn_core::internal::{self, ExpandOptions, module_context};
use hcldyn_core::{Diagnostics, EvalContext};
use hcldyn_syntax::event::Event;
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::source::Span;

use super::nodes::Nodes;
use super::place::{Around, is_sensitive, sensitive_names};
use super::{Refactoring, RefactoringKind, Selected};
use crate::ide::format::replacement;
use crate::ide::tree::Item;
use crate::ide::workspace::File;
use crate::ide::{FileEdit, Snapshot};

const TITLE: &str = "Write out the dynamic block";

/// The text in place of a sensitive value.
const HIDDEN: &str = "(sensitive value)";

/// The maximum number of blocks that the `dynamic` blocks of a file generate.
const MAX_BLOCKS: u64 = 10_000;

/// Returns the action for a `dynamic` block whose header is at the start of a range. Of `dynamic` blocks inside each other,
/// the outermost one is written out.
pub(super) fn write_out(snapshot: &Snapshot, selected: &Selected<'_>) -> Option<Refactoring> {
    let file = selected.file;
    let start = selected.range.start;
    let around = Around::of(file, &(start..start));
    let is_dynamic = |block: &Item| selected.slice(block.name) == "dynamic";
    let own = around.blocks.last().filter(|block| is_dynamic(block))?;
    let header = own.header().range();
    if start < header.start || header.end < start {
        return None;
    }
    let outer = around.blocks.iter().find(|block| is_dynamic(block))?;
    let block = block_at(file.body(), outer.name)?;
    let mut diags = Diagnostics::new();
    let only = Some(block.header_place().span());
    let new = snapshot.expanded_with(file, only, &mut diags);
    let Some(edit) = replacement(file.text(), &new) else {
        let summary = diags.iter().next().map(|diagnostic| format!("{}.", diagnostic.summary));
        let unknown =
            || "The collection or the content is not known here, or sensitive.".to_owned();
        let reason = summary.unwrap_or_else(unknown);
        return Some(Refactoring::rejected(TITLE, RefactoringKind::Rewrite, reason));
    };
    let file = file.source.name().to_owned();
    let edit = FileEdit { file, range: edit.span.range(), text: edit.text };
    Some(Refactoring::new(TITLE, RefactoringKind::Rewrite, vec![edit]))
}

impl Snapshot {
    /// Returns the text of a file in native syntax in which blocks take the place of `dynamic` blocks, as the command
    /// `hcldyn expand` writes it for all files of the configuration. Sensitive values are hidden. A `dynamic` block stays if
    /// its collection or its content is unknown or sensitive, or can't be evaluated.
    ///
    /// # Errors
    ///
    /// Returns a message if the file is not known, has syntax errors or is in JSON syntax.
    pub fn expanded(&self, file: &str) -> Result<String, String> {
        let file = self.file(file).ok_or("The file is not known.")?;
        if file.is_json() {
            return Err("A file in JSON syntax can't be expanded.".to_owned());
        }
        if Nodes::of(file.text()).error_count > 0 {
            return Err("The file has syntax errors.".to_owned());
        }
        let text = self.expanded_with(file, None, &mut Diagnostics::new());
        Ok(without_secrets(file, text))
    }

    /// Returns the expanded text of a file, or of one `dynamic` block in it.
    fn expanded_with(&self, file: &File, only: Option<Span>, diags: &mut Diagnostics) -> String {
        let sensitive = file.language.outline.as_ref().map(sensitive_names);
        let options = ExpandOptions {
            only,
            sensitive: sensitive.unwrap_or_default(),
            ..ExpandOptions::default()
        };
        internal::expand(&file.source, file.body(), self.context_of(file), &options, diags)
    }

    /// Returns the variables and local values of a configuration that are known without other input.
    fn context_of(&self, file: &File) -> EvalContext {
        let library = &file.language.context;
        let limits = library.limits().clone().with_cancellation(&self.cancellation);
        let library = library.clone().with_limits(limits.with_generated_blocks(MAX_BLOCKS));
        let bodies = self.configuration(file).map(|file| file.body().clone());
        match Body::merge(bodies) {
            Some(all) => module_context(&all, Inputs::new(), &library, &mut Diagnostics::new()),
            None => library,
        }
    }
}

/// Returns the block with a type at a location.
fn block_at(body: &Body, ty: Span) -> Option<Block> {
    let mut open = body.everything().blocks;
    while let Some(block) = open.pop() {
        if block.type_place().span() == ty {
            return Some(block);
        }
        open.extend(block.body.everything().blocks);
    }
    None
}

/// Returns a text in native syntax without the values of sensitive items, and without comments about them.
fn without_secrets(file: &File, text: String) -> String {
    let nodes = Nodes::of(&text);
    let edited = File::with_text(file, text.clone());
    let mut hidden: Vec<Range<usize>> = Vec::new();
    for (_, node) in nodes.iter() {
        if let (Event::Attribute { .. }, [value]) = (node.event, &*node.parts) {
            let range = nodes.node(*value).span.range();
            let around = Around::of(&edited, &range);
            hidden.extend(around.is_sensitive(&edited).then_some(range));
        }
    }
    let words = |comment: &str| {
        let is_part = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'));
        comment.split(is_part).any(|word| !word.is_empty() && is_sensitive(file, word))
    };
    let mut start = 0;
    for token in Lexer::new(&text) {
        let range = start..token.end as usize;
        start = range.end;
        let is_comment = matches!(token.kind, TokenKind::LineComment | TokenKind::BlockComment);
        if is_comment && words(&text[range.clone()]) {
            let (open, close) = match token.kind {
                TokenKind::BlockComment => (2, 2),
                _ if text[range.clone()].starts_with('#') => (1, 0),
                _ => (2, 0),
            };
            hidden.push(range.start + open..range.end - close);
        }
    }
    hidden.sort_by_key(|range| range.start);
    let mut text = text;
    for range in hidden.into_iter().rev() {
        text.replace_range(range, HIDDEN);
    }
    text
}
