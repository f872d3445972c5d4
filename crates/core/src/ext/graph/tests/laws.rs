//! Random graphs, compared with plain loops over all of their edges.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// The references of each number to other numbers.
type Edges = Vec<Vec<usize>>;

fn edges(most: usize) -> impl Strategy<Value = Edges> {
    (1..12_usize).prop_flat_map(move |count| vec(vec(0..count, 0..most), count))
}

/// `a3 = 1 + a0 + a7`
fn text(edges: &Edges) -> String {
    let line = |(from, to): (usize, &Vec<usize>)| {
        let terms: String = to.iter().map(|to| format!(" + a{to}")).collect();
        format!("a{from} = 1{terms}\n")
    };
    edges.iter().enumerate().map(line).collect()
}

/// The number of steps from each number to each other; `None` if there is no path.
fn distances(edges: &Edges) -> Vec<Vec<Option<usize>>> {
    let count = edges.len();
    let mut steps = vec![vec![None; count]; count];
    for (from, to) in edges.iter().enumerate() {
        for to in to {
            steps[from][*to] = Some(1);
        }
    }
    for over in 0..count {
        for from in 0..count {
            for to in 0..count {
                let Some(way) = steps[from][over].zip(steps[over][to]) else { continue };
                let length = way.0 + way.1;
                let known: Option<usize> = steps[from][to];
                steps[from][to] = Some(known.map_or(length, |known| known.min(length)));
            }
        }
    }
    steps
}

/// The length of the shortest cycle of each strongly connected component, by its first member.
fn cycles(edges: &Edges) -> Vec<usize> {
    let steps = distances(edges);
    let meets = |a: usize, b: usize| steps[a][b].is_some() && steps[b][a].is_some();
    let count = edges.len();
    let firsts = (0..count).filter(|a| meets(*a, *a) && !(0..*a).any(|b| meets(*a, b)));
    let shortest =
        |first| (0..count).filter(|a| meets(*a, first)).filter_map(|a| steps[a][a]).min();
    firsts.filter_map(shortest).collect()
}

proptest! {
    #[test]
    fn values_are_calculated_from_earlier_values(edges in edges(4)) {
        let acyclic: Edges =
            edges.iter().enumerate().map(|(i, to)| to.iter().copied().filter(|to| *to > i).collect()).collect();
        let mut expected = vec![0_u64; acyclic.len()];
        for (from, to) in acyclic.iter().enumerate().rev() {
            expected[from] = 1 + to.iter().map(|to| expected[*to]).sum::<u64>();
        }
        let (graph, problems) = plain(&text(&acyclic));
        prop_assert_eq!(problems, "");
        let (values, problems) = run(&graph);
        prop_assert_eq!(problems, "");
        for (i, expected) in expected.into_iter().enumerate() {
            prop_assert_eq!(values.get(&[&format!("a{i}")]), Some(Value::from(expected)));
        }
    }

    #[test]
    fn each_component_shows_its_shortest_cycle(edges in edges(3)) {
        let mut diags = Diagnostics::new();
        let graph = Definitions::new().attributes_define(&[]).graph(&body(&text(&edges)), &mut diags);
        let found: Vec<_> = diags.iter().map(|it| it.related.len() + 1).collect();
        prop_assert_eq!(found, cycles(&edges));
        let (values, problems) = run(&graph);
        prop_assert_eq!(problems, "");
        let steps = distances(&edges);
        for i in 0..edges.len() {
            let needs_cycle = (0..edges.len()).any(|j| {
                steps[j][j].is_some() && (i == j || steps[i][j].is_some())
            });
            let is_known = values.get(&[&format!("a{i}")]).is_some_and(|value| value.is_known());
            prop_assert_eq!(is_known, !needs_cycle);
        }
    }

    #[test]
    fn a_level_needs_only_earlier_levels(edges in edges(3)) {
        let graph = plain(&text(&edges)).0;
        let levels: Vec<Vec<usize>> =
            graph.levels().map(|level| level.iter().map(|node| node.index()).collect()).collect();
        let level = |i: usize| levels.iter().position(|level| level.contains(&i)).unwrap();
        let steps = distances(&edges);
        for (from, to) in edges.iter().enumerate() {
            for to in to {
                let in_cycle = steps[*to][from].is_some();
                prop_assert!(in_cycle || level(*to) < level(from));
            }
        }
        prop_assert_eq!(levels.concat().len(), edges.len());
    }
}
