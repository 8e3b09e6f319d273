//! Objects that look alike in one instance: what is tried with one of them need not be tried with another.

use super::labelling::Labelling;
use super::leader::Order;
use crate::relational::{AtomId, Instance, Problem};
use rustc_hash::FxHashMap;

/// Which permuted objects look alike, by their positions in the order.
pub(super) struct Alike {
    /// For each object, the first one that may be exchanged with it and with no other, and the instance stays the same.
    twins: Vec<usize>,
    /// The same for renumberings of several objects, as far as they are known: each leads to another one, and the last one stands for all.
    orbits: Vec<usize>,
}

impl Alike {
    pub(super) fn new(problem: &Problem, labelling: &Labelling, order: &Order, instance: &Instance) -> Alike {
        let count = order.objects.len();
        let mut twins: Vec<usize> = (0..count).collect();
        // An exchange may give other numbers to what depends on these objects.
        if order.dependent.is_empty() {
            let tuples = Tuples::new(problem, order, instance);
            let alike = |one: usize, other: usize| {
                let [one, other] = [order.objects[one], order.objects[other]];
                labelling.class_of(one) == labelling.class_of(other) && tuples.are_twins(one, other)
            };
            for object in 0..count {
                let twin = (0..object).find(|earlier| twins[*earlier] == *earlier && alike(*earlier, object));
                twins[object] = twin.unwrap_or(object);
            }
        }
        Alike { twins, orbits: (0..count).collect() }
    }

    /// Whether an object looks like one of some others; by renumberings of several objects only if these keep what is numbered already.
    pub(super) fn is_any(&self, object: usize, others: &[usize], in_orbits: bool) -> bool {
        others.iter().any(|other| {
            self.twins[*other] == self.twins[object] || in_orbits && self.orbit(*other) == self.orbit(object)
        })
    }

    /// Some renumbering gives one object the number of another one, and the instance stays the same.
    pub(super) fn merge(&mut self, one: usize, other: usize) {
        let [one, other] = [self.orbit(one), self.orbit(other)];
        self.orbits[one] = other;
    }

    fn orbit(&self, mut object: usize) -> usize {
        while self.orbits[object] != object {
            object = self.orbits[object];
        }
        object
    }
}

/// The tuples of an instance by the permuted objects in them.
struct Tuples<'i> {
    problem: &'i Problem,
    instance: &'i Instance,
    of: FxHashMap<AtomId, Vec<(usize, Vec<AtomId>)>>,
}

impl<'i> Tuples<'i> {
    fn new(problem: &'i Problem, order: &Order, instance: &'i Instance) -> Tuples<'i> {
        let mut of: FxHashMap<AtomId, Vec<(usize, Vec<AtomId>)>> =
            order.objects.iter().map(|atom| (*atom, Vec::new())).collect();
        for (relation, value) in instance.relations.iter().enumerate() {
            for key in value.keys() {
                let tuple = problem.universe.tuple(*key, value.arity());
                for (column, atom) in tuple.iter().enumerate() {
                    if let Some(tuples) = of.get_mut(atom).filter(|_| !tuple[..column].contains(atom)) {
                        tuples.push((relation, tuple.clone()));
                    }
                }
            }
        }
        Tuples { problem, instance, of }
    }

    /// Whether the instance stays the same when two objects are exchanged: each tuple of one is one of the other's then, and as many as
    /// there are, that is all.
    fn are_twins(&self, one: AtomId, other: AtomId) -> bool {
        let exchange = |atom: &AtomId| match *atom {
            atom if atom == one => other,
            atom if atom == other => one,
            atom => atom,
        };
        self.of[&one].len() == self.of[&other].len()
            && self.of[&one].iter().all(|(relation, tuple)| {
                let exchanged: Vec<AtomId> = tuple.iter().map(exchange).collect();
                self.instance.relations[*relation].contains(self.problem.universe.key(&exchanged))
            })
    }
}
