//! How far structures are from each other: what one has and the other lacks.
//!
//! What a structure has is told by values, not by numbers of objects: that some node with key 3 has a left child with key 1.
//! So a structure in the making is near one that it is a part of.

use crate::relational::{AtomId, Instance, Problem};
use rustc_hash::{FxHashMap, FxHasher};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// What a structure has, as a sorted list of numbers, each with how many steps from the root it is met; what it has twice is
/// there twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traits(Vec<(u64, usize)>);

/// The ways to compare distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// All traits count the same: structures that grow anywhere come nearer.
    Everywhere,
    /// What is nearer to the root decides: structures that grow at their leaves come nearer.
    FromTheRoot,
}

impl Measure {
    /// Both.
    pub const ALL: [Measure; 2] = [Measure::Everywhere, Measure::FromTheRoot];
}

impl Traits {
    /// What an instance has.
    pub fn of(problem: &Problem, instance: &Instance) -> Traits {
        let universe = &problem.universe;
        let mut class_of: FxHashMap<AtomId, usize> = FxHashMap::default();
        for (index, class) in problem.heap.classes.iter().enumerate().filter(|(_, class)| class.permutable) {
            class_of.extend(class.atoms.iter().map(|atom| (*atom, index)));
        }
        // The values that tell an object from others of its class.
        let mut values: FxHashMap<AtomId, Vec<(usize, AtomId)>> = FxHashMap::default();
        let tuples_of = |field: usize| {
            let tuples = &instance.relations[problem.heap.fields[field].relation.0 as usize];
            tuples.keys().iter().map(|key| universe.tuple(*key, tuples.arity()))
        };
        for field in (0..problem.heap.fields.len()).filter(|field| problem.heap.fields[*field].functional) {
            for tuple in tuples_of(field) {
                if let [owner, value] = tuple[..]
                    && class_of.contains_key(&owner)
                    && !class_of.contains_key(&value)
                {
                    values.entry(owner).or_default().push((field, value));
                }
            }
        }
        let none = Vec::new();
        let depths = depths(problem, instance);
        let mut traits = Vec::new();
        for field in 0..problem.heap.fields.len() {
            for tuple in tuples_of(field) {
                // Every combination of one trait of each object in the tuple.
                let mut combinations = vec![FxHasher::default()];
                field.hash(&mut combinations[0]);
                for (column, atom) in tuple.iter().enumerate() {
                    let Some(class) = class_of.get(atom) else {
                        combinations.iter_mut().for_each(|state| atom.hash(state));
                        continue;
                    };
                    let own = values.get(atom).unwrap_or(&none);
                    // What the tuple itself says of its owner tells nothing more.
                    let own = own.iter().filter(|(other, _)| column > 0 || *other != field);
                    let alternatives: Vec<_> = std::iter::once(None).chain(own.map(Some)).collect();
                    combinations = combinations
                        .iter()
                        .flat_map(|state| alternatives.iter().map(|trait_| (state.clone(), *trait_)))
                        .map(|(mut state, alternative)| {
                            (class, alternative).hash(&mut state);
                            state
                        })
                        .collect();
                }
                let depth = depths.get(&tuple[0]).copied().unwrap_or(0);
                traits.extend(combinations.iter().map(|state| (state.finish(), depth)));
            }
        }
        traits.sort_unstable();
        Traits(traits)
    }

    /// How many traits one has and the other lacks: in all, or at each distance from the root.
    pub fn distance(&self, other: &Traits, measure: Measure) -> Vec<usize> {
        let mut lacking = Vec::new();
        let mut count = |depth: usize| {
            let place = if measure == Measure::Everywhere { 0 } else { depth };
            if lacking.len() <= place {
                lacking.resize(place + 1, 0);
            }
            lacking[place] += 1;
        };
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => return lacking,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(one), Some(two)) => one.0.cmp(&two.0),
            };
            let (one, two) = (left.next_if(|_| order.is_le()), right.next_if(|_| order.is_ge()));
            if order.is_ne() {
                one.into_iter().chain(two).for_each(|(_, depth)| count(*depth));
            }
        }
    }
}

/// How many steps each object is from the root.
fn depths(problem: &Problem, instance: &Instance) -> FxHashMap<AtomId, usize> {
    let mut depths: FxHashMap<AtomId, usize> = problem.heap.root.map(|root| (root, 0)).into_iter().collect();
    let mut queue: Vec<AtomId> = problem.heap.root.into_iter().collect();
    let mut read = 0;
    while let Some(owner) = queue.get(read).copied() {
        read += 1;
        for field in &problem.heap.fields {
            let tuples = &instance.relations[field.relation.0 as usize];
            for key in tuples.keys() {
                let tuple = problem.universe.tuple(*key, tuples.arity());
                if tuple[0] != owner {
                    continue;
                }
                for atom in &tuple[1..] {
                    if !depths.contains_key(atom) {
                        depths.insert(*atom, depths[&owner] + 1);
                        queue.push(*atom);
                    }
                }
            }
        }
    }
    depths
}
