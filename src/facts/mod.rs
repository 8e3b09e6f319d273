//! Facts about the shape and the values of all structures of a problem, which its constraints imply and need not say.
//!
//! "Subtrees share nothing" and "each node has one parent" describe the same trees. The second is local: unit propagation turns it
//! into tighter bounds, and the search is several times faster. The first is what many people write, and no solver finds the second in
//! it at larger scopes: it takes exponentially many conflicts. So the step from one to the other is made here once for all, by
//! a theorem (see `tree.rs`), whose premises a solver proves at the scope at hand, each in little time.
//!
//! Facts are guessed where there are few objects, proved where there are all, and used only if that succeeds.

mod distinct;
mod law;
mod paths;
mod place;
mod prover;
mod reached;
mod tree;

pub use law::Law;

use crate::relational::{Problem, TupleKey, TupleSet};
use crate::sat::SolverConfig;
use crate::symmetry::Labelling;
use prover::Prover;
use reached::Reached;
use tree::Tree;

/// As many conflicts as this many proofs may take are all that the proofs of a list of laws take.
const MANY: u64 = 5;

/// How many objects of each class there are where facts are guessed.
const FEW: usize = 4;

/// The laws that hold in all canonical instances of a problem, as far as that is found out.
///
/// What takes the solver more `conflicts` to prove counts as not known. The premises of the theorem about trees are stated almost as they are,
/// and take few for each pair of objects; what other laws take, nobody knows before.
pub fn laws(problem: &Problem, labelling: &Labelling, solver: &SolverConfig, conflicts: u32) -> Vec<Law> {
    let few = with_few_objects(problem);
    let mut problem = problem.clone();
    let mut laws: Vec<Law> = tree(&few, &problem, labelling, solver, conflicts).into_iter().collect();
    laws.extend(reached(&few, &problem, labelling, solver, conflicts));
    laws.iter().for_each(|law| law.assert(&mut problem));
    let mut guessed = guessed(&few, labelling, solver, conflicts);
    guessed.retain(|law| !laws.iter().any(|known| law.is_part_of(known)));
    let most = MANY * u64::from(conflicts);
    let (proved, _) = Prover::new(&problem, labelling, solver, conflicts).proved(guessed, most);
    if laws.is_empty() && !proved.is_empty() {
        // What is known now may help to find the tree that was not found before.
        proved.iter().for_each(|law| law.assert(&mut problem));
        laws.extend(tree(&few, &problem, labelling, solver, conflicts));
    }
    laws.extend(proved);
    strongest(laws)
}

/// The laws that a search is likely to gain by: the tree that references form and the values that differ, or if no tree
/// is found, what else is. All proofs together may take `conflicts`, those of the tree, of the values and of what is
/// reached as many each.
pub fn helpful(problem: &Problem, labelling: &Labelling, solver: &SolverConfig, conflicts: u32) -> Vec<Law> {
    let few = with_few_objects(problem);
    if let Some(tree) = tree(&few, problem, labelling, solver, conflicts) {
        // What differs is said of values, which the tree says nothing of.
        let mut known = vec![tree];
        known.extend(counted(problem, labelling, solver, conflicts));
        return known;
    }
    let mut problem = problem.clone();
    let mut known: Vec<Law> = reached(&few, &problem, labelling, solver, conflicts).into_iter().collect();
    known.iter().for_each(|law| law.assert(&mut problem));
    let mut guessed = guessed(&few, labelling, solver, conflicts);
    guessed.retain(|law| !known.contains(law) && law.is_spoken_of(&problem));
    if guessed.iter().any(Law::is_local) {
        let prover = Prover::new(&problem, labelling, solver, conflicts / 2);
        let proved = prover.proved(guessed, conflicts.into()).0;
        // Without one of these, the others only add clauses.
        if proved.iter().any(Law::is_local) {
            known.extend(proved);
        }
    }
    strongest(known)
}

/// The fields whose values differ, where there is something to count by that.
fn counted(problem: &Problem, labelling: &Labelling, solver: &SolverConfig, conflicts: u32) -> Vec<Law> {
    let laws: Vec<Law> = distinct::numbers(problem).into_iter().map(Law::Distinct).collect();
    if laws.is_empty() || !distinct::are_counted(problem) {
        return Vec::new();
    }
    Prover::new(problem, labelling, solver, conflicts / 2).proved(laws, conflicts.into()).0
}

/// The laws that hold where there are few objects.
fn guessed(few: &Problem, labelling: &Labelling, solver: &SolverConfig, conflicts: u32) -> Vec<Law> {
    let guess = Prover::new(few, labelling, solver, conflicts);
    let (mut guessed, implied_by_bounds) = guess.proved(Law::simple(few), MANY * u64::from(conflicts));
    guessed.extend(implied_by_bounds);
    guessed.extend(Law::wide(few, |law| guess.proves(&|problem: &mut Problem| vec![law.formula(problem)])));
    guessed
}

/// Laws without those that say no more than another one; several about the same objects are one.
fn strongest(laws: Vec<Law>) -> Vec<Law> {
    let mut strongest: Vec<Law> = Vec::new();
    for law in laws {
        let is_said = strongest.iter().any(|other| law.is_part_of(other));
        if !is_said && !strongest.iter_mut().any(|other| other.absorb(&law)) {
            strongest.retain(|other| !other.is_part_of(&law));
            strongest.push(law);
        }
    }
    strongest
}

/// The tree that references form, if they form one. Where no reference leads back to an earlier object anyway, nothing would be gained, and
/// nothing is proved.
fn tree(few: &Problem, problem: &Problem, labelling: &Labelling, solver: &SolverConfig, conflicts: u32) -> Option<Law> {
    let guess = Prover::new(few, labelling, solver, conflicts);
    let tree = Tree::guess(few, |premises| guess.proves(premises))?;
    let prover = Prover::new(problem, labelling, solver, conflicts);
    let is_proved = tree.may_lead_back(problem) && prover.proves(&|problem| tree.premises(problem));
    is_proved.then(|| tree.law())
}

/// Fields along which all objects are reached, if that is found out and the constraints speak of it: they are simpler then.
fn reached(
    few: &Problem,
    problem: &Problem,
    labelling: &Labelling,
    solver: &SolverConfig,
    conflicts: u32,
) -> Option<Law> {
    let guess = Prover::new(few, labelling, solver, conflicts);
    let reached = Reached::guess(few, |premises| guess.proves(premises))?;
    let prover = Prover::new(problem, labelling, solver, conflicts);
    prover.proves_along_paths(&|problem| reached.premises(problem)).then(|| reached.law())
}

/// The same problem about fewer objects of each class, where it demands more, too: nothing but guesses come of it.
fn with_few_objects(problem: &Problem) -> Problem {
    let mut few = problem.clone();
    let mut dropped = vec![false; problem.universe.len()];
    for class in problem.heap.permutable() {
        class.atoms.iter().skip(FEW).for_each(|atom| dropped[atom.index()] = true);
    }
    for relation in &mut few.relations {
        let arity = relation.upper.arity();
        let is_left = |key: &TupleKey| problem.universe.tuple(*key, arity).iter().all(|atom| !dropped[atom.index()]);
        for bound in [&mut relation.lower, &mut relation.upper] {
            let kept = bound.keys().iter().copied().filter(is_left).collect();
            *bound = TupleSet::from_keys(arity, kept);
        }
    }
    few
}
