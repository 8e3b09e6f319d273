//! Atoms, universes and tuple sets.

use super::Overflow;
use serde::Serialize;

/// An atom: an index into [`Universe::atoms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct AtomId(pub u32);

impl AtomId {
    /// Its position in the universe.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A finite, ordered set of atoms.
#[derive(Debug, Clone, Default)]
pub struct Universe {
    /// The atoms: objects first, then integers in ascending order.
    pub atoms: Vec<Atom>,
    /// The bit width of integers: the integers range over `-2^(w-1) ..= 2^(w-1)-1`.
    pub bit_width: u32,
    /// What becomes of integers outside it.
    pub overflow: Overflow,
}

/// An element of the universe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom {
    /// Its name: `Node0`, `RED`, `-3`.
    pub name: String,
    /// Its value if it is an integer.
    pub int: Option<i64>,
}

impl Universe {
    /// The number of atoms.
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Whether there is no atom.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// The least and the greatest integer of the bit width.
    pub fn int_range(&self) -> (i64, i64) {
        let half = 1i64 << (self.bit_width.max(1) - 1);
        (-half, half - 1)
    }

    /// The atom of an integer, if it is in the universe.
    pub fn int_atom(&self, value: i64) -> Option<AtomId> {
        let first = self.atoms.iter().position(|atom| atom.int.is_some())?;
        let offset = usize::try_from(value.checked_sub(self.atoms[first].int?)?).ok()?;
        (offset < self.atoms.len() - first && self.atoms[first + offset].int == Some(value))
            .then(|| AtomId((first + offset) as u32))
    }

    /// The key of a tuple: its atoms as digits of a number in base [`Universe::len`], first column most significant.
    /// Fits for every arity with `len^arity < 2^64`; lowering refuses larger ones.
    pub fn key(&self, tuple: &[AtomId]) -> TupleKey {
        let base = self.len() as u64;
        TupleKey(tuple.iter().fold(0, |key, atom| key * base + u64::from(atom.0)))
    }

    /// The tuple of a key.
    pub fn tuple(&self, key: TupleKey, arity: usize) -> Vec<AtomId> {
        let base = self.len() as u64;
        let mut atoms = vec![AtomId(0); arity];
        let mut rest = key.0;
        for place in atoms.iter_mut().rev() {
            *place = AtomId((rest % base) as u32);
            rest /= base;
        }
        atoms
    }
}

/// A tuple of atoms as one number; see [`Universe::key`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct TupleKey(pub u64);

/// A set of tuples of one arity.
// Invariant: `keys` is strictly ascending.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct TupleSet {
    arity: usize,
    keys: Vec<TupleKey>,
}

impl TupleSet {
    /// The empty set of tuples of `arity` columns.
    pub fn empty(arity: usize) -> TupleSet {
        TupleSet { arity, keys: Vec::new() }
    }

    /// A set from keys in any order.
    pub fn from_keys(arity: usize, mut keys: Vec<TupleKey>) -> TupleSet {
        keys.sort_unstable();
        keys.dedup();
        TupleSet { arity, keys }
    }

    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no tuple.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether a tuple is in the set.
    pub fn contains(&self, key: TupleKey) -> bool {
        self.keys.binary_search(&key).is_ok()
    }

    /// The tuples in ascending order.
    pub fn keys(&self) -> &[TupleKey] {
        &self.keys
    }

    /// Whether every tuple is in `other`.
    pub fn is_subset(&self, other: &TupleSet) -> bool {
        self.keys.iter().all(|key| other.contains(*key))
    }
}

/// Tuple sets for all relations of a problem: an instance. Indexed by `RelationId`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The value of each relation.
    pub relations: Vec<TupleSet>,
}
