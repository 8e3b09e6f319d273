//! Facts about the shape and the values of all structures of a problem, which its constraints imply and need not say.
//!
//! "Subtrees share nothing" and "each node has one parent" describe the same trees. The second is local: unit propagation turns it
//! into tighter bounds, and the search is several times faster. The first is what many people write, and no solver finds the second in
//! it at larger scopes: it takes exponentially many conflicts. So the step from one to the other is made here once for all, by
//! a theorem (see `tree.rs`), whose premises a solver proves at the scope at hand, each in little time.
//!
//! Facts are guessed where there are few objects, proved where there are all, and used only if that succeeds.

mod distinct;
mod first;
mod law;
mod met;
mod paths;
mod place;
mod prover;
mod reached;
mod tree;

pub use law::Law;
pub use prover::{Answer, Asked};

use crate::relational::{Problem, TupleKey, TupleSet};
use crate::sat::SolverConfig;
use crate::symmetry::{Labelling, Numbering};
use first::First;
use met::Met;
use prover::Prover;
use reached::Reached;
use tree::Tree;

/// As many conflicts as this many proofs may take are all that the proofs of a list of laws take.
const MANY: u64 = 5;

/// How many objects of each class there are where facts are guessed.
const FEW: usize = 4;

/// How many conflicts the proof of a premise may take before objects are numbered.
const BEFORE: u32 = 2_000;

/// What was asked in order to search faster.
#[derive(Debug, Clone, Default)]
pub struct Inquiry {
    /// The laws that the search is likely to gain by: they hold in all canonical instances.
    pub helpful: Vec<Law>,
    /// All laws that were asked for, in the order of the answers.
    pub asked: Vec<Asked>,
}

/// Classes that a walk can number although other fields than functional ones refer to them, as indices into `Heap::classes`.
///
/// That is asked before there is any numbering; whoever numbers the objects of a problem has to know the same, so no choice of a user matters here.
pub fn met(problem: &Problem) -> Vec<usize> {
    let solver = SolverConfig::default();
    let labelling = Labelling::new(problem);
    let leaders = labelling.groups.iter().filter(|group| group.numbering == Numbering::Leader);
    let candidates: Vec<Met> = leaders.filter_map(|group| Met::of(&group.classes, &labelling, problem)).collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let few = with_few_objects(problem);
    let guess = Prover::new(&few, &labelling, &solver, BEFORE);
    let prover = guess.about(problem);
    let holds = |met: &Met| {
        let premises = |problem: &mut Problem| met.premises(problem);
        let holds = |prover: &Prover| prover.proves(&premises) || prover.answer_along_paths(&premises).0.holds();
        // What fails among few objects mostly fails among many, and that is found out sooner.
        holds(&guess) && holds(&prover)
    };
    candidates.into_iter().filter(holds).flat_map(|met| met.classes).collect()
}

/// The laws that hold in all canonical instances of a problem, as far as that is found out.
///
/// What takes the solver more `conflicts` to prove counts as not known. The premises of the theorem about trees are stated almost as they are,
/// and take few for each pair of objects; what other laws take, nobody knows before.
pub fn laws(problem: &Problem, labelling: &Labelling, solver: &SolverConfig, conflicts: u32) -> Vec<Law> {
    let few = with_few_objects(problem);
    let guess = Prover::new(&few, labelling, solver, conflicts);
    let mut problem = problem.clone();
    let prover = guess.about(&problem);
    let mut laws = holding(tree(&guess, &prover).as_slice());
    laws.extend(holding(reached(&guess, &prover).as_slice()));
    laws.iter().for_each(|law| law.assert(&mut problem));
    let first = holding(&first(&guess, &guess.about(&problem)));
    first.iter().for_each(|law| law.assert(&mut problem));
    laws.extend(first);
    let mut guessed = guessed(&guess, conflicts);
    guessed.retain(|law| !laws.iter().any(|known| law.is_part_of(known)));
    let most = MANY * u64::from(conflicts);
    let proved = holding(&guess.about(&problem).asked(guessed, most).0);
    if laws.is_empty() && !proved.is_empty() {
        // What is known now may help to find the tree that was not found before.
        proved.iter().for_each(|law| law.assert(&mut problem));
        laws.extend(holding(tree(&guess, &guess.about(&problem)).as_slice()));
    }
    laws.extend(proved);
    strongest(laws)
}

/// The laws that a search is likely to gain by: the tree that references form and the values that differ, or if no tree
/// is found, what else is. All proofs together may take `conflicts`, those of the tree, of the values and of what is
/// reached as many each.
///
/// What a search gains has to be worth the premises of a theorem: those that make more than so many `clauses` are not asked for.
pub fn helpful(
    problem: &Problem,
    labelling: &Labelling,
    solver: &SolverConfig,
    conflicts: u32,
    clauses: usize,
) -> Inquiry {
    let few = with_few_objects(problem);
    let guess = Prover::new(&few, labelling, solver, conflicts).with_clauses(clauses);
    let prover = guess.about(problem);
    let mut asked: Vec<Asked> = tree(&guess, &prover).into_iter().collect();
    if !holding(&asked).is_empty() {
        // What differs is said of values, which the tree says nothing of.
        asked.extend(counted(&prover, conflicts));
        return Inquiry { helpful: holding(&asked), asked };
    }
    let reached = reached(&guess, &prover);
    let mut known = holding(reached.as_slice());
    asked.extend(reached);
    let mut problem = problem.clone();
    known.iter().for_each(|law| law.assert(&mut problem));
    let first = first(&guess, &guess.about(&problem));
    let proved = holding(&first);
    asked.extend(first);
    proved.iter().for_each(|law| law.assert(&mut problem));
    known.extend(proved);
    let mut guessed = guessed(&guess, conflicts);
    guessed.retain(|law| !known.iter().any(|known| law.is_part_of(known)) && law.is_spoken_of(&problem));
    if guessed.iter().any(Law::is_local) {
        let others = guess.about(&problem).with_conflicts(conflicts / 2).asked(guessed, conflicts.into()).0;
        let proved = holding(&others);
        asked.extend(others);
        // Without one of these, the others only add clauses.
        if proved.iter().any(Law::is_local) {
            known.extend(proved);
        }
    }
    Inquiry { helpful: strongest(known), asked }
}

/// The laws that were proved.
fn holding(asked: &[Asked]) -> Vec<Law> {
    let proved = asked.iter().filter(|asked| asked.answer == Answer::Holds);
    proved.map(|asked| asked.law.clone()).collect()
}

/// The fields whose values differ, where there is something to count by that.
fn counted(prover: &Prover<'_>, conflicts: u32) -> Vec<Asked> {
    let laws: Vec<Law> = distinct::numbers(prover.problem).into_iter().map(Law::Distinct).collect();
    if laws.is_empty() || !distinct::are_counted(prover.problem) {
        return Vec::new();
    }
    prover.with_conflicts(conflicts / 2).asked(laws, conflicts.into()).0
}

/// The laws that hold where there are few objects.
fn guessed(guess: &Prover<'_>, conflicts: u32) -> Vec<Law> {
    let few = guess.problem;
    let (asked, implied_by_bounds) = guess.asked(Law::simple(few), MANY * u64::from(conflicts));
    let mut guessed = holding(&asked);
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
fn tree(guess: &Prover<'_>, prover: &Prover<'_>) -> Option<Asked> {
    let tree = Tree::guess(guess.problem, |premises| guess.proves(premises))?;
    if !tree.may_lead_back(prover.problem) {
        return None;
    }
    let premises = prover.answer(&|problem| tree.premises(problem));
    Some(by_theorem(tree.law(), premises))
}

/// Fields along which all objects are reached, if that is found out and the constraints speak of it: they are simpler then.
fn reached(guess: &Prover<'_>, prover: &Prover<'_>) -> Option<Asked> {
    let reached = Reached::guess(guess.problem, |premises| guess.proves(premises))?;
    let premises = prover.answer_along_paths(&|problem| reached.premises(problem));
    Some(by_theorem(reached.law(), premises))
}

/// What nothing leads back to, as far as that is found out.
fn first(guess: &Prover<'_>, prover: &Prover<'_>) -> Vec<Asked> {
    let guessed = First::guess(guess.problem, |premises| guess.proves(premises));
    let ask = |first: First| {
        let premises = prover.answer(&|problem| first.premises(problem));
        by_theorem(first.law(), premises)
    };
    guessed.into_iter().filter(|first| first.may_lead_back(prover.problem)).map(ask).collect()
}

/// What a theorem says where its premises were asked for: nothing, unless they hold.
fn by_theorem(law: Law, (premises, conflicts): (Answer, u64)) -> Asked {
    let answer = if premises == Answer::Holds { Answer::Holds } else { Answer::Open };
    Asked { law, answer, conflicts }
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
