//! How many of some wires are true.

use super::gates::{Circuit, Wire};

/// The wires in descending order of truth: the k-th is true iff at least k+1 of them are (a totaliser).
pub(super) fn sort(circuit: &mut Circuit, wires: &[Wire]) -> Vec<Wire> {
    if wires.len() <= 1 {
        return wires.to_vec();
    }
    let (left, right) = wires.split_at(wires.len() / 2);
    let (left, right) = (sort(circuit, left), sort(circuit, right));
    let total = left.len() + right.len();
    let mut sums = vec![Vec::new(); total];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            if i + j > 0 {
                let a = if i == 0 { Wire::TRUE } else { left[i - 1] };
                let b = if j == 0 { Wire::TRUE } else { right[j - 1] };
                sums[i + j - 1].push(circuit.and(a, b));
            }
        }
    }
    sums.into_iter().map(|ways| circuit.or_all(ways)).collect()
}
