//! Errors in the content of a body that does not match its schema.

use std::fmt::Write as _;

use super::{Attribute, Block, BlockSchema, BodySchema, Suggestion, fixes};
use crate::cty::Str;
use crate::cty::value_spec::Unexpected;
use crate::diag::{Diagnostic, Severity, codes, counted, list_names};
use crate::source::Place;
use crate::tree::ExprNode;

/// A required attribute that is not set in a body. `placeholder` is an expression for it.
pub(crate) fn missing_attribute(body: Place, name: &str, placeholder: Option<&str>) -> Diagnostic {
    let fix = placeholder.and_then(|value| fixes::with_attribute(&body, name, value));
    not_set(body, name, ".").with_fix(fix)
}

/// An attribute that is missing in all of several merged bodies. `first` is its location in the first body.
pub(super) fn missing_in_all(first: Place, name: &str, count: usize) -> Diagnostic {
    let end = format!(" in any of the {count} merged bodies. This is the first one.");
    not_set(first, name, &end)
}

fn not_set(body: Place, name: &str, end: &str) -> Diagnostic {
    let detail = format!("The required attribute {name:?} is not set{end}");
    let error = codes::MISSING_ATTRIBUTE.error(body, detail);
    Diagnostic { missing: Some(name.into()), ..error }
}

/// An attribute that is set in two of the merged bodies.
pub(super) fn set_before(first: &Attribute, second: &Attribute) -> Diagnostic {
    let detail =
        format!("The attribute {:?} is already set at {}.", &*second.name, first.name_place());
    codes::DUPLICATE_ATTRIBUTE
        .error(second.name_place(), detail)
        .with_help("Set it in one place only.")
        .with_related(first.name_place(), "first set here")
}

pub(super) fn unexpected_attribute(
    attribute: &Attribute,
    suggestion: Suggestion<'_>,
    schema: &BodySchema,
) -> Diagnostic {
    unexpected(schema, suggestion.add_to(not_expected(attribute), &attribute.name, "attributes"))
}

/// An attribute of a value that must not be shown.
pub(super) fn unexpected_secret_attribute(
    attribute: &Attribute,
    schema: &BodySchema,
) -> Diagnostic {
    let detail = "The value has an attribute that is not expected here. Its name is hidden because the \
                  value is sensitive.";
    unexpected(schema, codes::UNEXPECTED_ATTRIBUTE.error(attribute.name_place(), detail))
}

/// An attribute with the name of a block type, whose schema is known unless an earlier request took the blocks.
pub(super) fn attribute_for_block(
    attribute: &Attribute,
    schema: Option<&BlockSchema>,
) -> Diagnostic {
    let mut block = attribute.name.to_string();
    for label in schema.into_iter().flat_map(|schema| &schema.labels) {
        let _ = write!(block, " {:?}", &**label);
    }
    let node = attribute.expr.tree().node(attribute.expr.node());
    let hint = match node {
        ExprNode::Tuple(_) => format!(
            "Did you mean blocks? Write {block} {{ … }} for each element, without the equals sign."
        ),
        _ => format!("Did you mean a block? Write {block} {{ … }}, without the equals sign."),
    };
    let is_labelled = schema.is_some_and(|schema| !schema.labels.is_empty());
    let fix = if is_labelled { None } else { fixes::to_block(attribute) };
    not_expected(attribute).with_help(hint).with_fix(fix)
}

fn not_expected(attribute: &Attribute) -> Diagnostic {
    let detail = format!("The attribute {:?} is not expected here.", &*attribute.name);
    codes::UNEXPECTED_ATTRIBUTE.error(attribute.name_place(), detail)
}

pub(crate) fn unexpected_block(
    block: &Block,
    suggestion: Suggestion<'_>,
    schema: &BodySchema,
) -> Diagnostic {
    let diagnostic = block_not_expected(block);
    let diagnostic = match suggestion.name {
        // This body is not expanded, because no block type allows `dynamic`.
        None if block.ty == *"dynamic" => {
            diagnostic.with_help("Write the blocks directly: they can't be generated here.")
        }
        _ => suggestion.add_to(diagnostic, &block.ty, "blocks"),
    };
    unexpected(schema, diagnostic)
}

/// A block with the name of an attribute.
pub(super) fn block_for_attribute(block: &Block, schema: &BodySchema) -> Diagnostic {
    if let Some((name, value)) = schema.values.iter().find(|(name, _)| *name == block.ty) {
        let help =
            format!("Did you mean the attribute? Write {name} = {value}, with an equals sign.");
        return block_not_expected(block).with_help(help);
    }
    let content = block.body.everything();
    let is_empty = content.attributes.is_empty() && content.blocks.is_empty();
    let value = if is_empty { "…" } else { "{ … }" };
    let help =
        format!("Did you mean the attribute? Write {} = {value}, with an equals sign.", block.ty);
    block_not_expected(block).with_help(help).with_fix(fixes::to_attribute(block))
}

fn block_not_expected(block: &Block) -> Diagnostic {
    let detail = format!("A block of type {:?} is not expected here.", &*block.ty);
    codes::UNEXPECTED_BLOCK.error(block.type_place(), detail)
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
    codes::UNEXPECTED_BLOCK.error(block.type_place(), detail)
}

/// A block with more or fewer labels than `names`. `open` is the opening brace; a missing label would be written
/// before it.
pub(crate) fn wrong_label_count(block: &Block, names: &[Str], open: Place) -> Diagnostic {
    if block.labels.len() > names.len() {
        too_many_labels(block, names)
    } else {
        missing_labels(block, names, open)
    }
}

/// A block with more labels than `names`.
pub(crate) fn too_many_labels(block: &Block, names: &[Str]) -> Diagnostic {
    let (ty, wanted) = (&*block.ty, names.len());
    let detail = match wanted {
        0 => format!("A block of type {ty:?} takes no labels."),
        _ => format!(
            "A block of type {ty:?} takes {} ({}), not {}.",
            counted(wanted, "label"),
            list_names(names.iter().map(Str::as_str)),
            block.labels.len()
        ),
    };
    let extra = block.label_place(wanted).unwrap_or_else(|| block.header_place());
    codes::TOO_MANY_LABELS.error(extra, detail).with_fix(fixes::without_labels(block, wanted))
}

fn missing_labels(block: &Block, names: &[Str], open: Place) -> Diagnostic {
    let (ty, wanted) = (&*block.ty, names.len());
    let missing = &names[block.labels.len()..];
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let detail = format!(
        "A block of type {ty:?} takes {}; {} {verb} missing before the brace.",
        counted(wanted, "label"),
        list_names(missing.iter().map(Str::as_str)),
    );
    codes::MISSING_LABEL.error(open, detail).with_fix(fixes::with_labels(block, missing))
}
