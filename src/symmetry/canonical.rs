//! Numbers the objects of any instance canonically: those of suites that were written for an earlier specification.

use super::filter::{Filter, Lesser};
use super::labelling::{Labelling, Numbering};
use super::renumbering::{renamed, walk};
use crate::relational::{AtomId, Instance, Problem};
use rustc_hash::{FxHashMap, FxHashSet};

/// The canonical instance of the class of an instance. Requires the problem's bounds as they were lowered: tightened ones
/// lack the tuples of other numberings. Takes as long as [`Filter::is_canonical`] for each step of an improvement.
pub fn canonical(problem: &Problem, labelling: &Labelling, instance: &Instance) -> Instance {
    let filter = Filter::new(problem, labelling);
    let walked = walked(problem, labelling, instance, FxHashMap::default());
    // Only where nothing leads to an object, it has no canonical number.
    filter.least(walked).unwrap_or_else(|last| last)
}

impl Filter<'_> {
    /// The canonical instance of the class of an instance in which walks number what they number; where there is none, the last one that was
    /// found. Takes as long as [`Filter::is_canonical`] for each step of an improvement.
    pub fn least(&self, mut instance: Instance) -> Result<Instance, Instance> {
        let (problem, labelling) = (self.problem, self.labelling);
        let mut seen: FxHashSet<Instance> = FxHashSet::default();
        while let Some(Lesser { origin, .. }) = self.lesser(&instance) {
            if !seen.insert(instance.clone()) {
                return Err(instance);
            }
            let leaders = labelling.groups.iter().filter(|group| group.numbering == Numbering::Leader);
            let atoms = leaders.flat_map(|group| &group.classes).flat_map(|class| &problem.heap.classes[*class].atoms);
            let label = atoms.map(|atom| (origin[atom.index()], *atom)).collect();
            instance = walked(problem, labelling, &instance, label);
        }
        Ok(instance)
    }
}

/// An instance with the given new numbers, and those of a walk where walks number.
fn walked(
    problem: &Problem,
    labelling: &Labelling,
    instance: &Instance,
    mut label: FxHashMap<AtomId, AtomId>,
) -> Instance {
    for (index, group) in labelling.groups.iter().enumerate() {
        if group.numbering == Numbering::Walk {
            walk(problem, labelling, instance, index, &mut label);
        }
    }
    Instance { relations: instance.relations.iter().map(|tuples| renamed(problem, tuples, &label)).collect() }
}
