//! Proves premises by asking a solver for an instance in which they do not hold.

use super::law::Law;
use super::paths::assert_last_steps;
use super::tree::Premises;
use crate::circuit::Wire;
use crate::cnf::Lit;
use crate::relational::{Constraint, FormulaId, Problem};
use crate::sat::{self, Outcome, Query, Solver, SolverConfig};
use crate::solve::{EncodedProblem, translate_canonical};
use crate::symmetry::Labelling;

/// Knows the canonical instances of a problem, and how many conflicts a proof may take.
pub(super) struct Prover<'p> {
    problem: &'p Problem,
    labelling: &'p Labelling,
    solver: &'p SolverConfig,
    conflicts: u32,
}

impl<'p> Prover<'p> {
    pub(super) fn new(
        problem: &'p Problem,
        labelling: &'p Labelling,
        solver: &'p SolverConfig,
        conflicts: u32,
    ) -> Prover<'p> {
        Prover { problem, labelling, solver, conflicts }
    }

    /// Whether premises hold in every canonical instance.
    pub(super) fn proves(&self, premises: Premises<'_>) -> bool {
        let mut problem = self.problem.clone();
        let premises = premises(&mut problem);
        self.all_hold(problem, premises).unwrap_or(false)
    }

    /// Whether formulas hold in every canonical instance; `None` if that is not found out.
    fn all_hold(&self, mut problem: Problem, formulas: Vec<FormulaId>) -> Option<bool> {
        let stated = problem.constraints.len();
        let asked = |formula| Constraint { formula, origin: String::new(), span: None, declared: false };
        problem.constraints.extend(formulas.into_iter().map(asked));
        let (translation, canonical) = translate_canonical(&problem, self.labelling).ok()?;
        let (known, asked) = translation.constraints.split_at(stated);
        // A formula that is constantly true has no instance without it.
        let violated: Vec<Wire> = asked.iter().map(|wire| !*wire).filter(|wire| *wire != Wire::FALSE).collect();
        if violated.contains(&Wire::TRUE) {
            return Some(false);
        }
        let asserted: Vec<Wire> = known.iter().chain(&canonical).copied().collect();
        let (encoded, literals) = EncodedProblem::new(problem, translation, &asserted, &violated);
        let mut solver = sat::new(self.solver);
        solver.add_cnf(&encoded.cnf);
        for literal in literals {
            let query = Query { assumptions: &[literal?], one_of: None, conflict_limit: Some(self.conflicts) };
            match solver.solve(query) {
                Outcome::Unsat => {}
                Outcome::Sat => return Some(false),
                Outcome::Unknown => return None,
            }
        }
        Some(true)
    }

    /// The laws that hold in every canonical instance, as far as that is found out, and those that the bounds alone imply. Each one that is
    /// proved helps to prove the others; all proofs together take no more than `most` conflicts and those of one proof.
    pub(super) fn proved(&self, laws: Vec<Law>, most: u64) -> (Vec<Law>, Vec<Law>) {
        let mut problem = self.problem.clone();
        let stated = problem.constraints.len();
        laws.iter().for_each(|law| law.assert(&mut problem));
        let counted = stated + laws.len();
        assert_last_steps(&mut problem);
        let Ok((translation, canonical)) = translate_canonical(&problem, self.labelling) else {
            return Default::default();
        };
        let (known, asked) = (&translation.constraints, &translation.constraints[stated..counted]);
        let asserted = known[..stated].iter().chain(&known[counted..]).chain(&canonical);
        let asserted: Vec<Wire> = asserted.copied().collect();
        let (mut implied, mut laws) =
            laws.into_iter().zip(asked.iter().copied()).partition::<Vec<_>, _>(|(_, wire)| *wire == Wire::TRUE);
        laws.retain(|(_, wire)| *wire != Wire::FALSE);
        let handles: Vec<Wire> = laws.iter().flat_map(|(_, holds)| [*holds, !*holds]).collect();
        let (encoded, literals) = EncodedProblem::new(problem, translation, &asserted, &handles);
        let mut solver = sat::new(self.solver);
        solver.add_cnf(&encoded.cnf);
        let literal = |handle: &Option<Lit>| handle.expect("constant wires were left out");
        let literals: Vec<Lit> = literals.iter().map(literal).collect();
        let open = laws.into_iter().zip(literals.chunks(2)).map(|((law, _), pair)| Open {
            law,
            holds: pair[0],
            violated: pair[1],
        });
        (self.ask(solver.as_mut(), open.collect(), most), implied.drain(..).map(|(law, _)| law).collect())
    }

    /// Asks about laws in turn, until a turn proves none.
    fn ask(&self, solver: &mut dyn Solver, mut open: Vec<Open>, most: u64) -> Vec<Law> {
        let mut proved = Vec::new();
        loop {
            let before = proved.len();
            let mut waiting = Vec::new();
            let mut asked = open.into_iter();
            while let Some(one) = asked.next() {
                if solver.statistics().conflicts > most {
                    return proved;
                }
                let query = Query { assumptions: &[one.violated], one_of: None, conflict_limit: Some(self.conflicts) };
                match solver.solve(query) {
                    Outcome::Unsat => {
                        solver.add_clause(&[one.holds]);
                        proved.push(one.law);
                    }
                    Outcome::Sat => {
                        let is_open = |other: &Open| !solver.satisfies(other.violated);
                        waiting.retain(is_open);
                        asked = asked.filter(is_open).collect::<Vec<Open>>().into_iter();
                    }
                    Outcome::Unknown => waiting.push(one),
                }
            }
            if proved.len() == before || waiting.is_empty() {
                return proved;
            }
            open = waiting;
        }
    }
}

/// A law that is neither proved nor refuted, with the literal that it holds and the one that it does not.
struct Open {
    law: Law,
    holds: Lit,
    violated: Lit,
}
