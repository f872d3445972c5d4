//! What expanding `dynamic` blocks reports.

use crate::body::{Block, BlockSchema, Offer, Suggestion};
use crate::cty::convert::ConversionError;
use crate::cty::{Str, Value};
use crate::diag::{Diagnostic, list_all, list_names, suggest};
use crate::expr::{EvalContext, Expression};
use crate::source::Place;

/// What a `dynamic` block seems to be meant for, where the body does not know the type that is written
/// at all. `offer` has the types that it could generate.
pub(crate) fn suggest_type<'o>(dynamic: &Block, offer: &'o mut Offer<'_>) -> Suggestion<'o> {
    offer.suggest(target_name(dynamic))
}

/// A `dynamic` block for a type that the body does not know at all.
pub(crate) fn not_generated(dynamic: &Block, suggestion: Suggestion<'_>) -> Diagnostic {
    let ty = target_name(dynamic);
    let hint = match suggestion.name {
        Some(name) => suggest(name),
        None if suggestion.offered.is_empty() => "No blocks are allowed here at all.".to_owned(),
        None => can_be_generated(suggestion.offered),
    };
    let detail = format!("There are no blocks of type {ty:?} here that could be generated.");
    Diagnostic::error(target_place(dynamic), "Unexpected dynamic block", detail).with_help(hint)
}

/// A `dynamic` block for a type whose blocks must be written out. `offer` has the types that may be
/// generated.
pub(crate) fn not_opted_in(dynamic: &Block, offer: &Offer<'_>) -> Diagnostic {
    let ty = target_name(dynamic);
    let detail = format!("Blocks of type {ty:?} cannot be generated; write them out.");
    Diagnostic::error(target_place(dynamic), "Block type cannot be generated", detail)
        .with_help(can_be_generated(offer.names()))
}

pub(super) fn missing_content(body: Place) -> Diagnostic {
    let detail = "A dynamic block needs a block \"content\", the body of the blocks it generates: \
                  content { … }.";
    Diagnostic::error(body, "Missing content", detail)
}

pub(super) fn second_content(first: &Block, second: &Block) -> Diagnostic {
    let detail = "A dynamic block has one block \"content\" only. For blocks that differ write a \
                  dynamic block for each kind.";
    Diagnostic::error(second.header_place(), "Second content", detail)
        .with_related(first.header_place(), "the first one is here")
}

pub(super) fn invalid_iterator(place: Place) -> Diagnostic {
    let detail = "The iterator is the name that the content calls the element by: a single \
                  identifier, without quotes, such as iterator = item.";
    Diagnostic::error(place, "Invalid iterator", detail)
}

pub(super) fn not_a_collection(
    for_each: &Expression,
    value: &Value,
    ctx: &EvalContext,
) -> Diagnostic {
    let detail = format!(
        "A dynamic block goes through the elements of a list, set, map, tuple or object, but this \
         value is of type {}.",
        value.ty().friendly_name()
    );
    Diagnostic::error(for_each.place(), "Not a collection", detail)
        .with_values(for_each.involved_values(ctx))
}

pub(super) fn null_collection(for_each: &Expression, ctx: &EvalContext) -> Diagnostic {
    let detail = "There is nothing to go through: the collection is null. For no blocks at all use \
                  an empty one, such as [].";
    Diagnostic::error(for_each.place(), "Null collection", detail)
        .with_values(for_each.involved_values(ctx))
}

pub(super) fn labels_not_listed(place: Place) -> Diagnostic {
    let detail = "The labels must be written as a list, for it has to be clear how many there are: \
                  labels = [ … ].";
    Diagnostic::error(place, "Invalid labels", detail)
}

pub(super) fn wrong_label_count(place: Place, target: &BlockSchema, found: usize) -> Diagnostic {
    let wanted = match target.labels.len() {
        1 => "1 label".to_owned(),
        count => format!("{count} labels"),
    };
    let detail = format!(
        "Blocks of type {:?} have {wanted} ({}), but {} listed here.",
        &*target.ty,
        list_names(target.labels.iter().map(Str::as_str)),
        match found {
            0 => "none is".to_owned(),
            1 => "only 1 is".to_owned(),
            _ => format!("{found} are"),
        }
    );
    let summary = if found > target.labels.len() { "Too many labels" } else { "Missing label" };
    Diagnostic::error(place, summary, detail)
}

pub(super) fn label_not_text(
    label: &Expression,
    ctx: &EvalContext,
    error: &ConversionError,
) -> Diagnostic {
    invalid_label(label, ctx, format!("This value cannot be a label: {error}."))
}

pub(super) fn null_label(label: &Expression, ctx: &EvalContext) -> Diagnostic {
    invalid_label(label, ctx, "A label cannot be null.")
}

pub(super) fn unknown_label(label: &Expression, ctx: &EvalContext) -> Diagnostic {
    let detail = "A label must be known when its block is generated, and this value is not known \
                  yet. Use something that is, such as a literal text.";
    invalid_label(label, ctx, detail)
}

pub(super) fn marked_label(label: &Expression, ctx: &EvalContext) -> Diagnostic {
    let detail = "This value is marked, as sensitive ones are, and a label would show it. Use one \
                  that is not.";
    invalid_label(label, ctx, detail)
}

/// The collection that is one too many, and how many blocks are allowed in all.
pub(super) fn too_many_blocks(for_each: Place, limit: u64) -> Diagnostic {
    let detail = format!(
        "With the elements of this collection, dynamic blocks would generate more than {limit} \
         blocks in all. From here on none are generated."
    );
    Diagnostic::error(for_each, "Too many generated blocks", detail)
}

fn invalid_label(label: &Expression, ctx: &EvalContext, detail: impl Into<String>) -> Diagnostic {
    Diagnostic::error(label.place(), "Invalid label", detail)
        .with_values(label.involved_values(ctx))
}

fn can_be_generated(known: &[&Str]) -> String {
    list_all(known.iter().map(|ty| ty.as_str()), "What can be generated here:")
}

/// The type that a `dynamic` block generates.
pub(super) fn target_name(dynamic: &Block) -> &str {
    dynamic.labels.first().map(|label| &*label.value).unwrap_or_default()
}

/// The label that names the type to generate.
fn target_place(dynamic: &Block) -> Place {
    dynamic.label_place(0).unwrap_or_else(|| dynamic.type_place())
}
