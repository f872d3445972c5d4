//! Dependency graphs of blocks that refer to each other.
//!
//! In many languages, blocks define names that expressions elsewhere refer to, in any order. [`Definitions`]
//! determine which blocks and attributes define which names. The [`Graph`] that they build from a body knows
//! all references between them, and evaluates each node after its dependencies:
//!
//! ```
//! use hcldyn::cty::Value;
//! use hcldyn::ext::graph::{BlockKind, Definitions};
//! use hcldyn::syntax::Source;
//! use hcldyn::{Diagnostics, EvalContext, functions, parse_body};
//!
//! let text = r#"
//!     disk "data" {
//!       size = local.sizes["large"]
//!     }
//!     locals {
//!       sizes = { small = local.unit, large = 4 * local.unit }
//!       unit  = 10
//!     }
//! "#;
//! let mut diags = Diagnostics::new();
//! let body = parse_body(&Source::new("a.hcl", text), &mut diags);
//!
//! let graph = Definitions::new()
//!     .block(BlockKind::new("locals", &[]).attributes_define(&["local"]))
//!     .block(BlockKind::new("disk", &["name"]).defines(&["disk"]))
//!     .graph(&body, &mut diags);
//!
//! let ctx = EvalContext::new().with_functions(functions::all());
//! let values = graph.evaluate(&ctx, &mut diags, |node, ctx, diags| match node.block() {
//!     None => node.expr().map_or(Value::dynamic(), |expr| expr.value(ctx, diags)),
//!     Some(block) => Value::object(
//!         block.body.just_attributes(diags).into_iter().map(|it| (it.name, it.expr.value(ctx, diags))),
//!     ),
//! });
//! assert!(diags.is_empty());
//! assert_eq!(values.get(&["disk", "data", "size"]), None);
//! assert_eq!(values.get(&["disk", "data"]).unwrap().get("size"), Some(&Value::from(40)));
//! ```
//!
//! # References
//!
//! All expressions of a node count: those of attributes and nested blocks, and the collections, labels and
//! contents of `dynamic` blocks, without their iterators. If a block has a [spec](BlockKind::spec), only the
//! expressions that the spec evaluates count.
//!
//! | a reference to | depends on |
//! |---|---|
//! | `local.a`, `local["a"]`, `local.a.b[0]` | the definition of `local.a` |
//! | `local`, `local[key]`, `local.*` | everything whose name begins with `local` |
//! | `local.c`, which is not defined | nothing; it is reported, with a suggestion |
//! | any of these inside `try` or `can` | the same; `try` and `can` do not hide undefined names |
//! | a variable that no name begins with | nothing; it is left to the context |
//!
//! # Evaluation
//!
//! Each node is evaluated in its own context. The context has the variables and functions of the program, and
//! only the names that the node refers to. A failed node is unknown to its dependents, so that one mistake
//! produces one error: a node whose evaluation reported an error, an undefined name, or a node in a cycle
//! ([`Graph::evaluate`]).
//!
//! Nodes that do not depend on each other can be evaluated in parallel: see [`Graph::levels`].
//!
//! A graph needs all names before the evaluation. [`on_demand`](super::on_demand) is for names that appear during it.
//!
//! Building and evaluating a graph takes time in proportion to the size of the source and its references. Long
//! chains and names with many references are not more expensive.

mod build;
mod cycle;
mod definitions;
mod diags;
mod inherited;
mod names;
mod node;
mod order;
mod ordered;
#[cfg(test)]
mod tests;
mod unused;
mod values;

use std::fmt;

use petgraph::dot::{Config, Dot};
use petgraph::graph::NodeIndex;

use self::cycle::CycleSearch;
pub use self::definitions::{BlockKind, Definitions};
pub(super) use self::diags::{CycleStep, cycle};
use self::names::DefinedNames;
pub use self::node::{Name, Node, NodeItem};
use self::node::{NodeId, Target};
use self::order::Needs;
pub(crate) use self::ordered::check_order;
pub use self::values::Values;
pub(super) use self::values::{View, Whole};
use crate::body::{Block, Body};
use crate::cty::Value;
use crate::cty::internal::{CollectVec, sort_by};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Traversal};

/// The names that a body defines and the dependencies between them. Built by [`Definitions::graph`].
pub struct Graph {
    nodes: Vec<Node>,
    names: DefinedNames,
    needs: Needs,
    levels: Vec<Vec<NodeId>>,
    /// `true` for each index of `needs` that is in a cycle.
    in_cycle: Vec<bool>,
}

impl Graph {
    fn build(
        definitions: &Definitions,
        body: &Body,
        generated: Vec<Block>,
        diags: &mut Diagnostics,
    ) -> Self {
        let (nodes, names) = build::build(definitions, body, generated, diags);
        let needs = Needs::new(&nodes, &names);
        let order = needs.order();
        let mut in_cycle = vec![false; needs.graph.node_count()];
        for index in order.cyclic.iter().flatten() {
            in_cycle[index.index()] = true;
        }
        let graph = Self { nodes, names, needs, levels: order.levels, in_cycle };
        let mut search = CycleSearch::new(&graph.needs, &order.cyclic);
        for component in &order.cyclic {
            graph.report_cycle(&search.shortest(component), diags);
        }
        graph
    }

    /// Evaluates every node after its dependencies, in the order of [`levels`](Self::levels).
    ///
    /// `evaluate` receives a node and the context that it sees, and returns its value, e.g. the object that a
    /// block decodes to. If it reports an error, the value is unknown to all dependents but keeps its marks.
    /// Nodes in a cycle are unknown too; they are still evaluated, to find other errors in them. All nodes
    /// share one amount of [work](crate::Limits::work).
    pub fn evaluate(
        &self,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
        evaluate: impl FnMut(&Node, &EvalContext, &mut Diagnostics) -> Value,
    ) -> Values<'_> {
        self.evaluate_by(&mut OneByOne(evaluate), ctx, diags)
    }

    /// Evaluates every node like [`Self::evaluate`]. Nodes of one level may be evaluated together.
    pub(crate) fn evaluate_by(
        &self,
        evaluator: &mut dyn Evaluator,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Values<'_> {
        let _work = ctx.limits().open_budget();
        let mut values = self.values(ctx);
        for level in self.levels() {
            for node in level {
                let errors = diags.error_count();
                let (ctx, is_too_large) = values.seen_by(node);
                if is_too_large {
                    diags.push(diags::too_large(node));
                }
                let Some(value) = evaluator.value_of(node, &ctx, diags) else { continue };
                let value = diags.marked(node.last_name(), value);
                let is_failed = diags.error_count() > errors;
                let marks = || Value::failed().with_marks(&value.clone().unmark_deep().1);
                values.set(node, if is_failed { marks() } else { value });
            }
            for (index, value) in evaluator.end_level(diags) {
                let node = &self.nodes[index];
                values.set(node, diags.marked(node.last_name(), value));
            }
        }
        values
    }

    /// Returns for each node, by its index, `true` if the values of these variables depend on it.
    pub(crate) fn needed_for(&self, variables: &[Traversal]) -> Vec<bool> {
        let mut needed = vec![false; self.needs.graph.node_count()];
        let targets = self.names.targets(variables);
        let mut open = targets.map(|NodeId(id)| NodeIndex::new(id as usize)).collect_vec();
        while let Some(index) = open.pop() {
            if !std::mem::replace(&mut needed[index.index()], true) {
                open.extend(self.needs.graph.neighbors(index));
            }
        }
        // The groups come after the nodes.
        needed.truncate(self.nodes.len());
        needed
    }

    /// Starts an evaluation that the program continues itself, e.g. with several nodes in parallel. See
    /// [`Values`].
    pub fn values(&self, ctx: &EvalContext) -> Values<'_> {
        Values::new(self, ctx)
    }

    /// All nodes, in source order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes in an order in which they can be evaluated. Outside cycles, each node depends only on nodes
    /// of earlier levels, so the nodes of one level can be evaluated in parallel. Within a level they are in
    /// source order.
    ///
    /// All nodes of a cycle are in the same level.
    pub fn levels(&self) -> impl Iterator<Item = Vec<&Node>> + '_ {
        self.levels.iter().map(|level| level.iter().map(|id| self.node(*id)).collect_vec())
    }

    /// The direct dependencies of a node, without duplicates, in source order.
    pub fn dependencies(&self, node: &Node) -> Vec<&Node> {
        let mut found = Vec::new();
        let mut open = node.targets.iter().filter_map(|it| self.needs.index(it)).collect_vec();
        while let Some(index) = open.pop() {
            match self.needs.node(index) {
                Some(node) => found.push(node),
                None => open.extend(self.needs.graph.neighbors(index)),
            }
        }
        sort_by(&mut found, Ord::cmp);
        found.dedup();
        found.into_iter().map(|id| self.node(id)).collect_vec()
    }

    /// The graph in Graphviz's language, with an arrow from each node to each of its dependencies. A group of
    /// names that is referred to as a whole, such as `local.*`, is drawn as a node too.
    pub fn dot(&self) -> String {
        let drawn = self.needs.graph.map(|index, ()| self.title(index), |_, ()| "");
        Dot::with_config(&drawn, &[Config::EdgeNoLabel]).to_string()
    }

    fn title(&self, index: NodeIndex) -> String {
        match self.needs.node(index) {
            Some(node) => self.node(node).to_string(),
            None => {
                let group = index.index() - self.nodes.len();
                format!("{}.*", self.names.groups()[group].name)
            }
        }
    }

    fn node(&self, NodeId(id): NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    fn is_in_cycle(&self, target: &Target) -> bool {
        self.needs.index(target).is_some_and(|index| self.in_cycle[index.index()])
    }

    fn report_cycle(&self, cycle: &[NodeIndex], diags: &mut Diagnostics) {
        let next = cycle.iter().cycle().skip(1);
        let steps =
            cycle.iter().zip(next).filter_map(|(from, to)| self.step(*from, *to)).collect_vec();
        if let Some(problem) = diags::cycle(&steps) {
            diags.push(problem);
        }
    }

    /// Returns the step of a cycle from a node to its successor; `None` for a group, which has no source
    /// location.
    fn step(&self, from: NodeIndex, to: NodeIndex) -> Option<CycleStep> {
        let node = self.node(self.needs.node(from)?);
        let leads_there = |target: &Target| self.needs.index(target) == Some(to);
        let reference = node.references.iter().find(|reference| leads_there(&reference.target))?;
        let refers_to = match &reference.target {
            Target::Group(group) => {
                format!("all of {}", self.names.groups()[group.0 as usize].name)
            }
            _ => self.title(to),
        };
        let (name, place) = (node.to_string(), reference.traversal.place().clone());
        Some(CycleStep { name, place, refers_to })
    }
}

/// An evaluation of the nodes of a graph, in the order of its levels.
pub(crate) trait Evaluator {
    /// Returns the value of a node. It is failed if an error was reported. Returns `None` if
    /// [`end_level`](Self::end_level) returns the value.
    fn value_of(
        &mut self,
        node: &Node,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Value>;

    /// Returns the values of the other nodes of the level, with their indices. Those whose evaluation reported an error
    /// are [failed](Value::failed).
    fn end_level(&mut self, diags: &mut Diagnostics) -> Vec<(usize, Value)>;
}

/// An evaluation of one node after the other.
struct OneByOne<F>(F);

impl<F: FnMut(&Node, &EvalContext, &mut Diagnostics) -> Value> Evaluator for OneByOne<F> {
    fn value_of(
        &mut self,
        node: &Node,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        Some((self.0)(node, ctx, diags))
    }

    fn end_level(&mut self, _: &mut Diagnostics) -> Vec<(usize, Value)> {
        Vec::new()
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.nodes.iter().map(ToString::to_string);
        f.debug_list().entries(names).finish()
    }
}
