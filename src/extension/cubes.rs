//! Parts of all canonical instances, in their order: those with some values in the first places.

use super::encoded::Encoded;
use super::enumeration::{count, projection};
use crate::cnf::Lit;
use crate::sat::Interrupt;
use crate::sat::enumerate::{Completion, Enumerator, EnumeratorConfig};
use crate::solve::{Contradiction, Status};
use num_bigint::BigUint;

/// The instances with these values of the first places of the projection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cube(Vec<Lit>);

impl Cube {
    /// All instances.
    pub(super) fn whole() -> Cube {
        Cube(Vec::new())
    }

    /// What is given.
    pub fn literals(&self) -> &[Lit] {
        &self.0
    }
}

/// Cubes that divide the instances into so many parts, or about as many, in the order of the instances; none if this was interrupted. They
/// depend on nothing but the problem, the number and the version of fex.
pub fn cubes(encoded: &Encoded, wanted: usize, interrupt: &Interrupt) -> Option<Vec<Cube>> {
    let (order, _) = projection(encoded);
    let config = EnumeratorConfig { completion: Completion::Propagation, interrupt: interrupt.clone() };
    let mut found = vec![Cube::whole()];
    for length in (4..order.len()).step_by(4) {
        let mut enumerator = Enumerator::new(&encoded.core.cnf, &order[..length], &config);
        let mut finer = Vec::new();
        while finer.len() <= 16 * wanted
            && let Some(cube) = enumerator.next()
        {
            finer.push(Cube(cube.literals().collect()));
        }
        if interrupt.is_requested() {
            return None;
        }
        if !enumerator.is_exhausted() {
            break;
        }
        found = finer;
        if found.len() >= wanted {
            break;
        }
    }
    Some(found)
}

/// How many canonical instances a cube has, as [`count`] counts all of them.
pub fn count_cube(
    encoded: &Encoded,
    cube: &Cube,
    interrupt: &Interrupt,
    tell: impl FnMut(u64),
) -> Result<(BigUint, Status), Contradiction> {
    let mut part = encoded.clone();
    for literal in cube.literals() {
        part.core.cnf.push_clause(&[*literal]);
    }
    count(&part, interrupt, tell)
}
