//! Trees in a compact form: `(add a 1)` is `a + 1`.

use std::fmt::Write;

use crate::source::Span;
use crate::tree::{BodyId, ExprId, ExprNode, Run, StepKind, TraversalStep, Tree};

pub(crate) fn print(tree: &Tree, id: ExprId) -> String {
    let list =
        |ids: &[ExprId]| ids.iter().map(|id| format!(" {}", print(tree, *id))).collect::<String>();
    match tree.node(id) {
        ExprNode::Literal(value) => literal(value),
        ExprNode::Template(parts) => format!("(template{})", list(tree.list(*parts))),
        ExprNode::Wrap(inner) => format!("(wrap {})", print(tree, *inner)),
        ExprNode::Join(inner) => format!("(join {})", print(tree, *inner)),
        ExprNode::Parens(inner) => format!("(parens {})", print(tree, *inner)),
        ExprNode::Key(name) => format!("(key {name})"),
        ExprNode::Traversal { root, steps, .. } => {
            format!("{}{}", tree.name(*root), print_steps(tree.steps(*steps)))
        }
        ExprNode::Relative { source, steps } => {
            format!("(rel {} {})", print(tree, *source), print_steps(tree.steps(*steps)))
        }
        ExprNode::Index { collection, key } => format!("(index{})", list(&[*collection, *key])),
        ExprNode::Splat { source, each, .. } => format!("(splat{})", list(&[*source, *each])),
        ExprNode::Item => "@".to_owned(),
        ExprNode::Unary { op, operand, .. } => {
            format!("({}{})", format!("{op:?}").to_lowercase(), list(&[*operand]))
        }
        ExprNode::Binary { op, left, right, .. } => {
            format!("({}{})", format!("{op:?}").to_lowercase(), list(&[*left, *right]))
        }
        ExprNode::Conditional { condition, then, otherwise } => {
            format!("(if{})", list(&[*condition, *then, *otherwise]))
        }
        ExprNode::Tuple(elements) => format!("[{}]", list(tree.list(*elements)).trim_start()),
        ExprNode::Object { items, .. } => object(tree, *items),
        ExprNode::For(node) => {
            let mut out = "(for".to_owned();
            for name in node.key_var.iter().chain([&node.value_var]) {
                let _ = write!(out, " {}", name.text);
            }
            out += &list(&[node.collection]);
            let _ = node.key.map(|key| write!(out, " => {}", print(tree, key)));
            out += &list(&[node.value]);
            out += if node.group { "..." } else { "" };
            let _ = node.condition.map(|cond| write!(out, " if {}", print(tree, cond)));
            out + ")"
        }
        ExprNode::Call(call) => {
            let expand = if call.expand_final { "..." } else { "" };
            format!("(call {}{}{expand})", call.name.text, list(tree.list(call.args)))
        }
        ExprNode::JsonString { value, spelled } => {
            let ids: Vec<_> = [*value].into_iter().chain(*spelled).collect();
            format!("(spelled{})", list(&ids))
        }
        ExprNode::Error(parts) => format!("(error{})", list(tree.list(*parts))),
    }
}

/// Prints a line for each attribute and each block, with the spans of names, labels and braces.
pub(crate) fn print_body(tree: &Tree, id: BodyId) -> String {
    let mut out = String::new();
    write_body(tree, id, "", &mut out);
    out
}

fn write_body(tree: &Tree, id: BodyId, indent: &str, out: &mut String) {
    let at = |span: Span| format!("{}..{}", span.start, span.end);
    let body = tree.body(id);
    for node in tree.attributes(body.attributes) {
        let (name, span) = (tree.name(node.name), at(node.name_span));
        let _ = writeln!(out, "{indent}{name}@{span} = {}", print(tree, node.expr));
    }
    for node in tree.blocks(body.blocks) {
        let _ = write!(out, "{indent}{}@{}", tree.name(node.ty), at(node.type_span));
        for label in tree.labels(node.labels) {
            let _ = write!(out, " {}@{}", label.value, at(label.span));
        }
        let _ = writeln!(out, " {{{}}}", at(tree.body(node.body).span));
        write_body(tree, node.body, &format!("{indent}  "), out);
    }
}

fn object(tree: &Tree, items: Run) -> String {
    let items = tree.items(items).iter();
    let items = items.map(|item| format!("{}: {}", print(tree, item.key), print(tree, item.value)));
    format!("{{{}}}", items.collect::<Vec<_>>().join(", "))
}

fn print_steps(steps: &[TraversalStep]) -> String {
    let step = |step: &TraversalStep| match &step.kind {
        StepKind::Attr(name) => format!(".{name}"),
        StepKind::Index(key) => format!("[{}]", literal(key)),
    };
    steps.iter().map(step).collect()
}

fn literal(value: &crate::cty::Value) -> String {
    match (value.as_str(), value.as_number(), value.as_bool()) {
        (Some(text), _, _) => format!("{text:?}"),
        (_, Some(number), _) => number.to_string(),
        (_, _, Some(value)) => value.to_string(),
        _ if value.is_null() => "null".to_owned(),
        _ => "UNKNOWN".to_owned(),
    }
}
