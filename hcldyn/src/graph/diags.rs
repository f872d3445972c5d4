//! Diagnostics of graphs.

use super::node::{Name, Node};
use crate::cty::Value;
use crate::diag::{Diagnostic, did_you_mean, list_names, list_phrases};
use crate::expr::Traversal;
use crate::source::Place;

/// Reports a name that `before` has already, or where one name is a prefix of the other.
pub(super) fn defined_twice(before: &Node, node: &Node) -> Diagnostic {
    let detail = format!(
        "{node} is defined here, but {} already defines {before}. Each name can be defined once only, and \
         nothing can be defined inside of another.",
        before.place()
    );
    Diagnostic::error(node.place(), "Duplicate definition", detail)
        .with_related(before.place(), format!("{before} is defined here already"))
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
        _ if known.len() > FEW => format!("{within} has {} names.", known.len()),
        _ => format!("Defined in {within}: {}.", list_names(known.iter().copied())),
    };
    let detail = format!("Nothing defines {name}.");
    let error = Diagnostic::error(reference.place().clone(), "Undefined name", detail);
    error.with_help(hint).with_help(list)
}

/// Reports a node whose dependencies are too large as objects.
pub(super) fn too_large(node: &Node) -> Diagnostic {
    let detail = format!(
        "What {node} refers to would have more than the {} levels or {} values that a value can have, parts of \
         parts included. A value that is repeated again and again is the usual reason.",
        Value::MAX_DEPTH,
        Value::MAX_SIZE
    );
    Diagnostic::error(node.place(), "Too large a value", detail)
}

/// A step of a cycle: a node, and its reference to the next one.
pub(super) struct CycleStep<'g> {
    pub(super) node: &'g Node,
    pub(super) place: Place,
    pub(super) refers_to: String,
}

/// The maximum number of steps shown. For a longer cycle, the next and the last step follow.
const SHOWN: usize = 23;

pub(super) fn cycle(steps: &[CycleStep<'_>]) -> Option<Diagnostic> {
    let (first, more) = steps.split_first()?;
    let name = first.node;
    let detail = match more {
        [] => format!("{name} needs its own value: it refers to {} here.", first.refers_to),
        _ => format!(
            "{}. None of them can be evaluated before the others. One of these references must go.",
            way(steps)
        ),
    };
    let mut problem = Diagnostic::error(first.place.clone(), "Cycle of references", detail);
    let last = steps.len() - 1;
    for (index, step) in steps.iter().enumerate().skip(1) {
        let refers = format!("{} refers to {}", step.node, step.refers_to);
        let message = match index {
            _ if index < SHOWN || index == last => refers,
            SHOWN => format!("{refers}, and so on"),
            _ => continue,
        };
        problem = problem.with_related(step.place.clone(), message);
    }
    Some(problem)
}

/// Returns `a needs b, b needs c, and c needs a`.
fn way(steps: &[CycleStep<'_>]) -> String {
    const NAMED: usize = 8;
    let needs = |from: usize| {
        format!("{} needs {}", steps[from].node, steps[(from + 1) % steps.len()].node)
    };
    let last = steps.len() - 1;
    let mut named: Vec<_> = (0..last.min(NAMED)).map(needs).collect();
    if last > NAMED {
        named.push(format!("{} more need one another", last - NAMED));
    }
    named.push(needs(last));
    list_phrases(&named, "and")
}
