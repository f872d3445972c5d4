//! The effort limit of the search for the shortest cycle.

use super::*;

/// A ring of six nodes in which `e` also needs `d`.
///
/// Cycles of length 1 are searched first, from each node along each of its edges: 7 steps. The search for
/// cycles of length 2 takes 2 steps from each of `a`, `b` and `c`, which are on none; the last 2 steps lead
/// from `d` to `e` and back.
#[test]
fn the_shortest_cycle_is_found_within_the_step_limit() {
    const STEPS: usize = 7 + 4 * 2;
    let (graph, _) = plain("a = b\nb = c\nc = d\nd = e\ne = [f, d]\nf = a\n");
    let order = graph.needs.order();
    let [ring] = &*order.cyclic else { panic!("there is one component") };
    let within = |steps| {
        let cycle = CycleSearch::new(&graph.needs, &order.cyclic).shortest_within(steps, ring);
        cycle.into_iter().map(NodeIndex::index).collect::<Vec<_>>()
    };
    assert_eq!(within(STEPS), [3, 4]);
    assert_eq!(within(STEPS - 1), [0, 1, 2, 3, 4, 5]);
}
