//! Diagnostics of reading spec files.

use super::block_body::BlockBody;
use crate::cty::convert::ConversionError;
#[cfg(feature = "functions")]
use crate::cty::function::FunctionError;
use crate::cty::{FromValueError, Str};
use crate::diag::{Diagnostic, codes, ended, sentence};
use crate::source::Place;

pub(super) fn unsuitable(place: Place, argument: &str, error: &FromValueError) -> Diagnostic {
    let detail = ended(&format!("Invalid value for {argument:?}: {error}"));
    codes::INVALID_VALUE.error(place, detail)
}

/// Returns the error for `item`, which cannot be in a spec file.
pub(super) fn no_spec_file(item: Place) -> Diagnostic {
    let detail = "A spec file must have a spec block, which describes how to decode other files.";
    codes::NOT_A_SPEC_FILE
        .error(item, detail)
        .with_help("Add a block such as object { … }, or check that this is the intended file.")
}

pub(super) fn no_spec(block: &BlockBody) -> Diagnostic {
    codes::MISSING_SPEC
        .error(block.inside.clone(), format!("{} must have a spec block.", block.title))
        .with_help("Add a block such as object { … }.")
}

pub(super) fn second_spec(second: Place, first: Place, block: &BlockBody) -> Diagnostic {
    let detail = format!("{} must have exactly one spec block.", block.title);
    codes::SECOND_SPEC
        .error(second, detail)
        .with_help("To decode several items, put them in one object { … } or array { … }.")
        .with_related(first, "first defined here")
}

pub(super) fn no_name(block: &BlockBody, argument: &str) -> Diagnostic {
    let what = if argument == "name" { "name to decode" } else { "block type to decode" };
    let detail = format!("{} must have the argument {argument:?}, the {what}.", block.title);
    let help = format!("Write {argument} = \"…\". Inside an object, the label is the default.");
    codes::MISSING_SPEC_NAME.error(block.place.clone(), detail).with_help(help)
}

pub(super) fn repeated(place: Place, what: &str, name: &str, first: Place) -> Diagnostic {
    let detail = format!("The {what} {name:?} is already defined.");
    codes::DUPLICATE_SPEC_NAME
        .error(place, detail)
        .with_help("Give this one another name.")
        .with_related(first, "first defined here")
}

pub(super) fn no_labels(place: Place) -> Diagnostic {
    let detail = "The labels identify the blocks here, so at least one is required.";
    codes::MISSING_SPEC_LABELS.error(place, detail).with_help("Write labels = [\"name\"].")
}

pub(super) fn wrong_default(place: Place, error: &ConversionError) -> Diagnostic {
    let detail = format!("The default must have the type of the attribute: {error}.");
    codes::WRONG_TYPE_IN_SPEC.error(place, detail)
}

pub(super) fn wrong_choice(place: Place, error: &ConversionError) -> Diagnostic {
    let detail = format!("The values must have the type of the attribute: {error}.");
    codes::WRONG_TYPE_IN_SPEC.error(place, detail)
}

#[cfg(feature = "functions")]
pub(super) fn wrong_pattern(place: Place, error: &FunctionError) -> Diagnostic {
    codes::INVALID_PATTERN.error(place, format!("The pattern {error}."))
}

pub(super) fn useless_default(place: Place) -> Diagnostic {
    let detail = "This block has a single spec, so it has no default for null.";
    codes::USELESS_DEFAULT
        .warning(place, detail)
        .with_help("Add a second spec such as literal { … }, or remove the default block.")
}

/// Returns the error for missing blocks of type `ty`.
pub(super) fn nothing_to_choose(block: &BlockBody, ty: &str) -> Diagnostic {
    let detail = format!("{} must have at least one block of type {ty:?}.", block.title);
    codes::MISSING_CHOICES
        .error(block.inside.clone(), detail)
        .with_help(format!("Write {ty} \"…\" {{ … }}."))
}

pub(super) fn empty_rule(place: Place, rule: &str) -> Diagnostic {
    codes::EMPTY_RULE
        .error(place, format!("The rule {rule:?} must list attributes."))
        .with_help(format!("Write {rule} = [\"a\", \"b\"]."))
}

pub(super) fn unknown_in_rule<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let detail = format!("This object has no attribute {name:?}.");
    codes::UNKNOWN_ATTRIBUTE_IN_RULE.error(place, detail).with_nearest_or_all(
        name,
        known,
        "Expected here:",
    )
}

pub(super) fn unknown_definition<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a Str>,
) -> Diagnostic {
    let known: Vec<_> = known.map(Str::as_str).collect();
    let detail = format!("The spec {name:?} is not defined.");
    codes::UNKNOWN_SPEC
        .error(place, detail)
        .with_nearest_or_all(name, known, "Expected here:")
        .with_help(format!("A block spec {name:?} {{ … }} defines it."))
}

pub(super) fn spec_in_itself(place: Place) -> Diagnostic {
    codes::SPEC_IN_ITSELF
        .error(place, "A spec can use itself only for the body of a block.")
        .with_help("Use it as the only spec in block { … } or in another block spec.")
}

pub(super) fn too_many_used_specs(place: Place, max: usize) -> Diagnostic {
    let detail =
        format!("Named specs can have at most {max} spec blocks in total, counted at each use.");
    codes::TOO_MANY_SPECS.error(place, detail)
}

pub(super) fn too_deep(place: Place, max: usize) -> Diagnostic {
    let detail = format!(
        "Specs can be nested at most {max} levels deep. Each fallback of a default and each label of a block_map \
         counts as a level."
    );
    codes::SPEC_TOO_DEEP.error(place, detail)
}

/// Returns the error for a mistake that [`Spec::check`](crate::spec::Spec::check) finds, a clause.
pub(super) fn mistake(place: Place, message: &str) -> Diagnostic {
    codes::CONTRADICTORY_SPEC.error(place, sentence(message))
}
