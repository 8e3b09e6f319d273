//! Facts about the shape of all structures of a problem, which its constraints imply and need not say.
//!
//! "Subtrees share nothing" and "each node has one parent" describe the same trees. The second is local: unit propagation turns it
//! into tighter bounds, and the search is several times faster. The first is what many people write, and no solver finds the second in
//! it at larger scopes: it takes exponentially many conflicts. So the step from one to the other is made here once for all, by
//! a theorem (see [`Tree`]), whose premises a solver proves at the scope at hand, each in little time.
//!
//! Facts are guessed where there are few objects, proved where there are all, and used only if that succeeds.

mod prover;
mod tree;

pub use tree::Tree;

use crate::relational::{Problem, TupleKey, TupleSet};
use crate::sat::SolverConfig;
use crate::symmetry::Labelling;
use prover::Prover;

/// How many objects of each class there are where facts are guessed.
const FEW: usize = 4;

/// The tree that references form in all canonical instances of a problem, if they form one.
///
/// What takes the solver more conflicts to prove counts as not known. A premise that holds is stated almost as it is, and takes few for
/// each pair of objects. Where no reference leads back to an earlier object anyway, nothing would be gained, and nothing is proved.
pub fn tree(problem: &Problem, labelling: &Labelling, solver: &SolverConfig, conflicts: u32) -> Option<Tree> {
    let few = with_few_objects(problem)?;
    let guess = Prover::new(&few, labelling, solver, conflicts);
    let tree = Tree::guess(&few, |premises| guess.proves(premises))?;
    let prover = Prover::new(problem, labelling, solver, conflicts);
    let is_proved = tree.may_lead_back(problem) && prover.proves(&|problem| tree.premises(problem));
    is_proved.then_some(tree)
}

/// The same problem about fewer objects of each class; none where some class has to have more.
fn with_few_objects(problem: &Problem) -> Option<Problem> {
    let mut few = problem.clone();
    let mut dropped = vec![false; problem.universe.len()];
    for class in problem.heap.permutable() {
        let needed = &problem.relations[class.relation.0 as usize].lower;
        for atom in class.atoms.iter().skip(FEW) {
            if needed.contains(problem.universe.key(&[*atom])) {
                return None;
            }
            dropped[atom.index()] = true;
        }
    }
    for relation in &mut few.relations {
        let arity = relation.upper.arity();
        let is_left = |key: &TupleKey| problem.universe.tuple(*key, arity).iter().all(|atom| !dropped[atom.index()]);
        let (lower, upper) = (&relation.lower, &relation.upper);
        let kept = upper.keys().iter().copied().filter(|key| lower.contains(*key) || is_left(key)).collect();
        relation.upper = TupleSet::from_keys(arity, kept);
    }
    Some(few)
}
