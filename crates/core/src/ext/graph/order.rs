//! The order in which nodes can be evaluated, and the cycles.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::names::DefinedNames;
use super::node::{Node, NodeId, Target};
use crate::cty::internal::sort_by;

/// The dependency graph. Its indexes are first the nodes, then the groups.
pub(super) struct Needs {
    pub(super) graph: DiGraph<(), ()>,
    nodes: usize,
}

/// The order in which nodes can be evaluated.
pub(super) struct Order {
    /// The nodes level by level. Each needs only nodes of earlier levels, or nodes in the same cycle.
    pub(super) levels: Vec<Vec<NodeId>>,
    /// The strongly connected components that contain a cycle.
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

    /// Returns the index of a target; `None` if it is undefined.
    pub(super) fn index(&self, target: &Target) -> Option<NodeIndex> {
        match target {
            Target::Node(NodeId(node)) => Some(NodeIndex::new(*node as usize)),
            Target::Group(group) => Some(NodeIndex::new(self.nodes + group.0 as usize)),
            Target::Undefined(_) => None,
        }
    }

    /// Returns the node at an index; `None` for a group.
    pub(super) fn node(&self, index: NodeIndex) -> Option<NodeId> {
        (index.index() < self.nodes).then(|| NodeId(index.index() as u32))
    }

    pub(super) fn order(&self) -> Order {
        let mut order = Order { levels: Vec::new(), cyclic: Vec::new() };
        // The first level in which the value of each index is available.
        let mut there = vec![0; self.graph.node_count()];
        // Dependencies come before their dependents.
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
        order.levels.iter_mut().for_each(|level| sort_by(level, Ord::cmp));
        order.cyclic.iter_mut().for_each(|component| sort_by(component, Ord::cmp));
        sort_by(&mut order.cyclic, Ord::cmp);
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
