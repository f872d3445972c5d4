//! Diagnostics of decoding by a spec.

use super::implied::Mistake;
use super::{Deprecation, ValueRule};
use crate::body::{Attribute, Block};
use crate::cty::convert::ConversionError;
use crate::cty::function::FunctionError;
use crate::cty::{FromValueError, RefineError, Type, Value};
use crate::diag::{
    Diagnostic, cause_sentence, counted, did_you_mean, ended, grouped, list_choices, list_names,
    sentence,
};
use crate::expr::EvalContext;
use crate::source::Place;

pub(super) fn wrong_type(
    attribute: &Attribute,
    ctx: &EvalContext,
    error: &ConversionError,
) -> Diagnostic {
    let detail = format!("Invalid value for {:?}: {error}.", &*attribute.name);
    Diagnostic::error(attribute.expr.place(), "Wrong type", detail)
        .with_values(attribute.expr.involved_values(ctx))
}

/// A value of decoded parts is too large.
pub(super) fn value_too_large(place: Place) -> Diagnostic {
    let detail = format!(
        "The decoded values would exceed the limit of {} values.",
        grouped(Value::MAX_SIZE as u64)
    );
    Diagnostic::error(place, "Value too large", detail)
        .with_help("Check for a value that is used in many places; it counts in each of them.")
}

/// Returns the error without the value and without the values it is made from.
pub(super) fn wrong_type_of_sensitive(attribute: &Attribute, wanted: &Type) -> Diagnostic {
    let detail = format!(
        "Invalid value for {:?}: it must be of type {wanted}. The value is hidden because it is sensitive.",
        &*attribute.name
    );
    Diagnostic::error(attribute.name_place(), "Wrong type", detail)
}

pub(super) fn unsuitable_value(
    attribute: &Attribute,
    ctx: &EvalContext,
    error: &FromValueError,
) -> Diagnostic {
    let detail = ended(&format!("Invalid value for {:?}: {error}", &*attribute.name));
    Diagnostic::error(attribute.expr.place(), "Invalid value", detail)
        .with_values(attribute.expr.involved_values(ctx))
}

/// Returns the error for a `part` that breaks a rule. A secret part is not shown.
pub(super) fn broken_value_rule(
    attribute: &Attribute,
    ctx: &EvalContext,
    rule: &ValueRule,
    part: &Value,
    is_secret: bool,
) -> Diagnostic {
    let (name, expectation) = (&*attribute.name, rule.expectation(part));
    if is_secret {
        let detail =
            format!("{name:?} must {expectation}. The value is sensitive, so it is not shown.");
        return Diagnostic::error(attribute.name_place(), "Invalid value", detail);
    }
    let hint = match (rule, part.as_str()) {
        (ValueRule::OneOf(values), Some(text)) => {
            did_you_mean(text, values.iter().filter_map(Value::as_str))
        }
        _ => String::new(),
    };
    let detail = format!("{name:?} must {expectation}, not {}.", rule.actual(part));
    Diagnostic::error(attribute.expr.place(), "Invalid value", detail)
        .with_help(hint)
        .with_values(attribute.expr.involved_values(ctx))
}

/// Returns the error for a misspelled tag. `suggestion` names the intended one.
pub(super) fn misspelt_tag(attribute: &Attribute, suggestion: &str) -> Diagnostic {
    let detail = format!("The attribute {:?} is not expected here.", &*attribute.name);
    Diagnostic::error(attribute.name_place(), "Unexpected attribute", detail).with_help(suggestion)
}

pub(super) fn set_twice(first: &Attribute, second: &Attribute) -> Diagnostic {
    let detail =
        format!("{:?} and {:?} are names of the same attribute.", &*first.name, &*second.name);
    Diagnostic::error(second.name_place(), "Attribute set twice", detail)
        .with_help("Set only one of them.")
        .with_related(first.name_place(), "the other one is here")
}

pub(super) fn attribute_and_block(attribute: &Attribute, block: &Block) -> Diagnostic {
    let name = &*attribute.name;
    let detail = format!("{name:?} is both an attribute and a block here.");
    Diagnostic::error(block.type_place(), "Attribute and block", detail)
        .with_help("Write only one of them.")
        .with_related(attribute.name_place(), "the attribute")
}

pub(super) fn set_again(name: &str, place: Place) -> Diagnostic {
    let detail = format!("{name:?} is already set in this body.");
    Diagnostic::error(place, "Duplicate setting", detail).with_help("Remove one of the two.")
}

pub(super) fn deprecated_attribute(
    name: &str,
    place: Place,
    deprecation: &Deprecation,
) -> Diagnostic {
    Diagnostic::warning(
        place,
        "Deprecated attribute",
        format!("The attribute {name:?} is deprecated."),
    )
    .with_help(replacement(deprecation))
    .with_help(advice(deprecation))
}

pub(super) fn deprecated_block(block: &Block, deprecation: &Deprecation) -> Diagnostic {
    let ty = &*block.ty;
    let detail = format!("Blocks of type {ty:?} are deprecated.");
    Diagnostic::warning(block.type_place(), "Deprecated block", detail)
        .with_help(replacement(deprecation))
        .with_help(advice(deprecation))
}

fn replacement(deprecation: &Deprecation) -> String {
    let name = deprecation.replacement.as_ref();
    name.map(|name| format!("Use {:?} instead.", &**name)).unwrap_or_default()
}

fn advice(deprecation: &Deprecation) -> &str {
    deprecation.advice.as_deref().unwrap_or_default()
}

/// Returns the error for `second`, which cannot be set beside `first` at `related`.
pub(super) fn conflict(place: Place, second: &str, first: &str, related: Place) -> Diagnostic {
    let detail = format!("{second:?} can't be set together with {first:?}.");
    Diagnostic::error(place, "Conflicting items", detail)
        .with_help("Set only one of them.")
        .with_related(related, format!("{first:?} is set here"))
}

pub(super) fn none_set(body: Place, names: &[&str]) -> Diagnostic {
    let names = list_names(names.iter().copied());
    let detail = format!("One of {names} must be set here.");
    Diagnostic::error(body, "Missing item", detail)
}

pub(super) fn needs_other(place: Place, name: &str, other: &str) -> Diagnostic {
    let detail = format!("{name:?} requires {other:?}, which is not set.");
    Diagnostic::error(place, "Missing item", detail)
}

/// Returns the error for a label that selects none of the forms of a body.
pub(super) fn unexpected_label<'a>(
    label: Place,
    name: &str,
    found: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let detail = format!("The {name} must be {}, not {found:?}.", list_choices(known.clone()));
    Diagnostic::error(label, "Unexpected label", detail).with_help(did_you_mean(found, known))
}

/// Returns the error for an attribute that selects none of the forms of a body. `found` is its value, if that is a
/// string that may be shown.
pub(super) fn unexpected_tag<'a>(
    attribute: &Attribute,
    found: Option<&str>,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let (what, suggestion) = match found {
        Some(found) => (format!("{found:?}"), did_you_mean(found, known.clone())),
        None => ("this value".to_owned(), String::new()),
    };
    let detail = format!("{:?} must be {}, not {what}.", &*attribute.name, list_choices(known));
    Diagnostic::error(attribute.expr.place(), "Unexpected value", detail).with_help(suggestion)
}

/// Returns the error for a function that fails. This is a bug of the program: a function must accept every value of
/// its spec.
pub(super) fn transform_failed(place: Place, error: &FunctionError) -> Diagnostic {
    let failure = "The decoded value can't be transformed";
    let detail = cause_sentence(&error.cause, "The decoded value", failure);
    let help = error.help.as_deref().map(sentence).unwrap_or_default();
    Diagnostic::error(place, "Transformation failed", detail).with_help(help)
}

pub(super) fn not_as_refined(place: Place, error: &RefineError) -> Diagnostic {
    let detail = format!("The decoded value contradicts the refinements of its spec: {error}.");
    Diagnostic::error(place, "Invalid value", detail)
}

pub(super) fn missing_block(body: Place, types: &str) -> Diagnostic {
    let detail = format!("A block of type {types} is required here.");
    Diagnostic::error(body, "Missing block", detail)
}

pub(super) fn second_block(first: Place, types: &str, second: &Block) -> Diagnostic {
    let detail = format!("At most one block of type {types} is allowed here.");
    in_iteration(second, Diagnostic::error(second.header_place(), "Second block", detail))
        .with_related(first, "first defined here")
}

pub(super) fn too_few_blocks(body: Place, types: &str, min: usize, found: usize) -> Diagnostic {
    let (min, verb) = (counted(min, "block"), if min == 1 { "is" } else { "are" });
    let detail = format!("At least {min} of type {types} {verb} required here, not {found}.");
    Diagnostic::error(body, "Too few blocks", detail)
}

/// Returns the error for too many blocks. `first_extra` is the first one above the maximum.
pub(super) fn too_many_blocks(
    first_extra: Place,
    types: &str,
    max: usize,
    found: usize,
) -> Diagnostic {
    let detail = format!(
        "At most {} of type {types} {} allowed here, not {found}.",
        counted(max, "block"),
        if max == 1 { "is" } else { "are" }
    );
    Diagnostic::error(first_extra, "Too many blocks", detail)
}

pub(super) fn types_differ(first: Place, ty: &str) -> Diagnostic {
    let detail = format!("All {ty:?} blocks must have the same type.");
    Diagnostic::error(first, "Mismatched block types", detail)
}

/// A block that lacks a conversion to the type that the blocks before and after it have in common.
/// Without an error, no reason is given: an error could show names of a secret.
pub(super) fn type_differs(block: Place, ty: &str, error: Option<&ConversionError>) -> Diagnostic {
    let reason = error.map(|error| format!(": {error}")).unwrap_or_default();
    let detail = format!(
        "All {ty:?} blocks must have the same type, but this one can't be converted to it{reason}."
    );
    Diagnostic::error(block, "Mismatched block types", detail)
}

pub(super) fn repeated_labels(first: Place, second: &Block, key_len: usize) -> Diagnostic {
    let labels: Vec<_> =
        second.labels.iter().take(key_len).map(|label| format!("{:?}", &*label.value)).collect();
    let detail = format!(
        "The block {} {} is already defined; blocks of this type must have unique labels.",
        second.ty,
        labels.join(" ")
    );
    in_iteration(second, Diagnostic::error(second.header_place(), "Duplicate block", detail))
        .with_related(first, "first defined here")
}

/// Returns the error for a mistake of the program in a spec, located at the body to decode.
pub(super) fn invalid_spec(body: Place, mistake: &Mistake) -> Diagnostic {
    let what = match mistake {
        Mistake::LabelsDiffer { ty } => {
            format!("two specs of the block type {ty:?} have different numbers of labels")
        }
        Mistake::DynamicTaken => {
            "it has blocks of type \"dynamic\" as well as block types that can be generated"
                .to_owned()
        }
        Mistake::LabelBeyond { name, index } => {
            format!("the index {index} of the label {name:?} exceeds the labels of every block")
        }
    };
    spec_error(body, &what)
}

pub(super) fn label_outside_block(body: Place, name: &str) -> Diagnostic {
    spec_error(body, &format!("the label {name:?} belongs to a body outside a block"))
}

fn spec_error(body: Place, what: &str) -> Diagnostic {
    let detail = format!(
        "This is an error in the program, not in the configuration: in the spec of this body, {what}."
    );
    Diagnostic::error(body, "Invalid spec", detail)
}

/// Adds the iteration that generated the block, if any.
fn in_iteration(block: &Block, diagnostic: Diagnostic) -> Diagnostic {
    match block.body.iteration() {
        Some(iteration) => diagnostic.with_values(iteration.describe()),
        None => diagnostic,
    }
}
