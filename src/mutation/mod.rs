//! Mutants of methods: programs in which one instruction does something else.
//!
//! What instructions may do instead is what the operators of PIT do, as far as single instructions say it: other ways of jumps and bounds,
//! arithmetic, increments, constants, values that are read and returned, and calls that are not made. All mutants are in the classes that a
//! worker loads; one is chosen at a time, as the body of a method is ([`crate::worker::protocol::MethodPlan`]).

mod sites;

use crate::classfile::{ClassCode, MethodRef};
use crate::worker::protocol::{Guard, MethodId, MethodPlan, MutationSite};
use sites::sites;
use std::collections::BTreeMap;

/// A program in which one instruction does something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// The method.
    pub method: MethodRef,
    /// The number of the method among those that can be replaced, and of the mutant among its bodies and mutants.
    pub change: (MethodId, u32),
    /// The number of the instruction among all that may do something else: workers tell which of them ran.
    pub site: u32,
    /// What is different, as words that follow "where": "`+` is `-`".
    pub differs: String,
}

/// All mutants of some classes.
#[derive(Debug, Clone, Default)]
pub struct Mutants {
    /// In the order of methods, instructions and what these do instead.
    pub all: Vec<Mutant>,
}

impl Mutants {
    /// The mutants of some methods of some classes. They are added to those that can be replaced, and these learn what their instructions may do
    /// instead.
    pub fn of<'c>(
        classes: impl IntoIterator<Item = &'c ClassCode>,
        is_wanted: impl Fn(&MethodRef) -> bool,
        guard: &mut Guard,
    ) -> Mutants {
        // For each method what is different, for each of what each of its sites may do instead.
        let mut said: BTreeMap<usize, (MethodRef, Vec<Vec<String>>)> = BTreeMap::new();
        for class in classes {
            for method in &class.methods {
                let (reference, found) = (class.reference(method), sites(method));
                if found.is_empty() || !is_wanted(&reference) {
                    continue;
                }
                let place = place(guard, &reference);
                let (sites, words) = found
                    .into_iter()
                    .map(|one| {
                        let (mutators, differs): (Vec<_>, Vec<_>) = one.mutators.into_iter().unzip();
                        (MutationSite { place: one.place, mutators }, differs)
                    })
                    .unzip();
                guard.methods[place].sites = sites;
                said.insert(place, (reference, words));
            }
        }
        let (mut all, mut site) = (Vec::new(), 0);
        for (place, (method, words)) in said {
            let (id, mut number) = (MethodId(place as u32), guard.methods[place].replacements.len() as u32);
            for of_site in words {
                for differs in of_site {
                    all.push(Mutant { method: method.clone(), change: (id, number), site, differs });
                    number += 1;
                }
                site += 1;
            }
        }
        Mutants { all }
    }
}

/// The place of a method among those that can be replaced, which it is added to if it is none of them.
fn place(guard: &mut Guard, method: &MethodRef) -> usize {
    let is_it = |plan: &MethodPlan| {
        method.owner == *plan.owner.as_str()
            && *method.name == *plan.name
            && *method.descriptor.as_str() == plan.descriptor
    };
    guard.methods.iter().position(is_it).unwrap_or_else(|| {
        guard.methods.push(MethodPlan {
            owner: method.owner.to_string(),
            name: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
            replacements: Vec::new(),
            sites: Vec::new(),
        });
        guard.methods.len() - 1
    })
}
