//! Instances as pictures in SVG: boxes in layers, each below what refers to it.

use super::{Named, View};
use crate::markup::escape;
use crate::resolve::SigKind;
use std::collections::BTreeMap;
use std::fmt::Write;

const LINE: f64 = 16.0;
const CHARACTER: f64 = 7.6;
const GAP: f64 = 36.0;
const LAYER: f64 = 64.0;
const MARGIN: f64 = 20.0;
/// How far an arrow bends that does not lead from one layer to the next.
const BEND: f64 = 46.0;
/// How many colours there are for signatures.
const COLOURS: usize = 6;

/// An atom on the canvas.
struct Node {
    /// Its name, the subset signatures and witnesses that it is in, and the values of its fields that are no objects.
    lines: Vec<String>,
    colour: usize,
    layer: usize,
    /// The middle of the box, and its upper edge.
    x: f64,
    y: f64,
}

/// All tuples from one atom to another.
struct Arrow {
    from: usize,
    to: usize,
    labels: Vec<String>,
}

impl Node {
    fn width(&self) -> f64 {
        let longest = self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        longest as f64 * CHARACTER + 24.0
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE + 12.0
    }
}

/// Draws an instance. Tuples are arrows from their first atom to their last; integers and strings are written into the
/// boxes of the atoms that have them. Colours follow the reader's light or dark preference.
pub fn picture(view: &View, title: &str) -> String {
    let (mut nodes, arrows) = contents(view);
    let layers = layers(&mut nodes, &arrows);
    let (width, height) = place(&mut nodes, &arrows, layers);
    let width = width.max(title.chars().count() as f64 * CHARACTER + 2.0 * MARGIN);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">"
    );
    out.push_str(STYLE);
    let _ = writeln!(out, "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>");
    let _ = writeln!(out, "<text class=\"title\" x=\"{MARGIN}\" y=\"24\">{}</text>", escape(title));
    for arrow in &arrows {
        draw_arrow(&mut out, &nodes, arrow);
    }
    for node in &nodes {
        let (x, width) = (node.x - node.width() / 2.0, node.width());
        let _ = writeln!(
            out,
            "<rect class=\"c{}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\" rx=\"6\"/>",
            node.colour,
            node.y,
            node.height()
        );
        for (index, line) in node.lines.iter().enumerate() {
            let class = if index == 0 { "atom" } else { "note" };
            let y = node.y + 17.0 + index as f64 * LINE;
            let _ = writeln!(out, "<text class=\"{class}\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>", node.x, escape(line));
        }
    }
    out.push_str("</svg>\n");
    out
}

// A reader's own page may be light where the picture is dark, so it brings its background; labels stand out from the
// arrows that cross them by a rim of that colour.
const STYLE: &str = "<style>
rect { stroke: #57606a }
.paper { fill: #ffffff; stroke: none }
.c0 { fill: #ddf4ff } .c1 { fill: #dafbe1 } .c2 { fill: #fff8c5 } .c3 { fill: #fbefff } .c4 { fill: #ffe2d9 } \
.c5 { fill: #eaeef2 }
text { fill: #24292f }
.title { font-weight: bold; font-size: 13px }
.atom { font-weight: bold; text-anchor: middle }
.note { text-anchor: middle }
.label { font-size: 11px; text-anchor: middle; stroke: #ffffff; stroke-width: 4px; paint-order: stroke }
path { fill: none; stroke: #57606a }
.head { fill: #57606a; stroke: none }
@media (prefers-color-scheme: dark) {
.paper { fill: #0d1117 }
rect { stroke: #8b949e }
.c0 { fill: #0c2d6b } .c1 { fill: #033a16 } .c2 { fill: #4b2900 } .c3 { fill: #3c1e70 } .c4 { fill: #5d0f12 } \
.c5 { fill: #21262d }
text { fill: #e6edf3 }
.label { stroke: #0d1117 }
path { stroke: #8b949e }
.head { fill: #8b949e }
}
</style>
<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
<path class=\"head\" d=\"M0,0 L8,4 L0,8 Z\"/></marker></defs>
";

/// The boxes and the arrows.
fn contents(view: &View) -> (Vec<Node>, Vec<Arrow>) {
    let relations = view.relations();
    let mut nodes: Vec<Node> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut colour = 0;
    for (named, _, value) in &relations {
        let Named::Sig(sig) = named else { continue };
        if view.module.sigs[sig.index()].kind != SigKind::Top || value.is_empty() {
            continue;
        }
        for row in view.rows(value) {
            places.entry(row[0]).or_insert_with(|| {
                nodes.push(Node { lines: vec![row[0].to_owned()], colour: colour % COLOURS, layer: 0, x: 0.0, y: 0.0 });
                nodes.len() - 1
            });
        }
        colour += 1;
    }
    let mut arrows: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for (named, name, value) in &relations {
        let short = name.rsplit('.').next().unwrap_or(name);
        let mut notes: BTreeMap<(usize, String), Vec<&str>> = BTreeMap::new();
        for row in view.rows(value) {
            let [first, rest @ ..] = row.as_slice() else { continue };
            let Some(&from) = places.get(first) else { continue };
            match rest {
                [] if matches!(named, Named::Sig(sig) if !is_subset(view, *sig)) => {}
                [] => nodes[from].lines.push(format!("({name})")),
                [between @ .., last] => {
                    let label =
                        if between.is_empty() { short.to_owned() } else { format!("{short}[{}]", between.join(", ")) };
                    match places.get(last) {
                        Some(&to) => arrows.entry((from, to)).or_default().push(label),
                        None => notes.entry((from, label)).or_default().push(last),
                    }
                }
            }
        }
        for ((node, label), values) in notes {
            nodes[node].lines.push(format!("{label} = {}", values.join(", ")));
        }
    }
    (nodes, arrows.into_iter().map(|((from, to), labels)| Arrow { from, to, labels }).collect())
}

fn is_subset(view: &View, sig: crate::resolve::SigId) -> bool {
    matches!(view.module.sigs[sig.index()].kind, SigKind::In { .. })
}

/// Puts every atom one layer below the first that refers to it, breadth first from those to which nothing refers; where
/// all refer to each other, from the first. The atoms of each layer, in the order in which they are met.
fn layers(nodes: &mut [Node], arrows: &[Arrow]) -> Vec<Vec<usize>> {
    let is_met = |node: usize| arrows.iter().any(|arrow| arrow.to == node && arrow.from != node);
    let mut layers: Vec<Vec<usize>> = Vec::new();
    let mut known = vec![false; nodes.len()];
    let roots: Vec<usize> = (0..nodes.len()).filter(|node| !is_met(*node)).collect();
    let others: Vec<Vec<usize>> = (0..nodes.len()).map(|node| vec![node]).collect();
    for start in [roots].into_iter().chain(others) {
        let mut current: Vec<usize> = start.into_iter().filter(|node| !known[*node]).collect();
        let mut layer = 0;
        while !current.is_empty() {
            current.iter().for_each(|node| known[*node] = true);
            if layers.len() == layer {
                layers.push(Vec::new());
            }
            let mut next: Vec<usize> = Vec::new();
            for node in current {
                nodes[node].layer = layer;
                layers[layer].push(node);
                let targets = arrows.iter().filter(|arrow| arrow.from == node).map(|arrow| arrow.to);
                for target in targets {
                    if !known[target] && !next.contains(&target) {
                        next.push(target);
                    }
                }
            }
            (current, layer) = (next, layer + 1);
        }
    }
    layers
}

/// Gives each box its place; the width and the height of the picture.
fn place(nodes: &mut [Node], arrows: &[Arrow], mut layers: Vec<Vec<usize>>) -> (f64, f64) {
    let span = |nodes: &[Node], layer: &[usize]| -> f64 {
        layer.iter().map(|node| nodes[*node].width()).sum::<f64>() + GAP * layer.len().saturating_sub(1) as f64
    };
    let widest = layers.iter().map(|layer| span(nodes, layer)).fold(0.0, f64::max);
    let margin = MARGIN + BEND;
    let mut y = 44.0;
    for layer in &mut layers {
        // Boxes stand in the order of the middle of what refers to them from above.
        let above = |node: usize| {
            let from: Vec<f64> = arrows
                .iter()
                .filter(|arrow| arrow.to == node && nodes[arrow.from].layer < nodes[node].layer)
                .map(|arrow| nodes[arrow.from].x)
                .collect();
            if from.is_empty() { f64::MAX } else { from.iter().sum::<f64>() / from.len() as f64 }
        };
        layer.sort_by(|a, b| above(*a).total_cmp(&above(*b)));
        let mut x = margin + (widest - span(nodes, layer)) / 2.0;
        let mut height = 0.0_f64;
        for node in layer.iter() {
            let node = &mut nodes[*node];
            (node.x, node.y) = (x + node.width() / 2.0, y);
            x += node.width() + GAP;
            height = height.max(node.height());
        }
        y += height + LAYER;
    }
    (widest + 2.0 * margin, (y - LAYER + margin).max(44.0))
}

/// A curve with the names of its tuples: between layers nearer to its end, where fewer curves meet, else at its middle.
fn draw_arrow(out: &mut String, nodes: &[Node], arrow: &Arrow) {
    let (from, to) = (&nodes[arrow.from], &nodes[arrow.to]);
    let (bottom, middle) = (from.y + from.height(), |node: &Node| node.y + node.height() / 2.0);
    let [start, a, b, end] = if arrow.from == arrow.to {
        let (x, y) = (from.x + from.width() / 2.0, middle(from));
        [(x, y - 7.0), (x + BEND, y - 24.0), (x + BEND, y + 24.0), (x, y + 7.0)]
    } else if to.layer > from.layer {
        // Past the layers between, to the side on which there is more room.
        let aside = if to.layer == from.layer + 1 { 0.0 } else { BEND.copysign(to.x - from.x) };
        let drop = (to.y - bottom) * 0.45;
        [(from.x, bottom), (from.x + aside, bottom + drop), (to.x + aside, to.y - drop), (to.x, to.y)]
    } else if to.layer == from.layer {
        let depth = bottom.max(to.y + to.height()) + LAYER * 0.5;
        let toward = 0.25 * from.width().copysign(to.x - from.x);
        [(from.x + toward, bottom), (from.x + toward, depth), (to.x, depth), (to.x, to.y + to.height())]
    } else {
        // Back up, along the side.
        let side = |node: &Node| node.x + (node.width() / 2.0).copysign(from.x - to.x + 0.5);
        let aside = BEND.copysign(from.x - to.x + 0.5);
        let (start, end) = ((side(from), middle(from)), (side(to), middle(to)));
        [start, (start.0 + aside, start.1), (end.0 + aside, end.1), end]
    };
    let t: f64 = if to.layer > from.layer { 0.68 } else { 0.5 };
    let u = 1.0 - t;
    let at = |p: f64, q: f64, r: f64, s: f64| u * u * u * p + 3.0 * u * u * t * q + 3.0 * u * t * t * r + t * t * t * s;
    let (x, y) = (at(start.0, a.0, b.0, end.0), at(start.1, a.1, b.1, end.1));
    let _ = writeln!(
        out,
        "<path d=\"M{:.1},{:.1} C{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}\" marker-end=\"url(#head)\"/>",
        start.0, start.1, a.0, a.1, b.0, b.1, end.0, end.1
    );
    for (index, label) in arrow.labels.iter().enumerate() {
        let y = y + 4.0 + (index as f64 - (arrow.labels.len() - 1) as f64 / 2.0) * 12.0;
        let _ = writeln!(out, "<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(label));
    }
}
