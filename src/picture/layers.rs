//! Which layer everything is in: boxes, arrows that pass, and the names of arrows.

use super::{Arrow, Picture};
use std::collections::BTreeSet;

/// The number of an item, in [`Layered::items`]. The first ones are the boxes.
pub(super) type ItemId = usize;

/// The items of a picture in layers. Boxes are in the even ones, names in the odd ones between them.
#[derive(Debug)]
pub(super) struct Layered {
    pub items: Vec<Item>,
    /// The items of each layer, from left to right.
    pub layers: Vec<Vec<ItemId>>,
    /// Where arrows go along, by the number of the arrow. Those that lead back to their own box are nowhere.
    pub routes: Vec<Option<Route>>,
}

/// Something that takes room: a box, or a place where an arrow passes.
#[derive(Debug)]
pub(super) struct Item {
    pub layer: usize,
    /// What it is connected with in the layer above, and in that below.
    pub above: Vec<ItemId>,
    pub below: Vec<ItemId>,
}

/// Where an arrow goes along.
#[derive(Debug)]
pub(super) struct Route {
    /// From the upper box to the lower one, without these.
    pub waypoints: Vec<ItemId>,
    /// The one of them at which its name stands.
    pub name: ItemId,
    /// Whether it leads upwards, because others lead from its end to its beginning.
    pub is_upward: bool,
}

/// Assigns layers. The order within them is that of a walk along the arrows, in the order in which they were added.
pub(super) fn layered(picture: &Picture) -> Layered {
    let (order, upward) = walk(picture);
    let ends = |index: usize| {
        let Arrow { from, to, .. } = &picture.arrows[index];
        if upward.contains(&index) { (to.0, from.0) } else { (from.0, to.0) }
    };
    let downward: Vec<(usize, usize)> = (0..picture.arrows.len()).map(ends).collect();
    let ranks = ranks(picture.nodes.len(), &order, &downward);
    let item = |rank: &usize| Item { layer: 2 * rank, above: Vec::new(), below: Vec::new() };
    let mut items: Vec<Item> = ranks.iter().map(item).collect();
    let mut routes = Vec::new();
    for (index, (upper, lower)) in downward.iter().copied().enumerate() {
        if upper == lower {
            routes.push(None);
            continue;
        }
        let (first, last) = (2 * ranks[upper] + 1, 2 * ranks[lower] - 1);
        let mut waypoints = Vec::new();
        let mut before = upper;
        for layer in first..=last {
            items.push(Item { layer, above: vec![before], below: Vec::new() });
            let waypoint = items.len() - 1;
            items[before].below.push(waypoint);
            waypoints.push(waypoint);
            before = waypoint;
        }
        items[before].below.push(lower);
        items[lower].above.push(before);
        // The middle one of those between rows of boxes.
        let name = waypoints[(waypoints.len() - 1) / 4 * 2];
        routes.push(Some(Route { waypoints, name, is_upward: upward.contains(&index) }));
    }
    let layers = in_order_of_a_walk(&items, picture.nodes.len());
    Layered { items, layers, routes }
}

/// Walks along all arrows, from boxes to which nothing leads, and then from those that were not reached, in their order. The
/// boxes, each before all to which its downward arrows lead; and the arrows that are drawn upwards, because they lead
/// back to where the walk came from.
fn walk(picture: &Picture) -> (Vec<usize>, BTreeSet<usize>) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let count = picture.nodes.len();
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut is_met = vec![false; count];
    for (index, arrow) in picture.arrows.iter().enumerate().filter(|(_, arrow)| arrow.from != arrow.to) {
        leaving[arrow.from.0].push(index);
        is_met[arrow.to.0] = true;
    }
    let (mut state, mut finished, mut upward) = (vec![State::New; count], Vec::new(), BTreeSet::new());
    let starts = (0..count).filter(|node| !is_met[*node]).chain(0..count);
    for start in starts.collect::<Vec<_>>() {
        let mut path: Vec<(usize, usize)> = Vec::new();
        if state[start] == State::New {
            state[start] = State::Open;
            path.push((start, 0));
        }
        while let Some((node, next)) = path.last_mut() {
            let Some(arrow) = leaving[*node].get(*next).copied() else {
                state[*node] = State::Done;
                finished.push(*node);
                path.pop();
                continue;
            };
            *next += 1;
            let target = picture.arrows[arrow].to.0;
            match state[target] {
                State::New => {
                    state[target] = State::Open;
                    path.push((target, 0));
                }
                State::Open => drop(upward.insert(arrow)),
                State::Done => {}
            }
        }
    }
    finished.reverse();
    (finished, upward)
}

/// For each box, how many rows stand above it: it is below all that lead to it, and right above one of those to which it leads
/// if nothing leads to it.
fn ranks(count: usize, order: &[usize], arrows: &[(usize, usize)]) -> Vec<usize> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut is_met = vec![false; count];
    for (upper, lower) in arrows.iter().copied().filter(|(upper, lower)| upper != lower) {
        below[upper].push(lower);
        is_met[lower] = true;
    }
    let mut ranks = vec![0; count];
    for node in order {
        for lower in &below[*node] {
            ranks[*lower] = ranks[*lower].max(ranks[*node] + 1);
        }
    }
    for node in (0..count).filter(|node| !is_met[*node]) {
        if let Some(nearest) = below[node].iter().map(|lower| ranks[*lower]).min() {
            ranks[node] = nearest - 1;
        }
    }
    ranks
}

/// The items of each layer in the order in which a walk downwards meets them.
fn in_order_of_a_walk(items: &[Item], boxes: usize) -> Vec<Vec<ItemId>> {
    let count = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
    let mut layers: Vec<Vec<ItemId>> = vec![Vec::new(); count];
    let mut is_met = vec![false; items.len()];
    let mut starts: Vec<ItemId> = (0..boxes).collect();
    starts.sort_by_key(|item| items[*item].layer);
    let mut open = Vec::new();
    for start in starts {
        open.push(start);
        while let Some(item) = open.pop() {
            if !std::mem::replace(&mut is_met[item], true) {
                layers[items[item].layer].push(item);
                open.extend(items[item].below.iter().rev());
            }
        }
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::{Layered, layered};
    use crate::picture::{Node, NodeId, Picture};

    fn picture(count: usize, arrows: &[(usize, usize)]) -> Picture {
        let mut picture = Picture::default();
        for _ in 0..count {
            picture.add(Node { lines: vec!["a".to_owned()], colour: None });
        }
        arrows.iter().for_each(|(from, to)| picture.connect(NodeId(*from), NodeId(*to), "f".to_owned()));
        picture
    }

    /// The rows of the boxes.
    fn rows(layered: &Layered, count: usize) -> Vec<usize> {
        layered.items[..count].iter().map(|item| item.layer / 2).collect()
    }

    #[test]
    fn a_box_stands_below_all_that_refer_to_it_and_a_source_right_above_what_it_refers_to() {
        // 0 → 1 → 2 → 3, 0 → 3, and 4, to which nothing leads, → 3.
        let layered = layered(&picture(5, &[(0, 1), (0, 3), (1, 2), (2, 3), (4, 3)]));
        assert_eq!(rows(&layered, 5), [0, 1, 2, 3, 2]);
        let long = layered.routes[1].as_ref().expect("it leads to another box");
        assert_eq!(long.waypoints.len(), 5, "a place between rows and in rows");
        assert_eq!(layered.items[long.name].layer % 2, 1, "names stand between rows");
    }

    #[test]
    fn in_a_circle_one_arrow_leads_upwards() {
        let layered = layered(&picture(3, &[(0, 1), (1, 2), (2, 0), (1, 1)]));
        assert_eq!(rows(&layered, 3), [0, 1, 2]);
        let upward: Vec<Option<bool>> =
            layered.routes.iter().map(|route| route.as_ref().map(|route| route.is_upward)).collect();
        assert_eq!(upward, [Some(false), Some(false), Some(true), None]);
    }

    #[test]
    fn what_follows_an_item_in_its_layer_is_what_a_walk_meets_later() {
        let layered = layered(&picture(7, &[(0, 1), (0, 4), (1, 2), (1, 3), (4, 5), (4, 6)]));
        assert_eq!(layered.layers[0], [0]);
        assert_eq!(layered.layers[2], [1, 4]);
        assert_eq!(layered.layers[4], [2, 3, 5, 6]);
    }
}
