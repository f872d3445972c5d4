//! The graph as a picture.

use std::error::Error;
use std::fs;
use std::path::Path;

use hcldyn::graph::Graph;
use layout::backends::svg::SVGWriter;
use layout::gv::{DotParser, GraphBuilder};

/// Writes what needs what to `name.dot`, in the language of Graphviz, and to `name.svg`, as a picture.
pub(crate) fn write(graph: &Graph, name: &Path) -> Result<(), Box<dyn Error>> {
    let dot = graph.dot();
    fs::write(name.with_extension("dot"), &dot)?;
    let mut builder = GraphBuilder::new();
    builder.visit_graph(&DotParser::new(&dot).process()?);
    let mut picture = SVGWriter::new();
    builder.get().do_it(false, false, false, &mut picture);
    fs::write(name.with_extension("svg"), picture.finalize())?;
    Ok(())
}
