//! Diagnostics of decoding by a spec.

use super::implied::Mistake;
use super::{Deprecation, ValueRule};
use crate::body::{Attribute, Block};
use crate::cty::convert::ConversionError;
use crate::cty::function::FunctionError;
use crate::cty::{FromValueError, RefineError, Type, Value};
use crate::diag::{Diagnostic, did_you_mean, list_choices, list_names};
use crate::expr::EvalContext;
use crate::expr::diags::{cause_sentence, sentence};
use crate::source::Place;

pub(super) fn wrong_type(
    attribute: &Attribute,
    ctx: &EvalContext,
    error: &ConversionError,
) -> Diagnostic {
    let detail = format!("The attribute {:?} cannot have this value: {error}.", &*attribute.name);
    Diagnostic::error(attribute.expr.place(), "Wrong type", detail)
        .with_values(attribute.expr.involved_values(ctx))
}

/// A value of decoded parts is too large.
pub(super) fn value_too_large(place: Place) -> Diagnostic {
    let detail = format!(
        "The values of all that is decoded here would be more than the {} that a value can have. The same \
         value in many places, which counts in each, is the usual reason.",
        Value::MAX_SIZE
    );
    Diagnostic::error(place, "Value too large", detail)
}

/// Returns the error without the value and without the values it is made from.
pub(super) fn wrong_type_of_sensitive(attribute: &Attribute, wanted: &Type) -> Diagnostic {
    let detail = format!(
        "The attribute {:?} cannot have this value: it must be of type {wanted}. The value is \
         sensitive, so it is not shown.",
        &*attribute.name
    );
    Diagnostic::error(attribute.name_place(), "Wrong type", detail)
}

pub(super) fn unsuitable_value(
    attribute: &Attribute,
    ctx: &EvalContext,
    error: &FromValueError,
) -> Diagnostic {
    let detail = format!("In {:?}: {error}", &*attribute.name);
    Diagnostic::error(attribute.expr.place(), "Unsuitable value", detail)
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
    let detail = format!("There is no attribute {:?} here.", &*attribute.name);
    Diagnostic::error(attribute.name_place(), "Unexpected attribute", detail).with_help(suggestion)
}

pub(super) fn set_twice(first: &Attribute, second: &Attribute) -> Diagnostic {
    let detail = format!(
        "The attributes {:?} and {:?} are two names of the same. Set only one of them.",
        &*first.name, &*second.name
    );
    Diagnostic::error(second.name_place(), "Attribute set twice", detail)
        .with_related(first.name_place(), "the other one is here")
}

pub(super) fn attribute_and_block(attribute: &Attribute, block: &Block) -> Diagnostic {
    let name = &*attribute.name;
    let detail = format!("Write {name:?} either as an attribute or as a block, not as both.");
    Diagnostic::error(block.type_place(), "Attribute and block", detail)
        .with_related(attribute.name_place(), "the attribute")
}

pub(super) fn set_again(name: &str, place: Place) -> Diagnostic {
    let detail = format!("{name:?} is set in this body already. Remove one of the two.");
    Diagnostic::error(place, "Set twice", detail)
}

pub(super) fn deprecated_attribute(
    name: &str,
    place: Place,
    deprecation: &Deprecation,
) -> Diagnostic {
    let detail = format!("The attribute {name:?} is deprecated.{}", instead(deprecation));
    Diagnostic::warning(place, "Deprecated attribute", detail)
}

pub(super) fn deprecated_block(block: &Block, deprecation: &Deprecation) -> Diagnostic {
    let ty = &*block.ty;
    let detail = format!("Blocks of type {ty:?} are deprecated.{}", instead(deprecation));
    Diagnostic::warning(block.type_place(), "Deprecated block", detail)
}

fn instead(deprecation: &Deprecation) -> String {
    let replacement = deprecation.replacement.as_ref();
    let replacement = replacement.map(|name| format!(" Use {:?} instead.", &**name));
    let advice = deprecation.advice.as_ref().map(|advice| format!(" {advice}"));
    replacement.unwrap_or_default() + &advice.unwrap_or_default()
}

/// Returns the error for `second`, which cannot be set beside `first` at `related`.
pub(super) fn conflict(place: Place, second: &str, first: &str, related: Place) -> Diagnostic {
    let detail =
        format!("{second:?} cannot be set here, because {first:?} is. Set only one of them.");
    Diagnostic::error(place, "Conflict", detail)
        .with_related(related, format!("{first:?} is set here"))
}

pub(super) fn none_set(body: Place, names: &[&str]) -> Diagnostic {
    let names = list_choices(names.iter().copied());
    let detail = format!("One of these must be set here: {names}.");
    Diagnostic::error(body, "Nothing set", detail)
}

pub(super) fn needs_other(place: Place, name: &str, other: &str) -> Diagnostic {
    let detail = format!("Where {name:?} is set, {other:?} must be set too, but it is not.");
    Diagnostic::error(place, "Missing companion", detail)
}

/// Returns the error for a label that selects none of the forms of a body.
pub(super) fn unexpected_label<'a>(
    label: Place,
    name: &str,
    found: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let detail = format!("There is no {name} {found:?} here.{}", known_tags(known.clone()));
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
    let detail =
        format!("The attribute {:?} cannot be {what}.{}", &*attribute.name, known_tags(known));
    Diagnostic::error(attribute.expr.place(), "Unexpected value", detail).with_help(suggestion)
}

fn known_tags<'a>(known: impl Iterator<Item = &'a str>) -> String {
    format!(" Known here: {}.", list_names(known))
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
    let detail = format!("What is decoded here is not what its spec says that it is: {error}.");
    Diagnostic::error(place, "Unsuitable value", detail)
}

pub(super) fn missing_block(body: Place, types: &str) -> Diagnostic {
    let detail = format!("A block of type {types} is required here, but there is none.");
    Diagnostic::error(body, "Missing block", detail)
}

pub(super) fn second_block(first: Place, types: &str, second: &Block) -> Diagnostic {
    let detail = format!("Only one block of type {types} is allowed here.");
    in_iteration(second, Diagnostic::error(second.header_place(), "Second block", detail))
        .with_related(first, "the first one is here")
}

pub(super) fn too_few_blocks(body: Place, types: &str, min: usize, found: usize) -> Diagnostic {
    let detail = format!(
        "At least {} of type {types} {} required here, but there {}.",
        count_blocks(min),
        if min == 1 { "is" } else { "are" },
        match found {
            0 => "are none".to_owned(),
            1 => "is only 1".to_owned(),
            _ => format!("are only {found}"),
        }
    );
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
        "At most {} of type {types} {} allowed here, but there are {found}.",
        count_blocks(max),
        if max == 1 { "is" } else { "are" }
    );
    Diagnostic::error(first_extra, "Too many blocks", detail)
}

pub(super) fn types_differ(first: Place, ty: &str) -> Diagnostic {
    let detail = format!(
        "All blocks of type {ty:?} must decode to one type, but the attributes of these differ too \
         much in theirs."
    );
    Diagnostic::error(first, "Blocks of different types", detail)
}

/// A block that lacks a conversion to the type that the blocks before and after it have in common.
/// Without an error, no reason is given: an error could show names of a secret.
pub(super) fn type_differs(block: Place, ty: &str, error: Option<&ConversionError>) -> Diagnostic {
    let reason = error.map(|error| format!(": {error}")).unwrap_or_default();
    let detail = format!(
        "This block differs in type from the other blocks of type {ty:?}, and cannot be made \
         alike{reason}."
    );
    Diagnostic::error(block, "Blocks of different types", detail)
}

pub(super) fn repeated_labels(first: Place, second: &Block, key_len: usize) -> Diagnostic {
    let labels: Vec<_> =
        second.labels.iter().take(key_len).map(|label| format!("{:?}", &*label.value)).collect();
    let detail = format!(
        "There is a block {} {} already. Blocks of this type are told apart by their labels.",
        second.ty,
        labels.join(" ")
    );
    in_iteration(second, Diagnostic::error(second.header_place(), "Repeated block", detail))
        .with_related(first, "the first one is here")
}

/// Returns the error for a mistake of the program in a spec, located at the body to decode.
pub(super) fn invalid_spec(body: Place, mistake: &Mistake) -> Diagnostic {
    let what = match mistake {
        Mistake::LabelsDiffer { ty } => {
            format!("two specs of block type {ty:?} differ in the number of labels")
        }
        Mistake::DynamicTaken => {
            "it names blocks of type \"dynamic\" besides block types that may be generated"
                .to_owned()
        }
        Mistake::LabelBeyond { name, index } => {
            format!("it asks for the label {name:?} at index {index}, but no block has so many")
        }
    };
    spec_error(body, &what)
}

pub(super) fn label_outside_block(body: Place, name: &str) -> Diagnostic {
    spec_error(body, &format!("it asks for the label {name:?} of a body that is in no block"))
}

fn spec_error(body: Place, what: &str) -> Diagnostic {
    let detail = format!(
        "This is a mistake in the program, not in the text: the spec of this body contradicts \
         itself, for {what}."
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

fn count_blocks(count: usize) -> String {
    if count == 1 { "1 block".to_owned() } else { format!("{count} blocks") }
}
