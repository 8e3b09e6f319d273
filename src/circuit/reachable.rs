//! Recognises "everything of a class": where unreachable objects are pinned, what is reachable from all entries of a
//! class along all of its own fields is the class itself, and no closure has to be built for it.

use super::{Circuit, Matrix, Wire};
use crate::relational::{Problem, TupleKey};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The heap edges of one symmetry class.
// Invariants: `entries` are the edges from objects outside the class, by target; `steps` are those inside it.
// If every object of the class is reachable from the root, a path to it enters the class last through an
// entry and goes on by steps alone; so the objects reachable from `entries` by `steps` are those that exist.
pub(super) struct Reachable {
    entries: Vec<(TupleKey, Wire)>,
    steps: Vec<(TupleKey, Wire)>,
    /// Which objects exist.
    pub(super) exists: Rc<Matrix>,
}

impl Reachable {
    /// The edges of each permutable class of a problem.
    pub(super) fn of_classes(
        problem: &Problem,
        relations: &[Rc<Matrix>],
        base: u64,
        circuit: &mut Circuit,
    ) -> Vec<Reachable> {
        let mut result = Vec::new();
        for class in problem.heap.classes.iter().filter(|class| class.permutable) {
            let inside = |atom: u64| class.atoms.iter().any(|member| u64::from(member.0) == atom);
            let mut entries: FxHashMap<TupleKey, Vec<Wire>> = FxHashMap::default();
            let mut steps: FxHashMap<TupleKey, Vec<Wire>> = FxHashMap::default();
            for field in &problem.heap.fields {
                let matrix = &relations[field.relation.0 as usize];
                for (key, wire) in &matrix.cells {
                    let tuple = problem.universe.tuple(*key, matrix.arity);
                    let owner = u64::from(tuple[0].0);
                    for value in tuple[1..].iter().map(|atom| u64::from(atom.0)).filter(|value| inside(*value)) {
                        let (edges, edge) =
                            if inside(owner) { (&mut steps, owner * base + value) } else { (&mut entries, value) };
                        edges.entry(TupleKey(edge)).or_default().push(*wire);
                    }
                }
            }
            result.push(Reachable {
                entries: joined(entries, circuit),
                steps: joined(steps, circuit),
                exists: relations[class.relation.0 as usize].clone(),
            });
        }
        result
    }

    /// Whether `from.*step` is the whole class.
    pub(super) fn is_all(&self, from: &Matrix, step: &Matrix) -> bool {
        !self.entries.is_empty() && from.cells == self.entries && step.cells == self.steps
    }
}

fn joined(edges: FxHashMap<TupleKey, Vec<Wire>>, circuit: &mut Circuit) -> Vec<(TupleKey, Wire)> {
    let mut edges: Vec<_> = edges.into_iter().collect();
    edges.sort_unstable_by_key(|edge| edge.0);
    edges.into_iter().map(|(key, wires)| (key, circuit.or_all(wires))).filter(|edge| edge.1 != Wire::FALSE).collect()
}
