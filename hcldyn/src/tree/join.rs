//! One tree of several, each of a part of the same text.

use super::{AttributeNode, BlockNode, BodyId, Node, NodeId, Run, Tree};

/// By how much the indices of a tree moved when it was put behind another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    nodes: u32,
    lists: u32,
    steps: u32,
    items: u32,
    bodies: u32,
    attributes: u32,
    blocks: u32,
    labels: u32,
}

impl Tree {
    /// Puts the nodes of another tree of the same text behind those of this one, where they would be had
    /// they been added here.
    pub(crate) fn append(&mut self, other: Self) -> Moved {
        let moved = Moved {
            nodes: self.nodes.len() as u32,
            lists: self.lists.len() as u32,
            steps: self.steps.len() as u32,
            items: self.items.len() as u32,
            bodies: self.bodies.len() as u32,
            attributes: self.attributes.len() as u32,
            blocks: self.blocks.len() as u32,
            labels: self.labels.len() as u32,
        };
        self.nodes.extend(other.nodes.into_iter().map(|node| moved.node(node)));
        self.spans.extend(other.spans);
        self.lists.extend(other.lists.into_iter().map(|id| moved.id(id)));
        self.steps.extend(other.steps);
        self.items.extend(other.items.into_iter().map(|mut item| {
            item.key = moved.id(item.key);
            item.value = moved.id(item.value);
            item
        }));
        self.bodies.extend(other.bodies.into_iter().map(|mut body| {
            body.attributes = body.attributes.moved(moved.attributes);
            body.blocks = body.blocks.moved(moved.blocks);
            body
        }));
        self.attributes.extend(other.attributes.into_iter().map(|node| moved.attribute(node)));
        self.blocks.extend(other.blocks.into_iter().map(|node| moved.block(node)));
        self.labels.extend(other.labels);
        self.has_holes |= other.has_holes;
        moved
    }
}

impl Moved {
    /// An attribute of the tree that was moved.
    pub(crate) fn attribute(&self, mut attribute: AttributeNode) -> AttributeNode {
        attribute.expr = self.id(attribute.expr);
        attribute
    }

    /// A block of the tree that was moved.
    pub(crate) fn block(&self, mut block: BlockNode) -> BlockNode {
        block.labels = block.labels.moved(self.labels);
        block.body = BodyId(block.body.0 + self.bodies);
        block
    }

    fn id(&self, id: NodeId) -> NodeId {
        NodeId(id.0 + self.nodes)
    }

    fn node(&self, mut node: Node) -> Node {
        let update = |id: &mut NodeId| *id = self.id(*id);
        match &mut node {
            Node::Literal(_) | Node::Key(_) | Node::Item | Node::Hole => {}
            Node::Template(list) | Node::Tuple(list) => *list = list.moved(self.lists),
            Node::Traversal { steps, .. } => *steps = steps.moved(self.steps),
            Node::Relative { source, steps } => {
                update(source);
                *steps = steps.moved(self.steps);
            }
            Node::Object { items, .. } => *items = items.moved(self.items),
            Node::Wrap(inner) | Node::Join(inner) | Node::Parens(inner) => update(inner),
            Node::Unary { operand, .. } => update(operand),
            Node::Index { collection: one, key: other }
            | Node::Splat { source: one, each: other, .. }
            | Node::Binary { left: one, right: other, .. } => {
                update(one);
                update(other);
            }
            Node::Spelled { value, spelled } => {
                update(value);
                spelled.iter_mut().for_each(update);
            }
            Node::Conditional { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(update);
            }
            Node::For(parts) => {
                update(&mut parts.collection);
                update(&mut parts.value);
                parts.key.iter_mut().chain(&mut parts.condition).for_each(update);
            }
            Node::Call(call) => call.args = call.args.moved(self.lists),
        }
        node
    }
}

impl Run {
    const fn moved(self, by: u32) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}
