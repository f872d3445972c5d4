//! What decoding by a spec reports.

use super::implied::Mistake;
use crate::body::{Attribute, Block};
use crate::cty::FromValueError;
use crate::cty::convert::ConversionError;
use crate::diag::Diagnostic;
use crate::expr::EvalContext;
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

pub(super) fn unsuitable_value(
    attribute: &Attribute,
    ctx: &EvalContext,
    error: &FromValueError,
) -> Diagnostic {
    let detail = format!("In {:?}: {error}", &*attribute.name);
    Diagnostic::error(attribute.expr.place(), "Unsuitable value", detail)
        .with_values(attribute.expr.involved_values(ctx))
}

pub(super) fn missing_block(body: Place, ty: &str) -> Diagnostic {
    let detail = format!("A block of type {ty:?} is required here, but there is none.");
    Diagnostic::error(body, "Missing block", detail)
}

pub(super) fn second_block(first: Place, second: &Block) -> Diagnostic {
    let detail = format!("Only one block of type {:?} is allowed here.", &*second.ty);
    in_iteration(second, Diagnostic::error(second.header_place(), "Second block", detail))
        .with_related(first, "the first one is here")
}

pub(super) fn too_few_blocks(body: Place, ty: &str, min: usize, found: usize) -> Diagnostic {
    let detail = format!(
        "At least {} of type {ty:?} {} required here, but there {}.",
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

/// `first_extra` is the first block that is too many.
pub(super) fn too_many_blocks(
    first_extra: Place,
    ty: &str,
    max: usize,
    found: usize,
) -> Diagnostic {
    let detail = format!(
        "At most {} of type {ty:?} {} allowed here, but there are {found}.",
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
pub(super) fn type_differs(block: Place, ty: &str, error: &ConversionError) -> Diagnostic {
    let detail = format!(
        "This block differs in type from the other blocks of type {ty:?}, and cannot be made alike: \
         {error}."
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

/// A mistake of the program in a spec, told where the body that it should decode stands.
pub(super) fn invalid_spec(body: Place, mistake: &Mistake) -> Diagnostic {
    let what = match mistake {
        Mistake::LabelsDiffer { ty } => {
            format!("two specs of block type {ty:?} differ in the number of labels")
        }
        Mistake::DynamicTaken => {
            "it names blocks of type \"dynamic\" besides block types that may be generated"
                .to_owned()
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

/// Which iteration generated the block, if one did.
fn in_iteration(block: &Block, diagnostic: Diagnostic) -> Diagnostic {
    match block.body.iteration() {
        Some(iteration) => diagnostic.with_values(iteration.describe()),
        None => diagnostic,
    }
}

fn count_blocks(count: usize) -> String {
    if count == 1 { "1 block".to_owned() } else { format!("{count} blocks") }
}
