//! The action that makes similar blocks one `dynamic` block.

use std::ops::Range;

use hcldyn_syntax::event::{Event, TemplateKind};
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::source::Span;

use super::differences::{Difference, differences};
use super::place::Around;
use super::{Refactoring, RefactoringKind, Selected};
use crate::ide::missing::header;
use crate::ide::outline::{Scope, ScopeItem};
use crate::ide::tree::Item;

const TITLE: &str = "Fold similar blocks into a dynamic block";

/// Other words, which are never iterators.
const WORDS: [&str; 6] = ["true", "false", "null", "for", "in", "if"];

/// The blocks that Terraform never generates.
const WITHOUT_DYNAMIC: [&str; 5] = ["connection", "content", "dynamic", "lifecycle", "provisioner"];

/// Returns the action for the blocks of a range, or for all similar blocks beside the one whose header is there.
pub(super) fn fold(selected: &Selected<'_>) -> Option<Refactoring> {
    let blocks = similar_blocks(selected)?;
    let (first, last) = (blocks.first()?, blocks.last()?);
    let range = first.span.range().start..last.span.range().end;
    let different = differences(selected, &blocks)?;
    let iterator = iterator(selected, first, &range)?;
    let text = Folded { selected, blocks: &blocks, different, iterator }.text()?;
    let edit = selected.edit(range, text)?;
    Some(Refactoring::new(TITLE, RefactoringKind::Rewrite, vec![edit]))
}

/// Returns two or more consecutive blocks of one type.
fn similar_blocks<'s>(selected: &Selected<'s>) -> Option<Vec<&'s Item>> {
    let file = selected.file;
    let is_at = |item: &&Item| {
        let (own, range) = (item.header().range(), &selected.range);
        item.items.is_some() && own.start <= range.end && range.start <= own.end
    };
    let mut around = Around::of(file, &selected.range).blocks;
    let mut siblings = around.last().and_then(|it| it.items.as_ref()).unwrap_or(&file.tree().items);
    if around.last().copied().filter(is_at).is_some() {
        around.pop();
        siblings = around.last().and_then(|it| it.items.as_ref()).unwrap_or(&file.tree().items);
    }
    let at = siblings.iter().position(|item| is_at(&item))?;
    let first = &siblings[at];
    if !can_be_dynamic(selected, &around, selected.slice(first.name)) {
        return None;
    }
    let is_alike = |pair: &[Item]| is_similar(selected, &pair[0], &pair[1]);
    let pairs = siblings.windows(2);
    let alike: Vec<_> = pairs.map(is_alike).collect();
    let before = alike[..at].iter().rev().take_while(|it| **it).count();
    let after = alike[at..].iter().take_while(|it| **it).count();
    let mut blocks: Vec<_> = siblings[at - before..=at + after].iter().collect();
    let chosen: Vec<_> = blocks.iter().copied().filter(is_at).collect();
    if chosen.len() > 1 {
        blocks = chosen;
    }
    (blocks.len() > 1).then_some(blocks)
}

/// Returns `true` if `dynamic` blocks may generate blocks of a type inside others.
fn can_be_dynamic(selected: &Selected<'_>, around: &[&Item], ty: &str) -> bool {
    let language = &selected.file.language;
    let is_definition = around.is_empty()
        && (language.definitions.schema().block(ty).is_some() || *language.functions == *ty);
    if is_definition || WITHOUT_DYNAMIC.contains(&ty) {
        return false;
    }
    let Some(outline) = &language.outline else { return true };
    let headers: Vec<_> = around.iter().map(|block| header(selected.file, block)).collect();
    let item = Scope::inside(outline, &headers).and_then(|scope| scope.item(ty));
    matches!(item, Some(ScopeItem::Block(block, _)) if block.options.is_dynamic)
}

/// Returns `true` if two blocks have the same items in the same order, and the second one has no comments in or before it.
fn is_similar(selected: &Selected<'_>, one: &Item, other: &Item) -> bool {
    let between = Span::new(one.span.end, other.span.start);
    has_same_items(selected, one, other)
        && one.items.is_some()
        && selected.slice(between).trim().is_empty()
        && !has_comments(selected.slice(other.span))
}

fn has_same_items(selected: &Selected<'_>, one: &Item, other: &Item) -> bool {
    let is_same = |(one, other): (&Item, &Item)| has_same_items(selected, one, other);
    let inside = match (&one.items, &other.items) {
        (Some(one), Some(other)) => one.len() == other.len() && one.iter().zip(other).all(is_same),
        (None, None) => true,
        _ => false,
    };
    inside
        && selected.slice(one.name) == selected.slice(other.name)
        && one.labels.len() == other.labels.len()
}

fn has_comments(text: &str) -> bool {
    let is_comment = |kind| matches!(kind, TokenKind::LineComment | TokenKind::BlockComment);
    Lexer::new(text).any(|token| is_comment(token.kind))
}

/// Returns the name of the iterator: that of the type, or another one. No expression in the blocks refers to it, and no
/// `dynamic` block in them has it.
fn iterator(selected: &Selected<'_>, block: &Item, range: &Range<usize>) -> Option<String> {
    let is_inside = |span: Span| range.start <= span.range().start && span.range().end <= range.end;
    let variables = selected.nodes.iter().filter(|(_, node)| node.event == Event::Variable);
    let variables = variables.map(|(_, node)| node.span);
    let items = selected.file.tree().all_items().into_iter().map(|(item, _)| item);
    let dynamic = items.filter(|item| selected.slice(item.name) == "dynamic");
    let used = variables.chain(dynamic.filter_map(|item| item.labels.first().copied()));
    let used: Vec<_> = used
        .filter(|span| is_inside(*span))
        .map(|span| selected.slice(span).trim_matches('"'))
        .collect();
    let names = [selected.slice(block.name), "item", "element"];
    let mut free = names.iter().filter(|name| !WORDS.contains(name) && !used.contains(name));
    free.next().map(|name| (*name).to_owned())
}

/// The blocks and their differences.
struct Folded<'a, 's> {
    selected: &'a Selected<'s>,
    blocks: &'a [&'a Item],
    different: Vec<Difference>,
    iterator: String,
}

impl Folded<'_, '_> {
    fn text(&self) -> Option<String> {
        let (text, first) = (self.selected.text(), self.blocks.first()?);
        let start = first.span.range().start;
        let line = &text[text[..start].rfind('\n').map_or(0, |at| at + 1)..];
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        let ty = self.selected.slice(first.name);
        let mut lines = vec![format!("dynamic \"{ty}\" {{"), "  for_each = [".to_owned()];
        for index in 0..self.blocks.len() {
            let items = self.different.iter().filter(|it| it.differs());
            let items: Vec<_> =
                items.map(|it| format!("{} = {}", it.key, it.values[index])).collect();
            lines.push(format!("    {{ {} }},", items.join(", ")).replace("{  }", "{}"));
        }
        lines.push("  ]".to_owned());
        if self.iterator != ty {
            lines.push(format!("  iterator = {}", self.iterator));
        }
        let labels = self.different.iter().filter(|it| it.label.is_some());
        let labels: Vec<_> = labels.map(|it| self.reference(it)).collect();
        if !labels.is_empty() {
            lines.push(format!("  labels = [{}]", labels.join(", ")));
        }
        lines.push(format!("  content {}", self.content(first)));
        lines.push("}".to_owned());
        let is_windows = text.contains("\r\n");
        let separator = if is_windows { "\r\n" } else { "\n" }.to_owned() + indent;
        Some(lines.join(&separator))
    }

    /// Returns the value of a label or an attribute in the `dynamic` block.
    fn reference(&self, difference: &Difference) -> String {
        if difference.differs() {
            return format!("{}.value.{}", self.iterator, difference.key);
        }
        difference.values[0].clone()
    }

    /// Returns the body of the first block with its braces, one level deeper.
    fn content(&self, block: &Item) -> String {
        let text = self.selected.text();
        let header = block.header().range().end;
        let start = header + text[header..].find('{').unwrap_or_default();
        let end = block.span.range().end;
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let differences = self.different.iter().filter(|it| it.differs());
        edits.extend(differences.filter_map(|it| Some((it.first?.range(), self.reference(it)))));
        let heredocs = self.selected.nodes.iter().filter(|(_, node)| {
            matches!(node.template, Some(TemplateKind::Heredoc | TemplateKind::FlushHeredoc))
        });
        let heredocs: Vec<_> = heredocs.map(|(_, node)| node.span.range()).collect();
        let lines = text[start..end].match_indices('\n').map(|(at, _)| start + at + 1);
        let is_free = |line: &usize| {
            let is_empty = text[*line..].lines().next().is_none_or(|it| it.trim().is_empty());
            !is_empty && !heredocs.iter().any(|it| it.start < *line && *line <= it.end)
        };
        edits.extend(lines.filter(is_free).map(|line| (line..line, "  ".to_owned())));
        edits.sort_by_key(|(range, _)| range.start);
        let mut content = text[start..end].to_owned();
        for (range, new) in edits.into_iter().rev() {
            content.replace_range(range.start - start..range.end - start, &new);
        }
        content
    }
}
