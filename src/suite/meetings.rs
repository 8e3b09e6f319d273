//! What two values show together: a bug that takes two values shows only where both meet in one instance.

use crate::extension::{Encoded, Found};
use fixedbitset::FixedBitSet;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Two pairs at their places, as far as a program can tell them from others: references and constants are what they
/// are; of two integers of one field it matters how they compare, and whether a third fits between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Meeting {
    Pairs(usize, usize),
    Integers { places: (usize, usize), order: Ordering, adjacent: bool },
}

/// The outcomes of a comparison of integers: less, greater (each adjacent or not), equal.
const ORDERS: f64 = 5.0;

/// The meetings of a suite.
pub struct Meetings<'e> {
    encoded: &'e Encoded,
    /// The place of each pair, numbered.
    places: Vec<usize>,
    /// One divided by the number of feasible values at the place of each pair.
    shares: Vec<f64>,
    /// How many instances have each meeting. Never iterated.
    met: HashMap<Meeting, u32>,
    /// How many instances have each set of references and constants.
    shapes: HashMap<FixedBitSet, u32>,
}

/// How much an instance would add: first of all a new shape, then new meetings, each as its share of those that its two
/// places could have.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Novelty(bool, f64);

/// How varied a suite is: how many shapes it has and, among suites of equal shapes, what meets in it.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Variety(usize, f64);

impl Variety {
    /// The variety of a suite.
    pub fn of(encoded: &Encoded, feasible: &FixedBitSet, suite: &[Found]) -> Variety {
        let mut meetings = Meetings::new(encoded, feasible);
        let mut variety = Variety(0, 0.0);
        for found in suite {
            let Novelty(new_shape, shares) = meetings.novelty(&found.covered);
            variety.0 += usize::from(new_shape);
            variety.1 += shares;
            meetings.add(&found.covered);
        }
        variety
    }
}

impl<'e> Meetings<'e> {
    /// No instance yet. Only feasible pairs can meet.
    pub fn new(encoded: &'e Encoded, feasible: &FixedBitSet) -> Self {
        let mut places = vec![0; encoded.pairs.len()];
        let mut shares = vec![0.0; encoded.pairs.len()];
        for (number, place) in encoded.pairs.places().into_iter().enumerate() {
            let values = place.clone().filter(|pair| feasible.contains(*pair)).count().max(1);
            places[place.clone()].fill(number);
            shares[place].fill(1.0 / values as f64);
        }
        Meetings { encoded, places, shares, met: HashMap::new(), shapes: HashMap::new() }
    }

    /// Counts an instance in.
    pub fn add(&mut self, covered: &FixedBitSet) {
        self.each(covered).into_iter().for_each(|entry| *self.met.entry(entry.0).or_default() += 1);
        *self.shapes.entry(self.shape(covered)).or_default() += 1;
    }

    /// Counts out an instance that was counted in.
    pub fn remove(&mut self, covered: &FixedBitSet) {
        self.each(covered).into_iter().for_each(|entry| *self.met.entry(entry.0).or_default() -= 1);
        *self.shapes.entry(self.shape(covered)).or_default() -= 1;
    }

    /// How much an instance would add to those that are counted in.
    pub fn novelty(&self, covered: &FixedBitSet) -> Novelty {
        let new = |count: Option<&u32>| count.is_none_or(|count| *count == 0);
        let meetings = self.each(covered);
        let shares = meetings.iter().filter(|entry| new(self.met.get(&entry.0))).map(|entry| entry.1);
        Novelty(new(self.shapes.get(&self.shape(covered))), shares.sum())
    }

    fn shape(&self, covered: &FixedBitSet) -> FixedBitSet {
        covered.ones().filter(|pair| self.integer(*pair).is_none()).collect()
    }

    /// The meetings of one instance, with their shares.
    fn each(&self, covered: &FixedBitSet) -> Vec<(Meeting, f64)> {
        let pairs: Vec<(usize, Option<i64>)> = covered.ones().map(|pair| (pair, self.integer(pair))).collect();
        let mut meetings = Vec::new();
        for (index, (first, integer)) in pairs.iter().copied().enumerate() {
            for (second, other) in pairs[index + 1..].iter().copied() {
                match (integer, other) {
                    (None, None) => {
                        let share = self.shares[first] * self.shares[second];
                        meetings.push((Meeting::Pairs(first, second), share));
                    }
                    (Some(integer), Some(other)) if self.field(first) == self.field(second) => {
                        let places = (self.places[first], self.places[second]);
                        let adjacent = integer.abs_diff(other) == 1;
                        let meeting = Meeting::Integers { places, order: integer.cmp(&other), adjacent };
                        meetings.push((meeting, 1.0 / ORDERS));
                    }
                    _ => {}
                }
            }
        }
        meetings
    }

    fn field(&self, pair: usize) -> usize {
        self.encoded.pairs.pairs[pair].field
    }

    fn integer(&self, pair: usize) -> Option<i64> {
        let value = self.encoded.pairs.pairs[pair].value?;
        self.encoded.core.problem.universe.atoms[value.index()].int
    }
}
