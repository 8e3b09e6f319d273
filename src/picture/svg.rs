//! Pictures as SVG. Colours follow the reader's light or dark preference.

use super::place::{LETTER, LINE, LOOP, NAME_LINE, Placed, Point, Rectangle, place};
use super::{Node, Picture};
use crate::markup::escape;
use std::fmt::Write;

/// The room around everything.
const MARGIN: f64 = 16.0;
/// The height of the caption.
const CAPTION: f64 = 28.0;

/// The arrow head that pictures share that stand on one page.
pub const ARROW_HEAD: &str = concat!(
    "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">",
    "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">",
    "<path class=\"head\" d=\"M0,0 L8,4 L0,8 Z\"/></marker></defs></svg>\n"
);

// A reader's own page may be light where the picture is dark, so it brings its background; names stand out from the
// arrows that cross them by a rim of that colour. That is a text below theirs, as many programs draw a stroke over a text whatever `paint-order` says.
const STYLE: &str = "<style>
svg { background: #ffffff }
rect { fill: #f6f8fa; stroke: #57606a }
.c0 { fill: #ddf4ff } .c1 { fill: #dafbe1 } .c2 { fill: #fff8c5 } .c3 { fill: #fbefff } .c4 { fill: #ffe2d9 } \
.c5 { fill: #eaeef2 }
text { fill: #24292f; text-anchor: middle }
.caption { font-weight: bold; font-size: 13px; text-anchor: start }
.title { font-weight: bold }
.name, .rim { font-size: 10px }
.name { fill: #57606a }
.rim { fill: #ffffff; stroke: #ffffff; stroke-width: 3px }
path { fill: none; stroke: #57606a }
.head { fill: #57606a; stroke: none }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117 }
rect { fill: #21262d; stroke: #8b949e }
.c0 { fill: #0c2d6b } .c1 { fill: #033a16 } .c2 { fill: #4b2900 } .c3 { fill: #3c1e70 } .c4 { fill: #5d0f12 } \
.c5 { fill: #21262d }
text { fill: #e6edf3 }
.name { fill: #8b949e }
.rim { fill: #0d1117; stroke: #0d1117 }
path { stroke: #8b949e }
.head { fill: #8b949e }
}
</style>
<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
<path class=\"head\" d=\"M0,0 L8,4 L0,8 Z\"/></marker></defs>
";

impl Picture {
    /// The picture as a file of its own, with a caption if there is one.
    pub fn document(&self, caption: Option<&str>) -> String {
        self.drawing(STYLE, caption)
    }

    /// The picture on a page that says what it looks like, and that has an [`ARROW_HEAD`].
    pub fn part_of_a_page(&self) -> String {
        self.drawing("", None)
    }

    fn drawing(&self, definitions: &str, caption: Option<&str>) -> String {
        let Placed { boxes, arrows, size } = place(self);
        let (left, top) = (MARGIN, MARGIN + caption.map_or(0.0, |_| CAPTION));
        let least = caption.map_or(0.0, |caption| caption.chars().count() as f64 * LETTER);
        let (width, height) = (size.0.max(least) + 2.0 * MARGIN, top + size.1 + MARGIN);
        let shifted = |(x, y): Point| (x + left, y + top);
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">"
        );
        out.push_str(definitions);
        if let Some(caption) = caption {
            let _ = writeln!(out, "<text class=\"caption\" x=\"{MARGIN}\" y=\"28\">{}</text>", escape(caption));
        }
        for (arrow, (points, _)) in self.arrows.iter().zip(&arrows) {
            let path = match points.as_slice() {
                [] => back_to_itself(&boxes[arrow.from.0], shifted),
                points => curve(&points.iter().copied().map(shifted).collect::<Vec<_>>()),
            };
            let _ = writeln!(out, "<path d=\"{path}\" marker-end=\"url(#head)\"/>");
        }
        for (arrow, (_, middle)) in self.arrows.iter().zip(&arrows) {
            let (x, y) = shifted(*middle);
            let first = y + 3.5 - (arrow.names.len() - 1) as f64 * NAME_LINE / 2.0;
            for (name, line) in arrow.names.iter().zip(0_u32..) {
                let y = first + f64::from(line) * NAME_LINE;
                let text = format!("x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(name));
                let _ = writeln!(out, "<text class=\"rim\" aria-hidden=\"true\" {text}\n<text class=\"name\" {text}");
            }
        }
        self.nodes.iter().zip(&boxes).for_each(|(node, it)| rectangle(&mut out, node, it, shifted(it.centre)));
        out.push_str("</svg>\n");
        out
    }
}

fn rectangle(out: &mut String, node: &Node, it: &Rectangle, (x, y): Point) {
    let class = node.colour.map_or_else(String::new, |colour| format!("class=\"c{}\" ", colour % Picture::COLOURS));
    let (left, top) = (x - it.width / 2.0, y - it.height / 2.0);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<rect {class}x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\"/>",
        it.width, it.height
    );
    let first = y + 4.0 - (node.lines.len() - 1) as f64 * LINE / 2.0;
    for (text, line) in node.lines.iter().zip(0_u32..) {
        let class = if line == 0 { "class=\"title\" " } else { "" };
        let y = first + f64::from(line) * LINE;
        let _ = writeln!(out, "<text {class}x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(text));
    }
}

/// A curve out of the right side of a box and back into it.
fn back_to_itself(it: &Rectangle, shifted: impl Fn(Point) -> Point) -> String {
    let (x, y) = shifted((it.centre.0 + it.width / 2.0, it.centre.1));
    // Three quarters of the way to the points that draw it aside: up to the name.
    let far = x + LOOP / 0.75 - 4.0;
    format!("M{x:.1},{:.1} C{far:.1},{:.1} {far:.1},{:.1} {x:.1},{:.1}", y - 7.0, y - 21.0, y + 21.0, y + 7.0)
}

/// A curve from the first point to the last that the others draw to themselves, in the shape of a cubic B-spline (de Boor): it
/// stays within the hull of each four neighbours, so that it never turns where there is no point.
fn curve(points: &[Point]) -> String {
    let mix = |parts: &[(f64, Point)]| {
        let (weight, x, y) = parts.iter().fold((0.0, 0.0, 0.0), |(weight, x, y), (part, point)| {
            (weight + part, x + part * point.0, y + part * point.1)
        });
        format!("{:.1},{:.1}", x / weight, y / weight)
    };
    let [first, .., last] = points else { return String::new() };
    let mut path = format!("M{} L{}", mix(&[(1.0, *first)]), mix(&[(5.0, *first), (1.0, points[1])]));
    // The last point counts twice, as the first one did with the line to it.
    for three in [points, &[*last]].concat().windows(3) {
        let [a, b, c] = [three[0], three[1], three[2]];
        let controls = [mix(&[(2.0, a), (1.0, b)]), mix(&[(1.0, a), (2.0, b)])].join(" ");
        // Writing to a string cannot fail.
        let _ = write!(path, " C{controls} {}", mix(&[(1.0, a), (4.0, b), (1.0, c)]));
    }
    path + &format!(" L{}", mix(&[(1.0, *last)]))
}
