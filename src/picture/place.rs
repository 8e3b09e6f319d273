//! Where everything is: rows from top to bottom, and in each row the items as near as they can be to what they are connected with.

use super::layers::{ItemId, Layered};
use super::{Arrow, Node, Picture, crossings, layers};

/// The height of a line in a box, and of one with the name of an arrow.
pub(super) const LINE: f64 = 16.0;
pub(super) const NAME_LINE: f64 = 12.0;
/// What a box has above and below its lines, together.
const PADDING: f64 = 12.0;
/// The width of a letter in a box, and of one in the name of an arrow: wide ones, as no font is known.
pub(super) const LETTER: f64 = 7.5;
const NAME_LETTER: f64 = 5.8;
/// The room between a box and its neighbour in a row, and around an arrow that passes.
const GAP: f64 = 24.0;
const NARROW: f64 = 12.0;
/// The room between a row and the names below or above it.
const DROP: f64 = 12.0;
/// How far from a corner of a box arrows begin and end.
const CORNER: f64 = 8.0;
/// How far an arrow reaches out that leads back to its own box.
pub(super) const LOOP: f64 = 26.0;
/// How often all rows are placed.
const ROUNDS: usize = 8;

/// A point on the canvas.
pub(super) type Point = (f64, f64);

/// Where everything is; the picture begins at (0, 0).
#[derive(Debug)]
pub(super) struct Placed {
    /// The boxes: their centres and sizes.
    pub boxes: Vec<Rectangle>,
    /// The arrows: where they go along, from their own beginning, and the middle of their name. Arrows that lead back to their
    /// own box have no points.
    pub arrows: Vec<(Vec<Point>, Point)>,
    pub size: Point,
}

/// A box on the canvas.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rectangle {
    pub centre: Point,
    pub width: f64,
    pub height: f64,
}

/// What an item needs around its middle.
#[derive(Debug, Clone, Copy, Default)]
struct Room {
    left: f64,
    right: f64,
    height: f64,
    is_box: bool,
}

/// Places everything.
pub(super) fn place(picture: &Picture) -> Placed {
    let mut layered = layers::layered(picture);
    crossings::reduce(&mut layered);
    let rooms = rooms(picture, &layered);
    let rows = rows(&layered, &rooms);
    let columns = columns(&layered, &rooms);
    let left =
        layered.items.iter().enumerate().map(|(item, _)| columns[item] - rooms[item].left).fold(f64::MAX, f64::min);
    let x = |item: ItemId| columns[item] - left;
    let centre = |item: ItemId| (x(item), rows[layered.items[item].layer].0);
    let boxes: Vec<Rectangle> = picture
        .nodes
        .iter()
        .enumerate()
        .map(|(item, node)| Rectangle { centre: centre(item), width: width(node), height: height(node) })
        .collect();
    let arrows = picture.arrows.iter().zip(&layered.routes).map(|(arrow, route)| {
        let Some(route) = route else {
            let Rectangle { centre, width: wide, .. } = boxes[arrow.from.0];
            return (Vec::new(), (centre.0 + wide / 2.0 + LOOP + name_width(arrow) / 2.0, centre.1));
        };
        let mut points = Vec::new();
        for waypoint in &route.waypoints {
            let (middle, half) = rows[layered.items[*waypoint].layer];
            // In a row of boxes it passes straight between them.
            let is_row = layered.items[*waypoint].layer.is_multiple_of(2);
            let stops = if is_row { vec![middle - half, middle + half] } else { vec![middle] };
            points.extend(stops.into_iter().map(|y| (x(*waypoint), y)));
        }
        if route.is_upward {
            points.reverse();
        }
        for (end, is_first) in [(arrow.from, true), (arrow.to, false)] {
            let next = if is_first { points[0] } else { points[points.len() - 1] };
            let (x, y) = boxes[end.0].border(next);
            let (middle, half) = rows[layered.items[end.0].layer];
            // Straight out of the row, so that it does not get behind a neighbour that is higher.
            let beside = (x, middle + (half + DROP / 2.0).copysign(next.1 - middle));
            match is_first {
                true => drop(points.splice(..0, [(x, y), beside])),
                false => points.extend([beside, (x, y)]),
            }
        }
        (points, centre(route.name))
    });
    let arrows = arrows.collect();
    let width = (0..rooms.len()).map(|item| x(item) + rooms[item].right).fold(0.0, f64::max);
    let height = rows.last().map_or(0.0, |(middle, half)| middle + half);
    Placed { boxes, arrows, size: (width, height) }
}

impl Rectangle {
    /// Where the line from the middle to a point above or below leaves the box, which is never at its sides.
    fn border(&self, point: Point) -> Point {
        let (dx, dy) = (point.0 - self.centre.0, point.1 - self.centre.1);
        let (half, most) = (self.height / 2.0, self.width / 2.0 - CORNER);
        (self.centre.0 + (dx * half / dy.abs()).clamp(-most, most), self.centre.1 + half.copysign(dy))
    }
}

fn longest(lines: &[String]) -> f64 {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as f64
}

fn width(node: &Node) -> f64 {
    longest(&node.lines) * LETTER + 20.0
}

fn height(node: &Node) -> f64 {
    node.lines.len() as f64 * LINE + PADDING
}

fn name_width(arrow: &Arrow) -> f64 {
    longest(&arrow.names) * NAME_LETTER + 6.0
}

/// What each item needs: a box the arrows that lead back to it, too, and a waypoint the name that stands there.
fn rooms(picture: &Picture, layered: &Layered) -> Vec<Room> {
    let mut rooms = vec![Room::default(); layered.items.len()];
    for (room, node) in rooms.iter_mut().zip(&picture.nodes) {
        let half = width(node) / 2.0;
        *room = Room { left: half, right: half, height: height(node), is_box: true };
    }
    for (arrow, route) in picture.arrows.iter().zip(&layered.routes) {
        match route {
            Some(route) => {
                let half = name_width(arrow) / 2.0;
                let height = arrow.names.len() as f64 * NAME_LINE;
                rooms[route.name] = Room { left: half, right: half, height, is_box: false };
            }
            None => rooms[arrow.from.0].right += LOOP + name_width(arrow),
        }
    }
    rooms
}

/// The middle of each layer, and half its height.
fn rows(layered: &Layered, rooms: &[Room]) -> Vec<(f64, f64)> {
    let mut top = 0.0;
    let rows = layered.layers.iter().enumerate().map(|(layer, items)| {
        let height = items.iter().map(|item| rooms[*item].height).fold(0.0, f64::max);
        let above = if layer == 0 { 0.0 } else { DROP };
        let middle = top + above + height / 2.0;
        top += above + height;
        (middle, height / 2.0)
    });
    rows.collect()
}

/// The middle of each item. First, items stand side by side; then each layer moves as near as it can to what it is connected with,
/// above and below in turns.
fn columns(layered: &Layered, rooms: &[Room]) -> Vec<f64> {
    let mut columns = vec![0.0; layered.items.len()];
    let apart = |one: ItemId, other: ItemId| {
        let gap = if rooms[one].is_box && rooms[other].is_box { GAP } else { NARROW };
        rooms[one].right + gap + rooms[other].left
    };
    for layer in &layered.layers {
        let mut x = 0.0;
        for (index, item) in layer.iter().enumerate() {
            x += if index == 0 { rooms[*item].left } else { apart(layer[index - 1], *item) };
            columns[*item] = x;
        }
    }
    let last = layered.layers.len();
    let downward = (1..last).map(|layer| (layer, true));
    let upward = (1..last).rev().map(|layer| (layer - 1, false));
    for (layer, is_above) in std::iter::repeat_n(downward.chain(upward), ROUNDS).flatten() {
        let layer = &layered.layers[layer];
        let wanted: Vec<(f64, f64)> =
            layer.iter().map(|item| wanted(layered, rooms, &columns, *item, is_above)).collect();
        let gaps: Vec<f64> = layer.windows(2).map(|pair| apart(pair[0], pair[1])).collect();
        let placed = nearest(&wanted, &gaps);
        layer.iter().zip(placed).for_each(|(item, x)| columns[*item] = x);
    }
    columns
}

/// Where an item is to be, and how much that matters: arrows that pass are straight.
fn wanted(layered: &Layered, rooms: &[Room], columns: &[f64], item: ItemId, is_above: bool) -> (f64, f64) {
    let neighbours = if is_above { &layered.items[item].above } else { &layered.items[item].below };
    let mean = neighbours.iter().map(|other| columns[*other]).sum::<f64>() / neighbours.len() as f64;
    match neighbours[..] {
        [] => (columns[item], 0.1),
        [other] if !rooms[item].is_box && !rooms[other].is_box => (mean, 4.0),
        _ => (mean, 1.0),
    }
}

/// The places that are nearest to those that are wanted, by the sum of the weighted squares, where each is so much greater than
/// the one before. Neighbours that would come too near to each other move as one from then on ("pool adjacent violators": Ayer
/// and others, 1955).
fn nearest(wanted: &[(f64, f64)], gaps: &[f64]) -> Vec<f64> {
    struct Block {
        mean: f64,
        weight: f64,
        count: usize,
    }
    // Without the gaps, all that is asked is that places do not decrease.
    let offsets: Vec<f64> = std::iter::once(0.0)
        .chain(gaps.iter().scan(0.0, |sum, gap| {
            *sum += gap;
            Some(*sum)
        }))
        .collect();
    let mut blocks: Vec<Block> = Vec::new();
    for ((place, weight), offset) in wanted.iter().zip(&offsets) {
        let mut block = Block { mean: place - offset, weight: *weight, count: 1 };
        while let Some(before) = blocks.pop_if(|before| before.mean > block.mean) {
            let weight = before.weight + block.weight;
            let mean = (before.mean * before.weight + block.mean * block.weight) / weight;
            block = Block { mean, weight, count: before.count + block.count };
        }
        blocks.push(block);
    }
    let means = blocks.iter().flat_map(|block| std::iter::repeat_n(block.mean, block.count));
    means.zip(offsets).map(|(mean, offset)| mean + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::{Placed, nearest, place};
    use crate::picture::{Node, NodeId, Picture};

    #[test]
    fn places_are_wanted_ones_where_these_are_far_enough_apart_and_share_the_way_elsewhere() {
        assert!(nearest(&[], &[]).is_empty());
        assert_eq!(nearest(&[(0.0, 1.0), (10.0, 1.0)], &[5.0]), [0.0, 10.0]);
        assert_eq!(nearest(&[(0.0, 1.0), (0.0, 1.0)], &[4.0]), [-2.0, 2.0]);
        assert_eq!(nearest(&[(0.0, 3.0), (0.0, 1.0)], &[4.0]), [-1.0, 3.0]);
        // The third pushes the second, which then pushes the first.
        assert_eq!(nearest(&[(0.0, 1.0), (3.0, 1.0), (0.0, 1.0)], &[2.0, 2.0]), [-1.0, 1.0, 3.0]);
    }

    fn random(random: &mut fastrand::Rng, most: usize) -> Picture {
        let mut picture = Picture::default();
        let count = random.usize(0..most);
        for _ in 0..count {
            let lines = (0..random.usize(1..4)).map(|_| "x".repeat(random.usize(1..20))).collect();
            picture.add(Node { lines, colour: None });
        }
        for _ in 0..if count == 0 { 0 } else { random.usize(0..3 * count) } {
            let (from, to) = (random.usize(0..count), random.usize(0..count));
            picture.connect(NodeId(from), NodeId(to), "y".repeat(random.usize(1..9)));
        }
        picture
    }

    #[test]
    fn boxes_and_names_are_apart_and_within_the_picture() {
        let mut generator = fastrand::Rng::with_seed(11);
        for _ in 0..300 {
            let picture = random(&mut generator, 14);
            let Placed { boxes, arrows, size } = place(&picture);
            let mut all: Vec<(f64, f64, f64, f64)> =
                boxes.iter().map(|one| (one.centre.0, one.centre.1, one.width / 2.0, one.height / 2.0)).collect();
            for ((_, middle), arrow) in arrows.iter().zip(&picture.arrows) {
                let half = super::name_width(arrow) / 2.0;
                all.push((middle.0, middle.1, half, arrow.names.len() as f64 * 6.0));
            }
            for (index, (x, y, wide, high)) in all.iter().enumerate() {
                // What leads back to a box may have more names than fit beside it.
                let is_loop = index >= boxes.len() && arrows[index - boxes.len()].0.is_empty();
                assert!(x - wide > -0.01 && x + wide < size.0 + 0.01, "{x} ± {wide} of {}", size.0);
                assert!(is_loop || (y - high > -0.01 && y + high < size.1 + 0.01), "{y} ± {high} of {}", size.1);
                for (x2, y2, wide2, high2) in all[..index].iter().filter(|_| !is_loop) {
                    let apart = (x - x2).abs() >= wide + wide2 - 0.01 || (y - y2).abs() >= high + high2 - 0.01;
                    assert!(apart, "{picture:?}");
                }
            }
        }
    }

    #[test]
    fn an_arrow_begins_and_ends_at_its_boxes() {
        let mut generator = fastrand::Rng::with_seed(12);
        for _ in 0..100 {
            let picture = random(&mut generator, 9);
            let Placed { boxes, arrows, .. } = place(&picture);
            for ((points, _), arrow) in arrows.iter().zip(&picture.arrows).filter(|((points, _), _)| !points.is_empty())
            {
                for (point, end) in [(points[0], arrow.from), (points[points.len() - 1], arrow.to)] {
                    let it = boxes[end.0];
                    let (dx, dy) = ((point.0 - it.centre.0).abs(), (point.1 - it.centre.1).abs());
                    let touches = (dx - it.width / 2.0).abs() < 0.01 || (dy - it.height / 2.0).abs() < 0.01;
                    assert!(touches && dx < it.width / 2.0 + 0.01 && dy < it.height / 2.0 + 0.01);
                }
            }
        }
    }

    #[test]
    fn a_parent_stands_in_the_middle_above_its_children_and_these_in_order() {
        let mut picture = Picture::default();
        for _ in 0..3 {
            picture.add(Node { lines: vec!["Node0".to_owned()], colour: None });
        }
        picture.connect(NodeId(0), NodeId(1), "left".to_owned());
        picture.connect(NodeId(0), NodeId(2), "right".to_owned());
        let centres: Vec<(f64, f64)> = place(&picture).boxes.iter().map(|one| one.centre).collect();
        assert!(centres[1].0 < centres[0].0 && centres[0].0 < centres[2].0);
        assert!((centres[1].0 + centres[2].0 - 2.0 * centres[0].0).abs() < 0.5, "{centres:?}");
        assert!(centres[0].1 < centres[1].1 && (centres[1].1 - centres[2].1).abs() < 0.01);
    }
}
