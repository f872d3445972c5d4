//! The graph of blocks that refer to each other.

use std::collections::HashSet;

use hcldyn::Diagnostics;
use hcldyn::ext::graph::{BlockKind, Definitions};
use hcldyn::ext::kit;
use hcldyn::spec::language::Dialect;
use hcldyn::syntax::parse_body_by_name;
use serde::Serialize;

use crate::offsets::{Offsets, Units};
use crate::session::{Pane, Session};

/// The types of Terraform blocks with names that expressions use. Without a spec, the graph shows them.
const TERRAFORM: [(&str, &[&str], &[&str]); 3] = [
    ("resource", &["type", "name"], &[]),
    ("data", &["type", "name"], &["data"]),
    ("module", &["name"], &["module"]),
];

/// The blocks, and the indices of those that each one refers to.
#[derive(Debug, Serialize)]
pub(crate) struct GraphAnswer {
    nodes: Vec<NodeAnswer>,
    /// The index of a block, and that of one that it refers to.
    edges: Vec<(usize, usize)>,
}

/// A block, or an attribute of `locals`.
#[derive(Debug, Serialize)]
struct NodeAnswer {
    title: String,
    /// The type of the block.
    kind: String,
    #[serde(flatten)]
    range: Units,
}

/// Returns the graph of the configuration. Undefined names, which are reported elsewhere, are left out.
pub(crate) fn of(session: &Session) -> GraphAnswer {
    let source = session.source(Pane::Configuration);
    let offsets = Offsets::new(source.text());
    let mut unreported = Diagnostics::new();
    let body = parse_body_by_name(source, &mut unreported);
    let graph = definitions(session).graph(&body, &mut unreported);
    let nodes = graph.nodes().iter().map(|node| NodeAnswer {
        title: node.to_string(),
        kind: node.block_type().unwrap_or_default().to_owned(),
        range: offsets.units(node.place().span().range()),
    });
    let edges = graph.nodes().iter().flat_map(|node| {
        let needed = graph.dependencies(node).into_iter();
        needed.map(|other| (node.index(), other.index()))
    });
    GraphAnswer { nodes: nodes.collect(), edges: edges.collect() }
}

/// Returns the names that blocks define: variables and local values, and `TYPE.LABEL` for each block of the spec with
/// labels. Other blocks of the spec, and `dynamic` ones, only refer to names.
fn definitions(session: &Session) -> Definitions {
    let mut kinds = kit::definitions().block(BlockKind::new("dynamic", &["type"]));
    let mut known: HashSet<&str> = ["dynamic", "locals", "output", "variable"].into();
    let spec = session.definitions().spec.as_ref();
    if spec.and_then(|file| file.own_variables) == Some(Dialect::Packer) {
        kinds = kinds
            .block(BlockKind::new("variables", &[]).attributes_define(&["var"]))
            .block(BlockKind::new("local", &["name"]).defines(&["local"]));
        known.extend(["variables", "local"]);
    }
    let Some(file) = spec else {
        let kind = |(ty, labels, name): &(&str, &[&str], &[&str])| {
            BlockKind::new(ty, labels).defines(name)
        };
        return TERRAFORM.iter().map(kind).fold(kinds, Definitions::block);
    };
    let outline = file.spec.outline();
    for block in &outline.root().blocks {
        for ty in &block.types {
            let name = &*ty.names.name;
            if known.contains(name) {
                continue;
            }
            let labels = outline.labels_of(block, ty);
            let labels: Vec<_> = labels.iter().map(|label| &*label.name).collect();
            let kind = BlockKind::new(name, &labels);
            let names: &[&str] = if name == "resource" { &[] } else { &[name] };
            kinds = kinds.block(if labels.is_empty() { kind } else { kind.defines(names) });
        }
    }
    kinds
}
