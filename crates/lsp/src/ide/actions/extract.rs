//! The action that gives an expression a name: a local value.

use std::collections::HashSet;

use hcldyn_core::edit::{Document, ItemPath};
use hcldyn_syntax::event::{BinaryOp, Event};

use super::edits::{applied, with_change};
use super::nodes::{Node, NodeId};
use super::place::Around;
use super::{MAX_PARTS, Refactoring, RefactoringKind, Selected};
use crate::ide::names::{Names, whole_use};
use crate::ide::{FileEdit, Snapshot};

const TITLE: &str = "Extract to a local value";

/// The block with local values, and the first part of their names.
pub(super) const LOCALS: &str = "locals";
pub(super) const LOCAL: &str = "local";

/// The functions whose arguments may fail.
const LAZY: [&str; 2] = ["try", "can"];

/// Returns the action for a selected expression.
pub(super) fn extract(snapshot: &Snapshot, selected: &Selected<'_>) -> Option<Refactoring> {
    let (file, text) = (selected.file, selected.text());
    let part = text.get(selected.range.clone())?;
    let start = selected.range.start + part.len() - part.trim_start().len();
    let range = start..start + part.trim().len();
    let nodes = selected.nodes.iter().rev();
    let mut whole = nodes.filter(|(_, node)| node.span.range() == range && node.is_expression());
    let (id, _) = whole.next().filter(|_| !range.is_empty() && file.language.has_locals())?;
    let around = Around::of(file, &range);
    let attribute = around.attribute?;
    let is_small = selected.nodes.inside(id).len() <= MAX_PARTS;
    if !is_small || !around.is_evaluated(file) || around.is_sensitive(file) || selected.is_key(id) {
        return None;
    }
    let names = Names::around(snapshot, file);
    if let Some(reason) = reason(snapshot, selected, &names, &around, id) {
        return Some(Refactoring::rejected(TITLE, RefactoringKind::Extract, reason));
    }
    let name = free_name(&names, file.source.slice(attribute.name));
    let reference = FileEdit {
        file: file.source.name().to_owned(),
        range: range.clone(),
        text: format!("{LOCAL}.{name}"),
    };
    let expression = &text[range];
    let edits =
        [expression.to_owned(), format!("({expression})")].iter().find_map(|expression| {
            let edits = with_change(file, vec![reference.clone()], |document| {
                let block = ItemPath::root().name(LOCALS).index(0);
                if !has_locals(document) {
                    document.append_block("", LOCALS, &[])?;
                }
                document.insert_expression(block.name(name.as_str()), expression)
            })?;
            selected.is_valid(&applied(text, &edits)).then_some(edits)
        })?;
    Some(Refactoring::new(TITLE, RefactoringKind::Extract, edits))
}

/// Returns the reason why an expression can't be a local value.
fn reason(
    snapshot: &Snapshot,
    selected: &Selected<'_>,
    names: &Names<'_>,
    around: &Around<'_>,
    id: NodeId,
) -> Option<String> {
    let file = selected.file;
    if let Some(name) = unknown_name(selected, names, id) {
        return Some(format!(
            "The expression refers to \"{name}\", which is not known to local values."
        ));
    }
    if is_part_of_name(selected, names, id) {
        return Some("A part of a name has no value of its own.".to_owned());
    }
    let (name, offset) = (file.source.name(), selected.nodes.node(id).span.range().start);
    let mut iterators = names.definitions.iter().filter(|it| it.scope.is_some());
    if iterators.any(|it| it.parts[0] == LOCAL && it.is_known_at(name, offset)) {
        return Some(format!("The name \"{LOCAL}\" has another meaning here."));
    }
    let prefix = [LOCAL.to_owned(), String::new()];
    if let Some(place) = whole_use(snapshot.neighbors(file), &prefix) {
        return Some(format!("All local values are one value in the expression at {place}."));
    }
    let is_lazy = around.is_repeated(file) || is_lazy(selected, id);
    (is_lazy && !selected.nodes.inside(id).all(|(_, node)| never_fails(node)))
        .then(|| "The expression is not always evaluated, but a local value is.".to_owned())
}

/// Returns `true` for the start of a name, such as `data.disk` in `data.disk.a.size`, and for a key in a name, such as
/// `data["disk"]`.
fn is_part_of_name(selected: &Selected<'_>, names: &Names<'_>, id: NodeId) -> bool {
    let Some((parent, _)) = selected.nodes.around(id).next().filter(|(it, _)| it.is_step()) else {
        return false;
    };
    if parent.parts.first() != Some(&id) {
        return matches!(selected.nodes.node(id).event, Event::String { .. });
    }
    let path = path(selected, id);
    path.first().is_some_and(|root| {
        selected.file.language.context.variable(root).is_none() && names.prefix_of(&path).is_none()
    })
}

/// Returns the names of a variable and of its steps, up to a computed one.
fn path(selected: &Selected<'_>, id: NodeId) -> Vec<String> {
    let (mut steps, mut at) = (Vec::new(), Some(id));
    while let Some(id) = at {
        let node = selected.nodes.node(id);
        match (node.event, &*node.parts) {
            (Event::Variable, _) => steps.push(selected.slice(node.span).to_owned()),
            (Event::Attr { name }, _) => steps.push(selected.slice(name).to_owned()),
            (Event::Index, [_, key]) => match selected.nodes.node(*key) {
                Node { event: Event::String { .. }, span, .. } => {
                    steps.push(selected.slice(*span).trim_matches('"').to_owned());
                }
                _ => steps.clear(),
            },
            _ => return Vec::new(),
        }
        at = node.parts.first().copied();
    }
    steps.reverse();
    steps
}

/// Returns a variable or a function in an expression that is not known everywhere in the configuration.
fn unknown_name<'s>(selected: &Selected<'s>, names: &Names<'_>, id: NodeId) -> Option<&'s str> {
    let language = &selected.file.language;
    let globals = names.definitions.iter().filter(|it| it.scope.is_none());
    let known: HashSet<_> = globals.map(|it| (it.is_function, it.parts[0].as_str())).collect();
    let span = selected.nodes.node(id).span;
    selected.nodes.inside(id).find_map(|(_, node)| match node.event {
        Event::Variable => {
            let name = selected.slice(node.span);
            let is_known = match selected.local_scope(names, node.span) {
                Some(scope) => span.start <= scope.start && scope.end <= span.end,
                None => known.contains(&(false, name)) || language.context.variable(name).is_some(),
            };
            (!is_known).then_some(name)
        }
        Event::Call { name, .. } => {
            let name = selected.slice(name);
            let is_known = language.outline.is_none()
                || known.contains(&(true, name))
                || language.context.function(name).is_some();
            (!is_known).then_some(name)
        }
        _ => None,
    })
}

/// Returns `true` if other parts of the attribute decide whether an expression is evaluated.
fn is_lazy(selected: &Selected<'_>, id: NodeId) -> bool {
    let is_first = |node: &Node, child: NodeId| node.parts.first() == Some(&child);
    selected.nodes.around(id).any(|(node, child)| match node.event {
        Event::Conditional | Event::For { .. } => !is_first(node, child),
        Event::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => !is_first(node, child),
        Event::Call { name, .. } => {
            let name = selected.slice(name);
            let function = selected.file.language.context.function(name);
            // A parameter of a type of the program can be the expression itself.
            LAZY.contains(&name)
                || function.is_some_and(|it| {
                    it.params()
                        .iter()
                        .any(|param| matches!(param.ty(), hcldyn_core::cty::Type::Capsule(_)))
                })
        }
        Event::Index => node.is_in_splat && !is_first(node, child),
        Event::TemplateEnd => {
            let before = node.parts.iter().take_while(|part| **part != child);
            before
                .map(|part| selected.nodes.node(*part))
                .any(|part| matches!(part.event, Event::If(_) | Event::ForDirective { .. }))
        }
        _ => false,
    })
}

/// Returns `true` for a part of an expression whose evaluation has no errors.
fn never_fails(node: &Node) -> bool {
    node.is_plain() || matches!(node.event, Event::TemplateEnd | Event::Text { .. })
}

/// Returns a name that no local value has, made from that of an attribute.
fn free_name(names: &Names<'_>, attribute: &str) -> String {
    let defined = names.definitions.iter().filter(|it| it.scope.is_none());
    let paths = defined.map(|it| it.parts.clone()).chain(names.paths());
    let local = paths.filter(|path| path[0] == LOCAL);
    let taken: HashSet<_> = local.filter_map(|path| path.into_iter().nth(1)).collect();
    let numbered = (2..).map(|number| format!("{attribute}_{number}"));
    let mut all = std::iter::once(attribute.to_owned()).chain(numbered);
    all.find(|name| !taken.contains(name)).unwrap_or_default()
}

fn has_locals(document: &Document) -> bool {
    document.body().everything().blocks.iter().any(|block| block.ty == *LOCALS)
}
