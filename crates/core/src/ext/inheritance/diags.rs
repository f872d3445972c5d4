//! Errors in the inheritance between blocks.

use crate::cty::Value;
use crate::cty::internal::with_article;
use crate::diag::{Diagnostic, codes, did_you_mean, list_names};
use crate::expr::{EvalContext, Expression};
use crate::source::Place;

/// A list of blocks with a value that is not a list.
pub(super) fn not_a_list(list: &Expression, value: &Value, ctx: &EvalContext) -> Diagnostic {
    let found = described(value);
    let detail = format!("Expected a list of names of blocks, not {found}.");
    codes::INVALID_INHERITANCE.error(list.place(), detail).with_values(list.involved_values(ctx))
}

/// An element that is not a name.
pub(super) fn not_a_name(name: &Expression, value: &Value, ctx: &EvalContext) -> Diagnostic {
    let found = described(value);
    let detail = format!("The name of a block must be a string, not {found}.");
    codes::INVALID_INHERITANCE.error(name.place(), detail).with_values(name.involved_values(ctx))
}

/// A name that no block has. `known` are the names of the blocks that could be meant.
pub(super) fn unknown_parent(place: Place, ty: &str, name: &str, known: &[&str]) -> Diagnostic {
    const FEW: usize = 12;
    let mut hint = did_you_mean(name, known.iter().copied());
    if hint.is_empty() && !known.is_empty() && known.len() <= FEW {
        hint = format!("Known: {}.", list_names(known.iter().copied()));
    }
    let error =
        codes::UNKNOWN_PARENT.error(place, format!("No {ty:?} block has the name {name:?}."));
    if hint.is_empty() { error } else { error.with_help(hint) }
}

/// A cycle of blocks. Each inherits from the next one, and the last one from the first one.
pub(super) fn cycle(place: Place, names: &[String]) -> Diagnostic {
    let detail = match names {
        [only] => format!("{only} inherits from itself."),
        [first, rest @ ..] => {
            let rest = rest.join(", which inherits from ");
            format!("{first} inherits from {rest}, which inherits from {first}.")
        }
        [] => String::new(),
    };
    codes::INHERITANCE_CYCLE.error(place, detail).with_help("Remove one of the names.")
}

/// Blocks that inherit from each other in too many levels.
pub(super) fn too_deep(place: Place, levels: usize) -> Diagnostic {
    let detail = format!("Blocks can inherit from each other at most {levels} levels deep.");
    codes::INVALID_INHERITANCE.error(place, detail)
}

fn described(value: &Value) -> String {
    match value {
        _ if value.is_marked() => "a sensitive value".to_owned(),
        _ if !value.is_known() => "a value that is not known yet".to_owned(),
        _ if value.is_null() => "null".to_owned(),
        _ => with_article(&value.ty().friendly_name()),
    }
}
