//! Numbers the objects of any instance canonically: those of suites that were written for an earlier specification.

use super::descent::Renumbering;
use super::filter::Filter;
use super::labelling::{Labelling, Numbering};
use super::renumbering::{Walk, renamed};
use crate::relational::{AtomId, Instance, Problem};
use rustc_hash::FxHashMap;

/// The canonical instance of the class of an instance. Requires the problem's bounds as they were lowered: tightened ones
/// lack the tuples of other numberings.
pub fn canonical(problem: &Problem, labelling: &Labelling, instance: &Instance) -> Instance {
    let walked = walked(problem, labelling, instance, FxHashMap::default());
    Filter::new(problem, labelling).canonical(&walked)
}

impl Filter<'_> {
    /// An instance in other numbers, in which walks number what they number.
    pub(super) fn renumbered(&self, instance: &Instance, numbering: &Renumbering) -> Instance {
        let (problem, labelling) = (self.problem, self.labelling);
        let leaders = labelling.groups.iter().filter(|group| group.numbering == Numbering::Leader);
        let atoms = leaders.flat_map(|group| &group.classes).flat_map(|class| &problem.heap.classes[*class].atoms);
        let label = atoms.map(|atom| (numbering.origin[atom.index()], *atom)).collect();
        walked(problem, labelling, instance, label)
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
            Walk::new(problem, labelling, index).label(problem, labelling, instance, &mut label);
        }
    }
    Instance { relations: instance.relations.iter().map(|tuples| renamed(problem, tuples, &label)).collect() }
}
