//! In which order nodes can be evaluated, and which cannot.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::names::DefinedNames;
use super::node::{Node, NodeId, Target};

/// Nodes and groups, each with edges to what it needs: first the nodes, then the groups.
pub(super) struct Needs {
    pub(super) graph: DiGraph<(), ()>,
    nodes: usize,
}

/// In which order nodes can be evaluated.
pub(super) struct Order {
    /// The nodes that need nothing of each other, level by level; each needs only what is in levels before
    /// its own, and what it is in a cycle with.
    pub(super) levels: Vec<Vec<NodeId>>,
    /// The strongly connected components that are cyclic: each a cycle with all cycles that it meets.
    pub(super) cyclic: Vec<Vec<NodeIndex>>,
}

impl Needs {
    pub(super) fn new(nodes: &[Node], names: &DefinedNames) -> Self {
        let mut needs = Self { graph: DiGraph::new(), nodes: nodes.len() };
        for _ in 0..nodes.len() + names.groups().len() {
            needs.graph.add_node(());
        }
        for (from, node) in nodes.iter().enumerate() {
            node.targets.iter().for_each(|target| needs.add(from, target));
        }
        for (group, from) in names.groups().iter().zip(nodes.len()..) {
            group.members.iter().for_each(|(_, member)| needs.add(from, member));
        }
        needs
    }

    fn add(&mut self, from: usize, target: &Target) {
        if let Some(to) = self.index(target) {
            self.graph.add_edge(NodeIndex::new(from), to, ());
        }
    }

    /// Where a target is; `None` of what is not defined.
    pub(super) fn index(&self, target: &Target) -> Option<NodeIndex> {
        match target {
            Target::Node(NodeId(node)) => Some(NodeIndex::new(*node as usize)),
            Target::Group(group) => Some(NodeIndex::new(self.nodes + group.0 as usize)),
            Target::Undefined(_) => None,
        }
    }

    /// The node at an index; `None` of a group.
    pub(super) fn node(&self, index: NodeIndex) -> Option<NodeId> {
        (index.index() < self.nodes).then(|| NodeId(index.index() as u32))
    }

    pub(super) fn order(&self) -> Order {
        let mut order = Order { levels: Vec::new(), cyclic: Vec::new() };
        // From which level on the value of each is there.
        let mut there = vec![0; self.graph.node_count()];
        // What others need comes first.
        for component in kosaraju_scc(&self.graph) {
            let needed = component.iter().flat_map(|index| self.graph.neighbors(*index));
            let level = needed.map(|index| there[index.index()]).max().unwrap_or(0);
            for index in &component {
                there[index.index()] = level;
                if let Some(node) = self.node(*index) {
                    there[index.index()] = level + 1;
                    order.add(level, node);
                }
            }
            if let [index] = *component
                && !self.graph.contains_edge(index, index)
            {
                continue;
            }
            order.cyclic.push(component);
        }
        order.levels.iter_mut().for_each(|level| level.sort_unstable());
        order.cyclic.iter_mut().for_each(|component| component.sort_unstable());
        order.cyclic.sort_unstable();
        order
    }
}

impl Order {
    fn add(&mut self, level: usize, node: NodeId) {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(node);
    }
}
