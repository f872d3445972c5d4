//! Diagnostics of reading spec files.

use super::block_body::BlockBody;
use crate::cty::convert::ConversionError;
#[cfg(feature = "functions")]
use crate::cty::function::FunctionError;
use crate::cty::{FromValueError, Str};
use crate::diag::{Diagnostic, nearest_or_all};
use crate::source::Place;

pub(super) fn unsuitable(place: Place, argument: &str, error: &FromValueError) -> Diagnostic {
    Diagnostic::error(place, "Unsuitable value", format!("In {argument:?}: {error}"))
}

/// Returns the error for `item`, which cannot be in a spec file.
pub(super) fn no_spec_file(item: Place) -> Diagnostic {
    let detail = "This file is read as a spec file, whose blocks say how to decode other files. It has no such \
                  block, as object { … } would be.";
    Diagnostic::error(item, "Not a spec file", detail)
}

pub(super) fn no_spec(block: &BlockBody) -> Diagnostic {
    let detail = format!(
        "{} needs a block that says what to decode, such as object {{ … }}, but there is none.",
        block.title
    );
    Diagnostic::error(block.inside.clone(), "Missing spec", detail)
}

pub(super) fn second_spec(second: Place, first: Place, block: &BlockBody) -> Diagnostic {
    let detail = format!(
        "{} needs exactly one block that says what to decode. To decode several things, put them \
         in one object {{ … }} or array {{ … }}.",
        block.title
    );
    Diagnostic::error(second, "Second spec", detail).with_related(first, "the first one is here")
}

pub(super) fn no_name(block: &BlockBody, argument: &str) -> Diagnostic {
    let what = if argument == "name" { "name" } else { "block type" };
    let detail = format!(
        "{} needs the {what} that it decodes: {argument} = \"…\". Only in an object it may be left out, \
         where it is the same as the label.",
        block.title
    );
    Diagnostic::error(block.place.clone(), "Missing name", detail)
}

pub(super) fn repeated(place: Place, what: &str, name: &str, first: Place) -> Diagnostic {
    let detail = format!("There is {what} {name:?} here already. Give this one another name.");
    Diagnostic::error(place, "Repeated name", detail).with_related(first, "the first one is here")
}

pub(super) fn no_labels(place: Place) -> Diagnostic {
    let detail = "Blocks are told apart by their labels here, so at least one is needed: \
                  labels = [\"name\"].";
    Diagnostic::error(place, "Missing labels", detail)
}

pub(super) fn wrong_default(place: Place, error: &ConversionError) -> Diagnostic {
    let detail = format!("The default is not of the type of the attribute: {error}.");
    Diagnostic::error(place, "Wrong type", detail)
}

pub(super) fn wrong_choice(place: Place, error: &ConversionError) -> Diagnostic {
    let detail = format!("A value is not of the type of the attribute: {error}.");
    Diagnostic::error(place, "Wrong type", detail)
}

#[cfg(feature = "functions")]
pub(super) fn wrong_pattern(place: Place, error: &FunctionError) -> Diagnostic {
    Diagnostic::error(place, "Invalid pattern", format!("The pattern {error}."))
}

pub(super) fn useless_default(place: Place) -> Diagnostic {
    let detail = "There is only one spec here, so nothing stands for it where it is null. Add another \
                  one, such as literal { … }, or leave the default block out.";
    Diagnostic::warning(place, "Useless default", detail)
}

/// Returns the error for missing blocks of type `ty`.
pub(super) fn nothing_to_choose(block: &BlockBody, ty: &str) -> Diagnostic {
    let detail = format!("{} needs blocks of type {ty:?}: {ty} \"…\" {{ … }}.", block.title);
    Diagnostic::error(block.inside.clone(), "Nothing to choose", detail)
}

pub(super) fn empty_rule(place: Place, rule: &str) -> Diagnostic {
    let detail =
        format!("{rule:?} needs the attributes that it is about: {rule} = [\"a\", \"b\"].");
    Diagnostic::error(place, "Empty rule", detail)
}

pub(super) fn unknown_in_rule<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let hint = nearest_or_all(name, known, "Known here:");
    let detail = format!("This object has no attribute {name:?}.");
    Diagnostic::error(place, "Unknown attribute", detail).with_help(hint)
}

pub(super) fn unknown_definition<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a Str>,
) -> Diagnostic {
    let known: Vec<_> = known.map(Str::as_str).collect();
    let hint = nearest_or_all(name, known, "Known here:");
    let detail = format!("No block defines a spec {name:?}: spec {name:?} {{ … }}.");
    Diagnostic::error(place, "Unknown spec", detail).with_help(hint)
}

pub(super) fn spec_in_itself(place: Place) -> Diagnostic {
    let detail = "A spec can use itself only for the bodies of blocks, as the only spec in block { … } or another \
                  kind of blocks.";
    Diagnostic::error(place, "Spec in itself", detail)
}

pub(super) fn too_many_used_specs(place: Place, max: usize) -> Diagnostic {
    let detail = format!(
        "Named specs can have at most {max} spec blocks in all, counted each time they are used."
    );
    Diagnostic::error(place, "Too many specs", detail)
}

pub(super) fn too_deep(place: Place, max: usize) -> Diagnostic {
    let detail = format!(
        "Specs can be at most {max} deep inside each other. Each further outcome of a default counts as \
         one, and each label of a block_map."
    );
    Diagnostic::error(place, "Spec too deep", detail)
}

/// Returns the error for a mistake that [`Spec::check`](crate::spec::Spec::check) finds, a clause.
pub(super) fn mistake(place: Place, message: &str) -> Diagnostic {
    let mut chars = message.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    Diagnostic::error(place, "Contradiction in spec", format!("{first}{}.", chars.as_str()))
}
