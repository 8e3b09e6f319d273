//! Counts of components, in bounded memory.

use super::components::Component;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// What tells a component from others of the same formula: its variables and its clauses. What is left of a clause are its
/// unassigned literals, and these are those over the variables of its component.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key(Box<[u8]>);

impl Key {
    pub(super) fn of(component: &Component) -> Key {
        let mut bytes = Vec::with_capacity(component.variables.len() + 2 * component.clauses.len() + 4);
        write(&mut bytes, component.variables.len() as u32);
        differences(&mut bytes, component.variables.iter().copied());
        differences(&mut bytes, component.clauses.iter().map(|clause| clause.0));
        Key(bytes.into())
    }
}

/// Appends ascending numbers by how far they are apart.
fn differences(bytes: &mut Vec<u8>, numbers: impl Iterator<Item = u32>) {
    let mut last = 0;
    for number in numbers {
        write(bytes, number - last);
        last = number;
    }
}

/// Appends a number: seven bits a byte, the least first; the highest bit says that there are more.
fn write(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Counts that were found, the latest and those that were asked for lately.
#[derive(Debug)]
pub(super) struct Cache {
    young: FxHashMap<Key, BigUint>,
    old: FxHashMap<Key, BigUint>,
    /// How many bytes `young` has.
    size: usize,
    /// How many bytes each of the two may have.
    limit: usize,
}

/// What an entry takes besides its key and its count.
const OVERHEAD: usize = 64;

impl Cache {
    /// A cache of about `limit` bytes.
    pub(super) fn new(limit: usize) -> Cache {
        Cache { young: FxHashMap::default(), old: FxHashMap::default(), size: 0, limit: limit / 2 }
    }

    pub(super) fn get(&mut self, key: &Key) -> Option<BigUint> {
        if let Some(count) = self.young.get(key) {
            return Some(count.clone());
        }
        let (key, count) = self.old.remove_entry(key)?;
        self.insert(key, count.clone());
        Some(count)
    }

    /// Keeps a count. What was not asked for since the cache was half as full is forgotten.
    pub(super) fn insert(&mut self, key: Key, count: BigUint) {
        let size = key.0.len() + count.bits() as usize / 8 + OVERHEAD;
        if self.size + size > self.limit {
            self.old = std::mem::take(&mut self.young);
            self.size = 0;
        }
        self.size += size;
        self.young.insert(key, count);
    }
}
