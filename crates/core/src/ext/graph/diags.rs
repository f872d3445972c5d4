//! Diagnostics of graphs.

use super::node::{Name, Node};
use crate::cty::Value;
use crate::cty::internal::CollectVec;
use crate::diag::{Diagnostic, codes, did_you_mean, grouped, list_names, list_phrases};
use crate::expr::Traversal;
use crate::source::Place;

/// Reports a name that `before` already has, or a name that is a prefix of another one.
pub(super) fn defined_twice(before: &Node, node: &Node) -> Diagnostic {
    let (name, other, place) = (node.to_string(), before.to_string(), before.place());
    let (detail, help) = if name == other {
        (format!("{name} is already defined at {place}."), "Define each name once.")
    } else {
        (
            format!("{name} conflicts with {other}, which is already defined at {place}."),
            "Rename one of them.",
        )
    };
    codes::DUPLICATE_DEFINITION
        .error(node.place(), detail)
        .with_help(help)
        .with_related(before.place(), format!("{before} is defined here"))
}

/// Reports blocks with computed lists of the blocks that they inherit from, and too many references in all of them.
pub(super) fn too_many_inherited(place: Place, block_type: &str, limit: usize) -> Diagnostic {
    let detail = format!(
        "Any {block_type:?} block may be inherited by a list that is not a constant, and these refer to more than {} names in all.",
        grouped(limit as u64)
    );
    codes::INVALID_INHERITANCE.error(place, detail).with_help("List the blocks as strings.")
}

/// Reports an undefined name. `known` has the names defined beside its last part.
pub(super) fn undefined(reference: &Traversal, name: &Name, known: &[&str]) -> Diagnostic {
    const FEW: usize = 12;
    let (missing, within) = match name.parts() {
        [within @ .., missing] => (missing.as_str(), within),
        [] => ("", &[][..]),
    };
    let within: Name = within.iter().cloned().collect();
    let hint = did_you_mean(missing, known.iter().copied());
    let list = match known {
        [] => format!("Nothing is defined in {within}."),
        [_] if !hint.is_empty() => String::new(),
        _ if known.len() > FEW => format!("{within} has {} names.", grouped(known.len() as u64)),
        _ => format!("Defined in {within}: {}.", list_names(known.iter().copied())),
    };
    let detail = format!("{name} is not defined.");
    let error = codes::UNDEFINED_NAME.error(reference.place().clone(), detail);
    error.with_nearest(missing, known.iter().copied()).with_help(list)
}

/// A list of blocks that come first, which is not a list.
pub(super) fn not_an_order(place: Place, attribute: &str) -> Diagnostic {
    let detail = format!("{attribute:?} must be a list of references.");
    codes::REFERENCE_REQUIRED.error(place, detail).with_help(format!("Write {attribute} = [ … ]."))
}

/// An element of a list of blocks that come first, which is not a reference.
pub(super) fn not_a_reference(place: Place, attribute: &str) -> Diagnostic {
    let detail = format!("An element of {attribute:?} must be a reference to a block.");
    codes::REFERENCE_REQUIRED.error(place, detail).with_help("Write the name as in an expression.")
}

/// Reports a node whose dependencies are too large as objects.
pub(super) fn too_large(node: &Node) -> Diagnostic {
    let detail = format!(
        "A value can have at most {} levels and {} values, including nested ones; the values that {node} refers to \
         have more.",
        Value::MAX_DEPTH,
        grouped(Value::MAX_SIZE as u64)
    );
    codes::VALUE_TOO_LARGE
        .error(node.place(), detail)
        .with_help("Check for a value that is repeated again and again.")
}

/// A step of a cycle: a name, and its reference to the next one.
pub(in crate::ext) struct CycleStep {
    pub(in crate::ext) name: String,
    pub(in crate::ext) place: Place,
    pub(in crate::ext) refers_to: String,
}

/// The maximum number of steps shown. For a longer cycle, the next and the last step follow.
const SHOWN: usize = 23;

pub(in crate::ext) fn cycle(steps: &[CycleStep]) -> Option<Diagnostic> {
    let (first, more) = steps.split_first()?;
    let name = &first.name;
    let (detail, help) = match more {
        [] => {
            let detail =
                format!("{name} depends on itself: it refers to {} here.", first.refers_to);
            (detail, "Remove this reference.")
        }
        _ => (format!("{}.", chain(steps)), "Remove one of these references."),
    };
    let mut problem = codes::REFERENCE_CYCLE.error(first.place.clone(), detail).with_help(help);
    let last = steps.len() - 1;
    for (index, step) in steps.iter().enumerate().skip(1) {
        let refers = format!("{} refers to {}", step.name, step.refers_to);
        let message = match index {
            _ if index < SHOWN || index == last => refers,
            SHOWN => format!("{refers}, and so on"),
            _ => continue,
        };
        problem = problem.with_related(step.place.clone(), message);
    }
    Some(problem)
}

/// Returns `a depends on b, b depends on c and c depends on a`.
fn chain(steps: &[CycleStep]) -> String {
    const NAMED: usize = 8;
    let needs = |from: usize| {
        format!("{} depends on {}", steps[from].name, steps[(from + 1) % steps.len()].name)
    };
    let last = steps.len() - 1;
    let mut named = (0..last.min(NAMED)).map(needs).collect_vec();
    if last > NAMED {
        named.push(format!("{} more depend on one another", last - NAMED));
    }
    named.push(needs(last));
    list_phrases(&named, "and")
}
