//! Diagnostics of decoding by a spec.

use hcldyn_syntax::parser::MAX_BLOCK_NESTING;

use super::decode::PartExpr;
use super::implied::Mistake;
#[cfg(feature = "load")]
use super::{SettingOptions, SettingSource};
use super::{ValueRule, fixes};
use crate::body::{Attribute, Block, BodySchema, Label};
use crate::cty::convert::ConversionError;
use crate::cty::function::FunctionError;
use crate::cty::internal::{CollectVec, with_article};
use crate::cty::value_spec::{Deprecation, ValueDiagnostic, ValueDiagnosticKind, ValueSpec};
use crate::cty::{Path, PathError, RefineError, Step, Str, Type, Value};
use crate::diag::{
    Diagnostic, cause_sentence, codes, counted, ended, grouped, list_choices, list_phrases,
    nearest, rename, sentence,
};
use crate::source::Place;

/// Returns the diagnostic of a part of an attribute's value. `values` are the involved ones, and `wanted` is the type
/// of the whole value.
pub(super) fn of_part(
    attribute: &Attribute,
    values: &[String],
    wanted: &Type,
    part: &PartExpr,
    found: &ValueDiagnostic,
) -> Diagnostic {
    let name = &*attribute.name;
    let whole = || ended(&format!("Invalid value for {name:?}: {found}"));
    // If the part is written, its location already shows the path.
    let detail = || if part.is_exact { sentence(&found.kind.to_string()) } else { whole() };
    let with_values = |problem: Diagnostic| problem.with_values(values.to_vec());
    match &found.kind {
        ValueDiagnosticKind::Unexpected { name, expected, is_error } => {
            let (code, place) = (codes::UNEXPECTED_ATTRIBUTE, part.name_place());
            let unexpected =
                if *is_error { code.error(place, detail()) } else { code.warning(place, detail()) };
            let names = expected.iter().map(Str::as_str);
            if expected.is_empty() {
                return unexpected.with_help("No attributes are allowed here.");
            }
            let unexpected = unexpected.with_nearest_or_all(name, names.clone(), "Expected here:");
            // The renamed item would replace another one.
            let is_taken = nearest(name, names).is_some_and(|name| part.is_beside(name));
            if is_taken { unexpected.without_fixes() } else { unexpected }
        }
        ValueDiagnosticKind::UnknownVariant { name, expected, .. } => {
            let error = with_values(codes::UNEXPECTED_VALUE.error(part.place(), whole()));
            error.with_nearest(name, expected.iter().map(Str::as_str))
        }
        ValueDiagnosticKind::Missing { name } => {
            let error = with_values(codes::MISSING_ATTRIBUTE.error(part.start(), detail()));
            // A misspelled tag is not reported itself, because the variant is unknown without it.
            match nearest(name, part.keys().iter().map(Str::as_str)) {
                Some(given) => error.with_help(format!("Write {name:?} in place of {given:?}.")),
                None => error,
            }
        }
        ValueDiagnosticKind::SetTwice { .. } => codes::ATTRIBUTE_SET_TWICE
            .error(part.name_place(), detail())
            .with_help("Set only one of them."),
        ValueDiagnosticKind::DeprecatedAttribute { name, deprecation } => {
            let is_taken =
                deprecation.replacement.as_ref().is_some_and(|name| part.is_beside(name));
            let warning = deprecated_attribute(name, part.name_place(), deprecation);
            if is_taken { warning.without_fixes() } else { warning }
        }
        ValueDiagnosticKind::DeprecatedVariant { name, deprecation } => {
            deprecated_value(name, part.place(), deprecation)
        }
        _ => {
            let fix = if found.path.steps().is_empty() {
                fixes::to_type(&attribute.expr, wanted)
            } else {
                None
            };
            with_values(codes::WRONG_TYPE.error(part.place(), whole()).with_fix(fix))
        }
    }
}

/// A value of decoded parts is too large or too deep.
pub(super) fn value_too_large(place: Place) -> Diagnostic {
    let detail = format!(
        "The decoded value would exceed the limit of {} levels or {} values, including nested ones.",
        Value::MAX_DEPTH,
        grouped(Value::MAX_SIZE as u64)
    );
    codes::VALUE_TOO_LARGE
        .error(place, detail)
        .with_help("Check for a value that is used in many places; it counts in each of them.")
}

/// Returns the error of a part of a sensitive attribute, without the value and without the values it is made from.
pub(super) fn wrong_type_of_sensitive(
    attribute: &Attribute,
    wanted: &ValueSpec,
    found: &ValueDiagnostic,
) -> Diagnostic {
    let path = shown_path(&found.path);
    let reason = match (&found.kind, wanted.plain_ty()) {
        (_, Some(ty)) => format!("it must be of type {ty}"),
        (ValueDiagnosticKind::Missing { .. }, _) if path == found.path => found.to_string(),
        _ if path.steps().is_empty() => "it has the wrong form".to_owned(),
        _ => format!("{path} is invalid"),
    };
    codes::WRONG_TYPE.error(attribute.name_place(), hidden_value(attribute, &reason))
}

/// Returns the error of a part of a sensitive attribute that the Rust type rejects.
pub(super) fn unsuitable_part_of_sensitive(attribute: &Attribute, path: &Path) -> Diagnostic {
    let reason = format!("{} is invalid", shown_path(path));
    codes::INVALID_VALUE.error(attribute.name_place(), hidden_value(attribute, &reason))
}

/// Returns the error of a sensitive part of an attribute, at its name.
pub(super) fn wrong_secret_part(attribute: &Attribute, part: &PartExpr, path: &Path) -> Diagnostic {
    codes::WRONG_TYPE.error(part.name_place(), hidden_part(attribute, path))
}

/// Returns the error of a sensitive part of an attribute that the Rust type rejects, at its name.
pub(super) fn unsuitable_secret_part(
    attribute: &Attribute,
    part: &PartExpr,
    path: &Path,
) -> Diagnostic {
    codes::INVALID_VALUE.error(part.name_place(), hidden_part(attribute, path))
}

fn hidden_part(attribute: &Attribute, path: &Path) -> String {
    match shown_path(path) {
        path if path.steps().is_empty() => hidden_value(attribute, "it is invalid"),
        path => hidden_value(attribute, &format!("{path} is invalid")),
    }
}

/// Returns the start of a path in a sensitive value: the keys of a map are as secret as its elements, but the names of
/// attributes are those of the spec.
fn shown_path(path: &Path) -> Path {
    let is_shown = |step: &&Step| !matches!(step, Step::Index(key) if key.as_str().is_some());
    path.steps().iter().take_while(is_shown).cloned().collect()
}

fn hidden_value(attribute: &Attribute, reason: &str) -> String {
    format!(
        "Invalid value for {:?}: {reason}. The value is hidden because it is sensitive.",
        &*attribute.name
    )
}

/// Returns the error of a part of an attribute's value that the Rust type rejects. `values` are the involved ones.
pub(super) fn unsuitable_value(
    attribute: &Attribute,
    values: &[String],
    part: &PartExpr,
    reason: &PathError,
) -> Diagnostic {
    let detail = ended(&format!("Invalid value for {:?}: {reason}", &*attribute.name));
    codes::INVALID_VALUE.error(part.place(), detail).with_values(values.to_vec())
}

/// Returns the error for a part of a secret that breaks a rule. The part is not shown.
pub(super) fn broken_rule_of_secret(
    attribute: &Attribute,
    rule: &ValueRule,
    part: &Value,
) -> Diagnostic {
    let (name, expectation) = (&*attribute.name, rule.expectation(part));
    let detail =
        format!("{name:?} must {expectation}. The value is hidden because it is sensitive.");
    codes::INVALID_VALUE.error(attribute.name_place(), detail)
}

/// Returns the error for a part that breaks a rule.
pub(super) fn broken_value_rule(
    attribute: &Attribute,
    rule: &ValueRule,
    (path, part): (&Path, &Value),
    place: Place,
) -> Diagnostic {
    let (name, expectation) = (&*attribute.name, rule.expectation(part));
    let actual = rule.actual(part);
    let detail = if path.steps().is_empty() {
        format!("{name:?} must {expectation}, not {actual}.")
    } else {
        format!("In {name:?}, {path} must {expectation}, not {actual}.")
    };
    let error = codes::INVALID_VALUE.error(place, detail);
    match (rule, part.as_str()) {
        (ValueRule::OneOf(values), Some(text)) => {
            error.with_nearest(text, values.iter().filter_map(Value::as_str))
        }
        _ => error,
    }
}

/// Returns the error for a misspelled tag.
pub(super) fn misspelt_tag(attribute: &Attribute, tag: &str) -> Diagnostic {
    let detail = format!("The attribute {:?} is not expected here.", &*attribute.name);
    codes::UNEXPECTED_ATTRIBUTE
        .error(attribute.name_place(), detail)
        .with_suggestion(&attribute.name, tag)
}

pub(super) fn set_twice(first: &Attribute, second: &Attribute) -> Diagnostic {
    let detail =
        format!("{:?} and {:?} are names of the same attribute.", &*first.name, &*second.name);
    codes::ATTRIBUTE_SET_TWICE
        .error(second.name_place(), detail)
        .with_help("Set only one of them.")
        .with_related(first.name_place(), "the other one is here")
}

pub(super) fn attribute_and_block(name: &str, attribute: Place, block: &Block) -> Diagnostic {
    let detail = format!("{name:?} is both an attribute and a block here.");
    codes::ATTRIBUTE_AND_BLOCK
        .error(block.type_place(), detail)
        .with_help("Write only one of them.")
        .with_related(attribute, "the attribute")
}

pub(super) fn set_again(name: &str, place: Place) -> Diagnostic {
    let detail = format!("{name:?} is already set in this body.");
    codes::DUPLICATE_SETTING.error(place, detail).with_help("Remove one of the two.")
}

pub(super) fn set_before(name: &str, place: Place, first: Place) -> Diagnostic {
    set_again(name, place).with_related(first, "first set here")
}

/// A block whose labels begin with all labels of an earlier block, or the reverse.
pub(super) fn mismatched_labels(block: &Block, first: Place) -> Diagnostic {
    let ty = &*block.ty;
    let detail = format!("Another block of type {ty:?} has more or fewer labels.");
    in_iteration(block, codes::MISMATCHED_LABELS.error(block.header_place(), detail))
        .with_help(format!("Give all {ty:?} blocks the same number of labels."))
        .with_related(first, "the other block")
}

pub(super) fn deprecated_attribute(
    name: &str,
    place: Place,
    deprecation: &Deprecation,
) -> Diagnostic {
    let fix = deprecation.replacement.as_ref().and_then(|new| rename(&place, name, new));
    codes::DEPRECATED_ATTRIBUTE
        .warning(place, format!("The attribute {name:?} is deprecated."))
        .with_fix(fix)
        .with_help(replacement(deprecation))
        .with_help(advice(deprecation))
}

pub(crate) fn deprecated_value(name: &str, place: Place, deprecation: &Deprecation) -> Diagnostic {
    codes::DEPRECATED_VALUE
        .warning(place.clone(), format!("The value {name:?} is deprecated."))
        .with_fix(deprecation.replacement.as_ref().and_then(|new| rename(&place, name, new)))
        .with_help(replacement(deprecation))
        .with_help(advice(deprecation))
}

pub(super) fn deprecated_block(block: &Block, deprecation: &Deprecation) -> Diagnostic {
    let ty = &*block.ty;
    let detail = format!("Blocks of type {ty:?} are deprecated.");
    let is_written = block.body.iteration().is_none();
    let new = deprecation.replacement.as_ref().filter(|_| is_written);
    codes::DEPRECATED_BLOCK
        .warning(block.type_place(), detail)
        .with_fix(new.and_then(|new| rename(&block.type_place(), ty, new)))
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

/// Returns the error for `second`, which cannot be set together with `first` at `related`.
pub(super) fn conflict(place: Place, second: &str, first: &str, related: Place) -> Diagnostic {
    let detail = format!("{second:?} can't be set together with {first:?}.");
    codes::CONFLICTING_ITEMS
        .error(place, detail)
        .with_help("Set only one of them.")
        .with_related(related, format!("{first:?} is set here"))
}

pub(super) fn none_set(body: Place, names: &[&str]) -> Diagnostic {
    let names = list_choices(names.iter().copied());
    let detail = format!("One of {names} must be set here.");
    codes::MISSING_ONE_OF.error(body, detail)
}

pub(super) fn needs_other(place: Place, name: &str, other: &str) -> Diagnostic {
    let detail = format!("{name:?} requires {other:?}, which is not set.");
    codes::MISSING_REQUIRED_ITEM.error(place, detail)
}

/// Returns the error for the items of a group that are not set although another one is.
pub(super) fn incomplete_group(place: Place, name: &str, missing: &[&str]) -> Diagnostic {
    let quoted = missing.iter().map(|name| format!("{name:?}")).collect_vec();
    let all = list_phrases(&quoted, "and");
    let detail = format!("{all} must be set too, because {name:?} is.");
    codes::MISSING_REQUIRED_ITEM.error(place, detail)
}

/// Returns the error for an item that is not set although a value requires it. A sensitive value is not given.
pub(super) fn needs_other_if(
    place: Place,
    name: &str,
    value: Option<&Value>,
    other: &str,
) -> Diagnostic {
    let detail = match value {
        Some(value) => format!("{other:?} must be set if {name:?} is {}.", value.describe()),
        None => format!(
            "{other:?} must be set if {name:?} has this value, which is hidden because it is sensitive."
        ),
    };
    codes::MISSING_REQUIRED_ITEM.error(place, detail)
}

/// Returns the error for a label that selects none of the forms of a body.
pub(super) fn unexpected_label<'a>(
    label: Place,
    name: &str,
    found: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let detail = format!("The {name} must be {}, not {found:?}.", list_choices(known.clone()));
    codes::UNEXPECTED_LABEL.error(label, detail).with_nearest(found, known)
}

/// Returns the error for an attribute that selects none of the forms of a body. `found` is its value, if that is a
/// string that may be shown.
pub(super) fn unexpected_tag<'a>(
    attribute: &Attribute,
    found: Option<&str>,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let actual = found.map(|found| format!(", not {found:?}")).unwrap_or_default();
    let choices = list_choices(known.clone());
    let detail = format!("{:?} must be {choices}{actual}.", &*attribute.name);
    let error = codes::UNEXPECTED_VALUE.error(attribute.expr.place(), detail);
    match found {
        Some(found) => error.with_nearest(found, known),
        None => error,
    }
}

/// Returns the error for a function that fails. This is a bug of the program: a function must accept every value of
/// its spec.
pub(super) fn transform_failed(place: Place, error: &FunctionError) -> Diagnostic {
    let failure = "The decoded value can't be transformed";
    let detail = cause_sentence(&error.cause, "The decoded value", failure);
    let help = error.help.as_deref().map(sentence).unwrap_or_default();
    codes::TRANSFORMATION_FAILED.error(place, detail).with_help(help)
}

pub(super) fn not_as_refined(place: Place, error: &RefineError) -> Diagnostic {
    let detail = format!("The decoded value contradicts the refinements of its spec: {error}.");
    codes::INVALID_VALUE.error(place, detail)
}

pub(super) fn missing_block(body: Place, types: &str) -> Diagnostic {
    let detail = format!("A block of type {types} is required here.");
    codes::MISSING_BLOCK.error(body, detail)
}

/// An attribute in place of blocks, with a value that is neither an object nor a list of objects.
pub(super) fn no_blocks(attribute: &Attribute, place: Place, value: &Value) -> Diagnostic {
    let detail = format!(
        "Invalid value for {:?}: an object or a list of objects is required, not {}.",
        &*attribute.name,
        with_article(&value.ty().friendly_name())
    );
    codes::WRONG_TYPE.error(place, detail)
}

/// Blocks in another form, too many levels deep.
pub(super) fn blocks_too_deep(place: Place) -> Diagnostic {
    let detail = format!("Blocks can be nested at most {MAX_BLOCK_NESTING} levels deep.");
    codes::NESTED_TOO_DEEPLY.error(place, detail)
}

/// An attribute in place of blocks, whose labels are keys of a marked value.
pub(super) fn marked_labels(attribute: &Attribute, place: Place) -> Diagnostic {
    let detail = format!(
        "The keys of {:?} are labels, which can't be marked, such as sensitive, because labels are shown.",
        &*attribute.name
    );
    codes::INVALID_LABEL.error(place, detail).with_help("Use a value without marks.")
}

pub(super) fn second_block(first: Place, types: &str, second: &Block) -> Diagnostic {
    let detail = format!("At most one block of type {types} is allowed here.");
    in_iteration(second, codes::SECOND_BLOCK.error(second.header_place(), detail))
        .with_related(first, "first defined here")
}

pub(super) fn too_few_blocks(body: Place, types: &str, min: usize, found: usize) -> Diagnostic {
    let (min, verb) = (counted(min, "block"), if min == 1 { "is" } else { "are" });
    let detail = format!("At least {min} of type {types} {verb} required here, not {found}.");
    codes::TOO_FEW_BLOCKS.error(body, detail)
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
    codes::TOO_MANY_BLOCKS.error(first_extra, detail)
}

/// Blocks without a common type. `difference` is the reason as a clause, if two of them have no common type.
pub(super) fn types_differ(first: Place, ty: &str, difference: Option<&str>) -> Diagnostic {
    let difference = difference.unwrap_or("their types have nothing in common");
    let detail = format!("All {ty:?} blocks must have the same type, but {difference}.");
    codes::MISMATCHED_BLOCK_TYPES.error(first, detail)
}

/// A block that lacks a conversion to the type that the blocks before and after it have in common.
/// Without an error, no reason is given: an error could show names of a secret.
pub(super) fn type_differs(block: Place, ty: &str, error: Option<&ConversionError>) -> Diagnostic {
    let reason = error.map(|error| format!(": {error}")).unwrap_or_default();
    let detail = format!(
        "All {ty:?} blocks must have the same type, but this one can't be converted to it{reason}."
    );
    codes::MISMATCHED_BLOCK_TYPES.error(block, detail)
}

/// Returns how to write the labels of a block after the first `own` ones as an item inside it, if its body has such
/// an item.
pub(super) fn nesting(block: &Block, own: usize, inside: &BodySchema) -> Option<String> {
    let (own, extra) = block.labels.split_at(own);
    let [first, more @ ..] = extra else { return None };
    let name = &*first.value;
    let quoted = |labels: &[Label]| -> String {
        labels.iter().map(|label| format!(" {:?}", &*label.value)).collect()
    };
    let inner = if inside.block(name).is_some() {
        format!("{name}{} {{ … }}", quoted(more))
    } else {
        inside.attribute(name)?;
        format!("{name} = {{ … }}")
    };
    Some(format!("Write {}{} {{ {inner} }}.", block.ty, quoted(own)))
}

pub(super) fn repeated_labels(first: Place, second: &Block, key_len: usize) -> Diagnostic {
    let labels = second
        .labels
        .iter()
        .take(key_len)
        .map(|label| format!("{:?}", &*label.value))
        .collect_vec();
    let detail = format!(
        "The block {} {} is already defined; blocks of this type must have unique labels.",
        second.ty,
        labels.join(" ")
    );
    in_iteration(second, codes::DUPLICATE_BLOCK.error(second.header_place(), detail))
        .with_related(first, "first defined here")
}

/// Returns the error for an invalid spec of the program, located at the body to decode.
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
    spec_error(body, &format!("the label {name:?} belongs to a body that is not in a block"))
}

fn spec_error(body: Place, what: &str) -> Diagnostic {
    let detail = format!(
        "This is an error in the program, not in the configuration: in the spec of this body, {what}."
    );
    codes::INVALID_SPEC.error(body, detail)
}

/// Adds the iteration that generated the block, if any.
fn in_iteration(block: &Block, diagnostic: Diagnostic) -> Diagnostic {
    match block.body.iteration() {
        Some(iteration) => diagnostic.with_values(iteration.describe()),
        None => diagnostic,
    }
}

/// A value that failed in another decoding, which reported the reason elsewhere.
pub(super) fn failed_earlier(place: &Place) -> Diagnostic {
    let detail = "The value depends on one that could not be evaluated earlier. The error that was reported then is the cause.";
    codes::FAILED_EARLIER.error(place.clone(), detail)
}

/// A value from a source that may not set the attribute. `place` is its name, or the value.
#[cfg(feature = "load")]
pub(super) fn setting_not_allowed(
    place: Place,
    name: &Str,
    setting: &SettingOptions,
    source: SettingSource,
) -> Diagnostic {
    let detail = format!("{:?} can't be set {}.", &**name, source.describe());
    let allowed = setting.sources.iter().map(|it| it.describe().to_owned()).collect_vec();
    let help = format!("Set it {}.", list_phrases(&allowed, "or"));
    codes::SETTING_NOT_ALLOWED.error(place, detail).with_help(help)
}

/// A value to which overrides add elements, although it is not a list.
pub(super) fn nothing_to_add_to(place: Place, name: &Str) -> Diagnostic {
    let detail = format!("Elements are added to {:?}, so a list is required here.", &**name);
    codes::WRONG_TYPE.error(place, detail)
}
