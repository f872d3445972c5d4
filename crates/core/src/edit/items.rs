//! Attributes and blocks: the lines on which they are inserted, and from which they are removed.

use std::ops::Range;

use super::edits::{Edits, Wanted};
use super::geometry::{Slot, Text, is_space};
use super::new_value::{NewValue, label_text};
use super::site::Site;
use super::{NewBlockText, Side};
use crate::body::{Attribute, Block, Body};
use crate::cty::internal::CollectVec;
use crate::syntax::native::Layout;

/// Inserts an attribute after the other ones, or before the first block.
pub(super) fn insert_attribute(
    text: Text<'_>,
    root: &Body,
    body: &Body,
    name: &str,
    value: &NewValue,
) -> Edits {
    let site = Site::new(text, root, body);
    let mut edits = Edits::default();
    let last = site.last_attribute();
    let slot = slot_for_attribute(&site, &mut edits);
    let rest = slot.after.clone() + &text.text[slot.range.end..];
    let new = value.written(text, &slot.indentation, Layout::Lines, &rest);
    let last = last.filter(|_| !new.contains('\n'));
    let sign = last.map_or_else(|| " = ".to_owned(), |last| sign_after(text, last, name));
    edits.fill(slot, &format!("{name}{sign}{new}"), Wanted::Items(value.with_name(name)));
    edits
}

/// Returns the slot for an attribute: after the other attributes, or before the first block.
pub(super) fn slot_for_attribute(site: &Site<'_>, edits: &mut Edits) -> Slot {
    match (site.last_attribute(), site.items.first()) {
        (Some(last), _) => {
            let end = last.expr.span().range().end;
            site.slot_after(end).unwrap_or_else(|| site.open_up(edits))
        }
        (None, Some(block)) => site.slot_before(block.range().start),
        (None, None) => site.only_slot(edits),
    }
}

/// Returns the slot for a block: after the last one of its type, or the last item.
pub(super) fn slot_for_block(site: &Site<'_>, ty: &str, edits: &mut Edits) -> Slot {
    match site.last_block(ty).or(site.items.len().checked_sub(1)) {
        Some(neighbour) => slot_after(site, neighbour, edits),
        None => site.only_slot(edits),
    }
}

/// Appends an empty block.
pub(super) fn append_block(
    text: Text<'_>,
    root: &Body,
    body: &Body,
    ty: &str,
    labels: &[&str],
) -> Edits {
    let site = Site::new(text, root, body);
    let mut edits = Edits::default();
    let slot = slot_for_block(&site, ty, &mut edits);
    let block = empty_block(&site, ty, labels, &slot);
    edits.fill(slot, &block, Wanted::Items(block.clone()));
    edits
}

/// Inserts a block before or after another one. `neighbour` is the index of that one in the site.
pub(super) fn insert_block(
    site: &Site<'_>,
    neighbour: usize,
    side: Side,
    ty: &str,
    block: NewBlockText<'_>,
) -> Edits {
    let mut edits = Edits::default();
    let slot = match side {
        Side::After => slot_after(site, neighbour, &mut edits),
        Side::Before => {
            let slot = site.slot_before(site.items[neighbour].range().start);
            let lines = if site.is_followed_by_empty_line(neighbour) { 2 } else { 1 };
            Slot { after: site.text.line_break.repeat(lines), ..slot }
        }
    };
    let block = match block {
        NewBlockText::Source(source) => source.to_owned(),
        NewBlockText::Empty(labels) => empty_block(site, ty, labels, &slot),
    };
    edits.fill(slot, &block, Wanted::Items(block.clone()));
    edits
}

/// Returns the slot after an item.
fn slot_after(site: &Site<'_>, neighbour: usize, edits: &mut Edits) -> Slot {
    match site.slot_after(site.items[neighbour].range().end) {
        Some(slot) if site.has_empty_line_after(neighbour, &slot) => {
            Slot { before: site.text.line_break.to_owned() + &slot.before, ..slot }
        }
        Some(slot) => slot,
        None => site.open_up(edits),
    }
}

fn empty_block(site: &Site<'_>, ty: &str, labels: &[&str], slot: &Slot) -> String {
    let similar = site.last_block(ty);
    let label = similar.and_then(|index| site.items[index].block()?.label_place(0));
    let notation = label.as_ref().map_or("\"", |place| place.text());
    let labels = labels.iter().map(|label| " ".to_owned() + &label_text(label, notation));
    let header = ty.to_owned() + &labels.collect::<String>();
    format!("{header} {{{}{}}}", site.text.line_break, slot.indentation)
}

/// Removes an attribute or a block, with the comments and the empty lines that belong to it.
pub(super) fn remove(text: Text<'_>, range: Range<usize>) -> Edits {
    remove_with(text, range.clone(), range)
}

/// Removes an attribute or a block, with a range around it that starts with the comments above it.
pub(super) fn remove_with(text: Text<'_>, item: Range<usize>, around: Range<usize>) -> Edits {
    let mut edits = Edits::of(item.clone(), Wanted::Nothing);
    edits.replace(removed(text, around.start..item.end), "");
    edits
}

/// Returns the range to remove for an item.
fn removed(text: Text<'_>, range: Range<usize>) -> Range<usize> {
    let end = text.rest_of_line(range.end).filter(|_| text.is_first(range.start));
    let Some(end) = end else { return inside_line(text, range) };
    let start = text.line_start(range.start);
    let empty_before = text.empty_line_before(start);
    let before = text.text[..start].trim_end();
    // Not a brace in a comment.
    let is_header = |line: &str| line.ends_with('{') && !line.contains('#') && !line.contains("//");
    let is_first = start == text.start || is_header(before.rsplit('\n').next().unwrap_or(before));
    let empty_after = text.empty_line_at(end);
    let (mut start, mut end) = (start, end);
    match (empty_before, empty_after) {
        (Some(_), Some(after)) => end = after,
        (None, Some(after)) if is_first && !text.is_closed_after(end) => end = after,
        (Some(before), None) if text.is_closed_after(end) => start = before,
        _ => {}
    }
    if !text.text[..end].ends_with('\n') {
        // The line before becomes the last one, without a line break.
        let before = &text.text[text.start..start];
        let before = before.strip_suffix('\n').unwrap_or(before);
        start = text.start + before.strip_suffix('\r').unwrap_or(before).len();
    }
    start..end
}

/// Returns the range to remove for an item that has other source text on its lines.
fn inside_line(text: Text<'_>, range: Range<usize>) -> Range<usize> {
    let (before, after) = (text.spaces_before(range.start), text.spaces_after(range.end));
    let is_alone =
        text.text[..before.start].ends_with('{') && text.text[after.end..].starts_with('}');
    if is_alone { before.start..after.end } else { before.start..range.end }
}

/// Changes the labels that differ.
pub(super) fn set_labels(block: &Block, labels: &[&str]) -> Edits {
    let mut end = block.type_place().span().range().end;
    let old = end..block.header_place().span().range().end;
    let wanted = labels.iter().map(|label| (*label).to_owned()).collect_vec();
    let mut edits = Edits::of(old.clone(), Wanted::Labels(wanted));
    let mut notation = "\"".to_owned();
    for (index, label) in labels.iter().enumerate() {
        match block.label_place(index) {
            Some(place) => {
                end = place.span().range().end;
                place.text().clone_into(&mut notation);
                if block.labels[index].value != **label {
                    edits.replace(place.span().range(), label_text(label, &notation));
                }
            }
            None => edits.replace(end..end, " ".to_owned() + &label_text(label, &notation)),
        }
    }
    if block.labels.len() > labels.len() {
        edits.replace(end..old.end, "");
    }
    edits
}

/// Returns the equals sign of an attribute, with the spaces around it, in the layout of the attribute above it.
fn sign_after(text: Text<'_>, last: &Attribute, name: &str) -> String {
    let (key, value) = (last.name_place().span().range(), last.expr.span().range());
    let value_text = &text.text[value.clone()];
    if value_text.contains('\n') || !text.is_first(key.start) {
        return " = ".to_owned();
    }
    sign_like(text, key, value.start, name.chars().count())
}

/// Returns the equals sign with its spaces for a key of a width, in the layout of another item. `key` is the key of that item,
/// and its value begins at `value`. The signs are aligned if there is room.
pub(super) fn sign_like(text: Text<'_>, key: Range<usize>, value: usize, width: usize) -> String {
    let gap = &text.text[key.end..value];
    let sign = gap.trim_matches(is_space);
    if !matches!(sign, "=" | ":") {
        return " = ".to_owned();
    }
    let (before, after) = gap.split_once(sign).unwrap_or((" ", " "));
    if before.is_empty() {
        return format!("{sign}{after}");
    }
    let column = text.text[key].chars().count() + before.chars().count();
    format!("{}{sign}{after}", " ".repeat(column.saturating_sub(width).max(1)))
}
