//! The source text of items that are moved, with their comments.

use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::super::edits::{Edits, Wanted};
use super::super::geometry::{Text, is_space};
use super::super::items;
use super::super::path::quoted;
use super::super::site::{BodyItem, Site};
use super::new_expr::MadeText;
use super::path::PathPart;
use super::trace::Copied;
use crate::body::Body;
use crate::cty::internal::CollectVec;

/// Returns the range of an item with the comments in the lines right above it and in its last line, if nothing else is in
/// its lines.
pub(super) fn with_comments(text: Text<'_>, item: &Range<usize>) -> Range<usize> {
    let Some(line_end) = text.rest_of_line(item.end).filter(|_| text.is_first(item.start)) else {
        return item.clone();
    };
    let end = text.text[..line_end].trim_end().len().max(item.end);
    let mut start = item.start;
    let mut line = text.line_start(start);
    while line > text.start {
        let above = text.line_start(line - 1);
        let comment = text.text[above..line].trim_start_matches(is_space);
        if !comment.starts_with('#') && !comment.starts_with("//") {
            break;
        }
        start = line_start_text(text, above);
        line = above;
    }
    start..end
}

/// Returns the offset of the first character in a line that is not a space.
fn line_start_text(text: Text<'_>, line: usize) -> usize {
    line + text.indentation(line).len()
}

/// Returns the text of a range with another name and another indentation. Lines of heredocs and of comments with several
/// lines stay as they are.
pub(super) fn moved(
    text: Text<'_>,
    range: &Range<usize>,
    name: &Range<usize>,
    new_name: &str,
    indentation: &str,
) -> MadeText {
    let old = text.indentation(range.start);
    let mut made = MadeText::default();
    let (mut at, mut copied, mut heredocs) = (range.start, range.start, 0_u32);
    let copy = |made: &mut MadeText, from: Range<usize>| {
        if !from.is_empty() {
            made.copies.push(Copied { at: made.text.len(), from: from.clone() });
            made.text += &text.text[from];
        }
    };
    for token in Lexer::new(&text.text[range.clone()]) {
        let start = std::mem::replace(&mut at, range.start + token.end as usize);
        match token.kind {
            TokenKind::OpenHeredoc => heredocs += 1,
            TokenKind::CloseHeredoc => heredocs = heredocs.saturating_sub(1),
            TokenKind::Newline if heredocs == 0 => {
                copy(&mut made, copied..at);
                let rest = &text.text[at..range.end];
                let spaces = rest.len() - rest.trim_start_matches(is_space).len();
                let is_empty = rest[spaces..].starts_with(['\r', '\n']);
                copied = at + if rest.starts_with(old) { old.len() } else { spaces };
                if !is_empty {
                    made.text += indentation;
                }
            }
            _ if start == name.start => {
                copy(&mut made, copied..start);
                made.text += new_name;
                copied = name.end;
            }
            _ => {}
        }
    }
    copy(&mut made, copied..range.end);
    made
}

/// Returns the edits that insert an item of another body, and the text that they insert.
pub(super) fn insert(
    site: &Site<'_>,
    item: &BodyItem,
    new_name: &str,
    made: impl FnOnce(&str) -> MadeText,
) -> (Edits, Range<usize>, Vec<Copied>) {
    let mut edits = Edits::default();
    let slot = match item {
        BodyItem::Attribute(_) => items::slot_for_attribute(site, &mut edits),
        BodyItem::Block(_) => items::slot_for_block(site, new_name, &mut edits),
    };
    let MadeText { text, mut copies } = made(&slot.indentation);
    for copied in &mut copies {
        copied.at += slot.before.len();
    }
    let range = slot.range.clone();
    edits.fill(slot, &text, Wanted::Items(text.clone() + "\n"));
    (edits, range, copies)
}

/// Returns the edits that append blocks, each in the one before.
pub(super) fn append_blocks(text: Text<'_>, root: &Body, body: &Body, parts: &[PathPart]) -> Edits {
    let site = Site::new(text, root, body);
    let mut edits = Edits::default();
    let Some(first) = parts.first() else { return edits };
    let slot = items::slot_for_block(&site, &first.name, &mut edits);
    let (unit, line_break) = (site.unit(root), text.line_break);
    let indentation = |level: usize| slot.indentation.clone() + &unit.repeat(level);
    let headers = parts.iter().map(|part| {
        let labels = part.labels.iter().map(|label| format!(" {}", quoted(label)));
        format!("{}{} {{", part.name, labels.collect::<String>())
    });
    let headers = headers.collect_vec();
    let mut block = String::new();
    for (level, header) in headers.iter().enumerate() {
        let start = if level == 0 { String::new() } else { indentation(level) };
        block += &format!("{start}{header}{line_break}");
    }
    for level in (0..headers.len()).rev() {
        let end = if level == 0 { "" } else { line_break };
        block += &format!("{}}}{end}", indentation(level));
    }
    edits.fill(slot, &block, Wanted::Items(block.clone() + "\n"));
    edits
}
