//! Sparse boolean matrices: a wire for every tuple that an expression may contain.

use super::totaliser::sort;
use super::{Circuit, Wire};
use crate::relational::{TupleKey, TupleSet};
use rustc_hash::FxHashMap;

/// The value of an expression: for every tuple that may be present, the wire that says whether it is.
// Invariant: `cells` is strictly ascending by key, and no wire is the constant false.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    /// The number of columns.
    pub arity: usize,
    /// The cells that are not constantly false.
    pub cells: Vec<(TupleKey, Wire)>,
    /// What is known of the cells in every instance.
    pub claim: Claim,
}

/// What is known of a matrix in every instance; used to make smaller circuits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Nothing.
    Nothing,
    /// At most one cell is true.
    Lone,
    /// At most one cell is true for each tuple of all columns but the last.
    Function,
    /// Each cell implies the one before it.
    Chain,
}

impl Matrix {
    /// The empty matrix.
    pub fn empty(arity: usize) -> Matrix {
        Matrix { arity, cells: Vec::new(), claim: Claim::Lone }
    }

    /// A constant.
    pub fn constant(tuples: &TupleSet) -> Matrix {
        let cells: Vec<_> = tuples.keys().iter().map(|key| (*key, Wire::TRUE)).collect();
        let claim = if cells.len() <= 1 { Claim::Lone } else { Claim::Nothing };
        Matrix { arity: tuples.arity(), cells, claim }
    }

    /// A single tuple that is present.
    pub fn singleton(arity: usize, key: TupleKey) -> Matrix {
        Matrix { arity, cells: vec![(key, Wire::TRUE)], claim: Claim::Lone }
    }

    /// The wire of a tuple.
    pub fn get(&self, key: TupleKey) -> Wire {
        self.cells.binary_search_by_key(&key, |cell| cell.0).map_or(Wire::FALSE, |index| self.cells[index].1)
    }

    pub(super) fn from_cells(arity: usize, cells: Vec<(TupleKey, Wire)>) -> Matrix {
        debug_assert!(cells.is_sorted_by(|a, b| a.0 < b.0), "cells ascend strictly");
        let claim = if cells.len() <= 1 { Claim::Lone } else { Claim::Nothing };
        Matrix { arity, cells, claim }
    }

    /// The disjunction of the wires of each tuple.
    fn collect(circuit: &mut Circuit, arity: usize, mut parts: Vec<(TupleKey, Wire)>) -> Matrix {
        if !parts.is_sorted_by(|a, b| a.0 < b.0) {
            parts.sort_by_key(|part| part.0);
            let mut kept = 0;
            let mut next = 0;
            while next < parts.len() {
                let key = parts[next].0;
                let same = parts[next..].partition_point(|part| part.0 == key);
                let wire = circuit.or_all(parts[next..next + same].iter().map(|part| part.1));
                parts[kept] = (key, wire);
                kept += 1;
                next += same;
            }
            parts.truncate(kept);
        }
        Matrix::from_cells(arity, parts)
    }

    fn merge(&self, other: &Matrix, mut combine: impl FnMut(Wire, Wire) -> Wire) -> Matrix {
        let (mut left, mut right) = (self.cells.iter().peekable(), other.cells.iter().peekable());
        let mut cells = Vec::with_capacity(self.cells.len().max(other.cells.len()));
        loop {
            let (key, a, b) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(l), Some(r)) if l.0 == r.0 => (l.0, l.1, r.1),
                (Some(l), Some(r)) if l.0 > r.0 => (r.0, Wire::FALSE, r.1),
                (None, Some(r)) => (r.0, Wire::FALSE, r.1),
                (Some(l), _) => (l.0, l.1, Wire::FALSE),
            };
            left.next_if(|cell| cell.0 == key);
            right.next_if(|cell| cell.0 == key);
            let wire = combine(a, b);
            if wire != Wire::FALSE {
                cells.push((key, wire));
            }
        }
        Matrix::from_cells(self.arity, cells)
    }

    /// `self + other`.
    pub fn union(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        if other.cells.is_empty() {
            return self.clone();
        }
        if self.cells.is_empty() {
            return other.clone();
        }
        self.merge(other, |a, b| circuit.or(a, b))
    }

    /// `self & other`.
    pub fn intersection(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        let mut result = self.merge(other, |a, b| circuit.and(a, b));
        for claim in [Claim::Function, Claim::Lone] {
            if self.claim == claim || other.claim == claim {
                result.keep(claim);
            }
        }
        result
    }

    /// `self - other`.
    pub fn difference(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        let mut result = self.merge(other, |a, b| circuit.and(a, !b));
        if self.claim != Claim::Chain {
            result.keep(self.claim);
        }
        result
    }

    /// Keeps a claim that holds of this matrix too, where nothing stronger is known.
    fn keep(&mut self, claim: Claim) {
        if self.claim == Claim::Nothing || claim == Claim::Lone {
            self.claim = claim;
        }
    }

    /// `self -> other`; `base` is the size of the universe.
    pub fn product(&self, other: &Matrix, base: u64, circuit: &mut Circuit) -> Matrix {
        let shift = base.pow(other.arity as u32);
        let mut cells = Vec::with_capacity(self.cells.len() * other.cells.len());
        for (left, a) in &self.cells {
            for (right, b) in &other.cells {
                let wire = circuit.and(*a, *b);
                if wire != Wire::FALSE {
                    cells.push((TupleKey(left.0 * shift + right.0), wire));
                }
            }
        }
        let mut result = Matrix::from_cells(self.arity + other.arity, cells);
        match (self.claim, other.claim) {
            (Claim::Lone, Claim::Lone) => result.keep(Claim::Lone),
            (_, Claim::Lone) => result.keep(Claim::Function),
            _ => {}
        }
        result
    }

    /// `self . other`; `base` is the size of the universe.
    pub fn join(&self, other: &Matrix, base: u64, circuit: &mut Circuit) -> Matrix {
        let shift = base.pow(other.arity as u32 - 1);
        let mut parts = Vec::new();
        for (left, a) in &self.cells {
            let column = left.0 % base;
            let start = other.cells.partition_point(|cell| cell.0.0 < column * shift);
            for (right, b) in &other.cells[start..] {
                if right.0 / shift != column {
                    break;
                }
                let wire = circuit.and(*a, *b);
                if wire != Wire::FALSE {
                    parts.push((TupleKey(left.0 / base * shift + right.0 % shift), wire));
                }
            }
        }
        let mut result = Matrix::collect(circuit, self.arity + other.arity - 2, parts);
        // A function applied to at most one argument gives at most one value; with a single argument column
        // the other columns of the function stay arguments.
        match (self.claim, other.claim) {
            (_, Claim::Lone) if self.arity == 1 => result.keep(Claim::Lone),
            (Claim::Lone, Claim::Lone) => result.keep(Claim::Lone),
            (Claim::Lone, Claim::Function) if other.arity == 2 => result.keep(Claim::Lone),
            (Claim::Lone, Claim::Function) => result.keep(Claim::Function),
            (Claim::Function, Claim::Function) if other.arity == 2 => result.keep(Claim::Function),
            _ => {}
        }
        result
    }

    /// `~self`, arity 2.
    pub fn transpose(&self, base: u64) -> Matrix {
        let mut cells: Vec<_> =
            self.cells.iter().map(|(key, wire)| (TupleKey(key.0 % base * base + key.0 / base), *wire)).collect();
        cells.sort_unstable_by_key(|cell| cell.0);
        let mut result = Matrix::from_cells(2, cells);
        if self.claim == Claim::Lone {
            result.claim = Claim::Lone;
        }
        result
    }

    /// `^self`, arity 2: in topological order where the cells form no cycle, by iterative squaring elsewhere.
    pub fn closure(&self, base: u64, circuit: &mut Circuit) -> Matrix {
        match self.topological_order(base) {
            Some(order) => self.acyclic_closure(&order, base, circuit),
            None => {
                // After k squarings all paths of length up to 2^k are there; no shortest path visits a column twice.
                let mut columns: Vec<u64> = self.cells.iter().map(|cell| cell.0.0 % base).collect();
                columns.sort_unstable();
                columns.dedup();
                let mut reach = self.clone();
                let mut length = 1;
                while length < columns.len() {
                    let longer = reach.join(&reach, base, circuit);
                    reach = reach.union(&longer, circuit);
                    length *= 2;
                }
                reach.claim = if reach.cells.len() <= 1 { Claim::Lone } else { Claim::Nothing };
                reach
            }
        }
    }

    /// The closure where every path visits each atom once: successors before predecessors, one gate level each.
    fn acyclic_closure(&self, order: &[u64], base: u64, circuit: &mut Circuit) -> Matrix {
        let mut rows: FxHashMap<u64, Vec<(u64, Wire)>> = FxHashMap::default();
        for source in order.iter().rev() {
            let start = self.cells.partition_point(|cell| cell.0.0 < source * base);
            let mut parts: FxHashMap<u64, Vec<Wire>> = FxHashMap::default();
            for (key, edge) in &self.cells[start..] {
                if key.0 / base != *source {
                    break;
                }
                let next = key.0 % base;
                parts.entry(next).or_default().push(*edge);
                for (target, path) in rows.get(&next).map_or(&[][..], Vec::as_slice) {
                    let both = circuit.and(*edge, *path);
                    parts.entry(*target).or_default().push(both);
                }
            }
            let mut row: Vec<_> = parts.into_iter().collect();
            row.sort_unstable_by_key(|part| part.0);
            let row = row.into_iter().map(|(target, wires)| (target, circuit.or_all(wires))).collect();
            rows.insert(*source, row);
        }
        let mut cells: Vec<_> = rows
            .iter()
            .flat_map(|(source, row)| row.iter().map(move |(to, wire)| (TupleKey(source * base + to), *wire)))
            .filter(|cell| cell.1 != Wire::FALSE)
            .collect();
        cells.sort_unstable_by_key(|cell| cell.0);
        Matrix::from_cells(2, cells)
    }

    /// The sources of cells, predecessors first, if the cells as edges form no cycle.
    fn topological_order(&self, base: u64) -> Option<Vec<u64>> {
        let mut waiting: FxHashMap<u64, usize> = FxHashMap::default();
        for (key, _) in &self.cells {
            waiting.entry(key.0 / base).or_default();
            *waiting.entry(key.0 % base).or_default() += 1;
        }
        let mut ready: Vec<u64> = waiting.iter().filter(|entry| *entry.1 == 0).map(|entry| *entry.0).collect();
        ready.sort_unstable_by(|a, b| b.cmp(a));
        let mut order = Vec::new();
        while let Some(source) = ready.pop() {
            order.push(source);
            let start = self.cells.partition_point(|cell| cell.0.0 < source * base);
            for (key, _) in self.cells[start..].iter().take_while(|cell| cell.0.0 / base == source) {
                let count = waiting.entry(key.0 % base).or_default();
                *count -= 1;
                if *count == 0 {
                    ready.push(key.0 % base);
                }
            }
        }
        (order.len() == waiting.len()).then_some(order)
    }

    /// `self ++ other`: other's tuples, and those of self whose first column other does not map.
    pub fn override_with(&self, other: &Matrix, base: u64, circuit: &mut Circuit) -> Matrix {
        let shift = base.pow(self.arity as u32 - 1);
        let mut heads: FxHashMap<u64, Vec<Wire>> = FxHashMap::default();
        for (key, wire) in &other.cells {
            heads.entry(key.0 / shift).or_default().push(*wire);
        }
        let heads: FxHashMap<u64, Wire> =
            heads.into_iter().map(|(head, wires)| (head, circuit.or_all(wires))).collect();
        let mut rest = self.clone();
        for (key, wire) in &mut rest.cells {
            if let Some(head) = heads.get(&(key.0 / shift)) {
                *wire = circuit.and(*wire, !*head);
            }
        }
        rest.cells.retain(|cell| cell.1 != Wire::FALSE);
        let mut result = rest.union(other, circuit);
        if self.claim == Claim::Function && other.claim == Claim::Function && self.arity == 2 {
            result.keep(Claim::Function);
        }
        result
    }

    /// `condition ? self : other`.
    pub fn choose(&self, condition: Wire, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        let mut result = self.merge(other, |a, b| circuit.choose(condition, a, b));
        if self.claim == other.claim && self.claim != Claim::Chain {
            result.keep(self.claim);
        }
        result
    }

    /// Whether some tuple is present.
    pub fn some(&self, circuit: &mut Circuit) -> Wire {
        if self.claim == Claim::Chain {
            return self.cells.first().map_or(Wire::FALSE, |cell| cell.1);
        }
        circuit.or_all(self.cells.iter().map(|cell| cell.1))
    }

    /// Whether at most one tuple is present, said of the cells themselves (claims are not trusted: this is what
    /// establishes them).
    pub fn lone(&self, circuit: &mut Circuit) -> Wire {
        let mut later = Wire::FALSE;
        let mut conflicts = Vec::with_capacity(self.cells.len());
        // From the last cell down, so that the partial disjunctions are those of an order encoding.
        for (_, wire) in self.cells.iter().rev() {
            conflicts.push(!circuit.and(*wire, later));
            later = circuit.or(*wire, later);
        }
        circuit.and_all(conflicts)
    }

    /// Whether exactly one tuple is present.
    pub fn one(&self, circuit: &mut Circuit) -> Wire {
        let lone = self.lone(circuit);
        let mut any = Wire::FALSE;
        for (_, wire) in self.cells.iter().rev() {
            any = circuit.or(*wire, any);
        }
        circuit.and(lone, any)
    }

    /// Whether at most so many tuples are present.
    pub fn at_most(&self, count: usize, circuit: &mut Circuit) -> Wire {
        if self.cells.len() <= count {
            return Wire::TRUE;
        }
        let wires: Vec<Wire> = self.cells.iter().map(|cell| cell.1).collect();
        !sort(circuit, &wires)[count]
    }

    /// Whether every tuple of self is in other.
    pub fn subset(&self, other: &Matrix, circuit: &mut Circuit) -> Wire {
        let mut parts = Vec::with_capacity(self.cells.len());
        for (key, wire) in &self.cells {
            parts.push(circuit.implies(*wire, other.get(*key)));
        }
        circuit.and_all(parts)
    }

    /// Whether both have the same tuples.
    pub fn equal(&self, other: &Matrix, circuit: &mut Circuit) -> Wire {
        // Where at most one tuple is present, that it is a certain one says all.
        for (one, single) in [(self, other), (other, self)] {
            if let (Claim::Lone, [(key, Wire::TRUE)]) = (one.claim, &single.cells[..]) {
                return one.get(*key);
            }
        }
        let forth = self.subset(other, circuit);
        let back = other.subset(self, circuit);
        circuit.and(forth, back)
    }
}
