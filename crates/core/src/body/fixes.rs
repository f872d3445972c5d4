//! Fixes of the content of bodies.

use hcldyn_syntax::lexer::{Lexer, TokenKind, is_name};

use super::{Attribute, Block};
use crate::cty::Str;
use crate::cty::internal::NameSet;
use crate::diag::{Fix, is_json};
use crate::expr::Expression;
use crate::source::{Place, Source, Span};

/// The indentation of an item in a block.
const INDENT: &str = "  ";

/// Returns the fix that writes an attribute as a block, if its value is an object with names as keys.
pub(super) fn to_block(attribute: &Attribute) -> Option<Fix> {
    let items = attribute.expr.as_map()?;
    let (name, object) = (attribute.name_place(), attribute.expr.place());
    let (source, header) = (name.source(), between(&name, &object));
    let is_object = object.text().starts_with('{') && object.text().ends_with('}');
    if !is_object || is_json(source) || header.text().trim() != "=" {
        return None;
    }
    // A block can't share its lines with other items.
    let (name_span, end) = (name.span().range(), object.span().range().end);
    let before = &source.text()[source.line_range(name_span.start).start..name_span.start];
    let after = source.text()[end..source.line_range(end).end].trim_start();
    if !before.trim().is_empty() || !(after.is_empty() || after.starts_with(['#', '/'])) {
        return None;
    }
    let mut fix = Fix::safe(format!("Write \"{}\" as a block", &*attribute.name));
    fix = fix.replace(header, " ");
    let is_one_line = items.len() <= 1 && !object.text().contains('\n');
    let indentation = indentation(&name);
    let line_break = format!("\n{indentation}{INDENT}");
    let line_break = if is_one_line { " " } else { &line_break };
    let mut end = source.place(Span::new(object.span().start, object.span().start + 1));
    for (key, value) in &items {
        let (key_place, value_place) = (key.place(), value.place());
        fix = replace_separator(fix, between(&end, &key_place), line_break)?;
        fix = item_as_attribute(fix, key, &between(&key_place, &value_place))?;
        end = value_place;
    }
    if items.is_empty() {
        return Some(fix);
    }
    let close = source.place(Span::new(object.span().end - 1, object.span().end));
    let line_break = if is_one_line { " " } else { &format!("\n{indentation}") };
    replace_separator(fix, between(&end, &close), line_break)
}

/// Writes the key of an object as the name of an attribute. `gap` is the text between the key and the value.
fn item_as_attribute(fix: Fix, key: &Expression, gap: &Place) -> Option<Fix> {
    let name = key.as_name().filter(|name| is_name(name))?;
    let place = key.place();
    let fix = if *place.text() == *name { fix } else { fix.replace(place, &*name) };
    match gap.text().trim() {
        "=" => Some(fix),
        ":" => Some(fix.replace(gap.clone(), " = ")),
        _ => None,
    }
}

/// Replaces the text before an item or a closing brace. If it contains a line break, only its comma is removed. Returns
/// `None` if a comment would get lost, or may contain the comma or the line break.
fn replace_separator(fix: Fix, gap: Place, line_break: &str) -> Option<Fix> {
    let text = gap.text();
    if text.trim().trim_start_matches(',').is_empty() && !text.contains('\n') {
        return Some(if text == line_break { fix } else { fix.replace(gap, line_break) });
    }
    if text.contains("/*") || !text.contains('\n') {
        return None;
    }
    let Some(comma) = text.find(',') else { return Some(fix) };
    if text[..comma].contains(['#', '/']) {
        return None;
    }
    let start = gap.span().start + u32::try_from(comma).ok()?;
    Some(fix.delete(gap.source().place(Span::new(start, start + 1))))
}

/// Returns the fix that writes a block as an attribute, if it has no labels and no repeated block types, here and inside.
pub(super) fn to_attribute(block: &Block) -> Option<Fix> {
    let fix = Fix::safe(format!("Write \"{}\" as an attribute", &*block.ty));
    let is_written = block.type_place().text() == &*block.ty && block.body.iteration().is_none();
    if is_written { with_equals_signs(fix, block) } else { None }
}

fn with_equals_signs(fix: Fix, block: &Block) -> Option<Fix> {
    if !block.labels.is_empty() || block.ty == *"dynamic" {
        return None;
    }
    let content = block.body.everything();
    if !content.is_complete {
        return None;
    }
    let inner = content.blocks;
    let types: NameSet = inner.iter().map(|block| block.ty.clone()).collect();
    if types.len() < inner.len() {
        return None;
    }
    let fix = fix.insert_after(&block.type_place(), " =");
    inner.iter().try_fold(fix, with_equals_signs)
}

/// Returns the fix that deletes the labels after the first `wanted` ones.
pub(super) fn without_labels(block: &Block, wanted: usize) -> Option<Fix> {
    let (first, last) = (block.label_place(wanted)?, block.label_place(block.labels.len() - 1)?);
    if is_json(first.source()) || block.body.iteration().is_some() {
        return None;
    }
    let before = match wanted.checked_sub(1) {
        None => block.type_place(),
        Some(index) => block.label_place(index)?,
    };
    let extra = Span::new(before.span().end, last.span().end);
    let count = block.labels.len() - wanted;
    let title = format!("Delete {}", if count == 1 { "the label" } else { "the labels" });
    Some(Fix::uncertain(title).delete(first.source().place(extra)))
}

/// Returns the fix that adds labels, with their names in place of their values.
pub(super) fn with_labels(block: &Block, missing: &[Str]) -> Option<Fix> {
    let header = block.header_place();
    if is_json(header.source()) || block.body.iteration().is_some() {
        return None;
    }
    let labels: String = missing.iter().map(|name| format!(" \"{}\"", &**name)).collect();
    let title = format!("Add {}", if missing.len() == 1 { "a label" } else { "labels" });
    Some(Fix::uncertain(title).insert_after(&header, labels))
}

/// Returns the fix that adds an attribute to a body. `missing_item` is the location for missing items, and `value` is
/// an expression in native syntax that is also JSON.
pub(super) fn with_attribute(missing_item: &Place, name: &str, value: &str) -> Option<Fix> {
    let (source, start) = (missing_item.source(), missing_item.span().start as usize);
    let text = source.text();
    let fix = Fix::uncertain(format!("Add the attribute \"{name}\""));
    if is_json(source) {
        let before = text.get(..start)?.trim_end();
        let separator = if before.ends_with(['{', ',']) { "" } else { ", " };
        let place = place_at(source, before.len())?;
        return text[start..]
            .starts_with('}')
            .then(|| fix.replace(place, format!("{separator}\"{name}\": {value}")));
    }
    if !is_name(name) {
        return None;
    }
    let Some(inside) = text.get(start..)?.strip_prefix('{') else {
        // An expression in place of a block has no room for the attribute.
        let is_file = text.get(..start)?.trim_start_matches('\u{feff}').is_empty();
        if !is_file {
            return None;
        }
        let mut tokens = Lexer::new(text);
        if tokens.any(|it| matches!(it.kind, TokenKind::UnclosedComment | TokenKind::BrokenHeredoc))
        {
            return None;
        }
        let separator = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        let end = place_at(source, text.len())?;
        return Some(fix.replace(end, format!("{separator}{name} = {value}\n")));
    };
    let inside_start = start + 1;
    let line_end = |at: usize| inside_start + inside[..at].trim_end().len();
    let mut at = 0;
    for token in Lexer::new(inside) {
        let token_start = std::mem::replace(&mut at, token.end as usize);
        let (at, item) = match token.kind {
            TokenKind::Newline => {
                let indentation = indentation(missing_item);
                (line_end(token_start), format!("\n{indentation}{INDENT}{name} = {value}"))
            }
            TokenKind::CloseBrace if inside[..token_start].trim().is_empty() => {
                (inside_start, format!(" {name} = {value} "))
            }
            TokenKind::CloseBrace => (inside_start + token_start, format!("{name} = {value} ")),
            kind if kind.is_trivia() => continue,
            _ => return None,
        };
        return Some(fix.replace(place_at(source, at)?, item));
    }
    None
}

fn place_at(source: &Source, offset: usize) -> Option<Place> {
    Some(source.place(Span::empty(u32::try_from(offset).ok()?)))
}

/// Returns the range between two source locations.
fn between(first: &Place, second: &Place) -> Place {
    let (start, end) = (first.span().end, second.span().start);
    first.source().place(Span::new(start, end.max(start)))
}

/// Returns the whitespace at the start of the line of a source location.
fn indentation(place: &Place) -> String {
    let line = place.source().line_range(place.span().start as usize);
    let text = &place.source().text()[line];
    text.chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
}
