//! Recognises "everything of a class": where unreachable objects are pinned, what is reachable from all entries of a
//! class along all of its own fields is the class itself, and no closure has to be built for it.

use super::{Circuit, Matrix, Wire};
use crate::relational::{Problem, TupleKey};
use rustc_hash::FxHashMap;
use std::iter;
use std::rc::Rc;

/// The heap edges of one symmetry class, all of them or those of some fields along which everything is reached.
// Invariants: `entries` are the edges from objects outside the class, by target; `steps` are those inside it.
// If every object of the class is reachable from the root along these fields, a path to it enters the class last through an
// entry and goes on by steps alone; so the objects reachable from `entries` by `steps` are those that exist.
pub(super) struct Reachable {
    entries: Vec<(TupleKey, Wire)>,
    steps: Vec<(TupleKey, Wire)>,
    /// Which objects exist.
    pub(super) exists: Rc<Matrix>,
    /// Whether these are the edges of all fields.
    has_all: bool,
}

impl Reachable {
    /// The edges of each permutable class of a problem: of all fields, and of those along which everything is known to be reached.
    pub(super) fn of_classes(
        problem: &Problem,
        relations: &[Rc<Matrix>],
        base: u64,
        circuit: &mut Circuit,
    ) -> Vec<Reachable> {
        let all: Vec<usize> = (0..problem.heap.fields.len()).collect();
        let mut result = Vec::new();
        let reaching = iter::once(&all).chain(&problem.heap.reaching);
        for (fields, class) in reaching.flat_map(|fields| problem.heap.permutable().map(move |class| (fields, class))) {
            let inside = |atom: u64| class.atoms.iter().any(|member| u64::from(member.0) == atom);
            let mut entries: FxHashMap<TupleKey, Vec<Wire>> = FxHashMap::default();
            let mut steps: FxHashMap<TupleKey, Vec<Wire>> = FxHashMap::default();
            for field in fields.iter().map(|field| &problem.heap.fields[*field]) {
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
                has_all: fields.len() == all.len(),
            });
        }
        result
    }

    /// Whether `from.*step` is the whole class.
    pub(super) fn is_all(&self, from: &Matrix, step: &Matrix) -> bool {
        !self.entries.is_empty() && from.cells == self.entries && step.cells == self.steps
    }

    /// `^step` where `step` has all edges inside the class and one object is the only entry, else `None`: that object
    /// reaches everything, and so does what reaches it. Only paths that avoid it are left to be built.
    pub(super) fn closure(&self, step: &Matrix, base: u64, circuit: &mut Circuit) -> Option<Matrix> {
        let [(entry, _)] = *self.entries.as_slice() else { return None };
        // That some fields reach everything is a constraint, which says so by their closure.
        if step.cells != self.steps || !self.has_all {
            return None;
        }
        let (into, onward): (Vec<_>, Vec<_>) = step.cells.iter().partition(|cell| cell.0.0 % base == entry.0);
        let avoiding = Matrix::from_cells(2, onward).closure(base, circuit);
        let into = Matrix::from_cells(2, into);
        let back = avoiding.join(&into, base, circuit).union(&into, circuit);
        let entry_to_all = |cell: &&(TupleKey, Wire)| cell.0 != entry;
        let from_entry: Vec<_> = self.exists.cells.iter().filter(entry_to_all).collect();
        let row = from_entry.iter().map(|cell| (TupleKey(entry.0 * base + cell.0.0), cell.1)).collect();
        let mut cells = avoiding.cells;
        cells.retain(|cell| cell.0.0 / base != entry.0);
        let forward = Matrix::from_cells(2, cells).union(&Matrix::from_cells(2, row), circuit);
        let everything = back.join(&forward, base, circuit);
        Some(forward.union(&back, circuit).union(&everything, circuit))
    }
}

fn joined(edges: FxHashMap<TupleKey, Vec<Wire>>, circuit: &mut Circuit) -> Vec<(TupleKey, Wire)> {
    let mut edges: Vec<_> = edges.into_iter().collect();
    edges.sort_unstable_by_key(|edge| edge.0);
    edges.into_iter().map(|(key, wires)| (key, circuit.or_all(wires))).filter(|edge| edge.1 != Wire::FALSE).collect()
}
