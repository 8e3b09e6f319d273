//! Symmetry breaking: one canonical instance for every class of isomorphic ones.

mod canonical;
mod descent;
mod exchanges;
mod filter;
mod leader;
mod labelling;
mod matching;
mod places;
mod plain;
mod renumbering;
mod view;
mod walk;

pub use canonical::canonical;
pub use exchanges::exchanges;
pub use filter::{Filter, Reason};
pub use labelling::{Group, Labelling, Numbering, Slot};
pub use walk::tighten;

use crate::circuit::{Translation, Wire};
use crate::relational::Problem;

/// The conditions that canonical instances satisfy: exactly one instance of each class where the labelling is exact, at
/// least the canonical one elsewhere (see [`Filter`]). All of them must be asserted.
pub fn predicate(problem: &Problem, labelling: &Labelling, translation: &mut Translation) -> Vec<Wire> {
    let mut wires = Vec::new();
    for (group, entry) in labelling.groups.iter().enumerate() {
        if entry.numbering == Numbering::Walk {
            wires.extend(walk::predicate(problem, labelling, group, translation));
        }
    }
    wires.extend(leader::predicate(problem, labelling, translation));
    wires
}
