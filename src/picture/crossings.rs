//! Orders the items of each layer so that few arrows cross: each comes to the mean place of what it is connected with, layer by
//! layer, down and up again (barycenters, as Sugiyama, Tagawa and Toda have them).

use super::layers::{ItemId, Layered};

/// How often all layers are ordered at most.
const SWEEPS: usize = 16;

/// How often they are ordered without success before that is enough.
const PATIENCE: usize = 4;

/// Orders the layers. An order that is no better than that before it is not taken, so that a picture without crossings stays as
/// it is.
pub(super) fn reduce(layered: &mut Layered) {
    let mut best = (crossings(layered), layered.layers.clone());
    let mut since = 0;
    for sweep in 0..SWEEPS {
        if best.0 == 0 || since == PATIENCE {
            break;
        }
        let last = layered.layers.len().saturating_sub(1);
        // Which of two at the same mean place comes first makes a difference further on.
        let is_turned = sweep % 4 >= 2;
        match sweep % 2 {
            0 => (1..=last).for_each(|layer| order(layered, layer, true, is_turned)),
            _ => (0..last).rev().for_each(|layer| order(layered, layer, false, is_turned)),
        }
        since += 1;
        let now = crossings(layered);
        if now < best.0 {
            best = (now, layered.layers.clone());
            since = 0;
        }
    }
    layered.layers = best.1;
}

/// Where each item is in its layer.
fn places(layered: &Layered) -> Vec<usize> {
    let mut places = vec![0; layered.items.len()];
    for layer in &layered.layers {
        layer.iter().enumerate().for_each(|(place, item)| places[*item] = place);
    }
    places
}

/// Orders a layer by what its items are connected with above, or below. Those that are connected with nothing keep their places;
/// those at the same mean place keep their order, or turn it round.
fn order(layered: &mut Layered, layer: usize, is_above: bool, is_turned: bool) {
    let Layered { items, layers, .. } = layered;
    let neighbours = |item: ItemId| if is_above { &items[item].above } else { &items[item].below };
    let mut places = vec![0; items.len()];
    let fixed = if is_above { layer - 1 } else { layer + 1 };
    layers[fixed].iter().enumerate().for_each(|(place, item)| places[*item] = place);
    let mean = |item: ItemId| {
        let sum: usize = neighbours(item).iter().map(|other| places[*other]).sum();
        sum as f64 / neighbours(item).len() as f64
    };
    let slots: Vec<usize> =
        (0..layers[layer].len()).filter(|slot| !neighbours(layers[layer][*slot]).is_empty()).collect();
    let mut movable: Vec<ItemId> = slots.iter().map(|slot| layers[layer][*slot]).collect();
    if is_turned {
        movable.reverse();
    }
    movable.sort_by(|one, other| mean(*one).total_cmp(&mean(*other)));
    slots.into_iter().zip(movable).for_each(|(slot, item)| layers[layer][slot] = item);
}

/// How many pairs of arrows cross.
fn crossings(layered: &Layered) -> usize {
    let places = places(layered);
    let between = |layer: &Vec<ItemId>| {
        // The lower ends in the order of the upper ones: those that stand the wrong way round cross.
        let ends: Vec<usize> = layer
            .iter()
            .flat_map(|item| {
                let mut below: Vec<usize> = layered.items[*item].below.iter().map(|lower| places[*lower]).collect();
                below.sort_unstable();
                below
            })
            .collect();
        inversions(&ends)
    };
    layered.layers.iter().map(between).sum()
}

/// How many pairs of numbers stand the wrong way round, counted with sums over powers of two (Fenwick, 1994).
fn inversions(numbers: &[usize]) -> usize {
    let mut sums = vec![0; numbers.iter().max().map_or(0, |most| most + 2)];
    let mut count = 0;
    for (seen, number) in numbers.iter().enumerate() {
        let mut no_greater = 0;
        let mut at = number + 1;
        while at > 0 {
            no_greater += sums[at];
            at &= at - 1;
        }
        count += seen - no_greater;
        let mut at = number + 1;
        while at < sums.len() {
            sums[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{crossings, inversions, reduce};
    use crate::picture::layers::layered;
    use crate::picture::{Node, NodeId, Picture};

    #[test]
    fn inversions_are_pairs_the_wrong_way_round() {
        let mut random = fastrand::Rng::with_seed(3);
        for length in 0..40 {
            let numbers: Vec<usize> = (0..length).map(|_| random.usize(0..9)).collect();
            let pairs = (0..length).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
            let count = pairs.filter(|(earlier, later)| numbers[*earlier] > numbers[*later]).count();
            assert_eq!(inversions(&numbers), count, "{numbers:?}");
        }
    }

    #[test]
    fn arrows_that_need_not_cross_do_not_and_nothing_moves_without_need() {
        let picture = |arrows: &[(usize, usize)]| {
            let mut picture = Picture::default();
            for _ in 0..6 {
                picture.add(Node { lines: vec!["a".to_owned()], colour: None });
            }
            arrows.iter().for_each(|(from, to)| picture.connect(NodeId(*from), NodeId(*to), "f".to_owned()));
            picture
        };
        // A walk meets 3, 4 and 5 in another order than the one in which nothing crosses: 0 and 2 are the neighbours of 3.
        let mut crossed = layered(&picture(&[(0, 3), (0, 5), (1, 4), (1, 5), (2, 3)]));
        assert!(crossings(&crossed) > 0);
        reduce(&mut crossed);
        assert_eq!(crossings(&crossed), 0);
        let tree = picture(&[(0, 1), (0, 2), (1, 3), (2, 4), (2, 5)]);
        let mut reduced = layered(&tree);
        reduce(&mut reduced);
        assert_eq!(reduced.layers, layered(&tree).layers);
    }
}
