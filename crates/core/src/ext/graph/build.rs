//! Construction of the nodes of a graph and their references from a body.

use std::collections::HashSet;

use super::definitions::{BlockKind, Defines, Definitions};
use super::diags;
use super::inherited::InheritedVariables;
use super::names::{DefinedNames, Resolution};
use super::node::{Name, Node, NodeId, NodeItem, Reference, Target};
use crate::body::{Attribute, Block, Body, Siblings};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::expr::{Expression, Traversal};
use crate::ext::dynblock::{self, WalkedBody};
use crate::spec;

/// Finds the nodes of a body in source order, followed by those of generated blocks, with their references and names.
pub(super) fn build(
    definitions: &Definitions,
    body: &Body,
    generated: Vec<Block>,
    diags: &mut Diagnostics,
) -> (Vec<Node>, DefinedNames) {
    let mut nodes = nodes(definitions, body, generated, diags);
    let mut inherited = InheritedVariables::default();
    let mut names = DefinedNames::new();
    definitions.prefixes().for_each(|prefix| names.declare(prefix));
    define(&nodes, &mut names, diags);
    for node in &mut nodes {
        let kind = node.block_type().and_then(|ty| definitions.kind(ty));
        let mentioned = mentioned(node.item(), kind, &mut inherited, diags);
        link(node, mentioned, &mut names, diags);
    }
    (nodes, names)
}

fn nodes(
    definitions: &Definitions,
    body: &Body,
    generated: Vec<Block>,
    diags: &mut Diagnostics,
) -> Vec<Node> {
    let schema = definitions.schema();
    let (content, rest) = body.partial_content(&schema, diags);
    let mut nodes = Vec::new();
    if let Some(prefix) = &definitions.attributes {
        add_attributes(&mut nodes, prefix, None, rest.everything().attributes);
    }
    let mut blocks = content.blocks;
    if !generated.is_empty() {
        blocks.extend(generated);
        blocks = body.combine_blocks(blocks, &schema);
    }
    if definitions.kinds.iter().any(|kind| kind.inheritance().is_some()) {
        blocks = Siblings::acquaint(blocks);
    }
    for block in blocks {
        let Some(kind) = definitions.kind(&block.ty) else { continue };
        let name = |prefix: &[Str]| -> Vec<Str> {
            let labels = block.labels.iter().map(|label| label.value.clone());
            prefix.iter().cloned().chain(labels).collect_vec()
        };
        match &kind.defines {
            Defines::Attributes(prefix) => {
                let attributes = block.body.just_attributes(diags);
                add_attributes(&mut nodes, &name(prefix), Some(&block.ty), attributes);
            }
            Defines::Block(prefix) => {
                let name = name(prefix).into_iter().collect();
                add_block(&mut nodes, Some(name), block);
            }
            Defines::Nothing => add_block(&mut nodes, None, block),
        }
    }
    nodes
}

fn add_attributes(
    nodes: &mut Vec<Node>,
    prefix: &[Str],
    block_type: Option<&Str>,
    attributes: Vec<Attribute>,
) {
    for attribute in attributes {
        let name: Name = prefix.iter().chain([&attribute.name]).cloned().collect();
        let item = NodeItem::Attribute(attribute);
        nodes.push(Node::new(nodes.len(), Some(name), block_type.cloned(), item));
    }
}

fn add_block(nodes: &mut Vec<Node>, name: Option<Name>, block: Block) {
    let ty = block.ty.clone();
    nodes.push(Node::new(nodes.len(), name, Some(ty), NodeItem::Block(block)));
}

/// Defines the names of the nodes. The first of two nodes with the same name gets it.
fn define(nodes: &[Node], names: &mut DefinedNames, diags: &mut Diagnostics) {
    for node in nodes {
        let Some(name) = node.name() else { continue };
        if let Err(NodeId(before)) = names.define(name, node.id) {
            diags.push(diags::defined_twice(&nodes[before as usize], node));
        }
    }
}

/// All variables that a node refers to, one entry for each mention.
fn mentioned(
    item: &NodeItem,
    kind: Option<&BlockKind>,
    inherited: &mut InheritedVariables,
    diags: &mut Diagnostics,
) -> Vec<Traversal> {
    let mut found = match (item, kind) {
        (NodeItem::Attribute(attribute), _) => {
            attribute.exprs().flat_map(Expression::variables).collect_vec()
        }
        (NodeItem::Block(block), Some(kind)) => inherited.in_block(block, kind, diags),
        (NodeItem::Block(block), None) => variables(&block.body),
    };
    found.retain(|variable| !kind.is_some_and(|kind| kind.gives(variable.root())));
    found
}

/// Returns the variables in a block, without those in items that it inherits.
pub(super) fn in_block(block: &Block, kind: &BlockKind) -> Vec<Traversal> {
    let Some(spec) = kind.spec_for(block) else {
        return variables(&block.body);
    };
    let mut found = spec::variables(&block.body, &spec);
    if let Some(name) = kind.order_attribute() {
        let order = block.body.attribute(name);
        found.extend(order.iter().flat_map(|attribute| attribute.expr.variables()));
    }
    found
}

/// Returns all variables in a body, one entry for each mention.
pub(super) fn variables(body: &Body) -> Vec<Traversal> {
    everywhere(&dynblock::walk_variables(body))
}

/// Returns all variables in a body. The recursion is bounded by the parser's nesting limit.
fn everywhere(body: &WalkedBody) -> Vec<Traversal> {
    let mut visited = body.visit_all();
    visited.variables.extend(visited.children.iter().flat_map(everywhere));
    visited.variables
}

/// Records the references of a node to names that the graph defines, and reports undefined ones.
fn link(
    node: &mut Node,
    mentioned: Vec<Traversal>,
    names: &mut DefinedNames,
    diags: &mut Diagnostics,
) {
    let mut seen = HashSet::new();
    for traversal in mentioned {
        let target = match names.resolve(&traversal) {
            Resolution::Target(target) => target,
            Resolution::Undefined(name) => {
                let known = if diags.is_full() { Vec::new() } else { names.beside(&name) };
                diags.push(diags::undefined(&traversal, &name, &known));
                Target::Undefined(name)
            }
            Resolution::Elsewhere => continue,
        };
        if seen.insert(target.clone()) {
            node.targets.push(target.clone());
        }
        node.references.push(Reference { traversal, target });
    }
}
