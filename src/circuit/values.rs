//! An integer as its possible values, one wire each, with bounds that propagation moves.

use super::{Circuit, Wire};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// The values that a number may have. Where it is defined it has one of them; elsewhere the wires say nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Values {
    /// For each value, in strictly ascending order, the wire that says whether the number has it; never the constant false.
    pub(super) each: Vec<(i64, Wire)>,
    /// For each value, in the same order, the wire that says whether the number is at least that; `None` where that is just the disjunction
    /// of the wires from there on. With wires of their own, bounds are seen by unit propagation where no value is known: the greater of two numbers is at
    /// least what one of them is.
    at_least: Option<Vec<Wire>>,
}

impl Values {
    /// Values of which nothing else is known.
    pub(super) fn new(each: Vec<(i64, Wire)>) -> Values {
        Values { each, at_least: None }
    }

    /// The values of a number that is at least so much where these wires hold, each of which implies those before it. The values ascend, and the first one is
    /// reached in any case.
    pub(super) fn between(thresholds: &[(i64, Wire)], circuit: &mut Circuit) -> Values {
        let mut each = Vec::with_capacity(thresholds.len());
        for (index, (value, reached)) in thresholds.iter().enumerate() {
            let exceeded = thresholds.get(index + 1).map_or(Wire::FALSE, |next| next.1);
            each.push((*value, circuit.and(*reached, !exceeded)));
        }
        each.retain(|value| value.1 != Wire::FALSE);
        Values::new(each).reaching(thresholds)
    }

    /// The same values with such wires; those of values that the number does not have are for the next one.
    pub(super) fn reaching(mut self, thresholds: &[(i64, Wire)]) -> Values {
        let at_least = self.each.iter().enumerate().map(|(index, (value, _))| match index {
            0 => Wire::TRUE,
            _ => reached(thresholds, *value),
        });
        self.at_least = Some(at_least.collect());
        self
    }

    /// The same values with the bounds of a number from which this one differs by a constant; as they are if it does not, because values fell out of the range
    /// or were wrapped around.
    pub(super) fn moved(mut self, from: &Values) -> Values {
        let differences =
            self.each.iter().zip(&from.each).map(|(here, there)| i128::from(here.0) - i128::from(there.0));
        if self.each.len() == from.each.len() && differences.dedup().count() <= 1 {
            self.at_least.clone_from(&from.at_least);
        }
        self
    }

    /// Whether there are wires that say more of bounds than those of values do.
    pub(super) fn has_own_bounds(&self) -> bool {
        self.at_least.is_some()
    }

    /// For every value, in order, whether the number is at least that. Disjunctions are built from the greatest
    /// value down, so that numbers with common upper values share them, and a field that has at most one value has them already.
    fn thresholds(&self, circuit: &mut Circuit) -> Vec<(i64, Wire)> {
        if let Some(at_least) = &self.at_least {
            return self.each.iter().map(|(value, _)| *value).zip(at_least.iter().copied()).collect();
        }
        let mut at_least = Wire::FALSE;
        let mut result = Vec::with_capacity(self.each.len());
        for (value, wire) in self.each.iter().rev() {
            at_least = circuit.or(*wire, at_least);
            result.push((*value, at_least));
        }
        result.reverse();
        if let Some(least) = result.first_mut() {
            least.1 = Wire::TRUE;
        }
        result
    }

    /// `condition ? self : other`.
    pub(super) fn choose(&self, condition: Wire, other: &Values, circuit: &mut Circuit) -> Values {
        let mut both: BTreeMap<i64, (Wire, Wire)> = BTreeMap::new();
        for (value, wire) in &self.each {
            both.insert(*value, (*wire, Wire::FALSE));
        }
        for (value, wire) in &other.each {
            both.entry(*value).or_insert((Wire::FALSE, Wire::FALSE)).1 = *wire;
        }
        let each = both.into_iter().map(|(value, (yes, no))| (value, circuit.choose(condition, yes, no)));
        let chosen = Values::new(each.filter(|value| value.1 != Wire::FALSE).collect());
        if !self.has_own_bounds() && !other.has_own_bounds() {
            return chosen;
        }
        let sides = [self, other].map(|side| side.thresholds(circuit));
        let thresholds = chosen.each.iter().map(|(value, _)| {
            let [yes, no] = sides.each_ref().map(|side| reached(side, *value));
            let chosen = circuit.choose(condition, yes, no);
            // What both reach is reached, whichever it is.
            let in_any_case = circuit.and(yes, no);
            (*value, circuit.or(chosen, in_any_case))
        });
        let thresholds: Vec<(i64, Wire)> = thresholds.collect();
        chosen.reaching(&thresholds)
    }

    /// The greater of two numbers, or the lesser.
    pub(super) fn extreme(&self, greatest: bool, other: &Values, circuit: &mut Circuit) -> Values {
        let sides = [self, other].map(|side| side.thresholds(circuit));
        let values: BTreeSet<i64> = sides.iter().flatten().map(|entry| entry.0).collect();
        let thresholds = values.into_iter().map(|value| {
            let [one, two] = sides.each_ref().map(|side| reached(side, value));
            (value, if greatest { circuit.or(one, two) } else { circuit.and(one, two) })
        });
        let thresholds: Vec<(i64, Wire)> = thresholds.collect();
        Values::between(&thresholds, circuit)
    }

    /// Whether both numbers have one value.
    pub(super) fn equals(&self, other: &Values, circuit: &mut Circuit) -> Wire {
        let mut pairs = Vec::new();
        let mut rest = other.each.as_slice();
        for (value, wire) in &self.each {
            rest = &rest[rest.partition_point(|entry| entry.0 < *value)..];
            if let Some((found, twin)) = rest.first()
                && found == value
            {
                pairs.push(circuit.and(*wire, *twin));
            }
        }
        circuit.or_all(pairs)
    }

    /// Whether `self < other` (or `<=`): whenever self reaches a value, other exceeds (reaches) it. Said of thresholds,
    /// so that unit propagation moves the bounds of both sides.
    pub(super) fn below(&self, other: &Values, strictly: bool, circuit: &mut Circuit) -> Wire {
        let (left, right) = (self.thresholds(circuit), other.thresholds(circuit));
        let mut parts = Vec::with_capacity(left.len());
        for (value, at_least) in left {
            let next = right.partition_point(|entry| if strictly { entry.0 <= value } else { entry.0 < value });
            let exceeded = match next {
                0 => Wire::TRUE,
                _ => right.get(next).map_or(Wire::FALSE, |entry| entry.1),
            };
            parts.push(circuit.implies(at_least, exceeded));
            if exceeded == Wire::FALSE {
                // Whatever reaches the next value reaches this one.
                break;
            }
        }
        circuit.and_all(parts)
    }
}

/// Whether a number is at least some value, given that for values in ascending order.
pub(super) fn reached(thresholds: &[(i64, Wire)], value: i64) -> Wire {
    let next = thresholds.partition_point(|entry| entry.0 < value);
    thresholds.get(next).map_or(Wire::FALSE, |entry| entry.1)
}
