//! The diagnostics of migrations.

use super::step::{Action, MigrationStep};
use crate::diag::{Diagnostic, Fix, codes};
use crate::source::{Place, Source, Span};

pub(super) fn invalid_path(path: &str) -> Diagnostic {
    let source = Source::new("<path>", path);
    let place = source.place(Span::from(0..path.len()));
    let detail = "The path of a step is names and strings in brackets, without indexes.";
    let help = "For example: server[\"*\"].port. A new name or block can't have \"*\" in a label.";
    codes::INVALID_PATH.error(place, detail).with_help(help)
}

/// A step whose paths or expressions are invalid. `reason` is the first error in them.
pub(super) fn invalid_step(step: &MigrationStep, reason: &str) -> Diagnostic {
    let detail = format!("The step \"{}\" is invalid: {reason}", step.name());
    codes::INVALID_MIGRATION.input_error("<migrations>", detail)
}

/// An item in an old form, which was migrated.
pub(super) fn old_form(place: Place, step: &MigrationStep, action: &Action) -> Diagnostic {
    let warning = codes::OLD_FORM.warning(place, action.detail());
    warning.with_help(step.note_text())
}

/// Returns the fix that writes the new form.
pub(super) fn fix(
    source: &Source,
    action: &Action,
    edits: impl Iterator<Item = (Span, String)>,
) -> Fix {
    let fix = Fix::safe(action.title());
    edits.fold(fix, |fix, (span, text)| fix.replace(source.place(span), text))
}

/// An item in an old form beside one in the new form.
pub(super) fn both_forms(
    old: Place,
    new: Place,
    step: &MigrationStep,
    action: &Action,
) -> Diagnostic {
    let detail = format!("Both the old and the new form are set: {}", lowercase(action.detail()));
    let error = codes::OLD_AND_NEW_FORM.error(old, detail).with_related(new, "the new form");
    error.with_help("Remove one of them.").with_help(step.note_text())
}

/// Several items in an old form that share one place in the new form.
pub(super) fn several(
    old: Place,
    first: Place,
    step: &MigrationStep,
    action: &Action,
) -> Diagnostic {
    let detail = format!("The old form is written several times: {}", lowercase(action.detail()));
    let error = codes::OLD_AND_NEW_FORM.error(old, detail).with_related(first, "first written");
    error.with_help("Keep one of them.").with_help(step.note_text())
}

/// An item in an old form that can't be migrated. `reason` is a sentence.
pub(super) fn not_migrated(
    place: Place,
    step: &MigrationStep,
    action: &Action,
    reason: &str,
) -> Diagnostic {
    let detail = format!("{} {reason}", action.detail());
    codes::UNMIGRATED_FORM.error(place, detail).with_help(action.cure()).with_help(step.note_text())
}

/// A value that may have the old or the new form.
pub(super) fn unclear(place: Place, step: &MigrationStep, action: &Action) -> Diagnostic {
    let detail =
        format!("{} The type of this value is not known before decoding.", action.detail());
    let warning = codes::UNMIGRATED_FORM.warning(place, detail);
    warning.with_help(action.cure()).with_help(step.note_text())
}

/// A function that replaced the document.
pub(super) fn replaced_document(source: &Source, step: &MigrationStep) -> Diagnostic {
    let detail =
        format!("The step \"{}\" replaced the document instead of editing it.", step.name());
    codes::INVALID_MIGRATION.error(source.place(Span::default()), detail)
}

/// A result that another migration changes again.
pub(super) fn not_stable(source: &Source) -> Diagnostic {
    let detail = "The migrated source migrates again to another one, so it was not used.";
    let help = "Each step must leave the new form as it is.";
    codes::INVALID_MIGRATION.error(source.place(Span::default()), detail).with_help(help)
}

fn lowercase(sentence: String) -> String {
    match sentence.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => sentence,
    }
}
