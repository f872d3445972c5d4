//! Drawing of the graph, with one row for each level, so that every node is below its dependencies.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use hcldyn::ext::graph::{Graph, Node};

const BOX_HEIGHT: f64 = 28.0;
const ROW_HEIGHT: f64 = 84.0;
const GAP: f64 = 20.0;

/// The width of a character in the font of the picture.
const CHARACTER: f64 = 8.4;

/// Writes the dependencies to `name.dot` in Graphviz's language, and to `name.svg` as a picture.
pub(crate) fn write(graph: &Graph, name: &Path) -> io::Result<()> {
    fs::write(with_ending(name, ".dot"), graph.dot())?;
    fs::write(with_ending(name, ".svg"), svg(graph))
}

/// Returns the path with an ending after its whole name, which may contain a dot.
fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let mut path = name.as_os_str().to_owned();
    path.push(ending);
    path.into()
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
        for needed in graph.dependencies(node) {
            line(&mut svg, spots[&needed.index()], spots[&node.index()]);
        }
    }
    for node in graph.nodes() {
        labelled_box(&mut svg, spots[&node.index()], &node.to_string());
    }
    svg + "</svg>\n"
}

/// Returns a position for each node: in the row of its level, near its dependencies.
fn spots(graph: &Graph) -> HashMap<usize, Spot> {
    let mut spots: HashMap<usize, Spot> = HashMap::new();
    for (row, mut level) in graph.levels().enumerate() {
        let near = |node: &&Node| {
            let needed = graph.dependencies(node);
            let xs = needed.iter().filter_map(|it| spots.get(&it.index())).map(|spot| spot.x);
            xs.sum::<f64>() / needed.len().max(1) as f64
        };
        level.sort_by(|a, b| near(a).total_cmp(&near(b)));
        let widths = level.iter().map(|node| node.to_string().chars().count() as f64 * CHARACTER);
        let widths: Vec<_> = widths.map(|text| text + GAP).collect();
        let mut left = -(widths.iter().sum::<f64>() + GAP * (widths.len() - 1) as f64) / 2.0;
        for (node, width) in level.iter().zip(widths) {
            let spot = Spot { x: left + width / 2.0, y: GAP + row as f64 * ROW_HEIGHT, width };
            spots.insert(node.index(), spot);
            left += width + GAP;
        }
    }
    spots
}

/// Draws a line from the bottom of one box to the top of another.
fn line(svg: &mut String, from: Spot, to: Spot) {
    let (start, end) = (from.y + BOX_HEIGHT, to.y);
    let middle = f64::midpoint(start, end);
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<path d=\"M{:.0} {start:.0}C{:.0} {middle:.0} {:.0} {middle:.0} {:.0} {end:.0}\" \
         fill=\"none\" stroke=\"gray\"/>",
        from.x, from.x, to.x, to.x
    );
}

fn labelled_box(svg: &mut String, Spot { x, y, width }: Spot, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<rect x=\"{:.0}\" y=\"{y:.0}\" width=\"{width:.0}\" height=\"{BOX_HEIGHT}\" rx=\"6\" \
         fill=\"white\" stroke=\"black\"/><text x=\"{x:.0}\" y=\"{:.0}\">{text}</text>",
        x - width / 2.0,
        y + BOX_HEIGHT * 0.66
    );
}
