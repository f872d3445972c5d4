//! `dynamic` blocks that are written out, one by one and in a whole file.

use std::cmp::Reverse;
use std::ops::Range;

use hcldyn_core::body::{Block, Body};
use hcldyn_core::internal::{self, ExpandOptions, known_attributes};
use hcldyn_core::syntax::Source;
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
const HIDDEN: &str = "(sensitive)";

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
        Ok(self.without_secrets(file, text))
    }

    /// Returns the expanded text of a file, or of one `dynamic` block in it.
    fn expanded_with(&self, file: &File, only: Option<Span>, diags: &mut Diagnostics) -> String {
        let sensitive = file.language.outline.as_ref().map(sensitive_names);
        let options = ExpandOptions {
            only,
            sensitive: sensitive.unwrap_or_default(),
            ..ExpandOptions::default()
        };
        internal::expand(&file.source, file.body(), self.known_context(file), &options, diags)
    }

    /// Returns the names of a configuration that are known. Other ones are missing, as for the command.
    fn known_context(&self, file: &File) -> EvalContext {
        let evaluated = self.evaluated(file).answering(&self.cancellation);
        let limits = evaluated.limits().clone().with_generated_blocks(MAX_BLOCKS);
        let mut known = file.language.context.clone().with_limits(limits);
        for name in evaluated.variable_names() {
            if let Some(value) = evaluated.variable(name).filter(|value| value.is_known()) {
                known.set_variable(name, known_attributes(value));
            }
        }
        known
    }

    /// Returns a text for a file without its secrets.
    fn without_secrets(&self, file: &File, text: String) -> String {
        let source = Source::new(file.source.name(), text);
        let mut hidden = self.evaluated(file).hidden(&source).to_vec();
        hidden.extend(marked_values(&file.with_text(source.text().to_owned())));
        hidden.extend(comments(file, source.text()));
        hidden.sort_by_key(|range| (range.start, Reverse(range.end)));
        let (text, mut shown, mut end) = (source.text(), String::new(), 0);
        for range in hidden.into_iter().filter(|range| !range.is_empty()) {
            if range.start >= end {
                shown.extend([&text[end..range.start], HIDDEN]);
            }
            end = end.max(range.end);
        }
        shown + &text[end..]
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

/// Returns the values in blocks that are sensitive by an attribute of their own, and those of sensitive items.
fn marked_values(file: &File) -> Vec<Range<usize>> {
    let nodes = Nodes::of(file.text());
    let values = nodes.iter().filter_map(|(_, node)| match (node.event, &*node.parts) {
        (Event::Attribute { .. }, [value]) => Some(nodes.node(*value).span.range()),
        _ => None,
    });
    values.filter(|range| Around::of(file, range).is_sensitive(file)).collect()
}

/// Returns the comments with the name of a sensitive item.
fn comments(file: &File, text: &str) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let names_secret = |comment: &str| {
        comment.split(|c| !is_word(c)).any(|word| !word.is_empty() && is_sensitive(file, word))
    };
    let mut start = 0;
    let comments = Lexer::new(text).filter_map(|token| {
        let range = start..token.end as usize;
        start = range.end;
        let (open, close) = match token.kind {
            TokenKind::BlockComment => (2, 2),
            TokenKind::LineComment if text[range.clone()].starts_with('#') => (1, 0),
            TokenKind::LineComment => (2, 0),
            _ => return None,
        };
        Some(range.start + open..range.end - close)
    });
    comments.filter(|range| names_secret(&text[range.clone()])).collect()
}
