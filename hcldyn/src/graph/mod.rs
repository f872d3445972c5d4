//! Blocks that refer to each other: which values each needs, and in what order they are evaluated.
//!
//! In many languages blocks define names that expressions elsewhere refer to, in whatever order they are
//! written. [`Definitions`] say which blocks and attributes define which names; the [`Graph`] that they
//! make of a body knows all references between them, and evaluates each after what it refers to:
//!
//! ```
//! use hcldyn::graph::{BlockKind, Definitions};
//! use hcldyn::{Diagnostics, EvalContext, Value, functions, parse_body, source::Source};
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
//! contents of `dynamic` blocks, without their iterators. Where a block has a [spec](BlockKind::spec), that
//! tells what of it is evaluated.
//!
//! | a reference to | depends on |
//! |---|---|
//! | `local.a`, `local["a"]`, `local.a.b[0]` | what defines `local.a` |
//! | `local`, `local[key]`, `local.*` | everything whose name begins with `local` |
//! | `local.c`, which nothing defines | nothing; it is reported, with what was probably meant |
//! | the same in `try` or `can` | the same: a name is defined or not, whatever values there are |
//! | a variable that no name begins with | nothing; it is left to the context |
//!
//! # Evaluation
//!
//! Each node is evaluated in a context of its own, which has the variables and functions of the program and
//! of all names only those that it refers to. What something is wrong with is unknown to all that depend on
//! it, so that one mistake is one problem: a node whose evaluation reported an error, a name that is not
//! defined, and nodes that need themselves ([`Graph::evaluate`]).
//!
//! Nodes that need nothing of each other can be evaluated side by side: see [`Graph::levels`].
//!
//! Building and evaluating takes time in proportion to the text and its references: neither a long chain
//! nor something that many refer to is costly.

mod build;
mod cycle;
mod definitions;
mod diags;
mod names;
mod node;
mod order;
#[cfg(test)]
mod tests;
mod values;

use std::fmt;

use petgraph::dot::{Config, Dot};
use petgraph::graph::NodeIndex;

use self::cycle::Search;
pub use self::definitions::{BlockKind, Definitions};
use self::names::DefinedNames;
pub use self::node::{Item, Name, Node};
use self::node::{NodeId, Target};
use self::order::Needs;
pub use self::values::Values;
use crate::body::Body;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::limits::work;

/// What a body defines, and what of it needs what. Made by [`Definitions::graph`].
pub struct Graph {
    nodes: Vec<Node>,
    names: DefinedNames,
    needs: Needs,
    levels: Vec<Vec<NodeId>>,
    /// Of all indexes of `needs`, those in a cycle.
    in_cycle: Vec<bool>,
}

impl Graph {
    fn build(definitions: &Definitions, body: &Body, diags: &mut Diagnostics) -> Self {
        let (nodes, names) = build::build(definitions, body, diags);
        let needs = Needs::new(&nodes, &names);
        let order = needs.order();
        let mut in_cycle = vec![false; needs.graph.node_count()];
        for index in order.cyclic.iter().flatten() {
            in_cycle[index.index()] = true;
        }
        let graph = Self { nodes, names, needs, levels: order.levels, in_cycle };
        let mut search = Search::new(&graph.needs, &order.cyclic);
        for component in &order.cyclic {
            graph.report_cycle(&search.shortest(component), diags);
        }
        graph
    }

    /// Evaluates every node after what it refers to, in the order of [`levels`](Self::levels).
    ///
    /// `evaluate` gets a node and the context that it sees, and gives its value: the object that a block
    /// decodes to, say. Where it reports an error, the value of the node is unknown to all that depend on it;
    /// its marks stay. So are the nodes of a cycle, which are evaluated for what else is wrong in them. All nodes share
    /// one amount of [work](crate::Limits::work).
    pub fn evaluate(
        &self,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
        mut evaluate: impl FnMut(&Node, &EvalContext, &mut Diagnostics) -> Value,
    ) -> Values<'_> {
        let _work = work::Budget::open(ctx.limits().work);
        let mut values = self.values(ctx);
        for node in self.levels().flatten() {
            let errors = diags.error_count();
            let (ctx, is_too_large) = values.seen_by(node);
            if is_too_large {
                diags.push(diags::too_large(node));
            }
            let value = evaluate(node, &ctx, diags);
            values.set(
                node,
                if diags.error_count() == errors {
                    value
                } else {
                    Value::dynamic().with_marks(&value.unmark_deep().1)
                },
            );
        }
        values
    }

    /// Begins an evaluation that the program goes on with by itself, for instance with several nodes at a
    /// time. See [`Values`].
    pub fn values(&self, ctx: &EvalContext) -> Values<'_> {
        Values::new(self, ctx)
    }

    /// All nodes, in source order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes in an order to evaluate them in: those of a level need nothing of each other, only what is in
    /// levels before, so they may be evaluated side by side. Within a level they are in source order.
    ///
    /// Nodes in a cycle stand in one level with each other.
    pub fn levels(&self) -> impl Iterator<Item = Vec<&Node>> + '_ {
        self.levels.iter().map(|level| level.iter().map(|id| self.node(*id)).collect())
    }

    /// The nodes that a node refers to, each once, in source order.
    pub fn dependencies(&self, node: &Node) -> Vec<&Node> {
        let mut found = Vec::new();
        let mut open: Vec<_> = node.targets.iter().filter_map(|it| self.needs.index(it)).collect();
        while let Some(index) = open.pop() {
            match self.needs.node(index) {
                Some(node) => found.push(node),
                None => open.extend(self.needs.graph.neighbors(index)),
            }
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|id| self.node(id)).collect()
    }

    /// The graph in the language of Graphviz: an arrow leads from each node to what it needs. What is referred
    /// to as a whole is a node too, `local.*`.
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
        let steps: Vec<_> =
            cycle.iter().zip(next).filter_map(|(from, to)| self.step(*from, *to)).collect();
        if let Some(problem) = diags::cycle(&steps) {
            diags.push(problem);
        }
    }

    /// Where a node refers to what comes next in a cycle; `None` of a group, which stands nowhere.
    fn step(&self, from: NodeIndex, to: NodeIndex) -> Option<diags::CycleStep<'_>> {
        let node = self.node(self.needs.node(from)?);
        let leads_there = |target: &Target| self.needs.index(target) == Some(to);
        let reference = node.references.iter().find(|reference| leads_there(&reference.target))?;
        let refers_to = match &reference.target {
            Target::Group(group) => {
                format!("all of {}", self.names.groups()[group.0 as usize].name)
            }
            _ => self.title(to),
        };
        Some(diags::CycleStep { node, place: reference.traversal.place().clone(), refers_to })
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.nodes.iter().map(ToString::to_string);
        f.debug_list().entries(names).finish()
    }
}
