//! The diagnostics of edits.

use std::collections::HashSet;

use super::ItemPath;
use crate::body::Block;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::diag::{Diagnostic, codes, counted, grouped};
use crate::source::{MAX_SOURCE_LEN, Place, Source, Span};

pub(super) fn json(source: &Source) -> Diagnostic {
    let detail = "Only native syntax can be edited, and this is JSON syntax by its name.";
    codes::JSON_NOT_EDITABLE.error(source.place(Span::default()), detail)
}

/// A source with replacement characters for bytes that were not UTF-8.
pub(super) fn lossy(source: &Source) -> Diagnostic {
    let at = source.text().find(char::REPLACEMENT_CHARACTER).unwrap_or_default();
    let place = source.place(Span::from(at..at + char::REPLACEMENT_CHARACTER.len_utf8()));
    let detail = "The input is not valid UTF-8 here, and an edit would lose these bytes.";
    codes::INVALID_ENCODING.error(place, detail).with_help("Save the file as UTF-8.")
}

pub(super) fn too_long(source: &Source) -> Diagnostic {
    let detail = format!(
        "The changed source would have more than {} bytes.",
        grouped(MAX_SOURCE_LEN as u64)
    );
    codes::SOURCE_TOO_LONG.error(source.place(Span::default()), detail)
}

pub(super) fn invalid_path(place: Place) -> Diagnostic {
    let detail = "A path is a name, followed by names, strings in brackets and indexes.";
    let help = "For example: server[\"web\"].ports[0].";
    codes::INVALID_PATH.error(place, detail).with_help(help)
}

/// A label or an index where the name of an item is required.
pub(super) fn name_required(body: Place, path: &ItemPath) -> Diagnostic {
    let detail = format!(
        "In {}, a path continues with the name of an attribute or the type of a block.",
        described(path)
    );
    codes::INVALID_PATH.error(body, detail)
}

pub(super) fn key_required(object: Place) -> Diagnostic {
    let detail = "A path into this object continues with a key, such as .name or [\"name\"].";
    codes::INVALID_PATH.error(object, detail)
}

pub(super) fn index_required(tuple: Place) -> Diagnostic {
    let detail = "A path into this tuple continues with an index, such as [0].";
    codes::INVALID_PATH.error(tuple, detail)
}

/// A path that leads into a value without parts in the source.
pub(super) fn no_parts(value: Place, path: &ItemPath) -> Diagnostic {
    let detail = format!("The value of {path} is not written as an object or a tuple.");
    codes::INVALID_PATH.error(value, detail).with_help("Change the whole value.")
}

pub(super) fn not_found(
    parent: Place,
    path: &ItemPath,
    known: impl Iterator<Item = Str>,
) -> Diagnostic {
    // Blocks often have the same type.
    let mut seen = HashSet::new();
    let known = known.filter(|name| seen.insert(name.clone())).collect_vec();
    let detail = format!("This source does not contain {path}.");
    codes::ITEM_NOT_FOUND.error(parent, detail).with_nearest_or_all(
        path.last_name(),
        known.iter().map(Str::as_str),
        "Available:",
    )
}

/// Adds the path that has the labels of a block in brackets to the error of a path with dots before them.
pub(super) fn with_labels(error: Diagnostic, path: &ItemPath) -> Diagnostic {
    error.with_help(format!("The labels of a block are written in brackets: {path}"))
}

/// No block has a label. `blocks` match the path before the label.
pub(super) fn no_label(
    blocks: &[&Block],
    label: usize,
    given: &str,
    path: &ItemPath,
) -> Diagnostic {
    let place = blocks[0].label_place(label).unwrap_or_else(|| blocks[0].header_place());
    let detail = format!("This source does not contain a block {path}.");
    let known = blocks.iter().filter_map(|block| Some(block.labels.get(label)?.value.as_str()));
    codes::ITEM_NOT_FOUND.error(place, detail).with_nearest_or_all(
        given,
        known,
        "Available labels:",
    )
}

pub(super) fn no_block(first: Place, count: usize, path: &ItemPath) -> Diagnostic {
    let detail = format!(
        "The index of {path} is out of range: {} the path before it, and indexes start at 0.",
        matches(count)
    );
    codes::ITEM_NOT_FOUND.error(first, detail)
}

pub(super) fn no_element(tuple: Place, length: usize, index: usize) -> Diagnostic {
    let detail = format!(
        "The index {index} is out of range: this tuple has {}.",
        counted(length, "element")
    );
    codes::ITEM_NOT_FOUND.error(tuple, detail)
}

/// A path that several blocks match.
pub(super) fn ambiguous(blocks: &[&Block], path: &ItemPath) -> Diagnostic {
    let detail = format!("{} {path}.", matches(blocks.len()));
    let help = "Add a label in brackets, or the index of one of these blocks.";
    codes::AMBIGUOUS_PATH
        .error(blocks[1].header_place(), detail)
        .with_related(blocks[0].header_place(), "first match")
        .with_help(help)
}

/// An item that exists, so that no other can be inserted or renamed in its place.
pub(super) fn exists(place: Place, path: &ItemPath) -> Diagnostic {
    codes::ITEM_EXISTS.error(place, format!("An item {path} already exists."))
}

pub(super) fn not_a_value(place: Place, path: &ItemPath) -> Diagnostic {
    let detail = format!(
        "The path must lead to an attribute or to a part of its value, and {} is neither.",
        described(path)
    );
    codes::INVALID_TARGET.error(place, detail)
}

pub(super) fn not_a_body(place: Place, path: &ItemPath) -> Diagnostic {
    codes::INVALID_TARGET
        .error(place, format!("Only a block can contain blocks, and {path} is not one."))
}

pub(super) fn not_a_block(place: Place, path: &ItemPath) -> Diagnostic {
    codes::INVALID_TARGET
        .error(place, format!("Only blocks have labels, and {} is not one.", described(path)))
}

pub(super) fn whole_document(place: Place) -> Diagnostic {
    codes::INVALID_TARGET.error(place, "The path of an item is required; this is the whole source.")
}

pub(super) fn element_name(element: Place) -> Diagnostic {
    codes::INVALID_TARGET.error(element, "An element of a tuple has no name.")
}

pub(super) fn invalid_name(place: Place, name: &str) -> Diagnostic {
    let detail = format!("{name:?} is not a valid name for an attribute or a block.");
    let help = "A name has letters, digits, \"_\" and \"-\", and does not start with a digit.";
    codes::UNWRITABLE_NAME.error(place, detail).with_help(help)
}

/// A value that no expression has.
pub(super) fn unwritable(value: &Value) -> Diagnostic {
    let detail = format!(
        "The value is or contains an unknown, marked or infinite value or a capsule; it is {}.",
        value.describe()
    );
    codes::VALUE_WITHOUT_LITERAL.input_error("<value>", detail)
}

/// An item that an edit of another one would change.
pub(super) fn changes_more(item: Place) -> Diagnostic {
    let detail = "An edit changes only the item at its path, but this one would change too.";
    let help = "Write both items on lines of their own, or edit the whole value.";
    codes::INVALID_TARGET.error(item, detail).with_help(help)
}

fn described(path: &ItemPath) -> String {
    if path.steps().is_empty() { "the whole source".to_owned() } else { path.to_string() }
}

/// Returns the start of a sentence about the blocks that match a path.
fn matches(count: usize) -> String {
    format!("{} {}", counted(count, "block"), if count == 1 { "matches" } else { "match" })
}
