//! Errors in the content of a body, compared with a schema.

use super::{Attribute, Block, BodySchema, Suggestion, Unexpected};
use crate::cty::Str;
use crate::diag::{Diagnostic, Severity, counted, list_names};
use crate::source::Place;

pub(crate) fn missing_attribute(body: Place, name: &str) -> Diagnostic {
    let detail = format!("The required attribute {name:?} is not set.");
    Diagnostic::error(body, "Missing attribute", detail)
}

/// An attribute that is missing in several merged bodies. `first` is its location in the first of them.
pub(super) fn missing_in_all(first: Place, name: &str, count: usize) -> Diagnostic {
    let detail = format!(
        "The required attribute {name:?} is not set in any of the {count} merged bodies. This is the first \
         one."
    );
    Diagnostic::error(first, "Missing attribute", detail)
}

/// An attribute that another of several merged bodies also sets.
pub(super) fn set_before(first: &Attribute, second: &Attribute) -> Diagnostic {
    let detail = format!(
        "The attribute {:?} is already set at {}. It can be set only once in the merged bodies.",
        &*second.name,
        first.name_place()
    );
    Diagnostic::error(second.name_place(), "Duplicate attribute", detail)
        .with_related(first.name_place(), "first set here")
}

pub(super) fn unexpected_attribute(
    attribute: &Attribute,
    suggestion: Suggestion<'_>,
    schema: &BodySchema,
) -> Diagnostic {
    let name = &*attribute.name;
    let hint = match suggestion.name {
        Some(block) if *block == attribute.name => {
            format!("Did you mean a block? Write {name} {{ … }}, without the equals sign.")
        }
        _ => suggestion.hint(),
    };
    let detail = format!("The attribute {name:?} is not expected here.");
    let error = Diagnostic::error(attribute.name_place(), "Unexpected attribute", detail);
    unexpected(schema, error.with_help(hint))
}

pub(crate) fn unexpected_block(
    block: &Block,
    suggestion: Suggestion<'_>,
    schema: &BodySchema,
) -> Diagnostic {
    let ty = &*block.ty;
    let hint = match suggestion.name {
        Some(attribute) if *attribute == block.ty => {
            format!("Did you mean the attribute? Write {ty} = …, with an equals sign.")
        }
        // This body is not expanded, because no block type allows `dynamic`.
        None if ty == "dynamic" => {
            "Write the blocks directly: they can't be generated here.".to_owned()
        }
        _ => suggestion.hint(),
    };
    let detail = format!("A block of type {ty:?} is not expected here.");
    let error = Diagnostic::error(block.type_place(), "Unexpected block", detail);
    unexpected(schema, error.with_help(hint))
}

/// An item that the schema does not name, with the severity that the schema sets.
pub(crate) fn unexpected(schema: &BodySchema, diagnostic: Diagnostic) -> Diagnostic {
    match schema.unexpected {
        Unexpected::Deny => diagnostic,
        Unexpected::Warn | Unexpected::Ignore => {
            Diagnostic { severity: Severity::Warning, ..diagnostic }
        }
    }
}

pub(crate) fn block_among_attributes(block: &Block) -> Diagnostic {
    let detail = format!("Only attributes are allowed here, not a block of type {:?}.", &*block.ty);
    Diagnostic::error(block.type_place(), "Unexpected block", detail)
}

/// `open` is the opening brace; a missing label would be written before it.
pub(crate) fn wrong_label_count(block: &Block, names: &[Str], open: Place) -> Diagnostic {
    let (ty, found, wanted) = (&*block.ty, block.labels.len(), names.len());
    if let Some(extra) = block.label_place(wanted) {
        let detail = match wanted {
            0 => format!("A block of type {ty:?} has no labels."),
            _ => format!(
                "A block of type {ty:?} has {} ({}), not {found}.",
                counted(wanted, "label"),
                list_names(names.iter().map(Str::as_str))
            ),
        };
        return Diagnostic::error(extra, "Too many labels", detail);
    }
    let missing = list_names(names[found..].iter().map(Str::as_str));
    let detail = format!(
        "A block of type {ty:?} has {}; {missing} {} missing before the brace.",
        counted(wanted, "label"),
        if wanted - found == 1 { "is" } else { "are" }
    );
    Diagnostic::error(
        open,
        if wanted - found == 1 { "Missing label" } else { "Missing labels" },
        detail,
    )
}
