//! The search for the shortest cycle.

use crate::cty::internal::CollectVec;
use std::collections::VecDeque;

use petgraph::graph::NodeIndex;

use super::order::Needs;

/// The maximum number of search steps for each node of a strongly connected component.
const EFFORT_PER_NODE: usize = 250;

/// A search for cycles, one strongly connected component at a time.
pub(super) struct CycleSearch<'n> {
    needs: &'n Needs,
    /// The component of each index, numbered from 1; 0 outside cycles.
    components: Vec<u32>,
    /// The search that last visited each index.
    met: Vec<u32>,
    /// The predecessor of each index in that search.
    from: Vec<Option<NodeIndex>>,
    /// The number of searches so far.
    searches: u32,
    /// The remaining number of search steps.
    effort: usize,
}

impl<'n> CycleSearch<'n> {
    pub(super) fn new(needs: &'n Needs, components: &[Vec<NodeIndex>]) -> Self {
        let count = needs.graph.node_count();
        let mut component_of = vec![0; count];
        for (component, number) in components.iter().zip(1..) {
            for index in component {
                component_of[index.index()] = number;
            }
        }
        let (met, from) = (vec![0; count], vec![None; count]);
        Self { needs, components: component_of, met, from, searches: 0, effort: 0 }
    }

    /// Returns the shortest cycle in a strongly connected component, groups of names included. The cycle starts
    /// with its first node in source order.
    ///
    /// Short cycles are searched first, so that long ones cost nothing when a short one exists. The effort is
    /// limited in proportion to the number of nodes. If it runs out, e.g. because every cycle is longer than
    /// about a hundred steps, any cycle is returned.
    pub(super) fn shortest(&mut self, component: &[NodeIndex]) -> Vec<NodeIndex> {
        self.shortest_within(component.len().saturating_mul(EFFORT_PER_NODE), component)
    }

    /// Returns the shortest cycle that can be found in `effort` steps, otherwise any cycle.
    pub(super) fn shortest_within(
        &mut self,
        effort: usize,
        component: &[NodeIndex],
    ) -> Vec<NodeIndex> {
        let is_node = |index: &NodeIndex| self.needs.node(*index).is_some();
        let starts = component.iter().copied().filter(is_node).collect_vec();
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

    /// Returns the shortest cycle through `start` with at most `within` nodes, and its number of nodes. Groups
    /// are not counted as nodes, so the successors of a group are visited first.
    fn cycle(&mut self, start: NodeIndex, within: usize) -> Option<(usize, Vec<NodeIndex>)> {
        self.searches += 1;
        let mut queue = VecDeque::from([(start, None, 1)]);
        while let Some((index, from, length)) = queue.pop_front() {
            if length > within || self.met[index.index()] == self.searches {
                continue;
            }
            self.met[index.index()] = self.searches;
            self.from[index.index()] = from;
            for next in self.needs.graph.neighbors(index) {
                self.effort = self.effort.checked_sub(1)?;
                if next == start {
                    return Some((length, self.path_to(index)));
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

    /// Returns the path from the start of the search to `last`.
    fn path_to(&self, last: NodeIndex) -> Vec<NodeIndex> {
        let path = std::iter::successors(Some(last), |index| self.from[index.index()]);
        let mut path = path.collect_vec();
        path.reverse();
        path
    }

    /// Rotates the cycle so that it begins with its first node in source order.
    fn turned(&self, mut cycle: Vec<NodeIndex>) -> Vec<NodeIndex> {
        let nodes = cycle.iter().enumerate().filter(|(_, it)| self.needs.node(**it).is_some());
        let first = nodes.min_by_key(|(_, index)| **index).map_or(0, |(position, _)| position);
        cycle.rotate_left(first);
        cycle
    }
}
