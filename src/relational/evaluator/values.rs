//! Values of expressions: bit sets of atoms, rows of bit sets, sorted tuple keys.

use crate::relational::{TupleKey, TupleSet};
use std::rc::Rc;

/// A set of atoms, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AtomSet<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> AtomSet<W> {
    pub(super) const EMPTY: Self = AtomSet([0; W]);

    pub(super) fn single(atom: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(atom);
        set
    }

    pub(super) fn insert(&mut self, atom: usize) {
        self.0[atom / 64] |= 1 << (atom % 64);
    }

    pub(super) fn contains(&self, atom: usize) -> bool {
        self.0[atom / 64] >> (atom % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn union(mut self, other: &Self) -> Self {
        self.unite(other);
        self
    }

    pub(super) fn unite(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    pub(super) fn intersection(mut self, other: &Self) -> Self {
        for (word, only) in self.0.iter_mut().zip(&other.0) {
            *word &= only;
        }
        self
    }

    pub(super) fn difference(mut self, other: &Self) -> Self {
        for (word, less) in self.0.iter_mut().zip(&other.0) {
            *word &= !less;
        }
        self
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(word, whole)| word & !whole == 0)
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(word, more)| word & more != 0)
    }

    /// The atoms in ascending order.
    pub(super) fn iter(self) -> Atoms<W> {
        Atoms { set: self, word: 0 }
    }
}

/// The atoms of a set in ascending order.
pub(super) struct Atoms<const W: usize> {
    set: AtomSet<W>,
    word: usize,
}

impl<const W: usize> Iterator for Atoms<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let bits = self.set.0[self.word];
            if bits != 0 {
                self.set.0[self.word] = bits & (bits - 1);
                return Some(self.word * 64 + bits.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

/// The rows of a binary relation, one per atom of the universe.
pub(super) type Rows<const W: usize> = Rc<[AtomSet<W>]>;

/// The value of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value<const W: usize> {
    /// One column.
    Atoms(AtomSet<W>),
    /// Two columns.
    Pairs(Rows<W>),
    /// Three columns or more: ascending keys without repetition.
    Tuples(Rc<[TupleKey]>),
}

impl<const W: usize> Value<W> {
    /// The value with these ascending keys, in a universe of `base` atoms.
    pub(super) fn from_keys(arity: usize, keys: &[TupleKey], base: usize) -> Self {
        match arity {
            1 => {
                let mut set = AtomSet::EMPTY;
                keys.iter().for_each(|key| set.insert(key.0 as usize));
                Value::Atoms(set)
            }
            2 => {
                let mut rows = vec![AtomSet::EMPTY; base];
                fill_rows(&mut rows, keys);
                Value::Pairs(rows.into())
            }
            _ => Value::Tuples(keys.into()),
        }
    }

    /// The keys in ascending order.
    pub(super) fn keys(&self) -> Vec<TupleKey> {
        match self {
            Value::Atoms(set) => set.iter().map(|atom| TupleKey(atom as u64)).collect(),
            Value::Pairs(rows) => {
                let base = rows.len() as u64;
                let row = |(left, row): (usize, &AtomSet<W>)| {
                    row.iter().map(move |right| TupleKey(left as u64 * base + right as u64))
                };
                rows.iter().enumerate().flat_map(row).collect()
            }
            Value::Tuples(keys) => keys.to_vec(),
        }
    }

    pub(super) fn tuple_set(&self, arity: usize) -> TupleSet {
        TupleSet::from_keys(arity, self.keys())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Value::Atoms(set) => set.len(),
            Value::Pairs(rows) => rows.iter().map(AtomSet::len).sum(),
            Value::Tuples(keys) => keys.len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Value::Atoms(set) => set.is_empty(),
            Value::Pairs(rows) => rows.iter().all(AtomSet::is_empty),
            Value::Tuples(keys) => keys.is_empty(),
        }
    }

    /// Whether every tuple is in `other`, which has as many columns.
    pub(super) fn is_subset(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Atoms(left), Value::Atoms(right)) => left.is_subset(right),
            (Value::Pairs(left), Value::Pairs(right)) => {
                left.iter().zip(right.iter()).all(|(left, right)| left.is_subset(right))
            }
            (Value::Tuples(left), Value::Tuples(right)) => {
                let mut rest = right.iter();
                left.iter().all(|key| rest.any(|other| other == key))
            }
            _ => unreachable!("terms compare values of equal arity"),
        }
    }
}

/// Adds the pairs of `keys` to empty rows.
pub(super) fn fill_rows<const W: usize>(rows: &mut [AtomSet<W>], keys: &[TupleKey]) {
    let base = rows.len() as u64;
    // Keys ascend, so most of them share the row of the one before, which saves the division.
    let (mut row, mut start) = (0usize, 0u64);
    for key in keys {
        if key.0 - start >= base {
            row = (key.0 / base) as usize;
            start = row as u64 * base;
        }
        rows[row].insert((key.0 - start) as usize);
    }
}
