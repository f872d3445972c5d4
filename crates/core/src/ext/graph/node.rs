//! The nodes of a graph: blocks, and attributes that define a name.

use std::fmt;
use std::sync::Arc;

use hcldyn_syntax::lexer::is_name;

use super::names::GroupId;
use crate::body::{Attribute, Block, Label};
use crate::cty::{Str, Value};
use crate::expr::{Expression, Traversal};
use crate::source::Place;

/// A node of a [`Graph`](super::Graph): a block or an attribute that is evaluated on its own.
#[derive(Debug)]
pub struct Node {
    pub(super) id: NodeId,
    name: Option<Name>,
    block_type: Option<Str>,
    item: NodeItem,
    pub(super) references: Vec<Reference>,
    /// The targets of the references, without duplicates.
    pub(super) targets: Vec<Target>,
}

/// The number of a node, in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(pub(super) u32);

/// The source element of a node.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NodeItem {
    /// A block as a whole.
    Block(Block),
    /// An attribute.
    Attribute(Attribute),
}

/// A name that a node defines. It displays as an expression refers to it: `local.zone`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(Arc<[Str]>);

/// A reference to something that the graph defines or should define.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) traversal: Traversal,
    pub(super) target: Target,
}

/// The target of a reference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    Node(NodeId),
    /// Everything whose name has this prefix, e.g. `local` as a whole.
    Group(GroupId),
    /// An undefined name, up to its first undefined part.
    Undefined(Name),
}

impl Node {
    pub(super) fn new(
        id: usize,
        name: Option<Name>,
        block_type: Option<Str>,
        item: NodeItem,
    ) -> Self {
        let (references, targets) = (Vec::new(), Vec::new());
        Self { id: NodeId(id as u32), name, block_type, item, references, targets }
    }

    /// The index of this node in the [nodes](super::Graph::nodes), in source order.
    pub fn index(&self) -> usize {
        self.id.0 as usize
    }

    /// The name that this node defines, if any.
    pub fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// Returns the last part of the name that this node defines.
    pub(super) fn last_name(&self) -> Option<&str> {
        self.name.as_ref()?.parts().last().map(Str::as_str)
    }

    /// The type of the block that this node is, or that this attribute belongs to; `None` for an attribute of
    /// the body itself.
    pub fn block_type(&self) -> Option<&str> {
        self.block_type.as_deref()
    }

    /// The block or attribute in the source.
    pub fn item(&self) -> &NodeItem {
        &self.item
    }

    /// The block, or `None` for an attribute.
    pub fn block(&self) -> Option<&Block> {
        match &self.item {
            NodeItem::Block(block) => Some(block),
            NodeItem::Attribute(_) => None,
        }
    }

    /// A label of the block; `None` for an attribute, or if the block has no such label.
    ///
    /// ```
    /// use hcldyn::ext::graph::{BlockKind, Definitions};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "disk \"data\" {}\n"), &mut diags);
    /// let disks = BlockKind::new("disk", &["name"]).defines(&["disk"]);
    /// let graph = Definitions::new().block(disks).graph(&body, &mut diags);
    /// assert_eq!(graph.nodes()[0].label(0), Some("data"));
    /// ```
    pub fn label(&self, index: usize) -> Option<&str> {
        self.block()?.labels.get(index).map(|label: &Label| label.value.as_str())
    }

    /// The expression of the attribute, or `None` for a block.
    pub fn expr(&self) -> Option<&Expression> {
        match &self.item {
            NodeItem::Block(_) => None,
            NodeItem::Attribute(attribute) => Some(&attribute.expr),
        }
    }

    /// All references to names that the graph defines or should define, in source order. References in nested
    /// blocks come last.
    pub fn references(&self) -> impl Iterator<Item = &Traversal> + '_ {
        self.references.iter().map(|reference| &reference.traversal)
    }

    /// The source location of the block header or the attribute name.
    pub fn place(&self) -> Place {
        match &self.item {
            NodeItem::Block(block) => block.header_place(),
            NodeItem::Attribute(attribute) => attribute.name_place(),
        }
    }
}

/// Displays the name of the node, or its header if it has no name.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, &self.item) {
            (Some(name), _) => name.fmt(f),
            (None, NodeItem::Attribute(attribute)) => f.write_str(&attribute.name),
            (None, NodeItem::Block(block)) => {
                f.write_str(&block.ty)?;
                block.labels.iter().try_for_each(|label| write!(f, " {}", quoted(&label.value)))
            }
        }
    }
}

impl Name {
    /// The parts of the name, outermost first.
    pub fn parts(&self) -> &[Str] {
        &self.0
    }
}

impl FromIterator<Str> for Name {
    fn from_iter<I: IntoIterator<Item = Str>>(parts: I) -> Self {
        Self(parts.into_iter().collect())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            match (index, is_name(part)) {
                (0, true) => f.write_str(part)?,
                (0, false) => f.write_str(&quoted(part))?,
                (_, true) => write!(f, ".{part}")?,
                (_, false) => write!(f, "[{}]", quoted(part))?,
            }
        }
        Ok(())
    }
}

fn quoted(text: &Str) -> String {
    Value::from(text.clone()).describe()
}
