//! Proves premises by asking a solver for an instance in which they do not hold.

use super::law::Law;
use super::paths::assert_paths;
use super::tree::Premises;
use crate::circuit::Wire;
use crate::cnf::Lit;
use crate::relational::{Constraint, FormulaId, Problem};
use crate::sat::{self, Outcome, Query, Solver, SolverConfig};
use crate::solve::{EncodedProblem, translate_canonical};
use crate::symmetry::Labelling;
use std::collections::VecDeque;

/// How many conflicts the proof of a case may take at first.
const FIRST_LIMIT: u32 = 64;

/// How many times as many all proofs may take as those that fail.
const FRUITFUL: u64 = 2;

/// How many times as many it may take when nothing else is proved.
const GROWTH: u32 = 4;

/// Whether something holds in all structures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// That was proved.
    Holds,
    /// There is a structure in which it does not.
    Fails,
    /// That is not known: a proof takes more conflicts than it may, or no theorem applies.
    Open,
}

impl Answer {
    /// Whether it is proved.
    pub(super) fn holds(self) -> bool {
        self == Answer::Holds
    }
}

/// A law of which fex asked whether it holds.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The law.
    pub law: Law,
    /// What came of it.
    pub answer: Answer,
    /// How many conflicts that took.
    pub conflicts: u64,
}

/// Knows the canonical instances of a problem, and how many conflicts a proof may take.
pub(super) struct Prover<'p> {
    pub(super) problem: &'p Problem,
    labelling: &'p Labelling,
    solver: &'p SolverConfig,
    conflicts: u32,
    clauses: usize,
}

impl<'p> Prover<'p> {
    pub(super) fn new(
        problem: &'p Problem,
        labelling: &'p Labelling,
        solver: &'p SolverConfig,
        conflicts: u32,
    ) -> Prover<'p> {
        Prover { problem, labelling, solver, conflicts, clauses: usize::MAX }
    }

    /// The same about another problem.
    pub(super) fn about<'q>(&self, problem: &'q Problem) -> Prover<'q>
    where
        'p: 'q,
    {
        Prover { problem, ..*self }
    }

    /// The same where a proof may take so many conflicts.
    pub(super) fn with_conflicts(&self, conflicts: u32) -> Prover<'p> {
        Prover { conflicts, ..*self }
    }

    /// The same where formulas are not asked about that make more clauses, together with the problem.
    pub(super) fn with_clauses(&self, clauses: usize) -> Prover<'p> {
        Prover { clauses, ..*self }
    }

    /// Whether premises hold in every canonical instance.
    pub(super) fn proves(&self, premises: Premises<'_>) -> bool {
        self.answer(premises).0 == Answer::Holds
    }

    /// Whether premises hold in every canonical instance, and how many conflicts it took to find that out.
    pub(super) fn answer(&self, premises: Premises<'_>) -> (Answer, u64) {
        let mut problem = self.problem.clone();
        let premises = premises(&mut problem);
        self.all_hold(problem, premises)
    }

    /// The same with what is true of all paths beside the constraints.
    pub(super) fn answer_along_paths(&self, premises: Premises<'_>) -> (Answer, u64) {
        let mut problem = self.problem.clone();
        let premises = premises(&mut problem);
        assert_paths(&mut problem);
        self.all_hold(problem, premises)
    }

    /// Whether formulas hold in every canonical instance, and how many conflicts it took to find that out.
    fn all_hold(&self, mut problem: Problem, formulas: Vec<FormulaId>) -> (Answer, u64) {
        let stated = problem.constraints.len();
        problem.constraints.extend(formulas.into_iter().map(asked));
        let Ok((translation, canonical)) = translate_canonical(&problem, self.labelling) else {
            return (Answer::Open, 0);
        };
        let (known, asked) = translation.constraints.split_at(stated);
        // A formula that is constantly true has no instance without it.
        let violated: Vec<Wire> = asked.iter().map(|wire| !*wire).filter(|wire| *wire != Wire::FALSE).collect();
        if violated.contains(&Wire::TRUE) {
            return (Answer::Fails, 0);
        }
        let asserted: Vec<Wire> = known.iter().chain(&canonical).copied().collect();
        let (encoded, literals) = EncodedProblem::new(problem, translation, &asserted, &violated);
        if encoded.cnf.len() > self.clauses {
            return (Answer::Open, 0);
        }
        let mut solver = sat::new(self.solver);
        solver.add_cnf(&encoded.cnf);
        let answer = |literal: Option<Lit>| {
            let Some(literal) = literal else { return Answer::Open };
            let query = Query { assumptions: &[literal], one_of: None, conflict_limit: Some(self.conflicts) };
            match solver.solve(query) {
                Outcome::Unsat => Answer::Holds,
                Outcome::Sat => Answer::Fails,
                Outcome::Unknown => Answer::Open,
            }
        };
        let other = literals.into_iter().map(answer).find(|answer| *answer != Answer::Holds);
        (other.unwrap_or(Answer::Holds), solver.statistics().conflicts)
    }

    /// Which laws hold in every canonical instance, the proved ones in the order of their proofs; and those that the bounds alone imply. Each one
    /// that is proved helps to prove the others. What is asked in vain takes no more than `most` conflicts and those of one proof; what is proved may take as much
    /// once more.
    pub(super) fn asked(&self, laws: Vec<Law>, most: u64) -> (Vec<Asked>, Vec<Law>) {
        let mut problem = self.problem.clone();
        let stated = problem.constraints.len();
        let mut cases = Vec::new();
        for law in &laws {
            let of_law = law.cases(&mut problem);
            cases.push(of_law.len());
            problem.constraints.extend(of_law.into_iter().map(asked));
        }
        let counted = problem.constraints.len();
        assert_paths(&mut problem);
        let Ok((translation, canonical)) = translate_canonical(&problem, self.labelling) else {
            return Default::default();
        };
        let known = &translation.constraints;
        let asserted: Vec<Wire> = known[..stated].iter().chain(&known[counted..]).chain(&canonical).copied().collect();
        let mut wires = known[stated..counted].iter().copied();
        let (mut implied, mut refuted) = (Vec::new(), Vec::new());
        let mut open = Vec::new();
        for (law, count) in laws.into_iter().zip(cases) {
            let cases: Vec<Wire> = wires.by_ref().take(count).filter(|case| *case != Wire::TRUE).collect();
            match cases.is_empty() {
                true => implied.push(law),
                false if cases.contains(&Wire::FALSE) => {
                    refuted.push(Asked { law, answer: Answer::Fails, conflicts: 0 })
                }
                false => open.push((law, cases)),
            }
        }
        let handles: Vec<Wire> = open.iter().flat_map(|(_, cases)| cases).flat_map(|holds| [*holds, !*holds]).collect();
        let (encoded, literals) = EncodedProblem::new(problem, translation, &asserted, &handles);
        let mut solver = sat::new(self.solver);
        solver.add_cnf(&encoded.cnf);
        let mut literals = literals.into_iter().map(|handle| handle.expect("constant wires were left out"));
        let mut case = || Case {
            holds: literals.next().expect("each case has two"),
            violated: literals.next().expect("each case has two"),
        };
        let open = open.into_iter().map(|(law, cases)| Open {
            law,
            cases: cases.iter().map(|_| case()).collect(),
            conflicts: 0,
        });
        let mut asked = self.ask(solver.as_mut(), open.collect(), most);
        asked.extend(refuted);
        (asked, implied)
    }

    /// Asks about laws in turn, case by case: with few conflicts for each case, and with more when a turn proves nothing, for what is
    /// hard to prove alone is easy where others are known.
    fn ask(&self, solver: &mut dyn Solver, mut open: Vec<Open>, most: u64) -> Vec<Asked> {
        let mut answered = Vec::new();
        let mut limit = FIRST_LIMIT.min(self.conflicts);
        let mut in_vain = 0;
        while !open.is_empty() {
            let mut has_proved = false;
            let mut waiting = Vec::new();
            let mut left = VecDeque::from(open);
            while let Some(mut one) = left.pop_front() {
                let before = solver.statistics().conflicts;
                if in_vain > most || before > FRUITFUL * most {
                    waiting.push(one);
                    waiting.extend(left);
                    answered.extend(waiting.into_iter().map(|one| one.answered(Answer::Open)));
                    return answered;
                }
                let count = one.cases.len();
                let (answer, spent) = ask_cases(solver, &mut one.cases, limit);
                in_vain += spent;
                one.conflicts += solver.statistics().conflicts - before;
                has_proved |= one.cases.len() < count;
                match answer {
                    Outcome::Unsat => answered.push(one.answered(Answer::Holds)),
                    Outcome::Unknown => waiting.push(one),
                    Outcome::Sat => {
                        answered.push(one.answered(Answer::Fails));
                        let is_open = |other: &Open| !other.cases.iter().any(|case| solver.satisfies(case.violated));
                        // The same structure may refute others, too.
                        let mut still = |laws: Vec<Open>| -> Vec<Open> {
                            let (open, refuted): (Vec<Open>, Vec<Open>) = laws.into_iter().partition(is_open);
                            answered.extend(refuted.into_iter().map(|one| one.answered(Answer::Fails)));
                            open
                        };
                        waiting = still(waiting);
                        left = still(left.into()).into();
                    }
                }
            }
            open = waiting;
            if !has_proved && limit == self.conflicts {
                break;
            }
            if !has_proved {
                limit = limit.saturating_mul(GROWTH).min(self.conflicts);
            }
        }
        answered.extend(open.into_iter().map(|one| one.answered(Answer::Open)));
        answered
    }
}

/// Asks about the cases of a law until one is not proved, and leaves that one and those behind it; says what was spent on it, too. Each one that is
/// proved helps with all others.
fn ask_cases(solver: &mut dyn Solver, cases: &mut Vec<Case>, conflicts: u32) -> (Outcome, u64) {
    let mut left = std::mem::take(cases).into_iter();
    for case in left.by_ref() {
        let before = solver.statistics().effort();
        let query = Query { assumptions: &[case.violated], one_of: None, conflict_limit: Some(conflicts) };
        match solver.solve(query) {
            Outcome::Unsat => solver.add_clause(&[case.holds]),
            answer => {
                cases.push(case);
                cases.extend(left);
                return (answer, solver.statistics().effort() - before);
            }
        }
    }
    (Outcome::Unsat, 0)
}

/// What is asked, beside what is known.
fn asked(formula: FormulaId) -> Constraint {
    Constraint { formula, origin: String::new(), span: None, declared: false }
}

/// A law that is neither proved nor refuted, and what of it is not proved.
struct Open {
    law: Law,
    cases: Vec<Case>,
    /// How many conflicts it took so far.
    conflicts: u64,
}

impl Open {
    fn answered(self, answer: Answer) -> Asked {
        Asked { law: self.law, answer, conflicts: self.conflicts }
    }
}

/// A case of a law: the literal that it holds and the one that it does not.
struct Case {
    holds: Lit,
    violated: Lit,
}
