//! Proves premises by asking a solver for an instance in which they do not hold.

use super::tree::Premises;
use crate::circuit::Wire;
use crate::relational::{Constraint, FormulaId, Problem};
use crate::sat::{self, Outcome, Query, SolverConfig};
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
}
