//! The shortest way from something back to itself.

use std::collections::VecDeque;

use petgraph::graph::NodeIndex;

use super::order::Needs;

/// How many steps may be taken for each node that is in a cycle.
const EFFORT_PER_NODE: usize = 250;

/// A search for cycles, group by group of nodes that all need each other.
pub(super) struct Search<'n> {
    needs: &'n Needs,
    /// Which of the groups each index belongs to, from 1 on.
    components: Vec<u32>,
    /// In which way each index was met last.
    met: Vec<u32>,
    /// What each was come to from on that way.
    from: Vec<Option<NodeIndex>>,
    ways: u32,
    /// How many steps may still be taken.
    effort: usize,
}

impl<'n> Search<'n> {
    pub(super) fn new(needs: &'n Needs, components: &[Vec<NodeIndex>]) -> Self {
        let count = needs.graph.node_count();
        let mut component_of = vec![0; count];
        for (component, number) in components.iter().zip(1..) {
            for index in component {
                component_of[index.index()] = number;
            }
        }
        let (met, from) = (vec![0; count], vec![None; count]);
        Self { needs, components: component_of, met, from, ways: 0, effort: 0 }
    }

    /// The shortest cycle among nodes that all need each other, groups of names included, from the first of
    /// its nodes on.
    ///
    /// Short cycles are looked for first, so that one is found in little time however long others are. How
    /// far that goes is bounded by the number of nodes: where there is none of a hundred steps or so among
    /// many nodes, any cycle is taken.
    pub(super) fn shortest(&mut self, component: &[NodeIndex]) -> Vec<NodeIndex> {
        self.shortest_within(component.len().saturating_mul(EFFORT_PER_NODE), component)
    }

    /// The same, where so many steps may be taken to find it.
    pub(super) fn shortest_within(
        &mut self,
        effort: usize,
        component: &[NodeIndex],
    ) -> Vec<NodeIndex> {
        let is_node = |index: &NodeIndex| self.needs.node(*index).is_some();
        let starts: Vec<_> = component.iter().copied().filter(is_node).collect();
        self.effort = effort;
        let mut bound = 1;
        while bound < 2 * starts.len() && self.effort > 0 {
            let mut best = None;
            for start in &starts {
                let within = best.as_ref().map_or(bound, |(length, _)| length - 1);
                best = self.cycle(*start, within).or(best);
            }
            if let Some((_, cycle)) = best {
                return self.turned(cycle);
            }
            bound *= 2;
        }
        self.effort = usize::MAX;
        let any = starts.first().and_then(|start| self.cycle(*start, usize::MAX));
        any.map_or_else(Vec::new, |(_, cycle)| self.turned(cycle))
    }

    /// The shortest cycle through a node, of no more than so many nodes, and how many it has. Groups on the
    /// way are not counted, so what comes after one is looked at first.
    fn cycle(&mut self, start: NodeIndex, within: usize) -> Option<(usize, Vec<NodeIndex>)> {
        self.ways += 1;
        let mut queue = VecDeque::from([(start, None, 1)]);
        while let Some((index, from, length)) = queue.pop_front() {
            if length > within || self.met[index.index()] == self.ways {
                continue;
            }
            self.met[index.index()] = self.ways;
            self.from[index.index()] = from;
            for next in self.needs.graph.neighbors(index) {
                self.effort = self.effort.checked_sub(1)?;
                if next == start {
                    return Some((length, self.way_to(index)));
                }
                if self.components[next.index()] != self.components[start.index()] {
                    continue;
                }
                match self.needs.node(next) {
                    None => queue.push_front((next, Some(index), length)),
                    Some(_) => queue.push_back((next, Some(index), length + 1)),
                }
            }
        }
        None
    }

    /// The way from its start to here.
    fn way_to(&self, last: NodeIndex) -> Vec<NodeIndex> {
        let way = std::iter::successors(Some(last), |index| self.from[index.index()]);
        let mut way: Vec<_> = way.collect();
        way.reverse();
        way
    }

    /// The cycle turned so that it begins with the first node in source order.
    fn turned(&self, mut cycle: Vec<NodeIndex>) -> Vec<NodeIndex> {
        let nodes = cycle.iter().enumerate().filter(|(_, it)| self.needs.node(**it).is_some());
        let first = nodes.min_by_key(|(_, index)| **index).map_or(0, |(position, _)| position);
        cycle.rotate_left(first);
        cycle
    }
}
