//! The values in which similar blocks differ.

use std::collections::HashMap;

use hcldyn_syntax::event::{Event, UnaryOp};
use hcldyn_syntax::source::Span;

use super::Selected;
use super::nodes::{Node, NodeId};
use super::place::{Around, is_sensitive};
use crate::ide::tree::Item;

/// A value that differs between blocks.
pub(super) struct Difference {
    /// The name of the attribute of each element.
    pub(super) key: String,
    /// The value in the first block; `None` for a label.
    pub(super) first: Option<Span>,
    /// The index of a label.
    pub(super) label: Option<usize>,
    /// The source text in each block.
    pub(super) values: Vec<String>,
}

impl Difference {
    /// Returns `true` unless all blocks have the same source text.
    pub(super) fn differs(&self) -> bool {
        self.values.iter().any(|value| *value != self.values[0])
    }
}

/// Returns the values that differ; `None` if one of them is not a literal, or an item of the blocks is sensitive.
pub(super) fn differences(selected: &Selected<'_>, blocks: &[&Item]) -> Option<Vec<Difference>> {
    let mut found = Vec::new();
    let (first, labels) = (blocks.first()?, blocks.first()?.labels.len());
    for index in 0..labels {
        let values = blocks.iter().map(|it| label(selected.slice(it.labels[index])));
        let values = values.collect::<Option<Vec<_>>>()?;
        let key = if labels == 1 { "label".to_owned() } else { format!("label_{}", index + 1) };
        found.push(Difference { key, first: None, label: Some(index), values });
    }
    let all = values(selected);
    let mut open: Vec<Vec<&Item>> = vec![blocks.to_vec()];
    while let Some(same) = open.pop() {
        if is_sensitive(selected.file, selected.slice(same[0].name)) {
            return None;
        }
        let inside: Vec<_> = same.iter().filter_map(|item| item.items.as_ref()).collect();
        if let Some(items) = inside.first() {
            let is_own = std::ptr::eq(same[0], *first);
            let texts = same.iter().map(|it| it.labels.iter().map(|it| selected.slice(*it)));
            let mut texts = texts.map(Iterator::collect::<Vec<_>>);
            let labels = texts.next()?;
            if !is_own && !texts.all(|it| it == labels) {
                return None;
            }
            let parts = (0..items.len()).rev();
            open.extend(parts.map(|part| inside.iter().map(|items| &items[part]).collect()));
            continue;
        }
        let values: Vec<_> =
            same.iter().map(|item| all.get(&item.name.start).copied()).collect::<Option<_>>()?;
        let text = |id: &NodeId| selected.slice(selected.nodes.node(*id).span).to_owned();
        let texts: Vec<_> = values.iter().map(text).collect();
        if texts.iter().all(|text| *text == texts[0]) {
            continue;
        }
        let span = selected.nodes.node(values[0]).span;
        let is_evaluated = Around::of(selected.file, &span.range()).is_evaluated(selected.file);
        if !is_evaluated || !values.iter().all(|id| is_literal(selected, *id)) {
            return None;
        }
        let key = free_key(&found, selected.slice(same[0].name));
        found.push(Difference { key, first: Some(span), label: None, values: texts });
    }
    Some(found)
}

/// Returns a label as a string.
fn label(text: &str) -> Option<String> {
    let quoted = if text.starts_with('"') { text.to_owned() } else { format!("\"{text}\"") };
    (!quoted.contains(['$', '%'])).then_some(quoted)
}

fn free_key(found: &[Difference], name: &str) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut all = std::iter::once(name.to_owned()).chain(numbered);
    all.find(|key| found.iter().all(|it| it.key != *key)).unwrap_or_default()
}

/// Returns the expressions of all attributes by the starts of their names.
fn values(selected: &Selected<'_>) -> HashMap<u32, NodeId> {
    let value = |(_, node): (NodeId, &Node)| match node.event {
        Event::Attribute { name } => Some((name.start, *node.parts.first()?)),
        _ => None,
    };
    selected.nodes.iter().filter_map(value).collect()
}

/// Returns `true` for an expression that is the same value everywhere.
fn is_literal(selected: &Selected<'_>, id: NodeId) -> bool {
    let is_negation = |node: &Node| matches!(node.event, Event::Unary { op: UnaryOp::Negate, .. });
    selected.nodes.inside(id).all(|(_, node)| node.is_plain() || is_negation(node))
}
