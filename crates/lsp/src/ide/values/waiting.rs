//! The names that an unknown value waits for.

use std::collections::HashSet;

use hcldyn_core::body::Body;
use hcldyn_core::cty::{Path, Step};
use hcldyn_core::ext::graph::{Graph, Node};
use hcldyn_core::{Diagnostics, EvalContext, Expression, Traversal};

use crate::ide::Snapshot;
use crate::ide::workspace::File;

/// The maximum number of names.
const MAX_NAMES: usize = 5;

/// The maximum number of definitions that are visited for them.
const MAX_VISITS: usize = 1_000;

/// Returns the unknown names that an expression depends on and that depend on no other unknown name, in source order.
pub(super) fn names(
    snapshot: &Snapshot,
    file: &File,
    expr: &Expression,
    ctx: &EvalContext,
) -> Vec<String> {
    let files = snapshot.visible_files(file);
    let bodies = files.iter().map(|file| file.parsed_body().0);
    let Some(body) = Body::merge(bodies) else { return Vec::new() };
    let graph = file.language.definitions.graph(&body, &mut Diagnostics::new());
    let mut search = Search { graph: &graph, ctx, seen: HashSet::new(), found: Vec::new() };
    for variable in expr.variables_in(ctx) {
        search.visit(&variable);
    }
    search.found
}

struct Search<'a> {
    graph: &'a Graph,
    ctx: &'a EvalContext,
    /// The indices of the nodes that were visited.
    seen: HashSet<usize>,
    found: Vec<String>,
}

impl<'a> Search<'a> {
    fn visit(&mut self, variable: &Traversal) {
        let mut open = vec![variable.clone()];
        while let Some(variable) = open.pop() {
            if self.found.len() >= MAX_NAMES || self.seen.len() >= MAX_VISITS {
                return;
            }
            if !self.is_unknown(&variable) {
                continue;
            }
            let Some(node) = self.node(&variable) else {
                self.add(shown(&variable));
                continue;
            };
            if !self.seen.insert(node.index()) {
                continue;
            }
            let others: Vec<_> =
                node.references().filter(|it| self.is_unknown(it)).cloned().collect();
            if others.is_empty() || node.block_type() == Some("variable") {
                self.add(node.to_string());
            }
            open.extend(others.into_iter().rev());
        }
    }

    fn add(&mut self, name: String) {
        if !self.found.contains(&name) {
            self.found.push(name);
        }
    }

    /// Returns `true` unless a variable has a known value.
    fn is_unknown(&self, variable: &Traversal) -> bool {
        let Some(mut part) = self.ctx.variable(variable.root()).cloned() else { return false };
        for step in variable.steps() {
            // The type of an unknown value may not have the step.
            let Ok(next) = Path::root().then(step.clone()).apply(&part) else { break };
            part = next;
        }
        !part.is_wholly_known()
    }

    /// Returns the node whose name a variable begins with.
    fn node(&self, variable: &Traversal) -> Option<&'a Node> {
        let parts: Vec<_> = parts(variable).collect();
        let is_prefix = |node: &&Node| {
            node.name().is_some_and(|name| {
                let name = name.parts();
                name.len() <= parts.len() && name.iter().zip(&parts).all(|(a, b)| **a == **b)
            })
        };
        self.graph.nodes().iter().find(is_prefix)
    }
}

/// Returns the parts of a variable that are names.
fn parts(variable: &Traversal) -> impl Iterator<Item = String> + '_ {
    let steps = variable.steps().iter().map_while(|step| match step {
        Step::Attr(name) => Some(name.to_string()),
        Step::Index(key) => key.as_str().map(str::to_owned),
    });
    std::iter::once(variable.root().to_owned()).chain(steps)
}

/// Returns a variable with the attributes after it.
fn shown(variable: &Traversal) -> String {
    let names = variable.steps().iter().map_while(|step| match step {
        Step::Attr(name) => Some(name.to_string()),
        Step::Index(_) => None,
    });
    let names: Vec<_> = std::iter::once(variable.root().to_owned()).chain(names).collect();
    names.join(".")
}
