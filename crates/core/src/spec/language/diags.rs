//! Diagnostics of reading spec files.

use super::block::OpenBlock;
use crate::cty::Str;
use crate::cty::convert::ConversionError;
#[cfg(feature = "functions-regex")]
use crate::cty::function::FunctionError;
use crate::cty::internal::CollectVec;
use crate::diag::{Diagnostic, codes, grouped, sentence};
use crate::source::Place;

/// Returns the error for `item`, which cannot be in a spec file.
pub(super) fn no_spec_file(item: Place) -> Diagnostic {
    let detail = "A spec file must have a spec block, which describes how to decode other files.";
    codes::NOT_A_SPEC_FILE
        .error(item, detail)
        .with_help("Add a block such as object { … }, or check that this is the intended file.")
}

pub(super) fn no_spec(block: &OpenBlock) -> Diagnostic {
    codes::MISSING_SPEC
        .error(block.inside.clone(), format!("{} must have a spec block.", block.title))
        .with_help("Add a block such as object { … }.")
}

pub(super) fn second_spec(second: Place, first: Place, block: &OpenBlock) -> Diagnostic {
    let detail = format!("{} must have exactly one spec block.", block.title);
    codes::SECOND_SPEC
        .error(second, detail)
        .with_help("To decode several items, put them in one object { … } or array { … }.")
        .with_related(first, "first defined here")
}

pub(super) fn no_name(block: &OpenBlock, argument: &str) -> Diagnostic {
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

/// Returns the error for an argument of a label that is the key.
pub(super) fn argument_of_key(place: Place, argument: &str) -> Diagnostic {
    let detail = format!("The key of a block is one label, so it has no {argument:?}.");
    codes::CONTRADICTORY_SPEC.error(place, detail).with_help(format!("Remove {argument}, or key."))
}

pub(super) fn no_labels(place: Place) -> Diagnostic {
    let detail = "The labels identify the blocks here, so at least one is required.";
    codes::MISSING_SPEC_LABELS.error(place, detail).with_help("Write labels = [\"name\"].")
}

pub(super) fn wrong_default(place: Place, error: &str) -> Diagnostic {
    let detail = format!("The default must have the type of the attribute: {error}.");
    codes::WRONG_TYPE_IN_SPEC.error(place, detail)
}

pub(super) fn wrong_literal(place: Place, error: &ConversionError) -> Diagnostic {
    codes::WRONG_TYPE_IN_SPEC
        .error(place, format!("The value does not convert to the type: {error}."))
}

pub(super) fn wrong_choice(place: Place, error: &ConversionError) -> Diagnostic {
    let detail = format!("The values must have the type of the attribute: {error}.");
    codes::WRONG_TYPE_IN_SPEC.error(place, detail)
}

/// Returns the error for a condition with its name in the derive.
pub(super) fn name_of_derive(place: Place, name: &str, help: &str) -> Diagnostic {
    let detail = format!("{name:?} is the name in a derive; a spec file has another one.");
    codes::UNEXPECTED_ATTRIBUTE.error(place, detail).with_help(help.to_owned())
}

#[cfg(feature = "functions-regex")]
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
pub(super) fn nothing_to_choose(block: &OpenBlock, ty: &str) -> Diagnostic {
    let detail = format!("{} must have at least one block of type {ty:?}.", block.title);
    codes::MISSING_CHOICES
        .error(block.inside.clone(), detail)
        .with_help(format!("Write {ty} \"…\" {{ … }}."))
}

pub(super) fn no_rule(block: &OpenBlock) -> Diagnostic {
    codes::EMPTY_RULE.error(block.inside.clone(), "A rule must state a condition.").with_help(
        "Write at_most_one_of, at_least_one_of, exactly_one_of, requires, requires_if { … } or together { … }.",
    )
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
    let known = known.map(Str::as_str).collect_vec();
    let detail = format!("The spec {name:?} is not defined.");
    codes::UNKNOWN_SPEC
        .error(place, detail)
        .with_nearest_or_all(name, known, "Expected here:")
        .with_help(format!("A block spec {name:?} {{ … }} defines it."))
}

/// Returns the error for a second description of a value, which is not in the argument `ty`.
pub(super) fn second_value(second: Place, first: Place, block: &OpenBlock, ty: &str) -> Diagnostic {
    let detail = format!("{} must describe its value once.", block.title);
    codes::SECOND_SPEC
        .error(second, detail)
        .with_help(format!("Write either {ty} = … or one block such as object {{ … }}."))
        .with_related(first, "first described here")
}

/// Returns the error for a missing argument `ty`, which a block for the value can replace.
pub(super) fn missing_value(block: &OpenBlock, ty: &str) -> Diagnostic {
    let value = Some("string");
    crate::body::diags::missing_attribute(block.inside.clone(), &Str::from(ty), value)
}

pub(super) fn default_in_part(place: Place) -> Diagnostic {
    codes::WRONG_TYPE_IN_SPEC
        .error(place, "Only the type of an attr block can contain defaults.")
        .with_help("Write the type without defaults.")
}

pub(super) fn unknown_value<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a Str>,
) -> Diagnostic {
    let known = known.map(Str::as_str).collect_vec();
    let detail = format!("The value {name:?} is not defined.");
    codes::UNKNOWN_SPEC
        .error(place, detail)
        .with_nearest_or_all(name, known, "Expected here:")
        .with_help(format!("A block value {name:?} {{ … }} defines it."))
}

pub(super) fn value_in_itself(place: Place) -> Diagnostic {
    codes::SPEC_IN_ITSELF
        .error(place, "A named value can use itself only for its parts.")
        .with_help("Use it for the elements of a list, or for an attribute of an object.")
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

pub(super) fn too_large_values(place: Place, max: usize) -> Diagnostic {
    let detail = format!(
        "The values in a spec file can have at most {} bytes in total, counted at each use of a named spec.",
        grouped(max as u64)
    );
    codes::SPEC_TOO_LARGE.error(place, detail)
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
