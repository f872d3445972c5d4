//! Nodes without references.

use std::collections::HashSet;

use petgraph::Direction;
use petgraph::graph::NodeIndex;

use super::{Graph, Node, build};
use crate::body::Body;
use crate::cty::internal::CollectVec;

impl Graph {
    /// Returns the named nodes that neither another node nor `rest` refers to, in source order. `rest` is the part of
    /// the body that the graph has no nodes of.
    ///
    /// ```
    /// use hcldyn::ext::graph::{BlockKind, Definitions};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let text = "locals {\n  a = 1\n  b = local.a\n  c = 2\n}\nd = local.b\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let locals = BlockKind::new("locals", &[]).attributes_define(&["local"]);
    /// let definitions = Definitions::new().block(locals);
    /// let graph = definitions.graph(&body, &mut diags);
    ///
    /// let (_, rest) = body.partial_content(&definitions.schema(), &mut diags);
    /// let unused: Vec<_> = graph.unused(&rest).iter().map(|node| node.to_string()).collect();
    /// assert_eq!(unused, ["local.c"]);
    /// ```
    pub fn unused(&self, rest: &Body) -> Vec<&Node> {
        let variables = build::variables(rest);
        let used: HashSet<_> = self.names.targets(&variables).collect();
        let is_used = |node: &&Node| {
            let index = NodeIndex::new(node.index());
            let mut dependents = self.needs.graph.neighbors_directed(index, Direction::Incoming);
            used.contains(&node.id) || dependents.any(|dependent| dependent != index)
        };
        self.nodes.iter().filter(|node| node.name().is_some() && !is_used(node)).collect_vec()
    }
}
