//! The order in which the nodes of a graph are evaluated.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::Graph;

#[derive(Debug, Default)]
pub(super) struct Order {
    /// All nodes, each after those that it needs.
    pub(super) nodes: Vec<usize>,
    /// `true` for each node that depends on itself.
    pub(super) is_cyclic: Vec<bool>,
    /// A cycle of each group of nodes that depend on each other, in the order of the references.
    pub(super) cycles: Vec<Vec<usize>>,
}

impl Order {
    pub(super) fn of(graph: &Graph<'_>) -> Self {
        let count = graph.nodes.len();
        let mut needs = DiGraph::<(), (), usize>::with_capacity(count, 0);
        (0..count).for_each(|_| _ = needs.add_node(()));
        for (index, node) in graph.nodes.iter().enumerate() {
            for need in &node.needs {
                needs.add_edge(NodeIndex::new(index), NodeIndex::new(*need), ());
            }
        }
        let mut order = Self { is_cyclic: vec![false; count], ..Self::default() };
        for component in kosaraju_scc(&needs) {
            let first = component[0];
            let is_cyclic = component.len() > 1 || needs.contains_edge(first, first);
            let mut members: Vec<_> = component.into_iter().map(NodeIndex::index).collect();
            members.sort_unstable();
            if is_cyclic {
                for node in &members {
                    order.is_cyclic[*node] = true;
                }
                order.cycles.push(cycle(graph, &members));
            }
            order.nodes.extend(members);
        }
        order.cycles.sort();
        order
    }
}

/// Returns a shortest cycle through the first member of a component.
fn cycle(graph: &Graph<'_>, members: &[usize]) -> Vec<usize> {
    let (start, mut open, mut at) = (members[0], vec![members[0]], 0);
    let mut before = std::collections::HashMap::new();
    while at < open.len() {
        let node = open[at];
        at += 1;
        for need in &graph.nodes[node].needs {
            if *need == start {
                let mut found = vec![node];
                while let Some(previous) = before.get(&found[found.len() - 1]) {
                    found.push(*previous);
                }
                found.reverse();
                return found;
            }
            if members.binary_search(need).is_ok() && !before.contains_key(need) {
                before.insert(*need, node);
                open.push(*need);
            }
        }
    }
    members.to_vec()
}
