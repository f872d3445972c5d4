//! Drawing of the graph, with one row for each level, so that every node is below its dependencies.

use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};

use hcldyn::ext::graph::{Graph, Node};

const BOX_HEIGHT: f64 = 28.0;
const ROW_HEIGHT: f64 = 84.0;
const GAP: f64 = 20.0;

/// The width of a character in the font of the picture.
const CHARACTER: f64 = 8.4;

/// Writes the dependencies to `name.dot` in Graphviz's language, and to `name.svg` as a picture.
pub(crate) fn write(graph: &Graph, name: &Path) -> io::Result<()> {
    fs::write(format!("{}.dot", name.display()), graph.dot())?;
    fs::write(format!("{}.svg", name.display()), svg(graph))
}

/// The position of the box of a node.
#[derive(Clone, Copy)]
struct Spot {
    /// The horizontal center of the box, relative to the center of the picture.
    x: f64,
    /// The top of the box.
    y: f64,
    width: f64,
}

fn svg(graph: &Graph) -> String {
    let spots = spots(graph);
    let widest = spots.values().map(|it| it.x.abs() + it.width / 2.0).fold(0.0, f64::max);
    let lowest = spots.values().map(|it| it.y + BOX_HEIGHT).fold(0.0, f64::max);
    let (width, height) = (2.0 * (widest + GAP), lowest + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.0} 0 {width:.0} {height:.0}\" \
         font-family=\"monospace\" font-size=\"14\" text-anchor=\"middle\">\n",
        -width / 2.0
    );
    for node in graph.nodes() {
        let to = spots[&node.index()];
        svg.extend(graph.dependencies(node).iter().map(|it| line(spots[&it.index()], to)));
    }
    svg.extend(graph.nodes().iter().map(|node| labelled_box(spots[&node.index()], node)));
    svg + "</svg>\n"
}

/// Returns a position for each node, in the row of its level.
fn spots(graph: &Graph) -> HashMap<usize, Spot> {
    let mut spots: HashMap<usize, Spot> = HashMap::new();
    for (row, level) in graph.levels().enumerate() {
        let width = |node: &Node| node.to_string().chars().count() as f64 * CHARACTER + GAP;
        let mut left = -level.iter().map(|node| width(node) + GAP).sum::<f64>() / 2.0;
        for node in level {
            let (width, y) = (width(node), GAP + row as f64 * ROW_HEIGHT);
            spots.insert(node.index(), Spot { x: left + width / 2.0, y, width });
            left += width + GAP;
        }
    }
    spots
}

/// Returns a line from the bottom of one box to the top of another.
fn line(from: Spot, to: Spot) -> String {
    let (x, y, to_x, to_y) = (from.x, from.y + BOX_HEIGHT, to.x, to.y);
    let middle = f64::midpoint(y, to_y);
    format!(
        "<path d=\"M{x:.0} {y:.0}C{x:.0} {middle:.0} {to_x:.0} {middle:.0} {to_x:.0} {to_y:.0}\" \
         fill=\"none\" stroke=\"gray\"/>\n"
    )
}

fn labelled_box(Spot { x, y, width }: Spot, node: &Node) -> String {
    let text = node.to_string().replace('&', "&amp;").replace('<', "&lt;");
    let (left, base) = (x - width / 2.0, y + BOX_HEIGHT * 0.66);
    format!(
        "<rect x=\"{left:.0}\" y=\"{y:.0}\" width=\"{width:.0}\" height=\"{BOX_HEIGHT}\" rx=\"6\" \
         fill=\"white\" stroke=\"black\"/><text x=\"{x:.0}\" y=\"{base:.0}\">{text}</text>\n"
    )
}
